"""Pictures of every screen, light and dark, on a desktop and on a phone: `make screens`.

They go into docs/screens as WebP, which the browser itself encodes. Matches have seeds, and whoever plays presses
what is marked, so most of a picture stays the same from one time to the next.
"""

import base64
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

import dicecup
from dicecup.players import forks, make
from dicecup.server.settings import Settings
from dicecup.table import Match, Option
from tests.page import chromium
from tests.page.conftest import DESKTOP, PHONE
from tests.page.player import bring, decision, moved_on, play_on, settled
from tests.scenarios.king_of_tokyo.tokyo import monster, roll, table
from tests.server.browser import FAST, served

FOLDER: Final = Path(__file__).parents[2] / "docs" / "screens"
LOOKS: Final = [(size, theme) for size in ("desktop", "phone") for theme in ("light", "dark")]
SIZES: Final = {"desktop": DESKTOP, "phone": PHONE}
WIDTHS: Final = {"desktop": "36%", "phone": "12%"}  # on the page that shows them all
QUALITY: Final = 0.62

_LIKES: Final = """theme => {
    const likes = { speed: 'off', sound: false, askBeforeStopping: false, guard: 0,
                    toured: ['king-of-tokyo', 'deadwood', 'yahtzee'], theme };
    localStorage.setItem('dicecup.settings', JSON.stringify(likes));
}"""
_WEBP: Final = """async ([png, quality]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', quality).split(',')[1];
}"""


