"""Nothing is cut off on the narrowest phones: every table and all that opens over it, 320 pixels wide, with names
as long as they can be. test_fits.py goes through all screens, at many sizes, with ordinary names.
"""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import NOWHERE, Open
from tests.page.fit import faults
from tests.page.player import bring, settled
from tests.page.test_reading import played

pytestmark = pytest.mark.thorough

LONG: Final = (
    "Wolfeschlegelsteinhausenberger",
    "Donaudampfschifffahrtskapitän",
    "Bartholomew the Younger of Ely",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
)
assert all(len(name) >= 29 for name in LONG)

Opened = tuple[str | re.Pattern[str], ...]
OVER: Final[dict[str, tuple[int, list[Opened]]]] = {
    "king-of-tokyo": (50, [("Status",), ("Deck",), ("Log",), ("Hint",)]),
    "deadwood": (60, [(re.compile("^Look at"),), ("Log",), ("Hint",)]),
    "yahtzee": (31, [("Log",)]),
}


def _around(page: Page, address: str, game: str, size: tuple[int, int]) -> Iterator[list[str]]:
    answers, over = OVER[game]
    match = bring(page, address, played(game, answers, names=LONG, seats=None))
    settled(page)
    yield faults(page, f"{game}, a decision", (size,))
    for buttons in over:
        for button in buttons:
            page.get_by_role("button", name=button).first.click()
        page.locator("dialog[open], .hints li").first.wait_for(timeout=60_000)
        yield faults(page, f"{game}, {buttons[-1]}", (size,))
        if page.locator("dialog[open]").count():  # hints lie over nothing, and are the last
            page.keyboard.press("Escape")
            expect(page.locator("dialog[open]")).to_have_count(0)
    page.goto(f"{address}/#/replay/{match}/9")
    page.get_by_role("main", name="Board").wait_for()
    yield faults(page, f"{game}, a replay", (size,))


def _ended(page: Page, address: str, game: str, size: tuple[int, int]) -> Iterator[list[str]]:
    bring(page, address, played(game, None, names=LONG, seats=None))
    page.locator(".result svg").first.wait_for()
    yield faults(page, f"{game}, the result", (size,))


@pytest.mark.parametrize("tall", [568, pytest.param(720, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", OVER)
def test_nothing_is_cut_off_on_a_narrow_phone(visit: Open, address: str, game: str, tall: int) -> None:
    size = (320, tall)
    page = visit(NOWHERE, size=size)
    screens = [*_around(page, address, game, size), *_ended(page, address, game, size)]
    found = [fault for faulty in screens for fault in faulty]
    assert len(screens) > 3
    assert not found, "\n".join(found)
