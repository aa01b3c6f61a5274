"""What five dice are worth in each of the thirteen boxes, and how a column adds up."""

from collections.abc import Sequence
from typing import Final

BOXES: Final = (
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "yahtzee",
    "chance",
)
INDEX: Final = {box: i for i, box in enumerate(BOXES)}
UPPER: Final = range(6)  # the boxes ones to sixes
LOWER: Final = range(6, 13)
THREE_OF_A_KIND, FOUR_OF_A_KIND, FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, YAHTZEE, CHANCE = LOWER

UPPER_GOAL: Final = 63
UPPER_BONUS: Final = 35
YAHTZEE_SCORE: Final = 50
YAHTZEE_BONUS: Final = 100  # official rules: each further Yahtzee
JOKER_SCORES: Final = {FULL_HOUSE: 25, SMALL_STRAIGHT: 30, LARGE_STRAIGHT: 40}

OPEN: Final = -1  # a box nobody has written in yet

TITLES: Final = tuple(box.replace("_", " ").capitalize() for box in BOXES)

_SMALL_STRAIGHTS = tuple(frozenset(range(low, low + 4)) for low in (1, 2, 3))
_LARGE_STRAIGHTS = tuple(frozenset(range(low, low + 5)) for low in (1, 2))


def score(box: int, dice: Sequence[int]) -> int:
    """The points that `dice` bring in the box with this number, without a joker."""
    if box < 6:
        return dice.count(box + 1) * (box + 1)
    faces = set(dice)
    if box == CHANCE:
        return sum(dice)
    if box == YAHTZEE:
        return YAHTZEE_SCORE if len(faces) == 1 else 0
    if box == SMALL_STRAIGHT:
        return 30 if any(run <= faces for run in _SMALL_STRAIGHTS) else 0
    if box == LARGE_STRAIGHT:
        return 40 if faces in _LARGE_STRAIGHTS else 0
    counts = sorted(dice.count(face) for face in faces)
    if box == FULL_HOUSE:
        return 25 if counts == [2, 3] else 0
    return sum(dice) if counts[-1] >= (3 if box == THREE_OF_A_KIND else 4) else 0


def is_joker(boxes: Sequence[int], dice: Sequence[int]) -> bool:
    """Official rules: a further Yahtzee, the Yahtzee box being filled, with 50 or with 0."""
    return boxes[YAHTZEE] != OPEN and len(set(dice)) == 1


def joker_score(box: int, dice: Sequence[int]) -> int:
    """The points of a joker: straights and full house count in full."""
    return JOKER_SCORES.get(box) or score(box, dice)


def fillable(boxes: Sequence[int], dice: Sequence[int], *, official: bool) -> list[int]:
    """The boxes these dice may be written into.

    Every open one; but by the official rules a joker must go to its own upper box if that is open, else to the
    lower section if anything is open there.
    """
    if official and is_joker(boxes, dice):
        own = dice[0] - 1
        if boxes[own] == OPEN:
            return [own]
        lower = [box for box in LOWER if boxes[box] == OPEN]
        if lower:
            return lower
    return [box for box, points in enumerate(boxes) if points == OPEN]


def points(box: int, boxes: Sequence[int], dice: Sequence[int], *, official: bool) -> int:
    """What `dice` bring in `box` of this column, joker included, Yahtzee bonus not."""
    return joker_score(box, dice) if official and is_joker(boxes, dice) else score(box, dice)


def upper_sum(boxes: Sequence[int]) -> int:
    """The filled boxes ones to sixes together."""
    return sum(points for points in boxes[:6] if points > 0)


def total(boxes: Sequence[int], extra_yahtzees: int = 0) -> int:
    """The score of a column: filled boxes, upper bonus, Yahtzee bonuses."""
    subtotal = sum(points for points in boxes if points > 0)
    bonus = UPPER_BONUS if upper_sum(boxes) >= UPPER_GOAL else 0
    return subtotal + bonus + YAHTZEE_BONUS * extra_yahtzees
