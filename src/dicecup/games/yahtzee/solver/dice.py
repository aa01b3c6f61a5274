"""The 462 sets of up to five dice as numbers, and how they grow and shrink one die at a time.

A *keep* is a set of dice without order. Keeps 0 to 251 are the rolls of five dice, then come the keeps of
four, three, two, one and no dice. Within one size the keeps with more different faces come first, so that
"has at least j different faces" is a prefix and needs no index list.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dicecup.games.yahtzee.solver.types import whole

DICE: Final = 5
FACES: Final = range(1, 7)


def _in_order(size: int) -> list[tuple[int, ...]]:
    return sorted(combinations_with_replacement(FACES, size), key=lambda keep: (-len(set(keep)), keep))


KEEPS: Final = tuple(keep for size in range(DICE, -1, -1) for keep in _in_order(size))
KEEP_INDEX: Final = {keep: i for i, keep in enumerate(KEEPS)}
ROLLS: Final = sum(len(keep) == DICE for keep in KEEPS)  # 252
NOTHING: Final = KEEP_INDEX[()]

# Where the keeps of each size begin and end.
BLOCK: Final = tuple(
    slice(
        next(i for i, keep in enumerate(KEEPS) if len(keep) == size),
        next((i for i, keep in enumerate(KEEPS) if len(keep) < size), len(KEEPS)),
    )
    for size in range(DICE + 1)
)


def _drop(keep: tuple[int, ...], face: int) -> tuple[int, ...]:
    at = keep.index(face)
    return keep[:at] + keep[at + 1 :]


def _grow() -> NDArray[np.int64]:
    table = np.full((len(KEEPS), len(FACES)), -1, np.int64)
    for i, keep in enumerate(KEEPS[ROLLS:], ROLLS):
        table[i] = [KEEP_INDEX[tuple(sorted((*keep, face)))] for face in FACES]
    return table


def _shrink() -> NDArray[np.int64]:
    table = np.full((len(KEEPS), DICE), -1, np.int64)
    for i, keep in enumerate(KEEPS):
        smaller = [KEEP_INDEX[_drop(keep, face)] for face in sorted(set(keep))]
        table[i, : len(smaller)] = smaller
    return table


# GROW[keep, face - 1]: the keep with one die more. SHRINK[keep, j]: without one die of its j-th face; -1: no such.
GROW: Final = _grow()
SHRINK: Final = _shrink()

# The same by size, ready for np.take: the numbers count from the start of the other size's block.
GROW_IN: Final = tuple(
    [np.ascontiguousarray(GROW[BLOCK[size], f] - BLOCK[size + 1].start) for f in range(6)] for size in range(DICE)
)
SHRINK_IN: Final = tuple(
    [
        column[column >= 0] - BLOCK[size - 1].start
        for column in (SHRINK[BLOCK[size], j] for j in range(min(size, DICE)))
    ]
    for size in range(DICE + 1)
)


def _chance(roll: tuple[int, ...]) -> float:
    orders = factorial(DICE) // prod(factorial(roll.count(face)) for face in set(roll))
    return orders / 6**DICE


CHANCE_OF_ROLL: Final = np.array([_chance(roll) for roll in KEEPS[:ROLLS]])


@cache  # one for each roll
def subsets(roll: int) -> tuple[int, ...]:
    """Every keep that can be made from this roll, all five dice first, nothing last."""
    found = {roll}
    for keep in range(roll, len(KEEPS)):
        if keep in found:
            found.update(int(i) for i in SHRINK[keep] if i >= 0)
    return tuple(sorted(found))


def roll_index(dice: Sequence[int]) -> int:
    """The number of a roll of five dice in any order; ValueError if that is not what it is."""
    try:
        faces = tuple(sorted([whole(die, "A die") for die in dice]))
    except (TypeError, ValueError):
        faces = ()
    found = KEEP_INDEX.get(faces, ROLLS)
    if found >= ROLLS:
        raise ValueError(f"A roll is five dice from 1 to 6, not {dice!r}.")
    return found
