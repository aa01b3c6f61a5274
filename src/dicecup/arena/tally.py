"""Final scores counted: mean, spread, percentiles, and a histogram in text."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import accumulate
from math import sqrt
from typing import Any, Final

PERCENTILES: Final = (5, 25, 50, 75, 95)


class Tally:
    """How often each score was reached, one for each seat of each game. Exact, however many there are."""

    def __init__(self, scores: Iterable[int] | Mapping[int, int] = ()) -> None:
        self._counts = Counter[int](scores)

    def add(self, scores: Iterable[int] | Mapping[int, int]) -> None:
        """Count more scores; a mapping says how often each was reached."""
        self._counts.update(scores)

    @property
    def count(self) -> int:
        """How many scores were counted."""
        return self._counts.total()

    @property
    def mean(self) -> float:
        """The average score."""
        return sum(score * count for score, count in self._counts.items()) / self.count

    @property
    def deviation(self) -> float:
        """The standard deviation of one score (over n, not n - 1)."""
        everything = self.count
        first = sum(score * count for score, count in self._counts.items())
        second = sum(score * score * count for score, count in self._counts.items())
        return (
            sqrt(second * everything - first * first) / everything
        )  # whole numbers under the root: no rounding before it

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(self.count)

    @property
    def lowest(self) -> int:
        """The lowest score."""
        return min(self._counts)

    @property
    def highest(self) -> int:
        """The highest score."""
        return max(self._counts)

    def percentile(self, percent: int) -> int:
        """The lowest score that at least `percent` of a hundred scores do not exceed."""
        scores = sorted(self._counts)
        for score, reached in zip(scores, accumulate(self._counts[score] for score in scores), strict=True):
            if reached * 100 >= percent * self.count:
                return score
        raise ValueError("there are no scores")

    def histogram(self, *, width: int = 40, bars: int = 20, block: str = "#") -> list[str]:
        """Lines such as `200 - 219  ########  12.3%`, of at most about `bars` ranges of scores."""
        if not self.count:
            return []
        step = _round_step((self.highest - self.lowest + 1) / bars)
        ranges = Counter[int]()
        for score, count in self._counts.items():
            ranges[score // step] += count
        tallest = max(ranges.values())
        lines = []
        for place in range(min(ranges), max(ranges) + 1):
            low, high, count = place * step, place * step + step - 1, ranges[place]
            label = f"{low:>5}" if step == 1 else f"{low:>5} - {high:<5}"
            bar = block * round(width * count / tallest)
            lines.append(f"{label} {bar:<{width}} {100 * count / self.count:5.1f}%")
        return lines

    def to_json(self) -> dict[str, Any]:
        """The summary for programs."""
        return {
            "mean": self.mean,
            "standard_deviation": self.deviation,
            "standard_error": self.error,
            "lowest": self.lowest,
            "highest": self.highest,
            "percentiles": {str(percent): self.percentile(percent) for percent in PERCENTILES},
            "scores": {str(score): self._counts[score] for score in sorted(self._counts)},
        }


def _round_step(least: float) -> int:
    """The first of 1, 2, 5, 10, 20, 50 ... that is not less."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if factor * step >= least:
                return factor * step
        step *= 10
