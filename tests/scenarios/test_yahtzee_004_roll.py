"""Seed 004, "Take a turn: rolling dice": use case 004-2 and the rows 004-R1 to 004-R12."""

import pytest

from dicecup.games.yahtzee.text import KEEPS
from tests.scenarios.cases import case, row
from tests.scenarios.yahtzee import before_roll, rolled


@case("004-2")
def test_a_turn_is_up_to_three_rolls_with_dice_held_between_them_and_then_a_box() -> None:
    game = before_roll(chance=[[1, 5, 2, 5, 6], [5, 3, 1], [5, 5]])
    game.do("roll")
    assert game.state.dice == [1, 5, 2, 5, 6]
    game.do("keep", 1, 3)
    assert game.state.dice == [5, 5, 3, 5, 1]
    game.do("keep", 0, 1, 3)
    assert game.state.dice == [5, 5, 5, 5, 5]
    assert {option.verb for option in game.pending.options} == {"fill"}
    game.do("fill", "yahtzee")
    assert game.state.sheets[0].boxes[11] == 50
    assert game.told()[-4:] == [
        "Ann rolls 1 5 2 5 6.",
        "Ann holds 5 5 and rolls 5 3 1.",
        "Ann holds 5 5 5 and rolls 5 5.",
        "Ann fills Yahtzee with 50.",
    ]


@case("004-2")
@pytest.mark.parametrize("rolls", [1, 2])
def test_a_box_may_be_filled_after_the_first_or_second_roll_already(rolls: int) -> None:
    game = rolled(1, 2, 3, 4, 5, rolls=rolls)
    assert game.offers("fill", "large_straight")
    assert game.offers("keep", 0)


@case("004-R1")
def test_the_first_roll_is_made_with_all_five_dice() -> None:
    game = before_roll(chance=[[6, 1, 2, 2, 4]])
    assert [tuple(option) for option in game.pending.options] == [("roll",)]
    game.do("roll")
    assert (game.state.dice, game.state.rolls) == ([6, 1, 2, 2, 4], 1)


@case("004-R2")
def test_nothing_can_be_held_before_the_first_roll() -> None:
    game = before_roll()
    assert game.refuses("keep", 0) == "Nothing can be held before the first roll."
    assert game.refuses("keep") == "Nothing can be held before the first roll."
    assert game.refuses("keep", 0, 1, 2, 3, 4) == "Nothing can be held before the first roll."


@pytest.mark.parametrize(
    ("rolls", "held"),
    [
        row("004-R3", 1, ()),
        row("004-R4", 1, (0,)),
        row("004-R5", 1, (1,)),
        row("004-R6", 1, (2,)),
        row("004-R7", 1, (3,)),
        row("004-R8", 1, (4,)),
        row("004-R9", 1, (0, 2, 4)),
        row("004-R10", 2, ()),
        row("004-R11", 2, (0, 2, 4)),
    ],
)
def test_held_dice_keep_their_value_and_the_others_are_rolled(rolls: int, held: tuple[int, ...]) -> None:
    game = rolled(1, 2, 3, 4, 5, rolls=rolls, chance=[[6] * (5 - len(held))])
    game.do("keep", *held)
    assert game.state.dice == [slot + 1 if slot in held else 6 for slot in range(5)]
    assert game.state.rolls == rolls + 1


@pytest.mark.parametrize("rolls", [1, 2])
@pytest.mark.parametrize("keep", KEEPS[:-1], ids=lambda keep: "-".join(map(str, keep.args)) or "none")
def test_any_set_of_dice_can_be_held(keep: tuple[str, int], rolls: int) -> None:
    held = keep[1:]
    game = rolled(1, 2, 3, 4, 5, rolls=rolls, chance=[[6] * (5 - len(held))])
    game.do(*keep)
    assert game.state.dice == [slot + 1 if slot in held else 6 for slot in range(5)]


@case("004-R12")
@pytest.mark.parametrize("keep", KEEPS, ids=lambda keep: "-".join(map(str, keep.args)) or "none")
def test_a_fourth_roll_is_refused_whatever_is_held(keep: tuple[str, int]) -> None:
    game = rolled(1, 2, 3, 4, 5, rolls=3)
    assert game.refuses(*keep) == "You have no rolls left. Fill a box now."
    assert game.refuses("roll") == "You have no rolls left. Fill a box now."


@case("004-2")
def test_after_the_third_roll_only_boxes_are_offered() -> None:
    game = rolled(1, 2, 3, 4, 5, rolls=3)
    assert len(game.pending.options) == 13
    assert {option.verb for option in game.pending.options} == {"fill"}
    assert game.pending.prompt == "Fill a box."


# --- and what else people ask about rolling ---


def test_may_a_die_held_earlier_be_rolled_again_yes() -> None:
    game = rolled(6, 6, 1, 2, 3, chance=[[5, 5, 5], [1, 2]])
    game.do("keep", 0, 1)
    assert game.state.dice == [6, 6, 5, 5, 5]
    game.do("keep", 2, 3, 4)
    assert game.state.dice == [1, 2, 5, 5, 5]


def test_holding_all_five_dice_is_a_way_to_stop_and_then_a_box_must_be_filled() -> None:
    game = rolled(6, 6, 6, 5, 5)
    game.do("keep", 0, 1, 2, 3, 4)
    assert game.state.dice == [6, 6, 6, 5, 5]
    assert game.told()[-1] == "Ann holds all five dice."
    assert {option.verb for option in game.pending.options} == {"fill"}
    assert game.refuses("keep", 0) == "You have no rolls left. Fill a box now."
    game.do("fill", "full_house")
    assert game.state.sheets[0].boxes[8] == 25


def test_the_same_player_decides_all_through_the_turn() -> None:
    game = before_roll(chance=[[1, 1, 1, 1, 1], [2, 2, 2, 2, 2]])
    game.do("roll")
    assert game.match.why_not(("keep",), seat=1) == "It is Ann's decision now."
    game.do("keep")
    assert game.pending.seat == 0


def test_after_the_first_roll_the_player_must_say_what_is_held() -> None:
    game = rolled(1, 2, 3, 4, 5)
    assert game.refuses("roll") == (
        "Say which dice you hold: “keep” with their numbers, or with none to roll all five."
    )


@pytest.mark.parametrize("slots", [(5,), (-1,), ("0",), (0, 1, 2, 3, 4, 5)])
def test_there_are_only_five_dice(slots: tuple[int | str, ...]) -> None:
    assert rolled(1, 2, 3, 4, 5).refuses("keep", *slots) == "There are five dice, numbered 0 to 4 here."


@pytest.mark.parametrize("slots", [(0, 0), (2, 1), (0, 0, 0, 0, 0)])
def test_each_die_is_named_once(slots: tuple[int, ...]) -> None:
    assert rolled(1, 2, 3, 4, 5).refuses("keep", *slots) == "Name each die once, in ascending order."


def test_a_choice_taken_back_can_be_made_again_but_dice_rolled_stay_rolled() -> None:
    game = rolled(1, 2, 3, 4, 5, chance=[[1, 1, 1, 1, 1]])
    game.do("keep", 0, 1, 2, 3, 4)
    game.match.undo(0)
    assert game.state.rolls == 1
    assert game.offers("keep", 0)
    game.do("keep")
    with pytest.raises(Exception, match="dice have been rolled"):
        game.match.undo(0)
    assert game.state.dice == [1, 1, 1, 1, 1]
