"""What a lesson arranges: results of chance that were written down before, each under the key of its chance point.

They stand beside the secret of the match. Whatever is not arranged follows from the secret, as in any other match,
and so does everything once the lesson has been left: docs/lessons.md.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from dicecup.table.chance import Chance
from dicecup.table.errors import shown

_MOST: Final = 500  # results of one lesson
_LONGEST: Final = 200  # characters of a key, or of what is drawn


class Arranged(NamedTuple):
    """The results of a lesson. Dice are given for all slots: whichever of them are rolled take theirs."""

    lesson: str  # which one: its `mark`
    results: Mapping[str, Any]
    until: int | None = None  # it was left after so many answers

    def result(self, point: Chance[Any], answers: int) -> Any:
        """What was arranged for a chance point that comes after so many answers; None: nothing that can be."""
        if self.until is not None and answers >= self.until:
            return None
        data = self.results.get(point.key)
        if data is None:
            return None
        try:
            return point.arranged(data)
        except ValueError:  # the rules are others now
            return None

    def left(self, answers: int) -> "Arranged":
        """The lesson is left after so many answers."""
        return self if self.until is not None and self.until <= answers else self._replace(until=answers)

    def to_json(self) -> dict[str, Any]:
        """As it stands in saves and finished records."""
        data: dict[str, Any] = {"lesson": self.lesson, "results": dict(self.results)}
        return data if self.until is None else {**data, "until": self.until}

    @classmethod
    def from_json(cls, data: Any) -> "Arranged":
        """What `to_json` wrote; ValueError for anything else."""
        match data:
            case {"lesson": str(lesson), "results": dict(results)} if (
                0 < len(lesson) <= _LONGEST
                and len(results) <= _MOST
                and all(len(key) <= _LONGEST and _is_result(found) for key, found in results.items())
                and _is_place(data.get("until"))
            ):
                return cls(lesson, results, data.get("until"))
        raise ValueError(f"{shown(data)} is not what a lesson arranges")


class Left(NamedTuple):
    """A lesson was left after so many answers: what a host writes down of it between two saves."""

    at: int

    def to_json(self) -> dict[str, int]:
        """As a row."""
        return {"left_lesson": self.at}


def _is_place(until: Any) -> bool:
    return until is None or (type(until) is int and until >= 0)


def _is_result(data: Any) -> bool:
    if isinstance(data, list):
        return len(data) <= _LONGEST and all(type(face) is int for face in data)
    return type(data) is int or (type(data) is str and len(data) <= _LONGEST)
