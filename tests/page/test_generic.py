"""The screen for any game that has none of its own: one out of a package, and ours without their own screens."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dicecup.server import live
from dicecup.server.settings import Settings
from dicecup.table import brought
from tests.farkle import installed as example
from tests.packages import PIG, Install
from tests.page.conftest import DESKTOP, PHONE, Guest, Open
from tests.page.player import audit, bring, decision, fits, known, log_of, moved_on, play_on, press, settled
from tests.page.test_games import almost_over
from tests.server.browser import FAST, served

pytestmark = pytest.mark.thorough

TOURED = {"toured": ["farkle", "yahtzee", "king-of-tokyo", "deadwood"]}
SIZES = [DESKTOP, (768, 1024), PHONE]


@pytest.fixture(scope="module")
def farkle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server at which Farkle is installed."""
    package = example.build(tmp_path_factory.mktemp("package"))
    with pytest.MonkeyPatch.context() as patch, example.installed(package):
        patch.setattr(live, "_GRACE", 0.0)
        with served(Settings(folder=tmp_path_factory.mktemp("farkle"), **FAST)) as where:  # type: ignore[arg-type]
            yield where


def new(page: Page, game: str, *seats: str, seed: int | None = None, **options: Any) -> str:
    """A match at the page's server, looked at; a seat is a name, or `=` for the weakest computer player."""
    address, _, _ = page.url.partition("#")
    known(page)
    origin = re.match(r"https?://[^/]+", address)
    assert origin is not None
    wishes = [{"player": "computer", "level": "easy"} if seat == "=" else {"name": seat} for seat in seats]
    body = {"game": game, "seats": wishes, "options": options, "seed": seed}
    reply = page.request.post(f"{origin[0]}/api/v1/matches", data=body)
    assert reply.ok, reply.text()
    match = str(reply.json()["match"])
    page.goto(f"{address}#/match/{match}")
    settled(page)
    return match


def faces(page: Page) -> tuple[int, ...]:
    dice = page.get_by_role("group", name="Dice").get_by_role("button").all()
    return tuple(int(re.findall(r"\d+", die.get_attribute("aria-label") or "")[1]) for die in dice)


def take(page: Page) -> None:
    """Take the dice that bring most, and bank if that can be done."""
    from dicecup_farkle.scoring import takes

    before = decision(page)
    if page.locator(".tray.rail").count():
        best, _ = max(takes(faces(page), "fixed"), key=lambda found: found[1])
        for slot in best:
            page.keyboard.press(str(slot + 1))
        bank = page.get_by_role("button", name=re.compile("^Bank"))
        (bank if bank.count() else page.locator(".press.main")).click()
    else:
        page.locator(".press.main").click()
    moved_on(page, before)


# --- a game of somebody else ---


def test_a_game_out_of_a_package_is_played_from_the_menu_to_the_result(guest: Guest, farkle: str) -> None:
    page = guest(likes=TOURED).new_page()
    page.goto(farkle)
    page.get_by_role("link", name="Play Farkle").click()
    page.get_by_text("House rules", exact=True).click()
    page.get_by_label("The game is played to 5,000 points.").check()
    page.get_by_role("button", name="Start the game").click()
    for _ in range(6):
        settled(page)
        take(page)
    assert "at random" not in page.get_by_role("log", name="Log").first.inner_text()
    bring(page, farkle, almost_over("farkle", left=5, goal=5_000))
    for _ in range(60):
        settled(page)
        if page.locator(".result").count():
            break
        take(page)
    expect(page.locator(".result")).to_contain_text("points")
    assert "banks" in page.get_by_role("log", name="Log").first.inner_text()
    audit(page)
    fits(page)
    page.get_by_role("link", name="Watch the game").click()
    expect(page.get_by_role("region", name="The table")).to_be_visible()
    page.goto(farkle)
    expect(page.get_by_role("link", name="Play Farkle")).to_be_visible()


@pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=[] if size == PHONE else pytest.mark.soak, id=str(size[0])) for size in SIZES],
)
def test_it_fits_and_keeps_nobody_out(guest: Guest, farkle: str, size: tuple[int, int]) -> None:
    page = guest(size, likes=TOURED).new_page()
    page.goto(farkle)
    new(page, "farkle", "Ann", "Ben", "=", seed=5, start="seat-order")
    page.locator(".press.main").click()
    settled(page)
    page.keyboard.press("1")
    fits(page)
    audit(page)
    words = page.locator(".frame").inner_text()
    assert "undefined" not in words
    assert "aside" not in words, "no name of a field is read by a player"


