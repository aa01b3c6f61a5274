"""Choices by number: what `Game.actions` promises, whatever the game."""

import pickle
import random
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import dicecup
from dicecup import NoSuchSeat, NotAllowed, SetupError, games
from dicecup.table import Actions, Ask, Away, Option
from dicecup.table.actions import Words
from dicecup.testing import check_game
from dicecup.testing.promises import Nonconformance
from tests.table import hush
from tests.table.hush import Hush

GAMES = ("yahtzee", "deadwood", "king-of-tokyo")
SHARED: list[Words] = [("pass",), ("give", Away(1)), ("give", Away(2)), ("bet", 0), ("bet", 1)]


def shared() -> Actions:
    """Three seats that can give each other something, or bet."""
    return Actions(SHARED, seats=3, version=4, endless=("bet",))


def test_seats_are_counted_from_whoever_chooses() -> None:
    actions = shared()
    assert [actions.number(("give", 1), 0), actions.number(("give", 2), 1), actions.number(("give", 0), 2)] == [
        1,
        1,
        1,
    ]
    assert actions.words(2, 0) == ("give", 2)
    assert actions.words(2, 2) == ("give", 1)
    assert actions.name(2) == "give +2"


def test_what_can_be_chosen_comes_in_the_order_of_the_options() -> None:
    ask = Ask(1, "any", (Option("give", 0), Option("pass"), Option("give", 2)))
    assert shared().legal(ask) == [2, 0, 1]
    assert shared().mask(ask).tolist() == [1, 1, 1, 0, 0]
    assert shared().mask(ask).dtype == np.int8
    assert shared().mask(None).tolist() == [0] * 5


def test_a_bet_above_the_highest_number_is_left_out() -> None:
    ask = Ask(0, "bet", tuple(Option("bet", energy) for energy in range(9)))
    assert shared().legal(ask) == [3, 4]


def test_any_other_choice_without_a_number_is_a_mistake_of_the_game() -> None:
    with pytest.raises(NotAllowed, match=r"\('dance',\) is not among the numbered actions"):
        shared().legal(Ask(0, "any", (Option("pass"), Option("dance"))))


@pytest.mark.parametrize("number", [-1, 5, 10**30, True, 1.0, "1", None])
def test_a_number_that_there_is_not(number: Any) -> None:
    with pytest.raises(NotAllowed, match="they are numbered 0 to 4"):
        shared().words(number, 0)
    with pytest.raises(NotAllowed, match="they are numbered 0 to 4"):
        shared().name(number)


def test_numbers_of_numpy_are_numbers() -> None:
    assert shared().words(np.int64(0), np.int64(0).item()) == ("pass",)


@pytest.mark.parametrize("choice", [("give", 0), ("bet", 2), "dance", (), None, ("bet", True), object()])
def test_a_choice_without_a_number(choice: Any) -> None:
    with pytest.raises(NotAllowed, match="is not among the numbered actions"):
        shared().number(choice, 0)


@pytest.mark.parametrize("seat", [-1, 3, True, None, "0"])
def test_a_seat_that_is_not_there(seat: Any) -> None:
    with pytest.raises(NoSuchSeat, match="the seats are 0 to 2"):
        shared().number("pass", seat)


def test_two_choices_in_the_same_words_cannot_both_be_numbered() -> None:
    with pytest.raises(ValueError, match="same words"):
        Actions([("give", 1), ("give", Away(1))], seats=3)


def test_they_go_to_another_process() -> None:
    again = pickle.loads(pickle.dumps(shared()))
    assert (len(again), again.version, again.words(1, 2)) == (5, 4, ("give", 0))


def test_a_game_that_numbers_nothing_says_so_and_is_whole_without() -> None:
    with pytest.raises(NotAllowed, match="has no numbered actions"):
        hush.HUSH.actions(2)
    with pytest.raises(NotAllowed, match="has no rows of numbers"):
        hush.HUSH.encoding(2)
    assert check_game(hush.HUSH, games=2) > 10


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seats", [0, 99, True, "2"])
def test_a_table_that_cannot_be(name: str, seats: Any) -> None:
    with pytest.raises(SetupError, match="players"):
        games.find(name).actions(seats)
    with pytest.raises(SetupError, match="players"):
        games.find(name).encoding(seats)


def test_the_kit_finds_an_option_that_was_forgotten() -> None:
    class Forgetful(Hush):
        def choices(self, seats: int, options: Any) -> Iterable[Words]:
            return [("pass",)]

    with pytest.raises(Nonconformance, match="every option has a number"):
        check_game(Forgetful, games=5)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_can_be_played_by_numbers(name: str) -> None:
    match = dicecup.new(name, seats=3, seed=8)
    actions, rng = match.game.actions(3), random.Random(8)
    while match.pending is not None:
        number = rng.choice(np.flatnonzero(actions.mask(match.pending)))
        match.answer(actions.words(number, match.pending.seat))
    assert match.outcome is not None
