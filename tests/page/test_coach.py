"""The live coach: asks before a costly choice is sent, by keyboard and by ear, and says a line after a turn."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dicecup.players import forks
from dicecup.server.thinking import Asker, ThinkingPool, Weighing
from dicecup.table import Match
from tests.page.conftest import Open
from tests.page.player import audit, decision, fits, known, log_of, moved_on
from tests.server.minds import Firstling

COSTLY = "This gives away about {} points. Look again?"


@pytest.fixture(autouse=True)
def first_is_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every option costs a point more than the one before: to roll all dice is best, the last box is worst."""

    async def weigh(_self: ThinkingPool, fork: Match[Any], _asker: Asker) -> Weighing:
        ask, mind = fork.pending, Firstling()
        assert ask is not None
        view, fork_of = fork.view(ask.seat), forks(fork, ask.seat)
        worth = {option: each[0] for option, each in mind.appraise(view, ask, fork_of).items()}
        return Weighing(worth, "points", 0.0, mind.advise(view, ask, fork_of))

    monkeypatch.setattr(ThinkingPool, "weigh", weigh)


def begin(page: Page, address: str) -> str:
    """Alone at Yahtzee, with the first roll on the table."""
    known(page)
    wish = {"game": "yahtzee", "seats": [{"name": "Ann"}], "seed": 7, "options": {"start": "seat-order"}}
    reply = page.request.post(f"{address}/api/v1/matches", data=wish)
    assert reply.ok, reply.text()
    match: str = reply.json()["match"]
    page.goto(f"{address}/#/match/{match}")
    enter(page)  # to roll leaves no choice: nobody is asked about it
    return match


def enter(page: Page) -> None:
    """Do what is marked, and wait for what comes of it."""
    expect(page.locator(".decide.mine .press.main")).to_be_visible()
    before = decision(page)
    page.keyboard.press("Enter")
    moved_on(page, before)


def write(page: Page, box: str) -> None:
    """Choose a box, and that it be written, by keyboard."""
    page.locator(f'button[data-box="{box}"]').focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile("^(Write|Strike)")).focus()
    page.keyboard.press("Enter")


@pytest.mark.thorough
def test_what_costs_much_is_asked_about_once_and_a_line_says_what_was_better(visit: Open, address: str) -> None:
    page = visit(likes={"coach": "explain"})
    match = begin(page, address)
    asked = page.locator("#decision .prompt")
    spoken = page.locator("[aria-live=assertive]")
    again = page.get_by_role("button", name="Look again")
    anyway = page.get_by_role("button", name="Do it anyway")

    expect(page.get_by_role("button", name="Roll all 5 again")).to_be_visible()
    enter(page)  # the best there is
    expect(again).to_have_count(0)
    assert log_of(page, address, match) == [["roll"], ["keep"]]

    write(page, "chance")
    expect(asked).to_contain_text(COSTLY.format(44))
    expect(spoken).to_contain_text(COSTLY.format(44))
    expect(again).to_be_focused()
    audit(page, "#decision")
    fits(page)
    assert len(log_of(page, address, match)) == 2, "nothing is sent yet"

    page.keyboard.press("Escape")
    expect(again).to_have_count(0)
    expect(page.locator("dialog[open]")).to_have_count(0)  # it looks again, and does not pause
    expect(page.get_by_role("button", name=re.compile("^Write"))).to_be_visible()
    assert len(log_of(page, address, match)) == 2

    write(page, "yahtzee")  # another choice is another question
    expect(asked).to_contain_text(COSTLY.format(43))
    page.keyboard.press("Enter")  # which is not answered by the key that is pressed anyway
    expect(again).to_have_count(0)
    assert len(log_of(page, address, match)) == 2

    write(page, "large_straight")
    expect(again).to_be_focused()
    page.keyboard.press("Tab")
    expect(anyway).to_be_focused()
    before = decision(page)
    page.keyboard.press("Enter")
    moved_on(page, before)
    assert log_of(page, address, match)[2] == ["fill", "large_straight"]

    line = re.compile(r"[Hh]olding nothing.* – it is the first\.")
    expect(page.locator("#decision .line")).to_have_text(line)
    expect(page.locator("#decision .line")).to_contain_text("42 points")
    expect(page.get_by_role("log").locator(".coach")).to_have_text(re.compile("^Coach: .*42 points"))
    expect(page.locator(".unseen[aria-live]", has_text="Coach: ")).to_have_count(1)  # and it is heard


def test_off_it_says_nothing_and_where_it_is_not_wanted_the_settings_say_why(visit: Open, address: str) -> None:
    page = visit()
    match = begin(page, address)
    before = decision(page)
    write(page, "chance")
    moved_on(page, before)
    assert log_of(page, address, match)[1] == ["fill", "chance"]
    expect(page.locator("#decision .line")).to_have_count(0)

    seats = [{"name": "Ann"}, {"name": "Bo"}]
    reply = page.request.post(f"{address}/api/v1/matches", data={"game": "yahtzee", "seats": seats})
    page.goto(f"{address}/#/match/{reply.json()['match']}")
    expect(page.locator(".decide.mine")).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Settings").click()
    coach = page.get_by_role("group", name="Coach")
    expect(coach).to_contain_text("Not at this table. With others at the table there is no coach")
    expect(coach.get_by_role("radio", name="Explain")).to_be_disabled()
