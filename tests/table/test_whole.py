"""Whole numbers of NumPy are whole numbers: seeds, seats, dice and choices as programs that learn have them."""

from typing import Any

import numpy as np
import pytest

import dicecup
from dicecup.table import IllegalChoice, NoSuchSeat, SetupError
from dicecup.table.whole import whole


class Endless:
    def __index__(self) -> int:
        raise RecursionError


@pytest.mark.parametrize("number", [3, np.int64(3), np.uint8(3), np.array(3)])
def test_a_number_is_a_number(number: object) -> None:
    assert whole(number) == 3
    assert type(whole(number)) is int


@pytest.mark.parametrize("nothing", [True, np.True_, 3.0, np.float32(3), "3", None, np.array([3, 4]), Endless()])
def test_what_is_none_is_none(nothing: object) -> None:
    assert whole(nothing) is None


def test_a_match_by_numbers_of_numpy_is_the_same_match() -> None:
    number: Any = np.int64
    usual = dicecup.new("deadwood", seats=3, seed=5, stall_turns=50)
    match = dicecup.new("deadwood", seats=number(3), seed=number(5), stall_turns=number(50))
    assert match.save() == usual.save()
    ask = match.pending
    assert ask is not None
    seat = number(ask.seat)
    assert match.view(seat).to_json() == usual.view(ask.seat).to_json()
    assert match.describe(seat) == usual.describe(ask.seat)
    assert match.fork(seat, seed=number(1)).save() == usual.fork(ask.seat, seed=1).save()
    actions = match.game.actions(number(3))
    assert len(match.game.encoding(number(3))) == len(usual.game.encoding(3))
    chosen = actions.words(number(actions.legal(ask)[0]), seat)
    assert actions.number(chosen, seat) == actions.legal(ask)[0]
    with pytest.raises(NoSuchSeat):
        match.view(number(3))
    with pytest.raises(SetupError):
        dicecup.new("deadwood", seats=number(9))


def test_dice_and_slots_of_numpy() -> None:
    usual = dicecup.new("yahtzee", seats=1, seed=1, chance="open")
    match = usual.clone()
    for each, dice in ((usual, (1, 2, 3, 4, 6)), (match, np.array([1, 2, 3, 4, 6]))):
        each.answer("roll")
        each.settle(dice)
    usual.answer(("keep", 0, 2))
    match.answer(("keep", *np.flatnonzero([1, 0, 1, 0, 0])))
    assert match.save() == usual.save()
    for wrong in (np.array([1.0, 2.0, 3.0]), np.array([1, 2, 7]), np.array(3), (True, 2, 3)):
        with pytest.raises(IllegalChoice):
            match.settle(wrong)
    assert match.save() == usual.save()
