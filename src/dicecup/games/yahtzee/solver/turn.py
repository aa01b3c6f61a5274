"""One turn in NumPy, for many states at once: what every keep is worth.

Arrays have one line per keep (or roll, or option) and one column per state. The order of the additions is
fixed, and the same in `turn_numba`, so that both give the same bits and hence the same policy.
"""

from typing import NamedTuple

import numpy as np

from dicecup.games.yahtzee.scoring import (
    BOXES,
    LOWER,
    UPPER,
    UPPER_GOAL,
    YAHTZEE,
    YAHTZEE_BONUS,
    YAHTZEE_SCORE,
)
from dicecup.games.yahtzee.solver.dice import BLOCK, DICE, GROW_IN, KEEPS, NOTHING, ROLLS, SHRINK_IN
from dicecup.games.yahtzee.solver.model import (
    ARMED,
    GROUPS,
    JOKER,
    OPTION_INDEX,
    OPTION_POINTS,
    OPTIONS,
    OPTIONS_OF_BOX,
    TOTALS,
    YAHTZEE_BIT,
    YAHTZEES,
    Model,
)
from dicecup.games.yahtzee.solver.types import Floats, Ints

SIXTH = 1 / 6
NEVER = -np.inf  # the value of an option whose box is filled


class Turn(NamedTuple):
    """The values of a turn, with 1 and with 2 re-rolls left.

    `worth` is what a keep brings (all five kept: the best box), `best` is the best worth among a keep and all
    that can be made from it: for a roll, what it is worth to the perfect player.
    """

    options: Floats
    worth: tuple[Floats, Floats]
    best: tuple[Floats, Floats]


def option_values(model: Model, values: Floats, rows: Ints, totals: Ints) -> Floats:
    """What each option is worth from now on, its own points included."""
    flat = values.reshape(-1)
    found = np.empty((len(OPTIONS), len(rows)))
    for box in range(len(BOXES)):
        mine = OPTIONS_OF_BOX[box]
        at = (rows | 1 << box) * TOTALS
        points = OPTION_POINTS[mine, None]
        if box in UPPER:
            np.take(flat, at + np.minimum(totals + points, UPPER_GOAL), out=found[mine], mode="clip")
        else:
            found[mine] = np.take(flat, at + totals)
        if box == YAHTZEE and model.jokers:
            yes = OPTION_INDEX[YAHTZEE, YAHTZEE_SCORE]
            found[yes] = np.take(flat, np.minimum(at + ARMED * TOTALS + totals, flat.size - 1))
        found[mine] += points
        found[mine, rows >> box & 1 != 0] = NEVER
    return found


def _best_boxes(model: Model, options: Floats, rows: Ints, out: Floats) -> None:
    """The value of the best box for each roll."""
    first = True
    for group in GROUPS:
        classes = np.take(options, group.options[:, 0], axis=0)
        for column in range(1, len(group.boxes)):
            np.maximum(classes, np.take(options, group.options[:, column], axis=0), out=classes)
        if first:
            np.take(classes, group.class_of, axis=0, out=out, mode="clip")
        else:
            np.maximum(out, np.take(classes, group.class_of, axis=0), out=out)
        first = False
    jokers = np.flatnonzero(rows & YAHTZEE_BIT) if model.jokers else np.empty(0, np.int64)
    if len(jokers):
        bonus = np.where(rows[jokers] & ARMED, YAHTZEE_BONUS, 0)
        zero = options[[OPTION_INDEX[box, 0] for box in UPPER]][:, jokers].max(axis=0)
        for face, roll in enumerate(YAHTZEES):
            own = options[JOKER[face, face], jokers]
            lower = options[JOKER[face, list(LOWER)]][:, jokers].max(axis=0)
            forced = np.where(own > NEVER, own, np.where(lower > NEVER, lower, zero))
            out[roll, jokers] = forced + bonus


def average(lines: Floats) -> None:
    """From the rolls down: a keep is worth the mean over the next die."""
    for size in range(DICE - 1, -1, -1):
        bigger, mine = lines[BLOCK[size + 1]], lines[BLOCK[size]]
        np.take(bigger, GROW_IN[size][0], axis=0, out=mine, mode="clip")
        for grown in GROW_IN[size][1:]:
            mine += np.take(bigger, grown, axis=0, mode="clip")
        mine *= SIXTH


def maximise(lines: Floats) -> None:
    """From nothing up: the best that can be kept is the whole, or the best without one of the dice."""
    for size in range(1, DICE + 1):
        smaller, mine = lines[BLOCK[size - 1]], lines[BLOCK[size]]
        for shrunk in SHRINK_IN[size]:
            some = mine[: len(shrunk)]
            np.maximum(some, np.take(smaller, shrunk, axis=0, mode="clip"), out=some)


def play_values(model: Model, values: Floats, rows: Ints, totals: Ints) -> Turn:
    """All the values inside a turn that starts in these states."""
    options = option_values(model, values, rows, totals)
    lines = np.empty((4, len(KEEPS), len(rows)))
    _best_boxes(model, options, rows, lines[0, :ROLLS])
    average(lines[0])
    lines[1] = lines[0]
    maximise(lines[1])
    lines[2, :ROLLS] = lines[1, :ROLLS]
    average(lines[2])
    lines[2, :ROLLS] = lines[0, :ROLLS]  # to keep all five is to stop
    lines[3] = lines[2]
    maximise(lines[3])
    return Turn(options, (lines[0], lines[2]), (lines[1], lines[3]))


def start_values(model: Model, values: Floats, rows: Ints, totals: Ints) -> Floats:
    """What a state is worth before the first roll, when only that is wanted."""
    lines = np.empty((len(KEEPS), len(rows)))
    _best_boxes(model, option_values(model, values, rows, totals), rows, lines[:ROLLS])
    for _ in range(2):
        average(lines)
        maximise(lines)
    average(lines)
    return np.array(lines[NOTHING])
