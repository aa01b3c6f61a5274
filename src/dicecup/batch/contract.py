"""What a game brings to be played in batches: functions of these names, plain enough to be compiled.

`loops` calls them, and `compiling` puts those of a game in their places. A row of numbers is one game. `rules` is
a named tuple, or a record of NumPy's, of what does not change at these tables: house rules, and tables of its
own. All luck comes from `luck`.
"""

from typing import Any

from dicecup.batch.luck import Words


def begin_game(row: Any, rules: Any, luck: Words, game: int, opening: Any) -> None:
    """The first decision of a new game; `opening` gets what chance has said before it."""
    raise NotImplementedError


def decide(row: Any, rules: Any, action: int, luck: Words, game: int, chance: Any) -> None:
    """What follows from a legal action, up to the next decision; `chance` gets what chance said, in order."""
    raise NotImplementedError


def asked(row: Any) -> int:
    """The seat that has to decide; -1 when the game is over."""
    raise NotImplementedError


def allow(row: Any, rules: Any, mask: Any) -> None:
    """A 1 in `mask` for every action that is allowed now; it holds nothing but 0.

    The game has just begun, or gone on by `decide`: whatever that found out may be remembered in `rules`.
    """
    raise NotImplementedError


def observe(row: Any, rules: Any, numbers: Any) -> None:
    """What the engine's `Game.encode` gives whoever has to decide; `numbers` holds nothing but 0."""
    raise NotImplementedError


def wins(row: Any, seat: int, best: bool) -> bool:
    """Whether a seat has won, alone or with others, when the game is over; `best`: nobody has more points."""
    raise NotImplementedError


def points(row: Any, seat: int) -> int:
    """The score of a seat when the game is over."""
    raise NotImplementedError
