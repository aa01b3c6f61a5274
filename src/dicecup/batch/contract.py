"""What a game brings to be played in batches: functions of these names, plain enough to be compiled.

`loops` calls them, and `compiling` puts those of a game in their places. A row of numbers is one game. `rules` is
a named tuple, or a record of NumPy's, of what does not change at these tables: house rules, and tables of its
own. All luck comes from `luck`. What has a body here a game need not bring.
"""

from typing import Any, Final

import numpy as np

from dicecup.batch.luck import Words

BLOCK: Final = 64
ANYWHERE: Final = np.uint64(0xFFFFFFFFFFFFFFFF)


def begin_game(row: Any, rules: Any, luck: Words, game: int, opening: Any) -> None:
    """The first decision of a new game; `opening` gets what chance has said before it."""
    raise NotImplementedError


def decide(row: Any, rules: Any, action: int, luck: Words, game: int, chance: Any) -> None:
    """What follows from a legal action, up to the next decision; `chance` gets what chance said, in order."""
    raise NotImplementedError


def expect(rows: Any, game: int) -> None:
    """This game is played soon: whatever of its row is mostly needed can be asked for (`ahead.soon`)."""


def asked(row: Any) -> int:
    """The seat that has to decide; -1 when the game is over."""
    raise NotImplementedError


def allow(row: Any, rules: Any, mask: Any) -> None:
    """A 1 in `mask` for every action that is allowed now; it holds nothing but 0.

    The game has just begun, or gone on by `decide`: whatever that found out may be remembered in `rules`.
    """
    raise NotImplementedError


def blocks(row: Any) -> np.uint64:  # noqa: ARG001
    """In which blocks of 64 actions `allow` has just written, as bits: nobody looks into the others.

    A game with few actions need not know: anywhere.
    """
    return ANYWHERE


def observe(row: Any, rules: Any, numbers: Any) -> None:
    """What the engine's `Game.encode` gives whoever has to decide; `numbers` holds nothing but 0."""
    raise NotImplementedError


def forget(row: Any, rules: Any, numbers: Any) -> None:  # noqa: ARG001
    """A 0 again wherever `observe` has written; the row is still as it was then.

    A game that is told in many numbers, of which few are not 0, may know better where these are.
    """
    for place in range(len(numbers)):
        numbers[place] = 0


def wins(row: Any, seat: int, best: bool) -> bool:
    """Whether a seat has won, alone or with others, when the game is over; `best`: nobody has more points."""
    raise NotImplementedError


def points(row: Any, seat: int) -> int:
    """The score of a seat when the game is over."""
    raise NotImplementedError
