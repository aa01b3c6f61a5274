"""Yahtzee at the table: the pencil, the feast, the bonus that is coming, and how games compare."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import dicecup
from dicecup.games.yahtzee.scoring import BOXES
from dicecup.table import Match
from tests.page.conftest import DESKTOP, NOWHERE, PHONE, SMALL, Open
from tests.page.player import audit, bring, fits, log_of
from tests.page.test_presses import yahtzee

FIVE_FIVES = 1278  # the seed of a game that begins with five of them
FULL_HOUSE = 9  # ... with a full house
FIVE_THREES = 2537  # the same for the second player of two, after a box has been filled
MOVING: dict[str, Any] = {"likes": {"speed": "normal", "opponents": "normal"}, "reduced_motion": "no-preference"}


def nearly(seed: int, rules: str = "standard") -> Match[Any]:
    """All boxes but Chance are filled, and the dice lie there."""
    match = dicecup.new("yahtzee", seats=1, seed=seed, start="seat-order", rules=rules)
    for box in BOXES[:-1]:
        match.answer("roll")
        match.answer(("fill", box))
    match.answer("roll")
    return match


def end(page: Page, address: str, match: Match[Any]) -> str:
    """Fill the last box; what is said about the result."""
    bring(page, address, match)
    page.get_by_role("button", name=re.compile("^Chance, would score")).click()
    page.locator(".press.main").click()
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".result header p")).to_be_visible()
    return page.locator(".result header p").inner_text()


def test_a_pencil_writes_into_the_box(visit: Open, address: str) -> None:
    page = visit(NOWHERE, **MOVING)
    bring(page, address, yahtzee("roll"))
    page.get_by_role("button", name=re.compile("^Die 2:")).click()
    expect(page.locator(".tray li.up")).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Chance, would score")).click()
    page.locator(".press.main").click()
    row = page.get_by_role("row", name=re.compile("^Chance"))
    expect(row.locator("svg.pencil-now")).to_be_attached()
    assert page.locator(".tray li.up").count() == 0, "nothing is kept of dice that are written down"
    assert re.search(r"\d", row.inner_text()), "the number is there while the pencil is"
    expect(page.locator(".pencil-now")).to_have_count(0)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    whose = page.locator(".paper h2")
    expect(whose).to_have_text(re.compile("scorecard$"))
    box = whose.bounding_box()
    assert box is not None
    assert box["height"] > 10, "a phone says whose card it is, too"


@pytest.mark.thorough
def test_five_of_a_kind_are_celebrated_when_they_lie_there(visit: Open, address: str) -> None:
    page = visit(NOWHERE, **MOVING)
    bring(page, address, dicecup.new("yahtzee", seats=1, seed=FIVE_FIVES, start="seat-order"))
    page.evaluate("""() => {
        window.early = 0;
        const look = () => {
            const rolls = document.querySelector('.tray [aria-label*=rolling]');
            if (rolls && document.querySelector('.cheer')) window.early += 1;
            requestAnimationFrame(look);
        };
        look();
    }""")
    page.get_by_role("button", name="Roll the dice").click()
    cheer = page.locator(".cheer")
    expect(cheer).to_be_attached()
    assert cheer.get_attribute("aria-hidden") == "true"
    assert page.evaluate("getComputedStyle(document.querySelector('.cheer')).pointerEvents") == "none"
    mine = cheer.locator("i").count()
    assert 15 < mine <= 40
    page.get_by_role("button", name=re.compile("^Yahtzee, would score 50")).click()  # nobody has to wait for it
    expect(cheer).to_have_count(0)
    assert page.evaluate("early") == 0
    # Somebody else's is smaller: here those who watch it once more.
    other = dicecup.new("yahtzee", seats=2, seed=FIVE_THREES, start="seat-order")
    other.answer("roll")
    other.answer(("fill", "ones"))
    match = bring(page, address, other)
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.locator(".tray .note")).to_contain_text("Yahtzee!")
    page.goto(f"{address}/#/replay/{match}")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(cheer).to_be_attached()
    assert 0 < cheer.locator("i").count() < mine


def test_without_motion_the_word_is_said_and_nothing_flies(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    bring(page, address, dicecup.new("yahtzee", seats=1, seed=FIVE_FIVES, start="seat-order"))
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.locator(".tray .note")).to_have_text("Yahtzee! 2 rolls left")
    assert page.locator(".cheer").count() == 0


def test_what_takes_all_five_dice_can_be_written_at_once(visit: Open, address: str) -> None:
    """Without looking for its box; five of a kind are what Enter writes, for nothing is better."""
    page = visit(NOWHERE, size=PHONE)
    match = bring(page, address, dicecup.new("yahtzee", seats=1, seed=FIVE_FIVES, start="seat-order"))
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.locator(".press.main")).to_have_text(re.compile("^Write 50 into Yahtzee"))
    expect(page.get_by_role("button", name="Roll all 5 again")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Roll the dice")).to_be_visible()
    assert log_of(page, address, match)[-1] == ["fill", "yahtzee"]
    other = dicecup.new("yahtzee", seats=1, seed=FULL_HOUSE, start="seat-order")
    other.answer("roll")
    bring(page, address, other)
    expect(page.get_by_role("button", name="Write 25 into Full house")).to_be_visible()
    expect(page.locator(".press.main")).to_have_text(re.compile("^Roll all 5 again"))


def test_the_bonus_is_felt_coming(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    bring(page, address, yahtzee("roll"))
    card = page.get_by_role("table", name=re.compile("scorecard"))
    expect(card).to_contain_text("Bonus for 63 or more")
    expect(card).to_contain_text("63 to go")
    page.get_by_role("button", name=re.compile("^Sixes, would score")).click()
    page.locator(".press.main").click()
    page.get_by_role("button", name="Roll the dice").wait_for()
    course = re.compile(r"bonus: \d+ (behind|ahead)|on course for 63")
    expect(card).to_contain_text(course)
    expect(page.locator(".plates")).to_contain_text(course)
    audit(page)


@pytest.mark.parametrize("players", [4, pytest.param(8, marks=pytest.mark.soak)])
def test_everybody_of_a_game_is_in_sight(visit: Open, address: str, players: int) -> None:
    """With four players the last column of "This game" was cut off at 1280 pixels."""
    page = visit(NOWHERE, size=DESKTOP)
    names = ["Annabel", "Benjamin", "Cleopatra", "Daniela", "Evangeline", "Ferdinand", "Gustav", "Henrietta"]
    match = dicecup.new("yahtzee", seats=players, names=names[:players], seed=3, start="seat-order")
    match.answer("roll")
    bring(page, address, match)
    hidden = page.evaluate("""() => {
        const room = document.querySelector('.others');
        const faults = [];
        if (room.scrollWidth > room.clientWidth + 1) faults.push('to scroll to the side');
        for (const cell of document.querySelectorAll('.card th[scope=row], .others th[scope=row]'))
            if (cell.scrollWidth > cell.clientWidth + 1) faults.push(cell.textContent);
        const felt = document.querySelector('.felt').getBoundingClientRect();
        if (room.getBoundingClientRect().right > felt.right) faults.push('over the edge');
        return faults;
    }""")
    assert not hidden
    fits(page)


@pytest.mark.thorough
def test_the_end_says_where_the_game_stands_among_ones_own(visit: Open, address: str) -> None:
    page = visit(size=SMALL)
    scores: list[int] = []
    said = []
    for seed in (11, 12, 13):
        said.append(end(page, address, nearly(seed)))
        scores.append(int(re.findall(r"\d+", page.locator(".result .score").first.inner_text())[0]))
        fits(page)
    assert said[0] == f"Your first game by these rules: {scores[0]} is the score to beat."
    for at in (1, 2):
        place = 1 + sum(score > scores[at] for score in scores[:at])
        best = max(scores[:at])
        if place > 1:
            assert f"of {at + 1} games" in said[at] or f"of your {at + 1} games" in said[at]
            assert said[at].endswith(f"The best is {best}.")
        elif scores[at] > best:
            assert said[at] == f"Your best of {at + 1} games, {scores[at] - best} more than ever before!"
        else:
            assert said[at] == f"As good as your best of {at + 1} games."
    assert end(page, address, nearly(14, rules="official")).startswith("Your first game by these rules")
    audit(page, ".result")


@pytest.mark.thorough
def test_it_is_not_said_twice_what_was_chosen(visit: Open, address: str) -> None:
    """The pencil and the feast are for the eye: nothing of them is pressed, or written anywhere."""
    page = visit(NOWHERE, **MOVING)
    match = bring(page, address, dicecup.new("yahtzee", seats=1, seed=FIVE_FIVES, start="seat-order"))
    page.get_by_role("button", name="Roll the dice").click()
    page.get_by_role("button", name=re.compile("^Yahtzee, would score 50")).click()
    page.locator(".press.main").click()
    page.get_by_role("button", name="Roll the dice").wait_for()
    assert log_of(page, address, match) == [["roll"], ["fill", "yahtzee"]]
