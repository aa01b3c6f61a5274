"""The perfect player of Yahtzee, as it sits at the table."""

from typing import Any

import pytest

import dicecup
from dicecup.games.yahtzee import YahtzeeView
from dicecup.players import Advice, play
from dicecup.players.yahtzee.perfect import PerfectYahtzee
from dicecup.table import Match
from tests.scenarios.yahtzee import full_but, last_box, table


def advice(match: Match[Any]) -> list[Advice]:
    assert match.pending is not None
    view = match.view(match.pending.seat)
    assert isinstance(view, YahtzeeView)
    return PerfectYahtzee().advise(view, match.pending)


@pytest.mark.parametrize("rules", ["standard", "official"])
def test_it_plays_a_legal_and_good_game(rules: str) -> None:
    match = play(dicecup.new("yahtzee", seats=2, seed=1, rules=rules), [PerfectYahtzee(), PerfectYahtzee()])
    assert match.outcome is not None
    assert min(match.outcome.scores) > 100


def test_it_holds_four_sixes() -> None:
    match = table(None, phase="choose", turn=1, dice=[6, 6, 1, 6, 6], rolls=1).match
    best = advice(match)[0]
    assert best.option == ("keep", 0, 1, 3, 4)
    assert best.loss == 0


def test_it_takes_the_box_that_is_worth_most() -> None:
    match = last_box(full_but("yahtzee", "chance"), dice=[2, 2, 2, 2, 2]).match
    found = advice(match)
    assert [each.option for each in found] == [("fill", "yahtzee"), ("fill", "chance")]
    assert found[1].loss > 20


@pytest.mark.parametrize("rules", ["standard", "official"])
@pytest.mark.parametrize("dice", [[1, 2, 3, 4, 6], [3, 3, 3, 3, 3], [1, 1, 2, 2, 2]])
@pytest.mark.parametrize("rolls", [1, 2, 3])
def test_its_advice_names_options_only_best_first_and_every_different_hold_once(
    rules: str, dice: list[int], rolls: int
) -> None:
    match = table(
        full_but("ones", "sixes", "chance", yahtzee=50),
        rules=rules,
        phase="choose",
        turn=9,
        dice=dice,
        rolls=rolls,
    ).match
    assert match.pending is not None
    found = advice(match)
    assert all(match.pending.find(each.option) is not None for each in found)
    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)
    assert all(each.loss == pytest.approx(found[0].value - each.value) for each in found)
    held = [
        tuple(sorted(dice[int(slot)] for slot in each.option.args)) for each in found if each.option.verb == "keep"
    ]
    assert len(held) == len(set(held))
    every = {tuple(sorted(dice[int(s)] for s in o.args)) for o in match.pending.options if o.verb == "keep"}
    assert set(held) == every
    boxes = {option for option in match.pending.options if option.verb == "fill"}
    assert boxes == {each.option for each in found if each.option.verb == "fill"}


def test_before_the_first_roll_it_says_what_to_expect() -> None:
    (only,) = advice(dicecup.new("yahtzee", seats=1, seed=1))
    assert only.option == ("roll",)
    assert only.value == pytest.approx(245.87, abs=0.01)


def test_it_sees_its_own_sheet_not_that_of_whoever_is_next() -> None:
    match = table(
        full_but("chance"), full_but("yahtzee"), phase="choose", turn=9, dice=[1, 1, 1, 1, 2], rolls=3
    ).match
    assert [each.option for each in advice(match)] == [("fill", "chance")]


@pytest.mark.parametrize(("fours", "told"), [(12, "on course for the upper bonus"), (8, "")])
def test_nobody_is_on_course_for_a_bonus_that_is_lost(fours: int, told: str) -> None:
    """Threes and ones are open: 9 now and 3 to come, with 15, 18 and so many fours and twos written down."""
    column = full_but("threes", "ones", "chance", twos=6, fours=fours, fives=15, sixes=18)
    found = advice(last_box(column, dice=[3, 3, 3, 6, 5]).match)
    reason = {each.option: each.reason for each in found}["fill", "threes"].partition(";")[0]  # type: ignore[index]
    assert reason == "9 points" + (f", {told}" if told else "")
