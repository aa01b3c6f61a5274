"""Time per decision: counted in classes, so that millions of them can be added up, sent and kept."""

from collections import Counter
from collections.abc import Mapping
from itertools import accumulate
from math import floor, log10
from typing import Final

_CLASSES: Final = 40  # to each power of ten: a class is 6 % wide


class Clock:
    """How often a decision took how long."""

    def __init__(self, counts: Mapping[int, int] | None = None) -> None:
        self.counts: Final = Counter(counts or {})

    def add(self, seconds: float) -> None:
        """Count one decision."""
        self.counts[floor(_CLASSES * log10(max(seconds, 1e-7)))] += 1

    def update(self, other: "Clock") -> None:
        """Count all that another clock has counted."""
        self.counts.update(other.counts)

    @property
    def decisions(self) -> int:
        """How many were counted."""
        return self.counts.total()

    def percentile(self, percent: float) -> float:
        """The seconds that so many percent of the decisions did not exceed; right to 6 %."""
        classes = sorted(self.counts)
        for each, reached in zip(classes, accumulate(self.counts[c] for c in classes), strict=True):
            if reached * 100 >= percent * self.decisions:
                return float(10 ** ((each + 0.5) / _CLASSES))
        raise ValueError("there are no decisions")

    def to_json(self) -> dict[str, int]:
        """For a file."""
        return {str(each): count for each, count in sorted(self.counts.items())}

    @classmethod
    def from_json(cls, data: Mapping[str, int]) -> "Clock":
        """What `to_json` wrote."""
        return cls({int(each): count for each, count in data.items()})
