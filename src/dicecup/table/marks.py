"""What in a sentence is more than words: dice, players, the names of things. Screens that can draw, draw them.

Whoever words something wraps what it is made of, with `dice`, `player` or `thing`. `Worded` takes the wrapping
off: it is the sentence in plain words, as everybody reads it, and knows besides where what stands in it.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

# Characters that no name and no sentence has: what it is, what is said, the end of it.
_WHAT, _SAID, _END = "\x01", "\x02", "\x03"
_WRAPPED: Final = re.compile(f"{_WHAT}([^{_SAID}]*){_SAID}([^{_WHAT}{_END}]*){_END}")
_WRAPPING: Final = re.compile(f"{_WHAT}[^{_SAID}]*{_SAID}|{_END}")
_DICE, _PLAYER, _THING = "d", "p", "t"


class Mark(NamedTuple):
    """From one character of a sentence up to another: dice by their faces, a player by seat, or a thing's name."""

    start: int
    end: int
    dice: tuple[int, ...] = ()
    seat: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Only what applies; what is neither dice nor a player is a thing."""
        found: dict[str, Any] = {"start": self.start, "end": self.end}
        if self.dice:
            found["dice"] = list(self.dice)
        elif self.seat is not None:
            found["seat"] = self.seat
        return found


class Worded(str):
    """A sentence in plain words that knows its `marks`; `raw` is what it was made from."""

    raw: str
    marks: tuple[Mark, ...]

    __slots__ = ("marks", "raw")

    def __new__(cls, raw: str) -> "Worded":
        """Out of a sentence with wrapped parts."""
        pieces: list[str] = []
        marks: list[Mark] = []
        at = done = 0
        for found in _WRAPPED.finditer(raw):
            before, said = _WRAPPING.sub("", raw[done : found.start()]), found[2]
            start = at + len(before)
            at, done = start + len(said), found.end()
            pieces += (before, said)
            if said:
                marks.append(_mark(start, at, found[1]))
        self = super().__new__(cls, "".join((*pieces, _WRAPPING.sub("", raw[done:]))))
        self.raw, self.marks = raw, tuple(marks)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Worded, (self.raw,)


@lru_cache(maxsize=256)
def worded(raw: str) -> Worded:
    """The same, made once: for questions that are asked again and again in the same words."""
    return Worded(raw)


def dice(faces: Sequence[int], called: str | Sequence[str] = "") -> str:
    """Dice in words, wrapped: `called` says how, or what each face is called; else they are numbers."""
    if not isinstance(called, str):
        called = " ".join(called[face] for face in faces)
    said = called or " ".join(map(str, faces))
    return f"{_WHAT}{_DICE}{','.join(map(str, faces))}{_SAID}{said}{_END}"


def player(names: Sequence[str], seat: int) -> str:
    """The name of whoever sits there, wrapped."""
    return f"{_WHAT}{_PLAYER}{seat}{_SAID}{names[seat]}{_END}"


def players(names: Sequence[str]) -> tuple[str, ...]:
    """All names, wrapped."""
    return tuple(player(names, seat) for seat in range(len(names)))


def thing(name: str) -> str:
    """The name of a card, a place, a role, wrapped."""
    return f"{_WHAT}{_THING}{_SAID}{name}{_END}" if name else ""


def plain(text: str) -> str:
    """A sentence without the wrapping."""
    return _WRAPPING.sub("", text) if _WHAT in text else text


def raw(text: str) -> str:
    """What a sentence was made from: to be sent to where `Worded` makes it again."""
    return text.raw if isinstance(text, Worded) else text


def marks(text: str) -> Iterable[Mark]:
    """What a sentence has in it besides words, as far as it knows."""
    return text.marks if isinstance(text, Worded) else ()


def _mark(start: int, end: int, what: str) -> Mark:
    kind, value = what[:1], what[1:]
    if kind == _DICE and value:
        return Mark(start, end, dice=tuple(map(int, value.split(","))))
    if kind == _PLAYER:
        return Mark(start, end, seat=int(value))
    return Mark(start, end)
