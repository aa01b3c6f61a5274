"""While others play: how to get on without answering anything by mistake, and what one has missed."""

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import DESKTOP, PHONE, Guest
from tests.page.player import audit, dawdle, deciders, fits, known, play_on, settled
from tests.page.table import post

pytestmark = pytest.mark.thorough

RIVALS: Final = ("Bo", "Cy", "Di")
# Nothing but what is tested here keeps a press from answering.
SLOW: Final = {"speed": "off", "opponents": "normal", "guard": 0}
# What of the strip is cut off by the edge of its room: nothing, or it lies below choices that fill it.
_CUT: Final = """() => [...document.querySelectorAll('.since > *')].flatMap((each) => {
    const room = each.closest('[data-room]').getBoundingClientRect();
    const { top, bottom } = each.getBoundingClientRect();
    return top < room.bottom && bottom > room.bottom + 1 ? [`${each.textContent}: ${bottom - room.bottom}`] : [];
})"""
ORDER: Final = {"king-of-tokyo": {"start": "seat-order"}, "yahtzee": {"start": "seat-order"}, "deadwood": {}}


def sit(page: Page, address: str, game: str, seed: int = 5) -> str:
    """A new match against three computer players."""
    known(page, address)
    seats = [{"name": "Ann", "player": "person"}]
    seats += [{"name": name, "player": "computer", "level": "easy"} for name in RIVALS]
    options = {"options": ORDER[game]} if ORDER[game] else {}
    match = str(post(page, address, "/matches", game=game, seats=seats, seed=seed, **options)["match"])
    page.goto(f"{address}/#/match/{match}")
    return match


def mine(page: Page, address: str, match: str) -> int:
    """How many choices the person has made so far; computer players may be far ahead of what is shown."""
    return sum(seat == 0 for seat in deciders(page, address, match))


def hand_over(page: Page) -> None:
    """Play until others do, or until it is one's turn again."""
    settled(page)
    play_on(page, by_mouse=0, most=40, until=".decide .way, .since")


@pytest.mark.parametrize("way", [pytest.param("click", marks=pytest.mark.soak), "tap", "Space"])
def test_a_press_on_the_table_goes_on_to_my_next_decision_and_answers_nothing(
    guest: Guest, address: str, way: str
) -> None:
    page = guest(PHONE if way == "tap" else DESKTOP, likes=SLOW, has_touch=way == "tap").new_page()
    dawdle(page)
    match = sit(page, address, "yahtzee")
    hand_over(page)
    before = mine(page, address, match)
    expect(page.locator(".decide .way")).to_be_visible()
    where = page.locator(".frame > .tray").bounding_box()
    assert where is not None
    at = (where["x"] + 8, where["y"] + where["height"] - 8)
    if way == "Space":
        page.keyboard.press("Space")
    else:
        (page.mouse.click if way == "click" else page.touchscreen.tap)(*at)
    expect(page.locator(".decide.mine")).to_be_visible()
    expect(page.locator(".since")).to_be_visible()
    expect(page.locator(".onward")).to_be_hidden()  # its sign lies over nothing that one decides by
    assert page.locator(".decide.mine .press.main").get_attribute("data-press") is not None
    assert mine(page, address, match) == before
    expect(page.locator(".tray .note")).not_to_contain_text("left")  # and nothing has been rolled


def test_what_has_a_use_of_its_own_keeps_it_while_others_play(guest: Guest, address: str) -> None:
    page = guest(DESKTOP, likes=SLOW).new_page()
    dawdle(page)
    sit(page, address, "yahtzee")
    hand_over(page)
    page.locator(".logside .log").click()
    page.get_by_role("button", name="Speed while others play: Normal. Change to Fast.").click()
    expect(page.locator(".decide .way")).to_be_visible()
    assert json.loads(page.evaluate("localStorage['dicecup.settings']"))["opponents"] == "fast"
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".decide.mine")).to_be_visible()


def test_a_press_that_came_too_late_for_my_choice_does_not_change_the_speed_of_others(
    guest: Guest, address: str
) -> None:
    page = guest(DESKTOP, likes={**SLOW, "guard": 400}).new_page()
    dawdle(page)
    sit(page, address, "yahtzee")
    for choice in ("Roll the dice", re.compile("^Chance, would score"), re.compile("^Write")):
        button = page.get_by_role("button", name=choice)
        expect(button).to_be_visible()
        page.wait_for_timeout(500)  # until it can be pressed
        button.click()
    switch = page.get_by_role("button", name=re.compile("^Speed while others play: Normal"))
    switch.click()
    expect(switch).to_be_visible()
    page.wait_for_timeout(1700)
    switch.click()
    expect(page.get_by_role("button", name=re.compile("^Speed while others play: Fast"))).to_be_visible()


@pytest.mark.parametrize(
    ("game", "size"),
    [("king-of-tokyo", DESKTOP), ("deadwood", PHONE), pytest.param("yahtzee", PHONE, marks=pytest.mark.soak)],
    ids=str,
)
def test_what_has_happened_since_my_last_turn(
    guest: Guest, address: str, game: str, size: tuple[int, int]
) -> None:
    """With animation off; it is there after a reload, leads into the log, moves nothing, and goes when I act."""
    page = guest(size).new_page()
    sit(page, address, game)
    hand_over(page)
    strip = page.locator(".since")
    expect(strip).to_be_visible()
    page.wait_for_function(f"() => !({_CUT})().length")
    told = strip.all_inner_texts()
    prompt = page.locator(".decide .prompt").bounding_box()
    expect(page.locator("[data-room] > [role=status].unseen")).to_contain_text(" turn: ")
    audit(page, ".frame")
    fits(page)
    page.reload()
    expect(strip).to_be_visible()
    expect(strip).to_have_text(re.compile("".join(f".*{re.escape(line)}" for line in told[0].split("\n")), re.S))

    item = strip.locator("button").first
    item.click()
    line = page.locator(".log p.pointed").last
    expect(line).to_be_visible()
    assert line.get_attribute("data-n") is not None
    if size == PHONE:
        page.keyboard.press("Escape")

    choices: Any = page.locator(".decide.mine .press")
    # As if it had never been there: nothing moves.
    page.evaluate("document.querySelector('.since').style.display = 'none'")
    page.evaluate("document.querySelectorAll('.decide, .decide *').forEach((each) => { each.scrollTop = 0; })")
    assert page.locator(".decide .prompt").bounding_box() == prompt
    page.reload()
    expect(strip).to_be_visible()
    main = page.locator(".decide.mine .press.main")
    (main if main.count() else choices).first.click()
    settled(page)
    for _ in range(2):  # it is gone, also after a reload; in Deadwood it may be the next turn already
        assert strip.all_inner_texts() != told
        assert game == "deadwood" or not strip.count()
        page.reload()
        settled(page)


def test_others_have_a_speed_of_their_own_in_the_settings(guest: Guest, address: str) -> None:
    page = guest(DESKTOP).new_page()
    page.goto(f"{address}/#/")
    page.get_by_role("button", name="Settings").click()
    group = page.get_by_role("group", name="Animation while others play")
    expect(group.get_by_role("radio", name="Off")).to_be_checked()  # as everything was, before it was a choice
    group.get_by_text("Fast").click()
    kept = json.loads(page.evaluate("localStorage['dicecup.settings']"))
    assert (kept["speed"], kept["opponents"]) == ("off", "fast")
