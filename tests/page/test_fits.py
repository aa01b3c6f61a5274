"""Every screen, at every size of a window: what can be pressed is whole, uncovered and large enough, nothing has
to be scrolled to the side, and no word is cut off that cannot be read elsewhere.

One browser goes through all screens once; at each it is made as large and as small as windows are. `make soak`
does it with every size everywhere, and with letters of twice the size.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page import chromium
from tests.page.conftest import LIKES, SMALL, Open
from tests.page.fit import SIZES, faults, too_small
from tests.page.player import audit, bring, decision, moved_on, settled
from tests.page.table import gather
from tests.scenarios.king_of_tokyo.tokyo import monster, roll, table
from tests.server.test_saves import finished

pytestmark = pytest.mark.thorough

Sizes = tuple[tuple[int, int], ...]
FEW: Sizes = ((1280, 800), (390, 844), (320, 568))  # where most was found
_RIVALS = {
    "king-of-tokyo": ["Alienoid", "Cyber Bunny", "Kraken", "Meka Dragon"],
    "deadwood": ["Boris", "Cora", "Dan"],
    "yahtzee": ["Boris"],
}


OPENED = {"Pause", "Settings", "Keys …"}
FOR_FINGERS = {
    *(
        "menu",
        "load",
        "my games",
        "puzzles",
        "help on yahtzee",
        "set-up of king-of-tokyo",
        "set-up of deadwood",
        "play with friends",
    ),
    *("a code", "King of Tokyo, dice", "Deadwood, moving", "Yahtzee", *OPENED),
}


def _begin(page: Page, address: str, game: str, **facts: Any) -> str:
    seats = [{"name": "Giga Zaur", "player": "person"}]
    seats += [{"name": name, "player": "computer", "level": "easy"} for name in _RIVALS[game]]
    reply = page.request.post(
        f"{address}/api/v1/matches", data={"game": game, "seats": seats, "seed": 11, **facts}
    )
    assert reply.ok, reply.text()
    found: str = reply.json()["match"]
    page.goto(f"{address}/#/match/{found}")
    settled(page)
    return found


def _until(page: Page, wanted: str) -> None:
    """Press what is marked, or what comes first, until something is there."""
    for _ in range(60):
        settled(page)
        if page.locator(wanted).count():
            return
        before = decision(page)
        main = page.locator(".press.main")
        (main if main.count() else page.locator(".press").first).click()
        moved_on(page, before)
    raise AssertionError(f"{wanted} does not come up")


def _around(page: Page, address: str) -> Iterator[str]:
    """Every screen in turn; its name."""
    yield "menu"
    for game in _RIVALS:
        page.goto(f"{address}/#/play/{game}")
        expect(page.get_by_role("button", name="Start the game")).to_be_visible()
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        yield f"set-up of {game}"
        page.goto(f"{address}/#/help/{game}")
        page.get_by_role("heading", name="Keys").wait_for()
        yield f"help on {game}"
    page.goto(f"{address}/#/mine")
    page.get_by_role("heading", name="Done and learnt").wait_for()
    yield "my games"
    page.goto(f"{address}/#/friends/king-of-tokyo")
    page.get_by_label("Your name").fill("Bartholomew the Younger")
    yield "play with friends"
    page.get_by_role("button", name="Open the table").click()
    page.locator(".letter").first.wait_for()
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    yield "the waiting room"
    page.goto(f"{address}/#/join")
    page.get_by_role("button", name="Come in").click()
    yield "a code"
    _begin(page, address, "king-of-tokyo")
    _until(page, ".tray.rail button")
    yield "King of Tokyo, dice"
    for buttons in (("Status",), ("Pause",), ("Pause", "Settings"), ("Pause", "Settings", "Keys …")):
        for button in buttons:
            page.get_by_role("button", name=button).first.click()
        yield buttons[-1]
        page.reload()
        settled(page)
    rich = monster("wings", "jets", "made-in-a-lab", "energy-hoarder", energy=15)
    scene = roll(table(rich, monster(stars=7, place="city"), *[monster()] * 4), 1, 1, 2, 2, 3, 5)
    bring(page, address, scene.match.clone())
    yield "King of Tokyo, buying"
    page.get_by_role("button", name="Deck", exact=True).click()
    yield "the deck"
    page.reload()
    settled(page)
    _begin(page, address, "deadwood")
    yield "Deadwood, moving"
    _until(page, ".press[data-press=act]")
    yield "Deadwood, acting"
    page.get_by_role("button", name="Look at Main Street").click()
    yield "a lot"
    page.reload()
    match = _begin(page, address, "yahtzee")
    _until(page, "button.pencil, button.box")
    yield "Yahtzee"
    page.goto(f"{address}/#/replay/{match}/1")
    page.get_by_role("main", name="Board").wait_for()
    yield "a replay"
    page.goto(f"{address}/#/puzzles")
    page.get_by_role("heading", name="By theme").first.wait_for()
    yield "puzzles"
    page.goto(f"{address}/#/")
    gather(address, {"Wolfeschlegel": page}, "king-of-tokyo", ["easy"] * 5, clock="relaxed")
    settled(page)
    yield "a table of friends"
    page.keyboard.press("l")
    yield "log and talk"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Who is at the table").click()
    yield "people"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Continue on my phone").click()
    page.get_by_role("img", name=re.compile("^QR code")).wait_for()
    yield "another device"
    page.reload()
    bring(page, address, finished())
    page.locator(".result svg").first.wait_for()
    yield "the result"
    page.goto(f"{address}/#/load")
    page.get_by_role("heading", name="Finished games").wait_for()
    yield "load"


def test_everything_can_be_pressed_and_read(visit: Open, address: str) -> None:
    """On phones with a finger, too; and what opens over a table keeps nobody out there."""
    page = visit()
    found: list[str] = []
    for where in _around(page, address):
        found += faults(page, where, FEW)
        page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
        if where in FOR_FINGERS:
            found += too_small(page, where)
        if where in OPENED:
            audit(page)
        page.set_viewport_size({"width": 1280, "height": 800})
    assert not found, "\n".join(found)


@pytest.mark.soak
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everything_can_be_pressed_and_read_at_every_size(visit: Open, address: str, theme: str) -> None:
    page = visit(likes={"theme": theme})
    found: list[str] = []
    for where in _around(page, address):
        found += faults(page, where, SIZES)
        page.set_viewport_size({"width": 1280, "height": 800})
    assert not found, "\n".join(found)


@pytest.mark.soak
def test_everything_can_be_pressed_and_read_with_letters_of_twice_the_size(browser: Browser, address: str) -> None:
    """As set in the browser: that is what widths in `em` ask about."""
    large = browser.browser_type.launch(
        executable_path=chromium.find(), args=["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    )
    try:
        page = large.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        page.add_init_script(f"localStorage.setItem('dicecup.settings', {json.dumps(json.dumps(LIKES))})")
        page.goto(address)
        assert page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
        found: list[str] = []
        for where in _around(page, address):
            found += faults(page, where, ((1920, 1080), (1280, 800)))
            page.set_viewport_size({"width": 1280, "height": 800})
        assert not found, "\n".join(found)
    finally:
        large.close()
