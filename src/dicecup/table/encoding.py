"""A view as a row of numbers, in named parts, for programs that learn: docs/research.md."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from dicecup.table.arrays import Floats, floats
from dicecup.table.ask import Ask


class Seen(NamedTuple):
    """What the parts of a row are made of."""

    view: Any
    ask: Ask | None  # only if all of it may be known to whom the view is for
    asked: Ask | None  # the same question, of which no more than its seat and its kind may be told
    seats: tuple[
        int, ...
    ]  # whoever the view is for, then the others round the table; for a spectator from the first

    def away(self, seat: int | None) -> list[float]:
        """A 1 for this seat among all, none for None."""
        return [float(each == seat) for each in self.seats]


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a row: what it is called, how many numbers it has, what they say, and what makes them."""

    name: str
    size: int
    says: str
    tell: Callable[[Seen], Iterable[float]]


class Encoding:
    """How views of a game become rows: `game.encoding(seats)` has it, `game.encode(view, ask)` does it."""

    __slots__ = ("_parts", "_size", "left_out", "seats", "slices", "version")

    def __init__(
        self, parts: Sequence[Part], *, seats: int, version: int = 1, left_out: Mapping[str, str] | None = None
    ) -> None:
        """`left_out`: the fields of a view that no part tells, such as `cards.name`, each with the reason."""
        self._parts: Final = tuple(parts)
        self.seats: Final = seats
        self.version: Final = version
        self.left_out: Final[Mapping[str, str]] = MappingProxyType(dict(left_out or {}))
        slices, at = {}, 0
        for part in self._parts:
            slices[part.name] = slice(at, at + part.size)
            at += part.size
        if len(slices) < len(self._parts):
            raise ValueError("Two parts of a row have the same name.")
        self._size = at
        self.slices: Final[Mapping[str, slice]] = MappingProxyType(slices)

    def __len__(self) -> int:
        return self._size

    def row(self, view: Any, ask: Ask | None = None) -> Floats:
        """The view in numbers, and the question that is asked, as far as whoever the view is for may know it."""
        count = self.seats
        first = view.seat or 0
        seats = tuple([(first + step) % count for step in range(count)])
        known = ask if ask is None or not ask.private or ask.seat == view.seat else None
        seen = Seen(view, known, ask, seats)
        row: list[float] = []
        for part in self._parts:
            row += part.tell(seen)
        if len(row) != self._size:
            raise ValueError(self._ill_measured(seen))
        return floats(row)

    def _ill_measured(self, seen: Seen) -> str:
        lengths = [(part, len(list(part.tell(seen)))) for part in self._parts]
        part, told = next((part, told) for part, told in lengths if told != part.size)
        return f"The part {part.name!r} of a row has {part.size} numbers, and told {told}."

    def describe(self) -> str:
        """The parts of a row, a line each: where it lies, what it is called, what it says."""
        lines = [f"{at.start:5}-{at.stop - 1:<5} {name}: " for name, at in self.slices.items()]
        return "\n".join(line + part.says for line, part in zip(lines, self._parts, strict=True))

    def __reduce__(self) -> Any:
        raise TypeError("An encoding is not copied: `game.encoding(seats)` has it wherever the game is.")

    def __repr__(self) -> str:
        return f"<Encoding for {self.seats} seats: {len(self)} numbers, version {self.version}>"


def places(values: Iterable[Hashable]) -> dict[Any, int]:
    """Where each value stands among all there can be, for `one_of`."""
    return {value: place for place, value in enumerate(values)}


def one_of(value: Hashable, among: Mapping[Any, int]) -> list[float]:
    """A 1 at the place of the value, and noughts everywhere else; a value without a place has no 1."""
    row = [0.0] * len(among)
    place = among.get(value)
    if place is not None:
        row[place] = 1.0
    return row
