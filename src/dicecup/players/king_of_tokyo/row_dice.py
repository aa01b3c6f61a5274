"""The program over the rolls of a turn, to be compiled: what `turn` does, for one monster and whoever looks on.

Keeps are numbered as in `turn`, the smallest first, and have the same numbers whatever the number of dice is. The
best of all that can be kept of some dice is the best of them all and of what can be kept of one die less.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.batch.king_of_tokyo.rows import DICE_HAD, DIE, Ints
from dicecup.games.king_of_tokyo.state import MOST_DICE, THREE
from dicecup.players.king_of_tokyo.turn import FACES, table

Floats = NDArray[np.float64]

COUNTS: Final[Ints] = table(MOST_DICE).counts
SIZES: Final[Ints] = COUNTS.sum(axis=1)
START: Final[Ints] = np.array([int((size > SIZES).sum()) for size in range(MOST_DICE + 2)])
"""Where the keeps of a size begin."""
LEVELS: Final = 9  # rolls, at most, that are looked ahead
SAME: Final = 1e-9


def _neighbours() -> tuple[Ints, Ints]:
    where = {tuple(counts): at for at, counts in enumerate(COUNTS.tolist())}
    more = np.full((len(COUNTS), FACES), -1)
    less = np.full((len(COUNTS), FACES), -1)
    for at, counts in enumerate(COUNTS.tolist()):
        for face in range(FACES):
            counts[face] += 1
            if (other := where.get(tuple(counts))) is not None:
                more[at, face], less[other, face] = other, at
            counts[face] -= 1
    return more, less


MORE, LESS = _neighbours()
"""The keep with one die more of a face, or one less; -1: there is none."""


class Program(NamedTuple):
    """What keeps and dice are worth; the first number is that of the rolls left."""

    mine: Floats  # of dice as they lie, to whoever's turn it is
    other: Floats  # to whoever looks on
    kept_mine: Floats  # of what is kept when the rest is rolled
    kept_other: Floats
    keep: Ints  # the best keep of dice
    again: Ints  # 1 if a 3 among dice is better rolled again first
    plain: Floats  # of dice before a card changes them, to both
    slot: Ints  # where it is written what dice come to (`row_outcomes`)
    then: Ints  # and with what a card makes of them
    best: Floats  # room to work in
    facts: Floats  # APART ...


APART: Final = 0
"""What changes for the onlooker if something changes for whoever's turn it is; 0: it cannot be told from that."""
PLOT_TWIST_PRICE, STRETCHY_PRICE = 1, 2  # in chances of whoever's turn it is, to turn a die by such a card


def new_program() -> Program:
    """Room for one."""
    many = len(COUNTS)
    mine, other, kept_mine, kept_other = np.zeros((4, LEVELS + 1, many))
    return Program(
        mine,
        other,
        kept_mine,
        kept_other,
        keep=np.zeros((LEVELS + 1, many), np.int64),
        again=np.zeros((LEVELS + 1, many), np.int64),
        plain=np.zeros((many, 2)),
        slot=np.zeros(many, np.int64),
        then=np.zeros(many, np.int64),
        best=np.zeros(many),
        facts=np.zeros(3),
    )


def solve(p: Program, dice: int, rolls: int, threes_again: bool = False) -> None:
    """All levels up to so many rolls; those of no roll left, the worth of the dice themselves, are there.

    With `threes_again` every 3 may be rolled again, as often as one likes.
    """
    first, end, both = START[dice], START[dice + 1], p.facts[APART] == 0
    if threes_again:
        _threes_again(p, 0, first, end)
    for level in range(1, rolls + 1):
        _rolled(p.kept_mine[level], p.mine[level - 1], p.mine[0], first, end)
        if both:
            _rolled(p.kept_other[level], p.other[level - 1], p.other[0], first, end)
        mine, other, best, keep = p.kept_mine[level], p.kept_other[level], p.best, p.keep[level]
        for at in range(end):
            most, which = mine[at], at
            for face in range(FACES):
                less = LESS[at, face]
                if less >= 0 and best[less] > most + SAME:
                    most, which = best[less], keep[less]
            best[at], keep[at] = most, which
        for at in range(first, end):
            p.mine[level, at] = best[at]
            if both:
                p.other[level, at] = other[keep[at]]
        if threes_again:
            _threes_again(p, level, first, end)


def _threes_again(p: Program, level: int, first: int, end: int) -> None:
    """Of dice with fewer threes it is known: one that falls as a 3 once more is rolled once more."""
    mine, other, again = p.mine[level], p.other[level], p.again[level]
    for threes in range(MOST_DICE + 1):
        for at in range(first, end):
            if COUNTS[at, THREE - 1] != threes:
                continue
            again[at] = 0
            if threes:
                without, worth, seen = LESS[at, THREE - 1], 0.0, 0.0
                for face in range(FACES):
                    if face != THREE - 1:
                        worth += mine[MORE[without, face]] / (FACES - 1)
                        seen += other[MORE[without, face]] / (FACES - 1)
                if worth > mine[at] + SAME:
                    mine[at], other[at], again[at] = worth, seen, 1


def _rolled(kept: Floats, then: Floats, stopped: Floats, first: int, end: int) -> None:
    """What keeps are worth when the rest is rolled and dice are worth `then`; keeping everything ends it."""
    for at in range(first, end):
        kept[at] = then[at]
    for at in range(first - 1, -1, -1):
        more = MORE[at]
        kept[at] = (
            kept[more[0]] + kept[more[1]] + kept[more[2]] + kept[more[3]] + kept[more[4]] + kept[more[5]]
        ) / FACES
    for at in range(first, end):
        kept[at] = stopped[at]


def luck_of(p: Program, level: int, keep: int, fell: int) -> float:
    """What a roll brought the onlooker beyond what could be hoped for; so many rolls were left before it."""
    if p.facts[APART] == 0:
        return float(p.other[level - 1, fell] - p.kept_other[level, keep])
    return float(p.facts[APART] * (p.mine[level - 1, fell] - p.kept_mine[level, keep]))


def lying(row: Ints) -> int:
    """The dice on the table, as a keep of all."""
    at = 0
    for slot in range(row[DICE_HAD]):
        at = MORE[at, row[DIE + slot] - 1]
    return int(at)


def slots_of(row: Ints, keep: int) -> int:
    """The slots, as bits, in which dice lie that are kept."""
    found, left = 0, keep
    for slot in range(row[DICE_HAD]):
        less = LESS[left, row[DIE + slot] - 1]
        if less >= 0:
            left = less
            found |= 1 << slot
    return found
