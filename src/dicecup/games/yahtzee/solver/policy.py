"""The perfect player's habits in NumPy: what is kept of each roll, and how likely each option is to end a turn.

The policy takes what is worth most. Of keeps worth the same it takes the one with the lowest number (more dice,
then more different faces, then lower faces), of boxes worth the same the first on the card. Values are compared
bit by bit, so every part of the solver plays the same game.
"""

from typing import NamedTuple

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES, LOWER, YAHTZEE_BONUS
from dicecup.games.yahtzee.solver.dice import BLOCK, CHANCE_OF_ROLL, DICE, KEEPS, NOTHING, ROLLS, SHRINK_IN
from dicecup.games.yahtzee.solver.model import (
    ARMED,
    JOKER,
    OPTIONS,
    OPTIONS_OF_BOX,
    PLAIN,
    YAHTZEE_BIT,
    YAHTZEES,
    Model,
)
from dicecup.games.yahtzee.solver.turn import SIXTH, play_values
from dicecup.games.yahtzee.solver.types import Floats, Ints

WITH_BONUS = len(OPTIONS)  # option + WITH_BONUS is the same option and a Yahtzee bonus

# For each box, which of its options each roll takes: a matrix that adds up the rolls of an option.
_ADDS = tuple(
    (PLAIN[:, box] == np.arange(own.start, own.stop)[:, None]).astype(np.float64)
    for box, own in enumerate(OPTIONS_OF_BOX)
)


class Midturn(NamedTuple):
    """A turn that is under way: these dice lie on the table."""

    roll: int
    rolls_left: int


def choose_keeps(worth: Floats, best: Floats) -> Ints:
    """The keep that the policy makes of each keep and roll, by keep and state."""
    choice = np.full(worth.shape, len(KEEPS))
    choice[NOTHING] = NOTHING
    for size in range(1, DICE + 1):
        mine, smaller = BLOCK[size], BLOCK[size - 1]
        for shrunk in SHRINK_IN[size]:
            some = slice(mine.start, mine.start + len(shrunk))
            cannot = np.take(best[smaller], shrunk, axis=0, mode="clip") != best[some]
            from_here = np.take(choice[smaller], shrunk, axis=0, mode="clip")
            from_here[cannot] = len(KEEPS)
            np.minimum(choice[some], from_here, out=choice[some])
        np.copyto(choice[mine], np.arange(mine.start, mine.stop)[:, None], where=worth[mine] == best[mine])
    return choice


def _keep_best(worth: Floats, best: Floats, mass: Floats) -> None:
    """Move the chance of each roll to the keep that the policy makes of it."""
    columns = mass.shape[1]
    at = choose_keeps(worth, best)[:ROLLS] * columns + np.arange(columns)
    mass[:] = np.bincount(at.reshape(-1), mass[:ROLLS].reshape(-1), mass.size).reshape(mass.shape)


def _throw(mass: Floats) -> None:
    """Throw the dice that were not kept: the chance of each keep goes to the rolls it can become."""
    mass[:ROLLS] = 0
    for size in range(1, DICE + 1):
        mine, smaller = mass[BLOCK[size]], mass[BLOCK[size - 1]]
        for shrunk in SHRINK_IN[size]:
            mine[: len(shrunk)] += np.take(smaller, shrunk, axis=0, mode="clip") * SIXTH
    mass[ROLLS:] = 0


def option_chances(
    model: Model, values: Floats, rows: Ints, totals: Ints, midturn: Midturn | None = None
) -> Floats:
    """The chance that the turn ends with each option, by state and option."""
    turn = play_values(model, values, rows, totals)
    rolls_left = midturn.rolls_left if midturn else 2
    mass = np.zeros((len(KEEPS), len(rows)))
    if midturn:
        mass[midturn.roll] = 1
    else:
        mass[:ROLLS] = CHANCE_OF_ROLL[:, None]
    final = np.zeros((ROLLS, len(rows)))
    for stage in range(rolls_left - 1, -1, -1):
        _keep_best(turn.worth[stage], turn.best[stage], mass)
        final += mass[:ROLLS]
        _throw(mass)
    final += mass[:ROLLS]
    return _choose_boxes(model, turn.options, turn.worth[0][:ROLLS], final, rows)


def _choose_boxes(model: Model, options: Floats, worth: Floats, final: Floats, rows: Ints) -> Floats:
    chances = np.zeros((2 * WITH_BONUS, len(rows)))
    if model.jokers:
        _choose_joker_boxes(options, worth, final, rows, chances)
    for box, own in enumerate(OPTIONS_OF_BOX):
        here = final * (np.take(options, PLAIN[:, box], axis=0, mode="clip") == worth)
        chances[own] += _ADDS[box] @ here
        final -= here
    return chances.T


def _choose_joker_boxes(options: Floats, worth: Floats, final: Floats, rows: Ints, chances: Floats) -> None:
    joker = rows & YAHTZEE_BIT != 0
    armed = rows & ARMED != 0
    columns = np.arange(len(rows))
    any_lower = np.any([rows & 1 << box == 0 for box in LOWER], axis=0)
    for face, roll in enumerate(YAHTZEES):
        own_open = rows & 1 << face == 0
        left = np.where(joker, final[roll], 0.0)
        final[roll] -= left
        for box in range(len(BOXES)):
            forced = own_open if box == face else ~own_open & (any_lower if box in LOWER else ~any_lower)
            option = JOKER[face, box]
            best = options[option] + np.where(armed, YAHTZEE_BONUS, 0) == worth[roll]
            here = np.where(forced & best, left, 0.0)
            chances[np.where(armed, option + WITH_BONUS, option), columns] += here
            left = left - here
