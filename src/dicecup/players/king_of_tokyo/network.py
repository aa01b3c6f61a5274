"""The value network: from a table of monsters, cards and market to the chance of each monster to win.

There is one for each number of living monsters. A monster's numbers go through look-up tables (`1/hearts`, "three
hearts at most" and the like), its cards through a small embedding that all monsters share; then two hidden layers.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo.cards.deck import CARDS
from dicecup.players.king_of_tokyo.position import BEFORE_BUY, COSTS, ENERGY, WHOLE

Singles = NDArray[np.float32]
Ints = NDArray[np.int64]

EMBEDDED: Final = 16
HIDDEN: Final = 192
SECOND: Final = 64
MARKET: Final = 3
NOTHING: Final = len(CARDS)  # an empty place of the market


def _look_up() -> tuple[Singles, ...]:
    hearts, stars, energy, counters = np.arange(13), np.arange(21), np.arange(41), np.arange(13)
    return tuple(
        np.column_stack(columns).astype(np.float32)
        for columns in (
            [hearts / 10, 1 / np.maximum(hearts, 1), *(hearts <= most for most in (1, 2, 3, 4, 5, 6, 8))],
            [stars / 20, 1 / (21 - stars), *(stars >= least for least in (8, 12, 14, 15, 16, 17, 18, 19))],
            [energy / 10, *(energy >= least for least in (2, 3, 4, 5, 6, 7, 9, 12))],
            [np.arange(3) == 1, np.arange(3) == 2],
            [np.minimum(counters, 4) / 4],
            [np.minimum(counters, 4) / 4],
        )
    )


_TABLES: Final = _look_up()
_MOST: Final = tuple(len(table) - 1 for table in _TABLES)
PER_MONSTER: Final = sum(table.shape[1] for table in _TABLES)
GLOBAL: Final = 3
_COSTS: Final = np.append(COSTS, 99)


@dataclass(slots=True)
class Scenes:
    """Tables to judge, all with the same number of monsters; what is the same for all has one row."""

    numbers: Ints  # rows x monsters x columns
    cards: NDArray[np.uint8]  # rows or 1 x monsters x cards, in sixths
    market: Ints  # rows or 1 x 3, NOTHING where there is none
    discount: Ints  # rows or 1
    stage: Ints  # rows or 1
    again: Ints  # rows or 1

    def part(self, rows: Ints) -> "Scenes":
        """Some of them."""
        return Scenes(*(getattr(self, name)[rows] for name in self.__slots__))


def numbers_in(scenes: Scenes) -> Singles:
    """What the first layer sees of the numbers."""
    rows, monsters, _ = scenes.numbers.shape
    found = np.empty((rows, monsters, PER_MONSTER), np.float32)
    at = 0
    for column, (table, most) in enumerate(zip(_TABLES, _MOST, strict=True)):
        width = table.shape[1]
        found[:, :, at : at + width] = table[np.minimum(scenes.numbers[:, :, column], most)]
        at += width
    whole = np.empty((rows, monsters * PER_MONSTER + GLOBAL), np.float32)
    whole[:, :-GLOBAL] = found.reshape(rows, -1)
    whole[:, -3] = scenes.stage == BEFORE_BUY
    whole[:, -2] = scenes.again
    whole[:, -1] = (scenes.market != NOTHING).any(axis=1)
    return whole


def affordable(scenes: Scenes) -> Singles:
    """Rows x places of the market: whether the monster whose turn it is could buy it now."""
    prices = np.maximum(0, _COSTS[scenes.market] - scenes.discount[:, None])
    found: Singles = (scenes.numbers[:, 0, ENERGY, None] >= prices).astype(np.float32)
    return found


class Network:
    """Weights by name, and what they say."""

    def __init__(self, monsters: int, weights: dict[str, Singles]) -> None:
        self.monsters = monsters
        self.weights = weights

    @classmethod
    def fresh(cls, monsters: int, seed: int) -> "Network":
        """A network that has learnt nothing."""
        random = np.random.default_rng(seed)
        inside = monsters * PER_MONSTER + GLOBAL

        def some(*shape: int, scale: float) -> Singles:
            return (random.standard_normal(shape) * scale).astype(np.float32)

        weights = {
            "embed": some(len(CARDS), EMBEDDED, scale=0.3),
            "numbers": some(inside, HIDDEN, scale=1 / np.sqrt(inside)),
            "market": some(NOTHING + 1, HIDDEN, scale=0.05),
            "affordable": some(NOTHING + 1, HIDDEN, scale=0.05),
            "cards": some(monsters * EMBEDDED, HIDDEN, scale=0.1),
            "bias": np.zeros(HIDDEN, np.float32),
            "second": some(HIDDEN, SECOND, scale=np.sqrt(2 / HIDDEN)),
            "second bias": np.zeros(SECOND, np.float32),
            "out": some(SECOND, monsters, scale=0.1),
            "out bias": np.zeros(monsters, np.float32),
        }
        return cls(monsters, weights)

    def chances(self, scenes: Scenes) -> Singles:
        """Rows x monsters: who wins how often."""
        w = self.weights
        cards = scenes.cards.reshape(-1, len(CARDS)).astype(np.float32) / WHOLE @ w["embed"]
        hidden = numbers_in(scenes) @ w["numbers"]
        hidden += cards.reshape(-1, self.monsters * EMBEDDED) @ w["cards"] + w["bias"]
        market = scenes.market
        if len(market) == 1:
            hidden += affordable(scenes) @ w["affordable"][market[0]] + w["market"][market[0]].sum(axis=0)
        else:
            hidden += (affordable(scenes)[:, :, None] * w["affordable"][market] + w["market"][market]).sum(axis=1)
        np.maximum(hidden, 0, out=hidden)
        second = np.maximum(hidden @ w["second"] + w["second bias"], 0)
        return softmax(second @ w["out"] + w["out bias"])


def softmax(logits: Singles) -> Singles:
    """Shares that add up to 1."""
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    found: Singles = shares / shares.sum(axis=1, keepdims=True)
    return found
