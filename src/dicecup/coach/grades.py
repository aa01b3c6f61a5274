"""Grades: how much a choice gave away, in a word; and how well somebody played, in a number."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from dicecup.players import Unit


class Grade(StrEnum):
    """From the best to the worst."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def is_fault(self) -> bool:
        """Whether something better should have been chosen."""
        return self in (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)


# What a choice gives away, from which on it has each grade: chances to win, or points where somebody plays alone.
LIMITS: Final[dict[Unit, tuple[tuple[float, Grade], ...]]] = {
    "win": ((0.12, Grade.BLUNDER), (0.06, Grade.MISTAKE), (0.03, Grade.INACCURACY), (0.005, Grade.GOOD)),
    "points": ((10.0, Grade.BLUNDER), (5.0, Grade.MISTAKE), (2.0, Grade.INACCURACY), (0.25, Grade.GOOD)),
}
MATTERS: Final[dict[Unit, float]] = {"win": 0.005, "points": 0.25}
"""A decision counts if so much lies between its best option and its worst."""

# Whoever gives away so much by a choice has half of it: of a fair share of the win, or in points.
_SHARE: Final = 0.08
_POINTS: Final = 4.0


def grade(loss: float, unit: Unit, noise: float = 0.0, *, hinted: bool = False) -> Grade:
    """The word for a choice that gives away so much. What is within the noise of the values is never a fault.

    Nor is what a hint would have named first, even if more thought finds something better.
    """
    for limit, found in LIMITS[unit]:
        if loss >= limit:
            return Grade.GOOD if found.is_fault and (loss < noise or hinted) else found
    return Grade.BEST


def accuracy(losses: Iterable[float], unit: Unit, seats: int) -> float | None:
    """From 0 to 100: the mean over all decisions that mattered; None if none did.

    A decision counts 100 / (1 + (loss / scale)**2). The square hardly counts what noise could have made. The scale
    of chances shrinks as a fair share of the win does, so that large tables and small ones come out alike.
    """
    scale = _POINTS if unit == "points" else _SHARE / seats
    counted = [100 / (1 + (max(0.0, loss) / scale) ** 2) for loss in losses]
    return sum(counted) / len(counted) if counted else None
