"""Who begins? Everybody rolls the five dice, the highest sum begins, ties roll again; then round the table."""

import pytest

import dicecup
from dicecup.testing import start
from tests.scenarios.yahtzee import NAMES


def test_everybody_rolls_once_in_the_order_of_the_seats_and_the_highest_sum_begins() -> None:
    game = start("yahtzee", names=NAMES[:3], chance=[[1, 1, 1, 1, 1], [6, 6, 6, 6, 5], [6, 6, 6, 5, 5]])
    for seat in range(3):
        assert (game.pending.seat, game.pending.kind) == (seat, "order")
        game.do("roll")
    assert game.told()[1:] == [
        "Ann rolls 1 1 1 1 1 for the first turn: 5.",
        "Ben rolls 6 6 6 6 5 for the first turn: 29.",
        "Cleo rolls 6 6 6 5 5 for the first turn: 28.",
        "Ben goes first.",
    ]
    assert (game.pending.seat, game.pending.kind, game.state.turn) == (1, "roll", 1)


def test_the_turns_then_go_round_the_table() -> None:
    first = [[1, 1, 1, 1, 1], [6, 6, 6, 6, 6], [1, 1, 1, 1, 2]]
    game = start("yahtzee", names=NAMES[:3], chance=[*first, *[[1, 2, 3, 4, 6]] * 5])
    game.play("roll", "roll", "roll")
    seats = []
    for box in ("chance", "chance", "chance", "ones", "ones"):
        seats.append(game.pending.seat)
        game.play("roll", ("fill", box))
    assert seats == [1, 2, 0, 1, 2]


def test_only_the_tied_roll_again_until_one_is_ahead() -> None:
    twelve, twenty, thirty = [2, 2, 2, 3, 3], [4, 4, 4, 4, 4], [6, 6, 6, 6, 6]
    game = start(
        "yahtzee",
        names=NAMES[:4],
        chance=[
            *(thirty, twelve, thirty, thirty),  # Ann, Ben, Cleo, Dan
            *(twenty, twelve, twenty),  # Ann, Cleo, Dan
            *(thirty, thirty),  # Ann, Dan
            *(twelve, twenty),  # Ann, Dan
        ],
    )
    order = []
    while game.pending.kind == "order":
        order.append(game.pending.seat)
        game.do("roll")
    assert order == [0, 1, 2, 3, 0, 2, 3, 0, 3, 0, 3]
    assert game.pending.seat == 3
    assert [line for line in game.told() if "again" in line or "goes first" in line] == [
        "Ann, Cleo and Dan are tied and roll again.",
        "Ann and Dan are tied and roll again.",
        "Ann and Dan are tied and roll again.",
        "Dan goes first.",
    ]
    assert game.unused == []


def test_a_low_tie_does_not_matter() -> None:
    game = start("yahtzee", names=NAMES[:3], chance=[[1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [2, 1, 1, 1, 1]])
    game.play("roll", "roll", "roll")
    assert (game.pending.seat, game.pending.kind) == (2, "roll")


def test_a_roll_for_the_first_turn_offers_nothing_else() -> None:
    game = start("yahtzee", names=NAMES[:2])
    assert [tuple(option) for option in game.pending.options] == [("roll",)]
    assert game.refuses("keep", 0) == "Nothing can be held before the first roll."
    assert game.refuses("fill", "ones") == "Roll the dice before you fill a box."


def test_seat_order_lets_the_first_seat_begin_without_a_roll() -> None:
    game = start("yahtzee", names=NAMES[:4], options={"start": "seat-order"})
    assert (game.pending.seat, game.pending.kind, game.state.turn) == (0, "roll", 1)


def test_a_single_player_does_not_roll_for_the_first_turn() -> None:
    game = start("yahtzee", names=("Ann",))
    assert (game.pending.seat, game.pending.kind) == (0, "roll")


def test_eight_can_play() -> None:
    match = dicecup.new("yahtzee", names=NAMES, seed=1)
    turns = [0] * 8
    while match.pending:
        turns[match.pending.seat] += match.pending.kind == "roll"
        match.answer(match.pending.options[-1])
    assert turns == [13] * 8
    assert match.outcome is not None
    assert len(match.outcome.scores) == 8


@pytest.mark.parametrize("seats", [0, 9, -1, True, 2.0])
def test_nobody_or_nine_cannot(seats: int) -> None:
    with pytest.raises(dicecup.SetupError, match="Yahtzee is for 1 to 8 players"):
        dicecup.new("yahtzee", seats=seats)


def test_the_loser_of_the_first_roll_still_gets_thirteen_turns() -> None:
    match = dicecup.new("yahtzee", seats=3, seed=2)
    while match.pending:
        match.answer(match.pending.options[-1])
    assert match.state.turn == 39
    assert all(-1 not in sheet.boxes for sheet in match.state.sheets)
