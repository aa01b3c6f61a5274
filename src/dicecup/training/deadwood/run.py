"""The training of one network: school first, where it watches planners, then self-play, round after round.

Games are played in batches, several in a round, by as many processes as wanted; what is learned does not depend on
how many these are.
"""

from argparse import Namespace
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from dicecup.batch.deadwood.lot import Ints
from dicecup.players.deadwood import network
from dicecup.players.deadwood.features import size
from dicecup.players.deadwood.network import Network, group, shares
from dicecup.training import loop
from dicecup.training.deadwood.chances import WatchOrder, fit, watch
from dicecup.training.deadwood.learner import Learner, newborn
from dicecup.training.deadwood.selfplay import Batch, Samples
from dicecup.work import Workers

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


class Training(loop.Training[Network]):
    """The network for up to so many players."""

    players = network

    def __init__(self, given: Namespace, most: int, workers: Workers, tell: Callable[[str], None]) -> None:
        self.counts = [seats for seats in range(2, 9) if group(seats) == most]
        self.most, self._games, self._batches = most, given.games, given.batches
        self._replay: dict[int, Samples] = {}  # by round
        self._samples = given.folder / f"samples-{most}"
        self.learner = Learner(newborn(most, given.seed))
        self.learners = {most: self.learner}
        super().__init__(given, f"network-{most}", workers, tell)

    @property
    def network(self) -> Network:
        """As it is now."""
        return self.learner.network

    def lesson(self) -> dict[str, Any]:
        """One lesson at school: many games of planners, gone over three times."""
        rng = np.random.default_rng((self.given.seed, self.most, 0, self.done))
        seats = self.counts[self.done % len(self.counts)]
        orders = [
            BatchOrder(self.most, self._games, seats, int(rng.integers(2**31)), astray=0.03, noted=0.03)
            for _ in range(HALLS)
        ]
        _, samples = self._played(orders)
        rate = RATES[0] * 0.05 ** (self.done / self.given.lessons)
        error = self._learn([samples], 3 * len(samples.numbers) // BATCH, rate, rng)
        return {"most": self.most, "samples": len(samples.numbers), "error": error}

    def round(self, number: int) -> dict[str, Any]:
        """Learning from the games of this round and the rounds before."""
        rng = np.random.default_rng((self.given.seed, self.most, 1, number))
        done = min(1.0, number / self.given.rounds)
        care = CARES[0] + (CARES[1] - CARES[0]) * done
        first = number * self._batches  # all numbers of players in turn
        orders = [
            self._order(self.counts[(first + batch) % len(self.counts)], care, rng)
            for batch in range(self._batches)
        ]
        _, samples = self._played(orders)
        self._replay[number] = samples
        self._replay.pop(number - KEPT, None)
        rate = RATES[1] * (RATES[2] / RATES[1]) ** done
        error = self._learn(list(self._replay.values()), len(samples.numbers) // BATCH, rate, rng)
        return {"most": self.most, "samples": len(samples.numbers), "error": error, "care": round(care, 4)}

    def save(self) -> None:
        """With the samples that are still to be learned from, each round's in a file that is written once."""
        self._samples.mkdir(exist_ok=True)
        for number, samples in self._replay.items():
            path = self._samples / f"{number}.npz"
            if number == self.done - 1 - self.given.lessons or not path.exists():
                part = path.with_suffix(".part.npz")
                np.savez_compressed(part, numbers=samples.numbers, targets=samples.targets)
                part.replace(path)
        super().save()
        for path in self._samples.iterdir():
            if path.stem not in map(str, self._replay):
                path.unlink()

    def _load(self) -> None:
        super()._load()
        rounds = self.done - self.given.lessons
        for number in range(max(0, rounds - KEPT), rounds):
            path = self._samples / f"{number}.npz"
            if path.exists():
                with np.load(path, allow_pickle=False) as arrays:
                    found = Samples(arrays["numbers"], arrays["targets"])
                if found.numbers.shape[1] == size(self.most):  # or they know other inputs than there are now
                    self._replay[number] = found

    def measure(self, *, last: bool) -> None:
        """What one network wins at tables of planners; and at the end, how likely a prospect wins."""
        seed = max(0, self.done - self.given.lessons)
        for seats in self.counts:
            self._measure(seats, CARES[1] if seed else CARES[0], seed)
        if last:
            for seats in self.counts:
                self.calibrate(seats, seed)

    def _order(self, seats: int, care: float, rng: np.random.Generator) -> BatchOrder:
        """Games of the network with itself, and at some tables with planners."""
        minds = np.ones((self._games, seats), np.int64)
        mixed = rng.random(self._games) < PLANNERS
        minds[mixed] = rng.random((int(mixed.sum()), seats)) < 0.5
        minds[np.arange(self._games), rng.integers(seats, size=self._games)] = 1
        seed = int(rng.integers(2**31))
        return BatchOrder(self.most, self._games, seats, seed, self.network, minds, care, ASTRAY, NOTED / seats)

    def _measure(self, seats: int, care: float, seed: int) -> None:
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
        self.note(
            {"seats": seats, "against": "planner", "care": care, "games": len(share)},
            {"won": wins, "give or take": round(error, 4)},
        )

    def calibrate(self, seats: int, seed: int) -> None:
        """Find out how likely a seat with a given prospect wins, in games of the network with itself."""
        (seen,) = self.workers.map(watch, [WatchOrder(self._games, seats, seed, self.network)])
        fit(self.network, seats, seen)

    def _played(self, orders: list[BatchOrder]) -> tuple[list[Ints], Samples]:
        """All of them: the points of each, and all samples."""
        played = list(self.workers.map(spend, orders))
        scores = [points for points, _ in played if points is not None]
        samples = [found for _, found in played if found is not None]
        none = np.zeros((0, size(self.most)), np.float32), np.zeros((0, 2), np.float32)
        return scores, Samples(*(np.concatenate(each) for each in zip(none, *samples, strict=True)))

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
