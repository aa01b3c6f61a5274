"""The secret of a match, from which all its dice and cards follow, and the nonces that players stir into it.

The secret is sealed before anybody has given a nonce, and whoever gives one does not know the secret: so nobody,
not even the host, can choose the dice. docs/fair-dice.md says how, for a reader without this code.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from dicecup.table.arranged import Arranged
from dicecup.table.chance import Chance
from dicecup.table.errors import NotAllowed, SetupError, shown
from dicecup.table.keyed import Keyed
from dicecup.table.whole import whole

_DIGITS = 1000  # of a seed
_TOO_LARGE = 10**_DIGITS
_MOST_GAMES = 10**9  # at one table
_NONCE = re.compile(r"[0-9a-f]{64}")


def check_seed(seed: object) -> int | None:
    """The seed that is meant; SetupError if it can be none."""
    if seed is None:
        return None
    found = whole(seed)
    if found is None:
        raise SetupError(f"A seed is a whole number, not {shown(seed)}.")
    if abs(found) >= _TOO_LARGE:
        raise SetupError(f"A seed is a whole number of at most {_DIGITS:,} digits.")
    return found


class Nonce(NamedTuple):
    """What a player added to the dice: 32 random bytes in hex, counting for all results after `at` answers."""

    seat: int
    nonce: str
    at: int

    @classmethod
    def from_json(cls, data: Any) -> "Nonce":
        """The nonce that `_asdict` wrote; ValueError for anything else."""
        match data:
            case {"seat": seat, "nonce": str(nonce), "at": at} if _NONCE.fullmatch(nonce) and all(
                type(n) is int and n >= 0 for n in (seat, at)
            ):
                return cls(seat, nonce, at)
        raise ValueError(f"{shown(data)} is not what a player adds to the dice")


class Secret:
    """The secret of one match: 32 random bytes, or bytes made from a small seed. It never changes."""

    __slots__ = ("_key", "arranged", "by_hand", "digest", "nonces", "number", "seed", "since")

    def __init__(
        self,
        *,
        seed: int | None = None,
        number: int = 1,
        key: bytes | None = None,
        since: int = 0,
        nonces: Sequence[Nonce] = (),
        arranged: Arranged | None = None,
        by_hand: Sequence[str] = (),
    ) -> None:
        self.seed: Final = seed
        self.since: Final = since  # so many answers were given before it was sealed, in the game this branched off
        self.number: Final = number  # the how many-th game of the table: each has dice of its own
        self.nonces: Final = tuple(nonces)
        self.arranged: Final = arranged  # by a lesson; the secret decides everything else
        self.by_hand: Final = tuple(by_hand)  # the keys of results that whoever played made up: `Match.settle`
        if seed is not None:
            self._key = hashlib.sha256(f"dicecup seed {seed} game {number}".encode()).digest()
        else:
            self._key = key if key is not None else secrets.token_bytes(32)
        self.digest: Final = Keyed(self._stirred_key()).digest
        """HMAC-SHA256 of the key of a chance point under this secret and all its nonces: see `Source`."""

    def _stirred_key(self) -> bytes:
        if not self.nonces:
            return self._key
        lines = "".join(f"{one.seat} {one.nonce}\n" for one in self.nonces)
        return hmac.digest(self._key, f"dicecup nonces\n{lines}".encode(), "sha256")

    def result(self, point: Chance[Any], answers: int) -> Any:
        """What chance decides at a point that comes after so many answers."""
        found = self.arranged.result(point, answers) if self.arranged is not None else None
        return point.sample(self) if found is None else found

    def left(self, answers: int) -> "Secret":
        """This secret when the lesson is left after so many answers; NotAllowed if it is none."""
        if self.arranged is None or self.arranged.until is not None:
            raise NotAllowed("This is not a lesson, or it has been left already.")
        return self._with(self.nonces, self.arranged.left(answers))

    def stirred(self, seat: int, nonce: object, at: int) -> "Secret":
        """This secret with a seat's nonce in it, for all results after `at` answers; NotAllowed if none."""
        if self.seed is not None:
            raise NotAllowed("The dice of this game come from a seed; nobody can add to them.")
        if any(one.seat == seat for one in self.nonces):
            raise NotAllowed("This seat has already added its number to the dice of this game.")
        if not isinstance(nonce, str) or not _NONCE.fullmatch(nonce):
            raise NotAllowed("What a player adds to the dice is a random number of 64 hex digits, in lower case.")
        return self._with((*self.nonces, Nonce(seat, nonce, at)), self.arranged)

    def as_of(self, answers: int) -> "Secret":
        """The secret with the nonces that counted for the result which came after so many answers."""
        counted = tuple(one for one in self.nonces if one.at <= answers)
        return self if len(counted) == len(self.nonces) else self._with(counted, self.arranged)

    def cut_back(self, answers: int) -> "Secret":
        """The secret of a match that has so many answers left: what was added after them counts from there on."""
        late = self.arranged is not None and (self.arranged.until or 0) > answers
        if all(one.at <= answers for one in self.nonces) and not late:
            return self
        nonces = [one._replace(at=min(one.at, answers)) for one in self.nonces]
        return self._with(nonces, self.arranged.left(answers) if late and self.arranged else self.arranged)

    def numbered(self, number: int) -> "Secret":
        """The same secret for the how many-th game of a table."""
        return Secret(
            seed=self.seed,
            key=self._key,
            number=number,
            since=self.since,
            nonces=self.nonces,
            arranged=self.arranged,
        )

    def arranging(self, arranged: Arranged) -> "Secret":
        """This secret for a lesson, or for what goes on from one."""
        return self._with(self.nonces, arranged)

    def overruled(self, key: str) -> "Secret":
        """This secret when the result of a chance point has been made up."""
        return Secret(
            seed=self.seed,
            key=self._key,
            number=self.number,
            since=self.since,
            nonces=self.nonces,
            arranged=self.arranged,
            by_hand=(*self.by_hand, key),
        )

    def _with(self, nonces: Sequence[Nonce], arranged: Arranged | None) -> "Secret":
        return Secret(
            key=self._key,
            number=self.number,
            since=self.since,
            nonces=nonces,
            arranged=arranged,
            by_hand=self.by_hand,
        )

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
        made_up = {"by_hand": list(self.by_hand)} if self.by_hand else {}
        if self.seed is not None:
            return {"seed": self.seed, **made_up}
        shown: dict[str, Any] = {"key": self._key.hex(), **made_up}
        if self.since:
            shown["since"] = self.since
        if self.nonces:
            shown["nonces"] = [one._asdict() for one in self.nonces]
        if self.arranged is not None:
            shown["arranged"] = self.arranged.to_json()
        return shown

    @classmethod
    def from_json(cls, data: dict[str, Any], number: int) -> "Secret":
        """The secret that `reveal` wrote."""
        if type(number) is not int or not 1 <= number <= _MOST_GAMES:
            raise ValueError(f"the games of a table are numbered from 1 to {_MOST_GAMES:,}")
        if type(data.get("seed")) is int:
            check_seed(data["seed"])
            return cls(seed=data["seed"], number=number, by_hand=_keys(data))
        key = bytes.fromhex(data["key"])
        if len(key) != 32:
            raise ValueError("a secret has 32 bytes")
        since = data.get("since", 0)
        if type(since) is not int or since < 0:
            raise ValueError("a secret is sealed after so many answers")
        nonces = [Nonce.from_json(one) for one in data.get("nonces", ())]
        if len({one.seat for one in nonces}) < len(nonces) or sorted(nonces, key=lambda one: one.at) != nonces:
            raise ValueError("each seat adds to the dice once, one after the other")
        arranged = Arranged.from_json(data["arranged"]) if "arranged" in data else None
        return cls(key=key, number=number, since=since, nonces=nonces, arranged=arranged, by_hand=_keys(data))

    def __reduce__(self) -> tuple[Any, ...]:
        return Secret.from_json, (self.reveal(), self.number)

    def __repr__(self) -> str:
        return "<Secret>"  # never its content: this may end up in a log


def _keys(data: dict[str, Any]) -> tuple[str, ...]:
    """The chance points whose results are said to be made up."""
    found = data.get("by_hand", [])
    if not isinstance(found, list) or not all(isinstance(key, str) for key in found):
        raise ValueError("results that were made up are named by their keys")
    return tuple(found)
