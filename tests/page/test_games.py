"""Whole games, from the main menu to the result screen, through the real page."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import DESKTOP, PHONE, Open
from tests.page.player import audit, fits, play_on, settled, start_game

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


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
    play_on(page)
    expect(page.get_by_role("heading", name=re.compile("wins!|share the win|Nobody wins"))).to_be_visible()
    audit(page)
    fits(page)
    page.get_by_role("button", name=re.compile("^Play again")).click()
    expect(page.locator(".result")).to_have_count(0)
    settled(page)
    page.goto(page.url.split("#")[0])
    expect(page.get_by_role("link", name=re.compile("^Continue"))).to_be_visible()
    audit(page)


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
    assert play_on(page) >= 13
    expect(page.locator(".result")).to_contain_text("Ann")
    expect(page.locator(".result li")).to_have_count(2)
    audit(page)
    page.get_by_role("button", name=re.compile("^Play again")).click()
    settled(page)
    expect(page.locator("[role=log]").first).to_contain_text("The game is written into column 2 of 6.")


@SIZES
def test_deadwood(visit: Open, size: tuple[int, int]) -> None:
    page = visit(size=size)
    page.get_by_role("link", name="Play Deadwood").click()
    page.get_by_role("radio", name="Easy").check()
    page.get_by_role("button", name="One player fewer").click()
    page.get_by_label("Name of player 1").fill("Ann")
    start_game(page)
    settled(page)
    audit(page)
    fits(page)
    play_on(page)
    expect(page.locator(".result")).to_contain_text("Ann")
    expect(page.locator(".result li")).to_have_count(2)
    audit(page)
    fits(page)
