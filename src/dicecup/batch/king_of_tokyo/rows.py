"""A game of King of Tokyo without cards as a row of numbers; docs/batch.md says what cards will need."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.games.king_of_tokyo.state import MOST_DICE

Ints = NDArray[np.int64]

ORDERING, ROLLING, KEEPING, RESOLVING, YIELDING, DONE = range(6)  # what is asked; with cards there will be more
ASKS: Final = ("order", "roll", "dice", "resolve", "yield")  # the same, as the engine calls the kinds
PHASES: Final = ("order", "roll", "dice", "resolve_one", "yield")  # and the phases in which they are asked
OUT, IN_CITY, IN_BAY = range(3)  # places
STARS_KIND, HEARTS_KIND, ENERGY_KIND, CLAWS_KIND = range(4)  # what dice are for

# PHASE: what is asked; ROUND: from whom play goes on; MADE, LEFT: rolls; HURT: somebody was, in this turn.
# As bits: UNRESOLVED kinds of dice, DECIDING seats, CONTENDERS for the first turn, WINNERS.
PHASE, ACTIVE, ROUND, ASKED, MADE, LEFT, CLAWS, HURT, SHAKEN = range(9)
UNRESOLVED, DECIDING, CONTENDERS, WINNERS = range(9, 13)
DIE: Final = 13  # the first of the dice; 0: it does not lie there
MONSTER: Final = DIE + MOST_DICE  # the first seat's
# Of a monster. SITS: its place round the table; NEIGHBOUR: who sits at the place of this number.
# RANK: how many are before it in the first roll; CLAWED: the claws of its last roll for that.
HEARTS, STARS, ENERGY, PLACE, SITS, NEIGHBOUR, RANK, CLAWED = range(8)
FIELDS: Final = 8


def width(seats: int) -> int:
    """How many numbers a row has. Cards will come behind."""
    return MONSTER + FIELDS * seats


class Rules(NamedTuple):
    """What does not change at these tables."""

    seats: int
    ordered: bool  # everybody rolls for the first turn
    by_roll: bool  # and sits down by that roll
    paid_early: bool  # stars of Tokyo at the start of a turn
    at_once: bool  # 20 stars win immediately
    shared: bool  # several with 20 stars share the win
    separate: bool  # City and Bay hit each other
    chosen: bool  # the roller chooses the order of the dice
    in_energy: bool  # Tokyo pays energy, no stars
    with_claw: bool  # only whoever rolled a claw enters
    bay_moves_up: bool  # when the Bay closes
    attacker_moves_up: bool  # when the City yields to the Bay
    keeps: Ints  # of each action, the dice it keeps, as bits; -1: it is another one
    kinds: Ints  # of each action, the kind of dice it resolves; -1: none
    keeping: Ints  # the action that keeps these bits
    resolving: Ints  # the action that resolves this kind of dice
    rolling: int  # these actions
    staying: int
    yielding: int
    parts: Ints  # where each part of an observation begins, as `PARTS` lists them; then those of each monster
    house: NDArray[np.float32]  # house rules, as observations tell them
    asks: Ints  # where a kind and a phase are told, for each thing that can be asked
    phases: Ints
    told: Ints  # where the actions that are always written in the same words are told; by action, -1: nowhere


PARTS: Final = (
    *("kind", "phase", "asked", "plain", "active", "round", "rules", "dice", "turn"),
    *("deciding", "table"),
)
AT_KIND, AT_PHASE, AT_ASKED, AT_PLAIN, AT_ACTIVE, AT_ROUND, AT_RULES, AT_DICE, AT_TURN = range(9)
AT_DECIDING, AT_TABLE, AT_MONSTER = range(9, 12)
