"""QR codes: as rows of dots for the page, and drawn in a terminal."""

from typing import Final

import segno

_QUIET: Final = 4  # dots of light around a code, or cameras do not find it
_HALVES: Final = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
_WHITE_ON_BLACK: Final = "\x1b[97;40m"
_WHITE, _BLACK, _AS_BEFORE = "\x1b[107m", "\x1b[40m", "\x1b[0m"
BLOCKS: Final = "█▀▄"


def rows(text: str) -> list[str]:
    """The code of a text, without a border: `#` is dark, a space is light."""
    code = segno.make(text, error="m", micro=False)
    return ["".join("#" if dot else " " for dot in row) for row in code.matrix]


def drawn(text: str, *, blocks: bool, colours: bool, width: int | None = None) -> list[str]:
    """The code as lines of a terminal, light dots bright and dark ones dark.

    `blocks`: the terminal can show half blocks, which are two dots each; otherwise a dot is two signs wide.
    `colours`: it is told which is which. Without, it is taken to be dark, as most are; phones read both.
    `width`: so many signs fit into a line. No lines, if that is not enough.
    """
    found = rows(text)
    wide = len(found[0]) + 2 * _QUIET
    if width is not None and width < wide * (1 if blocks else 2):
        return []
    dots = [[False] * wide for _ in range(_QUIET)]
    dots += [[False] * _QUIET + [sign == "#" for sign in row] + [False] * _QUIET for row in found]
    dots += [[False] * wide for _ in range(_QUIET)]
    if blocks:
        dots += [[False] * wide] * (len(dots) % 2)
        pairs = zip(dots[::2], dots[1::2], strict=True)
        lines = ["".join(_HALVES[dot] for dot in zip(upper, lower, strict=True)) for upper, lower in pairs]
    else:
        light, dark = (f"{_WHITE}  ", f"{_BLACK}  ") if colours else ("##", "  ")
        lines = ["".join(dark if dot else light for dot in row) for row in dots]
    return [f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}" if colours else line for line in lines]
