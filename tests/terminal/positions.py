"""What a position of any game is, in which somebody is asked something."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dicecup.table import Match
from dicecup.testing import Scripted


@dataclass(frozen=True)
class Decision:
    """Who is asked, what the screen says, and lines that all mean the same choice."""

    kind: str
    seat: int
    position: Callable[[], Scripted]
    shows: str
    typed: tuple[str, ...]
    choice: tuple[int | str, ...]

    def match(self) -> Match[Any]:
        """A match that stands there, with dice of its own from there on."""
        return self.position().match.clone()
