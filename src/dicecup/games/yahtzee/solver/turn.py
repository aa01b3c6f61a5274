"""One turn in NumPy, for many states at once: what every box, roll and keep is worth.

Arrays have one line per keep (or roll, or option) and one column per state. The order of the additions is
fixed, and the same in `turn_numba`, so that both give the same bits and hence the same policy.
"""

from typing import NamedTuple

import numpy as np

from dicecup.games.yahtzee.scoring import LOWER, UPPER, UPPER_GOAL, YAHTZEE_BONUS
from dicecup.games.yahtzee.solver.dice import BLOCK, CHANCE_OF_ROLL, DICE, GROW_IN, KEEPS, ROLLS, SHRINK_IN
from dicecup.games.yahtzee.solver.model import (
    ARMED,
    CLASS_OPTIONS,
    JOKER,
    NEVER,
    OPTION_BOX,
    OPTION_INDEX,
    OPTIONS,
    ROLL_CLASSES,
    TOTALS,
    YAHTZEE_BIT,
    YAHTZEES,
    Model,
)
from dicecup.games.yahtzee.solver.types import Floats, Ints

SIXTH = 1 / 6
_CLASS_COLUMNS = CLASS_OPTIONS.T.copy()
_ROLL_COLUMNS = ROLL_CLASSES.T.copy()


class Turn(NamedTuple):
    """The values of a turn, with 1 and with 2 re-rolls left.

    `worth` is what a keep brings (all five kept: the best box), `best` is the best worth among a keep and all
    that can be made from it: for a roll, what it is worth to the perfect player. `rewarded` are the options of a
    joker that earns the Yahtzee bonus.
    """

    options: Floats
    rewarded: Floats
    worth: tuple[Floats, Floats]
    best: tuple[Floats, Floats]


def option_values(model: Model, values: Floats, rows: Ints, totals: Ints) -> Floats:
    """What each option is worth from now on, its own points included."""
    bits, upper, points = (effect[: len(OPTIONS), None] for effect in model.effects)
    total = totals + upper
    np.minimum(total, UPPER_GOAL, out=total)
    found = np.empty((len(OPTIONS) + 1, len(rows)))
    np.take(values.reshape(-1), (rows | bits) * TOTALS + total, out=found[:NEVER], mode="clip")
    found[:NEVER] += points
    found[:NEVER][rows & 1 << OPTION_BOX[:, None] != 0] = -np.inf
    found[NEVER] = -np.inf
    return found


def _best_of(lines: Floats, columns: Ints, out: Floats, spare: Floats) -> None:
    np.take(lines, columns[0], axis=0, out=out, mode="clip")
    for column in columns[1:]:
        np.maximum(out, np.take(lines, column, axis=0, out=spare[: len(out)], mode="clip"), out=out)


def _best_boxes(model: Model, options: Floats, rewarded: Floats, rows: Ints, out: Floats, spare: Floats) -> None:
    """The value of the best box for each roll."""
    classes = np.empty((len(CLASS_OPTIONS), len(rows)))
    _best_of(options, _CLASS_COLUMNS, classes, spare)
    _best_of(classes, _ROLL_COLUMNS, out, spare)
    jokers = np.flatnonzero(rows & YAHTZEE_BIT) if model.jokers else ()
    if len(jokers):
        worth = np.where(rows[jokers] & ARMED, rewarded[:, jokers], options[:, jokers])
        zero = worth[[OPTION_INDEX[box, 0] for box in UPPER]].max(axis=0)
        for face, roll in enumerate(YAHTZEES):
            own = worth[JOKER[face, face]]
            lower = worth[JOKER[face, list(LOWER)]].max(axis=0)
            out[roll, jokers] = np.where(own > -np.inf, own, np.where(lower > -np.inf, lower, zero))


def average(lines: Floats, spare: Floats) -> None:
    """From the rolls down: a keep is worth the mean over the next die."""
    for size in range(DICE - 1, -1, -1):
        bigger, mine = lines[BLOCK[size + 1]], lines[BLOCK[size]]
        np.take(bigger, GROW_IN[size][0], axis=0, out=mine, mode="clip")
        for grown in GROW_IN[size][1:]:
            mine += np.take(bigger, grown, axis=0, out=spare[: len(grown)], mode="clip")
        mine *= SIXTH


def _maximise(lines: Floats, spare: Floats) -> None:
    """From nothing up: the best that can be kept is the whole, or the best without one of the dice."""
    for size in range(1, DICE + 1):
        smaller, mine = lines[BLOCK[size - 1]], lines[BLOCK[size]]
        for shrunk in SHRINK_IN[size]:
            some = mine[: len(shrunk)]
            np.maximum(some, np.take(smaller, shrunk, axis=0, out=spare[: len(shrunk)], mode="clip"), out=some)


def _rewarded(model: Model, options: Floats) -> Floats:
    return options + YAHTZEE_BONUS if model.jokers else options


def play_values(model: Model, values: Floats, rows: Ints, totals: Ints) -> Turn:
    """All the values inside a turn that starts in these states."""
    options = option_values(model, values, rows, totals)
    return turn_values(model, options, _rewarded(model, options), rows)


def turn_values(model: Model, options: Floats, rewarded: Floats, rows: Ints) -> Turn:
    """All the values inside a turn at whose end each option is worth this much, whatever the unit."""
    spare = np.empty((ROLLS, len(rows)))
    one, best_one, two, best_two = np.empty((4, len(KEEPS), len(rows)))
    _best_boxes(model, options, rewarded, rows, one[:ROLLS], spare)
    average(one, spare)
    best_one[:] = one
    _maximise(best_one, spare)
    two[:ROLLS] = best_one[:ROLLS]
    average(two, spare)
    two[:ROLLS] = one[:ROLLS]  # to keep all five is to stop
    best_two[:] = two
    _maximise(best_two, spare)
    return Turn(options, rewarded, (one, two), (best_one, best_two))


def keep_values(model: Model, values: Floats, rows: Ints, totals: Ints, rolls_left: int) -> Floats:
    """What every keep is worth: `play_values(...).worth[rolls_left - 1]`, when only that is wanted."""
    spare = np.empty((ROLLS, len(rows)))
    lines = np.empty((len(KEEPS), len(rows)))
    options = option_values(model, values, rows, totals)
    _best_boxes(model, options, _rewarded(model, options), rows, lines[:ROLLS], spare)
    if rolls_left == 1:
        average(lines, spare)
        return lines
    stop = lines[:ROLLS].copy()
    average(lines, spare)
    _maximise(lines, spare)
    average(lines, spare)
    lines[:ROLLS] = stop
    return lines


def start_values(model: Model, values: Floats, rows: Ints, totals: Ints) -> Floats:
    """What a state is worth before the first roll, when only that is wanted."""
    options = option_values(model, values, rows, totals)
    return start_worth(model, options, _rewarded(model, options), rows)


def start_worth(model: Model, options: Floats, rewarded: Floats, rows: Ints) -> Floats:
    """What a turn is worth before the first roll if each option is worth this much, when only that is wanted."""
    spare = np.empty((ROLLS, len(rows)))
    lines = np.empty((len(KEEPS), len(rows)))
    _best_boxes(model, options, rewarded, rows, lines[:ROLLS], spare)
    for _ in range(2):
        average(lines, spare)
        _maximise(lines, spare)
    np.multiply(lines[:ROLLS], CHANCE_OF_ROLL[:, None], out=spare)
    # Line after line, as in Numba; a single column np.sum would add in another order.
    return np.array(spare.sum(axis=0) if len(rows) > 1 else np.cumsum(spare)[-1:])