class Camera:
    """One guest, photographed in all four looks at each place."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.address = address
        self.page = browser.new_context(reduced_motion="reduce").new_page()
        self._dark_room = browser.new_page()
        self.page.goto(address)
        self.dress("desktop", "light")

    def dress(self, size: str, theme: str) -> None:
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(_LIKES, theme)
        self.page.reload()

    def go(self, to: str) -> None:
        self.page.goto(f"{self.address}/#{to}")

    def take(self, name: str, before: Callable[[Page], None]) -> None:
        """`before` brings the page, freshly loaded, to where the picture is taken."""
        for size, theme in LOOKS:
            self.dress(size, theme)
            before(self.page)
            self.page.wait_for_timeout(250)
            png = base64.b64encode(self.page.screenshot()).decode()
            webp = self._dark_room.evaluate(_WEBP, [png, QUALITY])
            (FOLDER / f"{name}-{size}-{theme}.webp").write_bytes(base64.b64decode(webp))
        print(name)
        self.dress("desktop", "light")


def _heading(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def _open(*buttons: str | re.Pattern[str]) -> Callable[[Page], None]:
    def press(page: Page) -> None:
        settled(page)
        for at, button in enumerate(buttons):
            page.get_by_role("button", name=button).first.click()
            page.locator("dialog[open]").nth(at).wait_for()  # one lies over the other
        page.mouse.move(0, 0)

    return press


def _begin(camera: Camera, game: str, people: list[str], rivals: list[str]) -> str:
    """A new match with people at this screen and computers, shown."""
    seats = [{"name": name, "player": "person"} for name in people]
    seats += [{"name": name, "player": "computer", "level": "easy"} for name in rivals]
    reply = camera.page.request.post(
        f"{camera.address}/api/v1/matches", data={"game": game, "seats": seats, "seed": 11}
    )
    assert reply.ok, reply.text()
    found: str = reply.json()["match"]
    camera.go(f"/match/{found}")
    settled(camera.page)
    return found


def _play(page: Page, most: int, until: Callable[[Page], bool]) -> None:
    """Press what is marked, or what comes first, until something is to be seen."""
    for _ in range(most):
        settled(page)
        if until(page):
            return
        before = decision(page)
        main = page.locator(".press.main")
        (main if main.count() else page.locator(".press").first).click()
        moved_on(page, before)


def _last_choice(game: str) -> Match[Any]:
    """A game between computer players, before the choice that ends it."""
    match = dicecup.new(game, seats=4, seed=11, names=["Ann", "Boris", "Cora", "Dan"])
    anybody = make(game, "easy")
    choices: list[Option] = []
    playing = match.clone()
    while (ask := playing.pending) is not None:
        choices.append(anybody.decide(playing.view(ask.seat), ask, forks(playing, ask.seat)))
        playing.answer(choices[-1])
    for choice in choices[:-1]:
        match.answer(choice)
    return match


def _tour(page: Page) -> None:
    settled(page)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Show me around").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")


def _friends(camera: Camera) -> None:
    """The way to a table with friends: the screens before its game."""
    page = camera.page
    camera.go("/friends/king-of-tokyo")
    camera.take("friends", _heading)
    camera.go("/join")
    camera.take("join", _heading)
    page.request.get(f"{camera.address}/api/v1/hello")
    table = {"game": "king-of-tokyo", "name": "Ann", "character": "Giga Zaur", "computers": ["medium"]}
    reply = page.request.post(f"{camera.address}/api/v1/parties", data=table)
    assert reply.ok, reply.text()
    camera.go(f"/party/{reply.json()['party']}")
    camera.take("waiting-room", lambda page: page.locator(".letter").first.wait_for())


def _lesson(camera: Camera) -> None:
    """A guided first game, once the dice lie there."""
    page = camera.page
    camera.go("/")
    page.get_by_role("button", name="Teach me King of Tokyo").click()
    settled(page)
    before = decision(page)
    page.locator(".press.main").click()
    moved_on(page, before)
    settled(page)
    camera.take("lesson", lambda page: page.locator(".decide.mine").wait_for())


def _photograph(camera: Camera) -> None:
    page = camera.page
    _friends(camera)
    _lesson(camera)
    for game in ("king-of-tokyo", "deadwood", "yahtzee"):
        camera.go(f"/play/{game}")
        camera.take(f"setup-{game}", _heading)
        camera.go(f"/help/{game}")
        camera.take(f"help-{game}", lambda page: page.get_by_role("heading", name="Keys").wait_for())

    king = _begin(camera, "king-of-tokyo", ["Giga Zaur"], ["Alienoid", "Cyber Bunny", "Kraken", "Meka Dragon"])
    turn = re.compile(r"Turn (?:1[0-9]|[6-9]) ")
    held = page.get_by_role("button", name=re.compile("^Die 1"))
    _play(page, 60, lambda page: held.count() > 0 and page.get_by_text(turn).count() > 0)
    camera.take("king-of-tokyo", _with_dice)
    camera.take("king-of-tokyo-status", _open("Status"))
    camera.take("pause", _open("Pause"))
    camera.take("settings", _open("Pause", "Settings"))
    camera.take("keys", _open("Pause", "Settings", re.compile("^Keys")))
    camera.take("tour", _tour)

    cards = monster("wings", "jets", "made-in-a-lab", energy=5)
    scene = roll(table(cards, monster(stars=7, place="city")), 1, 1, 2, 2, 3, 5)
    bring(page, camera.address, scene.match.clone())
    camera.take("king-of-tokyo-deck", _open("Deck"))
    page.get_by_role("button", name=re.compile("look at the top card", re.IGNORECASE)).click()
    camera.take("hand-over", lambda page: page.get_by_role("dialog").wait_for())

    _begin(camera, "deadwood", ["Ann"], ["Boris", "Cora", "Dan"])
    _play(page, 5, lambda page: False)  # the lot is open, and everybody is somewhere
    _play(page, 14, lambda page: page.locator(".press[data-press=act]").count() > 0)
    camera.take("deadwood", _open())
    camera.take("deadwood-lot", _open(re.compile("^Look at Main Street")))
    bring(page, camera.address, _last_choice("deadwood"))  # a game is long, and nothing is to be seen of it
    _play(page, 5, lambda page: page.locator(".result").count() > 0)
    camera.take("result-deadwood", _result)

    _begin(camera, "yahtzee", ["Ann"], ["Boris"])
    for _ in range(14):
        settled(page)
        before = decision(page)
        if page.locator("button.pencil").count():
            points = [int(text) for text in page.locator("button.pencil").all_inner_texts()]
            page.locator("button.pencil").nth(points.index(max(points))).click()
        page.locator(".press.main").click()
        moved_on(page, before)
    camera.take("yahtzee", _with_dice)
    camera.take("yahtzee-hint", _hint)
    play_on(page)
    camera.take("result-yahtzee", _result)

    camera.go(f"/match/{king}")
    settled(page)
    play_on(page)
    camera.take("result-king-of-tokyo", _result)
    camera.go(f"/replay/{king}/40")
    camera.take("replay", lambda page: page.get_by_role("main", name="Board").wait_for())
    camera.go("/load")
    camera.take("load", _heading)
    _begin(camera, "yahtzee", ["Ann"], ["Boris"])
    camera.go("/")
    camera.take("menu", lambda page: page.get_by_role("link", name=re.compile("^Continue")).wait_for())


def _with_dice(page: Page) -> None:
    """In the middle of a turn, with two dice held."""
    settled(page)
    roll_first = page.locator(".press.main")
    if not page.get_by_role("button", name=re.compile("^Die 2")).count():
        roll_first.click()
    for slot in (2, 4):
        die = page.get_by_role("button", name=re.compile(f"^Die {slot}"))
        if die.get_attribute("aria-pressed") != "true":  # a reload does not let go of it
            die.click()
    page.mouse.move(0, 0)


def _hint(page: Page) -> None:
    settled(page)
    page.get_by_role("button", name="Hint").click()
    page.locator(".hints li").first.wait_for(timeout=60_000)


def _result(page: Page) -> None:
    page.locator(".result").wait_for()
    expect(page.get_by_text("Looking back over the game")).to_have_count(0, timeout=60_000)


@contextmanager
def _camera() -> Iterator[Camera]:
    with (
        tempfile.TemporaryDirectory() as home,
        served(Settings(folder=Path(home), **FAST)) as address,  # type: ignore[arg-type]
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        try:
            yield Camera(browser, address)
        finally:
            browser.close()


def _album(folder: Path) -> None:
    """A page with all pictures."""
    names = sorted({each.name.rsplit("-", 2)[0] for each in folder.glob("*.webp")})
    rows = [
        f"## {name.replace('-', ' ').capitalize()}\n\n"
        + "\n".join(
            f'<img src="{name}-{size}-{theme}.webp" alt="{name}, {size}, {theme}" width="{WIDTHS[size]}">'
            for size, theme in LOOKS
        )
        for name in names
    ]
    text = "# Every screen\n\nTaken by `make screens`.\n\n" + "\n\n".join(rows) + "\n"
    (folder / "README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if chromium.find() is None:
        sys.exit("Pictures need a Chromium; $DICECUP_CHROMIUM can name one.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.webp"):
        old.unlink()
    with _camera() as camera:
        _photograph(camera)
    _album(FOLDER)
    pictures = list(FOLDER.glob("*.webp"))
    print(f"{len(pictures)} pictures, {sum(each.stat().st_size for each in pictures) / 1e6:.1f} MB in {FOLDER}")
