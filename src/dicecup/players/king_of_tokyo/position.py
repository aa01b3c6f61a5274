"""A state as the minds see it: the living monsters from the one whose turn it is, in a few numbers each."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.cards.base import total
from dicecup.games.king_of_tokyo.dice import dice_to_roll
from dicecup.games.king_of_tokyo.gains import alive, max_hearts
from dicecup.games.king_of_tokyo.options import KingOptions
from dicecup.games.king_of_tokyo.state import BAY, CITY
from dicecup.players.king_of_tokyo.cards import NUMBER, kind

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
    most_hearts: list[int]  # that each can have; one that has more already keeps them
    discounts: list[int]  # of each, on cards
    market: list[int]
    pool: list[int]  # cards that may come
    stage: int  # BEFORE_ROLL or BEFORE_BUY
    again: bool  # the monster whose turn it is will have another
    dice: int  # that the monster whose turn it is rolls
    options: KingOptions
    pays_energy: bool  # Tokyo gives energy instead of stars


def position(state: KingState) -> Position:
    """The state from the view of the monster whose turn it is."""
    seats = alive(state)
    monsters = [state.monsters[seat] for seat in seats]
    market, pool = [NUMBER[card] for card in state.market if card], [NUMBER[card] for card in state.deck]
    cards = np.zeros((len(seats), len(NUMBER)), np.uint8)
    kinds = []
    for row, monster in enumerate(monsters):
        names = [kind(held) for held in monster.cards]
        kinds.append(Counter(names))
        for name, held in zip(names, monster.cards, strict=True):
            full = _FULL.get(name)
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
        most_hearts=[max(max_hearts(monster), monster.hearts) for monster in monsters],
        discounts=[total(state, seat, "discount") if state.monsters[seat].hooks else 0 for seat in seats],
        market=market,
        pool=pool,
        stage=BEFORE_ROLL if state.phase in _TO_COME else BEFORE_BUY,
        again=state.active in state.extra_turns,
        dice=dice_to_roll(state),
        options=state.options,
        pays_energy=state.options.two_player == "energy" and len(state.monsters) == 2,
    )
