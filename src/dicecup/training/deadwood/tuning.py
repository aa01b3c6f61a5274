"""Hill climbing: a planner's taste is changed a little, plays against the old one, and stays if it wins more."""

from collections.abc import Iterator
from dataclasses import astuple, fields
from typing import Final

import numpy as np

from dicecup.players.deadwood.network import shares
from dicecup.players.deadwood.planner import Taste
from dicecup.training.deadwood.simulator import play

_RANGE: Final = {  # of each number: a usual step, the least, the most
    "turn": (0.25, 0.3, 9.0),
    "early": (0.15, -0.5, 2.0),
    "rank": (0.4, 0.0, 9.0),
    "price": (0.1, 0.2, 3.0),
    "hope": (0.15, 0.0, 1.0),
    "mates": (0.15, 0.0, 3.0),
    "late": (0.15, 0.0, 1.0),
}


def changed(taste: Taste, rng: np.random.Generator, size: float) -> Taste:
    """The taste with about half of its numbers moved a little."""
    numbers = []
    for each, number in zip(fields(taste), astuple(taste), strict=True):
        step, least, most = _RANGE[each.name]
        moved = number + step * size * rng.normal() * (rng.random() < 0.5)
        numbers.append(round(float(np.clip(moved, least, most)), 3))
    return Taste(*numbers)


def edge(one: Taste, others: Taste, seats: int, games: int, seed: int) -> tuple[float, float]:
    """How much more than its part `one` wins at a table of `others`, and the standard error of that."""
    won = shares(play([one] + [others] * (seats - 1), games, seed))[:, 0]
    return float(won.mean() - 1 / seats), float(won.std() / games**0.5)


def climb(
    taste: Taste, seats: int, first: int, trials: int, games: int, seed: int
) -> Iterator[tuple[int, Taste, float]]:
    """After each trial, from the first on, its number, the taste then, and what the last change gained.

    A change that looks good is tried again in three times as many games before it stays.
    """
    for trial in range(first, trials):
        rng = np.random.default_rng((seed, seats, trial))
        new = changed(taste, rng, 1.0 if trial < trials / 2 else 0.5)
        gained = 0.0
        gain, error = edge(new, taste, seats, games, int(rng.integers(2**31)))
        if gain > error:
            gain, error = edge(new, taste, seats, 3 * games, int(rng.integers(2**31)))
            if gain > 1.5 * error:
                taste, gained = new, gain
        yield trial, taste, gained
