"""The training of one network: school first, where it watches planners, then self-play, round after round.

Games are played in batches, several in a round, by as many processes as wanted; what is learned does not depend on
how many these are.
"""

import json
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from dicecup.players.deadwood.features import Singles
from dicecup.players.deadwood.lot import Floats, Ints
from dicecup.players.deadwood.network import Network, group, shares
from dicecup.training.deadwood.learner import Learner, newborn
from dicecup.training.deadwood.selfplay import Batch, Samples

HALLS: Final = 20  # of games in a lesson
BATCH: Final = 256
KEPT: Final = 20  # rounds whose samples are learned from
ASTRAY: Final = 0.06  # turns that go astray, of all
NOTED: Final = 0.28  # other turns that are learned from, divided by the number of players
PLANNERS: Final = 0.3  # tables at which planners sit, too
TRUST = 0.9  # in what comes out, against what was thought on the way
RATES = (2e-3, 1e-3, 1e-4)  # of learning: the first lesson, the first round, the last round
CARES = (0.03, 0.01)  # what it takes to leave the plan, in the first round and in the last


class BatchOrder(NamedTuple):
    """What is to be played in a batch; without a network it is an order for a school."""

    most: int
    games: int
    seats: int
    seed: int
    network: Network | None = None
    minds: Ints | None = None
    care: float = 0.0
    astray: float = 0.0
    noted: float = 0.0


def spend(order: BatchOrder) -> tuple[Ints | None, Samples | None]:
    """Play it: the points of all games, and what is to be learned from them."""
    batch = _batch(order.most, order.games)
    batch.seats = order.seats
    if order.network is None or order.minds is None:
        return None, batch.school(order.seed, order.astray, order.noted)
    care = {1: order.care}
    return batch.play({1: order.network}, order.minds, order.seed, care, order.astray, order.noted, TRUST)


@cache
def _batch(most: int, games: int) -> Batch:
    return Batch(most, games)


