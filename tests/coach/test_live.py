"""What the coach thinks of a choice before it is made, for whatever screen asks."""

from typing import Any

import pytest

import dicecup
from dicecup.coach import Grade
from dicecup.coach.live import opinion
from dicecup.players import Advice
from dicecup.table import Match, Option


@pytest.fixture
def match() -> Match[Any]:
    """Somebody holds dice: 3 4 1 1 1, or whatever fell."""
    found: Match[Any] = dicecup.new("yahtzee", seats=2, seed=7, start="seat-order")
    found.answer("roll")
    return found


def worth(match: Match[Any], **values: float) -> dict[Option, float]:
    """Nothing is worth anything, except what is named by its place among the options."""
    assert match.pending is not None
    found = dict.fromkeys(match.pending.options, 0.0)
    for place, value in values.items():
        found[match.pending.options[int(place[1:])]] = value
    return found


def test_warns_of_mistakes_and_of_nothing_less(match: Match[Any]) -> None:
    values = worth(match, _0=0.5, _1=0.496, _2=0.48, _3=0.45, _4=0.42, _5=0.3)
    found = [opinion(match, option, values, "win", 0.0) for option in list(values)[:6]]
    assert [each.grade.value for each in found] == ["best", "best", "good", "inaccuracy", "mistake", "blunder"]
    assert [each.warn for each in found] == [False, False, False, False, True, True]
    assert [each.better is None for each in found] == [True, True, False, False, False, False]


def test_what_is_within_the_noise_is_no_fault_and_nothing_is_a_blunder_that_was_not_played_out(
    match: Match[Any],
) -> None:
    values = worth(match, _0=0.5, _1=0.45, _2=0.2)
    small, large = (opinion(match, option, values, "win", 0.07) for option in list(values)[1:3])
    assert (small.grade, small.warn) == (Grade.GOOD, False)
    assert (large.grade, large.warn) == (Grade.MISTAKE, True)


def test_where_all_choices_are_worth_the_same_nobody_is_praised(match: Match[Any]) -> None:
    even = dict.fromkeys(worth(match), 0.5)
    assert not opinion(match, next(iter(even)), even, "win", 0.0).matters
    assert not opinion(match, next(iter(even)), worth(match, _0=0.02), "win", 0.03).matters, "it may be noise"
    assert opinion(match, next(iter(even)), worth(match, _0=0.02), "win", 0.0).matters
    assert opinion(match, next(iter(even)), worth(match, _0=0.3), "points", 0.0).matters


def test_what_is_better_is_named_as_a_hint_names_it(match: Match[Any]) -> None:
    """Of dice that show the same, a hint holds the first; what is worth most may be another one of them."""
    ask, dice = match.pending, match.state.dice
    assert ask is not None
    first, second = next((a, b) for a in range(5) for b in range(a + 1, 5) if dice[a] == dice[b])
    hinted, twin, bad = (ask.find(choice) for choice in (("keep", first), ("keep", second), ("keep",)))
    assert hinted is not None
    assert twin is not None
    assert bad is not None
    values = {**dict.fromkeys(ask.options, 0.0), twin: 0.5}
    found = opinion(match, bad, values, "win", 0.0, [Advice(hinted, 0.5, 0.0, "for a pair")])
    assert found.better is not None
    assert found.better.option == hinted
    assert (found.better.reason, found.better.doing) == ("for a pair", f"holding {dice[first]}")
    found = opinion(match, bad, values, "win", 0.0)
    assert found.better is not None
    assert (found.better.option, found.better.reason) == (twin, ""), "without a hint it is named all the same"


def test_whoever_follows_the_hint_is_not_warned_though_the_coach_finds_something_better(match: Match[Any]) -> None:
    values = worth(match, _0=0.5, _1=0.4)
    best, hinted = list(values)[:2]
    assert opinion(match, hinted, values, "win", 0.03).warn
    found = opinion(match, hinted, values, "win", 0.03, [Advice(hinted, 0.5, 0.0), Advice(best, 0.4, 0.1)])
    assert (found.grade, found.warn, found.better) == (Grade.GOOD, False, None)
