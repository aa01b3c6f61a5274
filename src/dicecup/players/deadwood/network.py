"""The value networks, one for two players, one for three or four, one for more, and their weights on disk.

Two hidden layers. What comes out, between 0 and 1, is the prospect of a seat: the average of a blend of winning
(1 or 0, ties share) and of a logistic curve over the margin to the best rival. The margin teaches much more in
each game than who won it does, and it keeps a player going when a game is as good as decided. How likely somebody
with such a prospect wins was measured in self-play; `chance` tells it.
"""

import hashlib
import io
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from dicecup.players.deadwood.features import Singles, features
from dicecup.players.deadwood.lot import Floats, Ints
from dicecup.players.deadwood.planner import Tables
from dicecup.players.deadwood.rows import ACTIVE, ACTOR, CREDITS, DOLLARS, FIELDS, OVER, RANK, SEATS

WON: Final = 0.2  # the part of winning in a prospect
MARGIN: Final = 15.0  # points: the scale of the logistic curve

FORMAT: Final = 1
_MAGIC: Final = b"dicecup deadwood weights %d\n" % FORMAT
_SHIPPED: Final = Path(__file__).parent / "weights.bin"
_LAYERS: Final = ("hidden", "hidden bias", "second", "second bias", "out", "out bias")


@dataclass(slots=True)
class Network:
    """Weights by name."""

    weights: dict[str, Singles]

    def prospects(self, numbers: Singles) -> Singles:
        """Of positions that were turned into numbers (`features`)."""
        w = self.weights
        hidden = np.maximum(numbers @ w["hidden"] + w["hidden bias"], 0)
        second = np.maximum(hidden @ w["second"] + w["second bias"], 0)
        logits: Singles = second @ w["out"] + w["out bias"]
        return np.asarray(1 / (1 + np.exp(-logits[:, 0])), np.float32)

    def judge(self, rows: Ints, seat: int, t: Tables) -> Floats:
        """The chances of a seat to win in positions of one game; exact where the game is over."""
        values = final_shares(rows, seat)
        (running,) = np.nonzero(rows[:, ACTIVE] != OVER)
        if len(running):
            prospects = self.prospects(features(rows[running], seat, t)).astype(np.float64)
            values[running] = self.chance(prospects, int(rows[0, SEATS]))
        return values

    def chance(self, prospects: Floats, seats: int) -> Floats:
        """How likely somebody with such prospects wins at a table of so many."""
        steepness, shift = self.weights["chance"][seats]
        sure = np.clip(prospects, 1e-9, 1 - 1e-9)
        odds = np.exp(-steepness * np.log(sure / (1 - sure)) - shift)
        return np.asarray(np.where(prospects >= 1, 1.0, np.where(prospects <= 0, 0.0, 1 / (1 + odds))))


def final_shares(rows: Ints, seat: int) -> Floats:
    """What a seat has of the win, were the game over now: ties share it."""
    seats = int(rows[0, SEATS])
    actors = rows[:, ACTOR : ACTOR + FIELDS * seats].reshape(len(rows), seats, FIELDS).astype(np.int64)
    points = actors[:, :, DOLLARS] + actors[:, :, CREDITS] + 5 * actors[:, :, RANK]
    best = points == points.max(axis=1, keepdims=True)
    shares: Floats = best[:, seat] / best.sum(axis=1)
    return shares


def blend(won: Floats, margin: Ints) -> Floats:
    """Winning and the margin as one number."""
    mixed: Floats = WON * won + (1 - WON) / (1 + np.exp(-margin / MARGIN))
    return mixed


def group(seats: int) -> int:
    """The largest number of players that share a network with so many."""
    return 2 if seats == 2 else 4 if seats <= 4 else 8


def packed(networks: Mapping[int, Network]) -> bytes:
    """Networks by their groups as the bytes of a file: half-precision numbers, compressed, with a checksum."""
    file = io.BytesIO()
    arrays = {
        f"{most}/{name}": weights.astype(np.float16 if name in _LAYERS else np.float32)
        for most, network in networks.items()
        for name, weights in network.weights.items()
    }
    np.savez(file, **arrays)  # type: ignore[arg-type]  # the names are made here
    body = zlib.compress(file.getvalue(), 9)
    return _MAGIC + hashlib.sha256(body).digest() + body


def unpacked(raw: bytes) -> dict[int, Network]:
    """The networks in a file; ValueError if it is damaged or of another version."""
    start = len(_MAGIC) + 32
    body = raw[start:]
    if not raw.startswith(_MAGIC) or raw[len(_MAGIC) : start] != hashlib.sha256(body).digest():
        raise ValueError("These weights are damaged, or of another version of Dicecup.")
    found: dict[int, dict[str, Singles]] = {}
    with np.load(io.BytesIO(zlib.decompress(body)), allow_pickle=False) as arrays:
        for key in arrays.files:
            most, _, name = key.partition("/")
            found.setdefault(int(most), {})[name] = arrays[key].astype(np.float32)
    return {most: Network(weights) for most, weights in found.items()}


@cache
def shipped() -> dict[int, Network]:
    """The networks that come with the program, by their groups."""
    return unpacked(_SHIPPED.read_bytes())
