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
FOUR_IN_A_ROW = 2  # ... with a small straight
FIVE_THREES = 2537  # the same for the second player of two, after a box has been filled
PHONE_IN_A_BROWSER = (390, 664)  # what its bars leave
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
    """Without looking for its box: the button that is marked is not the one that spoils it."""
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
    marked = page.locator(".press.main")
    expect(marked).to_have_text(re.compile("^Write 25 into Full house"))
    page.get_by_role("button", name=re.compile("^Threes, would score")).click()  # somebody may know better
    expect(marked).to_have_text(re.compile("^(Write .* into|Strike out) Threes"))
    # A small straight can still grow.
    bring(page, address, dicecup.new("yahtzee", seats=1, seed=FOUR_IN_A_ROW, start="seat-order"))
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.locator(".tray .note")).to_have_text("Small straight! 2 rolls left")
    expect(marked).to_have_text(re.compile("^Roll all 5 again"))
    expect(page.get_by_role("button", name="Write 30 into Small straight")).to_be_visible()


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


# Where a box of the card, a die or a press is not seen whole.
_UNSEEN = """() => {
    const inside = (each, room) => {
        const [box, edge] = [each, document.querySelector(room)].map((one) => one.getBoundingClientRect());
        return box.top >= edge.top - 1 && box.bottom <= edge.bottom + 1 && box.bottom <= innerHeight;
    };
    const rooms = { '.paper li': '.felt', '.tray li': '.frame > .tray', '.press': '.ask' };
    return Object.entries(rooms).flatMap(([what, room]) =>
        [...document.querySelectorAll(what)].filter((each) => !inside(each, room)).map((each) => each.innerText));
}"""


@pytest.mark.parametrize("size", [PHONE, PHONE_IN_A_BROWSER, SMALL], ids=lambda size: "x".join(map(str, size)))
def test_on_a_phone_card_dice_and_choices_are_in_sight_together(
    visit: Open, address: str, size: tuple[int, int]
) -> None:
    page = visit(NOWHERE, size=size)
    bring(page, address, dicecup.new("yahtzee", seats=2, seed=FIVE_FIVES, start="seat-order"))
    assert page.evaluate(_UNSEEN) == []
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.locator(".press.main")).to_have_attribute("data-press", "fill yahtzee")
    expect(page.locator(".press")).to_have_count(2)
    assert page.evaluate(_UNSEEN) == []
    expect(page.locator(".decide h2")).to_be_visible()
    audit(page)


def test_on_a_phone_a_held_die_stands_out(visit: Open, address: str) -> None:
    page = visit(NOWHERE, size=PHONE)
    bring(page, address, yahtzee("roll"))
    die = page.get_by_role("button", name=re.compile("^Die 2:"))
    free = die.bounding_box()
    die.click()
    expect(die).to_have_attribute("aria-pressed", "true")
    held = die.bounding_box()
    assert free is not None
    assert held is not None
    assert free["y"] - held["y"] > 10
    assert page.evaluate("getComputedStyle(document.querySelector('.tray li.up'), '::before').content") == '"Held"'


def test_on_a_phone_hints_have_a_row_of_their_own(visit: Open, address: str) -> None:
    page = visit(NOWHERE, size=PHONE)
    bring(page, address, yahtzee("roll"))
    roll = page.get_by_role("button", name="Roll all 5 again")
    before = roll.bounding_box()
    page.get_by_role("button", name="Hint", exact=True).click()
    for at in range(2):
        expect(page.locator(".hints li button").nth(at)).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".hints li .worth").nth(1)).to_be_in_viewport(ratio=0.9)
    assert roll.bounding_box() == before
    roll.click(trial=True)  # nothing lies over it
    assert page.evaluate(_UNSEEN) == [], "nor is anything out of sight for it"
