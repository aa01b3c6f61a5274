"""What came out of a tournament: who won how much, how sure that is, how fast they were, and what went wrong."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from dicecup.arena.book import Terms
from dicecup.arena.clock import Clock
from dicecup.arena.lineup import Lineup
from dicecup.arena.single_game import Played
from dicecup.arena.statistics import wilson, worth
from dicecup.players.rating import Rating, rate


@dataclass(frozen=True, kw_only=True)
class Standing:
    """One player's part in a tournament. Shares are those of one seat: with equal players 1 / seats."""

    name: str
    alone: bool  # there is nobody to win against: only points count
    seats: int  # at each table
    wins: int  # games in which it was alone the best, in any of its seats
    share: float
    interval: tuple[float, float]
    points: float | None
    fair: tuple[float, float] | None  # what its choices deserve, apart from the dice; the standard error
    spread: tuple[float, int, int] | None  # of the points: the standard error, the fewest and the most
    rating: Rating
    clock: Clock  # processor time
    wait: Clock  # as long as the others waited
    faults: int

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        against = None if self.alone else self
        return {
            "name": self.name,
            "seats": self.seats,
            "wins": against and against.wins,
            "share": against and against.share,
            "interval": against and list(against.interval),
            "points": self.points,
            "points_error": self.spread and self.spread[0],
            "fair_points": None if self.fair is None else {"mean": self.fair[0], "error": self.fair[1]},
            "rating": against and {"mu": self.rating.mu, "sigma": self.rating.sigma},
            "decisions": self.wait.decisions,
            "ms": _milliseconds(self.wait),
            "processor_ms": _milliseconds(self.clock),
            "faults": self.faults,
        }


@dataclass(frozen=True, kw_only=True)
class Result:
    """Games in groups: those of a group have the same dice, and everybody sat once in every seat."""

    terms: Terms
    lineup: Lineup
    wanted: int  # games
    groups: dict[int, list[Played]]
    seconds: float
    test: tuple[float, float] | None = None
    verdict: str | None = None  # of the test: "high" or "low"
    path: Path | None = None  # where all games are kept

    @property
    def games(self) -> int:
        """How many were played."""
        return sum(map(len, self.groups.values()))

    @property
    def complete(self) -> bool:
        """Whether all that was wanted was played, or the test has ended it."""
        return self.verdict is not None or self.games >= self.wanted

    def seated(self) -> Iterator[tuple[tuple[str, ...], Played]]:
        """Every game with who sat where."""
        for number in sorted(self.groups):
            for rotation, game in enumerate(self.groups[number]):
                yield self.lineup.seated(rotation), game

    @cached_property
    def standings(self) -> list[Standing]:
        """Everybody, in the order of the line-up."""
        ratings = rate((seats, [0 if share else 1 for share in game.shares]) for seats, game in self.seated())
        return [self._standing(name, ratings[name]) for name in self.lineup.names] if self.games else []

    def _standing(self, name: str, rating: Rating) -> Standing:
        shares = [share_of(self.lineup, name, games) for games in self.groups.values()]
        share = fmean(shares)
        wins, faults, clock, wait = 0, 0, Clock(), Clock()
        points, fair = list[int](), list[float]()
        for seats, game in self.seated():
            mine = [seat for seat, other in enumerate(seats) if other == name]
            wins += any(game.shares[seat] == 1 for seat in mine)
            faults += game.culprit in mine
            for seat in mine:
                points += [game.scores[seat]] if game.scores is not None else []
                fair += [game.fair[seat]] if game.fair else []
                if game.clocks:
                    clock.update(game.clocks[seat])
                    wait.update(game.waits[seat])
        return Standing(
            name=name,
            alone=len(self.lineup.seats) == 1,
            seats=self.lineup.seats.count(name),
            wins=wins,
            share=share,
            interval=wilson(share, worth(shares, self.lineup.rotations)),
            points=fmean(points) if points else None,
            fair=(fmean(fair), _error(fair)) if len(fair) > 1 else None,
            spread=(_error(points), min(points), max(points)) if len(points) > 1 else None,
            rating=rating,
            clock=clock,
            wait=wait,
            faults=faults,
        )

    @property
    def faults(self) -> Counter[tuple[str, str]]:
        """What went wrong, with whose fault it was (nobody's: an empty name), and how often."""
        return Counter(
            ("" if game.culprit is None else seats[game.culprit], game.fault)
            for seats, game in self.seated()
            if game.fault
        )

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            **self.terms.to_json(),
            "complete": self.complete,
            "games": self.games,
            "groups": len(self.groups),
            "seconds_in_all": round(self.seconds, 3),
            "test": None if self.test is None else {"between": list(self.test), "verdict": self.verdict},
            "standings": [standing.to_json() for standing in self.standings],
            "faults": [
                {"player": name, "reason": reason, "games": count}
                for (name, reason), count in self.faults.most_common()
            ],
        }


def _error(values: Sequence[float]) -> float:
    """The standard error of their mean."""
    return stdev(values) / sqrt(len(values))


def _milliseconds(clock: Clock) -> dict[str, float] | None:
    return {f"p{p}": 1000 * clock.percentile(p) for p in (50, 99)} if clock.decisions else None


def share_of(lineup: Lineup, name: str, games: Sequence[Played]) -> float:
    """The share of the wins that one seat of a player got in the games of a group."""
    each = [
        game.shares[seat]
        for rotation, game in enumerate(games)
        for seat, other in enumerate(lineup.seated(rotation))
        if other == name
    ]
    return fmean(each)
