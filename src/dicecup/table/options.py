"""House rules: the options of a game, declared once with a default and a sentence."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from functools import cache
from typing import Any, Literal, Self, get_args, get_origin, get_type_hints

from dicecup.table.errors import SetupError, shown
from dicecup.table.plain import Frozen


def setting(default: Any, sentence: str) -> Any:
    """A field of an Options class: its default, and what it does in one sentence."""
    return field(default=default, metadata={"sentence": sentence})


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One option as a person or a program may look it up."""

    name: str
    default: str | int | bool
    choices: tuple[str | int | bool, ...]  # empty: any whole number from 0
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Frozen):
    """Base of a game's options: frozen fields of type Literal, bool or int (0 or more), made by `setting`."""

    start: Literal["first-roll", "seat-order"] = setting(
        "first-roll", "who begins: decided as the rules say, or seat-order: the first seat"
    )

    @classmethod
    @cache
    def settings(cls) -> tuple[Setting, ...]:
        """Every option there is."""
        hints = get_type_hints(cls)
        found = []
        for each in fields(cls):
            assert each.default is not MISSING, f"option {each.name} needs a default"
            found.append(
                Setting(
                    name=each.name,
                    default=each.default,
                    choices=_choices(hints[each.name]),
                    sentence=each.metadata["sentence"],
                )
            )
        return tuple(found)

    @classmethod
    def parse(cls, given: Mapping[str, Any]) -> Self:
        """The options a player asked for; SetupError, with what would be right, for anything else."""
        known = {each.name: each for each in cls.settings()}
        for name, value in given.items():
            if name not in known:
                near = get_close_matches(name, known, 1)
                hint = f"Did you mean {near[0]!r}?" if near else f"There is: {', '.join(known)}."
                raise SetupError(f"There is no option {shown(name)}. {hint}")
            choices = known[name].choices
            if choices and not any(value == choice and type(value) is type(choice) for choice in choices):
                raise SetupError(f"{name} is one of {', '.join(map(str, choices))}; {shown(value)} is not.")
            if not choices and (type(value) is not int or value < 0):
                raise SetupError(f"{name} is a whole number from 0; {shown(value)} is not.")
        return cls(**given)

    def unusual(self) -> dict[str, Any]:
        """What is not as usual at this table, by name."""
        return {
            each.name: value for each in self.settings() if (value := getattr(self, each.name)) != each.default
        }


def _choices(kind: Any) -> tuple[str | int | bool, ...]:
    if get_origin(kind) is Literal:
        return get_args(kind)
    if kind is bool:
        return (False, True)
    assert kind is int, f"an option is a Literal, a bool or an int, not {kind}"
    return ()
