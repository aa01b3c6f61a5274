"""A view of Yahtzee in words."""

from collections.abc import Iterable, Mapping

from dicecup.games.yahtzee.scoring import BOXES, OPEN, UPPER_GOAL
from dicecup.games.yahtzee.state import ROLLS
from dicecup.games.yahtzee.view import YahtzeeView
from dicecup.table import OVER
from dicecup.table.telling import called, dice


def boxes(listed: Iterable[Mapping[str, str]]) -> str:
    """What each box of the handbook wants."""
    return "\n".join(["The boxes", *(f"{each['name']} ({each['id']}): {each['text']}" for each in listed)])


def told(view: YahtzeeView) -> list[str]:
    """The dice, and everybody's scorecard."""
    lines = [f"Rules: {view.rules}. Turn {view.turn}, phase {view.phase}."]
    if view.phase not in (OVER, "begin", "order"):
        lines.append(f"It is the turn of {called(view.names, view.current)}: {view.rolls} of {ROLLS} rolls made.")
    else:
        lines.append(f"Rolls made: {view.rolls} of {ROLLS}; seat {view.current} is next.")
    if view.dice:
        lines.append(f"Dice: {dice(view.dice)}.")
    if view.dice and (worth := view.preview()):
        lines.append("With these dice: " + ", ".join(f"{box} {points}" for box, points in worth.items()) + ".")
    for seat, sheet in enumerate(view.sheets):
        filled = [f"{box} {points}" for box, points in zip(BOXES, sheet.boxes, strict=True) if points != OPEN]
        still = [box for box, points in zip(BOXES, sheet.boxes, strict=True) if points == OPEN]
        more = f", {sheet.extra_yahtzees} further Yahtzees" if sheet.extra_yahtzees else ""
        lines.append(
            f"{called(view.names, seat)}: {sheet.total} points, upper section {sheet.upper} of {UPPER_GOAL}{more}."
            f" Filled: {', '.join(filled) or 'nothing'}. Open: {', '.join(still) or 'nothing'}."
        )
    return lines
