"""Expert iteration: a network learns what roll-outs with its own choices make of positions, and then plays better.

An era is such a step: many positions are looked into (`study`), the network is fitted to what came of them and of
those of the era before, and plays against the one it was and against `hard-1`. Samples are kept in the folder, and
every era has a file, so whatever was done is not done again.
"""

import json
import math
import time
from argparse import Namespace
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from dicecup.batch.deadwood.lot import Ints
from dicecup.players.deadwood import network
from dicecup.players.deadwood.features import Singles
from dicecup.players.deadwood.hard import CARE
from dicecup.players.deadwood.network import Network, group, shares
from dicecup.players.reference.deadwood import HARD_1_CARE, hard_1
from dicecup.training.deadwood.chances import WatchOrder, fit, joined, watch
from dicecup.training.deadwood.learner import Learner, grown
from dicecup.training.deadwood.selfplay import Batch, Samples
from dicecup.training.deadwood.study import WAYS, StudyOrder, study
from dicecup.work import Workers

DECISIONS: Final = 128  # in a step of learning
RATES: Final = (2e-3, 1e-5)  # of learning, in the first step and in the last
APART: Final = 0.03  # of all decisions: what was learned is tried on these
WATCHED: Final = 400  # games in a batch that is measured
WATCHES: Final = 4  # such batches, of each number of players, from which chances are fitted


class DuelOrder(NamedTuple):
    """Games in which one seat is a network's, and the others another's."""

    games: int
    seats: int
    seed: int
    one: Network
    others: Network
    care: float = CARE  # of the others, in leaving their plan


def duel(order: DuelOrder) -> Ints:
    """Play them: the points of all."""
    batch = _batch(group(order.seats), order.games)
    batch.seats = order.seats
    minds = np.full((order.games, order.seats), 2, np.int64)
    minds[_mine(order.games, order.seats)] = 1
    networks = {1: order.one, 2: order.others}
    return batch.play(networks, minds, order.seed, {1: CARE, 2: order.care})[0]


def _mine(games: int, seats: int) -> tuple[Ints, Ints]:
    """Where the one sits: in every seat, whoever begins."""
    each = np.arange(games)
    return each, each // seats % seats


@cache
def _batch(most: int, games: int) -> Batch:
    return Batch(most, games)


