"""Dice of King of Tokyo in the terminal: drawn, read out, and kept by what is typed."""

import re
from collections.abc import Sequence
from typing import Final

from dicecup.games.king_of_tokyo import KingView
from dicecup.games.king_of_tokyo.state import BLACK_DICE, CLAW, ENERGY, FACES, HEART, ONE, THREE, TWO
from dicecup.table.words import listed
from dicecup.terminal.questions import Answer, Rest, Surely, Unclear, Which
from dicecup.terminal.screen import Choice

FACE_WORDS: Final = {
    "1s": ONE, "one": ONE, "ones": ONE,
    "2s": TWO, "two": TWO, "twos": TWO,
    "3s": THREE, "three": THREE, "threes": THREE,
    "h": HEART, "heart": HEART, "hearts": HEART,
    "e": ENERGY, "energy": ENERGY, "energies": ENERGY,
    "c": CLAW, "claw": CLAW, "claws": CLAW,
}  # fmt: skip
_KEEP: Final = ("keep", "k", "hold")
_ALL: Final = ("all", "all dice", "everything", "all of them")
_NONE: Final = ("none", "nothing", "no dice", "no die")
_LITTLE: Final = ("and", "die", "dice", "the", "all")


def die(slot: int) -> str:
    """A place as it is called: the seventh die and those after it are green."""
    return f"{slot + 1} (green)" if slot >= BLACK_DICE else str(slot + 1)


def dice_words(dice: Sequence[int]) -> str:
    """Such as "Die 1 shows heart, die 2 shows 3."."""
    shown = [f"die {die(slot)} shows {FACES[face]}" for slot, face in enumerate(dice)]
    return f"D{listed(shown)[1:]}."


def dice_picture(dice: Sequence[int], *, unicode: bool) -> list[str]:
    """Dice side by side, eight columns each; green ones have another edge and say so."""
    black, green = (tuple("┌─┐│└┘"), tuple("╔═╗║╚╝")) if unicode else (tuple("+-+|++"), tuple("#=####"))
    rows: list[list[str]] = [[], [], [], []]
    for slot, face in enumerate(dice):
        left, flat, right, side, low_left, low_right = green if slot >= BLACK_DICE else black
        rows[0].append(f"{left}{flat * 6}{right}")
        rows[1].append(f"{side}{FACES[face]:^6}{side}")
        rows[2].append(f"{low_left}{flat * 6}{low_right}")
        rows[3].append(f"{f'{slot + 1} green' if slot >= BLACK_DICE else str(slot + 1):^8}")
    return [" ".join(row).rstrip() for row in rows]


def keep(view: KingView, line: str) -> Choice | None:
    """Which dice are kept, by their places or by what they show."""
    verb, _, rest = line.partition(" ")
    everything = range(len(view.dice))
    if line in ("stop", "done", "stand", "all", "all dice", "everything") or (verb in _KEEP and rest in _ALL):
        return ("keep", *everything)
    if line in ("none", "nothing", "roll all", "roll all dice") or (verb in _KEEP and rest in _NONE):
        return ("keep",)
    if line in ("roll", "r"):
        if not view.rolls_left:
            return ("roll",)
        raise Rest("Roll which dice? Type their places, such as “2 4”, what they show, or “all”.", "roll")
    if verb in ("roll", "r", "reroll"):
        rolled = _dice(view, rest, "roll")
        return None if rolled is None else ("keep", *[slot for slot in everything if slot not in rolled])
    if verb in _KEEP and not rest:
        raise Rest("Keep which dice? Type their places, such as “1 3 5”, or what they show: “claws”.", "keep")
    kept = _dice(view, rest if verb in _KEEP else line, "keep")
    return None if kept is None else ("keep", *kept)


def _dice(view: KingView, words: str, verb: str) -> list[int] | None:
    """The slots that are meant; None if the words are not about dice at all. `verb`: to keep or to roll them."""
    found = [word for word in re.sub(r"[+&]", " ", words).split() if word not in _LITTLE]
    if not found:
        return None
    digits = [word for word in found if word.isdecimal() and word.isascii()]
    faces = [FACE_WORDS[word] for word in found if word in FACE_WORDS]
    if len(digits) == len(found):
        return _places(view, "".join(digits), verb)
    if len(faces) == len(found):
        slots = [slot for slot, die in enumerate(view.dice) if die in faces]
        for face in faces:
            if face not in view.dice:
                raise Unclear(f"No die shows {FACES[face]}.")
        return slots
    if faces and len(digits) + len(faces) == len(found):
        raise _mixed(view, digits, faces, verb)
    return None


def _mixed(view: KingView, digits: Sequence[str], faces: Sequence[int], verb: str) -> Unclear:
    """Numbers beside words for faces can be two things; but a place is none that is not there."""
    shown = [slot + 1 for slot, die in enumerate(view.dice) if die in faces]
    numbers = "".join(digits)
    places = sorted({*map(int, numbers), *shown})
    said = "Are the numbers places or faces"
    if not set(numbers) <= set("123") or not all(1 <= place <= len(view.dice) for place in places):
        return Unclear(f"{said}? Type places only, such as 135, or faces only: “3s claws”.")
    named = " ".join(f"{word}s" if face <= THREE else word for face in faces if (word := FACES[face]))
    by_face = f"{verb} {' '.join(f'{digit}s' for digit in numbers)} {named}"
    by_place = f"{verb} {' '.join(map(str, places))}"
    return Which(
        f"{said}: ", [Answer(by_place, f"places, “{by_place}”"), Answer(by_face, f"faces, “{by_face}”")], "?"
    )


def _places(view: KingView, digits: str, verb: str) -> list[int]:
    count = len(view.dice)
    places = sorted(int(digit) for digit in digits)
    if len(set(places)) < len(places) and set(places) == {places[0]} and 1 <= places[0] <= 3:
        every = f"{places[0]}s"
        raise Surely(
            f"Numbers are places of dice. For all dice that show {places[0]} type “{every}”.", f"{verb} {every}"
        )
    if len(set(places)) < len(places) or not all(1 <= place <= count for place in places):
        raise Unclear(f"The dice are in places 1 to {count}, from left to right; name each once, such as 135.")
    return [place - 1 for place in places]
