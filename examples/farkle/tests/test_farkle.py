"""Farkle, rule by rule, and the promises that every game of Dicecup has to keep."""

from collections.abc import Sequence
from typing import Any

import pytest

import dicecup
from dicecup.players import play
from dicecup.testing import Scripted, check_game, check_manifest, check_player, start
from dicecup_farkle.players import LEVELS, prospects
from dicecup_farkle.scoring import takes, worth


def test_it_keeps_every_promise_of_the_table() -> None:
    assert check_game("farkle", games=2) > 200


def test_all_that_the_package_names_is_there() -> None:
    assert check_manifest("farkle")


@pytest.mark.parametrize("level", LEVELS)
def test_its_players_keep_theirs(level: str) -> None:
    assert check_player("farkle", LEVELS[level], seats=(2, 3)) > 100


# --- what counts ---


@pytest.mark.parametrize(
    ("faces", "points"),
    [
        ([1], 100),
        ([5], 50),
        ([2], 0),
        ([1, 1, 5], 250),
        ([1, 1, 1], 1000),
        ([4, 4, 4], 400),
        ([4, 4], 0),
        ([4, 4, 4, 2], 0),  # the 2 brings nothing, so these four cannot be taken together
        ([1, 1, 1, 1], 1100),  # three ones and a single one are more than four of a kind
        ([3, 3, 3, 3], 1000),
        ([3, 3, 3, 3, 3], 2000),
        ([3, 3, 3, 3, 3, 3], 3000),
        ([1, 2, 3, 4, 5, 6], 1500),
        ([2, 2, 3, 3, 6, 6], 1500),
        ([2, 2, 2, 2, 6, 6], 1500),
        ([2, 2, 2, 6, 6, 6], 2500),
    ],
)
def test_what_dice_bring(faces: Sequence[int], points: int) -> None:
    assert worth(faces) == points


def test_with_doubling_each_further_die_doubles_a_triple() -> None:
    assert [worth([4] * count, "doubling") for count in (3, 4, 5, 6)] == [400, 800, 1600, 3200]


def test_only_sets_in_which_every_die_counts_can_be_taken() -> None:
    assert takes((1, 2, 3, 5, 2, 6), "fixed") == (((0,), 100), ((3,), 50), ((0, 3), 150))


# --- a turn ---


def after(*dice: int, then: Sequence[Any] = (), scores: Sequence[int] = (0, 0), **options: Any) -> Scripted:
    """A game in which Player 1 has just rolled these dice; `then` are the next rolls."""
    options["start"] = "seat-order"
    table = start("farkle", options=options, chance=[dice, *then], scores=list(scores), phase="roll")
    table.do("roll")
    return table


def test_dice_are_taken_and_the_others_rolled_again() -> None:
    table = after(1, 2, 3, 5, 2, 6, then=[(4, 4, 4, 1)])
    table.do("roll", 0, 3)
    assert table.state.points == 150
    assert table.state.aside == [1, 5]
    assert table.state.dice == [4, 4, 4, 1]


def test_a_roll_in_which_nothing_counts_loses_all_that_was_taken() -> None:
    table = after(1, 2, 3, 5, 2, 6, then=[(2, 3, 4, 6, 6)])
    table.do("roll", 0)
    assert table.told()[-1] == "Farkle! Nothing counts: Player 1 ends the turn and loses 100 points."
    assert table.state.scores == [0, 0]
    assert table.state.current == 1


def test_six_dice_that_all_count_are_rolled_again() -> None:
    table = after(1, 1, 1, 5, 5, 2, then=[(5,), (2, 2, 3, 3, 4, 1)])
    table.do("roll", 0, 1, 2, 3, 4)
    table.do("roll", 0)
    assert table.state.points == 1150
    assert table.state.aside == []
    assert len(table.state.dice) == 6


def test_the_first_points_banked_have_to_be_enough() -> None:
    table = after(1, 2, 3, 5, 2, 6)
    assert table.refuses("bank", 0) == "The first points you bank have to be 500 or more; this would be 100."
    assert ("bank", 0) in table.match.game.greyed(table.state, table.pending), "a screen shows it with the reason"
    table = after(4, 4, 4, 1, 2, 6)
    table.do("bank", 0, 1, 2, 3)
    assert table.state.scores == [500, 0]


def test_after_that_any_points_can_be_banked() -> None:
    table = after(1, 2, 3, 5, 2, 6, scores=(500, 0))
    table.do("bank", 3)
    assert table.state.scores == [550, 0]


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (("bank", 1), "None of these dice counts."),
        (("roll", 0, 1), "Only dice that count can be taken, and 2 does not."),
        (("roll",), "Take at least one die that counts first."),
        (("roll", 7), "There are 6 dice to take from, numbered 0 to 5 here."),
        (("roll", 3, 0), "Name each die once, in ascending order."),
    ],
)
def test_what_cannot_be_taken_is_refused_with_the_reason(choice: tuple[int | str, ...], reason: str) -> None:
    assert after(1, 2, 3, 5, 2, 6).refuses(*choice) == reason


# --- the end ---


def test_when_somebody_reaches_the_goal_everybody_else_has_one_more_turn() -> None:
    table = after(3, 3, 3, 3, 3, 3, then=[(2, 3, 4, 6, 6, 4)], scores=(2500, 0), goal=5000)
    table.do("bank", 0, 1, 2, 3, 4, 5)
    assert table.state.scores == [5500, 0]
    assert table.told()[-1] == "Player 1 has reached 5,000. Everybody else has one more turn."
    table.do("roll")
    assert table.told()[-1] == "The game is over: Player 1 5,500, Player 2 0. Player 1 wins."


def test_or_the_game_ends_at_once() -> None:
    table = after(3, 3, 3, 3, 3, 3, scores=(2500, 0), goal=5000, last_turns=False)
    table.do("bank", 0, 1, 2, 3, 4, 5)
    assert table.match.outcome is not None


def test_players_who_tie_share_the_win() -> None:
    table = after(1, 2, 3, 4, 5, 6, scores=(3500, 5000), goal=5000)
    table.state.closer = 1
    table.do("bank", 0, 1, 2, 3, 4, 5)
    assert (
        table.told()[-1]
        == "The game is over: Player 1 5,000, Player 2 5,000. Player 1 and Player 2 share the win."
    )


# --- the players ---


def test_how_often_a_roll_counts_is_known_exactly() -> None:
    chances = [round(prospects(dice, "fixed")[0], 4) for dice in range(1, 7)]
    assert chances == [0.3333, 0.5556, 0.7222, 0.8426, 0.9228, 0.9769]


def test_medium_beats_easy() -> None:
    won = 0
    for seed in range(30):
        match = dicecup.new("farkle", names=["Easy", "Medium"], seed=seed)
        play(match, [LEVELS["easy"](seed), LEVELS["medium"](seed)])
        assert match.outcome is not None
        won += match.outcome.winners == (1,)
    assert won > 18
