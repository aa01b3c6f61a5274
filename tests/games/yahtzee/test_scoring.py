"""Scoring against definitions written down plainly, over all 7,776 rolls of five dice."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.games.yahtzee.scoring import (
    BOXES,
    INDEX,
    JOKER_SCORES,
    OPEN,
    TITLES,
    UPPER,
    YAHTZEE,
    fillable,
    is_joker,
    joker_score,
    points,
    score,
    total,
    upper_sum,
)

ROLLS = list(product(range(1, 7), repeat=5))


def plainly(box: str, dice: tuple[int, ...]) -> int:
    """What the seed says, in as many words."""
    faces = ["ones", "twos", "threes", "fours", "fives", "sixes"]
    if box in faces:
        face = faces.index(box) + 1
        return sum(die for die in dice if die == face)
    most = max(Counter(dice).values())
    run = max(
        length for low in range(1, 7) for length in range(1, 7) if all(low + i in dice for i in range(length))
    )
    return {
        "three_of_a_kind": sum(dice) if most >= 3 else 0,
        "four_of_a_kind": sum(dice) if most >= 4 else 0,
        "full_house": 25 if sorted(Counter(dice).values()) == [2, 3] else 0,
        "small_straight": 30 if run >= 4 else 0,
        "large_straight": 40 if run >= 5 else 0,
        "yahtzee": 50 if most == 5 else 0,
        "chance": sum(dice),
    }[box]


@pytest.mark.parametrize("box", BOXES)
def test_every_roll_in_every_box(box: str) -> None:
    for dice in ROLLS:
        assert score(INDEX[box], dice) == plainly(box, dice), dice


@pytest.mark.parametrize(
    ("box", "rolls"),
    [
        ("three_of_a_kind", 1_656),
        ("four_of_a_kind", 156),
        ("full_house", 300),
        ("small_straight", 1_200),
        ("large_straight", 240),
        ("yahtzee", 6),
    ],
)
def test_so_many_of_all_rolls_score(box: str, rolls: int) -> None:
    assert sum(score(INDEX[box], dice) > 0 for dice in ROLLS) == rolls


def test_a_list_scores_like_a_tuple() -> None:
    assert score(INDEX["full_house"], [2, 2, 3, 3, 3]) == 25


def test_boxes_have_titles() -> None:
    assert TITLES[INDEX["three_of_a_kind"]] == "Three of a kind"
    assert len(TITLES) == len(BOXES) == 13


columns = st.lists(st.sampled_from([OPEN, 0, 5]), min_size=13, max_size=13).filter(lambda boxes: OPEN in boxes)
dice_rolls = st.lists(st.integers(1, 6), min_size=5, max_size=5) | st.integers(1, 6).map(lambda face: [face] * 5)


@given(columns, dice_rolls, st.booleans())
def test_something_can_always_be_filled_and_it_is_open(boxes: list[int], dice: list[int], official: bool) -> None:
    found = fillable(boxes, dice, official=official)
    assert found
    assert all(boxes[box] == OPEN for box in found)
    assert found == sorted(set(found))
    if not official:
        assert found == [box for box in range(13) if boxes[box] == OPEN]


@given(columns, st.integers(1, 6), st.sampled_from([0, 50]))
def test_the_forced_joker(boxes: list[int], face: int, held: int) -> None:
    boxes[YAHTZEE] = held
    if OPEN not in boxes:
        boxes[0] = OPEN
    dice = [face] * 5
    found = fillable(boxes, dice, official=True)
    lower = [box for box in range(6, 13) if boxes[box] == OPEN]
    assert is_joker(boxes, dice)
    if boxes[face - 1] == OPEN:
        assert found == [face - 1]
    elif lower:
        assert found == lower
    else:
        assert found == [box for box in UPPER if boxes[box] == OPEN]
        assert all(points(box, boxes, dice, official=True) == 0 for box in found)
    for box in found:
        assert points(box, boxes, dice, official=True) == joker_score(box, dice)
        assert points(box, boxes, dice, official=False) == score(box, dice)


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_jokers_count_in_full(face: int) -> None:
    scored = {BOXES[box]: joker_score(box, [face] * 5) for box in range(6, 13)}
    assert scored == {
        "three_of_a_kind": 5 * face,
        "four_of_a_kind": 5 * face,
        "full_house": 25,
        "small_straight": 30,
        "large_straight": 40,
        "yahtzee": 50,
        "chance": 5 * face,
    }
    assert set(JOKER_SCORES) == {8, 9, 10}


@given(dice_rolls)
def test_only_five_equal_dice_are_a_joker_and_only_with_the_yahtzee_box_filled(dice: list[int]) -> None:
    assert not is_joker([OPEN] * 13, dice)
    assert is_joker([0] * 13, dice) is (len(set(dice)) == 1)


@given(st.lists(st.integers(OPEN, 30), min_size=13, max_size=13), st.integers(0, 12))
def test_a_total_is_the_sum_and_the_bonuses(boxes: list[int], extra: int) -> None:
    filled = [0 if points == OPEN else points for points in boxes]
    assert upper_sum(boxes) == sum(filled[:6])
    bonus = 35 if sum(filled[:6]) >= 63 else 0
    assert total(boxes, extra) == sum(filled) + bonus + 100 * extra
