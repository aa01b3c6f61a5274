"""The perfect player's habits in NumPy: what is kept of each roll, and how likely each option is to end a turn.

The policy takes what is worth most. Of keeps worth the same it takes the one with the lowest number (more dice,
then more different faces, then lower faces), of boxes worth the same the first on the card. Values are compared
bit by bit, so every part of the solver plays the same game.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dicecup.games.yahtzee.scoring import BOXES, LOWER
from dicecup.games.yahtzee.solver.dice import BLOCK, CHANCE_OF_ROLL, DICE, KEEPS, NOTHING, ROLLS, SHRINK_IN
from dicecup.games.yahtzee.solver.model import (
    ARMED,
    JOKER,
    LOWER_BITS,
    NEVER,
    OPTION_BOX,
    OPTION_POINTS,
    OPTIONS,
    PLAIN,
    YAHTZEE_BIT,
    YAHTZEES,
    Model,
)
from dicecup.games.yahtzee.solver.turn import SIXTH, Turn, play_values
from dicecup.games.yahtzee.solver.types import Floats, Ints

Keeps: TypeAlias = NDArray[np.int16]
_NUMBERS = np.arange(len(KEEPS), dtype=np.int16)
WITH_BONUS = len(OPTIONS)  # option + WITH_BONUS is the same option and a Yahtzee bonus


class Midturn(NamedTuple):
    """A turn that is under way: these dice lie on the table."""

    roll: int
    rolls_left: int


def choose_keeps(worth: Floats, best: Floats) -> Keeps:
    """The keep that the policy makes of each keep and roll, by keep and state."""
    choice = np.full(worth.shape, len(KEEPS), np.int16)
    choice[NOTHING] = NOTHING
    for size in range(1, DICE + 1):
        mine, smaller = BLOCK[size], BLOCK[size - 1]
        for shrunk in SHRINK_IN[size]:
            some = slice(mine.start, mine.start + len(shrunk))
            cannot = np.take(best[smaller], shrunk, axis=0, mode="clip") != best[some]
            from_here = np.take(choice[smaller], shrunk, axis=0, mode="clip")
            from_here[cannot] = len(KEEPS)
            np.minimum(choice[some], from_here, out=choice[some])
        np.copyto(choice[mine], _NUMBERS[mine, None], where=worth[mine] == best[mine])
    return choice


def choose_options(model: Model, turn: Turn, rows: Ints) -> Ints:
    """The option with which the policy ends the turn, by roll and state."""
    worth = turn.worth[0][:ROLLS]
    choice = np.full(worth.shape, NEVER)
    for box in reversed(range(len(BOXES))):  # so that the first box on the card has the last word
        mine = PLAIN[:, box]
        np.copyto(choice, mine[:, None], where=np.take(turn.options, mine, axis=0, mode="clip") == worth)
    if model.jokers:
        _choose_for_jokers(turn, rows, choice)
    return choice


def _choose_for_jokers(turn: Turn, rows: Ints, choice: Ints) -> None:
    columns = np.flatnonzero(rows & YAHTZEE_BIT)
    row = rows[columns]
    armed = row & ARMED != 0
    lower = row & LOWER_BITS != LOWER_BITS
    for face, roll in enumerate(YAHTZEES):
        own = row & 1 << face == 0
        for box in reversed(range(len(BOXES))):
            forced = np.where(own, box == face, (box in LOWER) == lower)
            option = JOKER[face, box]
            value = np.where(armed, turn.rewarded[option, columns], turn.options[option, columns])
            here = forced & (value == turn.worth[0][roll, columns])
            choice[roll, columns[here]] = option + np.where(armed[here], WITH_BONUS, 0)


def _add_up(choice: Keeps | Ints, chances: Floats, lines: int) -> Floats:
    """The chances of all that lead to the same choice, by choice and state."""
    columns = choice.shape[1]
    at = choice.astype(np.int64) * columns + np.arange(columns)
    sums = np.bincount(at.reshape(-1), chances.reshape(-1), lines * columns)
    return sums.reshape(lines, columns).astype(np.float64, copy=False)


def _throw(mass: Floats) -> None:
    """Throw the dice that were not kept: the chance of each keep goes to the rolls it can become."""
    mass[:ROLLS] = 0
    for size in range(1, DICE + 1):
        mine, smaller = mass[BLOCK[size]], mass[BLOCK[size - 1]]
        for shrunk in SHRINK_IN[size]:
            mine[: len(shrunk)] += np.take(smaller, shrunk, axis=0, mode="clip") * SIXTH
    mass[ROLLS:] = 0


def box_chances(model: Model, turn: Turn, rows: Ints, keeps: Ints, rolls_left: int) -> Floats:
    """The chance that a turn in one state goes on from each keep to points in each box, by keep and box."""
    each = np.arange(len(keeps))
    mass = np.zeros((len(KEEPS), len(keeps)))
    mass[keeps, each] = 1
    final = mass[:ROLLS].copy()
    _throw(mass)
    if rolls_left == 2:
        choice = np.repeat(choose_keeps(turn.worth[0], turn.best[0])[:ROLLS], len(keeps), axis=1)
        mass = _add_up(choice, mass[:ROLLS], len(KEEPS))
        final += mass[:ROLLS]
        _throw(mass)
    final += mass[:ROLLS]
    option = choose_options(model, turn, rows)[:, 0] % WITH_BONUS
    ends = (OPTION_BOX[option] == np.arange(len(BOXES))[:, None]) & (OPTION_POINTS[option] > 0)
    found: Floats = final.T @ ends.T.astype(np.float64)
    return found


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
        keeps = choose_keeps(turn.worth[stage], turn.best[stage])
        mass = _add_up(keeps[:ROLLS], mass[:ROLLS], len(KEEPS))
        final += mass[:ROLLS]
        _throw(mass)
    final += mass[:ROLLS]
    return _add_up(choose_options(model, turn, rows), final, 2 * WITH_BONUS).T
