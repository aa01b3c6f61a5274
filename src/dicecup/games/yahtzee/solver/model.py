"""A rule set as tables: the states at the start of a turn, and what every roll may do to them.

A state is a *row* (which boxes are filled, as bits; plus ARMED when further Yahtzees earn the bonus) and an
*upper total*, capped at 63. An *option* is a box together with the points written into it: many rolls share
one option, so that its value is worked out once for all of them.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from dicecup.games.yahtzee.scoring import (
    BOXES,
    LOWER,
    UPPER,
    UPPER_GOAL,
    YAHTZEE,
    YAHTZEE_BONUS,
    YAHTZEE_SCORE,
    joker_score,
    score,
)
from dicecup.games.yahtzee.solver.dice import FACES, KEEP_INDEX, KEEPS, ROLLS
from dicecup.games.yahtzee.solver.types import Ints, Rules

TOTALS: Final = UPPER_GOAL + 1  # upper totals 0 to 63
ARMED: Final = 1 << len(BOXES)
FULL: Final = ARMED - 1
YAHTZEE_BIT: Final = 1 << YAHTZEE
LOWER_BITS: Final = sum(1 << box for box in LOWER)
UPPER_BITS: Final = sum(1 << box for box in UPPER)

SCORES: Final = np.array([[score(box, roll) for box in range(len(BOXES))] for roll in KEEPS[:ROLLS]])
YAHTZEES: Final = tuple(KEEP_INDEX[(face,) * 5] for face in FACES)  # the rolls that may be a joker

OPTIONS: Final = tuple((box, int(points)) for box in range(len(BOXES)) for points in np.unique(SCORES[:, box]))
OPTION_INDEX: Final = {option: i for i, option in enumerate(OPTIONS)}
OPTION_BOX: Final = np.array([box for box, _ in OPTIONS])
OPTION_POINTS: Final = np.array([points for _, points in OPTIONS])
FIRST_OPTION: Final = np.searchsorted(OPTION_BOX, np.arange(len(BOXES) + 1))  # of each box, and the end
OPTIONS_OF_BOX: Final = tuple(
    slice(int(FIRST_OPTION[box]), int(FIRST_OPTION[box + 1])) for box in range(len(BOXES))
)
# PLAIN[roll, box] is the option that a roll takes in a box; JOKER[face - 1, box] the same for a joker.
PLAIN: Final = np.array([[OPTION_INDEX[box, int(row[box])] for box in range(len(BOXES))] for row in SCORES])
JOKER: Final = np.array(
    [[OPTION_INDEX[box, joker_score(box, (face,) * 5)] for box in range(len(BOXES))] for face in FACES]
)


NEVER: Final = len(OPTIONS)  # stands for no option where a table needs one; worth minus infinity

# Comparing thirteen boxes for each of 252 rolls would be slow. Seen by three or four boxes, many rolls are alike:
# CLASS_OPTIONS[class] are the options of such a class, ROLL_CLASSES[roll] the four classes of a roll.
_GROUPS: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 12), (8, 9, 10, 11))


def _classes() -> tuple[Ints, Ints]:
    options, classes = np.empty((0, 4), np.int64), []
    for group in _GROUPS:
        seen = np.full((ROLLS, 4), NEVER)
        seen[:, : len(group)] = PLAIN[:, group]
        mine, class_of = np.unique(seen, axis=0, return_inverse=True)
        classes.append(class_of.reshape(-1) + len(options))
        options = np.concatenate([options, mine])
    return options, np.stack(classes, axis=1)


CLASS_OPTIONS, ROLL_CLASSES = _classes()


def _reachable() -> NDArray[np.bool_]:
    table = np.zeros((UPPER_BITS + 1, TOTALS), bool)
    for upper in range(UPPER_BITS + 1):
        totals = {0}
        for box in UPPER:
            if upper >> box & 1:
                totals = {min(UPPER_GOAL, t + (box + 1) * count) for t in totals for count in range(6)}
        table[upper, list(totals)] = True
    return table


REACHABLE: Final = _reachable()  # by filled upper boxes (bits) and upper total
_FILLED: Final = np.array([row.bit_count() for row in range(ARMED)])


@dataclass(frozen=True)
class Model:
    """What differs between the rule sets."""

    rules: Rules
    jokers: bool  # a further Yahtzee is a joker, and earns the bonus while the row is ARMED

    @property
    def rows(self) -> int:
        """The number of rows in a table of this rule set (some are never used)."""
        return 2 * ARMED if self.jokers else ARMED

    def states_with(self, filled: int) -> tuple[Ints, Ints]:
        """The rows and upper totals of all states with this number of filled boxes."""
        rows = np.arange(self.rows)
        usable = (rows < ARMED) | (rows & YAHTZEE_BIT != 0)
        rows = rows[usable & (_FILLED[rows % ARMED] == filled)]
        upper = rows & UPPER_BITS
        rows = np.repeat(rows, REACHABLE[upper].sum(axis=1))
        return rows, np.nonzero(REACHABLE[upper])[1]

    @cached_property
    def effects(self) -> tuple[Ints, Ints, Ints]:
        """What an option adds: bits to the row, points to the upper total, points to the score.

        The second half are the same options once more, with a Yahtzee bonus.
        """
        bits = 1 << OPTION_BOX
        if self.jokers:
            bits |= np.where((OPTION_BOX == YAHTZEE) & (OPTION_POINTS == YAHTZEE_SCORE), ARMED, 0)
        upper = np.where(np.isin(OPTION_BOX, UPPER), OPTION_POINTS, 0)
        points = np.concatenate([OPTION_POINTS, OPTION_POINTS + YAHTZEE_BONUS])
        return np.tile(bits, 2), np.tile(upper, 2), points

    def is_joker_row(self, row: int) -> bool:
        """True when another Yahtzee in this row is a joker."""
        return self.jokers and bool(row & YAHTZEE_BIT)

    def after(self, row: int, box: int, points: int) -> int:
        """The row after these points were written into an open box."""
        armed = self.jokers and box == YAHTZEE and points == YAHTZEE_SCORE
        return row | 1 << box | (ARMED if armed else 0)

    def bonus(self, row: int, roll: int) -> int:
        """The Yahtzee bonus that this roll earns, whatever box takes it."""
        return YAHTZEE_BONUS if row & ARMED and roll in YAHTZEES else 0

    def choices(self, row: int, roll: int) -> dict[int, int]:
        """The boxes that may take this roll, each with its points (without the Yahtzee bonus)."""
        open_boxes = [box for box in range(len(BOXES)) if not row >> box & 1]
        if not (self.is_joker_row(row) and roll in YAHTZEES):
            return {box: int(SCORES[roll, box]) for box in open_boxes}
        own = YAHTZEES.index(roll)
        lower = [box for box in open_boxes if box in LOWER]
        boxes = [own] if own in open_boxes else lower or open_boxes
        return {box: joker_score(box, KEEPS[roll]) for box in boxes}


MODELS: Final = {rules: Model(rules, jokers=rules == "official") for rules in get_args(Rules)}
