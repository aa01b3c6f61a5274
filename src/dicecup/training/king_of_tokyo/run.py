"""The training of King of Tokyo's networks, one for each number of monsters, all from the same games."""

import sys
import traceback
from argparse import Namespace
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from dicecup.players.king_of_tokyo import weights
from dicecup.players.king_of_tokyo.cards import NUMBER
from dicecup.players.king_of_tokyo.judge import Judge
from dicecup.players.king_of_tokyo.network import Network
from dicecup.players.king_of_tokyo.weights import packed, unpacked
from dicecup.training import loop
from dicecup.training.king_of_tokyo.learner import Learner
from dicecup.training.king_of_tokyo.samples import Pack, joined, packs
from dicecup.training.king_of_tokyo.selfplay import Row, SelfPlay, match_against, teacher_game
from dicecup.work import Workers

MONSTERS: Final = (2, 3, 4, 5, 6)
_CHUNK: Final = 4  # games in one piece of work
_MEMORY: Final = 8  # rounds whose samples are used again
_BATCH: Final = 512
_TEACHING: Final = 3  # so many times more games in a lesson
_PASSES: Final = 4.0  # how often a new sample is used in its round, in the mean
_OUTCOME_ROUNDS: Final = 3  # of the first rounds, in which outcomes count fully
_RATE, _LEAST_RATE, _HALVING = 2e-3, 1e-4, 45  # of learning: at first, at least, and in how many rounds it halves


@lru_cache(maxsize=2)
def _networks(raw: bytes) -> dict[int, Network]:
    """Unpacked once for many pieces of work."""
    return unpacked(raw)


def _teach(seeds: list[int]) -> dict[int, Pack]:
    return joined(packs(teacher_game(seed)) for seed in seeds)


def _play(work: tuple[bytes, float, float, list[int]]) -> dict[int, Pack]:
    raw, trace, guests, seeds = work
    judge = Judge(_networks(raw))
    return joined(packs(_self_play(judge, seed, trace, guests)) for seed in seeds)


def _self_play(judge: Judge, seed: int, trace: float, guests: float) -> list[Row]:
    try:
        return SelfPlay(judge, seed, guests).rows(trace)
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
        seeds = _chunks(self._first_seed(), self.given.games)
        raw = self._weights()
        work = [(raw, trace, self.given.guests, some) for some in seeds]
        played = joined(self.workers.map(_play, work))
        return self._learn(played, max(_LEAST_RATE, _RATE * 0.5 ** ((number + 1) / _HALVING)))

    def _first_seed(self) -> int:
        return int(self.given.seed * 1_000_003 + self.done * 100_000)

    def _learn(self, fresh: dict[int, Pack], rate: float) -> dict[str, Any]:
        self.memory[self.done] = fresh
        self.memory = {at: pack for at, pack in self.memory.items() if at in self._remembered(self.done + 1)}
        everything = joined(self.memory.values())
        random = np.random.default_rng([self.given.seed, self.done])
        errors = {}
        for count, learner in self.learners.items():
            if count in fresh:
                batches = int(_PASSES * len(fresh[count]["target"]) / _BATCH) + 1
                errors[count] = round(learner.learn(everything[count], batches, _BATCH, rate, random), 4)
        rows = {count: len(pack["target"]) for count, pack in fresh.items()}
        return {"rows": rows, "rate": round(rate, 6), "error": errors}

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
        """The share of games won against tables of additive players."""
        first, games = (2 * 10**6, 2 * self.given.measure_games) if last else (10**6, self.given.measure_games)
        raw = self._weights()
        for seats in MONSTERS if last else (2, 4):
            work = [(raw, seats, some) for some in _chunks(first, games)]
            won = [each for some in self.workers.map(_measure, work) for each in some]
            share = round(float(np.mean(won)), 4)
            self.note({"against": "additive", "seats": seats, "games": len(won), "won": share})

    def _weights(self) -> bytes:
        """What the workers play by, in full precision; no file, which other machines would not have."""
        return packed(self.networks, np.float32)
