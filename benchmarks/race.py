"""Rounds of us and our peers in turn, in processor time of one core: what is counted alike is compared.

Each side plays so many games with a seed and returns what it played in how many seconds; it keeps its own watch,
so that counting need not be in it. A peer that raises, or is not there, is out of the race and named as such; the
others go on.
"""

import statistics
from collections.abc import Callable, Mapping
from typing import NamedTuple


class Lap(NamedTuple):
    """What one side played in one round."""

    answers: int  # forced ones too
    choices: int  # among two options or more
    seconds: float  # of the processor, for playing alone


Run = Callable[[int, int], Lap]
"""Plays so many games with a seed."""


class Race:
    """Interleaved rounds; the first name is the one that others are compared with."""

    def __init__(self, ours: Mapping[str, tuple[Run, int]], peers: Mapping[str, tuple[Run, int]]) -> None:
        """Who runs, and how many games each plays in a round."""
        self.sides = {**ours, **peers}
        self.peers = frozenset(peers)
        self.laps: dict[str, list[Lap]] = {name: [] for name in self.sides}
        self.out: dict[str, str] = {}

    def run(self, rounds: int) -> None:
        """All sides in turn, after one round that is not counted."""
        for seed in range(rounds + 1):
            for name, (play, games) in self.sides.items():
                if name in self.out:
                    continue
                try:
                    lap = play(games, seed)
                except Exception as error:
                    if name not in self.peers:  # what we raise ourselves is a fault of ours
                        raise
                    self.out[name] = f"{type(error).__name__}: {error}"
                    continue
                if seed:
                    self.laps[name].append(lap)

    def rate(self, name: str, what: str) -> float:
        """How many a second, in the middle of all rounds."""
        return statistics.median(_rate(lap, what) for lap in self.laps[name])

    def ratio(self, name: str, other: str, what: str) -> float:
        """How many times as fast `name` is, in the middle of the rounds that both have finished."""
        both = zip(self.laps[name], self.laps[other], strict=False)
        return statistics.median(_rate(ours, what) / _rate(theirs, what) for ours, theirs in both)

    def table(self) -> list[str]:
        """A line for each side; those that raised say what."""
        first, width = next(iter(self.sides)), max(map(len, self.sides)) + 2
        lines = [f"  {'':{width}}{'answers':>12}{'choices':>12}   {first} is, in choices"]
        for name in self.sides:
            if name in self.out:
                lines.append(f"  {name:{width}}raised {self.out[name]}")
                continue
            answers, choices = self.rate(name, "answers"), self.rate(name, "choices")
            line = f"  {name:{width}}{answers:12,.0f}{choices:12,.0f}"
            if name != first:
                line += f"   {self.ratio(first, name, 'choices'):.2f} times as fast"
            lines.append(line)
        return lines


def _rate(lap: Lap, what: str) -> float:
    return (lap.choices if what == "choices" else lap.answers) / lap.seconds
