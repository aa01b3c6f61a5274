"""Are dice fair? How often each face came up, against what one may expect, with a chi-square in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log
from typing import Final

from dicecup.server.mine.played import Played

_ENOUGH: Final = 5  # of each face have to be expected: with fewer, chi-square tells less than it seems to
_STEPS: Final = 10_000
_EXACT: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Heap:
    """All dice of one kind: those of a game, with so many sides."""

    game: str
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """How many dice."""
        return sum(self.counts)

    @property
    def uneven(self) -> float:
        """Chi-square: how far the counts are from what one expects, all in all."""
        due = self.total / len(self.counts)
        return sum((count - due) ** 2 for count in self.counts) / due if due else 0.0

    @property
    def is_enough(self) -> bool:
        """Whether so many dice say anything."""
        return self.total >= _ENOUGH * len(self.counts)


@dataclass(frozen=True, slots=True)
class Fairness:
    """What to think of some heaps of dice. `chance`: of such an uneven one, or a more uneven one, by fair dice."""

    dice: int
    uneven: float
    freedom: int
    chance: float | None  # None: there are too few
    text: str


def heaps(games: Iterable[Played], *, mine: bool) -> list[Heap]:
    """All dice of the guest in these games, or all dice of the others, by game and sides."""
    found: dict[tuple[str, int], list[int]] = {}
    for one in games:
        for chair, faces in zip(one.chairs, one.dice, strict=False):
            if chair.mine is mine:
                for counts in faces.values():
                    heap = found.setdefault((one.game, len(counts)), [0] * len(counts))
                    for face, count in enumerate(counts):
                        heap[face] += count
    return [Heap(game, tuple(counts)) for (game, _), counts in sorted(found.items()) if sum(counts)]


def fairness(some: Sequence[Heap]) -> Fairness:
    """All these heaps together: what each has of unevenness adds up, and so do their freedoms."""
    enough = [heap for heap in some if heap.is_enough]
    uneven = sum(heap.uneven for heap in enough)
    freedom = sum(len(heap.counts) - 1 for heap in enough)
    chance = above(uneven, freedom) if enough else None
    dice = sum(heap.total for heap in (enough or some))
    return Fairness(dice, uneven, freedom, chance, _said(chance))


def _said(chance: float | None) -> str:
    if chance is None:
        return "There are too few dice yet to say anything: at least five of each face should have been expected."
    if chance > 0.9995:
        return (
            "Fair dice are almost never as even as these: only in fewer than 1 of 1,000 collections of this size. "
            "The dice of every game can be verified on its result screen."
        )
    if chance < 0.001:
        return (
            "Fair dice come out at least this uneven in fewer than 1 of 1,000 collections of this size. That is "
            "more than chance should bring. The dice of every game can be verified on its result screen."
        )
    often = f"Fair dice come out at least this uneven in {_of_hundred(chance)} collections of this size"
    if chance < 0.05:
        return f"{often}. Whoever looks often sees that now and then; look again after a few more games."
    return f"{often}: nothing suspicious."


def _of_hundred(chance: float) -> str:
    """Such as "43 of 100"; small ones of 1,000."""
    if chance < 0.02:
        return f"{max(1, round(chance * 1000))} of 1,000"
    return f"{min(99, round(chance * 100))} of 100"


def above(chi_square: float, freedom: int) -> float:
    """The chance that a chi-square with so much freedom is this large or larger."""
    if chi_square <= 0:
        return 1.0
    a, x = freedom / 2, chi_square / 2
    return 1 - _lower(a, x) if x < a + 1 else _upper(a, x)


def _lower(a: float, x: float) -> float:
    """The regularised incomplete gamma function P(a, x), by its series: quick where x is small."""
    term = total = 1 / a
    for n in range(1, _STEPS):
        term *= x / (a + n)
        total += term
        if term < total * _EXACT:
            break
    return total * exp(-x + a * log(x) - lgamma(a))


def _upper(a: float, x: float) -> float:
    """What is missing to 1, by a continued fraction: quick where x is large (Lentz)."""
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for n in range(1, _STEPS):
        an = -n * (n - a)
        b += 2
        d = an * d + b
        d = 1 / (d if abs(d) > 1e-300 else 1e-300)
        c = b + an / c
        c = c if abs(c) > 1e-300 else 1e-300
        step = c * d
        fraction *= step
        if abs(step - 1) < _EXACT:
            break
    return fraction * exp(-x + a * log(x) - lgamma(a))
