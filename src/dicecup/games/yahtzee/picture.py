"""A view of Yahtzee as a picture for notebooks."""

from dicecup.games.yahtzee.scoring import BOXES, OPEN, TITLES, UPPER_BONUS
from dicecup.games.yahtzee.view import YahtzeeView
from dicecup.table.picture import Drawn, die, grid, joined, line, player, strong, tinted


def drawn(view: YahtzeeView) -> list[Drawn]:
    """The dice, and the scorecards side by side; what the dice would bring is in the colour of the page."""
    worth = view.preview()
    rows: list[list[object]] = []
    for box, title in enumerate(TITLES):
        cells: list[object] = []
        for seat, sheet in enumerate(view.sheets):
            points = sheet.boxes[box]
            would = (
                tinted(f"({worth[BOXES[box]]})", "accent") if seat == view.current and BOXES[box] in worth else ""
            )
            cells.append(points if points != OPEN else would)
        rows.append([title, *cells])
    rows.insert(6, ["Upper section", *[f"{s.upper}{f' + {UPPER_BONUS}' if s.bonus else ''}" for s in view.sheets]])
    rows.append(["Further Yahtzees", *[sheet.extra_yahtzees or "" for sheet in view.sheets]])
    rows.append(["Total", *[strong(sheet.total) for sheet in view.sheets]])
    dice = joined([die(face) for face in view.dice])
    rolls = f"roll {view.rolls} of 3" if view.dice else ""
    return [line(dice, rolls), grid(["", *[player(view.names, seat) for seat in range(len(view.names))]], rows)]
