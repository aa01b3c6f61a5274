"""One turn in Numba, for up to 64 states of one row at once. `turn` says what is computed; this is the same.

Lines are keeps, columns are states: the inner loops run over the columns and become vector instructions. The
number of every line that is written comes from a table, as otherwise LLVM proves too little about it.
"""

from typing import NamedTuple

import numpy as np

from dicecup.games.yahtzee.scoring import LOWER, UPPER_GOAL, YAHTZEE_BONUS
from dicecup.games.yahtzee.solver import dice, model
from dicecup.games.yahtzee.solver.dice import KEEPS, NOTHING, ROLLS
from dicecup.games.yahtzee.solver.jit import compiled
from dicecup.games.yahtzee.solver.model import ARMED, CLASS_OPTIONS, NEVER, OPTIONS, TOTALS, UPPER_BITS, YAHTZEE_BIT
from dicecup.games.yahtzee.solver.types import Floats, Ints

SIXTH = 1 / 6
STEP = 16  # columns are padded to a multiple of this, so that no loop has a scalar tail
FIRST_LOWER, LAST_LOWER = LOWER[0], LOWER[-1]
N_OPTIONS = len(OPTIONS)


class Tables(NamedTuple):
    """What the compiled functions read. (Arguments, not globals: compiled code on disk must not go stale.)"""

    grow: Ints  # keep, then with a 1, 2 .. 6 more
    shrink: Ints  # keep, number of different faces, then without one of each
    option_box: Ints
    option_points: Ints
    class_options: Ints  # class, then its options
    roll_classes: Ints  # roll, then its classes
    joker: Ints
    yahtzees: Ints
    totals: Ints  # by upper boxes: the totals, padded with the last
    total_count: Ints


class Scratch(NamedTuple):
    """Room for one turn."""

    options: Floats
    classes: Floats
    one: Floats
    best_one: Floats
    two: Floats
    best_two: Floats


def _totals() -> tuple[Ints, Ints]:
    lists = [model.reachable_totals(upper) for upper in range(UPPER_BITS + 1)]
    padded = [np.pad(t, (0, TOTALS - len(t)), mode="edge") for t in lists]
    return np.array(padded), np.array([len(t) for t in lists])


def _numbered(table: Ints, start: int, stop: int, step: int) -> Ints:
    lines = np.arange(start, stop, step)
    return np.column_stack([lines, table[lines]])


TABLES = Tables(
    _numbered(dice.GROW, ROLLS, len(KEEPS), 1),
    _numbered(np.column_stack([(dice.SHRINK >= 0).sum(axis=1), dice.SHRINK]), NOTHING - 1, -1, -1),
    model.OPTION_BOX,
    model.OPTION_POINTS,
    _numbered(CLASS_OPTIONS, 0, len(CLASS_OPTIONS), 1),
    _numbered(model.ROLL_CLASSES, 0, ROLLS, 1),
    model.JOKER,
    np.array(model.YAHTZEES),
    *_totals(),
)


def scratch() -> Scratch:
    """Fresh room for one turn."""
    keeps = (np.zeros((len(KEEPS), TOTALS)) for _ in range(4))
    return Scratch(np.zeros((len(OPTIONS) + 1, TOTALS)), np.zeros((len(CLASS_OPTIONS), TOTALS)), *keeps)


@compiled
def more(a: float, b: float) -> float:
    """The greater of two numbers."""
    return a if a > b else b


@compiled
def option_values(t: Tables, jokers: bool, values: Floats, row: int, totals: Ints, width: int, out: Floats) -> None:
    """What each option is worth from now on, its own points included."""
    out[NEVER, :width] = -np.inf
    for option in range(N_OPTIONS):
        box, points = t.option_box[option], t.option_points[option]
        if row >> box & 1:
            out[option, :width] = -np.inf
        elif box < FIRST_LOWER:
            after = values[row | 1 << box]
            for c in range(width):
                out[option, c] = after[min(totals[c] + points, UPPER_GOAL)] + points
        else:
            armed = ARMED if jokers and 1 << box == YAHTZEE_BIT and points > 0 else 0
            after = values[row | 1 << box | armed]
            for c in range(width):
                out[option, c] = after[totals[c]] + points


