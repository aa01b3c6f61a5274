"""A finished game looked over: the chart by keyboard, the best choice on the table, learning from a mistake."""

import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import dicecup
from dicecup.players import make, play
from tests.page.conftest import DESKTOP, PHONE, Open
from tests.page.player import audit, fits, known


@cache
def finished() -> str:
    """The record of a game of Yahtzee that somebody did not play very well."""
    return play(dicecup.new("yahtzee", names=["Ann"], seed=3), [make("yahtzee", "easy", 3)]).record()


def bring(page: Page) -> str:
    """Put that game on the table of this guest, as it was played; its id."""
    known(page)
    reply = page.request.post(f"{page.url.split('#')[0]}api/v1/import", data={"text": finished()})
    assert reply.ok, reply.text()
    found: str = reply.json()["match"]
    return found


def go(page: Page, where: str) -> None:
    page.goto(f"{page.url.split('#')[0]}#/{where}")


def review(page: Page) -> None:
    """Wait until the coach has said what there is to say."""
    expect(page.get_by_role("tab", name="This step")).to_be_visible(timeout=120_000)


def lit(page: Page) -> list[str]:
    """The dice that are lifted, as they are called."""
    dice = page.locator(".tray li.hinted [role=img]")
    return [str(each.get_attribute("aria-label")) for each in dice.all()]


@pytest.mark.parametrize(
    "size", [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone", marks=pytest.mark.soak)]
)
def test_a_game_is_gone_through_by_keyboard_and_learnt_from(visit: Open, size: tuple[int, int]) -> None:
    page = visit(size=size, likes={"theme": "dark"})
    match = bring(page)
    go(page, f"match/{match}")
    page.get_by_role("link", name="Review the game").click()
    review(page)
    page.get_by_role("tab", name="The game").click()
    expect(page.get_by_role("row", name=re.compile("^Left over"))).to_contain_text("0.0")  # exact, when alone
    audit(page)
    fits(page)

    # Along the chart, decision by decision and mistake by mistake; the table goes along.
    chart = page.get_by_role("slider", name="Points to expect, decision by decision")
    chart.focus()
    page.keyboard.press("ArrowRight")
    expect(chart).to_have_attribute("aria-valuenow", "2")  # the first one was to roll the dice
    expect(chart).to_have_attribute("aria-valuetext", re.compile("^Turn 1, Ann: .+ Ann [0-9.]+ points.$"))
    page.keyboard.press("End")
    expect(chart).to_have_attribute("aria-valuetext", re.compile("^The end. Ann 191 points.$"))
    page.keyboard.press("Home")
    page.keyboard.press("n")
    expect(chart).to_have_attribute("aria-valuetext", re.compile("it gave away [0-9.]+ points"))
    fault = int(str(chart.get_attribute("aria-valuenow")))
    page.keyboard.press("n")
    expect(chart).not_to_have_attribute("aria-valuenow", str(fault))
    page.keyboard.press("p")
    expect(chart).to_have_attribute("aria-valuenow", str(fault))
    page.get_by_role("tab", name="This step").click()
    step = page.get_by_role("region", name="This step")
    expect(step).to_contain_text(re.compile("Chosen:.+Best:", re.DOTALL))
    expect(page.locator(".tray li.hinted").first).to_be_visible()
    best = lit(page)
    chosen = step.get_by_role("listitem").filter(has_text="Chosen").get_by_role("button")
    expect(chosen).to_have_attribute("aria-pressed", "false")
    chosen.click()
    expect(chosen).to_have_attribute("aria-pressed", "true")
    assert lit(page) != best
    audit(page)
    fits(page)

    # And once more: wrong, as it was chosen then, then wrong again with a hint, then the answer.
    page.get_by_role("tab", name="The game").click()
    page.get_by_role("button", name="Learn from your mistakes").click()
    learn = page.get_by_role("region", name="Learn from your mistakes")
    expect(learn).to_contain_text(re.compile(r"1 of \d+"))
    expect(page.locator(".decide.mine")).to_be_visible()
    expect(page.locator(".tray li.hinted")).to_have_count(0)
    page.get_by_role("button", name="Roll all 5 again").click()
    expect(learn).to_contain_text("Try again.")
    expect(learn).not_to_contain_text("A hint")
    page.get_by_role("button", name="Roll all 5 again").click()
    expect(learn).to_contain_text("A hint, the reason for the best choice")
    audit(page)
    dice = page.get_by_role("group", name="Dice")
    for die in best:
        dice.get_by_role("button", name=re.compile(f"^{re.escape(die)},")).click()
    page.get_by_role("button", name=re.compile("^Roll ")).click()
    expect(learn.get_by_role("status")).to_contain_text("Yes, that is the best choice")
    onward = learn.get_by_role("button", name="On to the next")
    expect(onward).to_be_focused()
    audit(page)
    onward.click()
    expect(learn).to_contain_text(re.compile(r"2 of \d+"))
    learn.get_by_role("button", name="Stop").click()
    review(page)


@pytest.mark.thorough
def test_whoever_skips_quickly_on_a_slow_screen_leaves_nothing_behind(visit: Open) -> None:
    """Frames come late there: what waited for one may be gone by then. (The console would say so.)"""
    page = visit()
    match = bring(page)
    page.evaluate(
        """() => {
            window.requestAnimationFrame = (draw) => setTimeout(draw, 700);
            window.cancelAnimationFrame = clearTimeout;
        }"""
    )
    go(page, f"review/{match}/0")
    review(page)
    page.get_by_role("tab", name="The game").click()
    page.get_by_role("button", name="Learn from your mistakes").click()
    learn = page.get_by_role("region", name="Learn from your mistakes")
    for number in (1, 2, 3):
        expect(learn).to_contain_text(f"{number} of ")
        expect(page.locator(".decide.mine")).to_be_visible()
        learn.get_by_role("button", name="Skip").click()
    learn.get_by_role("button", name="Stop").click()
    review(page)
    page.wait_for_timeout(1_000)


@pytest.mark.thorough
def test_while_it_is_worked_out_one_sees_how_far_it_is_and_a_refusal_is_told(visit: Open) -> None:
    page = visit()
    match = bring(page)
    said: list[dict[str, Any]] = [{"progress": 0.4, "text": "", "review": None}] * 2

    def answer(route: Route) -> None:
        if said:
            route.fulfill(json=said.pop())
        else:
            route.fulfill(status=409, json={"reason": "That is enough for today."})

    page.route("**/review", answer)
    go(page, f"review/{match}/3")
    expect(page.get_by_role("alert")).to_contain_text("That is enough for today.")
    audit(page)
    said[:] = [{"progress": 0.4, "text": "", "review": None}] * 1000
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "0.4")
    audit(page)
    expect(page.get_by_label("Where in the game")).to_have_value("3")


def test_every_game_that_is_over_can_be_reviewed_from_where_it_is_listed(visit: Open, address: str) -> None:
    page = visit()
    known(page)
    made = [
        page.request.post(f"{address}/api/v1/matches", data={"game": "yahtzee", "seats": [{"name": name}]}).json()
        for name in ("Ann", "Bo")
    ]

    def ends(route: Route) -> None:
        listed = route.fetch().json()
        route.fulfill(json=[{**each, "finished": each["match"] == made[0]["match"]} for each in listed])

    page.route("**/api/v1/matches", ends)
    go(page, "load")
    link = page.get_by_role("link", name=re.compile("^Review ?: Yahtzee: Ann$"))
    expect(link).to_have_attribute("href", f"#/review/{made[0]['match']}")
    expect(page.get_by_role("link", name=re.compile("^Review"))).to_have_count(1)  # the other goes on
