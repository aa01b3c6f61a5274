"""Puzzles in the page: found from the menu, solved by keyboard, wrong first and then right."""

import re

import pytest
from playwright.sync_api import Page, expect

from dicecup.coach.puzzles import Puzzle, book
from tests.page.conftest import DESKTOP, PHONE, Open
from tests.page.player import audit, fits

GAME, THEME = "king-of-tokyo", "yield or stay"
DIGIT = {"stay": "1", "yield": "2"}


def here(page: Page) -> Puzzle:
    """The puzzle on the table, by the address of the page."""
    page.wait_for_url(re.compile(rf"#/puzzles/{GAME}/[0-9a-f]+"))
    id_ = page.url.split("#/puzzles/")[1].split("/")[1]
    return next(one for one in book(GAME) if one.id == id_)


def test_where_somebody_would_go_is_shown_by_an_arrow_on_the_board_and_the_right_choice_is_not_red(
    visit: Open,
) -> None:
    puzzle = next(one for one in book("deadwood") if one.lines[0].choice[0] == "move")
    page = visit(f"#/puzzles/deadwood/{puzzle.id}")
    ask = puzzle.match().pending
    assert ask is not None
    expect(page.locator(".learn").get_by_role("status")).to_contain_text("Which one?")
    page.keyboard.press(str([tuple(option) for option in ask.options].index(puzzle.lines[0].choice) + 1))
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    expect(page.locator(".bar.wrong")).to_have_count(0)
    tip = page.locator(".arrow .core.tip")
    tip.wait_for(state="attached")
    there = page.locator(f'[data-area="{puzzle.lines[0].choice[1]}"]').first
    page.wait_for_function(
        """([tip, place]) => {
            const [a, b] = [tip, place].map((each) => each.getBoundingClientRect());
            return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
        }""",
        arg=[tip.element_handle(), there.element_handle()],
    )


def test_every_box_is_on_the_paper_of_a_yahtzee_puzzle(visit: Open) -> None:
    page = visit(f"#/puzzles/yahtzee/{book('yahtzee')[0].id}")
    total = page.locator(".sheet tr.strong")
    expect(total).to_be_visible()
    total.scroll_into_view_if_needed()
    paper, last, felt = (page.locator(each).bounding_box() for each in (".sheet", ".sheet tr.strong", ".felt"))
    assert paper is not None
    assert last is not None
    assert felt is not None
    bottom = last["y"] + last["height"]
    assert bottom <= paper["y"] + paper["height"]
    assert bottom <= felt["y"] + felt["height"] + 1, "and can be seen"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "size", [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone", marks=pytest.mark.soak)]
)
def test_a_puzzle_is_solved_by_keyboard_with_the_second_try(visit: Open, size: tuple[int, int]) -> None:
    page = visit(size=size, likes={"theme": "dark"})
    page.get_by_role("link", name="Puzzles").press("Enter")
    expect(page.get_by_role("heading", name="Puzzles", level=1)).to_be_focused()
    theirs = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="King of Tokyo"))
    expect(theirs).to_contain_text("You have no rating yet.")
    audit(page)
    fits(page)
    theirs.get_by_role("link", name="Yield or stay").press("Enter")

    said = page.locator(".learn").get_by_role("status")
    expect(said).to_have_text("One choice is clearly the best. Which one?")
    puzzle = here(page)
    assert puzzle.theme == THEME
    expect(page.get_by_role("button", name="Show the answer")).to_have_count(0)
    page.keyboard.press(DIGIT[str(puzzle.tempting[0])])
    expect(said).to_contain_text(re.compile(r"^Not the best: it gives away about \d+%. Try again\."))
    expect(page.get_by_role("button", name="Show the answer")).to_be_visible()
    audit(page)
    fits(page)
    page.keyboard.press(DIGIT[str(puzzle.lines[0].choice[0])])
    expect(said).to_have_text("That is it.")
    answer = page.get_by_role("region", name="What each choice is worth")
    expect(answer).to_contain_text("is tempting, but it gives away about")
    expect(answer.get_by_role("listitem")).to_have_count(2)
    onward = page.get_by_role("button", name="Next puzzle")
    expect(onward).to_be_focused()
    audit(page)
    fits(page)

    page.keyboard.press("Enter")
    expect(said).to_have_text("One choice is clearly the best. Which one?")
    assert here(page).id != puzzle.id
    page.reload()
    expect(said).to_have_text("One choice is clearly the best. Which one?")
    page.get_by_role("link", name="All puzzles").click()
    expect(theirs).to_contain_text("after 1 puzzle")
    expect(theirs).to_contain_text(f"0 of {sum(one.theme == THEME for one in book(GAME))} solved")

    # The same once more is practice.
    page.goto(f"{page.url.split('#')[0]}#/puzzles/{GAME}/{puzzle.id}")
    expect(said).to_contain_text("it is practice now")
    page.keyboard.press(DIGIT[str(puzzle.lines[0].choice[0])])
    expect(said).to_contain_text("That was practice")
