"""How the final score is spread under perfect play: exact, point by point.

The chance of being in a state is carried forward, one filled box after the other. With each state goes its
score so far, split in two: the upper total up to 63 (which is part of the state) and `rest`, all other points.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES, LOWER, UPPER, UPPER_BONUS, UPPER_GOAL, YAHTZEE, YAHTZEE_BONUS
from dicecup.games.yahtzee.solver.card import Card
from dicecup.games.yahtzee.solver.model import (
    ARMED,
    FULL,
    OPTION_POINTS,
    OPTIONS,
    OPTIONS_OF_BOX,
    Model,
)
from dicecup.games.yahtzee.solver.policy import WITH_BONUS
from dicecup.games.yahtzee.solver.types import Floats, Ints, Progress, whole

_POINTS = np.tile(OPTION_POINTS, 2)  # with a bonus too; the bonus itself is added as a shift
_MOST = [int(OPTION_POINTS[own].max()) for own in OPTIONS_OF_BOX]
MOST_POINTS = sum(_MOST) + UPPER_BONUS + YAHTZEE_BONUS * (len(BOXES) - 1)
_STATES = 512  # at once: bounds the memory and suits the cache

OptionChances = Callable[[Model, Floats, Ints, Ints], Floats]
Push = Callable[[Floats, Floats, Ints, "Span", int, Floats], None]


@dataclass(frozen=True, repr=False)
class Distribution:
    """The chance of every final score: `probabilities[score]`."""

    probabilities: Floats

    @property
    def mean(self) -> float:
        """The expected final score."""
        return float(self.probabilities @ np.arange(len(self.probabilities)))

    @property
    def sd(self) -> float:
        """The standard deviation of the final score."""
        away = np.arange(len(self.probabilities)) - self.mean
        return sqrt(float(self.probabilities @ away**2))

    def chance_of(self, target: int) -> float:
        """The chance to reach at least this score."""
        target = whole(target, "A score")
        if target <= int(np.argmax(self.probabilities > 0)):
            return 1.0  # exactly, whatever the rounding of the sum
        return min(1.0, float(self.probabilities[target:].sum()))

    def percentile(self, percent: float) -> int:
        """The lowest score that is not passed in this many percent of all games; 50 gives the median."""
        try:
            possible = 0 <= percent <= 100
        except TypeError:
            possible = False
        if not possible:
            raise ValueError(f"A percentile lies between 0 and 100, not at {percent!r}.")
        reached = np.flatnonzero(self.probabilities)
        chance = self.probabilities[reached]
        above = np.append(np.cumsum(chance[::-1])[-2::-1], 0.0)  # the chance to pass each score
        return int(reached[np.argmax(above <= (1 - percent / 100) * (1 + 1e-12))])

    def __repr__(self) -> str:
        return f"<Distribution: mean {self.mean:.2f}, standard deviation {self.sd:.2f}>"


class Span(NamedTuple):
    """Options that lead from one row to one other row."""

    first: int
    stop: int
    bonus: int
    is_upper: bool
    row: int


def spans(model: Model, row: int) -> Iterator[Span]:
    """Where the options of a row lead."""
    for box in range(len(BOXES)):
        if not row >> box & 1:
            own = OPTIONS_OF_BOX[box]
            cuts = [(own.start, own.stop)]
            if box == YAHTZEE:
                cuts = [(option, option + 1) for option in range(own.start, own.stop)]
            for first, stop in cuts:
                after = model.after(row, box, int(OPTION_POINTS[first]))
                yield Span(first, stop, 0, box in UPPER, after)
                if row & ARMED:
                    yield Span(first + WITH_BONUS, stop + WITH_BONUS, YAHTZEE_BONUS, box in UPPER, after)


def push(mass: Floats, chances: Floats, points: Ints, span: Span, last: int, out: Floats) -> None:
    """Carry the chances of a row, by upper total and rest, over the options of a span."""
    count, width = mass.shape
    for option in range(span.first, span.stop):
        chance, more = chances[:, option], int(points[option])
        if not chance.any():
            continue
        if not span.is_upper:
            rest = span.bonus + more
            out[:count, rest : rest + width] += chance[:, None] * mass
            continue
        below = max(0, min(count, last + 1 - more))  # from here on the total passes 63
        out[more : more + below, span.bonus : span.bonus + width] += chance[:below, None] * mass[:below]
        for i in range(below, count):
            rest = span.bonus + i + more - last
            out[last, rest : rest + width] += chance[i] * mass[i]


@dataclass(frozen=True)
class Spread:
    """Carries chances forward from one card."""

    model: Model
    values: Floats
    card: Card
    option_chances: OptionChances
    push: Push

    def _room(self, row: int) -> Floats:
        """Zeros for all upper totals and rests that this row can have."""
        new = [box for box in range(len(BOXES)) if (row & ~self.card.row) >> box & 1]
        upper = self.card.total + sum(_MOST[box] for box in new if box in UPPER)
        total = min(upper, UPPER_GOAL)
        rest = upper - total + sum(_MOST[box] for box in new if box in LOWER)
        if row & ARMED:
            rest += YAHTZEE_BONUS * (len(new) - (YAHTZEE in new))
        return np.zeros((total - self.card.total + 1, rest + 1))

    def _step(self, layer: dict[int, Floats], chances_of: OptionChances) -> dict[int, Floats]:
        """Fill one more box in every row of a layer; the layer is used up on the way."""
        following: dict[int, Floats] = {}
        rows = sorted(layer)
        while rows:
            batch, states = [], 0
            while rows and states < _STATES:
                row = rows.pop()
                used = np.flatnonzero(layer[row].any(axis=1))
                batch.append((row, used))
                states += len(used)
            chances = chances_of(
                self.model,
                self.values,
                np.repeat([row for row, _ in batch], [len(used) for _, used in batch]),
                np.concatenate([used for _, used in batch]) + self.card.total,
            )
            for row, used in batch:
                mass = layer.pop(row)
                mine = np.zeros((len(mass), 2 * len(OPTIONS)))
                mine[used], chances = chances[: len(used)], chances[len(used) :]
                taken = np.flatnonzero(mine.any(axis=0))
                for span in spans(self.model, row):
                    if np.any((taken >= span.first) & (taken < span.stop)):
                        if span.row not in following:
                            following[span.row] = self._room(span.row)
                        self.push(mass, mine, _POINTS, span, UPPER_GOAL - self.card.total, following[span.row])
        return following

    def run(self, first: OptionChances | None = None, progress: Progress | None = None) -> Distribution:
        """The distribution of the final score; `first` gives the chances of a turn that is under way."""
        layer = {self.card.row: np.ones((1, 1))}
        filled = (self.card.row & FULL).bit_count()
        for done in range(filled, len(BOXES)):
            if progress:
                progress(f"Score distribution: box {done + 1} of {len(BOXES)} ...")
            layer = self._step(layer, first if first and done == filled else self.option_chances)
        lines = [(self.card.total + i, line) for mass in layer.values() for i, line in enumerate(mass)]
        starts = [total - self.card.total + (UPPER_BONUS if total == UPPER_GOAL else 0) for total, _ in lines]
        scores = np.zeros(max(start + len(line) for start, (_, line) in zip(starts, lines, strict=True)))
        for start, (_, line) in zip(starts, lines, strict=True):
            scores[start : start + len(line)] += line
        last = int(np.flatnonzero(scores)[-1])
        return Distribution(np.concatenate([np.zeros(self.card.points), scores[: last + 1]]))
