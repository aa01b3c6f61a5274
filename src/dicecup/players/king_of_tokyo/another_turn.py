"""Another turn with one die fewer: which dice bring it, and the state in which it begins."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.cards.base import total
from dicecup.games.king_of_tokyo.state import ONE, OUTSIDE
from dicecup.players.king_of_tokyo.outcomes import GOAL
from dicecup.players.king_of_tokyo.position import PLACES, Position

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_ONES: Final = 3
_STAYING: Final = 2  # stars for whoever begins a turn in Tokyo
_NAMES: Final = {number: place for place, number in PLACES.items()}


def brought(here: Position, finals: Ints) -> Bools:
    """Which of these dice give another turn to the monster whose turn it is."""
    found: Bools = (finals[:, ONE - 1] >= _ONES) & bool(here.kinds[0]["Freeze Time"])
    return found


def is_to_come(here: Position, state: KingState) -> bool:
    """Whether the dice on the table have brought it; the card may be gone since, or bought since."""
    return bool(state.another_turn or (here.kinds[0]["Freeze Time"] and state.dice.count(ONE) >= _ONES))


def begins(state: KingState, after: Position) -> KingState | None:
    """The turn that follows this one if the dice leave such a table; None if poison ends it all for its monster.

    What cards do between two turns is left out, and nothing is bought.
    """
    found = state.clone()
    for monster in found.monsters:
        monster.hearts, monster.place = 0, OUTSIDE
    for seat, row, kinds in zip(after.seats, after.numbers.tolist(), after.kinds, strict=True):
        monster = found.monsters[seat]
        monster.hearts, monster.stars, monster.energy, place, monster.poison, monster.shrink = row
        monster.place = _NAMES.get(place, OUTSIDE)
        if not kinds:  # it may have come back to life with nothing
            monster.cards, monster.hooks = [], 0
    me = found.monsters[state.active]
    me.hearts -= me.poison
    if me.in_tokyo:
        if after.pays_energy:
            me.energy += 1
        else:
            me.stars += _STAYING
        me.stars += total(found, state.active, "tokyo_stars")
    me.stars = min(GOAL, me.stars)  # which any dice win with
    if me.hearts <= 0:
        return None
    for held in me.cards:
        held.used = held.moved = False
    found.turn, found.fewer_dice = state.turn + 1, state.fewer_dice + 1
    found.phase, found.dice, found.another_turn = "roll", [], ""
    return found
