"""A view in words: terse, and complete for whoever plays by it alone, a person or a language model."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dicecup.table.ask import Ask


def seen(title: str, view: Any, lines: Iterable[str]) -> str:
    """A heading, and what lies on the table."""
    seat = view.seat
    who = "You are watching" if seat is None else f"You are {called(view.names, seat)}"
    return "\n".join([f"{title}. {who}.", *filter(None, lines)])


def rules(sections: Iterable[Mapping[str, Any]]) -> str:
    """Sections of a handbook: each with its heading, and what it is asked for by."""
    return "\n\n".join("\n".join([f"{each['title']} ({each['id']})", *each["paragraphs"]]) for each in sections)


def dice(faces: Sequence[object]) -> str:
    """What dice show, counted from 1 as in the texts of options: "die 1 shows 6, die 2 shows 6"."""
    return ", ".join(f"die {number} shows {face}" for number, face in enumerate(faces, start=1))


def called(names: Sequence[str], seat: int | None) -> str:
    """Such as "Ann (seat 0)"."""
    return "nobody" if seat is None else f"{names[seat]} (seat {seat})"


def question(view: Any, ask: Ask | None) -> list[str]:
    """What is asked, of whom, and what can be chosen, with the words of each choice."""
    if ask is None:
        return ["Nobody is asked anything."]
    if ask.private and ask.seat != view.seat:
        return [f"{called(view.names, ask.seat)} is asked something in private ({ask.kind})."]
    who = "You are" if ask.seat == view.seat else f"{called(view.names, ask.seat)} is"
    lines = [f"{who} asked ({ask.kind}): {ask.prompt}"]
    for option in ask.options:
        words = " ".join(map(str, option))
        lines.append(f"- {words}" if option.text == words else f"- {words}: {option.text}")
    return lines


def plainly(view: Mapping[str, Any]) -> list[str]:
    """A view of a game that has no words of its own, field by field."""
    hidden = ("game", "names", "seat")
    return [f"{name.replace('_', ' ')}: {_said(value)}" for name, value in view.items() if name not in hidden]


def _said(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name} {_said(each)}" for name, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_said, value)) + "]"
    return "-" if value is None else str(value)
