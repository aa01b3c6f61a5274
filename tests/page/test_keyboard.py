"""Whole games by keyboard alone."""

import re

from playwright.sync_api import Page, expect

from tests.page.conftest import Open
from tests.page.player import settled


def _focus(page: Page, name: str, most: int = 80) -> None:
    """Go there with the Tab key."""
    for _ in range(most):
        page.keyboard.press("Tab")
        found = page.evaluate(
            "() => { const e = document.activeElement;"
            " return (e.getAttribute('aria-label') || e.innerText || e.value || '').trim() }"
        )
        if re.search(name, found):
            return
    raise AssertionError(f"{name} is not to be reached with the Tab key")


def test_a_game_of_yahtzee_from_the_menu_to_the_result(visit: Open) -> None:
    page = visit()
    expect(page.get_by_role("link", name="Play Yahtzee")).to_be_visible()
    _focus(page, "^Play Yahtzee$")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Yahtzee")
    _focus(page, "^One player fewer$")
    page.keyboard.press("Enter")
    _focus(page, "^Start the game$")
    page.keyboard.press("Enter")
    expect(page.locator("#decision")).to_be_visible()
    for turn in range(13):
        settled(page)
        page.keyboard.press("Enter")  # roll
        expect(page.locator(".dice button[aria-pressed]").first).to_be_visible()
        if turn % 3 == 0:
            page.keyboard.press("2")  # hold a die by its number, and roll the others
            expect(page.locator(".dice button").nth(1)).to_have_attribute("aria-pressed", "true")
            page.keyboard.press("Enter")
            expect(page.get_by_text("1 roll left").first).to_be_visible()
        _focus(page, "would score")
        page.keyboard.press("Enter")  # choose the box
        expect(page.locator("[aria-pressed=true].pencil")).to_have_count(1)
        page.keyboard.press("Enter")  # and write it
        expect(page.locator(".ink")).to_have_count(turn + 1)
    expect(page.get_by_role("heading", name=re.compile("^Final score: "))).to_be_focused()


def test_keys_of_a_table(visit: Open) -> None:
    page = visit("#/play/king-of-tokyo")
    page.get_by_role("radio", name="1 computer monster").check()
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    for key, title in (
        ("d", "Your power cards"),
        ("s", "Status"),
        ("l", "Log"),
        ("?", "Keys"),
        ("Escape", "Paused"),
    ):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_keys_can_be_switched_off(visit: Open) -> None:
    page = visit("#/play/king-of-tokyo", likes={"keys": False})
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    page.keyboard.press("s")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".press kbd")).to_have_count(0)


def test_every_event_and_every_decision_is_announced(visit: Open) -> None:
    page = visit("#/play/yahtzee")
    page.get_by_role("button", name="One player fewer").click()
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    spoken = page.locator("[aria-live=assertive]")
    expect(spoken).to_contain_text("Ann, it is your decision: Roll the dice. 1 choice.")
    expect(page).to_have_title("● Your turn · Yahtzee · Dicecup")
    page.keyboard.press("Enter")
    expect(spoken).to_have_text(
        re.compile(r"^Ann rolls \d \d \d \d \d\. Ann, it is your decision: .*5 dice to hold or roll\. 13 choices\.$")
    )
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Main menu").press("Enter")
    expect(page).to_have_title("Dicecup")
