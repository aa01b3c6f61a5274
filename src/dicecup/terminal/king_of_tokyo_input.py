"""What a player may type in King of Tokyo, and which choice it means."""

import re
from collections.abc import Sequence
from typing import Final

from dicecup.games.king_of_tokyo import KingView
from dicecup.games.king_of_tokyo.state import CLAW, ENERGY, HEART, ONE, THREE, TWO
from dicecup.table import Ask, Option
from dicecup.terminal.screen import Choice, Unclear, Unknown, in_words

_FACES: Final = {
    "1s": ONE, "one": ONE, "ones": ONE,
    "2s": TWO, "two": TWO, "twos": TWO,
    "3s": THREE, "three": THREE, "threes": THREE,
    "h": HEART, "heart": HEART, "hearts": HEART,
    "e": ENERGY, "energy": ENERGY,
    "c": CLAW, "claw": CLAW, "claws": CLAW,
}  # fmt: skip
_ENTER: Final = ("roll", "done", "pass", "go-on")  # choices that Enter takes when they come first


def default(ask: Ask) -> Option | None:
    """What Enter means, if it means anything."""
    first = ask.options[0]
    return first if len(ask.options) == 1 or first.verb in _ENTER else None


def understand(view: KingView, ask: Ask, line: str) -> Choice:
    """The choice a line means; Unclear, with a question back, if it means none or several."""
    line = " ".join(line.casefold().replace(",", " ").split())
    if not line:
        enter = default(ask)
        if enter is None and ask.kind == "dice":
            raise Unclear("Type the places of the dice you keep, such as 135, or what they show; or “stop”.")
        if enter is None:
            raise Unclear("Type the number or the words of your choice. “help” shows what else you can type.")
        return enter
    if ask.kind == "dice":
        return _keep(view, ask, line)
    if line.isdecimal() and line.isascii():
        return _numbered(ask.options, line)
    return _named(ask, line)


def _numbered(options: Sequence[Option], line: str) -> Choice:
    if not 1 <= int(line[:9]) <= len(options):
        raise Unclear(f"There is no choice {line[:20]}; take 1 to {len(options)}.")
    return options[int(line) - 1]


def _named(ask: Ask, line: str) -> Choice:
    """A choice by its verb or by words of its text."""
    for option in ask.options:
        if line in (option.verb, option.text.casefold()):
            return option
    words = line.removeprefix("use ").removeprefix("buy ").split()
    found = [option for option in ask.options if all(word in option.text.casefold() for word in words)]
    if len(found) == 1:
        return found[0]
    if found:
        raise Unclear(f"That can mean {in_words([option.text for option in found[:5]], 'or')}. Which one?")
    verb, _, rest = line.partition(" ")
    if verb in ("keep", "roll", "sweep", "yield", "stay") and not rest:
        return (verb,)  # for the reason why not
    raise Unknown(f"“{line[:40]}” is none of the choices. Type the number of one, or “help”.")


def card_letters(ask: Ask) -> dict[str, Option]:
    """Cards that can be used between rolls have letters: numbers are dice there."""
    cards = [option for option in ask.options if option.verb == "use"]
    return dict(zip("abdfgijklmnopqrstuvwxyz", cards, strict=False))  # not c, e, h: they are faces


def _keep(view: KingView, ask: Ask, line: str) -> Choice:
    count = len(view.dice)
    everything = tuple(range(count))
    if line in card_letters(ask):
        return card_letters(ask)[line]
    verb, _, rest = line.partition(" ")
    if line in ("stop", "done", "keep all", "all"):
        return ("keep", *everything)
    if line in ("roll", "roll all", "r", "none", "keep none", "keep nothing"):
        return ("keep",)
    if verb == "roll":
        rolled = _places(rest, count)
        return ("keep", *[slot for slot in everything if slot not in rolled])
    if verb == "use":
        return _named(ask, line)
    words = rest if verb in ("keep", "k", "hold") else line
    if not words:
        raise Unclear("Keep which dice? Type their places, such as “keep 1 3 5”, or what they show: “keep claws”.")
    if re.fullmatch(r"[\d ]+", words) and words.isascii():
        return ("keep", *sorted(_places(words, count)))
    faces = [_FACES.get(word) for word in words.replace(" and ", " ").split()]
    if None in faces:
        return _named(ask, line)
    kept = [slot for slot, die in enumerate(view.dice) if die in faces]
    if not kept:
        raise Unclear("No die shows that.")
    return ("keep", *kept)


def _places(words: str, count: int) -> list[int]:
    digits = words.replace(" ", "")
    places = [int(digit) for digit in digits if digit.isdecimal()]
    if (
        len(places) != len(digits)
        or len(set(places)) < len(places)
        or not all(1 <= each <= count for each in places)
    ):
        raise Unclear(f"The dice have the places 1 to {count}, from left to right; name each once, such as 135.")
    return [place - 1 for place in places]
