"""Ratings of players from many games of two and more: OpenSkill's Plackett-Luce model (Weng and Lin, 2011).

Not the library of that name: these few lines are four times as fast (there may be 100,000 games), and the one-file
program need not pack its compiled code. A test holds them to it.

Everybody begins with 25 +- 8.3. Ten points of difference are a clear advantage: in a duel about 85 %.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Final, TypeVar

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = SIGMA / 2  # how much luck there is in a game
_KAPPA: Final = 1e-4  # no certainty grows faster than this

NameT = TypeVar("NameT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Rating:
    """A skill, and how uncertain it is."""

    mu: float = MU
    sigma: float = SIGMA


def rated(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game that ended with these ranks (the lowest wins, equal ones are tied)."""
    c = _spread(ratings, None)
    strength = [exp(each.mu / c) for each in ratings]
    behind = [sum(s for s, rank in zip(strength, ranks, strict=True) if rank >= mine) for mine in ranks]
    tied = [ranks.count(mine) for mine in ranks]
    found = []
    for i, old in enumerate(ratings):
        gain = certainty = 0.0
        for q, rank in enumerate(ranks):
            if rank <= ranks[i]:
                chance = strength[i] / behind[q]
                gain += ((1.0 if q == i else 0.0) - chance) / tied[q]
                certainty += chance * (1 - chance) / tied[q]
        variance = old.sigma**2
        certainty *= variance / c**2 * (old.sigma / c)
        found.append(Rating(old.mu + gain * variance / c, old.sigma * sqrt(max(1 - certainty, _KAPPA))))
    return found


def chances(ratings: Sequence[Rating], luck: float | None = None) -> list[float]:
    """How likely each of these is to win a game in which luck is worth so many points (`won`)."""
    spread = _spread(ratings, luck)
    most = max(each.mu for each in ratings)
    strength = [exp((each.mu - most) / spread) for each in ratings]
    return [one / sum(strength) for one in strength]


def won(ratings: Sequence[Rating], shares: Sequence[float], luck: float | None = None) -> list[Rating]:
    """The ratings after a game of which counts who has won, and who shared that: nothing is said of the others.

    `luck`: how many points of difference make odds of e to 1 between two who are known exactly. Without it the
    model's own: the more sit at the table, the more.
    """
    spread, found = _spread(ratings, luck), []
    for old, share, chance in zip(ratings, shares, chances(ratings, luck), strict=True):
        certainty = chance * (1 - chance) * (old.sigma / spread) ** 3
        mu = old.mu + (share - chance) * old.sigma**2 / spread
        found.append(Rating(mu, old.sigma * sqrt(max(1 - certainty, _KAPPA))))
    return found


def _spread(ratings: Sequence[Rating], luck: float | None) -> float:
    known = len(ratings) * BETA**2 if luck is None else luck**2
    return sqrt(known + sum(each.sigma**2 for each in ratings))


def rate(games: Iterable[tuple[Sequence[NameT], Sequence[int]]]) -> dict[NameT, Rating]:
    """Ratings after games, each given as who sat where and their ranks.

    Whoever sat in several seats gets the mean of what the seats would have got.
    """
    ratings: dict[NameT, Rating] = {}
    for seats, ranks in games:
        new = rated([ratings.get(name, Rating()) for name in seats], ranks)
        for name in set(seats):
            mine = [rating for seat, rating in zip(seats, new, strict=True) if seat == name]
            ratings[name] = Rating(
                sum(each.mu for each in mine) / len(mine), sum(each.sigma for each in mine) / len(mine)
            )
    return ratings
