"""A match as a screen looks at it: one of this program, or one that is played at a server."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from dicecup.table import Ask, Event, Game, Outcome, View
from dicecup.table.pick import Price


class Seen(Protocol):
    """What a screen may ask of a match. `Match` can do all of it; `terminal.far` asks the server."""

    @property
    def game(self) -> Game[Any]:
        """Which game it is."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        ...

    @property
    def number(self) -> int:
        """The how many-th game of this table it is."""
        ...

    @property
    def pending(self) -> Ask | None:
        """The decision that somebody has to make."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        ...

    @property
    def events(self) -> Sequence[Event]:
        """What has happened so far."""
        ...

    def view(self, seat: int | None = None) -> View:
        """What a seat (None: a spectator) may see now."""
        ...

    def why_not(self, choice: object, seat: int | None = None) -> str | None:
        """Why something cannot be chosen now; None if it can."""
        ...

    def prices(self, seat: int) -> Mapping[str, Price]:
        """What the things on show would cost a seat, by name."""
        ...

    def forecast(self) -> str:
        """What it would bring whoever is asked to leave things as they lie."""
        ...

    def never_ask(self, seat: int, kind: str, *, never: bool = True) -> list[Event]:
        """Do not ask this kind of optional question any more, or do again."""
        ...

    def never_asked(self, seat: int) -> frozenset[str]:
        """The kinds of questions that a seat is not asked."""
        ...


Fork = Callable[[int], Seen]
"""Gives a copy of the match to try things out, as far as this program can; of a match far away, the match."""
