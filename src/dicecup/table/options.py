"""House rules: the options of a game, declared once with a default and words that every screen shows."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, Literal, Self, get_args, get_origin, get_type_hints

from dicecup.table.errors import SetupError, shown
from dicecup.table.plain import Frozen
from dicecup.table.whole import whole

BEGINNING: Final = "Start and finish"
"""The heading under which every game has the rule who begins."""


def setting(
    default: Any, sentence: str, *, group: str = "", says: Mapping[str | int | bool, str] | None = None
) -> Any:
    """A field of an Options class: its default, and what it is about in a few words.

    `group` is the heading it stands under where there are many. `says` has a whole sentence for each choice, so
    that nobody has to read `tie=shared`; without it the values themselves are shown.
    """
    return field(default=default, metadata={"sentence": sentence, "group": group, "says": says or {}})


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One option as a person or a program may look it up."""

    name: str
    default: str | int | bool
    choices: tuple[str | int | bool, ...]  # empty: any whole number from 0
    sentence: str
    group: str = ""
    says: tuple[str, ...] = ()  # for each of the choices; empty: the sentence has to do

    def say(self, value: str | int | bool) -> str:
        """What holds with this value, in a sentence."""
        if self.says:
            return self.says[self.choices.index(value)]
        return f"{self.sentence[:1].upper()}{self.sentence[1:]}: {value}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Frozen):
    """Base of a game's options: frozen fields of type Literal, bool or int (0 or more), made by `setting`."""

    start: Literal["first-roll", "seat-order"] = setting(
        "first-roll",
        "who goes first",
        group=BEGINNING,
        says={"first-roll": "Everybody rolls for the first turn.", "seat-order": "The first seat goes first."},
    )

    @classmethod
    @cache
    def settings(cls) -> tuple[Setting, ...]:
        """Every option there is."""
        hints = get_type_hints(cls)
        found = []
        for each in fields(cls):
            assert each.default is not MISSING, f"option {each.name} needs a default"
            choices, says = _choices(hints[each.name]), each.metadata["says"]
            assert not says or says.keys() == set(choices), f"option {each.name} says too much or too little"
            found.append(
                Setting(
                    name=each.name,
                    default=each.default,
                    choices=choices,
                    sentence=each.metadata["sentence"],
                    group=each.metadata["group"],
                    says=tuple(says[choice] for choice in choices) if says else (),
                )
            )
        return tuple(found)

    @classmethod
    def grouped(cls) -> dict[str, list[Setting]]:
        """The options under their headings: those without one first, then each heading as it first comes."""
        found: dict[str, list[Setting]] = {"": []}
        for each in cls.settings():
            found.setdefault(each.group, []).append(each)
        return {heading: settings for heading, settings in found.items() if settings}

    @classmethod
    def parse(cls, given: Mapping[str, Any]) -> Self:
        """The options a player asked for; SetupError, with what would be right, for anything else."""
        known = {each.name: each for each in cls.settings()}
        given = {name: value if (number := whole(value)) is None else number for name, value in given.items()}
        for name, value in given.items():
            if name not in known:
                near = get_close_matches(name, known, 1)
                hint = f"Did you mean {near[0]!r}?" if near else f"The options are: {', '.join(known)}."
                raise SetupError(f"There is no option {shown(name)}. {hint}")
            choices = known[name].choices
            if choices and not any(value == choice and type(value) is type(choice) for choice in choices):
                raise SetupError(f"{name} must be one of {', '.join(map(str, choices))}; {shown(value)} is not.")
            if not choices and (type(value) is not int or value < 0):
                raise SetupError(f"{name} must be a whole number from 0; {shown(value)} is not.")
        return cls(**given)

    @classmethod
    def implied(cls, name: str, value: str | int | bool) -> dict[str, str | int | bool]:
        """The other house rules that a choice changes: those of a preset."""
        usual, chosen = cls(), cls.parse({name: value})
        return {
            each.name: found
            for each in cls.settings()
            if each.name != name and (found := getattr(chosen, each.name)) != getattr(usual, each.name)
        }

    def in_words(self) -> dict[str, str]:
        """Everything that is not as usual at this table, a sentence each, by name."""
        here = {each: getattr(self, each.name) for each in self.settings()}
        return {each.name: each.say(value) for each, value in here.items() if value != each.default}

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
