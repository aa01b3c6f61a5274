"""Light hints for screens that do not know a game: which fields of its view are dice, a table, a track."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal

Kind = Literal["dice", "cards", "per seat", "table", "track", "fact", "hidden"]


@dataclass(frozen=True, slots=True)
class Shown:
    """How a field of a view is drawn where a game has no screen of its own.

    `dice` is a list of faces, and the first one named is what lies in the tray; `cards` is a list of things with a
    name; `per seat` has an entry for every seat; `table` is a mapping; `track` is a number on its way to `upto`,
    or one for every seat; `fact` is a number or a word; `hidden` is for programs alone.
    """

    kind: Kind
    title: str = ""  # above it, in words; empty: made from the field's name
    upto: int | str = 0  # where a track ends: a number, or the field that has it
    labels: tuple[str, ...] = ()  # what the faces of dice are called, or the entries that every seat has
    says: Mapping[Any, str] = field(default_factory=dict)  # what values are called; "" draws nothing

    def to_json(self) -> dict[str, Any]:
        """What has been said, and nothing else; the values in `says` as JSON has them for keys."""
        told = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "says"}
        told["labels"] = list(self.labels)
        told["says"] = {_as_key(value): words for value, words in self.says.items()}
        return {name: value for name, value in told.items() if value not in _USUAL}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Shown":
        """What `to_json` wrote."""
        says = {_as_value(key): words for key, words in data.get("says", {}).items()}
        return cls(**{**data, "labels": tuple(data.get("labels", ())), "says": says})

    def __hash__(self) -> int:
        return hash((self.kind, self.title, self.upto, self.labels, tuple(self.says.items())))


_USUAL: Final[tuple[Any, ...]] = ("", 0, [], {})


_VALUES: Final[dict[str, Any]] = {"true": True, "false": False, "none": None}


def _as_value(key: str) -> Any:
    if key in _VALUES:
        return _VALUES[key]
    return int(key) if key.removeprefix("-").isdecimal() else key


def _as_key(value: object) -> str:
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
