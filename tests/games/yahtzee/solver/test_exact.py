"""Values against exact arithmetic, by a solver that shares nothing with ours."""

import random
from collections.abc import Sequence
from functools import cache

import pytest

from dicecup.games.yahtzee.scoring import BOXES
from dicecup.games.yahtzee.solver import Rules, Solver
from tests.games.yahtzee.solver.reference import ROLLS, UPPER, Reference

# Points for the boxes that are filled; the numbers do not matter except in the upper boxes and Yahtzee.
SOME = {
    "ones": 2,
    "twos": 6,
    "threes": 9,
    "fours": 12,
    "fives": 15,
    "sixes": 18,
    "three_of_a_kind": 22,
    "four_of_a_kind": 0,
    "full_house": 25,
    "small_straight": 30,
    "large_straight": 0,
    "yahtzee": 50,
    "chance": 21,
}
THREE_OPEN = [
    ("ones", "sixes", "chance"),
    ("fours", "fives", "sixes"),
    ("threes", "full_house", "yahtzee"),
    ("full_house", "small_straight", "large_straight"),
    ("twos", "four_of_a_kind", "large_straight"),
    ("three_of_a_kind", "yahtzee", "chance"),
    ("sixes", "small_straight", "three_of_a_kind"),
    ("ones", "twos", "yahtzee"),
]
CLOSE = 1e-9


@cache
def reference(rules: Rules) -> Reference:
    return Reference(official=rules == "official")


def card(open_boxes: tuple[str, ...], yahtzee: int = 50, **points: int) -> dict[str, int]:
    filled = {**SOME, "yahtzee": yahtzee, **points}
    return {box: filled[box] for box in BOXES if box not in open_boxes}


def facts(s: Solver, filled: dict[str, int]) -> tuple[tuple[str, ...], int, bool]:
    open_boxes = tuple(box for box in BOXES if box not in filled)
    armed = s.rules == "official" and filled.get("yahtzee") == 50
    return open_boxes, sum(filled.get(box, 0) for box in UPPER), armed


def check(s: Solver, filled: dict[str, int], rolls: Sequence[tuple[int, ...]]) -> None:
    ref, state, on_card = reference(s.rules), facts(s, filled), sum(filled.values())
    assert s.expected_final(filled) == pytest.approx(float(on_card + ref.start(*state)), abs=CLOSE)
    for rolls_left in (1, 2):
        exact = ref.every_keep(*state, rolls_left, rolls)
        for dice in rolls:
            ours = {one.choice: one.value for one in s.ranked_keeps(filled, dice, rolls_left)}
            assert ours == pytest.approx({k: float(on_card + v) for k, v in exact[dice].items()}, abs=CLOSE)
    for dice in rolls:
        boxes = {one.choice: one.value for one in s.ranked_boxes(filled, dice)}
        exact_boxes = ref.boxes(*state, dice)
        assert boxes == pytest.approx({k: float(on_card + v) for k, v in exact_boxes.items()}, abs=CLOSE)


@pytest.mark.thorough
def test_one_open_box(s: Solver) -> None:
    for box in BOXES:
        check(s, card((box,)), random.Random(box).sample(ROLLS, 30))


@pytest.mark.parametrize("open_boxes", THREE_OPEN, ids="-".join)
@pytest.mark.thorough
def test_three_open_boxes(s: Solver, open_boxes: tuple[str, ...]) -> None:
    rolls = random.Random(str(open_boxes)).sample(ROLLS, 25) + [(face,) * 5 for face in range(1, 7)]
    check(s, card(open_boxes), rolls)
    check(s, card(open_boxes, yahtzee=0, fives=20, sixes=24), rolls)


def test_jokers_that_must_go_to_an_upper_box_as_zero(s: Solver) -> None:
    check(s, card(("ones", "twos", "threes")), [(6,) * 5, (3,) * 5, (1, 1, 1, 2, 3)])
    check(s, card(("ones", "twos", "threes"), yahtzee=0), [(6,) * 5, (3,) * 5, (1, 1, 1, 2, 3)])


@pytest.mark.thorough
def test_all_lower_boxes_open(s: Solver) -> None:
    rolls = [(1, 2, 3, 4, 6), (5, 5, 5, 5, 5), (2, 2, 3, 3, 6)]
    check(s, card(BOXES[6:]), rolls)


@pytest.mark.soak
def test_all_upper_boxes_open(s: Solver) -> None:
    check(s, card(BOXES[:6]), [(1, 2, 3, 4, 6), (6, 6, 6, 6, 6), (2, 2, 3, 3, 6)])
