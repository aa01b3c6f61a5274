"""How likely a prospect wins: games of a network with itself, and the curves that fit what came of them.

For each number of players there are curves over the logit of a prospect: a line, a bend that makes it steeper far
from the middle, since a lead of so many points is worth more towards the end, and a lean that makes one side
steeper than the other. These are the same for all at a table; what shifts them is how many seats after whoever has
just had its turn somebody sits. They always rise. What they come to for all at a table is made to add up to 1, and
moved apart by a power that is fitted last.
"""

import json
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from dicecup.batch.deadwood.lot import Floats, Ints
from dicecup.players.deadwood import network
from dicecup.players.deadwood.features import Singles
from dicecup.players.deadwood.hard import CARE
from dicecup.players.deadwood.network import BENT, MOST_SEATS, Network, group, moved_apart
from dicecup.training.deadwood.selfplay import Batch, Outcomes
from dicecup.work import Workers

NOTED: Final = 0.2  # turns that are looked at, of all
TENTHS: Final = 10


class WatchOrder(NamedTuple):
    """Games of a network with itself."""

    games: int
    seats: int
    seed: int
    network: Network


def watch(order: WatchOrder) -> Outcomes:
    """Play them."""
    batch = _batch(group(order.seats), order.games)
    batch.seats = order.seats
    return batch.watch(order.network, order.seed, CARE, NOTED)


@cache
def _batch(most: int, games: int) -> Batch:
    return Batch(most, games)


def fitted(seen: Outcomes) -> Singles:
    """The curves that fit best, by how many seats later: steepness, lean, bend, shift, by Newton's method."""
    seats = seen.prospects.shape[1]
    prospects = np.clip(seen.prospects.astype(np.float64), 1e-6, 1 - 1e-6)
    logits = np.log(prospects / (1 - prospects)).ravel()
    later = np.tile(np.eye(seats), (len(prospects), 1))
    won = seen.won.astype(np.float64).ravel()
    line = _newton(np.column_stack([logits, later]), won)
    near = np.clip(logits, -BENT, BENT)
    bent = _newton(np.column_stack([logits, near**2, near**3, later]), won, np.insert(line, 1, [0.0, 0.0]))
    steepness, lean, bend = bent[:3]
    if min(steepness, bend) < 0 or lean**2 > 3 * steepness * bend:  # too few games to tell; a curve must rise
        bent = np.insert(line, 1, [0.0, 0.0])
    found = np.zeros((MOST_SEATS, 4), np.float32)
    found[:, :3] = bent[:3]
    found[:seats, 3] = bent[3:]
    return found


def apart(shared: Floats, won: Floats) -> float:
    """The power that moves the chances of a table apart as far as what was won says, by Newton's method."""
    logs = np.log(np.maximum(shared, 1e-12))
    power = 1.0
    for _ in range(30):
        told = moved_apart(np.maximum(shared, 1e-12), power)
        mean = (told * logs).sum(axis=1, keepdims=True)
        slope = float(((won - told) * logs).sum())
        bend = float((told * (logs - mean) ** 2).sum())
        power = min(2.0, max(0.5, power + slope / max(bend, 1e-9)))
    return power


def fit(net: Network, seats: int, seen: Outcomes) -> None:
    """Let a network tell chances as these games say: by curves, and by how far apart they are."""
    net.weights["chance"][seats] = fitted(seen)
    net.weights["apart"][seats] = 1.0
    net.weights["apart"][seats] = apart(net.shared(seen.prospects.astype(np.float64)), seen.won.astype(np.float64))


def _newton(columns: Floats, won: Floats, start: Floats | None = None) -> Floats:
    """Of a logistic regression."""
    found = np.zeros(columns.shape[1]) if start is None else start.copy()
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(columns @ found, -50, 50)))
        bend = (columns * (p * (1 - p))[:, None]).T @ columns + 1e-6 * np.eye(len(found))
        found -= np.linalg.solve(bend, columns.T @ (p - won))
    return found


