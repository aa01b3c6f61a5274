"""Everybody against everybody: all levels and reference players of a game, in duels and at bigger tables."""

import random
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean
from typing import Any

from dicecup import games as _games
from dicecup import players
from dicecup.arena.book import Terms
from dicecup.arena.clock import Clock
from dicecup.arena.company import company
from dicecup.arena.lineup import Lineup, check_name
from dicecup.arena.result import share_of
from dicecup.arena.single_game import Played
from dicecup.arena.statistics import wilson, worth
from dicecup.arena.tournament import Engine, warm_up
from dicecup.players.rating import Rating, rate
from dicecup.table import SetupError
from dicecup.work import insist

Part = tuple[tuple[str, ...], int]


@dataclass(frozen=True, kw_only=True)
class Rung:
    """One player at tables of one size."""

    share: float
    interval: tuple[float, float]
    rating: Rating


@dataclass(kw_only=True)
class Ladder:
    """What everybody did, by the size of the table."""

    game: str
    seed: int
    options: Mapping[str, Any]
    sizes: Sequence[int]
    pool: Sequence[str]
    wanted: int  # groups of games
    played: dict[Part, list[Played]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(map(len, self.played.values()))

    @property
    def complete(self) -> bool:
        """Whether all games were played."""
        return len(self.played) == self.wanted

    def tables(self, size: int) -> Iterator[tuple[Lineup, list[Played]]]:
        """The groups of games at tables of this size, in the order in which they were planned."""
        for (seats, _), games in sorted(self.played.items(), key=lambda item: (item[0][1], item[0][0])):
            if len(seats) == size:
                yield Lineup(self.game, seats), games

    def rungs(self, size: int) -> dict[str, Rung]:
        """Everybody who sat at a table of this size, the best one last."""
        ratings = rate(
            (lineup.seated(rotation), [0 if share else 1 for share in game.shares])
            for lineup, games in self.tables(size)
            for rotation, game in enumerate(games)
        )
        found = {}
        for name in sorted(ratings, key=lambda name: ratings[name].mu):
            shares = [share_of(lineup, name, games) for lineup, games in self.tables(size) if name in lineup.seats]
            share = fmean(shares)
            found[name] = Rung(share=share, interval=wilson(share, worth(shares, size)), rating=ratings[name])
        return found

    def duel(self, name: str, other: str) -> tuple[float, tuple[float, float]] | None:
        """One player's share of the wins against another, with its interval; None if they have not met."""
        pair = {name, other}
        shares = [share_of(lineup, name, games) for lineup, games in self.tables(2) if {*lineup.seats} == pair]
        if not shares:
            return None
        return fmean(shares), wilson(fmean(shares), worth(shares, 2))

    def clock(self, name: str) -> Clock:
        """How long a player thought, at all tables."""
        clock = Clock()
        for (seats, _), games in self.played.items():
            lineup = Lineup(self.game, seats)
            for rotation, game in enumerate(games):
                for seat, other in enumerate(lineup.seated(rotation)):
                    if other == name and game.clocks:
                        clock.update(game.clocks[seat])
        return clock

    @property
    def faults(self) -> set[tuple[str, str]]:
        """What went wrong, and whose fault it was."""
        return {
            ("" if game.culprit is None else Lineup(self.game, seats).seated(rotation)[game.culprit], game.fault)
            for (seats, _), games in self.played.items()
            for rotation, game in enumerate(games)
            if game.fault
        }


@company()
def climb(
    game: str,
    *,
    games: int,
    sizes: Iterable[int] | None = None,
    names: Iterable[str] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    jobs: int = 1,
    plan: Callable[[int], None] = lambda games: None,
    done: Callable[[int], None] = lambda games: None,
    say: Callable[[str], None] = lambda text: None,
) -> Ladder:
    """Everybody plays at least `games` duels with everybody, and about twice as many games at mixed tables.

    `plan` hears how many games that makes, `done` of those played, `say` of what takes long. Ctrl-C ends it early.
    """
    found = _games.find(game)
    pool = tuple(names or (*players.references(game), *players.levels(game)))
    wanted = tuple(sizes or (size for size in (2, 3, 4, 6) if size in found.seats and size <= len(pool)))
    for size in wanted:
        if size not in found.seats or not 2 <= size <= len(pool):
            raise SetupError(f"{len(pool)} players of {found.title} cannot be measured at tables of {size}.")
    seed = secrets.randbits(32) if seed is None else seed
    terms = Terms(
        game=game,
        seats=pool,
        options=found.options.parse({"start": "seat-order", **(options or {})}).to_json(),
        seed=seed,
    )
    for name in pool:
        check_name(game, name)
    parts = [part for size in wanted for part in _parts(pool, size, games, seed)]
    ladder = Ladder(game=game, seed=seed, options=terms.options, sizes=wanted, pool=pool, wanted=len(parts))
    plan(sum(len(seats) for seats, _ in parts))
    try:
        for size in wanted:
            for name in pool:
                warm_up(terms, Lineup(game, (name,) * size), say)
        with closing(insist(Work(terms), parts, jobs)) as results:
            for part, played in results:
                ladder.played[part] = played
                done(len(played))
    except KeyboardInterrupt:
        pass
    return ladder


def _parts(pool: Sequence[str], size: int, games: int, seed: int) -> Iterator[Part]:
    """Tables, each with the number of its dice: pairs in turn; bigger tables are drawn by lot."""
    if size == 2:
        pairs = list(combinations(pool, 2))
        for group in range(-(-games // 2)):
            yield from ((pair, group) for pair in pairs)
        return
    rng = random.Random(f"{seed} {size}")
    for group in range(-(-2 * games * len(pool) // size**2)):
        yield tuple(rng.sample(pool, size)), group


@dataclass(frozen=True, slots=True)
class Work:
    """Plays one table; can be sent to another process."""

    terms: Terms

    def __call__(self, part: Part) -> list[Played]:
        """The games of one table."""
        seats, group = part
        return Engine(self.terms, Lineup(self.terms.game, seats))(group)
