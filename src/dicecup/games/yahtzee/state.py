"""What lies on the table in Yahtzee: five dice and a scorecard for each player."""

from dataclasses import field
from typing import Final

from dicecup.games.yahtzee.options import YahtzeeOptions
from dicecup.games.yahtzee.scoring import BOXES, OPEN, total
from dicecup.table import Mutable, State
from dicecup.table.compiled import dataclass, mypyc_attr

COLUMNS: Final = 6
ROLLS: Final = 3
ALL_DICE: Final = (0, 1, 2, 3, 4)

Column = tuple[int, ...]
"""A finished game on a scorecard: its thirteen boxes, then the number of extra Yahtzees."""


@dataclass(slots=True, kw_only=True)
class Sheet(Mutable):
    """One player's scorecard: the column of this game, and those filled before it on the same card."""

    boxes: list[int] = field(default_factory=lambda: [OPEN] * len(BOXES))
    extra_yahtzees: int = 0
    past: tuple[Column, ...] = ()

    @property
    def total(self) -> int:
        """The score so far, bonuses included."""
        return total(self.boxes, self.extra_yahtzees)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, kw_only=True)
class YahtzeeState(State):
    """A game of Yahtzee.

    Phases: `order` (rolling for the first turn), `roll` (before the first roll), `choose` (hold or fill).
    """

    options: YahtzeeOptions
    sheets: list[Sheet]
    card: int = 1  # the how many-th scorecard of this table
    current: int = 0
    dice: list[int] = field(default_factory=list)  # by slot; empty before the first roll of a turn
    rolls: int = 0  # rolls made this turn; holding all five dice counts as having made all three
    contenders: list[int] = field(default_factory=list)  # `order`: who may still begin
    sums: list[int] = field(default_factory=list)  # `order`: what the first of them have rolled in this round
    order_round: int = 1
