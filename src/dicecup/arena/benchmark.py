"""How good a player is, by a suite that is always the same: opponents, dice, reviews. docs/benchmark.md"""

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from math import exp, log, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

import dicecup
from dicecup import coach, players
from dicecup import games as _games
from dicecup.arena.lineup import read_lineup
from dicecup.arena.result import Result, share_of
from dicecup.arena.statistics import Z, worth
from dicecup.arena.tournament import compete
from dicecup.files import home
from dicecup.players import Appraiser
from dicecup.players.rating import MU, SIGMA
from dicecup.players.ratings import Yardstick, yardstick
from dicecup.work import insist

SUITE: Final = "cup-1"
"""Another one whenever opponents, dice, games or how they are judged change: then figures cannot be compared."""
SEED: Final = 20_240_601
_GRID: Final = [-50 + 0.05 * step for step in range(3001)]  # of ratings


class Size(NamedTuple):
    """How much is played: games at each table, and how many of them are reviewed."""

    games: int
    reviews: int


FULL: Final = Size(100, 4)
QUICK: Final = Size(8, 1)


class Reviewed(NamedTuple):
    """What the coach says of the player in one game."""

    accuracy: float | None
    luck: float  # of all dice, for the player
    errors: float  # never more than 0
    result: float


class Estimate(NamedTuple):
    """A number, and where it lies in 95 of 100 cases, if enough is known to say so."""

    value: float
    low: float | None
    high: float | None


@dataclass(slots=True)
class Part:
    """One game of the suite: what was played and reviewed of it."""

    game: str
    player: str
    results: list[Result] = field(default_factory=list)
    reviews: list[Reviewed] = field(default_factory=list)

    @property
    def rating(self) -> Estimate | None:
        """On the scale of people and levels; None where nobody has measured the levels, or nobody was met."""
        measured = yardstick(self.game)
        met = [] if measured is None else list(self._met(measured))
        return _rating(met) if met else None

    def _met(self, measured: Yardstick) -> Iterator[tuple[float, float, float, float, int]]:
        """For each table: the share, for how many games it stands, the opponents' rating, the luck, the seats."""
        for result in self.results:
            other, seats = result.lineup.seats[1], len(result.lineup.seats)
            if other in measured.levels and result.games:
                shares = [share_of(result.lineup, self.player, group) for group in result.groups.values()]
                count = worth(shares, result.lineup.rotations)
                yield fmean(shares), count, measured.levels[other], measured.luck_at(seats), seats

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        rating, accuracy = self.rating, _mean([one.accuracy for one in self.reviews if one.accuracy is not None])
        return {
            "game": self.game,
            "rating": rating and rating._asdict(),
            "tables": [
                {"opponents": list(result.lineup.seats[1:]), "games": result.games, **self._standing(result)}
                for result in self.results
            ],
            "reviewed": len(self.reviews),
            "accuracy": accuracy and accuracy._asdict(),
            "luck": _as_json(_mean([one.luck for one in self.reviews])),
            "errors": _as_json(_mean([one.errors for one in self.reviews])),
            "without_luck": _as_json(_mean([one.result - one.luck for one in self.reviews])),
        }

    def _standing(self, result: Result) -> dict[str, Any]:
        found = next((one.to_json() for one in result.standings if one.name == self.player), {})
        return {key: found.get(key) for key in ("share", "interval", "points", "ms", "faults")}


@dataclass(slots=True)
class Benchmark:
    """All of it."""

    player: str
    quick: bool
    parts: list[Part] = field(default_factory=list)
    complete: bool = False

    @property
    def suite(self) -> str:
        """What figures may be compared with: those of the same name."""
        return f"{SUITE}-quick" if self.quick else SUITE

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "suite": self.suite,
            "player": self.player,
            "version": dicecup.__version__,
            "coach": coach.VERSION,
            "complete": self.complete,
            "games": [part.to_json() for part in self.parts],
        }


def benchmark(
    player: str,
    games: Sequence[str] = (),
    *,
    quick: bool = False,
    seconds: float = 10.0,
    jobs: int = 1,
    resume: bool = False,
    folder: Path | None = None,
    plan: Callable[[int], None] = lambda games: None,
    done: Callable[[int], None] = lambda games: None,
    say: Callable[[str], None] = lambda text: None,
) -> Benchmark:
    """Measure a player at these games (none named: all). Ctrl-C ends it early, and `resume` goes on."""
    names = list(dict.fromkeys(games)) or list(_games.names())
    tables = {game: [table for table in _tables(game, player) if {*table} != {player}] for game in names}
    for game in names:
        read_lineup(game, tables[game][0])  # whether everybody can sit down, before anything is played
    found, size = Benchmark(player, quick), QUICK if quick else FULL
    mark = hashlib.sha256(json.dumps([player, found.suite, seconds, dicecup.__version__]).encode()).hexdigest()[
        :12
    ]
    base = (home() / "benchmark" if folder is None else folder) / mark
    if not resume:
        shutil.rmtree(base, ignore_errors=True)
    plan(sum(len(each) * (size.games + size.reviews) for each in tables.values()))
    for game in names:
        part = Part(game, player)
        found.parts.append(part)
        for number, seats in enumerate(tables[game]):
            place = base / game / str(number)
            result = compete(
                game,
                seats,
                games=size.games,
                seed=SEED,
                seconds=seconds,
                jobs=jobs,
                resume=True,
                folder=place,
                records=place,
                done=done,
                say=say,
            )
            part.results.append(result)
            if not result.complete or not _review(part, place, size.reviews, jobs, done):
                return found
    found.complete = True
    return found