def test_dice_are_chosen_by_number_and_by_click_and_enter_rolls_the_others(guest: Guest, farkle: str) -> None:
    page = guest(likes=TOURED).new_page()
    page.goto(farkle)
    match = new(page, "farkle", "Ann", "Ben", seed=5, start="seat-order")  # rolls 5 2 6 1 4 5
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator(".unable")).to_contain_text("Tap the dice you want")
    page.keyboard.press("4")
    expect(press(page, "roll 3")).to_contain_text("Roll the other 5")
    expect(page.locator(".unable")).to_contain_text("have to be 500 or more; this would be 100")
    page.get_by_role("button", name=re.compile("^Die 6: 5")).click()
    expect(press(page, "roll 3 5")).to_contain_text("These dice bring 150")
    before = decision(page)
    page.keyboard.press("Enter")
    moved_on(page, before)
    assert log_of(page, farkle, match)[-1] == ["roll", 3, 5]


def test_a_die_that_does_not_count_says_so(guest: Guest, farkle: str) -> None:
    page = guest(likes=TOURED).new_page()
    page.goto(farkle)
    new(page, "farkle", "Ann", "Ben", seed=5, start="seat-order")
    page.keyboard.press("Enter")
    settled(page)
    page.keyboard.press("2")
    expect(page.get_by_role("group", name="Dice")).to_contain_text("Nothing can be done with die 2 now.")
    expect(page.get_by_role("button", name=re.compile("^Die 2:"))).to_have_attribute("aria-pressed", "false")


def test_a_hint_lights_the_dice_it_is_about(guest: Guest, farkle: str) -> None:
    page = guest(likes=TOURED).new_page()
    page.goto(farkle)
    new(page, "farkle", "Ann", "Ben", seed=5, start="seat-order")
    page.keyboard.press("Enter")
    settled(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice")).to_contain_text("points")
    expect(page.locator(".tray li.hinted")).not_to_have_count(0)


def test_a_choice_can_be_taken_back(guest: Guest, farkle: str) -> None:
    page = guest(likes=TOURED).new_page()
    page.goto(farkle)
    match = new(page, "farkle", "Ann", "Ben", seed=7, start="seat-order", opening=0)
    page.keyboard.press("Enter")
    settled(page)
    take(page)
    settled(page)
    banked = len(log_of(page, farkle, match))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".tray.rail")).to_be_visible()
    assert len(log_of(page, farkle, match)) >= banked


def test_a_game_whose_package_is_gone_says_so_and_can_be_deleted(
    guest: Guest, install: Install, tmp_path: Path
) -> None:
    package = install("pig", {"pig.py": PIG}, {"dicecup.games": {"pig": "pig:GAME"}})
    page = guest(likes={"toured": ["pig"]}).new_page()
    with served(Settings(folder=tmp_path / "home", **FAST)) as address:  # type: ignore[arg-type]
        page.goto(address)
        new(page, "pig", "Ann", "Ben", seed=3)
        page.goto(address)
        page.get_by_role("link", name=re.compile("^Continue")).wait_for()
        shutil.rmtree(package)
        brought.forget()
        page.reload()
        expect(page.get_by_role("link", name="Load")).to_be_visible()
        expect(page.get_by_role("link", name=re.compile("^Continue"))).to_have_count(0)
        page.get_by_role("link", name="Load").click()
        expect(page.get_by_text("Pig is not installed here any more.")).to_be_visible()
        expect(page.get_by_role("link", name=re.compile("^Continue"))).to_have_count(0)
        audit(page)
        page.get_by_role("button", name=re.compile("^Delete the game Pig")).click()
        expect(page.get_by_text("Pig is not installed here any more.")).to_have_count(0)


