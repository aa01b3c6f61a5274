"""The log: every answer given, by a seat or by chance. It is the truth; the state is a cache of it."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from dicecup.table.arranged import Left
from dicecup.table.ask import Option
from dicecup.table.errors import shown
from dicecup.table.secret import Nonce

_MOST_WORDS: Final = 100  # of a choice or a result
_LONGEST: Final = 200  # characters of a word
_LARGEST: Final = 2**63


class Choice(NamedTuple):
    """A seat chose. `forced`: the driver answered, because there was no choice or the seat wants no question.

    `private`: the options told a secret of the seat, and so does the choice among them.
    """

    seat: int
    option: Option
    forced: bool = False
    private: bool = False

    def known_to(self, viewer: int | None) -> bool:
        """Whether `viewer` knows what was chosen."""
        return not self.private or viewer == self.seat

    def to_json(self) -> dict[str, Any]:
        """As it stands in saves and records."""
        data: dict[str, Any] = {"seat": self.seat, "choice": list(self.option)}
        if self.forced:
            data["forced"] = True
        if self.private:
            data["private"] = True
        return data


class Luck(NamedTuple):
    """Chance decided."""

    key: str
    result: Any
    audience: tuple[int, ...] | None

    def known_to(self, viewer: int | None) -> bool:
        """Whether `viewer` has seen the result."""
        return self.audience is None or (viewer is not None and viewer in self.audience)

    def to_json(self) -> dict[str, Any]:
        """As it stands in saves and records."""
        result = list(self.result) if isinstance(self.result, tuple) else self.result
        data: dict[str, Any] = {"chance": self.key, "result": result}
        return data if self.audience is None else {**data, "audience": list(self.audience)}


class TakenBack(NamedTuple):
    """A seat took back the last `count` answers before this entry that still stood."""

    seat: int
    count: int  # type: ignore[assignment]  # what a tuple counts is of no interest here

    def to_json(self) -> dict[str, Any]:
        """As it stands in saves and records."""
        return {"seat": self.seat, "took_back": self.count}


class Wish(NamedTuple):
    """A seat does not want to be asked questions of a kind, or wants to be again. It stands beside the log."""

    seat: int
    kind: str
    never: bool

    def to_json(self) -> dict[str, Any]:
        """As a host writes it down between two saves."""
        return {"never_ask": self.seat, "kind": self.kind, "never": self.never}


Answer = Choice | Luck
Entry = Choice | Luck | TakenBack


def in_force(log: Sequence[Entry]) -> list[Answer]:
    """The answers that were not taken back."""
    answers: list[Answer] = []
    for entry in log:
        if isinstance(entry, TakenBack):
            del answers[len(answers) - entry.count :]
        else:
            answers.append(entry)
    return answers


def places(log: Sequence[Entry]) -> list[int]:
    """For each chance result how many answers stood before it; results are never taken back."""
    count, found = 0, []
    for entry in log:
        if isinstance(entry, Luck):
            found.append(count)
        count += -entry.count if isinstance(entry, TakenBack) else 1
    return found


def entry_from_json(data: Any) -> Entry:
    """The entry that `to_json` wrote. ValueError for anything else. A chance result is decoded when replayed."""
    match data:
        case {"seat": int(seat), "choice": [str(), *_] as words} if _is_short(words):
            verb, *args = words
            return Choice(seat, Option(verb, *args), data.get("forced") is True, data.get("private") is True)
        case {"seat": int(seat), "took_back": int(count)} if count > 0:
            return TakenBack(seat, count)
        case {"chance": str(key), "result": result} if _is_short([key, *_listed(result)]):
            audience = data.get("audience")
            if audience is None or (isinstance(audience, list) and _is_short(audience)):
                return Luck(key, result, None if audience is None else tuple(audience))
            raise ValueError(f"{shown(audience)} is nobody who could know of it")
        case _:
            raise ValueError(f"{shown(data)} is no entry of a log")


def row_from_json(data: Any) -> Entry | Wish | Nonce | Left:
    """What a host wrote down between two saves: an entry, or what stands beside the log."""
    match data:
        case {"never_ask": int(seat), "kind": str(kind), "never": bool(never)}:
            return Wish(seat, kind, never)
        case {"nonce": _}:
            return Nonce.from_json(data)
        case {"left_lesson": int(at)} if type(at) is int and at >= 0:
            return Left(at)
    return entry_from_json(data)


def _listed(result: Any) -> list[Any]:
    return result if isinstance(result, list) else [result]


def _is_short(words: list[Any]) -> bool:
    """Whether this is a list of numbers and words as games have them; of the past nothing else is checked."""
    return len(words) <= _MOST_WORDS and all(
        (type(word) is int and abs(word) < _LARGEST) or (type(word) is str and len(word) <= _LONGEST)
        for word in words
    )
