"""A table in one's hands: swiped on a phone, on the whole screen, awake while it is played."""

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import PHONE, Open
from tests.page.player import settled, start_game

# A screen that only takes notes of whether it is kept on.
_SCREEN: Final = """
const held = { now: 0 };
window.heldOn = () => held.now;
Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {
    held.now += 1;
    const release = async () => { if (!lock.released) held.now -= 1; lock.released = true; };
    const lock = { released: false, release };
    return lock;
} } });
"""


@pytest.fixture
def phone(visit: Open) -> Page:
    """King of Tokyo on a phone."""
    page = visit("", size=PHONE, has_touch=True)
    page.add_init_script(_SCREEN)
    page.reload()
    page.goto(page.url.split("#")[0] + "#/play/king-of-tokyo")
    start_game(page)
    settled(page)
    return page


def swipe(page: Page, on: str, dx: int, dy: int = 0, at: tuple[float, float] = (0.5, 0.5)) -> None:
    """A finger goes over the middle of something, or from where `at` says, as parts of it."""
    box = page.locator(on).bounding_box()
    assert box
    finger = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] * at[0], box["y"] + box["height"] * at[1]

    def touch(kind: str, part: float | None = None) -> None:
        points: list[dict[str, Any]] = [] if part is None else [{"x": x + dx * part, "y": y + dy * part}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0)
    for part in range(1, 6):
        touch("touchMove", part / 5)
    touch("touchEnd")
    finger.detach()


def market(page: Page) -> str:
    return page.evaluate("document.querySelector('.frame > .board').scrollTop > 20 ? 'market' : 'city'")  # type: ignore[no-any-return]


@pytest.mark.thorough
def test_a_finger_goes_from_the_city_to_the_market_to_the_log_and_back(phone: Page) -> None:
    log = phone.get_by_role("dialog", name="Log")
    assert market(phone) == "city"
    swipe(phone, ".scene[data-page]", -120)
    phone.wait_for_function("() => document.querySelector('.frame > .board').scrollTop > 20")
    expect(phone.locator(".dots .at")).to_have_count(1)
    swipe(phone, ".frame > .board", -120)
    expect(log).to_be_visible()
    swipe(phone, ".sheetlog", 120)
    expect(log).to_have_count(0)
    swipe(phone, ".frame > .board", -120)
    expect(log).to_be_visible()
    swipe(phone, "dialog .head", 120)  # its title bar is a part of it
    expect(log).to_have_count(0)
    swipe(phone, ".frame > .board", 120)
    phone.wait_for_function("() => document.querySelector('.frame > .board').scrollTop === 0")


@pytest.mark.thorough
def test_a_finger_that_scrolls_or_comes_from_the_edge_of_the_screen_means_something_else(phone: Page) -> None:
    swipe(phone, ".frame > .board", 0, -60)
    phone.wait_for_function("() => document.querySelector('.frame > .board').scrollTop > 0")
    phone.evaluate("document.querySelector('.frame > .board').scrollTop = 0")
    swipe(phone, ".scene[data-page]", -70, 90)
    swipe(phone, ".scene[data-page]", -200, at=(0.99, 0.5))
    swipe(phone, ".scene[data-page]", -30)
    expect(phone.get_by_role("dialog")).to_have_count(0)
    phone.evaluate("document.querySelector('.frame > .board').scrollTop = 0")
    assert market(phone) == "city"


@pytest.mark.thorough
def test_the_screen_stays_on_while_a_game_is_played_and_no_longer(phone: Page) -> None:
    phone.wait_for_function("() => heldOn() === 1")
    phone.get_by_role("button", name="Pause").click()
    phone.wait_for_function("() => heldOn() === 0")
    phone.get_by_role("button", name="Settings").click()
    phone.get_by_label("Keep the screen on during a game").uncheck()
    phone.keyboard.press("Escape")
    phone.get_by_role("button", name="Resume").click()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    assert phone.evaluate("heldOn()") == 0
    assert json.loads(phone.evaluate("localStorage.getItem('dicecup.settings')"))["awake"] is False


def test_the_whole_screen_by_button_and_by_key(visit: Open) -> None:
    page = visit("#/play/yahtzee")
    start_game(page)
    settled(page)
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("() => document.fullscreenElement === document.documentElement")
    page.keyboard.press("f")
    page.wait_for_function("() => document.fullscreenElement === null")
    expect(page.get_by_role("button", name="Full screen")).to_have_attribute("aria-pressed", "false")
