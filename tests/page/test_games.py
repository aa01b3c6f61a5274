"""Whole games, from the main menu to the result screen, through the real page."""

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

import dicecup
from dicecup.players import RandomPlayer, play
from dicecup.table import Match
from tests.page.conftest import DESKTOP, NOWHERE, PHONE, Open
from tests.page.player import audit, bring, decide, decision, fits, moved_on, play_on, settled, start_game

# Whole games by mouse and finger are for soak runs: every run plays one of each by keyboard (test_keyboard.py) and
# begins and ends one of each on a phone.
SIZES = pytest.mark.parametrize("size", [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")])


@pytest.mark.soak
@SIZES
def test_king_of_tokyo(visit: Open, size: tuple[int, int]) -> None:
    page = visit(size=size)
    page.get_by_role("link", name="Play King of Tokyo").click()
    page.get_by_role("radio", name="Kraken").check()
    page.get_by_role("radio", name="1 computer monster").check()
    page.get_by_role("radio", name="Easy").check()
    start_game(page)
    settled(page)
    expect(page.locator(".decide .name")).to_have_text("Kraken")
    audit(page)
    fits(page)
    play_on(page, by_mouse=12)
    expect(page.get_by_role("heading", name=re.compile("wins?!|share the win|Nobody wins"))).to_be_visible()
    audit(page)
    fits(page)
    page.get_by_role("button", name=re.compile("^Play again")).click()
    expect(page.locator(".result")).to_have_count(0)
    settled(page)
    page.goto(page.url.split("#")[0])
    expect(page.get_by_role("link", name=re.compile("^Continue"))).to_be_visible()
    audit(page)


@pytest.mark.soak
@SIZES
def test_yahtzee(visit: Open, size: tuple[int, int]) -> None:
    page = visit(size=size)
    page.get_by_role("link", name="Play Yahtzee").click()
    page.get_by_role("radio", name="Easy").check()
    page.get_by_label("Name of player 1").fill("Ann")
    start_game(page)
    settled(page)
    audit(page)
    fits(page)
    assert play_on(page, by_mouse=12) >= 13
    expect(page.locator(".result")).to_contain_text("Ann")
    expect(page.locator(".result li")).to_have_count(2)
    audit(page)
    page.get_by_role("button", name=re.compile("^Play again")).click()
    settled(page)
    expect(page.locator("[role=log]").first).to_contain_text("The game is written into column 2 of 6.")


@pytest.mark.soak
@SIZES
@pytest.mark.parametrize("idle", [pytest.param(3, id="short days"), pytest.param(None, id="whole days")])
def test_deadwood(visit: Open, size: tuple[int, int], idle: int | None) -> None:
    """Whoever presses whatever comes first goes round in circles; a house rule makes the days shorter."""
    page = visit(size=size)
    page.get_by_role("link", name="Play Deadwood").click()
    page.get_by_role("radio", name="Easy").check()
    page.get_by_role("button", name="One player fewer").click()
    page.get_by_label("Name of player 1").fill("Ann")
    if idle:
        page.get_by_text("House rules", exact=True).click()
        page.get_by_label("Idle turns in a row").fill(str(idle))
    start_game(page)
    settled(page)
    audit(page)
    fits(page)
    assert play_on(page, by_mouse=12) > 12
    expect(page.locator(".result")).to_contain_text("Ann")
    expect(page.locator(".result li")).to_have_count(2)
    audit(page)
    fits(page)


@pytest.mark.thorough
def test_beginning_on_a_phone(visit: Open, address: str) -> None:
    page = visit(size=PHONE)
    for title in ("King of Tokyo", "Yahtzee", "Deadwood"):
        page.goto(f"{address}/#/")
        page.get_by_role("link", name=f"Play {title}").click()
        page.get_by_role("radio", name="Easy").check()
        start_game(page)
        settled(page)
        audit(page)
        fits(page)
        for count in range(3):
            before = decision(page)
            decide(page, count)
            moved_on(page, before)
            settled(page)
        fits(page)


def almost_over(game: str, left: int, **options: Any) -> Match[Any]:
    """A match of two with so many decisions to go, if they are made as they were the first time."""
    start = partial(dicecup.new, game, names=["Ann", "Ben"], seed=1, **options)
    whole = play(start(), [RandomPlayer(seed=2), RandomPlayer(seed=3)])
    chosen = [entry.to_json()["choice"] for entry in whole.log if "choice" in entry.to_json()]
    match = start()
    for choice in chosen[:-left]:
        match.answer(choice)
    return match


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["king-of-tokyo", "yahtzee", "deadwood"])
def test_ending_on_a_phone(visit: Open, address: str, game: str) -> None:
    page = visit(NOWHERE, size=PHONE)
    bring(page, address, almost_over(game, left=5))
    settled(page)
    fits(page)
    play_on(page)
    expect(page.locator(".result")).to_contain_text("Ann")
    expect(page.locator(".result li")).to_have_count(2)
    audit(page)
    fits(page)
    page.get_by_role("button", name=re.compile("^Play again")).click()
    expect(page.locator(".result")).to_have_count(0)
    settled(page)
