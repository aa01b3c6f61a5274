"""What is counted and measured, in Prometheus' text format: a few lines of our own instead of one package more.

Each room declares what it measures where it happens, once for the process:

    _FORWARDED: Final = measures.counter("dicecup_forwarded_total", "Requests that were passed on.", "outcome")
    _FORWARDED.add("answered")

Labels are words out of a small set, never ids, addresses or names of people. Should somebody get that wrong,
memory stays bounded all the same: only so many of them are told apart.
"""

import math
import re
import threading
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

MOST: Final = 300  # sets of labels that one measure tells apart
OTHER: Final = "other"  # what all further ones are counted as
TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds in seconds for what should take milliseconds."""
SLOW: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 60.0)
"""Bounds in seconds for what may take a while."""

_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_all: Final[dict[str, "Measure"]] = {}

Labels = tuple[str, ...]
M = TypeVar("M", bound="Measure")


class Measure:
    """Something that is measured, for each set of labels."""

    kind = ""

    def __init__(self, name: str, words: str, labels: Sequence[str]) -> None:
        if not all(map(_NAME.fullmatch, (name, *labels))):
            raise ValueError(f"{name} {labels} are no names")
        self.name: Final = name
        self._words: Final = words
        self._labels: Final = tuple(labels)
        self._guard: Final = threading.Lock()  # stores work in threads of their own

    def _known(self, labels: Labels, known: Collection[Labels]) -> Labels:
        """These labels, or what stands for all that are too many."""
        if len(labels) != len(self._labels):
            raise ValueError(f"{self.name} has the labels {self._labels}")
        return labels if labels in known or len(known) < MOST else (OTHER,) * len(labels)

    def lines(self) -> Iterator[str]:
        """As Prometheus reads it."""
        yield f"# HELP {self.name} {self._words}"
        yield f"# TYPE {self.name} {self.kind}"
        with self._guard:
            found = list(self._samples())
        yield from found

    def _samples(self) -> Iterator[str]:
        raise NotImplementedError

    def _sample(self, suffix: str, labels: Labels, value: float, *more: tuple[str, str]) -> str:
        pairs = (*zip(self._labels, labels, strict=True), *more)
        said = ",".join(f'{name}="{_escaped(text)}"' for name, text in pairs)
        return (
            f"{self.name}{suffix}{{{said}}} {_number(value)}" if said else f"{self.name}{suffix} {_number(value)}"
        )


class Counter(Measure):
    """It only grows."""

    kind = "counter"

    def __init__(self, name: str, words: str, labels: Sequence[str]) -> None:
        super().__init__(name, words, labels)
        self._values: Final[dict[Labels, float]] = {} if labels else {(): 0.0}

    def add(self, *labels: str, much: float = 1.0) -> None:
        """So much more of it."""
        with self._guard:
            key = self._known(labels, self._values)
            self._values[key] = self._values.get(key, 0.0) + much

    def value(self, *labels: str) -> float:
        """How much there has been."""
        return self._values.get(labels, 0.0)

    def _samples(self) -> Iterator[str]:
        for labels, value in sorted(self._values.items()):
            yield self._sample("", labels, value)


class Gauge(Counter):
    """It goes up and down."""

    kind = "gauge"

    def set(self, value: float, *labels: str) -> None:
        """So much of it there is now."""
        with self._guard:
            self._values[self._known(labels, self._values)] = value

    @contextmanager
    def one_more(self, *labels: str) -> Iterator[None]:
        """For a while."""
        self.add(*labels)
        try:
            yield
        finally:
            self.add(*labels, much=-1)


class Total(Gauge):
    """It only grows, and somebody else counts it."""

    kind = "counter"


class Histogram(Measure):
    """How many there were of which size; the bounds are those of seconds, unless others are given."""

    kind = "histogram"

    def __init__(self, name: str, words: str, labels: Sequence[str], bounds: Sequence[float]) -> None:
        super().__init__(name, words, labels)
        self._bounds: Final = (*bounds, math.inf)
        self._counts: Final[dict[Labels, list[int]]] = {}
        self._sums: Final[dict[Labels, float]] = {}

    def observe(self, value: float, *labels: str) -> None:
        """One more, of this size."""
        at = next(n for n, bound in enumerate(self._bounds) if value <= bound)
        with self._guard:
            key = self._known(labels, self._counts)
            self._counts.setdefault(key, [0] * len(self._bounds))[at] += 1
            self._sums[key] = self._sums.get(key, 0.0) + value

    @contextmanager
    def timed(self, *labels: str) -> Iterator[None]:
        """Observe how many seconds something takes, whatever comes of it."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.observe(time.perf_counter() - begun, *labels)

    def count(self, *labels: str) -> int:
        """How many there have been."""
        return sum(self._counts.get(labels, ()))

    def _samples(self) -> Iterator[str]:
        for labels, counts in sorted(self._counts.items()):
            so_far = 0
            for bound, many in zip(self._bounds, counts, strict=True):
                so_far += many
                yield self._sample("_bucket", labels, so_far, ("le", _number(bound)))
            yield self._sample("_sum", labels, self._sums[labels])
            yield self._sample("_count", labels, so_far)


def counter(name: str, words: str, *labels: str) -> Counter:
    """Something that is counted. The name ends in `_total`."""
    return _kept(Counter(name, words, labels))


def gauge(name: str, words: str, *labels: str) -> Gauge:
    """Something that goes up and down."""
    return _kept(Gauge(name, words, labels))


def total(name: str, words: str, *labels: str) -> Total:
    """Something that is counted elsewhere, and `set` here when somebody asks."""
    return _kept(Total(name, words, labels))


def histogram(name: str, words: str, *labels: str, bounds: Sequence[float] = QUICK) -> Histogram:
    """Something that takes seconds. The name ends in `_seconds`."""
    return _kept(Histogram(name, words, labels, bounds))


def _kept(measure: M) -> M:
    if measure.name in _all:
        raise ValueError(f"{measure.name} is measured already")
    _all[measure.name] = measure
    return measure


def told() -> str:
    """Everything, as Prometheus reads it."""
    return "".join(f"{line}\n" for name in sorted(_all) for line in _all[name].lines())


def _number(value: float) -> str:
    if math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
