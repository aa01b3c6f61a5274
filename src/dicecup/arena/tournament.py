"""Many games between computer players: everybody in every seat with the same dice, in several processes."""

import secrets
import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import dicecup
from dicecup import games as _games
from dicecup import players
from dicecup.arena.book import Book, Terms, last_like
from dicecup.arena.company import called, company, here
from dicecup.arena.lineup import Lineup, read_lineup, usual_seats
from dicecup.arena.result import Result, share_of
from dicecup.arena.shards import Shards
from dicecup.arena.simulation import mixed
from dicecup.arena.single_game import Played, SingleGame, lost
from dicecup.arena.sitter import Fault, Here, Sitter
from dicecup.arena.statistics import Sequential
from dicecup.players import Place
from dicecup.players.seated import place, prepare
from dicecup.saves import home
from dicecup.table import SetupError
from dicecup.table.words import listed
from dicecup.work import cluster, insist

_BULK_GROUPS: Final = 500  # at once; part of what a seed means

Group = tuple[int, list[Played]]


@company()
def compete(
    game: str,
    seats: Iterable[str] | None,
    *,
    games: int,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    seconds: float = 10.0,
    judged: bool = False,
    bulk: bool = False,
    jobs: int = 1,
    test: tuple[float, float] | None = None,
    resume: bool = False,
    folder: Path | None = None,
    records: Path | None = None,
    values: bool = False,
    done: Callable[[int], None] = lambda games: None,
    say: Callable[[str], None] = lambda text: None,
) -> Result:
    """Let these players (None: the best level and the weakest) play at least so many games; say how good they are.

    Everybody has `seconds` for each decision; `judged` says what choices deserve, where somebody knows exactly;
    `bulk` plays in step, without the engine, where that can be done. Ctrl-C ends it early; what was played is
    counted, and kept in `folder` for `resume`. `test` are two shares of wins of the first player: play ends as
    soon as it is clear which one is nearer to the truth. Games are kept in the folder `records`, with the
    `values` of options for their players, for `dicecup.records`. `done` hears of games, `say` of what takes long.
    """
    lineup = read_lineup(game, usual_seats(game) if seats is None else list(seats))
    terms = _terms(lineup, options or {}, seed, seconds, judged=judged, bulk=bulk)
    if games < 1 or jobs < 1 or seconds <= 0:
        raise SetupError("There must be at least one game, one job and some time to think.")
    if test is not None and not 0 < test[0] < test[1] < 1:
        raise SetupError("The test needs two shares between 0 and 1, the lower one first, such as 0.5,0.52.")
    if bulk and records is not None:
        raise SetupError("Games in bulk leave no records: play them without --bulk.")
    if values and records is None:
        raise SetupError("Values are kept in records: say --records DIR as well.")
    folder = home() / "arena" if folder is None else folder
    if resume and seed is None:
        terms = last_like(folder, terms)
    book = Book(folder, terms)
    if resume:
        book.read()
    shards = None if records is None else Shards(records, terms, lineup, values=values)
    if shards is not None:
        shards.open(resume=resume)
    wanted = -(-games // lineup.rotations)
    tester = None if test is None else _Tester(Sequential(*test), lineup, book)
    engine = Engine(terms, lineup, recorded=shards is not None, valued=values)
    began = time.perf_counter()
    verdict = None
    try:
        book.open()
        verdict = tester.verdict() if tester else None
        # What is in the book and has no record, because the run was killed, is played again: it ends alike.
        kept = book.groups.keys() if shards is None else book.groups.keys() & shards.groups
        done(sum(len(book.groups[group]) for group in kept))
        todo = [group for group in range(wanted) if group not in kept and (group in book.groups or not verdict)]
        with closing(_play(engine, todo, jobs, say)) as results:
            for group, played in results:
                book.add(group, played)
                if shards is not None:
                    shards.add(group, played)
                done(len(played))
                if tester and not verdict and (verdict := tester.verdict()):
                    break
    except KeyboardInterrupt:
        pass
    finally:
        book.close()
        if shards is not None:
            shards.close()
    return Result(
        terms=terms,
        lineup=lineup,
        wanted=wanted * lineup.rotations,
        groups=book.groups,
        seconds=time.perf_counter() - began,
        test=test,
        verdict=verdict,
        path=book.path,
    )


def _terms(
    lineup: Lineup, options: Mapping[str, Any], seed: int | None, seconds: float, *, judged: bool, bulk: bool
) -> Terms:
    game = lineup.game
    title = _games.find(game).title
    if judged and players.judge(game) is None:
        raise SetupError(f"Nobody knows exactly what choices cost in {title}.")
    in_step = players.solver(game) if bulk else None
    if bulk and in_step is None:
        raise SetupError(f"{title} cannot be played in bulk.")
    if in_step is not None and not set(lineup.names) <= set(in_step.players):
        raise SetupError(f"In bulk only {listed(in_step.players)} can play {title}.")
    return Terms(
        game=game,
        seats=lineup.seats,
        options=_games.find(game).options.parse({"start": "seat-order", **options}).to_json(),
        seed=secrets.randbits(32) if seed is None else seed,
        seconds=seconds,
        judged=judged,
        bulk=bulk,
    )


@dataclass(slots=True)
class _Tester:
    """Feeds a sequential test with the groups in their order, so that it does not matter when they are played."""

    sequential: Sequential
    lineup: Lineup
    book: Book
    _next: int = 0

    def verdict(self) -> str | None:
        """The verdict, once there is one."""
        while (games := self.book.groups.get(self._next)) is not None:
            self._next += 1
            if verdict := self.sequential.add(share_of(self.lineup, self.lineup.names[0], games)):
                return verdict
        return None


# --- playing ---


def _play(
    engine: "Engine", todo: list[int], jobs: int, say: Callable[[str], None]
) -> Generator[Group, None, None]:
    """The games of these groups, as they are played."""
    terms, lineup = engine.terms, engine.lineup
    if terms.bulk:
        yield from _play_bulk(terms, lineup, todo, jobs, say)
        return
    warm_up(terms, lineup, say)  # what takes long is said here, and done once for all processes
    with closing(insist(engine, todo, jobs)) as results:
        yield from results


_warm: Final[set[tuple[str, str, str]]] = set()


def warm_up(terms: Terms, lineup: Lineup, say: Callable[[str], None] | None = None) -> None:
    """Let our players decide once before the clock runs: they may have to load or make something."""
    seats = len(lineup.seats)
    for name in lineup.ours:
        if (mark := (terms.game, name, f"{seats} {terms.options}")) not in _warm:
            match = dicecup.new(terms.game, seats=seats, seed=1, **terms.options)
            match.answer_forced()
            ask = match.pending
            assert ask is not None
            player = players.make(terms.game, name, progress=say)
            prepare(player)
            player.decide(match.view(ask.seat), ask, players.forks(match, ask.seat))
            _warm.add(mark)


@dataclass(frozen=True, slots=True)
class Engine:
    """Plays the games of a group through the engine; can be sent to another process."""

    terms: Terms
    lineup: Lineup
    recorded: bool = False
    valued: bool = False

    def __call__(self, group: int) -> list[Played]:
        """The games of one group."""
        warm_up(self.terms, self.lineup)
        if cluster.is_away():  # a machine that came later may lack somebody, which is nobody's fault
            for name in self.lineup.names:
                if name not in self.lineup.ours:
                    here(self.lineup.where(name))
        return [self._game(group, rotation) for rotation in range(self.lineup.rotations)]

    def _game(self, group: int, rotation: int) -> Played:
        terms, seed = self.terms, mixed(self.terms.seed, group)
        names = self.lineup.seated(rotation)
        match = dicecup.new(terms.game, seats=len(names), seed=seed, **terms.options)
        seated: list[Sitter] = []
        for seat, (name, number) in enumerate(zip(names, self.lineup.occurrences(names), strict=True)):
            try:
                # A player has the same seed in all games of a group, wherever it sits.
                own = seed + (seat - rotation) % len(names)
                seated.append(self._sitter(name, number, place(match, seat, own)))
            except Fault as fault:
                for other in seated:
                    other.over(None)
                return lost(len(names), seat, str(fault))
        judge = players.judge(terms.game) if terms.judged else None
        return SingleGame(match, seated, terms.seconds, judge, self.recorded, self.valued).play()

    def _sitter(self, name: str, number: int, place: Place) -> Sitter:
        """Ours think here, everybody else's apart or outside."""
        seconds = self.terms.seconds
        if name in self.lineup.ours:
            return Here(players.make(self.terms.game, name, place.seed), seconds)
        guest = called(self.lineup.where(name), number)
        guest.seconds = seconds
        # Not the number itself: the dice come from it as well, and a bot could roll them in advance.
        guest.begin(place._replace(seed=mixed(place.seed, -1)))
        return guest


def _play_bulk(
    terms: Terms, lineup: Lineup, todo: list[int], jobs: int, say: Callable[[str], None]
) -> Generator[Group, None, None]:
    in_step = players.solver(terms.game)
    assert in_step is not None
    in_step.prepare(terms.options, say)  # once for all processes
    batches = dict.fromkeys(group // _BULK_GROUPS for group in todo)
    wanted = set(todo)
    with closing(insist(_Bulk(terms, lineup), batches, jobs)) as results:
        for batch, games in results:
            for at, group in enumerate(range(batch * _BULK_GROUPS, (batch + 1) * _BULK_GROUPS)):
                if group in wanted:
                    yield group, games[at]


@dataclass(frozen=True, slots=True)
class _Bulk:
    """Plays many groups in step; can be sent to another process."""

    terms: Terms
    lineup: Lineup

    def __call__(self, batch: int) -> list[list[Played]]:
        in_step = players.solver(self.terms.game)
        assert in_step is not None
        tables = [self.lineup.seated(rotation) for rotation in range(self.lineup.rotations)]
        seed = mixed(self.terms.seed, batch)
        found = in_step.contest(self.terms.options, tables, _BULK_GROUPS, seed)
        return [[_of_scores(scores) for scores in rotations] for rotations in zip(*found, strict=True)]


def _of_scores(scores: Sequence[int]) -> Played:
    """A game of which only the scores are known: the highest wins."""
    winners = scores.count(max(scores))
    return Played(shares=tuple((score == max(scores)) / winners for score in scores), scores=tuple(scores))
