"""Numbered choices: everything that can ever be chosen at a table, in an order that stays as it is.

For whoever wants a number instead of words: networks, tree searches, other people's interfaces. The numbers depend
on the game and on how many seats there are, and on nothing that happens at the table: docs/research.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import index
from typing import Final, SupportsIndex, TypeAlias

from dicecup.table.arrays import Flags, flags
from dicecup.table.ask import Ask, Atom, Option, as_choice
from dicecup.table.errors import NoSuchSeat, NotAllowed, shown
from dicecup.table.whole import whole


@dataclass(frozen=True, slots=True)
class Away:
    """A seat as whoever is asked counts it: 0 is its own, 1 the next one, and so on round the table."""

    steps: int


Words: TypeAlias = tuple[Atom | Away, ...]
"""A choice in words, with seats counted from whoever makes it."""


class Actions:
    """The choices of a game, numbered from 0. `game.actions(seats, options)` has them; they cannot be changed."""

    __slots__ = ("_by_words", "_choices", "_endless", "seats", "version")

    def __init__(
        self, choices: Iterable[Words], *, seats: int, version: int = 1, endless: Sequence[str] = ()
    ) -> None:
        """Number `choices` in the order they come.

        `endless`: verbs of which there is no last choice, such as to bet any number; the others have no number.
        """
        self.seats: Final = seats
        self.version: Final = version
        self._choices: Final = tuple(choices)
        self._endless: Final = frozenset(endless)
        self._by_words: Final = tuple(
            {_seen_from(actor, words, seats): number for number, words in enumerate(self._choices)}
            for actor in range(seats)
        )
        if any(len(found) < len(self._choices) for found in self._by_words):
            raise ValueError("Two numbered choices are written in the same words.")

    def __len__(self) -> int:
        return len(self._choices)

    def number(self, option: object, actor: int) -> int:
        """The number of an option, as `actor` is offered it; NotAllowed if it has none."""
        words = option if option.__class__ is Option else as_choice(option)
        found = self._numbers(actor).get(words) if words else None
        if found is None:
            raise NotAllowed(f"{shown(words if words else option)} is not among the numbered actions.")
        return found

    def words(self, number: SupportsIndex, actor: int) -> tuple[Atom, ...]:
        """The choice with this number, as `match.answer` takes it from `actor`."""
        self._numbers(actor)
        return _seen_from(index(actor), self._choices[self._checked(number)], self.seats)

    def name(self, number: SupportsIndex) -> str:
        """The choice for people; seats are +0 for whoever chooses, +1 for the next one, and so on."""
        words = self._choices[self._checked(number)]
        return " ".join([f"+{word.steps}" if isinstance(word, Away) else str(word) for word in words])

    def legal(self, ask: Ask) -> list[int]:
        """The numbers of what can be chosen now, in the order of `ask.options`."""
        numbers = self._numbers(ask.seat)
        found = [numbers.get(option) for option in ask.options]
        if None not in found:
            return found  # type: ignore[return-value]  # as was seen just now
        missing = [option for option, number in zip(ask.options, found, strict=True) if number is None]
        if unknown := [option for option in missing if option.verb not in self._endless]:
            raise NotAllowed(f"{shown(tuple(unknown[0]))} is not among the numbered actions.")
        return [number for number in found if number is not None]

    def mask(self, ask: Ask | None) -> Flags:
        """A 1 for everything that can be chosen now; None: for nothing."""
        return flags(len(self), () if ask is None else self.legal(ask))

    def _numbers(self, actor: int) -> dict[tuple[Atom, ...], int]:
        seat = whole(actor)
        if seat is None or not 0 <= seat < self.seats:
            raise NoSuchSeat(f"There is no seat {shown(actor)}: the seats are 0 to {self.seats - 1}.")
        return self._by_words[seat]

    def _checked(self, number: SupportsIndex) -> int:
        found = whole(number)
        if found is None or not 0 <= found < len(self._choices):
            raise NotAllowed(f"There is no action {shown(number)}: they are numbered 0 to {len(self) - 1}.")
        return found

    def __repr__(self) -> str:
        return f"<Actions for {self.seats} seats: {len(self)}, version {self.version}>"


def _seen_from(actor: int, words: Words, seats: int) -> tuple[Atom, ...]:
    return tuple([(actor + word.steps) % seats if isinstance(word, Away) else word for word in words])