class Tenth(NamedTuple):
    """Of the chances between two tenths: how many there were, and what was won more than they said."""

    seen: int
    predicted: float
    won: float
    give_or_take: float  # a standard error; turns of one game are not independent


def reliability(predicted: Floats, won: Floats, game: Ints) -> list[Tenth | None]:
    """For each tenth of the chance to win what came of it; None where there is next to nothing."""
    place = np.minimum(TENTHS - 1, (predicted * TENTHS).astype(np.int64))
    found: list[Tenth | None] = []
    for tenth in range(TENTHS):
        here = place == tenth
        count = int(here.sum())
        if count < 100:
            found.append(None)
            continue
        each = np.bincount(np.unique(game[here], return_inverse=True)[1], won[here] - predicted[here])
        error = float(np.sqrt((each**2).sum()) / count)
        found.append(Tenth(count, float(predicted[here].mean()), float(won[here].mean()), error))
    return found


class Chances:
    """The curves of the networks in a folder, or of those that the players have. What was seen is kept there."""

    def __init__(self, given: Namespace, workers: Workers, tell: Callable[[str], None]) -> None:
        self.given, self.workers, self.tell = given, workers, tell
        self.networks: dict[int, Network] = {}

    def run(self) -> None:
        """For each number of players: play, fit, and tell how well it fits, before and after."""
        for seats in self.given.seats:
            most = group(seats)
            if most not in self.networks:
                self.networks[most] = _known(self.given.folder, most)
            net = self.networks[most]
            seen = self._seen(seats, net)
            self._note(seats, "before", net, seen)
            fit(net, seats, seen)
            self._note(seats, "after", net, seen)
            (self.given.folder / f"network-{most}.bin").write_bytes(network.packed({most: net}))

    def _seen(self, seats: int, net: Network) -> Outcomes:
        """What came of all batches; those that were played before are not played again."""
        parts = []
        orders: dict[Path, WatchOrder] = {}
        for batch in range(self.given.batches):
            seed = self.given.seed * 1000 + batch
            file = self.given.folder / f"chance-{seats}-{self.given.games}-{seed}.npz"
            if not file.exists():
                orders[file] = WatchOrder(self.given.games, seats, seed, net)
            parts.append(file)
        for file, outcomes in zip(orders, self.workers.map(watch, orders.values()), strict=True):
            np.savez_compressed(file, **outcomes._asdict())
        return joined(map(_read, parts))

    def _note(self, seats: int, when: str, net: Network, seen: Outcomes) -> None:
        told = net.shared(seen.prospects.astype(np.float64))
        games = len(np.unique(seen.game))
        for who, columns in (("whoever had the turn", slice(0, 1)), ("the others", slice(1, None))):
            predicted, won = told[:, columns], seen.won[:, columns].astype(np.float64)
            game = np.repeat(seen.game, predicted.shape[1])
            tenths = reliability(predicted.ravel(), won.ravel(), game)
            facts: Mapping[str, Any] = {
                **{"seats": seats, "curve": when, "of": who, "games": games},
                "more than told": [_percent(tenth) for tenth in tenths],
            }
            line = json.dumps(facts)
            with (self.given.folder / "chances.jsonl").open("a", encoding="utf-8") as file:
                file.write(line + "\n")
            self.tell(line)


def _percent(tenth: Tenth | None) -> str:
    return f"{100 * (tenth.won - tenth.predicted):+.1f} ± {100 * tenth.give_or_take:.1f}" if tenth else ""


def _known(folder: Path, most: int) -> Network:
    file = folder / f"network-{most}.bin"
    return network.unpacked((file if file.exists() else network.SHIPPED).read_bytes())[most]


def _read(file: Path) -> Outcomes:
    with np.load(file) as arrays:
        return Outcomes(arrays["prospects"], arrays["won"], arrays["game"])


def joined(parts: Iterable[Outcomes]) -> Outcomes:
    """All of them, their games told apart."""
    found, first = [], 0
    for part in parts:
        found.append(part._replace(game=part.game + first))
        first = int(found[-1].game.max()) + 1
    return Outcomes(*(np.concatenate(each) for each in zip(*found, strict=True)))