class Improving:
    """The network for up to so many players."""

    def __init__(self, given: Namespace, most: int, workers: Workers, tell: Callable[[str], None]) -> None:
        self._given, self._most, self._workers, self._tell = given, most, workers, tell
        self._counts = [seats for seats in range(2, 9) if group(seats) == most]
        self._began = time.monotonic()

    def run(self) -> None:
        """All eras that are still to come."""
        folder = self._given.folder
        first = self._file(0)
        if not first.exists():
            trained = folder / f"network-{self._most}.bin"
            known = network.unpacked(trained.read_bytes()) if trained.exists() else network.shipped()
            first.write_bytes(network.packed({self._most: known[self._most]}))
        for era in range(1, self._given.eras + 1):
            if not self._file(era).exists():
                self._improve(era)
        (folder / f"network-{self._most}.bin").write_bytes(self._file(self._given.eras).read_bytes())

    def _file(self, era: int) -> Path:
        return Path(self._given.folder) / f"improved-{self._most}-{era}.bin"

    def _known(self, era: int) -> Network:
        return network.unpacked(self._file(era).read_bytes())[self._most]

    def _improve(self, era: int) -> None:
        teacher = self._known(era - 1)
        fresh = self._looked_into(era, teacher)
        files = [*fresh, *self._files(era - 1)]
        with np.load(files[0]) as arrays:
            wide = arrays["numbers"].shape[1]
        counts = [_decisions_in(file) for file in files]
        numbers = np.empty((sum(counts), WAYS, wide), np.float16)
        targets = np.empty((sum(counts), WAYS, 2), np.float32)
        first = 0
        for file, count in zip(files, counts, strict=True):
            with np.load(file) as arrays:
                numbers[first : first + count] = arrays["numbers"].reshape(count, WAYS, wide)
                targets[first : first + count] = arrays["targets"].reshape(count, WAYS, 2)
            first += count
        better = self._fitted(era, teacher, Samples(numbers, targets), sum(counts[: len(fresh)]))
        watched = [(seats, WATCHES * era + part) for seats in self._counts for part in range(WATCHES)]
        orders = [WatchOrder(WATCHED, seats, seed, better) for seats, seed in watched]
        seen = list(self._workers.map(watch, orders))
        for seats in self._counts:
            parts = [found for order, found in zip(orders, seen, strict=True) if order.seats == seats]
            fit(better, seats, joined(parts))
        raw = network.packed({self._most: better})
        part = self._file(era).with_suffix(".part")
        part.write_bytes(raw)  # whoever is in a hurry finds it there before it is measured
        self._measure(era, network.unpacked(raw)[self._most], teacher)
        part.replace(self._file(era))

    def _looked_into(self, era: int, teacher: Network) -> list[Path]:
        """The files with all samples; what was played before is not played again, and the time may be up."""
        given = self._given
        orders: dict[Path, StudyOrder] = {}
        for number in range(given.batches):
            seats = self._counts[number % len(self._counts)]
            file = self._samples(era, number)
            seed = int(np.random.SeedSequence((given.seed, self._most, era, number)).generate_state(1)[0])
            if not file.exists():
                orders[file] = StudyOrder(given.games, seats, seed, teacher, given.lines, given.ahead)
        end = time.monotonic() + 60 * given.minutes
        with closing(self._workers.map(study, orders.values())) as found:
            for file, samples in zip(orders, found, strict=True):
                part = file.with_suffix(".part.npz")
                np.savez(part, numbers=samples.numbers, targets=samples.targets)
                part.replace(file)
                if time.monotonic() > end:
                    break
        return self._files(era)

    def _files(self, era: int) -> list[Path]:
        """With what was looked into in an era."""
        files = [self._samples(era, number) for number in range(self._given.batches)]
        return [file for file in files if file.exists()]

    def _samples(self, era: int, number: int) -> Path:
        return Path(self._given.folder) / f"study-{self._most}-{era}-{number}.npz"

    def _fitted(self, era: int, teacher: Network, samples: Samples, fresh: int) -> Network:
        """What is learned of them in so many times over all; so many, the first ones, are of this era."""
        given, rng = self._given, np.random.default_rng((self._given.seed, self._most, era))
        apart, order = np.split(rng.permutation(fresh), [max(1, int(APART * fresh))])
        order = np.concatenate([order, np.arange(fresh, len(samples.numbers))])
        learner = Learner(grown(teacher, self._most, given.hidden, given.second, given.seed))
        before = _errors(teacher, samples, apart)
        steps = given.epochs * (len(order) // DECISIONS)
        done = 0
        for _ in range(given.epochs):
            order = rng.permutation(order)
            for first in range(0, len(order) - DECISIONS + 1, DECISIONS):
                here = order[first : first + DECISIONS]
                rate = RATES[1] + (RATES[0] - RATES[1]) * (1 + math.cos(math.pi * done / steps)) / 2
                numbers = samples.numbers[here].reshape(DECISIONS * WAYS, -1).astype(np.float32)
                learner.step(numbers, samples.targets[here].reshape(-1, 2), rate, WAYS)
                done += 1
        self._note(
            {"era": era, "most": self._most, "decisions": fresh},
            {"of the era before": len(samples.numbers) - fresh},
            {"off before": before, "off after": _errors(learner.network, samples, apart)},
        )
        return learner.network

    def _measure(self, era: int, better: Network, teacher: Network) -> None:
        """What it wins of the one it was, and of `hard-1`."""
        given = self._given
        for name, others, care in (
            ("the one before", teacher, CARE),
            ("hard-1", hard_1()[self._most], HARD_1_CARE),
        ):
            seeds = [1000 * era + batch for batch in range(-(-given.measured // WATCHED))]
            orders = [
                DuelOrder(WATCHED, seats, seed, better, others, care) for seats in self._counts for seed in seeds
            ]
            played = list(self._workers.map(duel, orders))
            for seats in self._counts:
                here = [points for order, points in zip(orders, played, strict=True) if order.seats == seats]
                share = np.concatenate([shares(points)[_mine(WATCHED, seats)] for points in here])
                self._note(
                    {"era": era, "seats": seats, "against": name, "games": len(share)},
                    {"won": round(float(share.mean()), 4)},
                    {"give or take": round(1.96 * float(share.std() / len(share) ** 0.5), 4)},
                )

    def _note(self, *facts: dict[str, Any]) -> None:
        """A line of the learning curve."""
        every = [*facts, {"seconds": round(time.monotonic() - self._began, 1)}]
        line = json.dumps({key: value for some in every for key, value in some.items()})
        with (self._given.folder / "curve.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        self._tell(line)


def _decisions_in(file: Path) -> int:
    with np.load(file) as arrays:
        return len(arrays["targets"]) // WAYS


def _errors(net: Network, samples: Samples, apart: Ints) -> dict[str, float]:
    """How far off its prospects are, and how far off the differences between the ways of a decision."""
    numbers = samples.numbers[apart].astype(np.float32)
    told: Singles = net.prospects(numbers.reshape(-1, numbers.shape[2])).reshape(-1, WAYS)
    off = told - samples.targets[apart, :, 0]
    within = off - off.mean(axis=1, keepdims=True)
    return {
        "prospects": round(float((off**2).mean() ** 0.5), 5),
        "differences": round(float((within**2).mean() ** 0.5), 5),
    }
