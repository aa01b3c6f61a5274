"""A player of any strength: the best one's values, misjudged so much that it is about as strong as somebody.

`even-23` has a rating of about 23 (docs/rating.md). What a game brings for it (`Manifest.misjudging`) makes a
player from a seed and from how much it errs: 0 not at all, 1 as much as Medium.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

EVEN: Final = "even"
"""Whoever wishes for this level is to get a player as strong as they are."""
_NAME: Final = re.compile(rf"{EVEN}-([1-9]\d?)")
_OFF: Final = re.compile(r"misjudging-(0|[1-9]\d{0,3})")

Steps = Sequence[tuple[float, float]]
"""How much somebody errs, and the rating that comes of it: the strongest first."""


def strength(name: str) -> int | None:
    """The rating of a player called so; None if it is no such name."""
    found = _NAME.fullmatch(name)
    return int(found[1]) if found else None


def kind(level: str) -> str:
    """What players of all strengths have in common, or the level itself."""
    return EVEN if strength(level) is not None else level


def called(rating: float, steps: Steps) -> str:
    """The name of the player who is about as strong as this, as far as errors can make one so."""
    return f"{EVEN}-{round(min(max(rating, steps[-1][1]), steps[0][1]))}"


def error_of(rating: float, steps: Steps) -> float:
    """How much somebody has to err to be so strong: on the line between the nearest two that were measured."""
    if rating >= steps[0][1]:
        return steps[0][0]
    for (much, high), (more, low) in pairwise(steps):
        if rating >= low:
            return much + (more - much) * (high - rating) / (high - low)
    return steps[-1][0]


def by_error(much: float) -> str:
    """The name of a player who errs so much, for whoever measures."""
    return f"misjudging-{round(100 * much)}"


def error_in(name: str) -> float | None:
    """How much a player called so errs; None if it is no such name."""
    found = _OFF.fullmatch(name)
    return int(found[1]) / 100 if found else None
