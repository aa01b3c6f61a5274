"""What dice bring in Farkle."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

STRAIGHT: Final = 1500
THREE_PAIRS: Final = 1500
TWO_TRIPLETS: Final = 2500
SINGLES: Final = {1: 100, 5: 50}
_FIXED: Final = {4: 1000, 5: 2000, 6: 3000}


def worth(faces: Sequence[int], kinds: str = "fixed") -> int:
    """The most that these dice bring together; 0 if one of them brings nothing."""
    return _worth(tuple(sorted(faces)), kinds)


@cache
def _worth(faces: tuple[int, ...], kinds: str) -> int:
    alike = [_alike(face, faces.count(face), kinds) for face in sorted(set(faces))]
    return max(_all_six(faces), sum(alike) if all(alike) else 0)


def _all_six(faces: tuple[int, ...]) -> int:
    """What takes all six dice at once."""
    counts = sorted(faces.count(face) for face in set(faces))
    if counts == [1] * 6:
        return STRAIGHT
    if counts in ([2, 2, 2], [2, 4]):  # four of a kind are two pairs as well
        return THREE_PAIRS
    return TWO_TRIPLETS if counts == [3, 3] else 0


def _alike(face: int, count: int, kinds: str) -> int:
    """What so many dice with the same face bring: as a set, one by one, or some of them so and some so."""
    single = SINGLES.get(face, 0)
    sets = [_set(face, size, kinds) + single * (count - size) for size in range(3, count + 1)]
    if not single:
        return sets[-1] if sets else 0  # a face that only counts in sets: all of them must be in it
    return max([single * count, *sets])


def _set(face: int, size: int, kinds: str) -> int:
    triple = 1000 if face == 1 else 100 * face
    if size == 3:
        return triple
    return _FIXED[size] if kinds == "fixed" else triple * 2 ** (size - 3)


@cache
def takes(dice: tuple[int, ...], kinds: str) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every set of slots whose dice all count, with what it brings."""
    return tuple(
        (slots, brings)
        for size in range(1, len(dice) + 1)
        for slots in combinations(range(len(dice)), size)
        if (brings := worth([dice[slot] for slot in slots], kinds))
    )
