"""Reasons tell options apart: how far it still is to what a move is for, and what an extra has of a wrap."""

import re
from typing import Any

import pytest

import dicecup
from dicecup.batch.deadwood.lot import AREA_NAMES, OFFICE, STEPS
from dicecup.batch.deadwood.rows import MOVE, code_of, row_of
from dicecup.games.deadwood import DeadwoodView
from dicecup.players import hints, make
from dicecup.players.deadwood.hard import Hard
from dicecup.players.deadwood.reasons import reason
from dicecup.table import Ask, Match
from tests.scenarios.deadwood.lot import HAT, actor, table

LATER = re.compile(r", (a|\d+) turns? later(, with a new card on the way|, with \d+ roles? on the way)?(:|$)")


def told(match: Match[Any], *choice: str | int) -> str:
    """The reason for an option, by a planner's goals."""
    ask = match.pending
    assert ask is not None
    option = ask.find(choice)
    assert option is not None
    view = match.view(ask.seat)
    assert isinstance(view, DeadwoodView)
    row = row_of(view)
    return reason(row, code_of(option), Hard().tables(row))


def walking() -> Match[Any]:
    """Ann can pay for a rank and stands two turns from the Casting Office; there is nothing better to do."""
    others = [name for name in AREA_NAMES[:10] if name not in ("saloon", "bank")]
    return table(actor("jail", rank=1, dollars=40), None, wrapped=others).match


def test_a_way_round_says_how_much_later_it_gets_there() -> None:
    match = walking()
    ask = match.pending
    assert ask is not None
    found = 0
    for option in ask.options:
        if option.verb == "move":
            there = code_of(option) - MOVE
            steps, why = int(STEPS[there, OFFICE]), told(match, *option)
            if why.startswith("for rank"):
                later = LATER.search(why)
                assert (later[1] if later else "0") == {0: "0", 1: "a"}.get(steps, str(steps)), why
                found += 1
    assert found > 1


def test_a_stop_says_what_else_is_there() -> None:
    """The card at the Saloon lies face down; at the Bank it is known, and there are roles that Ann could take."""
    for scenes, on_the_way in (({}, "a new card"), ({"saloon": HAT}, r"\d roles?")):
        match = table(actor("trailers", rank=2, dollars=40), None, scenes=scenes).match
        why = told(match, "move", "saloon")
        assert re.fullmatch(rf"for [^:]+, (a turn|\d turns) later, with {on_the_way} on the way(:.*)?", why), why


def test_extras_of_different_ranks_have_different_reasons() -> None:
    alone = table(actor("secret-hideout", rank=3), actor(rank=2), scenes={"secret-hideout": HAT}).match
    assert told(alone, "take", "set", 0).endswith(" more if somebody plays on the card")
    star = actor("secret-hideout", ("card", 0), rank=4)
    beside = table(actor("secret-hideout", rank=3), star, scenes={"secret-hideout": HAT}).match
    assert re.search(r", \$\d of it at the wrap($|;)", told(beside, "take", "set", 0))
    for match in (alone, beside):
        ask = match.pending
        assert ask is not None
        extras = [option for option in ask.options if option.args[:1] == ("set",)]
        ranks = {re.search(r"rank (\d)", str(option.text))[1] for option in extras}  # type: ignore[index]
        assert len({told(match, *option).partition(";")[0] for option in extras}) >= len(ranks) > 1


@pytest.mark.thorough
def test_hints_hardly_ever_give_one_reason_for_options_that_differ_by_more_than_noise() -> None:
    """They did in one decision of eleven."""
    mind = make("deadwood", "hard")
    assert isinstance(mind, Hard)
    seen = alike = 0

    def watch(match: Match[Any], ask: Ask) -> None:
        nonlocal seen, alike
        first = hints(mind, match)[:4]
        said = {one.reason: one.value for one in reversed(first)}  # the best of each
        seen += 1
        alike += any(said[one.reason] - one.value > mind.noise for one in first)

    players = [make("deadwood", "medium", seat) for seat in range(3)]
    dicecup.players.play(dicecup.new("deadwood", seats=3, seed=2), players, watch=watch)
    assert alike < 0.03 * seen
