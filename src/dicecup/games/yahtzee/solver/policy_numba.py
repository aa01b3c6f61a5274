"""The perfect player's habits in Numba: the policy of `policy`, for 64 states at once and for single rolls."""

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES, YAHTZEE_BONUS
from dicecup.games.yahtzee.solver.dice import KEEPS, NOTHING, ROLLS
from dicecup.games.yahtzee.solver.jit import compiled
from dicecup.games.yahtzee.solver.model import ARMED, LOWER_BITS, PLAIN, YAHTZEE_BIT, Model
from dicecup.games.yahtzee.solver.policy import WITH_BONUS
from dicecup.games.yahtzee.solver.turn_numba import (
    COLUMNS,
    FIRST_LOWER,
    SIXTH,
    TABLES,
    Scratch,
    Tables,
    average,
    box_values,
    copy_lines,
    fill_lines,
    maximise,
    scratch,
)
from dicecup.games.yahtzee.solver.types import Floats, Ints

N_BOXES, N_KEEPS = len(BOXES), len(KEEPS)
NO_OPTION = 1e9


@compiled
def play_values(t: Tables, jokers: bool, values: Floats, rows: Ints, totals: Ints, s: Scratch) -> None:
    """All the values inside a turn that starts in these states, into the scratch room."""
    box_values(t, jokers, values, rows, totals, s)
    average(t, s.one)
    maximise(t, s.one, s.best_one)
    copy_lines(s.best_one, s.two, ROLLS)
    average(t, s.two)
    copy_lines(s.one, s.two, ROLLS)  # to keep all five is to stop
    maximise(t, s.two, s.best_two)


@compiled
def _lower(lowest: Floats, choice: Floats, reached: Floats, best: Floats) -> None:
    for c in range(COLUMNS):
        here = choice[c] if reached[c] == best[c] else N_KEEPS
        lowest[c] = here if here < lowest[c] else lowest[c]


@compiled
def choose_keeps(t: Tables, worth: Floats, best: Floats, choice: Floats) -> None:
    """The keep that the policy makes of each keep and roll, by keep and state (as floats: faster)."""
    fill_lines(NOTHING, choice, NOTHING, NOTHING + 1)
    lowest = np.empty(COLUMNS)
    for i in range(len(t.shrink)):
        line = t.shrink[i]
        keep = line[0]
        for c in range(COLUMNS):
            lowest[c] = N_KEEPS
        for j in range(2, 2 + line[1]):
            _lower(lowest, choice[line[j]], best[line[j]], best[keep])
        for c in range(COLUMNS):
            choice[keep, c] = keep if worth[keep, c] == best[keep, c] else lowest[c]


@compiled
def _lower_if_best(lowest: Floats, option: int, value: Floats, best: Floats) -> None:
    for c in range(COLUMNS):
        here = float(option) if value[c] == best[c] else NO_OPTION
        lowest[c] = here if here < lowest[c] else lowest[c]


@compiled
def _joker_option(t: Tables, s: Scratch, row: int, face: int, c: int) -> int:
    bonus = YAHTZEE_BONUS if row & ARMED else 0
    own = not row >> face & 1
    lower = row & LOWER_BITS != LOWER_BITS
    for box in range(N_BOXES):
        forced = box == face if own else (box >= FIRST_LOWER) == lower
        option: int = t.joker[face, box]
        if forced and s.options[option, c] + bonus == s.one[t.yahtzees[face], c]:
            return option + WITH_BONUS if bonus else option
    return -1  # never: one of them is worth what the best is worth


@compiled
def choose_options(t: Tables, jokers: bool, plain: Ints, rows: Ints, s: Scratch, choice: Floats) -> None:
    """The option with which the policy ends the turn, by roll and state: options are numbered box by box."""
    closed = rows[0]
    for c in range(COLUMNS):
        closed &= rows[c]
    fill_lines(NO_OPTION, choice, 0, ROLLS)
    for roll in range(ROLLS):
        for box in range(N_BOXES):
            if not closed >> box & 1:
                option = plain[roll, box]
                _lower_if_best(choice[roll], option, s.options[option], s.one[roll])
    if jokers:
        for c in range(COLUMNS):
            if rows[c] & YAHTZEE_BIT:
                for face in range(6):
                    choice[t.yahtzees[face], c] = _joker_option(t, s, rows[c], face, c)


@compiled
def keep_best(choice: Floats, mass: Floats) -> None:
    """Move the chance of each roll to the keep that the policy makes of it."""
    for roll in range(ROLLS):
        for c in range(COLUMNS):
            chance = mass[roll, c]
            mass[roll, c] = 0
            mass[int(choice[roll, c]), c] += chance


@compiled
def throw(t: Tables, mass: Floats) -> None:
    """Throw the dice that were not kept: the chance of each keep goes to the rolls it can become."""
    fill_lines(0.0, mass, 0, ROLLS)
    for i in range(len(t.shrink)):
        line = t.shrink[i]
        k = line[0]
        for j in range(2, 2 + line[1]):
            smaller = line[j]
            for c in range(COLUMNS):
                mass[k, c] += mass[smaller, c] * SIXTH
    fill_lines(0.0, mass, ROLLS, N_KEEPS)


@compiled
def _add_lines(lines: Floats, out: Floats) -> None:
    for i in range(len(out)):
        for c in range(COLUMNS):
            out[i, c] += lines[i, c]


@compiled
def _option_chances(
    t: Tables, jokers: bool, plain: Ints, values: Floats, rows: Ints, totals: Ints, s: Scratch, out: Floats
) -> None:
    row, total = np.zeros(COLUMNS, np.int64), np.zeros(COLUMNS, np.int64)
    mass, final = np.empty((N_KEEPS, COLUMNS)), np.empty((ROLLS, COLUMNS))
    choice = np.empty((N_KEEPS, COLUMNS))
    chances = np.empty((2 * WITH_BONUS, COLUMNS))
    for start in range(0, len(rows), COLUMNS):
        count = min(COLUMNS, len(rows) - start)
        for c in range(count):
            row[c], total[c] = rows[start + c], totals[start + c]
        play_values(t, jokers, values, row, total, s)
        for roll in range(ROLLS):
            fill_lines(t.chance[roll], mass, roll, roll + 1)
        fill_lines(0.0, mass, ROLLS, N_KEEPS)
        choose_keeps(t, s.two, s.best_two, choice)
        keep_best(choice, mass)
        copy_lines(mass, final, ROLLS)
        throw(t, mass)
        choose_keeps(t, s.one, s.best_one, choice)
        keep_best(choice, mass)
        _add_lines(mass, final)
        throw(t, mass)
        _add_lines(mass, final)
        choose_options(t, jokers, plain, row, s, choice)
        fill_lines(0.0, chances, 0, 2 * WITH_BONUS)
        for roll in range(ROLLS):
            for c in range(COLUMNS):
                chances[int(choice[roll, c]), c] += final[roll, c]
        for c in range(count):
            for option in range(2 * WITH_BONUS):
                out[start + c, option] = chances[option, c]


def option_chances(model: Model, values: Floats, rows: Ints, totals: Ints) -> Floats:
    """The chance that the turn ends with each option, by state and option."""
    chances = np.empty((len(rows), 2 * WITH_BONUS))
    totals = np.ascontiguousarray(totals)  # or it is compiled for both kinds
    _option_chances(TABLES, model.jokers, PLAIN, values, rows, totals, scratch(), chances)
    return chances
