"""What can be seen of a game of Yahtzee: everything but the dice to come."""

from typing import Any, Final

from dicecup.games.yahtzee.scoring import (
    BOXES,
    OPEN,
    TITLES,
    UPPER_BONUS,
    UPPER_GOAL,
    fillable,
    points,
    total,
    upper_sum,
)
from dicecup.games.yahtzee.state import ROLLS, Column, YahtzeeState
from dicecup.table import Frozen, Shown, View
from dicecup.table.compiled import dataclass, mypyc_attr
from dicecup.table.picture import Drawn


@dataclass(slots=True)
class SheetView(Frozen):
    """One player's scorecard."""

    boxes: tuple[int, ...]  # in the order of BOXES; -1: still open
    extra_yahtzees: int
    past: tuple[Column, ...]

    @property
    def filled(self) -> dict[str, int]:
        """The filled boxes by name, as the solver takes them."""
        return {BOXES[i]: points for i, points in enumerate(self.boxes) if points != OPEN}

    @property
    def upper(self) -> int:
        """The sum of ones to sixes."""
        return upper_sum(self.boxes)

    @property
    def bonus(self) -> int:
        """The upper bonus, once it is reached."""
        return UPPER_BONUS if self.upper >= UPPER_GOAL else 0

    @property
    def total(self) -> int:
        """The score so far."""
        return total(self.boxes, self.extra_yahtzees)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, kw_only=True)
class YahtzeeView(View):
    """A game of Yahtzee as anybody sees it."""

    rules: str
    current: int
    dice: tuple[int, ...]
    rolls: int
    sheets: tuple[SheetView, ...]
    card: int

    @property
    def rolls_left(self) -> int:
        """How often the dice may still be rolled this turn."""
        return ROLLS - self.rolls

    def preview(self) -> dict[str, int]:
        """What each box that can be filled with the dice on the table would score."""
        if not self.dice:
            return {}
        boxes, official = self.sheets[self.current].boxes, self.rules == "official"
        return {
            BOXES[box]: points(box, boxes, self.dice, official=official)
            for box in fillable(boxes, self.dice, official=official)
        }

    def to_json(self) -> dict[str, Any]:
        """The view, with totals and previews worked out for whoever draws it."""
        data = View.to_json(self)
        for sheet, drawn in zip(self.sheets, data["sheets"], strict=True):
            drawn.update(upper=sheet.upper, bonus=sheet.bonus, total=sheet.total)
        return {**data, "preview": self.preview()}

    def drawn(self) -> list[Drawn]:
        """For a notebook."""
        from dicecup.games.yahtzee.picture import drawn  # it knows this class

        return drawn(self)


def view(state: YahtzeeState, seat: int | None) -> YahtzeeView:
    """What `seat` sees."""
    return YahtzeeView(
        game="yahtzee",
        names=state.names,
        seat=seat,
        turn=state.turn,
        phase=state.phase,
        rules=state.options.rules,
        current=state.current,
        dice=tuple(state.dice),
        rolls=state.rolls,
        sheets=tuple([SheetView(tuple(s.boxes), s.extra_yahtzees, s.past) for s in state.sheets]),
        card=state.card,
    )


SHOWN: Final = {
    "dice": Shown("dice"),
    "sheets.boxes": Shown("per seat", labels=TITLES, says={OPEN: ""}),
    "sheets.upper": Shown("per seat", "Upper section"),
    "sheets.bonus": Shown("per seat", "Upper bonus"),
    "sheets.extra_yahtzees": Shown("per seat", "Further Yahtzees"),
    "sheets.total": Shown("per seat", "Total"),
    "sheets.past": Shown("hidden"),
    "preview": Shown("table", "With these dice"),
    **dict.fromkeys(("rules", "current", "rolls", "card"), Shown("hidden")),
}
"""For screens that do not know Yahtzee."""
