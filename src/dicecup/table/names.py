"""The names of the players: what can be one, and which two nobody could tell apart."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final
from unicodedata import category, normalize

from dicecup.table.errors import SetupError, shown

_LONGEST: Final = 30
_MOST_MARKS: Final = 3  # accents and vowel signs on one letter; Vietnamese and Thai need two, Hebrew three

# Letters and digits that look like another one in most typefaces, each beside the one it is taken for.
_ALIKE: Final = str.maketrans(
    dict(
        pair
        for pair in (
            # Cyrillic
            *zip("АВЕЅІЈКМНОРСТХҮԌԚԜҺӀ", "ABESlJKMHOPCTXYGQWhl", strict=True),
            *zip("аеѕіјорсхуһԁԛԝӏѵ", "aesijopcxyhdqwlv", strict=True),
            # Greek
            *zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHlKMNOPTYXC", strict=True),
            *zip("αγικνορυχϲϳ", "ayiKvopuxcj", strict=True),
            # Armenian and Latin
            *zip("ՕՏՍհոսցօաԼ", "OSUhnugowL", strict=True),
            *zip("ıɑɡɩʏꜱᴀᴄᴏᴜᴠᴡᴢǀ", "iagiYsacouvwzl", strict=True),
            # and those that are taken for each other on any scorecard
            *zip("I1|0", "lllO", strict=True),
        )
    )
)
_UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that count as printable, and that nobody sees."""

_UNPRINTABLE: Final = f"A name has 1 to {_LONGEST} printable characters."


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names as they are written at the table; SetupError if one could not stand in a log line or on a card."""
    for given in names:
        if not isinstance(given, str):
            raise SetupError(f"A name is a text, not {shown(given)}.")
    # One letter can be written in many ways, as é or as e with an accent, wide or in script: they are one name.
    cleaned = tuple(tidy(name) for name in names)
    for name in cleaned:
        _check(name)
    if len({name.casefold() for name in cleaned}) < len(cleaned):
        raise SetupError("Every player needs a different name.")
    for one, other in combinations(cleaned, 2):
        if _skeleton(one) == _skeleton(other):
            raise SetupError(f"{one} and {other} look the same. Every player needs a different name.")
    return cleaned


def tidy(name: str) -> str:
    """A name in the one way it is written: without what only says how to draw it, and with single spaces."""
    return " ".join(normalize("NFKC", "".join(c for c in name if not _selects(c))).split())


def _check(name: str) -> None:
    if not name or len(name) > _LONGEST or not name.isprintable() or not _UNSEEN.isdisjoint(name):
        raise SetupError(_UNPRINTABLE)
    marks = 0
    for at, letter in enumerate(name):
        marks = marks + 1 if category(letter) in ("Mn", "Me") else 0
        if marks > _MOST_MARKS or (marks and not at):
            raise SetupError(f"A name has at most {_MOST_MARKS} marks on one letter, and begins with none.")


def _selects(character: str) -> bool:
    """Whether this only selects one of several pictures of the character before it."""
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _skeleton(name: str) -> str:
    """What is left of a name for somebody who glances at it."""
    return name.translate(_ALIKE).casefold().translate(_ALIKE)
