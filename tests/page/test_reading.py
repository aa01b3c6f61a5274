"""What is read at a table: dice are drawn and not spelled, names have colours, a round is a paragraph that folds.

The words are all still there, once: for ears, and for whoever copies them.
"""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

import dicecup
from dicecup.players import RandomPlayer, forks
from dicecup.table import Match
from tests.page.conftest import DESKTOP, NOWHERE, PHONE, Open
from tests.page.player import audit, bring, decision, known, moved_on, settled

GAMES: Final = {"king-of-tokyo": 40, "deadwood": 60, "yahtzee": 25}

# What can be read in the log line by line: as it is copied, and which dice are drawn in it.
_LINES: Final = """log => [...log.querySelectorAll('p[data-n]')].map((line) => [
    Number(line.dataset.n), line.textContent.trim(),
    [...line.querySelectorAll('.die')].map((die) => Number(die.dataset.face)),
])"""


# Where a full stop stands in another line than the die before it, in a log of any width.
_ASTRAY: Final = """log => {
    const found = [];
    const after = (die) => {
        const words = document.createTreeWalker(die.closest('p'), NodeFilter.SHOW_TEXT);
        words.currentNode = die;
        while (words.nextNode()) if (!die.contains(words.currentNode) && words.currentNode.data) break;
        return words.currentNode;
    };
    const last = [...log.querySelectorAll('p .dice')].map((dice) => [...dice.querySelectorAll('.die')].at(-1));
    const ends = last.filter((die) => /^[.,:;)]/.test(after(die).data));
    for (let width = 180; width < 300; width += 4) {
        log.style.width = `${width}px`;
        for (const die of ends) {
            const range = document.createRange();
            range.setStart(after(die), 0);
            range.setEnd(after(die), 1);
            const astray = range.getBoundingClientRect().top > die.getBoundingClientRect().bottom;
            if (astray) found.push(`${width}: ${die.closest('p').textContent}`);
        }
    }
    log.style.width = '';
    return [ends.length, found];
}"""


def played(game: str, answers: int | None, seats: int | None = 3, **facts: Any) -> Match[Any]:
    """A match in which so many decisions have been made, whatever they were; None: all of them."""
    match = dicecup.new(game, **({"seats": seats, "seed": 3} | facts))
    anybody = RandomPlayer(seed=4)
    for _ in range(answers or 100_000):
        ask = match.pending
        if ask is None:
            break
        match.answer(anybody.decide(match.view(ask.seat), ask, forks(match, ask.seat)))
    return match


def unfold(page: Page) -> None:
    page.evaluate(
        """async () => {
            const folded = [...document.querySelectorAll('.log details:not([open])')];
            const unfolded = folded.map((each) => new Promise((go) => each.addEventListener('toggle', go)));
            for (const each of folded) each.open = true;
            await Promise.all(unfolded);
            await new Promise(requestAnimationFrame);
        }"""
    )


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_dice_are_drawn_and_all_words_are_there_once(visit: Open, address: str, game: str) -> None:
    page = visit(NOWHERE)
    match = played(game, GAMES[game])
    bring(page, address, match)
    settled(page)
    unfold(page)
    log = page.get_by_role("log", name="Log")
    told = {at: event for at, event in enumerate(match.events, start=1) if event.text()}
    lines = log.evaluate(_LINES)
    assert [n for n, _, _ in lines] == list(told)
    drawn = 0
    for n, text, faces in lines:
        assert text == told[n].text().replace("'", "’")  # as on a printed page
        assert faces == [face for mark in told[n].worded().marks for face in mark.dice]
        drawn += len(faces)
    assert drawn > 15
    ends, astray = log.evaluate(_ASTRAY)
    assert ends > 0
    assert astray == []
    # To ears a drawn die is its word, and nothing else.
    heard = log.aria_snapshot().replace(" .", ".").replace(" ,", ",")  # a pause before what follows a drawn die
    assert "img" not in heard
    rolled = next(event for event in reversed(match.events) if event.kind in ("rolled", "acts"))
    assert heard.count(rolled.text()) == match_count(match, rolled.text())


def match_count(match: Match[Any], text: str) -> int:
    return sum(event.text() == text for event in match.events)