class Training:
    """A network in the making, kept in a folder: `network-N.npz` to go on from, `curve.jsonl` to look back at."""

    def __init__(
        self,
        folder: Path,
        most: int,
        games: int,
        seed: int,
        tell: Callable[[str], None],
        batches: int = 1,
        jobs: int = 1,
    ) -> None:
        self.counts = [seats for seats in range(2, 9) if group(seats) == most]
        self.most, self._games, self._seed, self._tell = most, games, seed, tell
        self._folder, self._file = folder, folder / f"network-{most}.npz"
        self._batches = batches
        self._pool = ProcessPoolExecutor(jobs, get_context("spawn")) if jobs > 1 else None
        self._replay: deque[Samples] = deque(maxlen=KEPT)
        self.lessons = self.rounds = 0
        self.seconds = 0.0
        self.learner = Learner(newborn(most, seed))
        if self._file.exists():
            with np.load(self._file) as memory:
                self.learner.remember(memory, partial(Network.read, most))
                self.lessons, self.rounds = int(memory["lessons"]), int(memory["rounds"])
                self.seconds = float(memory["seconds"])

    @property
    def network(self) -> Network:
        """As it is now."""
        return self.learner.network

    def save(self) -> None:
        """So that another run goes on from here."""
        new = self._file.with_suffix(".new.npz")
        np.savez(new, lessons=self.lessons, rounds=self.rounds, seconds=self.seconds, **self.learner.memory())  # type: ignore[arg-type]
        new.replace(self._file)

    def run(self, lessons: int, rounds: int, measure_every: int, may_go_on: Callable[[], bool]) -> None:
        """All lessons and rounds that are still to come; at the end the chances to win are found out."""
        while self.lessons < lessons and may_go_on():
            self.lesson(lessons)
            if self.lessons == lessons:
                for seats in self.counts:
                    self.measure(seats, CARES[0], seed=0)
            self.save()
        while self.lessons >= lessons and self.rounds < rounds and may_go_on():
            self.round(rounds)
            if self.rounds % measure_every == 0 or self.rounds == rounds:
                for seats in self.counts:
                    self.measure(seats, CARES[1], seed=self.rounds)
            if self.rounds == rounds:
                for seats in self.counts:
                    self.calibrate(seats, seed=rounds)
            self.save()

    def lesson(self, lessons: int) -> None:
        """One lesson at school: many games of planners, gone over three times."""
        started = time.monotonic()
        rng = np.random.default_rng((self._seed, self.most, 0, self.lessons))
        seats = self.counts[self.lessons % len(self.counts)]
        orders = [
            BatchOrder(self.most, self._games, seats, int(rng.integers(2**31)), astray=0.03, noted=0.03)
            for _ in range(HALLS)
        ]
        _, samples = self._played(orders)
        assert samples is not None
        rate = RATES[0] * 0.05 ** (self.lessons / lessons)
        error = self._learn([samples], 3 * len(samples.numbers) // BATCH, rate, rng)
        self.lessons += 1
        self.seconds += time.monotonic() - started
        self._note({"lesson": self.lessons, "samples": len(samples.numbers), "error": error})

    def round(self, rounds: int) -> None:
        """One round of self-play, and learning from it and the rounds before."""
        started = time.monotonic()
        rng = np.random.default_rng((self._seed, self.most, 1, self.rounds))
        done = min(1.0, self.rounds / rounds)
        care = CARES[0] + (CARES[1] - CARES[0]) * done
        first = self.rounds * self._batches  # all numbers of players in turn
        orders = [
            self._order(self.counts[(first + batch) % len(self.counts)], care, rng)
            for batch in range(self._batches)
        ]
        _, samples = self._played(orders)
        assert samples is not None
        self._replay.append(samples)
        rate = RATES[1] * (RATES[2] / RATES[1]) ** done
        error = self._learn(list(self._replay), len(samples.numbers) // BATCH, rate, rng)
        self.rounds += 1
        self.seconds += time.monotonic() - started
        self._note({"round": self.rounds, "samples": len(samples.numbers), "error": error, "care": round(care, 4)})

    def _order(self, seats: int, care: float, rng: np.random.Generator) -> BatchOrder:
        """Games of the network with itself, and at some tables with planners."""
        minds = np.ones((self._games, seats), np.int64)
        mixed = rng.random(self._games) < PLANNERS
        minds[mixed] = rng.random((int(mixed.sum()), seats)) < 0.5
        minds[np.arange(self._games), rng.integers(seats, size=self._games)] = 1
        seed = int(rng.integers(2**31))
        return BatchOrder(self.most, self._games, seats, seed, self.network, minds, care, ASTRAY, NOTED / seats)

    def measure(self, seats: int, care: float, seed: int) -> float:
        """What one network wins at tables of planners, everybody in every seat."""
        minds = np.zeros((self._games, seats), np.int64)
        mine = np.arange(self._games), np.arange(self._games) // seats % seats
        minds[mine] = 1
        orders = [
            BatchOrder(self.most, self._games, seats, seed * self._batches + batch, self.network, minds, care)
            for batch in range(self._batches)
        ]
        scores, _ = self._played(orders)
        share = np.concatenate([shares(points)[mine] for points in scores])
        error = 1.96 * float(share.std() / len(share) ** 0.5)
        wins = round(float(share.mean()), 4)
        self._note({"seats": seats, "rounds": self.rounds, "care": care, "games": len(share), "wins": wins})
        self._tell(
            f"{seats} players, {self.lessons} lessons, {self.rounds} rounds, {self.seconds:.0f} s: "
            f"wins {wins:.1%} (give or take {error:.1%}) at tables of planners with care {care}"
        )
        return wins

    def calibrate(self, seats: int, seed: int) -> None:
        """Find out how likely a seat with a given prospect wins, in games of the network with itself."""
        minds = np.ones((self._games, seats), np.int64)
        order = BatchOrder(self.most, self._games, seats, seed, self.network, minds, CARES[1], 0.0, 0.2)
        _, samples = self._played([order])
        assert samples is not None
        prospects = self.network.prospects(samples.numbers).astype(np.float64)
        won = samples.targets[:, 1].astype(np.float64)
        self.network.weights["chance"][seats] = fitted(np.log(prospects / (1 - prospects)), won)

    def _played(self, orders: list[BatchOrder]) -> tuple[list[Ints], Samples | None]:
        """All of them, side by side if there are processes for it: the points of each, and all samples."""
        played = list(self._pool.map(spend, orders) if self._pool else map(spend, orders))
        scores = [points for points, _ in played if points is not None]
        samples = [found for _, found in played if found is not None]
        return scores, Samples(*(np.concatenate(each) for each in zip(*samples, strict=True))) if samples else None

    def _learn(self, parts: list[Samples], steps: int, rate: float, rng: np.random.Generator) -> list[float]:
        ends = np.cumsum([len(part.numbers) for part in parts])
        errors = np.zeros(2)
        for _ in range(steps):
            place = np.sort(rng.integers(ends[-1], size=BATCH))
            cuts = np.searchsorted(place, ends)
            numbers, targets, first = [], [], 0
            for part, end, cut in zip(parts, ends, cuts, strict=True):
                rows = place[first:cut] - (end - len(part.numbers))
                numbers.append(part.numbers[rows])
                targets.append(part.targets[rows])
                first = cut
            errors += self.learner.step(np.concatenate(numbers), np.concatenate(targets), rate)
        return [round(float(error), 5) for error in errors / max(1, steps)]

    def _note(self, line: dict[str, Any]) -> None:
        line = {"most": self.most, **line, "seconds": round(self.seconds, 1)}
        with (self._folder / "curve.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")


def load(folder: Path, most: int) -> Network:
    """A network that was trained in this folder."""
    learner = Learner(newborn(most, 0))
    with np.load(folder / f"network-{most}.npz") as memory:
        learner.remember(memory, partial(Network.read, most))
    return learner.network


def fitted(logits: Floats, won: Floats) -> Singles:
    """The logistic curve over logits that fits best: its steepness and shift, by Newton's method."""
    steepness, shift = 1.0, 0.0
    for _ in range(20):
        p = 1 / (1 + np.exp(-(steepness * logits + shift)))
        off, weight = p - won, p * (1 - p)
        mixed = (weight * logits).sum()
        bend = np.array([[(weight * logits**2).sum(), mixed], [mixed, weight.sum()]])
        step = np.linalg.solve(bend, [(off * logits).sum(), off.sum()])
        steepness, shift = steepness - step[0], shift - step[1]
    return np.array([steepness, shift], np.float32)