@compiled
def best_boxes(t: Tables, jokers: bool, row: int, width: int, s: Scratch, out: Floats) -> None:
    """The value of the best box for each roll."""
    options, classes = s.options, s.classes
    for i in range(len(t.class_options)):
        line = t.class_options[i]
        k, o, p, q, r = line[0], line[1], line[2], line[3], line[4]
        for c in range(width):
            classes[k, c] = more(more(options[o, c], options[p, c]), more(options[q, c], options[r, c]))
    for i in range(ROLLS):
        line = t.roll_classes[i]
        k, o, p, q, r = line[0], line[1], line[2], line[3], line[4]
        for c in range(width):
            out[k, c] = more(more(classes[o, c], classes[p, c]), more(classes[q, c], classes[r, c]))
    if jokers and row & YAHTZEE_BIT:
        bonus = YAHTZEE_BONUS if row & ARMED else 0
        for face in range(6):
            for c in range(width):
                value = options[t.joker[face, face], c]
                if value == -np.inf:
                    for box in range(FIRST_LOWER, LAST_LOWER + 1):
                        value = more(options[t.joker[face, box], c], value)
                if value == -np.inf:
                    for box in range(FIRST_LOWER):
                        value = more(options[6 * box, c], value)
                out[t.yahtzees[face], c] = value + bonus


@compiled
def average(t: Tables, lines: Floats, width: int) -> None:
    """From the rolls down: a keep is worth the mean over the next die."""
    for i in range(len(t.grow)):
        line = t.grow[i]
        k, o, p, q, r, u, v = line[0], line[1], line[2], line[3], line[4], line[5], line[6]
        for c in range(width):
            total = lines[o, c] + lines[p, c] + lines[q, c] + lines[r, c] + lines[u, c] + lines[v, c]
            lines[k, c] = total * SIXTH


@compiled
def maximise(t: Tables, worth: Floats, best: Floats, width: int) -> None:
    """From nothing up: the best that can be kept is the whole, or the best without one of the dice."""
    best[NOTHING, :width] = worth[NOTHING, :width]
    for i in range(len(t.shrink)):
        line = t.shrink[i]
        k, faces, o, p, q, r, u = line[0], line[1], line[2], line[3], line[4], line[5], line[6]
        if faces == 1:
            for c in range(width):
                best[k, c] = more(worth[k, c], best[o, c])
        elif faces == 2:
            for c in range(width):
                best[k, c] = more(more(worth[k, c], best[o, c]), best[p, c])
        elif faces == 3:
            for c in range(width):
                best[k, c] = more(more(more(worth[k, c], best[o, c]), best[p, c]), best[q, c])
        elif faces == 4:
            for c in range(width):
                most = more(more(more(worth[k, c], best[o, c]), best[p, c]), best[q, c])
                best[k, c] = more(most, best[r, c])
        else:
            for c in range(width):
                most = more(more(more(worth[k, c], best[o, c]), best[p, c]), best[q, c])
                best[k, c] = more(more(most, best[r, c]), best[u, c])


@compiled
def start_values(t: Tables, jokers: bool, values: Floats, row: int, totals: Ints, width: int, s: Scratch) -> Floats:
    """What the states of one row are worth before the first roll (in a line of the scratch room)."""
    option_values(t, jokers, values, row, totals, width, s.options)
    best_boxes(t, jokers, row, width, s, s.one)
    average(t, s.one, width)
    maximise(t, s.one, s.best_one, width)
    average(t, s.best_one, width)
    maximise(t, s.best_one, s.one, width)
    average(t, s.one, width)
    return s.one[NOTHING]


@compiled
def solve_rows(t: Tables, jokers: bool, values: Floats, rows: Ints, s: Scratch) -> None:
    """Fill the table for these rows, in this order."""
    for i in range(len(rows)):
        row = rows[i]
        totals, count = t.totals[row & UPPER_BITS], t.total_count[row & UPPER_BITS]
        width = (count + STEP - 1) // STEP * STEP
        found = start_values(t, jokers, values, row, totals, width, s)
        for c in range(count):
            values[row, totals[c]] = found[c]
