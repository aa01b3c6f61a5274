"""Chance: dice and draws whose results can be sampled, scripted, enumerated and recomputed.

A chance point has a key, "turn/seat/purpose/count", that no other point of the match has. Its result is a
pure function of the match's secret and that key, so it does not depend on what else was rolled before, and
everybody who has the secret can recompute it. docs/fair-dice.md says how, for a reader without this code.
"""

import hashlib
import secrets
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from dicecup.table.errors import SetupError, shown

MOST_DICE: Final = 16  # one digest holds two bytes for each of them
_WORD = 2**64
_DIGITS = 1000  # of a seed

R = TypeVar("R")


class Source(Protocol):
    """Where chance comes from: 32 bytes for a key, always the same ones."""

    def digest(self, key: str) -> bytes:
        """32 bytes that look random and depend on `key` alone."""
        ...


def check_seed(seed: object) -> None:
    """SetupError if `seed` can be none."""
    if seed is None:
        return
    if type(seed) is not int:
        raise SetupError(f"A seed is a whole number, not {shown(seed)}.")
    if abs(seed) >= 10**_DIGITS:
        raise SetupError(f"A seed is a whole number of at most {_DIGITS:,} digits.")


class Secret:
    """The secret of one match: 32 random bytes, or bytes made from a small seed."""

    __slots__ = ("_inner", "_key", "_outer", "number", "seed", "since")

    def __init__(
        self, *, seed: int | None = None, number: int = 1, key: bytes | None = None, since: int = 0
    ) -> None:
        self.seed: Final = seed
        self.since: Final = since  # so many answers were given before it was sealed, in the game this branched off
        self.number: Final = number  # the how many-th game of the table: each has dice of its own
        if seed is not None:
            self._key = hashlib.sha256(f"dicecup seed {seed} game {number}".encode()).digest()
        else:
            self._key = key if key is not None else secrets.token_bytes(32)
        # The two halves of HMAC that do not depend on the message: three times as fast as `hmac.digest`.
        block = self._key.ljust(64, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in block))

    def digest(self, key: str) -> bytes:
        """HMAC-SHA256 of the key of a chance point under this secret."""
        inner = self._inner.copy()
        inner.update(key.encode())
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.digest()

    @property
    def verifiable(self) -> bool:
        """Whether nobody can have picked this secret for the dice it gives: only if it is random."""
        return self.seed is None

    @property
    def commitment(self) -> str | None:
        """SHA-256 of a random secret, fit to be shown before the game; a small seed could be guessed from it."""
        return hashlib.sha256(self._key).hexdigest() if self.seed is None else None

    @classmethod
    def of_fork(cls, seed: int | None, number: int) -> "Secret":
        """The secret of a fork: never that of a match, even of one with the same seed."""
        key = None if seed is None else hashlib.sha256(f"dicecup fork {seed}".encode()).digest()
        return cls(key=key, number=number)

    def next(self) -> "Secret":
        """The secret of the next game at the same table."""
        return Secret(seed=self.seed, number=self.number + 1)

    def reveal(self) -> dict[str, Any]:
        """The secret itself, for the host's save and for finished records."""
        if self.seed is not None:
            return {"seed": self.seed}
        return {"key": self._key.hex(), **({"since": self.since} if self.since else {})}

    @classmethod
    def from_json(cls, data: dict[str, Any], number: int) -> "Secret":
        """The secret that `reveal` wrote."""
        if type(number) is not int or number < 1:
            raise ValueError("the games of a table are numbered from 1")
        if type(data.get("seed")) is int:
            return cls(seed=data["seed"], number=number)
        key = bytes.fromhex(data["key"])
        if len(key) != 32:
            raise ValueError("a secret has 32 bytes")
        since = data.get("since", 0)
        if type(since) is not int or since < 0:
            raise ValueError("a secret is sealed after so many answers")
        return cls(key=key, number=number, since=since)

    def __repr__(self) -> str:
        return "<Secret>"  # never its content: this may end up in a log


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

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.key}>"


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
        faces = tuple([shown[slot] for slot in self.slots])
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
        if any(type(face) is not int or not 1 <= face <= self.sides for face in data):
            raise ValueError(f"{self.key}: a die shows 1 to {self.sides}, not {shown(data)}")
        return tuple(data)


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
            if item == data and type(item) is type(data):
                return item
        raise ValueError(f"{self.key}: {shown(data)} is not among what can be drawn")
