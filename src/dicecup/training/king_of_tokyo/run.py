"""The training of King of Tokyo's networks, one for each number of monsters, all from the same games."""

import sys
import traceback
from argparse import Namespace
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from dicecup.players.king_of_tokyo import weights
from dicecup.players.king_of_tokyo.cards import NUMBER
from dicecup.players.king_of_tokyo.duel import Duel, read_table
from dicecup.players.king_of_tokyo.judge import Judge
from dicecup.players.king_of_tokyo.network import Network
from dicecup.players.king_of_tokyo.row_outcomes import new_tools
from dicecup.players.king_of_tokyo.weights import packed, unpacked
from dicecup.training import loop
from dicecup.training.king_of_tokyo import simulator
from dicecup.training.king_of_tokyo.exact import examples, exploited, judged, solve
from dicecup.training.king_of_tokyo.learner import Learner
from dicecup.training.king_of_tokyo.samples import Pack, joined, packs
from dicecup.training.king_of_tokyo.selfplay import SHARES, Row, SelfPlay, match_against, teacher_game
from dicecup.work import Workers

MONSTERS: Final = (2, 3, 4, 5, 6)
AT_ONCE: Final = 120  # games of one piece of a measurement
_WITH_CARDS: Final = 0.95  # of the games
_SOLVED: Final = 1.5  # so many positions of the solved game for each of the others
_CHUNK: Final = 4  # games in one piece of work
_MEMORY: Final = 8  # rounds whose samples are used again
_BATCH: Final = 512
_TEACHING: Final = 3  # so many times more games in a lesson
_PASSES: Final = 4.0  # how often a new sample is used in its round, in the mean
_OUTCOME_ROUNDS: Final = 3  # of the first rounds, in which outcomes count fully
_RATE, _LEAST_RATE, _HALVING = 2e-3, 1e-4, 45  # of learning: at first, at least, and in how many rounds it halves
_LATER_RATE: Final = 5e-4  # at first, for networks that have learnt before


@lru_cache(maxsize=2)
def _networks(raw: bytes) -> dict[int, Network]:
    """Unpacked once for many pieces of work."""
    return unpacked(raw)


def _teach(seeds: list[int]) -> dict[int, Pack]:
    return joined(packs(teacher_game(seed)) for seed in seeds)


def _play(work: tuple[bytes, float, list[int]]) -> dict[int, Pack]:
    raw, trace, seeds = work
    judge = Judge(_networks(raw))
    return joined(packs(_self_play(judge, seed, trace)) for seed in seeds)


@lru_cache(maxsize=2)
def _tools(raw: bytes) -> Any:
    return new_tools(_networks(raw))


def _play_compiled(work: tuple[bytes, float, int, bool, int, int]) -> dict[int, Pack]:
    raw, trace, seats, cards, seed, games = work
    return simulator.self_play(_tools(raw), seats, cards, seed, games, trace)


def _compare(work: tuple[bytes, int, int, int]) -> Any:
    raw, seats, games, seed = work
    return simulator.play(_tools(raw), new_tools(weights.shipped()), seats, games, seed)


def _self_play(judge: Judge, seed: int, trace: float) -> list[Row]:
    try:
        return SelfPlay(judge, seed).rows(trace)
    except Exception:  # a bug in one game is to be repaired, but must not cost hours of training
        traceback.print_exc()
        print(f"The game with seed {seed} is left out.", file=sys.stderr)
        return []


def _measure(work: tuple[bytes, int, list[int]]) -> list[float]:
    raw, seats, seeds = work
    return [match_against(_networks(raw), seats, seed) for seed in seeds]


def _samples(path: Path) -> dict[int, Pack] | None:
    """Those in a file; None if there is none, or it knows other cards than there are now."""
    if not path.exists():
        return None
    found: dict[int, Pack] = {}
    with np.load(path, allow_pickle=False) as arrays:
        for key in arrays.files:
            count, _, name = key.partition("/")
            found.setdefault(int(count), {})[name] = arrays[key]
    return found if all(pack["cards"].shape[-1] == len(NUMBER) for pack in found.values()) else None


def _chunks(first: int, games: int) -> list[list[int]]:
    return [list(range(at, min(at + _CHUNK, first + games))) for at in range(first, first + games, _CHUNK)]


