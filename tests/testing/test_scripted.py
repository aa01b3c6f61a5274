"""The tool in which scenarios are written."""

from typing import Any

import pytest

from dicecup.table import IllegalChoice
from dicecup.testing import Scripted, ScriptError, start
from tests.table.hush import HUSH


def test_the_example_of_the_module() -> None:
    game = start("yahtzee", phase="choose", dice=[3, 1, 1, 2, 6], rolls=1, chance=[[5, 5, 5, 5]])
    game.do("keep", 0)
    assert game.state.dice == [3, 5, 5, 5, 5]
    assert game.refuses("roll").startswith("Say which dice you hold")


def test_chance_falls_as_scripted_in_the_order_of_need() -> None:
    game = start(HUSH, names=("Ann", "Ben"), chance=[6, 1, 4, 2])
    assert [hand.card for hand in game.state.hands] == [6, 1]
    game.play("swap", ("keep", "new", 4))
    assert game.unused == []
    assert game.state.open == 2
    assert game.told(0)[1] == "Ann gets a 6."
    assert game.told()[1] == "Ann gets a card."
    assert game.kinds()[:3] == ["begun", "dealt", "dealt"]


def test_a_script_that_is_too_short_says_what_is_needed_and_the_match_stands() -> None:
    game = start("yahtzee", seats=1)
    with pytest.raises(
        ScriptError, match=r"1/0/roll/1 needs a result .<Roll 1/0/roll/1>., and the script has none left"
    ):
        game.do("roll")
    assert game.pending.kind == "roll"
    game.then([1, 2, 3, 4, 5]).do("roll")
    assert game.state.dice == [1, 2, 3, 4, 5]


def test_a_result_that_cannot_be_is_refused_and_stays_in_the_script() -> None:
    game = start("yahtzee", seats=1, chance=[[1, 2, 3, 4, 7]])
    with pytest.raises(ScriptError, match="a die shows 1 to 6"):
        game.do("roll")
    assert game.unused == [[1, 2, 3, 4, 7]]


def test_an_illegal_answer_fails_with_the_reason() -> None:
    with pytest.raises(IllegalChoice, match="Nothing can be held before the first roll"):
        start("yahtzee", seats=1).do("keep", 0)


def test_refuses_fails_for_what_is_allowed() -> None:
    with pytest.raises(AssertionError, match="was not refused"):
        start("yahtzee", seats=1, chance=[[1, 2, 3, 4, 5]]).refuses("roll")


def test_offers() -> None:
    game = start("yahtzee", seats=1)
    assert game.offers("roll")
    assert not game.offers("keep", 0)


def test_a_position_is_merged_into_a_fresh_game() -> None:
    game: Scripted = start(HUSH, seats=3, phase="deal", hands=[None, {"points": 2}, {}], chance=[1, 1, 2])
    assert [hand.points for hand in game.state.hands] == [0, 2, 0]


@pytest.mark.parametrize(
    "position", [{"colour": 1}, {"hands": [{"colour": 1}, None]}, {"phase": "lunch"}, {"deck": [1]}]
)
def test_a_position_that_cannot_be_is_refused(position: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"has no colour|no phase|twice the cards"):
        start(HUSH, seats=2, **position)
