"""Six-sided dice drawn side by side, with their places underneath."""

from collections.abc import Sequence
from typing import Final

_PIPS: Final = {
    1: ("     ", "  o  ", "     "),
    2: ("o    ", "     ", "    o"),
    3: ("o    ", "  o  ", "    o"),
    4: ("o   o", "     ", "o   o"),
    5: ("o   o", "  o  ", "o   o"),
    6: ("o   o", "o   o", "o   o"),
}


def draw_dice(faces: Sequence[int], *, unicode: bool) -> list[str]:
    """The lines of a picture of these dice, ten columns each."""
    if unicode:
        top, side, bottom, pip = "┌───────┐", "│", "└───────┘", "●"
    else:
        top, side, bottom, pip = "+-------+", "|", "+-------+", "o"
    lines = [" ".join([top] * len(faces))]
    for row in range(3):
        lines.append(" ".join(f"{side} {_PIPS[face][row].replace('o', pip)} {side}" for face in faces))
    lines.append(" ".join([bottom] * len(faces)))
    lines.append(" ".join(f"{place:^9}" for place in range(1, len(faces) + 1)).rstrip())
    return lines
