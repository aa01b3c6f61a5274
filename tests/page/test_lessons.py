"""Somebody who has never played it: every guided first game, pressed through on a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dicecup import games
from dicecup.games import lessons
from dicecup.table import LEARNER, Move
from tests.page.conftest import DESKTOP, PHONE, SMALL, Open
from tests.page.player import audit, fits, settled

pytestmark = pytest.mark.thorough

TAUGHT = [each.game for each in games.manifests() if each.lesson]
FRESH: dict[str, Any] = {"toured": [], "opponents": "off"}


def moves(game: str) -> list[Move]:
    lesson = lessons.find(game)
    assert lesson is not None
    return [move for move in lesson.moves if move.seat == LEARNER]


def begin(page: Page, title: str) -> None:
    page.get_by_role("button", name=f"Teach me {title}").click()
    expect(page.locator(".lesson .say")).to_be_visible()


def expect_step(page: Page, number: int, move: Move) -> None:
    """The sentence of this step stands there, and it is one's turn."""
    expect(page.locator(".lesson .say")).to_have_text(move.say)
    expect(page.locator(".lesson .head")).to_contain_text(f"{number} of ")
    expect(page.locator(".decide.mine")).to_be_visible()
    wanted = " ".join(map(str, move.choices[0]))
    if move.choices[0] == ("keep", *range(6)):  # as many as there are, which is a press of its own
        wanted = "stop"
        expect(page.locator("[data-taught][data-press=stop]")).to_be_visible()
    if page.locator(f'.press[data-press="{wanted}"]').count():  # what it says is what Enter does
        expect(page.locator(".press.main")).to_have_attribute("data-press", wanted)


def do(page: Page, choice: tuple[int | str, ...]) -> None:
    """Make a choice with the hands: hold the dice it says, or press what is lit."""
    if choice[0] == "fill":
        page.locator(f'[data-box="{choice[1]}"][data-taught]').click()
        page.locator(".press.main").click()
        return
    if choice[0] != "keep":
        page.locator(f'[data-press="{" ".join(map(str, choice))}"]').last.click()
        return
    dice = page.get_by_role("group", name="Dice")
    if len(choice) - 1 == dice.get_by_role("listitem").count():
        page.locator('[data-press="stop"]').click()
        return
    for slot in range(dice.get_by_role("listitem").count()):
        die = dice.get_by_role("button", name=re.compile(rf"^Die {slot + 1}:"))
        if (die.get_attribute("aria-pressed") == "true") != (slot in choice[1:]):
            die.click()
    page.locator(".press.main").click()


# Where the lesson is, and whatever else there is on the screen: their upper and lower edges.
_PLACES = """() => {
    const edges = (e) => { const box = e.getBoundingClientRect(); return [box.top, box.bottom]; };
    const others = ['.decide', '.tray', '.board', '.players'].map((each) =>
        [each, document.querySelector(`.frame > ${each}, .frame .decision > ${each}`)]);
    const seen = others.filter(([, e]) => e?.checkVisibility()).map(([each, e]) => [each, edges(e)]);
    return [...edges(document.querySelector('.lesson')), innerHeight, Object.fromEntries(seen)];
}"""


# Nothing of the board has to be scrolled.
_WHOLE = "(board => board.scrollHeight <= board.clientHeight + 1)(document.querySelector('.felt'))"


