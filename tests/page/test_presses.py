"""One press does one thing: what it was meant for when the finger went down. And Enter does what is marked."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import dicecup
from dicecup.table import Match
from tests.page.conftest import NOWHERE, PHONE, Guest, Open
from tests.page.player import bring, dawdle, log_of, settled
from tests.scenarios.king_of_tokyo.tokyo import table
from tests.terminal.king_of_tokyo_positions import DECISIONS

# Nobody waits that long by accident, however busy the machine is; who means to wait says so (`passes`).
GUARD: Final = 600_000  # milliseconds; the usual 400 are short for a busy machine
GUARDED: Final = {"guard": GUARD}
# The page's clock, and a hand to put it forward with.
_CLOCK: Final = """{
    let passed = 0;
    const now = performance.now.bind(performance);
    const { get } = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');
    performance.now = () => now() + passed;
    Object.defineProperty(Event.prototype, 'timeStamp', { get() { return get.call(this) + passed; } });
    window.passes = (ms) => (passed += ms);
}"""
AGAIN: Final = re.compile("^Roll all 5 again")


def yahtzee(*choices: Any) -> Match[Any]:
    match = dicecup.new("yahtzee", seats=1, seed=7, start="seat-order")
    for choice in choices:
        match.answer(choice)
    return match


def king(*dice: int) -> Match[Any]:
    game = table(None, None)
    game.unused.insert(0, list(dice))
    game.do("roll")
    return game.match.clone()


@pytest.fixture
def guest(guest: Guest) -> Guest:
    """Pages on which time passes when a test says so."""

    def make(*args: Any, **facts: Any) -> BrowserContext:
        context = guest(*args, **facts)
        context.add_init_script(_CLOCK)
        return context

    return make


def passes(page: Page) -> None:
    """As long as it takes until everything that is shown can be pressed; and what was pressed has its effect."""
    page.evaluate("ms => passes(ms)", GUARD)
    page.wait_for_timeout(100)


def choices(page: Page, address: str, match: str) -> int:
    return len(log_of(page, address, match))


def test_what_has_just_come_up_is_not_pressed_by_the_press_before(guest: Guest, address: str) -> None:
    page = guest(PHONE, likes=GUARDED, has_touch=True).new_page()
    first, then = page.get_by_role("button", name="Roll the dice"), page.get_by_role("button", name=AGAIN)

    def press(way: str) -> None:
        if way == "Enter":
            page.keyboard.press("Enter")
        else:
            there = (first if first.is_visible() else then).bounding_box()
            assert there is not None
            (page.mouse.click if way == "click" else page.touchscreen.tap)(there["x"] + 20, there["y"] + 20)

    for way in ("click", "Enter", "tap"):
        match = bring(page, address, yahtzee())
        expect(first).to_be_visible()
        passes(page)
        press(way)
        then.wait_for()
        press(way)
        press(way)
        passes(page)
        assert choices(page, address, match) == 1, way
        expect(then).to_be_visible()
        press(way)
        expect(page.locator(".tray .note")).to_have_text("1 roll left")
        assert choices(page, address, match) == 2, way


def test_a_double_click_on_skip_skips_and_answers_nothing(visit: Open, address: str) -> None:
    page = visit(NOWHERE, likes={**GUARDED, "speed": "normal"})
    dawdle(page)
    match = bring(page, address, yahtzee())
    passes(page)
    page.get_by_role("button", name="Roll the dice").click()
    page.get_by_role("button", name="Skip").dblclick()
    again = page.get_by_role("button", name=AGAIN)
    again.click()
    passes(page)
    assert choices(page, address, match) == 1
    expect(again).to_be_visible()


def test_space_skips_and_never_answers(visit: Open, address: str) -> None:
    page = visit(NOWHERE, likes={**GUARDED, "speed": "normal"})
    dawdle(page)
    match = bring(page, address, yahtzee())
    passes(page)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Skip").wait_for()
    again = page.get_by_role("button", name=AGAIN)
    for _ in range(3):  # the first one skips
        page.keyboard.press("Space")
        expect(again).to_be_focused()
        passes(page)
    assert choices(page, address, match) == 1


def test_space_presses_a_button_one_has_gone_to(visit: Open, address: str) -> None:
    page = visit(NOWHERE, likes=GUARDED)
    match = bring(page, address, yahtzee())
    roll = page.get_by_role("button", name="Roll the dice")
    expect(roll).to_be_focused()
    passes(page)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(roll).to_be_focused()
    page.keyboard.press("Space")
    page.get_by_role("button", name=AGAIN).wait_for()
    assert choices(page, address, match) == 1


@pytest.mark.parametrize("guard", [0, GUARD])
def test_a_key_that_is_held_down_is_one_press(visit: Open, address: str, guard: int) -> None:
    page = visit(NOWHERE, likes={"guard": guard})
    match = bring(page, address, yahtzee())
    passes(page)
    for _ in range(30):
        page.keyboard.down("Enter")  # again and again, as a keyboard does
        page.wait_for_timeout(30)
    page.keyboard.up("Enter")
    assert choices(page, address, match) == 1


def test_a_box_is_not_written_by_a_double_click(visit: Open, address: str) -> None:
    page = visit(NOWHERE, likes=GUARDED)
    match = bring(page, address, yahtzee("roll"))
    passes(page)
    box = page.get_by_role("button", name=re.compile("^Chance"))
    box.dblclick()
    expect(box).to_have_attribute("aria-pressed", "true")
    passes(page)
    assert choices(page, address, match) == 1
    box.click()  # but a second press is a second press
    expect(box).to_have_count(0)
    assert choices(page, address, match) == 2


def test_a_question_is_not_answered_by_the_press_that_brought_it_up(visit: Open, address: str) -> None:
    page = visit(NOWHERE, likes={**GUARDED, "askBeforeStopping": True})
    match = bring(page, address, king(1, 1, 1, 2, 3, 4))
    before = choices(page, address, match)
    passes(page)
    page.get_by_role("button", name="Keep this roll").click()
    page.get_by_role("button", name="Yes, keep it").click()
    page.keyboard.press("Enter")
    passes(page)
    assert choices(page, address, match) == before
    page.get_by_label("Do not ask again").click()
    page.keyboard.press("Enter")  # what is marked, wherever the mouse has been
    expect(page.get_by_role("button", name="Yes, keep it")).to_have_count(0)
    assert choices(page, address, match) == before + 1


def test_a_secret_is_not_uncovered_by_the_press_before(visit: Open, address: str) -> None:
    page = visit(NOWHERE, likes=GUARDED)
    bring(page, address, next(asked for asked in DECISIONS.values() if asked.kind == "peeked").match())
    ready = page.get_by_role("button", name="I am")
    ready.click()
    page.keyboard.press("Enter")
    passes(page)
    expect(ready).to_be_visible()
    page.keyboard.press("Enter")
    expect(ready).to_have_count(0)


def test_nothing_of_the_result_is_pressed_by_the_last_press_of_the_game(visit: Open, address: str) -> None:
    match = yahtzee()
    boxes = [option for option in yahtzee("roll").pending.options if option.verb == "fill"]  # type: ignore[union-attr]
    for box in boxes[:-1]:
        match.answer("roll")
        match.answer(box)
    match.answer("roll")
    page = visit(NOWHERE, likes=GUARDED)
    found = bring(page, address, match)
    passes(page)
    page.locator("button.pencil").click()
    passes(page)
    page.keyboard.press("Enter")
    again = page.get_by_role("button", name=re.compile("^Play again"))
    again.click()
    passes(page)
    assert page.url.endswith(found)
    again.click()
    expect(page).not_to_have_url(re.compile(f"{found}$"))


def test_a_double_click_opens_a_dialog_and_leaves_it_open(visit: Open) -> None:
    page = visit("#/play/king-of-tokyo", likes=GUARDED)
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    status = page.get_by_role("button", name="Status").bounding_box()
    assert status is not None
    page.mouse.dblclick(status["x"] + 8, status["y"] + 8)
    passes(page)
    expect(page.get_by_role("dialog", name="Status")).to_be_visible()


# --- what is marked ---


def test_enter_rolls_after_dice_were_held_with_the_mouse(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    match = bring(page, address, king(6, 6, 1, 2, 3, 4))
    dice = page.get_by_role("group", name="Dice")
    dice.get_by_role("button", name=re.compile("^Die 1:")).click()
    page.keyboard.press("2")  # and with a key between
    dice.get_by_role("button", name=re.compile("^Die 3:")).click()
    expect(dice.get_by_role("button", pressed=True)).to_have_count(3)
    page.keyboard.press("Enter")
    expect(page.locator(".tray .note")).to_have_text("1 roll left")
    assert log_of(page, address, match)[-1] == ["keep", 0, 1, 2]
    expect(dice.get_by_role("button", pressed=True)).to_have_count(3)


def test_enter_presses_a_die_one_has_gone_to_by_keyboard(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    match = bring(page, address, king(6, 6, 1, 2, 3, 4))
    die = page.get_by_role("button", name=re.compile("^Die 6:"))
    expect(page.locator(".press.main")).to_be_focused()
    for _ in range(12):
        page.keyboard.press("Shift+Tab")
        if die.evaluate("die => die === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(die).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(die).to_have_attribute("aria-pressed", "false")
    assert log_of(page, address, match)[-1] == ["roll"]


@pytest.mark.thorough
def test_enter_does_what_is_marked_wherever_the_mouse_has_been(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    for what in ("Sound", "Undo", "Status"):
        bring(page, address, king(6, 6, 1, 2, 3, 4))
        expect(page.locator(".tray .note")).to_have_text("2 rolls left")
        page.get_by_role("button", name=what).click(force=True)
        if what == "Status":
            page.get_by_role("dialog").get_by_role("button", name="Close").click()
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        expect(page.locator(".tray .note")).to_have_text("1 roll left")
        expect(page.get_by_role("dialog")).to_have_count(0)
