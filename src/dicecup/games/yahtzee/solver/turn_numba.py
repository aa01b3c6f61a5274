"""One turn in Numba, for 64 states at once. `turn` says what is computed; this is the same, to the bit.

Lines are keeps, columns are states: the inner loops run over the columns and become vector instructions. The
number of every line that is written comes from a table, as otherwise LLVM proves too little about it. Lines are
copied in loops (`copy_lines`): to assign to a slice, Numba also compiles how to say that it does not fit, and that
takes longer than all the rest.
"""

from typing import NamedTuple

import numpy as np

from dicecup.games.yahtzee.scoring import LOWER, UPPER_GOAL, YAHTZEE_BONUS
from dicecup.games.yahtzee.solver import dice, model
from dicecup.games.yahtzee.solver.dice import KEEPS, NOTHING, ROLLS
from dicecup.games.yahtzee.solver.jit import compiled
from dicecup.games.yahtzee.solver.model import ARMED, CLASS_OPTIONS, NEVER, OPTIONS, YAHTZEE_BIT
from dicecup.games.yahtzee.solver.types import Floats, Ints

SIXTH = 1 / 6
COLUMNS = 64
FIRST_LOWER, LAST_LOWER = LOWER[0], LOWER[-1]


class Tables(NamedTuple):
    """What the compiled functions read. (Arguments, not globals: compiled code on disk must not go stale.)"""

    grow: Ints  # keep, then with a 1, 2 .. 6 more
    shrink: Ints  # keep, number of different faces, then without one of each
    chance: Floats  # of each roll
    first_option: Ints  # of each box, and the end
    option_points: Ints
    class_options: Ints  # class, then its options
    roll_classes: Ints  # roll, then its classes
    joker: Ints
    yahtzees: Ints


class Scratch(NamedTuple):
    """Room for one turn."""

    options: Floats
    classes: Floats
    one: Floats
    best_one: Floats
    two: Floats
    best_two: Floats


def _numbered(table: Ints, start: int, stop: int, step: int) -> Ints:
    lines = np.arange(start, stop, step)
    return np.column_stack([lines, table[lines]])


TABLES = Tables(
    _numbered(dice.GROW, ROLLS, len(KEEPS), 1),
    _numbered(np.column_stack([(dice.SHRINK >= 0).sum(axis=1), dice.SHRINK]), NOTHING - 1, -1, -1),
    dice.CHANCE_OF_ROLL,
    model.FIRST_OPTION,
    model.OPTION_POINTS,
    _numbered(CLASS_OPTIONS, 0, len(CLASS_OPTIONS), 1),
    _numbered(model.ROLL_CLASSES, 0, ROLLS, 1),
    model.JOKER,
    np.array(model.YAHTZEES),
)


def scratch() -> Scratch:
    """Fresh room for one turn."""
    keeps = (np.zeros((len(KEEPS), COLUMNS)) for _ in range(4))
    return Scratch(np.zeros((len(OPTIONS) + 1, COLUMNS)), np.zeros((len(CLASS_OPTIONS), COLUMNS)), *keeps)


@compiled
def more(a: float, b: float) -> float:
    """The greater of two numbers."""
    return a if a > b else b


@compiled
def copy_lines(lines: Floats, out: Floats, count: int) -> None:
    """The first lines of one array into another."""
    for i in range(count):
        for c in range(COLUMNS):
            out[i, c] = lines[i, c]


@compiled
def fill_lines(value: float, out: Floats, first: int, stop: int) -> None:
    """One number all over these lines."""
    for i in range(first, stop):
        for c in range(COLUMNS):
            out[i, c] = value


@compiled
def option_values(t: Tables, jokers: bool, values: Floats, rows: Ints, totals: Ints, out: Floats) -> None:
    """What each option is worth from now on, its own points included."""
    fill_lines(-np.inf, out, NEVER, NEVER + 1)
    for box in range(FIRST_LOWER):
        first = t.first_option[box]
        for c in range(COLUMNS):
            if rows[c] >> box & 1:
                for count in range(6):
                    out[first + count, c] = -np.inf
            else:
                after = values[rows[c] | 1 << box]
                for count in range(6):
                    points = count * (box + 1)
                    out[first + count, c] = after[min(totals[c] + points, UPPER_GOAL)] + points
    to_come = np.empty(COLUMNS)
    for box in range(FIRST_LOWER, LAST_LOWER + 1):
        for option in range(t.first_option[box], t.first_option[box + 1]):
            points = t.option_points[option]
            armed = jokers and 1 << box == YAHTZEE_BIT and points > 0
            if armed or option == t.first_option[box]:
                for c in range(COLUMNS):
                    row = rows[c] | 1 << box | (ARMED if armed else 0)
                    to_come[c] = -np.inf if rows[c] >> box & 1 else values[row, totals[c]]
            for c in range(COLUMNS):
                out[option, c] = to_come[c] + points


