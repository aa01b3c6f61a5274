"""What a player may type in Yahtzee, and which choice it means.

Bare digits are the places of dice to hold (of boxes, once no roll is left); `keep` takes faces, `fill` a box.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from dicecup.games.yahtzee import YahtzeeView
from dicecup.games.yahtzee.scoring import BOXES, OPEN, TITLES
from dicecup.table import Ask
from dicecup.terminal.questions import Answer, Rest, Surely, Unclear, Unknown, Which
from dicecup.terminal.screen import Choice

_NONE: Final = ("none", "nothing", "no dice")
_ALL: Final = ("all", "all five", "everything", "all dice")
_FACES: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")
_SHORT: Final = (
    ("1s", "one", "aces", "ace"),
    ("2s", "two"),
    ("3s",),  # not "three": that is the beginning of two boxes
    ("4s",),
    ("5s", "five"),
    ("6s", "six"),
    ("3k", "3kind", "3ofakind", "threekind", "3x"),
    ("4k", "4kind", "4ofakind", "fourkind", "4x"),
    ("fh", "full", "house"),
    ("ss", "small", "sstraight", "smstraight"),
    ("ls", "large", "lstraight", "lgstraight"),
    ("y", "yz", "5k", "5ofakind", "fiveofakind"),
    ("c", "ch"),
)
NAMES: Final = {
    re.sub(r"\W|_", "", word): box
    for box, words in enumerate(_SHORT)
    for word in (BOXES[box], TITLES[box].lower(), *words)
}
SHORT_NAMES: Final = tuple(words[0] for words in _SHORT)


def understand(view: YahtzeeView, ask: Ask, line: str) -> Choice:
    """The choice a line means; Unclear, with a question back, if it means none or several."""
    line = " ".join(line.casefold().replace(",", " ").split())
    if ask.kind == "choose":
        return _choice(view, ask, line)
    if line in ("", "r", "roll", "roll all", "roll the dice"):
        return ("roll",)
    try:
        return _choice(view, ask, line)  # for the reason why that is too early
    except Unclear:
        raise Unknown("Press Enter to roll the dice. “help” shows what else you can type.") from None


def _choice(view: YahtzeeView, ask: Ask, line: str) -> Choice:
    verb, _, rest = line.partition(" ")
    if not line:
        if view.rolls_left:
            raise Unclear("Type the places of the dice to hold, such as 135, or a box, such as fours.")
        raise Unclear("Type the box to fill: its number or its name.")
    if verb in ("roll", "r"):
        return _roll(view, ask, rest)
    if verb in ("hold", "h", "keep", "k") and not _can_hold(view):
        return _TOO_EARLY_OR_LATE
    if verb in ("hold", "h"):
        return _hold(_places(view, rest, bare=False)) if rest else _ask_what("hold")
    if verb in ("keep", "k"):
        return _hold(_by_face(view.dice, rest)) if rest else _ask_what("keep")
    if line in ("stop", "stay", "stand"):
        return _hold(range(5))
    if verb in ("fill", "f", "score", "take", "box"):
        return _fill(view, rest) if rest else _ask_what("fill")
    if re.fullmatch(r"[\d +]+", line) and line.isascii():
        if ask.kind == "choose" and not view.rolls_left:
            return _fill_by_number(view, line)
        return _hold(_places(view, line, bare=True)) if _can_hold(view) else _TOO_EARLY_OR_LATE
    return _fill(view, line)


_TOO_EARLY_OR_LATE: Final = ("keep", 0)  # refused by the rules, with the reason, whatever dice were named


def _can_hold(view: YahtzeeView) -> bool:
    """Whether dice lie there, and may still be rolled."""
    return bool(view.dice) and view.rolls_left > 0


def _ask_what(verb: str) -> Choice:
    asked = {
        "hold": "Hold which dice? Type their places, such as “1 3 5”, or “none”.",
        "keep": "Keep which faces? Type them, such as “6 6”; “hold” takes the places of dice.",
        "fill": "Fill which box? Type its number or name, such as “4” or “fours”.",
    }
    raise Rest(asked[verb], verb)


def _hold(slots: Sequence[int]) -> Choice:
    return ("keep", *sorted(slots))


def _roll(view: YahtzeeView, ask: Ask, rest: str) -> Choice:
    if not rest:
        if ask.kind == "choose" and view.rolls_left:
            raise Rest("Roll which dice? Type their places, such as “2 4”, or “all”.", "roll")
        return ("roll",)
    if rest in _ALL:
        return _hold(())
    if not _can_hold(view):
        return _TOO_EARLY_OR_LATE
    rolled = _places(view, rest, bare=False)
    return _hold([slot for slot in range(5) if slot not in rolled])


def _places(view: YahtzeeView, words: str, *, bare: bool) -> Sequence[int]:
    """Slots, from the numbers under the dice."""
    if words in _NONE:
        return ()
    if words in _ALL:
        return range(5)
    digits = re.sub(r"[ +]|and|dice|die", "", words)
    if all(word in _FACES or re.fullmatch("[1-6]'?s|and", word) for word in words.split()):
        return _by_face(view.dice, words)
    if not (digits.isascii() and digits.isdecimal()):
        raise Unclear(f"“{words[:30]}” are not places of dice; places are 1 to 5, such as “hold 1 3 5”.")
    places = [int(digit) for digit in digits]
    if all(1 <= place <= 5 for place in places) and len(set(places)) == len(places):
        return [place - 1 for place in places]
    if bare and places == [6]:
        meant = [
            Answer("keep sixes", "“keep sixes”, the dice that show 6"),
            Answer("fill 6", "“fill 6”, the box Sixes"),
        ]
        raise Which("There is no die 6. Do you mean ", meant, "?")
    if Counter(places) <= Counter(view.dice):
        faces = f"keep {' '.join(digits)}"
        raise Surely(f"Dice are held by their places, 1 to 5. For the faces themselves type “{faces}”.", faces)
    number = int(words) if words.isdecimal() and len(words) < 3 else 0
    if bare and 6 <= number <= len(BOXES):
        box = f"There are dice 1 to 5. If you mean the box {TITLES[number - 1]}, type “fill {number}”."
        raise Surely(box, f"fill {number}")
    if all(1 <= place <= 5 for place in places):
        raise Unclear("Name each die once: its place is 1 to 5, from left to right.")
    raise Unclear("The dice are in places 1 to 5, from left to right. Type the ones to hold, such as 135.")


def _by_face(dice: Sequence[int], words: str) -> Sequence[int]:
    """Slots of dice that show these faces."""
    if words in _NONE:
        return ()
    if words in _ALL:
        return range(5)
    wanted: Counter[int] = Counter()
    for word in re.sub(r"\b(and|all|the)\b|\+", " ", words).split():
        every = word.removesuffix("s").removesuffix("'")
        if word in _FACES or (word != every and every.isdecimal() and len(every) == 1):
            face = _FACES.index(word) + 1 if word in _FACES else int(every)
            wanted[face] = dice.count(face) or 1
        elif word.isascii() and word.isdecimal():
            wanted.update(int(digit) for digit in word)
        else:
            raise Unclear(f"“{word[:30]}” is not a face of a die. Type faces, such as “keep 6 6” or “keep sixes”.")
    for face, count in wanted.items():
        if dice.count(face) < count:
            seen = dice.count(face)
            there = "none" if not seen else f"only {seen}"
            raise Unclear(
                f"You want {count} dice showing {face}, and there {'is' if seen < 2 else 'are'} {there}."
            )
    if len(wanted) == 1 and wanted.total() == 1 and (face := next(iter(wanted))) and dice.count(face) > 1:
        if any(char.isalpha() for char in words):
            return [slot for slot, die in enumerate(dice) if die == face]
        every = " ".join([str(face)] * dice.count(face))
        one = Answer(f"hold {_first(dice, face)}", f"only one {face}")
        raise Which("Keep ", [one, Answer(f"keep {every}", f"all {dice.count(face)} of them", every)], "?")
    slots: list[int] = []
    for face, count in wanted.items():
        slots += [slot for slot, die in enumerate(dice) if die == face][:count]
    return slots


def _first(dice: Sequence[int], face: int) -> int:
    return dice.index(face) + 1


def _fill(view: YahtzeeView, words: str) -> Choice:
    return ("fill", BOXES[find_box(words, view.sheets[view.current].boxes)])


def _fill_by_number(view: YahtzeeView, line: str) -> Choice:
    """A bare number after the last roll; it might also be dice somebody wants to hold, so a zero needs a word."""
    choice = _fill(view, line)
    if view.preview().get(str(choice[1])) == 0:
        title = TITLES[BOXES.index(str(choice[1]))]
        nothing = f"You have no rolls left, and {title} would get 0. If you mean that, type “fill {line}”."
        raise Surely(nothing, f"fill {line}")
    return choice


def find_box(words: str, boxes: Sequence[int] = ()) -> int:
    """The box that is meant: by number, short name or the beginning of its name. `boxes`: the column, if any."""
    if words.isascii() and words.isdecimal():
        if not 1 <= int(words[:9]) <= len(BOXES):
            raise Unclear(f"The boxes are numbered 1 to {len(BOXES)}; {words[:20]} is not one of them.")
        return int(words) - 1
    name = re.sub(r"\W|_", "", words.casefold().removesuffix(" box"))
    if re.search(r"[-+.]\d", words):  # not without its sign
        name = ""
    if name in NAMES:
        return NAMES[name]
    found = sorted({box for known, box in NAMES.items() if name and known.startswith(name)})
    if len(found) > 1 and len(name) > 1 and boxes:
        found = [box for box in found if boxes[box] == OPEN] or found
    if len(found) == 1 and len(name) > 1:
        return found[0]
    if found:
        meant = [Answer(f"fill {SHORT_NAMES[box]}", f"{TITLES[box]} ({SHORT_NAMES[box]})") for box in found]
        raise Which(f"“{words[:30]}” can mean ", meant)
    raise Unknown(f"“{words[:30]}” is neither dice nor a box. “help” shows what you can type.")
