"""A second player of duels, slow and plain, that shares nothing with ours.

Points are counted as they are on a card, and nothing is put together or left out: every card, every upper total
and every score is a position of its own.
"""

from functools import cache
from typing import NamedTuple

from tests.games.yahtzee.solver.reference import FEWER, ROLLS, UPPER, WAYS, Dice, N, keeps, points, with_one_more


class Card(NamedTuple):
    """One side of a duel."""

    open_boxes: tuple[str, ...]
    upper: int
    armed: bool
    score: int  # without the upper bonus

    @property
    def final(self) -> int:
        return self.score + (35 if self.upper >= 63 else 0)


@cache
def chance(mine: Card, other: Card, official: bool) -> float:
    """The share of the win for whoever's turn it is, before the first roll."""
    if not mine.open_boxes:
        return ((mine.final > other.final) + (mine.final >= other.final)) / 2
    stop = {dice: max(boxes(mine, other, official, dice).values()) for dice in ROLLS}
    best = stop
    for _ in range(2):
        best = _one_roll_more(best, stop)
    return sum(WAYS[dice] * best[dice] for dice in ROLLS) / N


def _one_roll_more(after: dict[Dice, float], stop: dict[Dice, float]) -> dict[Dice, float]:
    value = dict(after)
    for kept in reversed(FEWER):
        value[kept] = sum(value[more] for more in with_one_more(kept)) / 6
    value |= stop  # to keep all five is to stop
    return {dice: max(value[kept] for kept in keeps(dice)) for dice in ROLLS}


def boxes(mine: Card, other: Card, official: bool, dice: Dice) -> dict[str, float]:
    """The share of the win with each box that these dice may fill."""
    allowed, joker, bonus = mine.open_boxes, False, 0
    if official and len(set(dice)) == 1 and "yahtzee" not in mine.open_boxes:
        own = UPPER[dice[0] - 1]
        lower = tuple(box for box in mine.open_boxes if box not in UPPER)
        joker, bonus = True, 100 if mine.armed else 0
        allowed = (own,) if own in mine.open_boxes else lower or mine.open_boxes
    found = {}
    for box in allowed:
        got = points(box, dice, joker=joker)
        after = Card(
            tuple(rest for rest in mine.open_boxes if rest != box),
            mine.upper + got if box in UPPER else mine.upper,
            mine.armed or (official and box == "yahtzee" and got == 50),
            mine.score + got + bonus,
        )
        found[box] = 1 - chance(other, after, official)
    return found