def test_a_die_with_twenty_sides_shows_its_number(guest: Guest, install: Install, tmp_path: Path) -> None:
    """Its six faces have no room for more pips: until now it showed a one."""
    source = PIG.replace('/roll", (0,))', '/roll", (0,), 20)')
    assert source != PIG
    install("pig", {"pig.py": source}, {"dicecup.games": {"pig": "pig:GAME"}})
    page = guest(likes={"toured": ["pig"]}).new_page()
    with served(Settings(folder=tmp_path / "home", **FAST)) as address:  # type: ignore[arg-type]
        page.goto(address)
        new(page, "pig", "Ann", "Ben", seed=3, goal=500)
        shown = set()
        for _ in range(5):
            settled(page)
            before = decision(page)
            press(page, "roll").click()
            moved_on(page, before)
            settled(page)
            # At one moment: between two questions the next throw could come.
            label, drawn = page.evaluate(
                """() => [document.querySelector('.tray [aria-label^="Die 1:"]')?.ariaLabel ?? '',
                    [...document.querySelectorAll('.tray .cube svg text')].map(one => one.textContent)]"""
            )
            said = re.findall(r"Die 1: (\d+)", label)
            assert drawn == said or (not drawn and int(said[0]) <= 6)
            shown.update(drawn)
        assert any(int(face) > 6 for face in shown)


# --- our own games, by their options and views alone ---


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        pytest.param("yahtzee", ("Ann",), {}, marks=pytest.mark.soak),  # every run: a package's, see above
        pytest.param("king-of-tokyo", ("Ann", "="), {}, marks=pytest.mark.soak),
        pytest.param("deadwood", ("Ann", "="), {"stall_turns": 20}, marks=pytest.mark.soak),
    ],
)
def test_a_whole_game_of_ours_needs_nothing_but_options_and_views(
    visit: Open, game: str, seats: tuple[str, ...], options: dict[str, Any]
) -> None:
    page = visit("?plain")
    new(page, game, *seats, **options)
    expect(page.get_by_role("region", name="The table")).to_be_visible()
    play_on(page)
    expect(page.locator(".result")).to_be_visible()
    fits(page)


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param(game, size, id=f"{game}-{size[0]}", marks=[] if at == number else pytest.mark.soak)
        for at, game in enumerate(("yahtzee", "king-of-tokyo", "deadwood"))
        for number, size in enumerate(SIZES)
    ],
)
def test_ours_fit_and_keep_nobody_out(visit: Open, game: str, size: tuple[int, int]) -> None:
    page = visit("?plain", size)
    new(page, game, "Ann", "=", "=", seed=3, start="seat-order")
    page.locator(".press").first.click()
    settled(page)
    fits(page)
    audit(page)
    words = page.locator(".frame").inner_text()
    for raw in ("_", "undefined", "{", "[object"):
        assert raw not in words


# --- a game that gives no hints at all, with cards that others must not see ---


@pytest.fixture
def hush(install: Install, tmp_path: Path) -> Iterator[str]:
    """The address of a server at which the toy card game is installed."""
    install(
        "hush",
        {"hush_here.py": "from tests.table.hush import HUSH"},
        {"dicecup.games": {"hush": "hush_here:HUSH"}},
    )
    with served(Settings(folder=tmp_path / "home", **FAST)) as where:  # type: ignore[arg-type]
        yield where


def test_what_is_for_one_pair_of_eyes_is_covered_until_they_have_the_screen(guest: Guest, hush: str) -> None:
    page = guest(likes={"toured": ["hush"]}).new_page()
    page.goto(hush)
    new(page, "hush", "Ann", "Ben", seed=3)
    dialog = page.get_by_role("dialog")
    decided = 0
    for number in range(60):
        settled(page)
        if page.locator(".result").count():
            break
        if dialog.count():
            name = "Ann" if "Ann" in dialog.inner_text() else "Ben"
            dialog.get_by_role("button", name=f"I am {name}").click()
            expect(dialog).to_have_count(0)
            expect(page.locator(".prompt .name")).to_have_text(name)
            continue
        before = decision(page)
        presses = page.locator(".press")
        presses.nth(number % presses.count()).click()
        moved_on(page, before)
        decided += 1
    expect(page.locator(".result")).to_be_visible()
    assert decided > 4


def test_a_view_without_hints_is_drawn_by_its_kind(guest: Guest, hush: str) -> None:
    page = guest(likes={"toured": ["hush"]}).new_page()
    page.goto(hush)
    new(page, "hush", "Ann", "Ben", seed=3)
    page.get_by_role("dialog").get_by_role("button").click()
    table = page.get_by_role("region", name="The table")
    expect(table).to_contain_text("Own")
    expect(table.get_by_role("row", name=re.compile("Points 0 0"))).to_be_visible()
    expect(page.get_by_role("group", name="Dice")).to_have_count(0)
    fits(page)
    audit(page)
