"""What a language model is told, and what its answer means."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

_MOST_NEWS: Final = 40  # lines
_MARK: Final = "ANSWER:"
_THOUGHTS: Final = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_BARE: Final = re.compile(r"\W*?(-?\d{1,9})\W*")
_ALONE: Final = r"(-?\d{1,9})\b(?!\s*(?:,|/|-|&|or\b|and\b)\s*\d)(?![ \t]+\d)(?![.,]\d)"  # not one of several
_ANSWERED: Final = re.compile(rf"\banswer\b[\W_]{{0,4}}?:[\W_]{{0,8}}?{_ALONE}", re.IGNORECASE)
_NAMED: Final = re.compile(
    rf"\b(?:answer|answer is|option|choice|number|choose|pick|take|boxed)\b[\W_]{{0,6}}?{_ALONE}", re.IGNORECASE
)


class Unclear(Exception):  # noqa: N818 - it is the model that is
    """An answer that names no option; the words are told back."""


def rules(game: Mapping[str, Any]) -> str:
    """Said once in each request, and always the same in a game: where the model sits, and how it is played."""
    name = game["names"][game["seat"]]
    others = ", ".join(f"{each} (seat {seat})" for seat, each in enumerate(game["names"]) if seat != game["seat"])
    against = f" against {others}" if others else ""
    return (
        f"You play a game of {game['title']} as {name} (seat {game['seat']}){against}. You want to win.\n\n"
        f"{game['rules']}\n\n"
        "How to answer: you are told what lies on the table, and a numbered list of what you can choose. Think as "
        f"briefly as you can. The last line of your answer is {_MARK} and the number of one option, such as:\n"
        f"{_MARK} 1"
    )


def question(decide: Mapping[str, Any]) -> str:
    """What has happened, what lies on the table, and what can be chosen."""
    news = [str(event["text"]) for event in decide["events"] if event.get("text")]
    told = ["Since you were asked last:", *(f"- {line}" for line in news[-_MOST_NEWS:]), ""] if news else []
    ask = decide["ask"]
    texts = [str(option["text"]) for option in ask["options"]]
    if len({*texts}) < len(texts):  # the words of each choice tell them apart
        texts = [f"{option['text']} ({' '.join(map(str, option['choice']))})" for option in ask["options"]]
    options = [f"{number}. {text}" for number, text in enumerate(texts, start=1)]
    last = f"Take one of the options, 1 to {len(options)}; the last line is {_MARK} and its number."
    return "\n".join([*told, decide["words"], "", f"You are asked: {ask['prompt']}", *options, "", last])


def choice(text: str, options: Sequence[Mapping[str, Any]], *, cut: bool = False) -> int:
    """The option that is meant, from 0; Unclear, with what to tell the model, if that is anybody's guess."""
    said = _THOUGHTS.sub("", text).strip()
    number = _number(said)
    again = f"Answer with one line: {_MARK} and a number from 1 to {len(options)}."
    if number is None:
        found = [at for at, option in enumerate(options) if _meant(said, option)]
        if len(found) == 1:
            return found[0]
        if cut:
            raise Unclear(f"Your answer was too long, and was cut off. {again}")
        raise Unclear(f"That names no option, or not just one. {again}")
    if not 1 <= number <= len(options):
        raise Unclear(f"There is no option {number}. {again}")
    return number - 1


def _number(said: str) -> int | None:
    """The number that stands alone, or where an answer is announced; None if there is none, or more than one."""
    if bare := _BARE.fullmatch(said):
        return int(bare[1])
    if marked := _ANSWERED.findall(said):
        return int(marked[-1])
    lines = said.splitlines()
    if lines and (bare := _BARE.fullmatch(lines[-1])):
        return int(bare[1])
    named = {int(each) for each in _NAMED.findall(said)}
    return named.pop() if len(named) == 1 else None


def _meant(said: str, option: Mapping[str, Any]) -> bool:
    """Whether an answer is an option in its own words."""
    words = said.strip(" .\"'`*").casefold()
    return words in (str(option["text"]).casefold(), " ".join(map(str, option["choice"])).casefold())
