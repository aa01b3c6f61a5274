"""The training run: rounds of self-play by many processes, then fitting; checkpoints and a learning curve."""

import json
import multiprocessing
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from dicecup.players.arrays import Names
from dicecup.players.king_of_tokyo.cards import NUMBER
from dicecup.players.king_of_tokyo.judge import Judge
from dicecup.players.king_of_tokyo.network import Network, Singles
from dicecup.players.king_of_tokyo.weights import packed, unpacked
from dicecup.training.king_of_tokyo.learner import Learner
from dicecup.training.king_of_tokyo.samples import Pack, joined, packs
from dicecup.training.king_of_tokyo.selfplay import Row, SelfPlay, match_against, teacher_game

MONSTERS: Final = (2, 3, 4, 5, 6)
_CHUNK: Final = 4  # games in one piece of work
_MEMORY: Final = 8  # rounds whose samples are used again
_BATCH: Final = 512
_TEACHING: Final = 3  # so many times more games in the teacher's round
_PASSES: Final = 4.0  # how often a new sample is used in its round, in the mean
_OUTCOME_ROUNDS: Final = 3  # of the first self-play rounds, in which outcomes count fully


@lru_cache(maxsize=2)
def _networks(path: str, _version: float) -> dict[int, Network]:
    """The weights in a file; the version changes when the file does."""
    return unpacked(Path(path).read_bytes())


def _play(work: tuple[str, str, float, float, list[int]]) -> dict[int, Pack]:
    kind, path, trace, guests, seeds = work
    if kind == "teacher":
        return joined(packs(teacher_game(seed)) for seed in seeds)
    judge = Judge(_networks(path, Path(path).stat().st_mtime))
    return joined(packs(_self_play(judge, seed, trace, guests)) for seed in seeds)


def _self_play(judge: Judge, seed: int, trace: float, guests: float) -> list[Row]:
    try:
        return SelfPlay(judge, seed, guests).rows(trace)
    except Exception:  # a bug in one game is to be repaired, but must not cost hours of training
        traceback.print_exc()
        print(f"The game with seed {seed} is left out.", file=sys.stderr)
        return []


def _measure(work: tuple[str, int, list[int]]) -> list[float]:
    path, seats, seeds = work
    networks = _networks(path, Path(path).stat().st_mtime)
    return [match_against(networks, seats, seed) for seed in seeds]


