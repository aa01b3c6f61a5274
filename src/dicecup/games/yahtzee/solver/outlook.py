"""What may still come from every state: quantiles of the points to come, if the perfect player goes on from there.

Whoever wants to win against others needs more than expected points: the chance to pass a certain score. The
distribution of the points to come is worked out exactly for every state, from the full card backwards, and of each
64 quantiles are kept, all equally likely. (Fewer, or bins of equal width, lose chances to win; a normal
approximation loses them all.)
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.games.yahtzee.scoring import BOXES, UPPER_BONUS, UPPER_GOAL
from dicecup.games.yahtzee.solver.distribution import OptionChances, Span, spans
from dicecup.games.yahtzee.solver.model import OPTION_POINTS, OPTIONS, TOTALS, Model
from dicecup.games.yahtzee.solver.types import Floats, Ints, Progress

Bytes = NDArray[np.uint8]
Chances = NDArray[np.float32]

QUANTILES: Final = 64
# The levels lie a hair below the middle of each part, so that rounding does not decide what lies exactly there.
_LEVELS: Final = (np.arange(QUANTILES) + 0.5) / QUANTILES - 1e-5
_RARE: Final = 1e-6  # scores less likely than this do not show in a quantile
_TOLD: Final = {len(BOXES): "less than a minute", 7: "a third is done", 5: "two thirds are done"}
_STATES: Final = 512  # at once: suits the cache
_POINTS: Final = np.tile(OPTION_POINTS, 2)


class Spread(NamedTuple):
    """How the points to come are spread in one row: chances by upper total and points, from `first` on."""

    first: int
    mass: Chances


@cache
def numbering(model: Model) -> Ints:
    """The number of each state (row times 64 plus upper total) in a table of all states; -1: there is none."""
    number = np.full(model.rows * TOTALS, -1)
    states = np.concatenate([rows * TOTALS + totals for rows, totals in map(model.states_with, _backwards())])
    number[states] = np.arange(len(states))
    return number


def _backwards() -> range:
    return range(len(BOXES), -1, -1)


def steps(model: Model, values: Floats, option_chances: OptionChances, progress: Progress | None = None) -> Bytes:
    """For every state the lowest quantile, then how much higher each following one is."""
    found = np.empty((numbering(model).max() + 1, QUANTILES), np.uint8)
    done = 0
    later: dict[int, Spread] = {}
    for filled in _backwards():
        if progress and filled in _TOLD:
            progress(f"Working out how scores are spread (once): {_TOLD[filled]} ...")
        rows, totals = model.states_with(filled)
        layer = (
            _full_cards(rows)
            if filled == len(BOXES)
            else _layer(model, values, option_chances, rows, totals, later)
        )
        for row, spread in layer.items():
            mine = totals[rows == row]
            found[done : done + len(mine)] = _quantiles(spread, mine)
            done += len(mine)
        later = layer
    return found


def _full_cards(rows: Ints) -> dict[int, Spread]:
    mass = np.zeros((TOTALS, UPPER_BONUS + 1), np.float32)
    mass[:UPPER_GOAL, 0] = mass[UPPER_GOAL, UPPER_BONUS] = 1
    return dict.fromkeys(np.unique(rows).tolist(), Spread(0, mass))


def _layer(
    model: Model,
    values: Floats,
    option_chances: OptionChances,
    rows: Ints,
    totals: Ints,
    later: dict[int, Spread],
) -> dict[int, Spread]:
    """The distributions of all rows with the same number of filled boxes, from those with one more."""
    layer: dict[int, Spread] = {}
    each, starts = np.unique(rows, return_index=True)
    ends = np.append(starts[1:], len(rows))
    at = 0
    while at < len(each):
        stop = max(int(np.searchsorted(ends, starts[at] + _STATES)), at + 1)
        first, last = starts[at], ends[stop - 1]
        chances = option_chances(model, values, rows[first:last], totals[first:last]).astype(np.float32)
        for i in range(at, stop):
            mine = np.zeros((TOTALS, 2 * len(OPTIONS)), np.float32)
            mine[totals[starts[i] : ends[i]]] = chances[starts[i] - first : ends[i] - first]
            layer[int(each[i])] = _pull(mine, list(spans(model, int(each[i]))), later)
        at = stop
    return layer


def _pull(chances: Chances, ways: list[Span], later: dict[int, Spread]) -> Spread:
    """How a row is spread, from those that it can become."""
    taken = np.flatnonzero(chances.any(axis=0)).tolist()
    used = [(way, later[way.row], option) for way in ways for option in taken if way.first <= option < way.stop]
    starts = [then.first + int(_POINTS[option]) + way.bonus for way, then, option in used]
    first = min(starts)
    width = max(start + then.mass.shape[1] for start, (_, then, _) in zip(starts, used, strict=True)) - first
    mass = np.zeros((TOTALS, width), np.float32)
    for start, (way, then, option) in zip(starts, used, strict=True):
        chance, out = chances[:, option, None], mass[:, start - first : start - first + then.mass.shape[1]]
        upper = int(_POINTS[option]) if way.is_upper else 0
        if upper:
            below = UPPER_GOAL - upper  # from here on 63 is reached
            out[:below] += chance[:below] * then.mass[upper:UPPER_GOAL]
            out[below:] += chance[below:] * then.mass[UPPER_GOAL]
        else:
            out += chance * then.mass
    likely = np.flatnonzero(mass.max(axis=0) > _RARE)
    return Spread(first + int(likely[0]), mass[:, likely[0] : likely[-1] + 1])


def _quantiles(spread: Spread, totals: Ints) -> Bytes:
    sums = np.cumsum(spread.mass[totals], axis=1, dtype=np.float64)
    sums /= sums[:, -1:]
    line = np.arange(len(totals))[:, None]  # added to all of a line, so that one search can go through all lines
    found = np.searchsorted((sums + line).reshape(-1), _LEVELS + line) - line * sums.shape[1] + spread.first
    apart = np.diff(found, axis=1, prepend=0)
    assert apart.max() <= 255
    steps: Bytes = apart.astype(np.uint8)
    return steps
