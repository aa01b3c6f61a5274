"""A second Yahtzee solver, slow and plain, that shares nothing with the real one.

Dice are sorted tuples, chances are multinomials, values are whole numbers over a power of 6**5: exact.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

Dice = tuple[int, ...]
N = 6**5
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
ROLLS: tuple[Dice, ...] = tuple(combinations_with_replacement(range(1, 7), 5))

FEWER: tuple[Dice, ...] = tuple(
    kept for size in range(5) for kept in combinations_with_replacement(range(1, 7), size)
)


@cache
def points(box: str, dice: Dice, *, joker: bool = False) -> int:
    most = max(Counter(dice).values())
    faces = "".join(map(str, sorted(set(dice))))
    match box:
        case "three_of_a_kind":
            return sum(dice) if most >= 3 else 0
        case "four_of_a_kind":
            return sum(dice) if most >= 4 else 0
        case "full_house":
            return 25 if joker or sorted(Counter(dice).values()) == [2, 3] else 0
        case "small_straight":
            return 30 if joker or any(run in faces for run in ("1234", "2345", "3456")) else 0
        case "large_straight":
            return 40 if joker or faces in ("12345", "23456") else 0
        case "yahtzee":
            return 50 if most == 5 else 0
        case "chance":
            return sum(dice)
    face = UPPER.index(box) + 1
    return face * dice.count(face)


@cache
def keeps(dice: Dice) -> tuple[Dice, ...]:
    return tuple({kept for size in range(6) for kept in combinations(dice, size)})


@cache
def with_one_more(kept: Dice) -> tuple[Dice, ...]:
    return tuple(tuple(sorted((*kept, face))) for face in range(1, 7))


# In how many of 6**5 equally likely cases five dice fall like this.
WAYS = {dice: factorial(5) // prod(map(factorial, Counter(dice).values())) for dice in ROLLS}


class Reference:
    """Values of cards with few open boxes. `filled["yahtzee"]` may be 50 or 0."""

    def __init__(self, *, official: bool) -> None:
        self.official = official
        self._memo: dict[tuple[tuple[str, ...], int, bool], int] = {}

    def start(self, open_boxes: tuple[str, ...], upper: int, armed: bool) -> Fraction:
        return Fraction(self._start(open_boxes, upper, armed), N ** (3 * len(open_boxes)))

    def _start(self, open_boxes: tuple[str, ...], upper: int, armed: bool) -> int:
        """The expected points to come, times N for each of the three throws of each open box."""
        if not open_boxes:
            return 35 if upper >= 63 else 0
        key = open_boxes, min(upper, 63), armed
        if key not in self._memo:
            two = self._turn(open_boxes, upper, armed)[2]
            self._memo[key] = sum(WAYS[dice] * max(two[dice].values()) for dice in ROLLS)
        return self._memo[key]

    def _turn(
        self, open_boxes: tuple[str, ...], upper: int, armed: bool
    ) -> tuple[dict[Dice, dict[str, int]], dict[Dice, dict[Dice, int]], dict[Dice, dict[Dice, int]]]:
        """For each roll: boxes, keeps with one re-roll, keeps with two; scaled by 1, N, N * N more than a card."""
        boxes = {dice: self._boxes(open_boxes, upper, armed, dice) for dice in ROLLS}
        stop = {dice: max(boxes[dice].values()) for dice in ROLLS}
        one = self._keeps(stop, stop, 1)
        best = {dice: max(one[dice].values()) for dice in ROLLS}
        return boxes, one, self._keeps(best, stop, N)

    @staticmethod
    def _keeps(after: dict[Dice, int], stop: dict[Dice, int], scale: int) -> dict[Dice, dict[Dice, int]]:
        value = dict(after)  # the sum over all dice that may follow, in any order
        for kept in reversed(FEWER):
            value[kept] = sum(value[more] for more in with_one_more(kept))
        value = {kept: value[kept] * 6 ** len(kept) for kept in FEWER}
        value |= {dice: stop[dice] * scale * N for dice in ROLLS}
        return {dice: {kept: value[kept] for kept in keeps(dice)} for dice in ROLLS}

    def _boxes(self, open_boxes: tuple[str, ...], upper: int, armed: bool, dice: Dice) -> dict[str, int]:
        allowed, joker, bonus = open_boxes, False, 0
        if self.official and len(set(dice)) == 1 and "yahtzee" not in open_boxes:
            own = UPPER[dice[0] - 1]
            lower = tuple(box for box in open_boxes if box not in UPPER)
            joker, bonus = True, 100 if armed else 0
            allowed = (own,) if own in open_boxes else lower or open_boxes
        values = {}
        for box in allowed:
            got = points(box, dice, joker=joker)
            rest = tuple(other for other in open_boxes if other != box)
            to_come = self._start(
                rest,
                upper + got if box in UPPER else upper,
                armed or (self.official and box == "yahtzee" and got == 50),
            )
            values[box] = (got + bonus) * N ** (3 * len(rest)) + to_come
        return values

    def boxes(self, open_boxes: tuple[str, ...], upper: int, armed: bool, dice: Dice) -> dict[str, Fraction]:
        scale = N ** (3 * len(open_boxes) - 3)
        return {box: Fraction(v, scale) for box, v in self._boxes(open_boxes, upper, armed, dice).items()}

    def every_keep(
        self, open_boxes: tuple[str, ...], upper: int, armed: bool, rolls_left: int, rolls: Sequence[Dice]
    ) -> dict[Dice, dict[Dice, Fraction]]:
        turn = self._turn(open_boxes, upper, armed)
        scale = N ** (3 * len(open_boxes) - 3 + rolls_left)
        chosen = turn[1] if rolls_left == 1 else turn[2]
        return {dice: {kept: Fraction(v, scale) for kept, v in chosen[dice].items()} for dice in rolls}
