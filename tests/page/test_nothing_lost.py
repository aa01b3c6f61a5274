"""Pages whose server is killed, two tabs at one seat, a tab that slept: all end up where the game is."""

import random
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

import dicecup
from tests.page.conftest import NOWHERE, Open
from tests.page.player import bring, decide, decision, log_of, moved_on, settled
from tests.server.browser import Program

BROKEN: Final = "Connection lost."
Guest = Callable[..., BrowserContext]

pytestmark = [pytest.mark.thorough, pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does")]


def at_a_table(guest: Guest, address: str, game: str) -> tuple[Page, str]:
    """A page at a new match of two people at one screen, so that there is always something to decide."""
    page = guest().new_page()
    return page, bring(page, address, dicecup.new(game, names=["Ann", "Bo"]))


def choose(page: Page, count: int) -> str:
    """Make a choice, and wait for nothing; what the decision was."""
    settled(page)
    if page.locator("dialog[open]").count():
        page.locator("dialog[open] .btn.main").first.click()
        settled(page)
    before = decision(page)
    decide(page, count)
    return before


def playing(page: Page, address: str, match: str) -> tuple[Page, str]:
    """The page at its match; at a new one, if that is over."""
    settled(page)
    over = page.locator(".result").count()
    return page, bring(page, address, dicecup.new("yahtzee", seats=2)) if over else match


def torture(guest: Guest, folder: Path, games: tuple[str, ...], kills: int, seed: int) -> list[float]:
    """Kill the server so many times, just when choices are on their way; how long the pages took to come back."""
    chance = random.Random(seed)
    took = []
    with Program(folder) as program:
        tables = [at_a_table(guest, program.address, game) for game in games]
        for kill in range(kills):
            known, before = [], []
            for number, (page, _) in enumerate(list(tables)):
                moved_on(page, choose(page, kill))
                tables[number] = playing(page, program.address, tables[number][1])
                known.append(log_of(page, program.address, tables[number][1]))
            for page, _ in tables:
                before.append(choose(page, kill))
            time.sleep(chance.uniform(0, 0.05))
            program.kill()
            for page, _ in tables:
                expect(page.get_by_text(BROKEN).or_(page.locator(".result")).first).to_be_visible()
            program.start()
            began = time.monotonic()
            for (page, _), was in zip(tables, before, strict=True):
                expect(page.get_by_text(BROKEN)).to_have_count(0)
                moved_on(page, was)  # the choice that was on its way is made, by itself
            took.append(time.monotonic() - began)
            for (page, match), had in zip(tables, known, strict=True):
                log = log_of(page, program.address, match)
                assert log[: len(had)] == had, f"seed {seed}, kill {kill}: what was acknowledged is gone"
                assert len(log) > len(had), "the choice that was on its way is lost"
            tables = [playing(page, program.address, match) for page, match in tables]
        assert "Traceback" not in program.stop()
    return took


def test_pages_whose_server_is_killed_come_back_by_themselves(guest: Guest, tmp_path: Path) -> None:
    assert len(torture(guest, tmp_path, ("yahtzee", "king-of-tokyo"), kills=2, seed=1)) == 2


@pytest.mark.soak
def test_fifty_kills(guest: Guest, tmp_path: Path) -> None:
    took = torture(guest, tmp_path, ("yahtzee", "king-of-tokyo", "deadwood"), 50, random.randrange(10**6))
    print(f"back after {sorted(took)[len(took) // 2]:.2f} s (median), {max(took):.2f} s (longest)")
    assert len(took) == 50


def shown(page: Page) -> list[str]:
    """What is asked, and with which dice; which of them are held is a tab's own affair until it rolls."""
    page.locator(".prompt").first.wait_for()  # a tab that has just opened has nothing on it yet
    return page.evaluate(  # type: ignore[no-any-return]
        """() => [document.querySelector('.prompt')?.innerText ?? '',
            ...[...document.querySelectorAll('.dice button')].map(
                die => die.getAttribute('aria-label').split(',')[0])]"""
    )


def same(one: Page, two: Page) -> None:
    """Both show the same decision, or will in a moment."""
    until = time.monotonic() + 20
    while shown(one) != shown(two) and time.monotonic() < until:
        two.wait_for_timeout(25)
    assert shown(one) == shown(two)


class Wire:
    """The line of a tab to the server, that a test can cut or hold up."""

    def __init__(self, page: Page) -> None:
        self.lines = 0
        self.dead: set[int] = set()  # lines on which nothing comes through, and nobody is told
        self._held: list[Callable[[], None]] | None = None
        page.route_web_socket(re.compile("/socket$"), self._forward)

    def _forward(self, line: WebSocketRoute) -> None:
        number, server = self.lines, line.connect_to_server()
        self.lines += 1

        def hear(said: str | bytes) -> None:
            if self._held is not None:
                self._held.append(lambda: line.send(said))
            elif number not in self.dead:
                line.send(said)

        server.on_message(hear)
        line.on_message(lambda said: None if number in self.dead else server.send(said))

    def hold(self) -> None:
        """Whatever the server says from now on comes later."""
        self._held = []

    def let_go(self) -> None:
        held, self._held = self._held or [], None
        for say in held:
            say()


def two_tabs(visit: Open, address: str) -> tuple[Page, Page, Wire, str]:
    """Two tabs at one seat, the line of the second in our hands."""
    one = visit(NOWHERE)
    match = bring(one, address, dicecup.new("yahtzee", names=["Ann", "Bo"], seed=3, start="seat-order"))
    two = one.context.new_page()
    wire = Wire(two)
    two.clock.install()
    two.goto(f"{address}/#/match/{match}")
    settled(two)
    same(one, two)
    return one, two, wire, match


def test_two_tabs_at_one_seat_end_up_at_the_same_decision(visit: Open, address: str) -> None:
    one, two, wire, match = two_tabs(visit, address)
    before = decision(two)
    two.get_by_role("button", name="Roll the dice").click()
    moved_on(two, before)
    same(two, one)
    # Both decide before either hears of the other: the second is told so, and nothing is done twice.
    had = log_of(one, address, match)
    wire.hold()
    before = decision(one)
    one.get_by_role("button", name="Roll all 5 again").click()
    moved_on(one, before)
    two.get_by_role("button", name="Roll all 5 again").click()
    wire.let_go()
    expect(two.get_by_role("alert")).to_contain_text("The game has moved on since.")
    same(one, two)
    assert len(log_of(one, address, match)) == len(had) + 1


def test_a_tab_that_slept_for_an_hour(visit: Open, address: str) -> None:
    """Its line is dead, and nobody has told it; meanwhile the game went on in another tab."""
    awake, asleep, wire, _ = two_tabs(visit, address)
    wire.dead.add(0)
    awake.bring_to_front()
    before = shown(asleep)
    for count in range(2):
        moved_on(awake, choose(awake, count))
    settled(awake)
    assert shown(asleep) == before != shown(awake)
    asleep.bring_to_front()
    asleep.clock.fast_forward("01:00:00")  # it asks whether anybody is there, ...
    asleep.clock.fast_forward("00:10")  # ... hears nothing, and comes again on a new line
    same(awake, asleep)
    assert wire.lines == 2
    moved_on(asleep, choose(asleep, 0))
    same(asleep, awake)