class Training(loop.Training[Network]):
    """The networks for all numbers of monsters."""

    learners: dict[int, Learner]
    players = weights

    def __init__(self, given: Namespace, workers: Workers, tell: Callable[[str], None]) -> None:
        self.memory: dict[int, dict[int, Pack]] = {}  # by what was done before each of them
        self.learners = {count: Learner(Network.fresh(count, given.seed + count)) for count in MONSTERS}
        super().__init__(given, "networks", workers, tell)

    def lesson(self) -> dict[str, Any]:
        """Games of the additive player."""
        work = _chunks(self._first_seed(), _TEACHING * self.given.games)
        return self._learn(joined(self.workers.map(_teach, work)), _RATE)

    def round(self, number: int) -> dict[str, Any]:
        """With the networks as they are now."""
        trace = 1.0 if number < _OUTCOME_ROUNDS else max(0.8, 1.0 - 0.02 * (number + 1))
        rate = _LATER_RATE if self.given.from_players else _RATE
        raw = self._weights()
        if simulator.possible():
            work = [(raw, trace, *each) for each in self._tables()]
            played = joined(self.workers.map(_play_compiled, work))
        else:  # with cards that batches do not know
            seeds = _chunks(self._first_seed(), self.given.games)
            played = joined(self.workers.map(_play, [(raw, trace, some) for some in seeds]))
        return self._learn(played, max(_LEAST_RATE, rate * 0.5 ** ((number + 1) / _HALVING)))

    def _tables(self) -> list[tuple[int, bool, int, int]]:
        """What is played in a round: how many sit there, whether with cards, a seed, how many games."""
        random = np.random.default_rng([self.given.seed, self.done])
        shares = np.array([share for seats, share in SHARES.items() if seats in self.given.seats])
        parts = -(-self.given.games // simulator.AT_ONCE)
        seats = random.choice(self.given.seats, parts, p=shares / shares.sum())
        first = self._first_seed()
        # Two without cards are solved: `exact.examples`.
        cards = (seats == 2) | (random.random(parts) < _WITH_CARDS)
        left = [min(simulator.AT_ONCE, self.given.games - simulator.AT_ONCE * part) for part in range(parts)]
        return [(int(seats[at]), bool(cards[at]), first + at, left[at]) for at in range(parts)]

    def _first_seed(self) -> int:
        return int(self.given.seed * 1_000_003 + self.done * 100_000)

    def _learn(self, fresh: dict[int, Pack], rate: float) -> dict[str, Any]:
        self.memory[self.done] = fresh
        self.memory = {at: pack for at, pack in self.memory.items() if at in self._remembered(self.done + 1)}
        solved = {2: examples(self._solved, int(_SOLVED * self._many(2)), np.random.default_rng(self.done))}
        everything = joined([*self.memory.values(), solved])

        def learn(count: int) -> float:
            random = np.random.default_rng([self.given.seed, self.done, count])
            batches = int(_PASSES * len(fresh[count]["target"]) / _BATCH) + 1
            return round(self.learners[count].learn(everything[count], batches, _BATCH, rate, random), 4)

        with ThreadPoolExecutor(min(len(fresh), self.given.jobs)) as threads:
            errors = dict(zip(fresh, threads.map(learn, fresh), strict=True))
        rows = {count: len(pack["target"]) for count, pack in fresh.items()}
        return {"rows": rows, "rate": round(rate, 6), "error": errors}

    @cached_property
    def _solved(self) -> Duel:
        return read_table() or solve().duel

    def _many(self, count: int) -> int:
        return sum(len(packs_[count]["target"]) for packs_ in self.memory.values() if count in packs_)

    @property
    def networks(self) -> dict[int, Network]:
        """As they play: the averages."""
        return {count: learner.averaged() for count, learner in self.learners.items()}

    def _remembered(self, done: int) -> list[int]:
        """Whose samples are learnt from when so much is done; the teacher is soon forgotten."""
        found: list[int] = []
        for at in range(done):
            if 0 <= at - self.given.lessons < 2:
                found = found[-1:]
            found = [*found[-_MEMORY + 1 :], at]
        return found

    def save(self) -> None:
        """With the samples that are still to be learnt from, each round's in a file that is written once."""
        folder = self.given.folder / "samples"
        folder.mkdir(exist_ok=True)
        for at, packs_ in self.memory.items():
            path = folder / f"{at}.npz"
            if at == self.done - 1 or not path.exists():
                part = path.with_suffix(".part.npz")
                arrays = {f"{count}/{name}": rows for count, pack in packs_.items() for name, rows in pack.items()}
                np.savez_compressed(part, **arrays)  # type: ignore[arg-type]
                part.replace(path)
        super().save()
        for path in folder.iterdir():
            if path.stem not in map(str, self.memory):
                path.unlink()

    def _load(self) -> None:
        super()._load()
        for at in self._remembered(self.done):
            found = _samples(self.given.folder / "samples" / f"{at}.npz")
            if found is not None:
                self.memory[at] = found

    def measure(self, *, last: bool) -> None:
        """Against what is shipped, or additive players; and how far a duel without cards can be exploited."""
        games = self.given.measure_games * (2 if last else 1)
        first, raw = 10**6 + self.done, self._weights()
        for seats in self.given.seats:
            if simulator.possible():
                work = [
                    (raw, seats, min(AT_ONCE, games - at), first * 1009 + at) for at in range(0, games, AT_ONCE)
                ]
                found = simulator.measured(np.concatenate(list(self.workers.map(_compare, work))))
                self.note({"against": "shipped", "seats": seats, **found.told()})
            else:
                chunks = [(raw, seats, some) for some in _chunks(first, games)]
                won = [each for some in self.workers.map(_measure, chunks) for each in some]
                share = round(float(np.mean(won)), 4)
                self.note({"against": "additive", "seats": seats, "games": len(won), "won": share})
        if 2 in self.given.seats:
            self.note({"exploited": round(exploited(judged(self.networks[2])), 3)})

    def _weights(self) -> bytes:
        """What the workers play by, in full precision; no file, which other machines would not have."""
        return packed(self.networks, np.float32)
