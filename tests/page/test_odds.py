"""The odds of what one hopes for: there for whoever looks closer, and pressing nothing."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import NOWHERE, PHONE, Guest, Open
from tests.page.player import audit, bring
from tests.page.test_presses import king, yahtzee


def slip(page: Page) -> Locator:
    return page.get_by_role("tooltip")


def die(page: Page, number: int) -> Locator:
    return page.get_by_role("group", name="Dice").get_by_role("button", name=re.compile(f"^Die {number}:"))


def rows(page: Page) -> list[str]:
    return [re.sub(r"\s+", " ", each).strip() for each in slip(page).locator("dl > div").all_inner_texts()]


@pytest.mark.thorough
def test_a_mouse_that_rests_on_a_die_sees_the_odds_and_what_they_assume(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    bring(page, address, king(1, 1, 2, 5, 6, 6))
    die(page, 1).hover()
    # Four dice, two rolls: each is a one with 11/36.
    expect(slip(page)).to_contain_text("3 or more, a triple")
    assert rows(page) == ["3 or more, a triple 77%", "4 or more 36%", "5 or more 9%", "6 or more under 1%"]
    expect(slip(page)).to_contain_text(
        "If you keep those you have and every one that comes, and roll the other 4 dice for ones with "
        "the 2 rolls that are left."
    )
    audit(page)
    page.mouse.move(5, 5)
    expect(slip(page)).to_have_count(0)


def test_dice_in_the_rail_are_not_rolled_for_it(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    bring(page, address, king(1, 1, 2, 5, 6, 6))
    for number in (5, 6):
        die(page, number).click()
    die(page, 1).hover()
    expect(slip(page)).to_contain_text("the other 2 dice")
    expect(slip(page)).to_contain_text("The other 2 dice you keep stay.")
    assert rows(page) == ["3 or more, a triple 52%", "4 or more 9%"]


def test_the_keyboard_sees_them_too_and_escape_closes_them_alone(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    bring(page, address, king(1, 1, 2, 5, 6, 6))
    die(page, 3).focus()
    page.keyboard.press("Shift+Tab")
    expect(slip(page)).to_contain_text("Ones")
    described = die(page, 2).get_attribute("aria-describedby")
    assert slip(page).get_attribute("id") == described
    page.keyboard.press("Space")  # it is kept, and the odds stay
    expect(die(page, 2)).to_have_attribute("aria-pressed", "true")
    expect(slip(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(slip(page)).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)  # the game goes on
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_long_press_shows_them_and_keeps_no_die(guest: Guest, address: str) -> None:
    page = guest(PHONE, has_touch=True).new_page()
    page.goto(address)
    bring(page, address, king(1, 1, 2, 5, 6, 6))
    box = die(page, 4).bounding_box()
    assert box is not None
    touch: dict[str, Any] = {"x": box["x"] + 12, "y": box["y"] + 12}
    line = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
    expect(slip(page)).to_contain_text("Energy")
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(slip(page)).to_be_visible()
    inside = page.evaluate("""() => { const box = document.querySelector('[role=tooltip]').getBoundingClientRect();
        return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight; }""")
    assert inside
    expect(die(page, 4)).to_have_attribute("aria-pressed", "false")
    die(page, 1).tap()
    expect(slip(page)).to_have_count(0)
    expect(die(page, 1)).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("way", ["the box", "the die"])
def test_yahtzee_tells_the_odds_of_a_box_with_what_is_kept(visit: Open, address: str, way: str) -> None:
    page = visit(NOWHERE)
    bring(page, address, yahtzee("roll"))
    faces = [
        int(re.findall(r"\d+", each.get_attribute("aria-label") or "")[1])
        for each in page.get_by_role("group", name="Dice").get_by_role("button").all()
    ]
    if way == "the die":
        die(page, 1).hover()
        names = ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")
        expect(slip(page)).to_contain_text(names[faces[0] - 1])
        return
    row = page.locator("tr", has_text="Yahtzee").first
    row.hover()
    expect(slip(page)).to_contain_text("always keep the right dice")
    free = rows(page)
    page.mouse.move(5, 5)
    die(page, 1).click()
    row.hover()
    expect(slip(page)).to_contain_text(f"If you keep {faces[0]} now")
    chance = [int(re.findall(r"(\d+)%", row)[0]) for (row,) in (rows(page), free)]
    assert chance[0] <= chance[1], "keeping one die is not better for it than keeping the right ones"


def test_there_are_none_without_a_roll_left_and_none_while_dice_roll(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    bring(page, address, yahtzee("roll", ("keep",), ("keep",)))
    page.locator("tr", has_text="Full house").first.hover()
    page.wait_for_timeout(700)
    expect(slip(page)).to_have_count(0)
