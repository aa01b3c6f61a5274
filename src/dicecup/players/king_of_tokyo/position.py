"""A state as the minds see it: the living monsters from the one whose turn it is, in a few numbers each."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.cards.deck import CARDS
from dicecup.games.king_of_tokyo.gains import alive
from dicecup.games.king_of_tokyo.state import BAY, CITY, KingOptions, Monster

NUMBER: Final = {card: at for at, card in enumerate(CARDS)}
"""Where a card stands in a list of all."""
KINDS: Final = {card: DECK[card].name for card in CARDS}
COSTS: Final = np.array([DECK[card].cost for card in CARDS])

HEARTS, STARS, ENERGY, PLACE, POISON, SHRINK = range(6)
"""The columns of a monster's numbers."""
COLUMNS: Final = 6
IN_CITY, IN_BAY = 1, 2
PLACES: Final = {CITY: IN_CITY, BAY: IN_BAY}

_FULL: Final = {"Smoke Cloud": 3, "Monster Batteries": 6}
WHOLE: Final = 6  # a card counts so much, less if some of its counters are spent

BEFORE_ROLL, BEFORE_BUY = 0, 1
_TO_COME: Final = ("begin", "order", "start", "roll")


@dataclass(slots=True)
class Position:
    """What there is to know about a state, apart from dice on the table."""

    seats: list[int]  # of the living monsters, clockwise from the one whose turn it is
    numbers: NDArray[np.int64]  # monsters x columns
    cards: NDArray[np.uint8]  # monsters x cards, in sixths
    kinds: list[Counter[str]]  # the cards by name, copies included
    market: list[int]
    pool: list[int]  # cards that may come
    stage: int  # BEFORE_ROLL or BEFORE_BUY
    again: bool  # the monster whose turn it is will have another
    fewer_dice: int
    options: KingOptions
    pays_energy: bool  # Tokyo gives energy instead of stars


def position(state: KingState) -> Position:
    """The state from the view of the monster whose turn it is."""
    seats = alive(state)
    monsters = [state.monsters[seat] for seat in seats]
    cards = np.zeros((len(seats), len(CARDS)), np.uint8)
    kinds = []
    for row, monster in enumerate(monsters):
        kinds.append(kinds_of(monster))
        for held in monster.cards:
            full = _FULL.get(KINDS[held.acts_as or held.card])
            share = WHOLE * min(held.counters, full) // full if full else WHOLE
            if held.acts_as:
                cards[row, NUMBER[held.card]] = WHOLE
                cards[row, NUMBER[held.acts_as]] += share
            else:
                cards[row, NUMBER[held.card]] += share
    return Position(
        seats=seats,
        numbers=np.array(
            [(m.hearts, m.stars, m.energy, PLACES.get(m.place, 0), m.poison, m.shrink) for m in monsters],
            np.int64,
        ),
        cards=cards,
        kinds=kinds,
        market=[NUMBER[card] for card in state.market if card],
        pool=[NUMBER[card] for card in state.deck],
        stage=BEFORE_ROLL if state.phase in _TO_COME else BEFORE_BUY,
        again=state.active in state.extra_turns,
        fewer_dice=state.fewer_dice,
        options=state.options,
        pays_energy=state.options.two_player == "energy" and len(state.monsters) == 2,
    )


def kinds_of(monster: Monster) -> Counter[str]:
    """The cards of a monster by name; a copy counts as what it copies."""
    return Counter(KINDS[held.acts_as or held.card] for held in monster.cards)


def prices(position: Position) -> NDArray[np.int64]:
    """What each card of the market costs the monster whose turn it is."""
    discount = position.kinds[0]["Alien Metabolism"]
    costs: NDArray[np.int64] = np.maximum(0, COSTS[position.market] - discount)
    return costs


def dice_number(position: Position) -> int:
    """How many dice the monster whose turn it is rolls."""
    extra = position.kinds[0]["Extra Head"]
    return max(0, min(9, 6 + extra - int(position.numbers[0, SHRINK]) - position.fewer_dice))
