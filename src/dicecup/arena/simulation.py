"""Many games by one kind of player: in lockstep through a solver where there is one, else through the engine."""

import hashlib
import multiprocessing
import secrets
import signal
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import resource_tracker
from typing import Any, Final

import dicecup
from dicecup import games as _games
from dicecup.arena.tally import Tally
from dicecup.players import RandomPlayer, play
from dicecup.table import SetupError

PERFECT: Final = "perfect"
RANDOM: Final = "random"
_SOLVED: Final = ("yahtzee",)
# Sizes of batches; the last one is repeated. They are part of what a seed means, so they are the same everywhere.
# Big batches are faster, for a state is thought over once in each; small ones say sooner how it goes.
_LOCKSTEP_BATCHES: Final = (2**18, 2**20)
_ENGINE_BATCHES: Final = (100,)

Done = Callable[[int], None]
Say = Callable[[str], None]
Scores = Iterable[int] | Mapping[int, int]
Batches = Generator[tuple[int, Scores], None, None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """What was simulated, and what came out of it."""

    game: str
    player: str
    options: Mapping[str, Any]
    seed: int
    wanted: int  # games that were asked for; fewer are played after Ctrl-C
    games: int  # games that were played
    seats: int  # in each game; each of them has a score
    tally: Tally
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether all games were played."""
        return self.games >= self.wanted

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "game": self.game,
            "player": self.player,
            "options": dict(self.options),
            "seed": self.seed,
            "complete": self.complete,
            "games": self.games,
            "seats": self.seats,
            "seconds": round(self.seconds, 3),
            **(self.tally.to_json() if self.games else {}),
        }


def players(game: str) -> list[str]:
    """Who can play a game in bulk, the best first."""
    return [PERFECT, RANDOM] if game in _SOLVED else [RANDOM]


def simulate(
    game: str,
    *,
    games: int,
    player: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    jobs: int = 1,
    done: Done = lambda games: None,
    say: Say = lambda text: None,
) -> Simulation:
    """Play `games` games alone (or with as few seats as the game needs) and count the scores of all seats.

    `done` hears how many games have been finished since it was called last, `say` what takes long. Ctrl-C ends
    the simulation early; what was played until then is counted.
    """
    found = _games.find(game)
    chosen = found.options.parse(options or {})
    who = player or players(game)[0]
    if who not in players(game):
        raise SetupError(f"There is no player {who!r} here. There is: {', '.join(players(game))}.")
    if games < 1 or jobs < 1:
        raise SetupError("There must be at least one game and one job.")
    seed = secrets.randbits(32) if seed is None else seed
    seats = 1 if who == PERFECT else found.seats[0]
    tally, played = Tally(), 0
    began = time.perf_counter()
    try:
        if who == PERFECT:
            batches = _lockstep(chosen.to_json()["rules"], games, seed, say)
        else:
            batches = _engine(_EngineBatch(game, dict(options or {}), seats, seed), games, jobs)
        with closing(batches):  # and with it the processes
            for count, scores in batches:
                tally.add(scores)
                played += count
                done(count)
    except KeyboardInterrupt:
        pass
    return Simulation(
        game=game,
        player=who,
        options=chosen.to_json(),
        seed=seed,
        wanted=games,
        games=played,
        seats=seats,
        tally=tally,
        seconds=time.perf_counter() - began,
    )


def _lockstep(rules: Any, games: int, seed: int, say: Say) -> Batches:
    from dicecup.games.yahtzee import solver

    mind = solver.load(rules, progress=say)
    for first, count in _batches(games, _LOCKSTEP_BATCHES):
        yield count, mind.simulate(count, seed=_mixed(seed, first)).tolist()


def _batches(games: int, sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The number of the first game, and how many games, of each batch."""
    first = number = 0
    while first < games:
        count = min(sizes[min(number, len(sizes) - 1)], games - first)
        yield first, count
        first, number = first + count, number + 1


@dataclass(frozen=True, slots=True)
class _EngineBatch:
    """Plays games through the engine; can be sent to another process."""

    game: str
    options: dict[str, Any]
    seats: int
    seed: int

    def __call__(self, first: int, count: int) -> list[int]:
        scores: list[int] = []
        for number in range(first, first + count):
            seed = _mixed(self.seed, number)
            match = dicecup.new(self.game, seats=self.seats, seed=seed, **self.options)
            outcome = play(match, [RandomPlayer(seed + seat) for seat in range(self.seats)]).outcome
            assert outcome is not None
            scores += outcome.scores
        return scores


def _engine(batch: _EngineBatch, games: int, jobs: int) -> Batches:
    if jobs == 1:
        for first, count in _batches(games, _ENGINE_BATCHES):
            yield count, batch(first, count)
        return
    parts = _batches(games, _ENGINE_BATCHES)
    waiting: dict[Future[list[int]], int] = {}
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
    try:
        while True:
            # Only a few at a time wait, so that Ctrl-C need not wait for many.
            for first, count in islice(parts, 2 * jobs - len(waiting)):
                with _no_interrupt():
                    waiting[pool.submit(batch, first, count)] = count
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
    except BaseException:
        # Nobody wants what they play now, and they do not hear Ctrl-C themselves.
        for process in list((pool._processes or {}).values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach.

    It goes to every process of a terminal, but the one that counts decides what becomes of it. A blocked signal is
    inherited; here it comes through as soon as the block is lifted.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # or else the pool does it, and lifts the block itself
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _mixed(seed: int, number: int) -> int:
    """A seed of its own for each game or batch, far from those of the neighbours."""
    return int.from_bytes(hashlib.sha256(f"dicecup arena {seed} {number}".encode()).digest()[:8], "big")
