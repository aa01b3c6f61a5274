"""Options that were played on with the same luck, held against each other."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Played = Sequence[Sequence[Floats]]
"""What the lines of each option came to, batch by batch; the same place is the same luck."""


def difference(one: Floats, other: Floats) -> tuple[float, float]:
    """How much more one brought with the same luck, on average, and the standard error of that."""
    many = min(len(one), len(other))
    each = one[:many] - other[:many]
    return float(each.mean()), float(each.std(ddof=1)) / many**0.5 + 1e-9


def still_in(played: Played, left: Sequence[int], behind: float) -> list[int]:
    """Those that are not yet so many standard errors behind the best."""
    every = {one: np.concatenate(played[one]) for one in left}
    best = max(left, key=lambda one: float(np.mean(every[one])))

    def stays(one: int) -> bool:
        less, error = difference(every[one], every[best])
        return less + behind * error > 0

    return [one for one in left if one == best or stays(one)]


def ahead_of_first(played: Played) -> tuple[Floats, Floats]:
    """How far each is ahead of the first one, and the standard errors of that."""
    first, *others = [np.concatenate(each) for each in played]
    found = [(0.0, 0.0), *(difference(each, first) for each in others)]
    ahead, errors = np.array(found).T
    return ahead, errors
