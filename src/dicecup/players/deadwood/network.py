"""The value networks, one for two players, one for three or four, one for more, and their weights on disk.

Two hidden layers. What comes out, between 0 and 1, is the prospect of a seat: the average of a blend of winning
(1 or 0, ties share) and of a logistic curve over the margin to the best rival. The margin teaches much more in
each game than who won it does, and it keeps a player going when a game is as good as decided. How likely somebody
with such a prospect wins was measured in self-play; `chance` tells it.

A network is taught what a turn has come to, for whoever has just had it. Asked about anybody else it does not know
that their turn is still to come; so those have curves of their own, by how many turns they had to wait since.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from dicecup.batch.deadwood.lot import Floats, Ints
from dicecup.batch.deadwood.rows import ACTIVE, ACTOR, CREDITS, DOLLARS, FIELDS, OVER, RANK, SEATS
from dicecup.players.arrays import Names, pack_networks, rows_for, unpack_networks
from dicecup.players.deadwood.features import Singles, everybodys, features, inputs, plain_size
from dicecup.players.deadwood.planner import Tables

WON: Final = 0.2  # the part of winning in a prospect
MARGIN: Final = 15.0  # points: the scale of the logistic curve
MOST_SEATS: Final = 8
BENT: Final = 1.5  # logits: beyond, where next to nothing was seen, curves go on straight
_STEPS: Final = 12

_WHAT: Final = "deadwood weights"
SHIPPED: Final = Path(__file__).parent / "weights.bin"


@dataclass(slots=True)
class Network:
    """Weights by name, and what the rows of the first layer are called."""

    weights: dict[str, Singles]
    names: Names

    @classmethod
    def read(cls, number: int, weights: dict[str, Singles], names: Names) -> "Network":
        """With what there is to look at today: something new counts for nothing until it is learnt."""
        known = inputs(number)
        if tuple(names["hidden"]) == known[: plain_size(number)]:  # then it need not look at the others
            known = known[: plain_size(number)]
        weights["hidden"] = rows_for(weights["hidden"], names["hidden"], known)
        if weights["chance"].ndim == 2:  # from when there was one straight curve for all at a table
            steepness, shift = weights["chance"].T
            straight = np.zeros_like(shift)
            curves = np.stack([steepness, straight, straight, shift], axis=1)
            weights["chance"] = np.repeat(curves[:, None], MOST_SEATS, axis=1)
        weights.setdefault("apart", np.ones(MOST_SEATS + 1, np.float32))  # from when chances were told as shared
        return cls(weights, {"hidden": known})

    @property
    def wide(self) -> int:
        """How many numbers it looks at, of those that there are: the first ones."""
        return len(self.weights["hidden"])

    def prospects(self, numbers: Singles) -> Singles:
        """Of positions that were turned into numbers (`features`)."""
        w = self.weights
        hidden = np.maximum(numbers[:, : self.wide] @ w["hidden"] + w["hidden bias"], 0)
        second = np.maximum(hidden @ w["second"] + w["second bias"], 0)
        logits: Singles = second @ w["out"] + w["out bias"]
        return np.asarray(1 / (1 + np.exp(-logits[:, 0])), np.float32)

    def _plain(self, seats: int) -> bool:
        return self.wide <= plain_size(seats)

    def judge(self, rows: Ints, seat: int, t: Tables) -> Floats:
        """The chances of a seat to win in positions of one game; exact where the game is over."""
        seats = int(rows[0, SEATS])
        values = shares(points(rows, seats))[:, seat]
        (running,) = np.nonzero(rows[:, ACTIVE] != OVER)
        if len(running):
            prospects = self.prospects(features(rows[running], seat, t, plain=self._plain(seats))).astype(
                np.float64
            )
            values[running] = self.chance(prospects, seats)
        return values

    def judge_all(self, rows: Ints, seat: int, t: Tables) -> Floats:
        """The chances of everybody in positions of one game, after the turn of a seat; exact where it is over.

        The network judges each of them alone, and what it says need not add up; `shared` sees to that.
        """
        seats = int(rows[0, SEATS])
        values = shares(points(rows, seats))
        (running,) = np.nonzero(rows[:, ACTIVE] != OVER)
        if len(running):
            numbers = everybodys(rows[running], t, plain=self._plain(seats))
            prospects = self.prospects(numbers.reshape(-1, numbers.shape[2])).astype(np.float64)
            in_turn = np.roll(prospects.reshape(seats, -1), -seat, axis=0)
            values[running] = np.roll(self.shared(in_turn.T), seat, axis=1)
        return values

    def shared(self, prospects: Floats) -> Floats:
        """The chances of all at a table, from their prospects; the first of them has just had its turn.

        Everybody's odds are multiplied by the same number, the one that makes the chances add up to 1: two who
        both think that they lead think so less, and who is as good as sure of something stays so. That takes most
        from leaders, and at large tables too much; so chances are moved apart again, by as much as was measured.
        """
        seats = prospects.shape[1]
        logits = _risen(prospects, self.weights["chance"][seats, :seats])
        more = np.zeros((len(logits), 1))
        for _ in range(_STEPS):  # by Newton's method, in steps that are not too wide
            chances = 1 / (1 + np.exp(-(logits + more)))
            slope = (chances * (1 - chances)).sum(axis=1, keepdims=True)
            more -= np.clip((chances.sum(axis=1, keepdims=True) - 1) / np.maximum(slope, 1e-9), -4, 4)
        chances = 1 / (1 + np.exp(-(logits + more)))
        return moved_apart(chances, float(self.weights["apart"][seats]))

    def chance(self, prospects: Floats, seats: int, later: int = 0) -> Floats:
        """How likely somebody with such prospects wins at a table of so many.

        `later` is how many seats after the one that has just had its turn.
        """
        alone = 1 / (1 + np.exp(-_risen(prospects, self.weights["chance"][seats, later])))
        return np.asarray(np.where(prospects >= 1, 1.0, np.where(prospects <= 0, 0.0, alone)))


def _risen(prospects: Floats, curves: Singles) -> Floats:
    """Prospects as the logits of chances: steepness, lean, bend and shift say how."""
    steepness, lean, bend, shift = curves.T
    sure = np.clip(prospects, 1e-9, 1 - 1e-9)
    logits = np.log(sure / (1 - sure))
    near = np.clip(logits, -BENT, BENT)
    return np.asarray(shift + steepness * logits + near**2 * (lean + bend * near))


def moved_apart(chances: Floats, power: float) -> Floats:
    """Chances of all at a table raised to a power, so that they add up to 1: above 1 leaders lead by more."""
    raised = chances**power
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def points(rows: Ints, seats: int) -> Ints:
    """The points of all seats in many rows."""
    actors = rows[:, ACTOR : ACTOR + FIELDS * seats].reshape(len(rows), seats, FIELDS).astype(np.int64)
    counted: Ints = actors[:, :, DOLLARS] + actors[:, :, CREDITS] + 5 * actors[:, :, RANK]
    return counted


def shares(scores: Ints) -> Floats:
    """Of each game, what each player won of it: ties share."""
    best = scores == scores.max(axis=1, keepdims=True)
    won: Floats = best / best.sum(axis=1, keepdims=True)
    return won


def blend(won: Floats, margin: Ints) -> Floats:
    """Winning and the margin as one number."""
    mixed: Floats = WON * won + (1 - WON) / (1 + np.exp(-margin / MARGIN))
    return mixed


def group(seats: int) -> int:
    """The largest number of players that share a network with so many."""
    return 2 if seats == 2 else 4 if seats <= 4 else 8


def packed(networks: Mapping[int, Network], kind: type[np.floating] = np.float16) -> bytes:
    """Networks by their groups as the bytes of a file, the layers in half precision unless it says otherwise."""
    return pack_networks(_WHAT, networks, kind, single=("chance", "apart"))


def unpacked(raw: bytes) -> dict[int, Network]:
    """The networks in a file; ValueError if it is damaged or of another version."""
    return {most: Network.read(most, *each) for most, each in unpack_networks(_WHAT, raw).items()}


@cache
def shipped() -> dict[int, Network]:
    """The networks that come with the program, by their groups."""
    return unpacked(SHIPPED.read_bytes())