@pytest.mark.thorough
def test_names_in_colours_can_be_read(visit: Open, address: str) -> None:
    """Eight of them, white and black and yellow among them; in the light, in the dark, and with more contrast."""
    page = visit(NOWHERE, likes={"theme": "light"})
    bring(page, address, played("deadwood", 40, seats=8))
    settled(page)
    seen = []
    for look in ({}, {"theme": "dark"}, {"theme": "light", "contrast": "more"}):
        page.evaluate("look => Object.assign(document.documentElement.dataset, look)", look)
        colours = page.locator(".log .who").evaluate_all(
            "all => Object.fromEntries(all.map((e) => [e.textContent, getComputedStyle(e).color]))"
        )
        assert len(colours) == 8
        assert len(set(colours.values())) >= 6
        audit(page, ".logside")
        audit(page, "#decision")
        seen.append(colours)
    assert seen[0] != seen[1], "it is really dark"


@pytest.fixture
def king(visit: Open, address: str) -> Page:
    page = visit(NOWHERE)
    bring(page, address, played("king-of-tokyo", 60))
    settled(page)
    return page


def open_rounds(page: Page) -> list[bool]:
    return list(page.locator(".logside details").evaluate_all("all => all.map((each) => each.open)"))


def test_old_rounds_are_folded_and_stay_as_somebody_left_them(king: Page) -> None:
    page = king
    rounds = len(open_rounds(page))
    assert rounds > 4
    assert open_rounds(page) == [False] * (rounds - 2) + [True] * 2
    folded = page.locator(".logside summary")
    second, last = folded.filter(has=page.get_by_text("Round 1", exact=True)), folded.last
    second.focus()
    page.keyboard.press("Enter")
    last.focus()
    page.keyboard.press("Space")
    wanted = [at == 1 or at == rounds - 2 for at in range(rounds)]
    expect(page.locator(".logside details[open]")).to_have_count(2)
    assert open_rounds(page) == wanted
    page.evaluate("for (const line of document.querySelectorAll('.log p')) line.known = true")
    for _ in range(3):
        before = decision(page)
        main = page.locator(".press.main")
        (main if main.count() else page.locator(".press").first).click()
        moved_on(page, before)
        settled(page)
    assert open_rounds(page)[:rounds] == wanted or len(open_rounds(page)) > rounds
    assert open_rounds(page)[1]
    # And lines that were there are the same ones: nothing is drawn again because something is new.
    fresh = page.evaluate("[...document.querySelectorAll('.log p')].map((line) => !line.known)")
    assert fresh == sorted(fresh)
    assert 0 < sum(fresh) < 30


@pytest.mark.thorough
@pytest.mark.parametrize(  # on a phone every run sees it in test_pace.py
    "size", [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone", marks=pytest.mark.soak)]
)
def test_what_happened_since_leads_to_its_line_however_it_is_folded(
    visit: Open, address: str, size: tuple[int, int]
) -> None:
    page = visit(NOWHERE, size=size)
    known(page, address)
    seats = [{"name": "Giga Zaur"}, *({"name": name, "player": "computer", "level": "easy"} for name in "AB")]
    reply = page.request.post(
        f"{address}/api/v1/matches", data={"game": "king-of-tokyo", "seats": seats, "seed": 11}
    )
    page.goto(f"{address}/#/match/{reply.json()['match']}")
    for _ in range(30):
        settled(page)
        if page.locator(".since button").count():
            break
        before = decision(page)
        main = page.locator(".press.main")
        (main if main.count() else page.locator(".press").first).click()
        moved_on(page, before)
    if size != PHONE:
        for _ in range(page.locator(".logside details[open]").count()):
            page.locator(".logside details[open] > summary").first.click()
        expect(page.locator(".logside details[open]")).to_have_count(0)
    page.locator(".since button").first.click()
    line = page.locator(".log p.pointed:visible")
    expect(line).to_be_in_viewport()
    expect(line).to_be_focused()
    assert page.get_by_role("dialog", name="Log").count() == (size == PHONE)
    audit(page)


def test_a_hint_shows_the_dice_it_means(visit: Open, address: str) -> None:
    page = visit(NOWHERE)
    match = dicecup.new("yahtzee", seats=1, seed=3)
    match.answer("roll")
    bring(page, address, match)
    settled(page)
    page.get_by_role("button", name="Hint").click()
    advice = page.locator(".hints li button").filter(has=page.locator("svg"))
    advice.first.wait_for(timeout=60_000)
    found = advice.evaluate_all("""all => all.map((e) =>
        [e.innerText, [...e.querySelectorAll('.die')].map((die) => Number(die.dataset.face))])""")
    dice = match.view(0).to_json()["dice"]
    for text, faces in found:
        slots = [int(slot) - 1 for slot in re.findall(r"\d", text)]
        assert faces == [dice[slot] for slot in slots]
