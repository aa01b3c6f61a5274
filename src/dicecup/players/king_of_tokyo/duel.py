"""Two monsters without cards: a value for every state of that game, from the exact solution or from a network.

Somebody is in Tokyo from the end of the first turn on, and energy buys nothing. So a state is the hearts and stars
of the monster whose turn it is, those of the other, and whether the first is in Tokyo, at the moment when the dice
are about to be rolled and Tokyo has paid its stars.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import GOAL, HEARTS
from dicecup.players.arrays import packed, unpacked

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SHAPE: Final = (2, HEARTS + 1, GOAL, HEARTS + 1, GOAL)
"""Inside Tokyo or not, own hearts, own stars, the other's hearts, the other's stars."""
STAYING: Final = 2  # stars for the monster that starts its turn in Tokyo
NETWORK: Final = "king-of-tokyo duel network"
_TABLE: Final = "king-of-tokyo duel table"
SHIPPED: Final = Path(__file__).parent / "duel.bin"


def applies(options: KingOptions) -> bool:
    """Whether a game with two monsters left is this one."""
    return (
        not options.cards
        and options.tokyo_stars == "start"
        and options.enter == "always"
        and options.two_player == "standard"
    )


@dataclass(frozen=True, slots=True)
class Duel:
    """The chance to win of the monster whose turn it is, by SHAPE."""

    values: Floats

    def rolling(self, inside: Ints, hearts: Ints, stars: Ints, hearts2: Ints, stars2: Ints) -> Floats:
        """The chance of a monster that is about to roll; with 20 stars it has won."""
        known = self.values[inside, hearts, np.minimum(stars, GOAL - 1), hearts2, np.minimum(stars2, GOAL - 1)]
        return np.where(stars >= GOAL, 1.0, known)

    def following(self, inside: int | Ints, hearts: Ints, stars: Ints, hearts2: Ints, stars2: Ints) -> Floats:
        """The chance of the monster whose turn comes next, when a turn ends so for the monster that had it.

        `inside`: whether that one is in Tokyo; if not, the other is.
        """
        paid = stars2 + STAYING * (1 - inside)
        mine, theirs = np.minimum(stars, GOAL - 1), np.minimum(paid, GOAL - 1)
        known = self.values[1 - inside, np.maximum(hearts2, 0), theirs, hearts, mine]
        lost = (hearts2 <= 0) | (stars >= GOAL)
        return np.where(lost, 0.0, np.where(paid >= GOAL, 1.0, known))


def from_network(weights: Mapping[str, NDArray[np.floating]]) -> Duel:
    """What the small network says of every state.

    It adds up rows for what each of the four numbers is, passes the sum through one hidden layer, and is there
    twice: for the monster in Tokyo and for the one outside.
    """
    values = np.zeros(SHAPE)
    for inside in (0, 1):
        rows = [weights[name][inside] for name in ("hearts", "stars", "hearts2", "stars2")]
        hidden = (
            (rows[0][:, None] + rows[1][None])[:, :, None, None]
            + (rows[2][:, None] + rows[3][None])[None, None]
            + weights["bias"][inside]
        )
        logits = np.maximum(hidden, 0) @ weights["out"][inside] + weights["out bias"][inside]
        values[inside] = 1 / (1 + np.exp(-logits.astype(np.float64)))
    return Duel(values)


def table_path() -> Path:
    """Where the exact solution is kept once it has been computed: $DICECUP_CACHE, or the user's cache folder."""
    from platformdirs import user_cache_dir

    return Path(os.environ.get("DICECUP_CACHE") or user_cache_dir("dicecup")) / "king-of-tokyo-duel.v1"


def read_table() -> Duel | None:
    """The exact solution, if it is there and whole."""
    try:
        values = unpacked(_TABLE, table_path().read_bytes())["values"]
    except (OSError, ValueError):
        return None
    return Duel(values.astype(np.float64)) if values.shape == SHAPE else None


def write_table(duel: Duel) -> Path:
    """Keep the exact solution for players."""
    path = table_path()
    path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_bytes(packed(_TABLE, {"values": duel.values}))
    part.replace(path)
    return path


def network() -> Duel:
    """What the network that comes with the program thinks."""
    return from_network(unpacked(NETWORK, SHIPPED.read_bytes()))


@cache
def best_known() -> Duel:
    """The exact solution if somebody has had it computed, else the network."""
    return read_table() or network()