class Workers:
    """Processes for the games; with one job everything happens here."""

    def __init__(self, jobs: int) -> None:
        self._pool: Any = None
        if jobs > 1:
            os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
            os.environ["MKL_NUM_THREADS"] = "1"
            self._pool = multiprocessing.get_context("spawn").Pool(jobs)

    def map(self, what: Callable[[Any], Any], work: Iterable[Any]) -> Iterator[Any]:
        """In the order of the work."""
        return map(what, work) if self._pool is None else self._pool.imap(what, work)

    def close(self) -> None:
        """Send them home."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()


class Training:
    """Where a training stands; everything it needs to go on is in its folder."""

    def __init__(
        self, folder: Path, seed: int, jobs: int, tell: Callable[[str], None], guests: float = 0.0
    ) -> None:
        self.folder, self.seed, self._tell, self._guests = folder, seed, tell, guests
        self.round = 0
        self.games = 0
        self.memory: list[dict[int, Pack]] = []
        folder.mkdir(parents=True, exist_ok=True)
        self.learners = {count: Learner(Network.fresh(count, seed + count)) for count in MONSTERS}
        if (folder / "checkpoint.npz").exists():
            self._load()
        self.workers = Workers(jobs)
        self._playing: Iterator[dict[int, Pack]] | None = None

    @property
    def networks(self) -> dict[int, Network]:
        """As they are now."""
        return {count: learner.network for count, learner in self.learners.items()}

    def one_round(self, games: int, rate: float) -> None:
        """Learn from a round of games, while the next one is being played already; write down how it went."""
        started = time.monotonic()
        playing = self._playing or self._start(self.round, games)
        fresh = joined(playing)
        played = time.monotonic() - started
        self.games += games
        self._playing = self._start(self.round + 1, games)
        self.memory = [*self.memory[-_MEMORY + 1 :], fresh]
        if self.round in (1, 2):  # the teacher is soon forgotten
            self.memory = self.memory[-2:]
        everything = joined(self.memory)
        random = np.random.default_rng([self.seed, self.round])
        errors = {}
        for count, learner in self.learners.items():
            if count in fresh:
                batches = int(_PASSES * len(fresh[count]["target"]) / _BATCH) + 1
                errors[count] = learner.learn(everything[count], batches, _BATCH, rate, random)
        rows = {count: len(pack["target"]) for count, pack in fresh.items()}
        self.note(
            round=self.round, kind=_kind(self.round), games=self.games, rows=rows, rate=round(rate, 6),
            error={count: round(error, 4) for count, error in errors.items()},
            wait_s=round(played, 1), learn_s=round(time.monotonic() - started - played, 1),
        )  # fmt: skip
        self.round += 1

    def _start(self, number: int, games: int) -> Iterator[dict[int, Pack]]:
        """Begin a round, with the weights as they are now. Round 0 is the teacher's."""
        trace = 1.0 if number <= _OUTCOME_ROUNDS else max(0.8, 1.0 - 0.02 * number)
        path = self._publish(f"playing-{number % 2}")
        first = self.seed * 1_000_003 + number * 100_000
        if number == 0:
            games *= _TEACHING
        seeds = [list(range(at, min(at + _CHUNK, first + games))) for at in range(first, first + games, _CHUNK)]
        return self.workers.map(_play, [(_kind(number), path, trace, self._guests, some) for some in seeds])

    def measure(self, seats: int, games: int, start: int = 10**6) -> float:
        """The share of games won against a table of additive players."""
        path = self._publish("measured")
        seeds = [list(range(at, min(at + _CHUNK, start + games))) for at in range(start, start + games, _CHUNK)]
        won = [each for some in self.workers.map(_measure, [(path, seats, s) for s in seeds]) for each in some]
        share = float(np.mean(won))
        self.note(round=self.round, against="additive", seats=seats, games=len(won), won=round(share, 4))
        return share

    def note(self, **facts: Any) -> None:
        """A line of the learning curve."""
        line = json.dumps({**facts, "time": round(time.time())})
        with (self.folder / "curve.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        self._tell(line)

    def save(self) -> None:
        """A checkpoint to go on from; the samples are not worth keeping."""
        arrays = {
            f"{count}/{name}": array
            for count, learner in self.learners.items()
            for name, array in learner.memory().items()
        }
        part = self.folder / "checkpoint.part.npz"
        np.savez_compressed(part, round=self.round, games=self.games, **arrays)  # type: ignore[arg-type]
        part.replace(self.folder / "checkpoint.npz")
        (self.folder / "weights.bin").write_bytes(packed(self.networks))

    def _load(self) -> None:
        with np.load(self.folder / "checkpoint.npz", allow_pickle=False) as arrays:
            self.round, self.games = int(arrays["round"]), int(arrays["games"])
            for count in MONSTERS:
                memory = {k.partition("/")[2]: arrays[k] for k in arrays.files if k.startswith(f"{count}/")}
                self.learners[count].remember(memory, partial(_read, count))

    def _publish(self, name: str) -> str:
        """The weights for the workers, in full precision."""
        path = self.folder / f"{name}.bin"
        path.write_bytes(packed(self.networks, np.float32))
        return str(path)

    def close(self) -> None:
        """Send the workers home, and tidy up after them."""
        self.workers.close()
        for name in ("playing-0", "playing-1", "measured"):
            (self.folder / f"{name}.bin").unlink(missing_ok=True)


def _read(monsters: int, weights: dict[str, Singles], names: Names) -> Network:
    """With rows for the cards that there are today."""
    return Network.read(monsters, weights, names).knowing(tuple(NUMBER))


def _kind(number: int) -> str:
    return "self-play" if number else "teacher"
