"""What a number of games proves: intervals, the number of games that paired ones are worth, a sequential test."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean, variance
from typing import Final

Z: Final = 1.959964  # 95 % of a normal distribution lie within so many standard deviations
_ERROR: Final = 0.05  # how often the sequential test may be wrong, either way
_FEWEST: Final = 20  # groups before the sequential test may end


def wilson(share: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share of wins after so many games (Wilson's, good near 0 and 1 too)."""
    spread = Z * sqrt(share * (1 - share) / games + Z**2 / (4 * games**2))
    middle = share + Z**2 / (2 * games)
    low, high = (middle - spread) / (1 + Z**2 / games), (middle + spread) / (1 + Z**2 / games)
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # whatever the rounding


def worth(shares: Sequence[float], games_each: int) -> float:
    """How many independent games these groups of games with the same dice are worth.

    `shares` are the shares of the wins, one for each group. Groups whose dice cancel out are worth more games than
    they have.
    """
    share, count = fmean(shares), len(shares)
    binomial = share * (1 - share)
    if count < 2 or not binomial:
        return float(count * games_each)
    # One more group, of independent games: a few that happen to end alike prove nothing.
    each = ((count - 1) * variance(shares) + binomial / games_each) / count
    return count * binomial / each


@dataclass(slots=True)
class Sequential:
    """Stops as soon as it is clear whether a player wins `low` or `high` of its games (Wald's test, on groups)."""

    low: float
    high: float
    _count: int = 0
    _mean: float = 0.0
    _squares: float = 0.0

    def add(self, share: float) -> str | None:
        """The verdict after one more group: "high", "low", or None while it is open."""
        self._count += 1
        away = share - self._mean
        self._mean += away / self._count
        self._squares += away * (share - self._mean)
        bound = log((1 - _ERROR) / _ERROR)
        if self._count < _FEWEST or abs(self.evidence) < bound:
            return None
        return "high" if self.evidence > 0 else "low"

    @property
    def evidence(self) -> float:
        """The logarithm of how much better `high` explains the games than `low` does."""
        if self._count < 2:
            return 0.0
        spread = self._squares / (self._count - 1)
        if spread == 0:  # all groups ended alike
            spread = 0.25 / self._count
        return self._count * (self.high - self.low) * (self._mean - (self.high + self.low) / 2) / spread
