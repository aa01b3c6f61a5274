"""Room for fingers, little motion, a first look around, and what only one pair of eyes may see."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.conftest import NOWHERE, PHONE, Open
from tests.page.player import audit, bring, settled, start_game
from tests.scenarios.king_of_tokyo.tokyo import monster, roll, table

GAMES = ("king-of-tokyo", "deadwood", "yahtzee")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.thorough
def test_whoever_asks_for_it_is_shown_around(visit: Open, game: str) -> None:
    page = visit(f"#/play/{game}", size=PHONE)
    start_game(page)
    settled(page)
    tour = page.get_by_role("dialog", name="A look around")
    expect(tour).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show me around").click()
    expect(tour).to_be_visible()
    steps = int(tour.get_by_text(re.compile(r"^\d of \d$")).inner_text()[-1])
    assert 3 <= steps <= 6
    for step in range(steps):
        expect(tour.get_by_role("heading")).to_contain_text(f"{step + 1} of {steps}")
        expect(tour.get_by_role("heading")).to_be_focused()
        light, card = (tour.locator(each).bounding_box() for each in (".light", ".card"))
        assert light
        assert card
        assert not _overlap(light, card), f"step {step + 1} covers what it explains"
        if step == 0:
            audit(page)
        page.keyboard.press("ArrowRight")
    expect(tour).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show me around").click()
    expect(tour).to_be_visible()
    page.keyboard.press("Escape")
    expect(tour).to_have_count(0)


def _overlap(one: Any, other: Any) -> bool:
    return all(
        one[at] + 6 < other[at] + other[size] and other[at] + 6 < one[at] + one[size]
        for at, size in (("x", "width"), ("y", "height"))
    )


@pytest.mark.thorough
def test_what_only_one_may_see_waits_for_the_screen_to_be_handed_over(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    game = roll(table(monster("made-in-a-lab", energy=5), None), 1, 1, 2, 2, 3, 5)
    match = game.match.clone()
    bring(page, address, match)
    page.get_by_role("button", name=re.compile("look at the top card", re.IGNORECASE)).click()
    cover = page.get_by_role("dialog", name="Hand the screen to Ann")
    expect(cover).to_be_visible()
    audit(page)
    secret = re.compile("on top|top card", re.IGNORECASE)
    expect(page.locator("#decision").get_by_text(secret)).to_have_count(0)
    expect(cover.get_by_role("button")).to_be_focused()
    page.keyboard.press("Escape")
    expect(cover).to_be_visible()
    page.reload()  # not a way round it
    expect(cover).to_be_visible()
    cover.get_by_role("button", name="I am Ann").press("Enter")
    expect(page.get_by_role("region", name="Your decision").get_by_role("heading")).to_contain_text("Ann")
    page.get_by_role("button", name=re.compile("^Leave|^No")).first.click()
    expect(page.get_by_role("log").first).to_contain_text("Ann has looked at something in secret.")
    expect(page.get_by_role("region", name="Market")).to_contain_text("Somebody knows the top card")


def test_decisions_without_a_choice_are_skipped(visit: Open, address: str) -> None:
    page = visit(NOWHERE, likes={"skipForced": True, "rollAtOnce": True})
    game = table(monster(energy=0), None, options={"cards": False})
    bring(page, address, game.match.clone())
    keep = page.get_by_role("button", name="Keep this roll")
    expect(keep).to_be_visible()  # rolled by itself
    keep.click()
    expect(page.locator(".decide .name")).to_have_text("Ben")  # nothing to buy, so the turn has ended


@pytest.mark.thorough
def test_questions_are_asked_only_below_so_many_hearts(visit: Open, address: str) -> None:
    """Ben could save himself with Wings; with all his hearts he does not want to be asked."""
    for asking, asked in (("always", True), (5, False), ("never", False)):
        page = visit(NOWHERE, likes={"asking": {"king-of-tokyo": {"react": asking}}})
        game = table(monster(place="outside"), monster("wings", energy=4, place="city"))
        game.unused.insert(0, [6, 1, 2, 2, 3, 5])
        game.do("roll")
        bring(page, address, game.match.clone())
        page.get_by_role("button", name="Keep this roll").click()
        heading = page.get_by_role("region", name="Your decision").get_by_role("heading", level=2)
        if asked:
            expect(heading).to_contain_text("Ben")
            expect(page.get_by_role("button", name=re.compile("Wings"))).to_be_visible()
        else:
            expect(page.get_by_role("log").first).to_contain_text("Ben loses 1 heart")


@pytest.mark.thorough
def test_animation_stops_where_it_is_not_wanted(visit: Open) -> None:
    moving = "document.getAnimations().filter(a => a.effect.getTiming().iterations === Infinity).length"
    for likes, motion in (({"speed": "off"}, "no-preference"), ({"speed": "normal"}, "reduce")):
        page = visit("#/play/king-of-tokyo", likes=likes, reduced_motion=motion)
        start_game(page)
        page.locator(".decide").wait_for()
        assert page.evaluate(moving) == 0
        # What moves elsewhere is where it belongs at once, and not in the next frame.
        at_once = "e => { e.style.translate = '50px'; return e.getBoundingClientRect().x - e.dataset.was; }"
        page.locator(".decide").evaluate("e => { e.dataset.was = e.getBoundingClientRect().x; }")
        assert page.locator(".decide").evaluate(at_once) == 50


def test_colours_of_the_system(visit: Open) -> None:
    page = visit("#/play/king-of-tokyo", forced_colors="active", likes={"contrast": None})
    start_game(page)
    settled(page)
    assert page.locator(".decide.mine").evaluate("e => getComputedStyle(e).borderTopWidth") == "3px"
    kept = json.loads(page.evaluate("localStorage.getItem('dicecup.settings')"))
    assert kept["contrast"] is None
    page.emulate_media(contrast="more")
    expect(page.locator(":root")).to_have_attribute("data-contrast", "more")
