"""Positions of Yahtzee in few words, for the scenarios."""

from collections.abc import Sequence
from typing import Any, Final

from dicecup.games.yahtzee.scoring import BOXES
from dicecup.testing import Scripted, start

OPEN: Final = -1
NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
FULL_COLUMN: Final = [3, 6, 9, 12, 15, 18, 20, 22, 25, 30, 40, 50, 22, 0]
"""A finished game as a card keeps it: thirteen boxes and the number of extra Yahtzees."""


def open_but(**filled: int) -> list[int]:
    """A column in which only the boxes named are filled."""
    return [filled.get(box, OPEN) for box in BOXES]


def full_but(*open_boxes: str, **filled: int) -> list[int]:
    """A column with only these boxes open; the others hold what is said, else 0 (chance: 5)."""
    return [OPEN if box in open_boxes else filled.get(box, 5 if box == "chance" else 0) for box in BOXES]


def card(columns: int, seats: int = 2) -> dict[str, Any]:
    """What a table carries into its next game when so many columns of its first card are full."""
    return {"past": [[FULL_COLUMN] * columns for _ in range(seats)], "card": 1}


def table(
    *columns: list[int] | None, rules: str = "standard", chance: Sequence[Any] = (), **more: Any
) -> Scripted:
    """A game of as many players as columns are given (None: blank); Ann goes first."""
    return start(
        "yahtzee",
        names=NAMES[: len(columns)],
        options={"start": "seat-order", "rules": rules},
        sheets=[None if column is None else {"boxes": column} for column in columns],
        chance=chance,
        **more,
    )


def before_roll(column: list[int] | None = None, chance: Sequence[Any] = ()) -> Scripted:
    """Ann, the first of two, is about to make her first roll."""
    return table(column, None, chance=chance, phase="roll", turn=1)


def rolled(
    *dice: int,
    rolls: int = 1,
    column: list[int] | None = None,
    rules: str = "standard",
    chance: Sequence[Any] = (),
) -> Scripted:
    """Ann, the first of two, has rolled so often, and these dice lie on the table."""
    return table(column, None, rules=rules, chance=chance, phase="choose", turn=1, dice=list(dice), rolls=rolls)


def last_box(*columns: list[int], dice: list[int], rules: str = "standard") -> Scripted:
    """Only the last player has boxes left, and their dice lie there for the last time."""
    seat = len(columns) - 1
    return table(*columns, rules=rules, phase="choose", turn=9, current=seat, dice=dice, rolls=3)
