"""Yahtzee as batches know it: a game as a row of numbers, and what `dicecup.batch.contract` asks for."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.luck import Words, die
from dicecup.games.yahtzee.scoring import (
    BOXES,
    LOWER,
    OPEN,
    UPPER,
    UPPER_BONUS,
    UPPER_GOAL,
    YAHTZEE,
    YAHTZEE_BONUS,
    YAHTZEE_SCORE,
)
from dicecup.games.yahtzee.state import ALL_DICE as _ALL_DICE
from dicecup.games.yahtzee.state import ROLLS

Ints = NDArray[np.int64]

DICE: Final = len(_ALL_DICE)
FACES: Final = 6
ALL: Final = (1 << DICE) - 1
IN_ALL: Final = len(BOXES)
FIRST_LOWER: Final = LOWER[0]
assert LOWER[0] == len(UPPER)

ORDER, ROLL, CHOOSE, DONE = range(4)  # the phases

PHASE, SEATS, CURRENT, ASKED, MADE, CONTENDERS = range(6)  # MADE: rolls of this turn; CONTENDERS: as bits
DIE: Final = 6  # the first of the dice; 0: not rolled yet
SHEET: Final = DIE + DICE  # the first player's
EXTRA: Final = IN_ALL  # of a sheet, after its boxes: extra Yahtzees
SUM: Final = IN_ALL + 1  # and what was rolled for the first turn
FIELDS: Final = IN_ALL + 2


def width(seats: int) -> int:
    """How many numbers a row has."""
    return SHEET + FIELDS * seats


class Rules(NamedTuple):
    """What does not change at these tables."""

    seats: int
    official: bool
    ordered: bool  # everybody rolls for the first turn
    keeps: Ints  # of each action, the dice it keeps, as bits; -1: it keeps none because it is another kind
    boxes: Ints  # of each action, the box it fills; -1: none
    keeping: Ints  # the action that keeps these bits
    filling: Ints  # the action that fills this box
    rolling: int  # the action that rolls all dice
    worth: Ints  # by the number of a roll and the box: its points
    joker: Ints  # by the box: what a joker brings there; 0: as without one
    fiftieths: NDArray[np.float32]  # what a box holds, as observations tell it


def begin_game(row: Ints, rules: Rules, luck: Words, game: int, opening: Any) -> None:  # noqa: ARG001
    """Empty scorecards; with several players everybody rolls for the first turn, if that is the rule."""
    for place in range(len(row)):
        row[place] = 0
    row[SEATS] = rules.seats
    for seat in range(rules.seats):
        for box in range(IN_ALL):
            row[SHEET + FIELDS * seat + box] = OPEN
    if rules.ordered and rules.seats > 1:
        row[PHASE], row[CONTENDERS] = ORDER, (1 << rules.seats) - 1
    else:
        _start_turn(row, 0)


def _start_turn(row: Ints, seat: int) -> None:
    row[PHASE], row[CURRENT], row[ASKED], row[MADE] = ROLL, seat, seat, 0
    for slot in range(DICE):
        row[DIE + slot] = 0


def decide(row: Ints, rules: Rules, action: int, luck: Words, game: int, chance: Any) -> None:
    """Roll, keep, or fill a box."""
    if row[PHASE] == ORDER:
        _roll_for_order(row, luck, game, chance)
    elif row[PHASE] == ROLL:
        _throw(row, 0, luck, game, chance)
        row[MADE], row[PHASE] = 1, CHOOSE
    elif rules.boxes[action] >= 0:
        _fill(row, rules, rules.boxes[action])
    elif rules.keeps[action] == ALL:
        row[MADE] = ROLLS
    else:
        row[MADE] += 1
        _throw(row, rules.keeps[action], luck, game, chance)


def _throw(row: Ints, kept: int, luck: Words, game: int, chance: Any) -> None:
    thrown = 0
    for slot in range(DICE):
        if not kept >> slot & 1:
            face = die(luck, game)
            row[DIE + slot] = face
            chance[thrown] = face
            thrown += 1


def _roll_for_order(row: Ints, luck: Words, game: int, chance: Any) -> None:
    """One contender rolls; after the last one the highest sum begins, or the tied roll again."""
    rolled, best, tied = 0, 0, 0
    for slot in range(DICE):
        face = die(luck, game)
        chance[slot] = face
        rolled += face
    row[SHEET + FIELDS * row[ASKED] + SUM] = rolled
    for seat in range(row[ASKED] + 1, row[SEATS]):
        if row[CONTENDERS] >> seat & 1:
            row[ASKED] = seat
            return
    for seat in range(row[SEATS]):
        if row[CONTENDERS] >> seat & 1:
            total = row[SHEET + FIELDS * seat + SUM]
            if total > best:
                best, tied = total, 1 << seat
            elif total == best:
                tied |= 1 << seat
    first = 0
    while not tied >> first & 1:
        first += 1
    if tied == 1 << first:
        row[CONTENDERS] = 0
        _start_turn(row, first)
    else:
        row[CONTENDERS], row[ASKED] = tied, first


def roll_number(row: Ints) -> int:
    """The dice on the table as digits, as `worth` counts them."""
    number = 0
    for slot in range(DICE):
        number = FACES * number + row[DIE + slot] - 1
    return number


def is_joker(row: Ints, rules: Rules) -> bool:
    """Official rules: a further Yahtzee, the Yahtzee box being filled."""
    if not rules.official or row[SHEET + FIELDS * row[CURRENT] + YAHTZEE] == OPEN:
        return False
    return bool(rules.worth[roll_number(row), YAHTZEE] > 0)


def _fill(row: Ints, rules: Rules, box: int) -> None:
    seat, seats = row[CURRENT], row[SEATS]
    sheet = SHEET + FIELDS * seat
    found = rules.worth[roll_number(row), box]
    if is_joker(row, rules):
        if rules.joker[box]:
            found = rules.joker[box]
        if row[sheet + YAHTZEE] == YAHTZEE_SCORE:
            row[sheet + EXTRA] += 1
    row[sheet + box] = found
    for step in range(1, seats + 1):
        following = (seat + step) % seats
        sheet = SHEET + FIELDS * following
        for other in range(IN_ALL):
            if row[sheet + other] == OPEN:
                _start_turn(row, following)
                return
    row[PHASE] = DONE


def asked(row: Ints) -> int:
    """Whoever rolls for the first turn, or has it."""
    return -1 if row[PHASE] == DONE else int(row[ASKED])


def allow(row: Ints, rules: Rules, mask: Any) -> None:
    """To roll; or to keep what one likes, and to fill the boxes that these dice may be written into."""
    if row[PHASE] != CHOOSE:
        mask[rules.rolling] = 1
        return
    if row[MADE] < ROLLS:
        for bits in range(ALL + 1):
            mask[rules.keeping[bits]] = 1
    sheet, lowest = SHEET + FIELDS * row[CURRENT], 0
    if is_joker(row, rules):
        own = row[DIE] - 1
        if row[sheet + own] == OPEN:
            mask[rules.filling[own]] = 1
            return
        for box in range(FIRST_LOWER, IN_ALL):
            if row[sheet + box] == OPEN:
                lowest = FIRST_LOWER
    for box in range(lowest, IN_ALL):
        if row[sheet + box] == OPEN:
            mask[rules.filling[box]] = 1


def upper_of(row: Ints, seat: int) -> int:
    """The filled boxes ones to sixes together."""
    found, sheet = 0, SHEET + FIELDS * seat
    for box in range(FIRST_LOWER):
        if row[sheet + box] > 0:
            found += row[sheet + box]
    return found


def wins(row: Ints, seat: int, best: bool) -> bool:  # noqa: ARG001
    """Whoever has the most points."""
    return best


def points(row: Ints, seat: int) -> int:
    """The score of a column, bonuses included."""
    return _total(row, seat, upper_of(row, seat))


def _total(row: Ints, seat: int, upper: int) -> int:
    sheet = SHEET + FIELDS * seat
    found = upper + YAHTZEE_BONUS * row[sheet + EXTRA]
    if upper >= UPPER_GOAL:
        found += UPPER_BONUS
    for box in range(FIRST_LOWER, IN_ALL):
        if row[sheet + box] > 0:
            found += row[sheet + box]
    return int(found)


def observe(row: Ints, rules: Rules, numbers: NDArray[np.float32]) -> None:
    """The parts of `dicecup.games.yahtzee.encoding`, one after the other."""
    seats, actor, phase = row[SEATS], row[ASKED], row[PHASE]
    numbers[phase] = 1  # kind: order, roll, choose
    numbers[3 + 1 + phase] = 1  # phase: begin, order, roll, choose, over
    at = 8
    numbers[at] = 1  # asked: whoever sees this
    at += seats
    numbers[at + (row[CURRENT] - actor) % seats] = 1
    at += seats
    numbers[at] = 1 if rules.official else 0
    at += 1
    numbers[at + row[MADE]] = 1
    at += ROLLS + 1
    for slot in range(DICE):
        if row[DIE + slot]:
            numbers[at + FACES * slot + row[DIE + slot] - 1] = 1
    at += DICE * FACES
    for step in range(seats):
        seat = (actor + step) % seats
        sheet = SHEET + FIELDS * seat
        for box in range(IN_ALL):
            found = row[sheet + box]
            if found == OPEN:
                numbers[at + box] = 1
            else:
                numbers[at + IN_ALL + box] = rules.fiftieths[found]
        at += 2 * IN_ALL
        upper = upper_of(row, seat)
        numbers[at] = upper / UPPER_GOAL
        numbers[at + 1] = row[sheet + EXTRA] / 10
        numbers[at + 2] = _total(row, seat, upper) / 400
        at += 3