def _tables(game: str, player: str) -> Iterator[tuple[str, ...]]:
    """Duels with a random player and all levels, and one seat among three of the usual level."""
    for other in (players.RANDOM, *players.common(game)):
        yield player, other
    if 4 in _games.find(game).seats and players.levels(game):
        yield player, *[players.usual(game)] * 3


# --- reviews ---


def _review(part: Part, place: Path, count: int, jobs: int, done: Callable[[int], None]) -> bool:
    """Review the first games of a table, if anybody can; False if somebody would not wait."""
    mind = players.make(part.game, players.best(part.game))
    if not isinstance(mind, Appraiser):
        return True
    played = list(dicecup.records(place))[:count] if any(place.glob("*.jsonl.gz")) else []
    todo = {at: (game.record or "", game.players.index(part.player)) for at, game in enumerate(played)}
    book = place / "reviews.json"
    kept: dict[int, Reviewed] = {}
    with suppress(OSError, ValueError, TypeError):
        kept = {int(at): Reviewed(*one) for at, one in json.loads(book.read_text(encoding="utf-8")).items()}
    done(len(kept))
    try:
        left = [paper for at, paper in todo.items() if at not in kept]
        with closing(insist(_reviewed, left, jobs)) as results:
            for paper, one in results:
                kept[next(at for at, other in todo.items() if other == paper)] = one
                book.write_text(json.dumps(dict(sorted(kept.items()))), encoding="utf-8")
                done(1)
    except KeyboardInterrupt:
        return False
    finally:
        part.reviews += [kept[at] for at in sorted(kept)]
    return True


def _reviewed(paper: tuple[str, int]) -> Reviewed:
    """What the coach says of one seat."""
    one = dicecup.review(paper[0]).accounts[paper[1]]
    return Reviewed(one.accuracy, one.own_luck + one.others_luck, one.own_errors, one.result)


# --- numbers ---


def _mean(values: Sequence[float]) -> Estimate | None:
    if not values:
        return None
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, None, None)
    off = Z * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - off, mean + off)


def _as_json(found: Estimate | None) -> Mapping[str, float | None] | None:
    return None if found is None else found._asdict()


def _rating(met: Sequence[tuple[float, float, float, float, int]]) -> Estimate:
    """The median of what it may be, after these games; before them it is anybody's, 25 +- 8.3."""

    def likely(mu: float) -> float:
        found = -(((mu - MU) / SIGMA) ** 2) / 2
        for share, games, other, luck, seats in met:
            chance = 1 / (1 + (seats - 1) * exp(-(mu - other) / luck))
            chance = min(max(chance, 1e-12), 1 - 1e-12)
            found += games * (share * log(chance) + (1 - share) * log(1 - chance))
        return found

    logs = [likely(mu) for mu in _GRID]
    weights = [exp(each - max(logs)) for each in logs]
    edges, reached, total = [], 0.0, sum(weights)
    for mu, weight in zip(_GRID, weights, strict=True):
        before, reached = reached, reached + weight
        edges += [mu] * sum(before < part * total <= reached for part in (0.025, 0.5, 0.975))
    low, middle, high = edges
    return Estimate(round(middle, 2), round(low, 2), round(high, 2))


# --- in words ---


def report(found: Benchmark) -> list[str]:
    """A page in Markdown."""
    lines = [
        f"# {found.player}",
        "",
        f"Suite {found.suite}, Dicecup {dicecup.__version__}. Figures of other suites are no comparison.",
    ]
    lines += [] if found.complete else ["", "Stopped early: --resume continues."]
    for part in found.parts:
        data = part.to_json()
        lines += ["", f"## {_games.find(part.game).title}", ""]
        lines.append(f"- Rating: {_said(data['rating'], 1)}")
        lines.append(f"- Accuracy: {_said(data['accuracy'], 1)}, in {data['reviewed']} reviewed games")
        lines.append(f"- Given away in a game: {_said(data['errors'], 3, -1)}; luck: {_said(data['luck'], 3)}")
        lines.append(f"- Share of the wins without luck, in those games: {_said(data['without_luck'], 3)}")
        lines += [
            "",
            "| against | games | share | 95% interval | points | lost by faults |",
            "|---|---|---|---|---|---|",
        ]
        for table in data["tables"]:
            if table["share"] is None:
                continue
            low, high = (f"{100 * edge:.1f}" for edge in table["interval"])
            points = "-" if table["points"] is None else f"{table['points']:.1f}"
            lines.append(
                f"| {', '.join(table['opponents'])} | {table['games']} | {100 * table['share']:.1f}% | {low} to "
                f"{high}% | {points} | {table['faults']} |"
            )
    return lines


def _said(found: Mapping[str, float | None] | None, digits: int, sign: int = 1) -> str:
    if found is None:
        return "not known"
    value, *edges = (sign * each + 0.0 for each in found.values() if each is not None)
    between = " ({} to {})".format(*(f"{edge:.{digits}f}" for edge in sorted(edges))) if edges else ""
    return f"{value:.{digits}f}{between}"
