"""The loop of every training: games are played and learnt from, round after round, from where it was stopped.

At first come lessons, rounds in which the networks watch others play; then they play themselves.
"""

import json
import time
from abc import ABC, abstractmethod
from argparse import Namespace
from collections.abc import Callable, Mapping
from typing import Any, Generic

import numpy as np

from dicecup.training.adam import Learner, N
from dicecup.work import Workers


class Training(ABC, Generic[N]):
    """Networks in the making, by number: a checkpoint in a folder to go on from, `curve.jsonl` to look back at."""

    learners: Mapping[int, Learner[N]]
    players: Any  # the module that knows the players' networks on disk

    def __init__(self, given: Namespace, name: str, workers: Workers, tell: Callable[[str], None]) -> None:
        self.given, self.workers, self.tell = given, workers, tell
        self.done, self.seconds = 0, 0.0
        given.folder.mkdir(parents=True, exist_ok=True)
        self._file = given.folder / f"{name}.npz"
        if self._file.exists():
            self._load()
        elif given.from_players:
            self.done = given.lessons
            known = self.players.unpacked(self.players.SHIPPED.read_bytes())
            for number, learner in self.learners.items():
                learner.begin_with(known[number])

    @property
    def networks(self) -> dict[int, N]:
        """As they are now."""
        return {number: learner.network for number, learner in self.learners.items()}

    @abstractmethod
    def lesson(self) -> dict[str, Any]:
        """A round of watching, and what there is to say of it."""

    @abstractmethod
    def round(self, number: int) -> dict[str, Any]:
        """A round of self-play, and what there is to say of it."""

    @abstractmethod
    def measure(self, *, last: bool) -> None:
        """How strong they are by now."""

    def run(self) -> None:
        """All lessons and rounds that are still to come, as long as there is time."""
        given = self.given
        total = given.lessons + given.rounds
        while self.done < total and time.monotonic() < given.end:
            started, number = time.monotonic(), self.done - given.lessons
            facts = self.lesson() if number < 0 else self.round(number)
            self.done += 1
            self.seconds += time.monotonic() - started
            self.note({"lesson": self.done} if number < 0 else {"round": number + 1}, facts)
            if self.done in (given.lessons, total) or (number >= 0 and (number + 1) % given.measure_every == 0):
                self.measure(last=self.done == total)
            self.save()

    def note(self, *facts: Mapping[str, Any]) -> None:
        """A line of the learning curve."""
        every = [*facts, {"seconds": round(self.seconds, 1)}]
        line = json.dumps({key: value for some in every for key, value in some.items()})
        with (self.given.folder / "curve.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        self.tell(line)

    def save(self) -> None:
        """A checkpoint from which the same command goes on, and the weights for players."""
        arrays = {
            f"{number}/{name}": array
            for number, learner in self.learners.items()
            for name, array in learner.memory().items()
        }
        part = self._file.with_suffix(".part.npz")
        np.savez_compressed(part, done=self.done, seconds=self.seconds, **arrays)  # type: ignore[arg-type]
        part.replace(self._file)
        self._file.with_suffix(".bin").write_bytes(self.players.packed(self.networks))

    def _load(self) -> None:
        with np.load(self._file, allow_pickle=False) as arrays:
            self.done, self.seconds = int(arrays["done"]), float(arrays["seconds"])
            for number, learner in self.learners.items():
                memory = {
                    key.partition("/")[2]: arrays[key] for key in arrays.files if key.startswith(f"{number}/")
                }
                learner.remember(number, memory)
