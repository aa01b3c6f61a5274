"""What actors say as they do something: whole sentences, that agree with what they do."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

import dicecup
from dicecup.games.deadwood import odds
from dicecup.games.deadwood.data import OFFICE, PRICES, SCENES
from dicecup.players import Advice, make
from dicecup.table import Match
from dicecup.table.marks import marks
from tests.scenarios.deadwood.lot import GUM, LAW, actor, table

SENTENCES = re.compile(r"([A-Z][^.!?]*|\d+%[^.!?]*)([.!?](?=\d)[^.!?]*)*[.!?]( |$)")


def played(name: str, seats: int, seed: int) -> Iterator[tuple[Match[Any], list[Advice]]]:
    """Every decision of a game, with what whoever is asked thinks of it."""
    match = dicecup.new("deadwood", seats=seats, seed=seed, start="seat-order")
    minds: list[Any] = [make("deadwood", name, seat) for seat in range(seats)]
    while (ask := match.pending) is not None:
        if len(ask.options) > 1:
            found = minds[ask.seat].advise(match.view(ask.seat), ask, partial(match.fork, ask.seat))
            yield match, found
            match.answer(found[0].option)
        else:
            match.answer(ask.options[0])


@pytest.mark.parametrize("name", ["beginner", "easy", "medium", "medium-climber"])
def test_everybody_talks_in_whole_sentences(name: str) -> None:
    heard: set[str] = set()
    for _, found in played(name, 3, 5):
        said = found[0].said
        heard.add(said.partition(" ")[0])
        plain = said.replace("St. ", "St ")  # who is a saint, and no end of a sentence
        assert len(said) < 220
        assert "".join(one[0] for one in SENTENCES.finditer(plain)) == plain, said
        assert not re.match(r"(For|About|Wait|Raises|Opens) ", said), said
    assert len(heard) > 2


def test_what_is_said_agrees_with_what_is_done() -> None:
    """Nobody argues for the other choice, and numbers are those of the rules."""
    acted = bought = kept = 0
    for match, found in played("medium", 3, 6):
        chosen, said, state = found[0].option, found[0].said, match.state
        assert match.pending is not None
        me = state.actors[match.pending.seat]
        if chosen[0] in ("act", "rehearse"):
            acted += 1
            budget = SCENES[state.scenes[me.area]].budget
            chance = f"{100 * float(odds.success(budget, me.chips)):.0f}%"
            assert chance in said
            if instead := re.search(r"(\d+\.\d) turns on average instead of (\d+\.\d)", said):
                quicker = float(instead[1]) < float(instead[2])
                assert quicker == (chosen[0] == "rehearse"), said
        if chosen[0] == "upgrade":
            bought += 1
            assert f"ank {chosen[1]} " in said
        if chosen[0] == "move" and (
            told := re.search(r"Rank (\d) would cost me (\S+).* only (\d+), so I keep", said)
        ):
            kept += 1
            price = PRICES[int(told[1])]
            assert int(told[2].removeprefix("$")) in (price.dollars, price.credits)
            assert int(told[2].removeprefix("$")) > int(told[3]) == 5 * (int(told[1]) - me.rank)
            assert f"for rank {told[1]}" not in said
            assert chosen[1] != OFFICE
    assert acted > 50
    assert bought >= 3
    assert kept >= 1


def test_the_same_again_is_said_in_the_same_words() -> None:
    """So screens can leave it out; and what is the name of something stands out."""
    hard: Any = make("deadwood", "hard")
    for at, what in (
        (actor("bank", role=("card", 0)), {"act", "rehearse"}),
        (actor("trailers"), {"move", "end"}),
    ):
        match = table(at, actor("trailers"), scenes={"bank": LAW, "saloon": GUM}).match
        ask = match.pending
        assert ask is not None
        once, again = (hard.advise(match.view(0), ask, partial(match.fork, 0)) for _ in range(2))
        assert {one.option[0] for one in once} == what
        assert {one.option: one.said for one in once} == {one.option: one.said for one in again}
        assert len({one.said for one in once}) > 1
        for one in once:
            named = [one.said[mark.start : mark.end] for mark in marks(one.said)]
            assert bool(named) == any(name in one.said for name in ("Saloon", "Bank", "Hotel", "Main Street"))


def test_a_temper_speaks_up_after_the_reason() -> None:
    """Whatever it chooses has been put into words by the level: a taste decides between whole sentences."""
    for _, found in played("medium-hunter", 3, 9):
        if found[0].reason.endswith("a star belongs on the card"):
            assert re.search(r"[.!] A star belongs on the card\.$", found[0].said), found[0]
            return
    pytest.fail("it never spoke up")
