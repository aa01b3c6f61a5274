"""The dice of one turn as an exact program: what every way to keep dice is worth, for any value of the final dice.

Dice are multisets of faces. With E the value of a keep, a set of at most n dice of which the rest is rolled:
for n dice E is the value of the dice themselves, and below E(S) is the mean of E(S + face) over the six faces.
A value may have several columns, one for each player: choices go by the first, the others follow.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial
from operator import mul
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FACES: Final = 6
CODES: Final = (0, *(16**face for face in range(FACES)))  # of faces 1 to 6: what dice show is the sum of theirs
_THREE: Final = 2  # faces are counted from 0 here: 1, 2, 3, heart, energy, claw


class Dice:
    """The tables for so many dice; `table` keeps them."""

    def __init__(self, number: int) -> None:
        self.number = number
        sizes = [
            [tuple(kept.count(face) for face in range(FACES)) for kept in _multisets(size)]
            for size in range(number + 1)
        ]
        everything = [counts for size in sizes for counts in size]
        self.counts: Ints = np.array(everything, dtype=np.int64).reshape(len(everything), FACES)
        """Every keep, the smallest first; the last ones are the finals."""
        self.where = {counts: at for at, counts in enumerate(everything)}
        self._coded = {sum(map(mul, counts, CODES[1:])): at for counts, at in self.where.items()}
        self.first = len(everything) - len(sizes[-1])
        self.finals: Ints = self.counts[self.first :]
        self._more = []  # from the largest keeps down: their places, and those with one die more, by face
        start = self.first
        for size in reversed(sizes[:-1]):
            start -= len(size)
            more = [[self.where[_plus(counts, face)] for face in range(FACES)] for counts in size]
            self._more.append((slice(start, start + len(size)), np.array(more, dtype=np.int64)))
        within = [
            [self.where[kept] for kept in product(*(range(have + 1) for have in counts))] for counts in sizes[-1]
        ]
        widest = max(len(keeps) for keeps in within)
        self.keeps: Ints = np.array([keeps + keeps[-1:] * (widest - len(keeps)) for keeps in within])
        """For each final its keeps; the last of them, repeated to fill the row, is all of it."""
        ways = [factorial(number) / np.prod([factorial(have) for have in counts]) for counts in sizes[-1]]
        self.chance: Floats = np.array(ways) / FACES**number
        """Of each final in a single roll."""

    def final(self, dice: Sequence[int]) -> int:
        """The place of dice, given as faces 1 to 6, among the finals."""
        return self.keep(dice) - self.first

    def keep(self, dice: Sequence[int]) -> int:
        """The place of some dice among the keeps."""
        return self._coded[sum([CODES[face] for face in dice])]

    def kept(self, dice: Sequence[int], keeps: Iterable[Sequence[int]]) -> list[int]:
        """The places of several keeps, each given as slots of these dice."""
        codes, coded = [CODES[face] for face in dice], self._coded
        return [coded[sum([codes[slot] for slot in slots])] for slots in keeps]

    def rolled(self, values: Floats) -> Floats:
        """What each keep is worth when the rest is rolled and the result has these values."""
        found = np.empty((len(self.counts), *values.shape[1:]))
        found[self.first :] = values
        for places, more in self._more:
            found[places] = found[more].sum(axis=1) / FACES
        return found

    def choose(self, kept: Floats) -> Floats:
        """The value of each final when the best keep is taken, keeping all included."""
        return _best(kept, self.keeps)

    def better(self, values: Floats, others: Floats) -> Floats:
        """Of two values of each final the one that is better for the player whose dice they are."""
        if values.ndim == 1:
            return np.maximum(values, others)
        return np.where((others[:, 0] > values[:, 0])[:, None], others, values)

    def without_threes(self, values: Floats) -> Floats:
        """The value of each final when every 3 may be rolled again as often as one likes."""
        found = values.copy()
        for places, others in self._threes():
            found[places] = self.better(values[places], found[others].mean(axis=1))
        return found

    def changed(self, values: Floats, to: Sequence[int] = range(FACES)) -> Floats:
        """The best value of each final after one of its dice is turned to one of the faces `to`."""
        return _best(values, self._changes(tuple(to)))

    def neighbour(self, final: int, face: int, other: int) -> int:
        """The final with a die showing `face` turned to `other`; faces from 0."""
        counts = list(self.finals[final])
        counts[face] -= 1
        counts[other] += 1
        return self.where[tuple(int(count) for count in counts)] - self.first

    def turned(self, final: int, face: int) -> list[int]:
        """The finals that may come of it when a die showing `face` is rolled again, one for each face."""
        return [self.neighbour(final, face, new) for new in range(FACES)]

    @cache  # noqa: B019 - tables live as long as the program
    def _changes(self, to: tuple[int, ...]) -> Ints:
        rows = []
        for at, counts in enumerate(self.finals):
            row = {self.neighbour(at, face, new) for face in range(FACES) if counts[face] for new in to} - {at}
            rows.append(sorted(row) or [at])
        widest = max(len(row) for row in rows)
        return np.array([row + row[-1:] * (widest - len(row)) for row in rows])

    @cache  # noqa: B019
    def _threes(self) -> list[tuple[Ints, Ints]]:
        found = []
        others = [face for face in range(FACES) if face != _THREE]
        for many in range(1, self.number + 1):
            places = np.flatnonzero(self.finals[:, _THREE] == many)
            rows = [[self.neighbour(int(at), _THREE, face) for face in others] for at in places]
            found.append((places, np.array(rows)))
        return found


@cache
def table(number: int) -> Dice:
    """The tables for so many dice, 0 to 9, made when they are first needed."""
    return Dice(number)


class Turn:
    """All values of a turn whose final dice are worth `values`.

    `extra` are the values of the final dice after one, two... extra rolls have been paid for; `again`: every die
    showing 3 may be rolled again for nothing.
    """

    def __init__(self, dice: Dice, values: Floats, extra: Sequence[Floats] = (), *, again: bool = False) -> None:
        self.dice = dice
        self._again = again
        layers = [values, *extra]
        found = self._settled(layers[-1])
        self.paid: list[Floats] = [found]  # with no roll left, after so many extra rolls; the first is the last
        for worth in reversed(layers[:-1]):
            found = self._settled(dice.better(worth, dice.choose(dice.rolled(found))))
            self.paid.insert(0, found)
        self.stopped = values  # of dice that are left as they are
        self._values: list[Floats] = [self.paid[0]]
        self._kept: list[Floats] = []

    def _settled(self, values: Floats) -> Floats:
        return self.dice.without_threes(values) if self._again else values

    def value(self, rolls: int) -> Floats:
        """Of each roll when so many more may follow."""
        while len(self._values) <= rolls:
            self._values.append(self._settled(self.dice.choose(self.kept(len(self._values)))))
        return self._values[rolls]

    def kept(self, rolls: int) -> Floats:
        """Of each keep when the rest is rolled, so many rolls being left before that; all dice kept: a stop."""
        while len(self._kept) < rolls:
            kept = self.dice.rolled(self.value(len(self._kept)))
            kept[self.dice.first :] = self.stopped  # keeping everything ends the rolling
            self._kept.append(kept)
        return self._kept[rolls - 1]

    def stop(self, final: int) -> float:
        """To the roller, of dice that are left as they are."""
        return float(self.stopped[final] if self.stopped.ndim == 1 else self.stopped[final, 0])

    def one_more(self, rolls: int) -> Floats:
        """Of each roll when one more than so many may follow, paid for now."""
        found = self.dice.choose(self.dice.rolled(self.paid[1]))
        for _ in range(rolls):
            found = self.dice.choose(self.dice.rolled(found))
        return found

    def start(self, rolls: int = 3) -> Floats:
        """Before the first of so many rolls."""
        found: Floats = self.dice.chance @ self.value(rolls - 1)
        return found


def _best(values: Floats, places: Ints) -> Floats:
    """For each row of places the best value among them."""
    first = values if values.ndim == 1 else values[:, 0]
    best = first[places].argmax(axis=1)
    found: Floats = np.take(values, places[np.arange(len(best)), best], axis=0)
    return found


def _multisets(size: int) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(range(FACES), size))


def _plus(counts: tuple[int, ...], face: int) -> tuple[int, ...]:
    return (*counts[:face], counts[face] + 1, *counts[face + 1 :])
