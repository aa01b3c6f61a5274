"""A game that the page has no folder for: its door, its set-up and its help come from what the server sends."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page.conftest import DESKTOP, PHONE, Guest
from tests.page.player import audit, fits

RULES = {
    "game": "noughts",
    "title": "Noughts",
    "options": {},
    "sections": [{"id": "aim", "title": "The aim", "paragraphs": ["Three in a row win."]}],
    "shown": {},
    "called": {},
}


def _more(route: Route) -> None:
    """What the server says, and one game more."""
    reply = route.fetch()
    welcome: dict[str, Any] = reply.json()
    like = next(game for game in welcome["games"] if game["name"] == "yahtzee")
    asks = {"react": "when somebody is about to win"}
    noughts = {**like, "name": "noughts", "title": "Noughts", "blurb": "Three in a row.", "seats": [2, 3]}
    welcome["games"].append({**noughts, "interrupts": asks})
    route.fulfill(response=reply, json=welcome)


@pytest.fixture
def page(guest: Guest, address: str, request: pytest.FixtureRequest) -> Page:
    page = guest(request.param).new_page()
    page.route("**/api/v1/hello", _more)
    page.route("**/api/v1/games/noughts/rules", lambda route: route.fulfill(json=RULES))
    page.goto(address)
    return page


@pytest.mark.parametrize("page", [pytest.param(DESKTOP, marks=pytest.mark.soak), PHONE], indirect=True)
def test_a_game_that_nobody_has_drawn_has_a_door_a_set_up_and_help(page: Page) -> None:
    play = page.get_by_role("link", name="Play Noughts")
    door = page.locator(".door", has=play)
    expect(door).to_contain_text("Three in a row.")
    expect(door).to_contain_text("2 to 3 players")
    expect(door.locator("svg[preserveAspectRatio]")).to_be_visible()
    right = "door => [door.querySelector('.plate'), door].map(each => each.getBoundingClientRect().right)"
    plate, frame = door.evaluate(right)
    assert plate <= frame, "nothing of it is cut off"
    audit(page)
    fits(page)

    play.click()
    expect(page.get_by_role("heading", name="A new game of Noughts")).to_be_visible()
    expect(page.get_by_label("Number of players")).to_have_value("2")
    expect(page.get_by_label("Name of player 1")).not_to_have_value("")
    expect(page.get_by_role("radio", name="Kraken")).to_have_count(0)
    audit(page)
    fits(page)

    page.get_by_role("link", name="Help").click()
    expect(page.get_by_role("heading", name="Rules for Noughts")).to_be_visible()
    expect(page.get_by_text("Three in a row win.")).to_be_visible()
    expect(page.locator(".picture > svg")).to_be_visible()
    page.get_by_label("Search the rules").fill("three")
    expect(page.get_by_text("1 place found")).to_be_visible()
    audit(page)
    fits(page)


@pytest.mark.parametrize("page", [DESKTOP], indirect=True)
def test_its_optional_questions_stand_beside_those_of_the_others(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    asked = page.get_by_role("group", name="Optional questions in Noughts").get_by_role("combobox")
    expect(asked.get_by_role("option")).to_have_text(["Always ask", "Never ask"])  # it has no hearts to count
    theirs = page.get_by_role("group", name="Optional questions in King of Tokyo").get_by_role("combobox").first
    expect(theirs.get_by_role("option")).to_have_count(7)
    asked.select_option("Never ask")
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(asked).to_have_value("never")
    audit(page)
