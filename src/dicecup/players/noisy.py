"""A player that misjudges: values with some noise on them, always the same noise in the same position."""

import hashlib
from collections.abc import Callable, Mapping
from math import inf
from statistics import NormalDist
from typing import Any, Final

from dicecup.players.player import Advice, Advisor, Fork, Progress, digest
from dicecup.table import Ask, Option

_CERTAIN: Final = 1e-6  # what a chance to win may lack to be none any more
_NORMAL: Final = NormalDist()
_GUARD: Final = 3


class Noisy:
    """Takes the advice of a better player for what it is, give or take.

    Each value is off by a normal error with standard deviation `sd`, in the unit of the advice. Only options
    within `guard` of the best are misjudged, and none of the others is preferred to them, so that no blunder is
    worse; a win at hand is never missed. Chances stay between 0 and 1.
    The error follows from the seed, the view and the option: the same position is misjudged in the same way.
    With `stake`, errors (and the guard) shrink where little is left to win or to lose: the deviation is at most
    this part of it. Else whoever is as good as beaten would see no difference any more, and only stroll about.
    """

    def __init__(
        self, advisor: Advisor, *, sd: float, guard: float, seed: int = 0, stake: float | None = None
    ) -> None:
        self._advisor: Final = advisor
        self._sd: Final = sd
        self._guard: Final = guard
        self._seed: Final = seed
        self._stake: Final = stake

    @property
    def progress(self) -> Progress | None:
        """Who hears what takes long."""
        found: Progress | None = getattr(self._advisor, "progress", None)
        return found

    @progress.setter
    def progress(self, progress: Progress | None) -> None:
        if hasattr(self._advisor, "progress"):
            self._advisor.progress = progress

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """The option that looks best."""
        return self.advise(view, ask, fork)[0].option

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option as it looks to this player: the one that it would choose, then the others, best first.

        What is misjudged is what the advisor goes by when it chooses, its care taken off.
        """
        true = self._advisor.advise(view, ask, fork)
        chances, top = true[0].unit == "win", true[0].value - true[0].care
        if len(true) == 1 or (chances and abs(top - 1) <= _CERTAIN):
            return true
        seen = digest(self._seed, view, ask.kind)
        scale = self._scale(top) if chances else 1.0
        believed = []
        for one in true:
            leaning = one.value - one.care
            far = top - leaning > scale * self._guard
            believed.append((leaning if far else leaning + scale * self._error(seen, one.option), far, one))
        best = max(leaning for leaning, far, _ in believed if not far)
        believed.sort(key=lambda each: (-min(each[0], best), each[1]))
        low, high = (0.0, 1.0) if chances else (-inf, inf)
        leanings = [max(low, min(high, best, leaning)) for leaning, _, _ in believed]
        values = [min(high, leaning + one.care) for leaning, (_, _, one) in zip(leanings, believed, strict=True)]
        told = [
            one._replace(value=value, loss=max(values) - value, care=value - leaning)
            for value, leaning, (_, _, one) in zip(values, leanings, believed, strict=True)
        ]
        return [told[0], *sorted(told[1:], key=lambda one: -one.value)]

    def _scale(self, top: float) -> float:
        """What is left of the errors at this chance to win."""
        if self._stake is None or not self._sd:
            return 1.0
        return min(1.0, self._stake * max(0.0, min(top, 1 - top)) / self._sd)

    def _error(self, seen: bytes, option: Option) -> float:
        return self._sd * deviation(seen, option)


def deviation(seen: bytes, about: object) -> float:
    """A normal deviate that follows from both."""
    mixed = hashlib.blake2b(repr(about).encode(), key=seen, digest_size=8).digest()
    return _NORMAL.inv_cdf(((int.from_bytes(mixed, "big") >> 12) + 0.5) / 2**52)


class NoisyByNumber:
    """A noisy player whose errors depend on how many there are: with many, a single choice matters less.

    `sd` has the standard deviation for each number, `number` counts in a view. No choice is worse by more than
    three deviations. For `stake` see Noisy.
    """

    def __init__(
        self,
        advisor: Advisor,
        sd: Mapping[int, float],
        number: Callable[[Any], int],
        seed: int,
        stake: float | None = None,
    ) -> None:
        self._number: Final = number
        self._each: Final = {n: Noisy(advisor, sd=sd[n], guard=_GUARD * sd[n], seed=seed, stake=stake) for n in sd}

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """The option that looks best."""
        return self.advise(view, ask, fork)[0].option

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option as it looks to this player, best first."""
        return self._each[self._number(view)].advise(view, ask, fork)