@compiled
def best_of_four(table: Ints, lines: Floats, out: Floats) -> None:
    """For each line of the table the best of the four lines that it names."""
    for i in range(len(table)):
        k, o, p, q, r = table[i, 0], table[i, 1], table[i, 2], table[i, 3], table[i, 4]
        for c in range(COLUMNS):
            out[k, c] = more(more(lines[o, c], lines[p, c]), more(lines[q, c], lines[r, c]))


@compiled
def joker_boxes(t: Tables, options: Floats, rows: Ints, out: Floats) -> None:
    """The Yahtzees again, where they are jokers."""
    for c in range(COLUMNS):
        if rows[c] & YAHTZEE_BIT:
            bonus = YAHTZEE_BONUS if rows[c] & ARMED else 0
            for face in range(6):
                value = options[t.joker[face, face], c]
                if value == -np.inf:
                    for box in range(FIRST_LOWER, LAST_LOWER + 1):
                        value = more(options[t.joker[face, box], c], value)
                if value == -np.inf:
                    for box in range(FIRST_LOWER):
                        value = more(options[t.first_option[box], c], value)
                out[t.yahtzees[face], c] = value + bonus


@compiled
def box_values(t: Tables, jokers: bool, values: Floats, rows: Ints, totals: Ints, s: Scratch) -> None:
    """The value of every option, and of the best box for each roll, into the scratch room."""
    option_values(t, jokers, values, rows, totals, s.options)
    best_of_four(t.class_options, s.options, s.classes)
    best_of_four(t.roll_classes, s.classes, s.one)
    if jokers:
        joker_boxes(t, s.options, rows, s.one)


@compiled
def average(t: Tables, lines: Floats) -> None:
    """From the rolls down: a keep is worth the mean over the next die."""
    for i in range(len(t.grow)):
        line = t.grow[i]
        k, o, p, q, r, u, v = line[0], line[1], line[2], line[3], line[4], line[5], line[6]
        for c in range(COLUMNS):
            total = lines[o, c] + lines[p, c] + lines[q, c] + lines[r, c] + lines[u, c] + lines[v, c]
            lines[k, c] = total * SIXTH


@compiled
def maximise(t: Tables, worth: Floats, best: Floats) -> None:
    """From nothing up: the best that can be kept is the whole, or the best without one of the dice."""
    for c in range(COLUMNS):
        best[NOTHING, c] = worth[NOTHING, c]
    for i in range(len(t.shrink)):
        line = t.shrink[i]
        k, faces, o, p, q, r, u = line[0], line[1], line[2], line[3], line[4], line[5], line[6]
        if faces == 1:
            for c in range(COLUMNS):
                best[k, c] = more(worth[k, c], best[o, c])
        elif faces == 2:
            for c in range(COLUMNS):
                best[k, c] = more(more(worth[k, c], best[o, c]), best[p, c])
        elif faces == 3:
            for c in range(COLUMNS):
                best[k, c] = more(more(more(worth[k, c], best[o, c]), best[p, c]), best[q, c])
        elif faces == 4:
            for c in range(COLUMNS):
                most = more(more(more(worth[k, c], best[o, c]), best[p, c]), best[q, c])
                best[k, c] = more(most, best[r, c])
        else:
            for c in range(COLUMNS):
                most = more(more(more(worth[k, c], best[o, c]), best[p, c]), best[q, c])
                best[k, c] = more(more(most, best[r, c]), best[u, c])


@compiled
def first_roll(t: Tables, best: Floats) -> Floats:
    """The mean over the first roll."""
    mean = np.zeros(COLUMNS)
    for roll in range(ROLLS):
        for c in range(COLUMNS):
            mean[c] += best[roll, c] * t.chance[roll]
    return mean


@compiled
def start_values(t: Tables, jokers: bool, values: Floats, rows: Ints, totals: Ints, s: Scratch) -> Floats:
    """What these states are worth before the first roll."""
    box_values(t, jokers, values, rows, totals, s)
    average(t, s.one)
    maximise(t, s.one, s.best_one)
    average(t, s.best_one)
    maximise(t, s.best_one, s.one)
    return first_roll(t, s.one)


@compiled
def solve_states(t: Tables, jokers: bool, values: Floats, rows: Ints, totals: Ints, s: Scratch) -> None:
    """Fill the table for these states, which do not depend on each other."""
    row, total = np.zeros(COLUMNS, np.int64), np.zeros(COLUMNS, np.int64)
    for start in range(0, len(rows), COLUMNS):
        count = min(COLUMNS, len(rows) - start)
        for c in range(count):
            row[c], total[c] = rows[start + c], totals[start + c]
        found = start_values(t, jokers, values, row, total, s)
        for c in range(count):
            values[row[c], total[c]] = found[c]