def uncovered(page: Page) -> None:
    """What the lesson says lies over nothing, and nothing over it; all of it is seen."""
    top, bottom, height, others = page.evaluate(_PLACES)
    assert top >= 0
    assert bottom <= height
    assert len(others) >= 3
    for other, (above, below) in others.items():
        assert above >= bottom - 1 or below <= top + 1, f"the lesson and {other} lie over each other"


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_a_lesson_played_through(visit: Open, game: Any) -> None:
    page = visit(size=PHONE, likes=FRESH)
    begin(page, game.title)
    steps = moves(game.name)
    for number, move in enumerate(steps, start=1):
        expect_step(page, number, move)
        uncovered(page)
        if game.name == "yahtzee":
            assert page.evaluate(_WHOLE), "the whole card is in sight, with what is asked"
        assert page.evaluate("document.activeElement.closest('.lesson')") is None, (
            "the focus stays at the decision"
        )
        if number == 2:
            audit(page)
        if number == len(steps) // 2:
            page.reload()
            expect_step(page, number, move)
        do(page, move.choices[0])
    lesson = page.get_by_role("region", name="First game")
    expect(lesson.get_by_text("You know the game")).to_be_visible()
    expect(lesson.get_by_role("button", name="Play on")).to_be_focused()
    if game.name == "yahtzee":  # what one has just written lies there, and not the card of whoever is next
        expect(page.locator("main.board")).to_contain_text("Player 1’s scorecard")
    for way in ("A new game", "Main menu"):
        expect(lesson.get_by_text(way)).to_be_visible()
    audit(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text("from here on the dice are fair")).to_be_visible()
    settled(page)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Are the dice fair?").click()
    expect(page.get_by_text("This game began as a lesson")).to_be_visible()


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=game.name, marks=pytest.mark.soak if n else []) for n, game in enumerate(TAUGHT)],
)
def test_whoever_does_something_else_is_told_and_can_leave_at_once(visit: Open, game: Any) -> None:
    page = visit(f"#/play/{game.name}", size=SMALL, likes=FRESH)
    expect(page.get_by_text("Never played it?")).to_be_visible()
    begin(page, game.title)
    steps = moves(game.name)
    at = next(number for number, move in enumerate(steps) if move.wrong)
    for move in steps[:at]:
        do(page, move.choices[0])
    expect_step(page, at + 1, steps[at])
    fits(page)
    uncovered(page)
    lit = page.locator("[data-taught]")
    other = page.locator(".press:not([data-taught])").first
    if steps[at].choices[0][0] == "keep":
        other = page.locator(".press.main")  # without having held what was asked for
    else:
        expect(lit.first).to_be_visible()
    other.click()
    expect(page.get_by_role("alert")).to_have_text(steps[at].wrong)
    page.get_by_role("button", name="Leave the lesson").click()
    expect(page.locator(".lesson.left")).to_be_visible()
    page.locator(".press.main, .press").first.click()
    expect(page.locator(".lesson")).to_have_count(0)
    page.goto(page.url.split("#")[0])
    expect(page.get_by_role("link", name="Continue")).to_be_visible()
    page.get_by_role("link", name=f"Play {game.title}").click()
    expect(page.get_by_text("Never played it?")).to_have_count(0)


def test_on_a_laptop_the_lesson_leaves_the_monsters_room_to_be_seen(visit: Open) -> None:
    page = visit(size=DESKTOP, likes=FRESH)
    begin(page, "King of Tokyo")
    market = page.get_by_role("region", name="Market").bounding_box()
    tags = page.locator(".scene .tag")
    expect(tags).to_have_count(3)
    for tag in tags.all():
        box = tag.bounding_box()
        assert market
        assert box
        assert box["y"] + box["height"] <= market["y"], "a name lies below the market"
    face = page.locator(".scene .monster").first.bounding_box()
    assert face
    assert face["height"] >= 50
    steps = moves("king-of-tokyo")
    shop = next(number for number, move in enumerate(steps) if move.choices[0][0] == "buy")
    for number, move in enumerate(steps[:shop], start=1):
        expect_step(page, number, move)
        do(page, move.choices[0])
    expect_step(page, shop + 1, steps[shop])
    later = page.get_by_role("region", name="Market").bounding_box()
    assert later == market, "the city is as high while one buys"


def test_on_a_laptop_the_whole_lot_of_deadwood_stays_in_sight(visit: Open) -> None:
    page = visit(size=DESKTOP, likes=FRESH)
    begin(page, "Deadwood")
    page.locator(".lots").wait_for()
    assert page.evaluate("(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)"
                         "(document.querySelector('.board .ground'))") <= 0  # fmt: skip


def test_no_look_around_gets_in_the_way_where_there_is_a_lesson(visit: Open) -> None:
    page = visit(size=PHONE, likes=FRESH)
    page.get_by_role("link", name="Play King of Tokyo").click()
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Show me around").click()
    expect(page.get_by_role("dialog", name="A look around")).to_be_visible()
