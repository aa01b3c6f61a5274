"""Many games by one kind of player: in lockstep through a solver where there is one, else through the engine."""

import hashlib
import random
import secrets
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

import dicecup
from dicecup import games as _games
from dicecup.arena.tally import Tally
from dicecup.players import solver
from dicecup.table import Match, SetupError
from dicecup.work import insist

PERFECT: Final = "perfect"
RANDOM: Final = "random"
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
    try:
        return [PERFECT, RANDOM] if solver(game) is not None else [RANDOM]
    except SetupError:  # one that cannot be used; whoever asks for it hears why
        return [RANDOM]


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
        solver(game)
        raise SetupError(f"There is no player {who!r} here. The players are: {', '.join(players(game))}.")
    if games < 1 or jobs < 1:
        raise SetupError("There must be at least one game and one job.")
    seed = secrets.randbits(32) if seed is None else seed
    seats = 1 if who == PERFECT else found.seats[0]
    tally, played = Tally(), 0
    began = time.perf_counter()
    try:
        if who == PERFECT:
            batches = _lockstep(game, chosen.to_json(), games, seed, say)
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


def _lockstep(game: str, options: Mapping[str, Any], games: int, seed: int, say: Say) -> Batches:
    in_step = solver(game)
    assert in_step is not None
    for first, count in _batches(games, _LOCKSTEP_BATCHES):
        yield count, in_step.simulate(options, count, mixed(seed, first), say)


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

    def __call__(self, part: tuple[int, int]) -> list[int]:
        first, count = part
        scores: list[int] = []
        for number in range(first, first + count):
            seed = mixed(self.seed, number)
            match = dicecup.new(self.game, seats=self.seats, seed=seed, **self.options)
            scores += _at_random(match, seed)
        return scores


def _at_random(match: Match[Any], seed: int) -> tuple[int, ...]:
    """The scores of a game in which all choices follow from `seed`: nobody needs to look at it."""
    number = random.Random(seed).random
    while (ask := match.pending) is not None:
        options = ask.options
        match.answer(options[int(number() * len(options))])
    assert match.outcome is not None
    return match.outcome.scores


def _engine(batch: _EngineBatch, games: int, jobs: int) -> Batches:
    with closing(insist(batch, _batches(games, _ENGINE_BATCHES), jobs)) as results:
        for (_, count), scores in results:
            yield count, scores


def mixed(seed: int, number: int) -> int:
    """A seed of its own for each game or batch, far from those of the neighbours."""
    return int.from_bytes(hashlib.sha256(f"dicecup arena {seed} {number}".encode()).digest()[:8], "big")
