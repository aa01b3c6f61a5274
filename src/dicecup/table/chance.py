"""Chance: dice and draws whose results can be sampled, scripted, enumerated and recomputed.

A chance point has a key, "turn/seat/purpose/count", that no other point of the match has. Its result is a
pure function of the match's secret and that key, so it does not depend on what else was rolled before, and
everybody who has the secret can recompute it. docs/fair-dice.md says how, for a reader without this code.
"""

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import ClassVar, Final, Generic, Protocol, TypeVar

from dicecup.table.compiled import mypyc_attr
from dicecup.table.errors import shown
from dicecup.table.whole import whole

MOST_DICE: Final = 16  # one digest holds two bytes for each of them
_WORD = 2**64

R = TypeVar("R")


class Source(Protocol):
    """Where chance comes from: 32 bytes for a key, always the same ones."""

    def digest(self, key: str) -> bytes:
        """32 bytes that look random and depend on `key` alone."""
        ...


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance(Generic[R]):
    """Something the table decides, not a player. Rules `await` it and get the result."""

    __slots__ = ("audience", "key")
    name: ClassVar[str] = "chance"

    def __init__(self, key: str, audience: tuple[int, ...] | None = None) -> None:
        self.key = key
        self.audience = audience  # the seats that learn the result; None: everybody

    def __await__(self) -> Generator["Chance[R]", R, R]:
        return (yield self)

    def sample(self, source: Source) -> R:
        """The result this point has under `source`."""
        raise NotImplementedError

    def outcomes(self) -> Iterator[tuple[R, Fraction]]:
        """Every result with its probability; results the game does not distinguish are one."""
        raise NotImplementedError

    def decode(self, data: object) -> R:
        """The result written as `data` in a script or a save; ValueError if it cannot be one of this point."""
        raise NotImplementedError

    def arranged(self, data: object) -> R:
        """The result that a lesson has arranged for this point; ValueError if it cannot be one."""
        return self.decode(data)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.key}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class Roll(Chance[tuple[int, ...]]):
    """Dice with the faces 1 to `sides`, thrown together; one face per slot, in the order of `slots`.

    The face in a slot does not depend on which other slots are rolled.
    """

    __slots__ = ("sides", "slots")

    def __init__(
        self, key: str, slots: Sequence[int], sides: int = 6, audience: tuple[int, ...] | None = None
    ) -> None:
        self.key = key  # not by super().__init__: there is a Roll in almost every decision
        self.audience = audience
        self.slots: Final = slots
        self.sides: Final = sides

    def sample(self, source: Source) -> tuple[int, ...]:
        """Each slot takes its own byte of the digest; one that would favour low faces is passed over."""
        digest = source.digest(self.key)
        shown = digest[:MOST_DICE].translate(_SIX if self.sides == 6 else _faces(self.sides))
        faces = tuple([shown[slot] for slot in tuple(self.slots)])
        return tuple(self._slow_die(source, digest, slot) for slot in self.slots) if 0 in faces else faces

    def _slow_die(self, source: Source, digest: bytes, slot: int) -> int:
        block = 0
        while True:
            for byte in (digest[slot], digest[slot + MOST_DICE]):
                if face := _faces(self.sides)[byte]:
                    return face
            block += 1
            digest = source.digest(f"{self.key}#{block}")

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """Sorted faces: dice that show the same are the same."""
        yield from _multisets(len(self.slots), self.sides)

    def decode(self, data: object) -> tuple[int, ...]:
        """A list of faces, as many as there are dice to roll."""
        if not isinstance(data, (list, tuple)) or len(data) != len(self.slots):
            raise ValueError(f"{self.key}: {len(self.slots)} dice are rolled here, not {shown(data)}")
        faces = tuple([whole(face) or 0 for face in data])
        if any(not 1 <= face <= self.sides for face in faces):
            raise ValueError(f"{self.key}: a die shows 1 to {self.sides}, not {shown(data)}")
        return faces

    def arranged(self, data: object) -> tuple[int, ...]:
        """A list of faces for all slots, of which those take theirs that are rolled."""
        if not isinstance(data, (list, tuple)) or any(slot >= len(data) for slot in self.slots):
            raise ValueError(f"{self.key}: a face is needed for each slot, not {shown(data)}")
        return self.decode([data[slot] for slot in self.slots])


@lru_cache(maxsize=64)
def _faces(sides: int) -> bytes:
    """The face each byte stands for; 0 for the last few, which would make low faces likelier."""
    if not 1 <= sides <= 256:
        raise ValueError(f"a die has 1 to 256 sides, not {sides}")
    fair = 256 - 256 % sides
    return bytes(byte % sides + 1 if byte < fair else 0 for byte in range(256))


_SIX: Final = _faces(6)


@lru_cache(maxsize=64)
def _multisets(dice: int, sides: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    everything = sides**dice
    found = []
    for faces in combinations_with_replacement(range(1, sides + 1), dice):
        ways = factorial(dice)
        for count in Counter(faces).values():
            ways //= factorial(count)
        found.append((faces, Fraction(ways, everything)))
    return tuple(found)


@mypyc_attr(allow_interpreted_subclasses=True)
class Draw(Chance[int | str]):
    """One item out of a pool of unseen ones; equal items in the pool are as likely as they are many.

    A deck has no order: a card gets its identity here, when it is turned up. Give the pool in an order that
    follows from the state alone (sorted, say).
    """

    __slots__ = ("pool",)

    def __init__(self, key: str, pool: Sequence[int | str], audience: tuple[int, ...] | None = None) -> None:
        super().__init__(key, audience)
        self.pool: Final = pool
        if not pool:
            raise ValueError(f"{key}: nothing is left to draw")

    def sample(self, source: Source) -> int | str:
        """A 64-bit number taken modulo the pool's size; the few that would favour its start are passed over."""
        size = len(self.pool)
        fair = _WORD - _WORD % size
        block = 0
        digest = source.digest(self.key)
        while True:
            for at in (0, 8, 16, 24):
                number = int.from_bytes(digest[at : at + 8], "big")
                if number < fair:
                    return self.pool[number % size]
            block += 1
            digest = source.digest(f"{self.key}#{block}")

    def outcomes(self) -> Iterator[tuple[int | str, Fraction]]:
        """Each different item once."""
        for item, count in Counter(self.pool).items():
            yield item, Fraction(count, len(self.pool))

    def decode(self, data: object) -> int | str:
        """One of the items in the pool."""
        for item in self.pool:
            if type(item) is type(data) and item == data:
                return item
        raise ValueError(f"{self.key}: {shown(data)} is not among what can be drawn")
