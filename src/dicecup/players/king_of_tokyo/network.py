"""The value network: from a table of monsters, cards and market to the chance of each monster to win.

There is one for each number of living monsters. A monster's numbers go through look-up tables (`1/hearts`, "three
hearts at most" and the like), its cards through a small embedding that all monsters share; then two hidden layers.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.players.arrays import Names, rows_for
from dicecup.players.king_of_tokyo.cards import NUMBER, alike
from dicecup.players.king_of_tokyo.position import BEFORE_BUY, ENERGY, IN_BAY, IN_CITY, WHOLE

Singles = NDArray[np.float32]
Ints = NDArray[np.int64]

EMBEDDED: Final = 16
HIDDEN: Final = 192
SECOND: Final = 64
MARKET: Final = 3
NOTHING: Final = -1  # an empty place of the market: the last row of what is known of cards there
_DEAR: Final = 99


def _look_up() -> list[dict[str, NDArray[Any]]]:
    """For each number of a monster, in the order of `position`, what it becomes, by name."""
    hearts, stars, energy, place, counters = (np.arange(count) for count in (13, 21, 41, 3, 13))
    return [
        {"hearts": hearts / 10, "1/hearts": 1 / np.maximum(hearts, 1)}
        | {f"hearts <= {most}": hearts <= most for most in (1, 2, 3, 4, 5, 6, 8)},
        {"stars": stars / 20, "1/(21 - stars)": 1 / (21 - stars)}
        | {f"stars >= {least}": stars >= least for least in (8, 12, 14, 15, 16, 17, 18, 19)},
        {"energy": energy / 10} | {f"energy >= {least}": energy >= least for least in (2, 3, 4, 5, 6, 7, 9, 12)},
        {"in the City": place == IN_CITY, "in the Bay": place == IN_BAY},
        {"poison": np.minimum(counters, 4) / 4},
        {"shrink": np.minimum(counters, 4) / 4},
    ]


LOOK_UP: Final = [np.column_stack([*columns.values()]).astype(np.float32) for columns in _look_up()]
_MOST: Final = tuple(len(table) - 1 for table in LOOK_UP)
_PER_MONSTER: Final = [name for columns in _look_up() for name in columns]
_GLOBAL: Final = ("about to buy", "another turn", "a market")


def inputs(monsters: int) -> tuple[str, ...]:
    """The names of what a network for so many looks at, apart from cards."""
    return (*(f"{each}: {name}" for each in range(monsters) for name in _PER_MONSTER), *_GLOBAL)


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
    found = np.empty((rows, monsters, len(_PER_MONSTER)), np.float32)
    at = 0
    for column, (table, most) in enumerate(zip(LOOK_UP, _MOST, strict=True)):
        width = table.shape[1]
        found[:, :, at : at + width] = table[np.minimum(scenes.numbers[:, :, column], most)]
        at += width
    whole = np.empty((rows, monsters * len(_PER_MONSTER) + len(_GLOBAL)), np.float32)
    whole[:, : -len(_GLOBAL)] = found.reshape(rows, -1)
    whole[:, -3] = scenes.stage == BEFORE_BUY
    whole[:, -2] = scenes.again
    whole[:, -1] = (scenes.market != NOTHING).any(axis=1)
    return whole


class Network:
    """Weights by name, and what they say. Rows for cards are in the order of `cards`."""

    def __init__(self, monsters: int, weights: dict[str, Singles], cards: tuple[str, ...]) -> None:
        self.monsters = monsters
        self.weights = weights
        self.cards = cards
        self.names = {
            "embed": cards,
            "market": (*cards, ""),
            "affordable": (*cards, ""),
            "numbers": inputs(monsters),
        }
        self.costs = np.array([*(DECK[card].cost if card in DECK else _DEAR for card in self.cards), _DEAR])

    @classmethod
    def fresh(cls, monsters: int, seed: int) -> "Network":
        """A network that has learnt nothing."""
        random = np.random.default_rng(seed)
        inside, cards = len(inputs(monsters)), len(NUMBER)

        def some(*shape: int, scale: float) -> Singles:
            return (random.standard_normal(shape) * scale).astype(np.float32)

        weights = {
            "embed": some(cards, EMBEDDED, scale=0.3),
            "numbers": some(inside, HIDDEN, scale=1 / np.sqrt(inside)),
            "market": some(cards + 1, HIDDEN, scale=0.05),
            "affordable": some(cards + 1, HIDDEN, scale=0.05),
            "cards": some(monsters * EMBEDDED, HIDDEN, scale=0.1),
            "bias": np.zeros(HIDDEN, np.float32),
            "second": some(HIDDEN, SECOND, scale=np.sqrt(2 / HIDDEN)),
            "second bias": np.zeros(SECOND, np.float32),
            "out": some(SECOND, monsters, scale=0.1),
            "out bias": np.zeros(monsters, np.float32),
        }
        return cls(monsters, weights, tuple(NUMBER))

    @classmethod
    def read(cls, number: int, weights: dict[str, Singles], names: Names) -> "Network":
        """With the cards and inputs that there are today; a new input counts for nothing until it is learnt."""
        weights["numbers"] = rows_for(weights["numbers"], names["numbers"], inputs(number))
        return cls(number, weights, names["embed"]).knowing(tuple(NUMBER))

    def knowing(self, cards: tuple[str, ...]) -> "Network":
        """The same with rows for these cards; one that it was not trained with is like the average of its kind."""
        return self if cards == self.cards else _knowing(self, cards)

    def affordable(self, scenes: Scenes) -> Singles:
        """Rows x places of the market: whether the monster whose turn it is could buy it now."""
        prices = np.maximum(0, self.costs[scenes.market] - scenes.discount[:, None])
        found: Singles = (scenes.numbers[:, 0, ENERGY, None] >= prices).astype(np.float32)
        return found

    def chances(self, scenes: Scenes) -> Singles:
        """Rows x monsters: who wins how often."""
        w = self.weights
        cards = scenes.cards.reshape(-1, len(self.cards)).astype(np.float32) / WHOLE @ w["embed"]
        hidden = numbers_in(scenes) @ w["numbers"]
        hidden += cards.reshape(-1, self.monsters * EMBEDDED) @ w["cards"] + w["bias"]
        market = scenes.market
        if len(market) == 1:
            hidden += self.affordable(scenes) @ w["affordable"][market[0]] + w["market"][market[0]].sum(axis=0)
        else:
            hidden += (self.affordable(scenes)[:, :, None] * w["affordable"][market] + w["market"][market]).sum(
                axis=1
            )
        np.maximum(hidden, 0, out=hidden)
        second = np.maximum(hidden @ w["second"] + w["second bias"], 0)
        return softmax(second @ w["out"] + w["out bias"])


@lru_cache(maxsize=16)
def _knowing(network: Network, cards: tuple[str, ...]) -> Network:
    """Kept, as every player of a table asks for the same."""
    grown = Network(network.monsters, dict(network.weights), cards)
    for name, had in network.names.items():
        old = network.weights[name]

        def like(card: str, old: Singles = old) -> Singles:
            peers = [network.cards.index(each) for each in alike(card, network.cards)]
            return np.asarray(old[peers].mean(axis=0) if peers else np.zeros_like(old[0]))

        grown.weights[name] = rows_for(old, had, grown.names[name], like)
    return grown


def softmax(logits: Singles) -> Singles:
    """Shares that add up to 1."""
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    found: Singles = shares / shares.sum(axis=1, keepdims=True)
    return found
