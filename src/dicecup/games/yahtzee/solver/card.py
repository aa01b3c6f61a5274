"""A score card as the caller writes it, checked, and as the solver reads it."""

from collections.abc import Mapping
from dataclasses import dataclass

from dicecup.games.yahtzee.scoring import BOXES, INDEX, UPPER_GOAL, YAHTZEE, YAHTZEE_BONUS, YAHTZEE_SCORE
from dicecup.games.yahtzee.solver.model import FULL, OPTION_INDEX, OPTION_POINTS, OPTIONS_OF_BOX, Model
from dicecup.games.yahtzee.solver.types import whole


@dataclass(frozen=True)
class Card:
    """The state of a card at the start of a turn, and the points already on it (no upper bonus yet)."""

    row: int
    total: int  # of the upper boxes, at most 63
    points: int

    @property
    def is_full(self) -> bool:
        """True when no box is open."""
        return self.row & FULL == FULL


def _points(box: str, written: int) -> int:
    if box not in INDEX:
        raise ValueError(f"There is no box called {box!r}; the boxes are {', '.join(BOXES)}.")
    points = whole(written, f"The number of points in {box}")
    if (INDEX[box], points) not in OPTION_INDEX:
        possible = ", ".join(str(p) for p in OPTION_POINTS[OPTIONS_OF_BOX[INDEX[box]]])
        raise ValueError(f"{box} cannot hold {points} points; possible are {possible}.")
    return points


def read_card(model: Model, filled: Mapping[str, int], extra_yahtzees: int = 0) -> Card:
    """The card with these filled boxes; ValueError if no game can lead to it."""
    if not isinstance(filled, Mapping):
        raise ValueError(f"A card is its filled boxes by name, such as {{'ones': 3}}, not {filled!r}.")
    extra_yahtzees = whole(extra_yahtzees, "The number of further Yahtzees")
    boxes = {INDEX.get(box, -1): _points(box, written) for box, written in filled.items()}
    if extra_yahtzees:
        if not model.jokers:
            raise ValueError(f"There is no bonus for further Yahtzees in the {model.rules} rules.")
        if boxes.get(YAHTZEE) != YAHTZEE_SCORE:
            raise ValueError("Further Yahtzees earn a bonus only while the Yahtzee box holds 50.")
        if not 0 < extra_yahtzees < len(boxes):
            raise ValueError(
                f"A card with {len(boxes)} filled boxes cannot have {extra_yahtzees} further Yahtzees."
            )
    row = 0
    for box, points in boxes.items():
        row = model.after(row, box, points)
    upper = sum(points for box, points in boxes.items() if box < 6)
    return Card(row, min(upper, UPPER_GOAL), sum(boxes.values()) + YAHTZEE_BONUS * extra_yahtzees)
