"""What a player may type in King of Tokyo, and which choice it means.

Where dice lie on the table, numbers are dice and cards have letters; elsewhere choices have numbers. Whatever is
offered can also be typed in words of it.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from dicecup.games.king_of_tokyo import KingView
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.state import FACES, MARKET, ONE
from dicecup.table import Ask, Option
from dicecup.table.words import listed
from dicecup.terminal.king_of_tokyo.dice import FACE_WORDS, keep
from dicecup.terminal.king_of_tokyo.words import find_card
from dicecup.terminal.matching import plain
from dicecup.terminal.questions import Answer, Rest, Surely, Unclear, Unknown, Which
from dicecup.terminal.screen import Choice

WITH_DICE: Final = ("dice", "change", "probe", "again")
"""Decisions about dice on the table."""

_LETTERS: Final = "abdfgijlmopstuvwxz"  # not c, e, h, k, n, q, r, y: they mean something
_LETTER_OF: Final = {
    "background-dweller": "b", "herd-culler": "d", "mimic": "m", "plot-twist": "p", "psychic-probe": "o",
    "rapid-healing": "a", "smoke-cloud": "l", "stretchy": "s", "telepath": "t", "wings": "w",
}  # fmt: skip
"""A card has the same letter at all times: one out of its name."""
_DECLINE: Final = ("done", "pass", "leave", "go-on")  # choices that let things be
_ENTER: Final = ("roll", *_DECLINE)  # choices that Enter takes when they come first
_NO: Final = ("0", "n", "no", "no thanks", "nothing", "none", "skip", "end", "end turn", "stop")
_NOT: Final = {"no", "not", "dont", "never", "without"}  # whoever types such a word does not want what follows
_OFFERS: Final = {"snatch": "buy", "peeked": "buy", "extra turn": "extra-turn"}  # what yes means
_KEYS: Final = re.compile(rf"([{_LETTERS}])\s*(\d.*)?|(?:(buy|use|number) )?(\d+)")
_LITTLE: Final = {"use", "the", "die", "dice", "number", "to", "into", "turn", "roll", "again", "and"}
_FILLERS: Final = {
    *("a", "an", "and", "at", "for", "from", "i", "in", "is", "it", "my", "of", "on", "please", "that"),
    *("the", "this", "to", "use", "with"),
}


class Line(NamedTuple):
    """A line in the list of choices: what is typed for it, and the choices behind it.

    Several are one card that works on a die: which die, and what it shall show, is typed behind.
    """

    key: str
    text: str
    choices: tuple[Choice, ...]


def default(ask: Ask) -> Option | None:
    """What Enter means, if it means anything: only what does no harm."""
    first = ask.options[0]
    return first if len(ask.options) == 1 or first.verb in _ENTER or _only_stop(ask) else None


def _only_stop(ask: Ask) -> bool:
    """Whether the dice must be kept, and are asked about only because of cards."""
    return ask.kind == "dice" and len(ask.options[0]) > 1 and sum(o.verb == "keep" for o in ask.options) == 1


def lines(view: KingView, ask: Ask) -> list[Line]:
    """All choices but the default and the keeping of dice."""
    if ask.kind == "buy":
        return _shop(view, ask)
    options = [option for option in ask.options if option != default(ask) and option.verb != "keep"]
    if ask.kind == "stake" and all(option.args for option in options):  # the numbers are energy
        cards = [option for option in options if option.verb == "use"]
        keys = dict(zip(cards, _letters(cards), strict=True))
        return [Line(keys.get(each, str(each.args[0])), each.text, (each,)) for each in options]
    if ask.kind not in WITH_DICE:
        return [Line(str(number), option.text, (option,)) for number, option in enumerate(options, start=1)]
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(_group(option), []).append(option)
    found = []
    for letter, together in zip(
        _letters([together[0] for together in groups.values()]), groups.values(), strict=True
    ):
        text = together[0].text if _slot(together[0]) is None else _in_general(letter, together)
        found.append(Line(letter, text, tuple(together)))
    return found


def _letters(options: Sequence[Option]) -> list[str]:
    """What is typed for each of these: the letter of the card, or one that is free; words where none is left."""
    own = [_LETTER_OF.get(str(option.args[0]), "") if option.verb == "use" else "" for option in options]
    free = iter([letter for letter in _LETTERS if letter not in own])
    return [letter if letter and letter not in own[:place] else next(free, "") for place, letter in enumerate(own)]


def _shop(view: KingView, ask: Ask) -> list[Line]:
    """The market's places have always the same numbers; what is too dear is there as well, for the reason."""
    offered = {option: option.text for option in ask.options}
    found = []
    for slot, card in enumerate(view.market):
        if card:
            choice = Option("buy", card, text=DECK[card].name)
            found.append(Line(str(slot + 1), offered.get(choice, choice.text), (choice,)))
    if any(view.market):
        found.append(Line(str(MARKET + 1), "sweep the market (2 energy)", (Option("sweep"),)))
    rest = [option for option in ask.options if option.verb not in ("buy", "sweep", "done")]
    return found + [Line(str(number), each.text, (each,)) for number, each in enumerate(rest, start=MARKET + 2)]


def _slot(option: Option) -> int | None:
    """The die that a choice is about, if it is about one."""
    die = option.args[1:2] if option.verb == "use" else option.args[:1] if option.verb == "again" else ()
    return die[0] if die and isinstance(die[0], int) and f" die {die[0] + 1}" in option.text else None


def _card(option: Option) -> str:
    """The name of the card that a choice uses."""
    return option.text.partition(":")[0]


def _group(option: Option) -> str:
    return f"{option[:2]}{_card(option)}" if _slot(option) is not None and option.verb == "use" else option.text


def _in_general(letter: str, together: Sequence[Option]) -> str:
    """One line for all that a card can do to dice."""
    first = together[0]
    slot = _slot(first)
    assert slot is not None
    price = re.search(r"\(\d+ energy\)$", first.text)
    if len(first.args) > 2:
        cost = f" for {price[0][1:-1]}" if price else ""
        faces = [int(option.args[2]) for option in together if _slot(option) == slot]
        return f"{_card(first)}: turn a die to any face{cost}, such as “{letter} {slot + 1} {FACES[faces[-1]]}”"
    if len(together) == 1:
        return first.text
    what = "turn a die to 1" if " to 1" in first.text else "roll a die again"
    dice = listed([_place(option) for option in together], "or")
    return f"{_card(first)}: {what}, such as “{letter} {slot + 1}” (die {dice})"


def _place(option: Option) -> str:
    slot = _slot(option)
    assert slot is not None
    return str(slot + 1)


# --- understanding ---


def understand(view: KingView, ask: Ask, line: str) -> Choice:
    """The choice a line means; Unclear, with a question back, if it means none or several."""
    line = " ".join(line.casefold().replace(",", " ").split())
    enter = default(ask)
    if not line and enter is not None:
        return enter
    if not line:
        if ask.kind == "dice":
            raise Unclear("Type the places of the dice you keep, such as 135, or what they show; or “stop”.")
        raise Unclear(
            f"Type {_keys(lines(view, ask))}, or words of your choice. “help” shows what else you can type."
        )
    return (
        _exactly(ask, line)
        or _by_key(view, ask, line)
        or (keep(view, line) if ask.kind == "dice" else None)
        or _yes_or_no(view, ask, line)
        or _on_a_die(ask, line)
        or _in_words(view, ask, line)
        or _not_offered(view, ask, line)
    )


def _exactly(ask: Ask, line: str) -> Choice | None:
    """A choice by all its words, or by its verb where there is only one such."""
    for option in ask.options:
        if plain(line) == plain(option.text):
            return option
    called = [option for option in ask.options if line == option.verb and option.verb not in ("keep", "use")]
    return called[0] if len(called) == 1 else None


def _by_key(view: KingView, ask: Ask, line: str) -> Choice | None:
    """A number or a letter of the list; behind the letter of a card a die and a face."""
    keys = {each.key: each for each in lines(view, ask)}
    typed = _KEYS.fullmatch(line) if line.isascii() else None
    if typed is None or (typed[4] and ask.kind in WITH_DICE):
        return None
    key, rest = typed[1] or str(int(typed[4][:9])), typed[2] or ""
    if key not in keys:
        if typed[1] or key == "0":
            return None
        raise Unclear(f"There is no choice {typed[4][:20]}; take {_keys(list(keys.values()))}.")
    found = keys[key].choices
    if typed[3] in ("buy", "use") and typed[3] not in (found[0][0], *plain(keys[key].text)):
        raise Surely(f"Number {key} is “{keys[key].text}”. If you want that, type {key} alone.", key)
    if len(found) == 1 and not rest:
        return found[0]
    options = [option for option in found if isinstance(option, Option) and _slot(option) is not None]
    return _one_die(options, rest.split(), key) if options else None


def _keys(choices: Sequence[Line]) -> str:
    keys = [line.key for line in choices] or ["Enter"]
    several = len(keys) > 3 and "".join(keys).isdecimal()
    return f"{keys[0]} to {keys[-1]}" if several else listed(keys, "or")


def _yes_or_no(view: KingView, ask: Ask, line: str) -> Choice | None:
    """Yes, where there is one thing to say yes to; no, where something can be declined."""
    offered = [option for option in ask.options if _OFFERS.get(ask.kind, "") in option]
    if line in ("y", "yes") and len(offered) == 1:
        return offered[0]
    if line in ("y", "yes") and offered and ask.kind in _OFFERS:
        raise Unclear(f"Do you want to {listed([option.text for option in offered], 'or')}?")
    if line not in _NO and line.strip("0"):
        return None
    if _only_stop(ask):
        return default(ask)
    for option in ask.options:
        if option.verb in _DECLINE or option.args[-1:] == ("nothing",):
            return option
    raise Unclear(f"“{line[:20]}” is not one of the choices. {_what_to_type(view, ask)}")


def _on_a_die(ask: Ask, line: str) -> Choice | None:
    """A card for a die, such as `plot twist 3 claw`; the name may be missing if only one card fits."""
    options = [option for option in ask.options if _slot(option) is not None]
    words = [word for word in plain(line) if word not in _LITTLE]
    numbers = [place for place, word in enumerate(words) if word.isdecimal()]
    if not options or not numbers or re.search(r"[-+.]\d", line):
        return None
    name, rest = words[: numbers[0]], words[numbers[0] :]
    meant = [option for option in options if _all_in(name, plain(_card(option)), _begin)]
    if not meant or (len(rest) > 2):
        return None
    return _one_die(meant, rest, " ".join(name))


def _one_die(options: Sequence[Option], words: Sequence[str], card: str) -> Choice:
    """The choice for the die, and the face, that were typed behind a card; `card` is how that was typed."""
    words = [word for word in re.sub(r"(\d)([a-z])", r"\1 \2", " ".join(words)).split() if word not in _LITTLE]
    cards = list(dict.fromkeys(_card(option) for option in options))
    called = listed(cards, "or")
    card = card or " ".join(plain(cards[0])) if len(cards) == 1 else card
    faced = any(len(option.args) > 2 for option in options)
    if len(words) > 2:
        raise Unclear(f"{called}: one die{' and one face, such as “3 claw”' if faced else ''} at a time.")
    if not words:
        raise _rest(f"{called}: which die{', and to what? Such as “3 claw”.' if faced else '?'}", card)
    die = [option for option in options if _place(option) == words[0]]
    if not die:
        places = list(dict.fromkeys(_place(option) for option in options))
        raise _rest(f"{called} can be used on die {listed(places, 'or')}.", card)
    face = FACE_WORDS.get(words[1], int(words[1]) if words[1] in ("1", "2", "3") else 0) if words[1:] else None
    found = [option for option in die if _new_face(option) == face or (face is None and len(option.args) < 3)]
    if len(found) == 1:
        return found[0]
    if found:
        raise Which("With ", [Answer(option.text, _card(option)) for option in found], "?")
    if face is None:
        raise _rest(f"{called}: what should die {words[0]} turn to? Such as “claw”.", card, words[0])
    faces = list(dict.fromkeys(FACES[shown] for option in die if (shown := _new_face(option))))
    if not faces:
        raise Unclear(f"{called} rolls the die; nobody can say what it will show.")
    raise _rest(f"{called} can turn die {words[0]} to {listed(faces, 'or')}.", card, words[0])


class _DieOrFace(Rest):
    """The die or the face that is missing behind a card: a number or a face, and not just the card once more."""

    def _whole(self, answer: str) -> str | None:
        rest = super()._whole(answer)
        words = plain(rest or "")
        return rest if any(word in FACE_WORDS or word[:1].isdecimal() for word in words) else None


def _rest(text: str, card: str, *die: str) -> Unclear:
    """Asks for what belongs behind a card; if it is not known which card, there is nothing to put it behind."""
    return _DieOrFace(text, " ".join((card, *die))) if card else Unclear(text)


def _new_face(option: Option) -> int | None:
    """What the die shows afterwards, if the choice says so."""
    if option.verb == "use" and len(option.args) > 2:
        return int(option.args[2])
    return ONE if option.text.endswith("to 1") else None


def _in_words(view: KingView, ask: Ask, line: str) -> Choice | None:
    """A choice by some of its words, or by beginnings of them; a card is used only if a name is among them."""
    words = [word for word in plain(line) if word not in _FILLERS]
    with_number = any(char.isdecimal() for char in line)  # of a die: that has been read already
    options = [o for o in ask.options if o.verb != "keep" and not (with_number and _slot(o) is not None)]
    if not words or _NOT & {*words} or (len(words) == 1 and len(words[0]) < 2):
        return None
    for fits in (str.__eq__, _begin):
        found = [o for o in options if _all_in(words, _tokens(o), fits) and _named(view, o, words, fits)]
        if len({option.text for option in found}) == 1:  # the same card twice is the same choice
            return found[0]
        if found and len({_group(option) for option in found}) == 1:
            return _one_die(found, [], " ".join(plain(_card(found[0]))))
        if found:
            several = list(dict.fromkeys(option.text for option in found))
            raise Which("That can mean ", [Answer(text, text) for text in several])
    return None


def _tokens(option: Option) -> list[str]:
    """The words of a choice; a price is none of them."""
    found = plain(f"{option.text} {_spelt(option)}")
    return found if option.verb == "stake" else [token for token in found if not token.isdecimal()]


def _spelt(option: Option) -> str:
    return " ".join(str(part) for part in option if isinstance(part, str))


def _named(view: KingView, option: Option, words: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether the words name the card that is used, or what it is used on, and do not only occur in its text."""
    if option.verb != "use":
        return True
    cards = [word for word in option.text.split() if word[:1].isupper()]
    names = plain(" ".join([*cards, _spelt(option), *view.names]))
    return any(fits(token, word) for token in names for word in words)


def _begin(token: str, word: str) -> bool:
    return token.startswith(word) and (len(word) > 1 or token == word)


def _all_in(words: Sequence[str], tokens: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    return all(any(fits(token, word) for token in tokens) for word in words)


def _not_offered(view: KingView, ask: Ask, line: str) -> Choice:
    """Something the rules can refuse with a reason; else a question back."""
    verb, _, rest = line.partition(" ")
    if verb in ("keep", "roll") and ask.kind == "dice":
        raise Unclear(f"“{line[:40]}” names no dice. {_what_to_type(view, ask)}")
    if verb == "roll" and rest and (verb,) in ask.options:
        raise Unclear("All dice are rolled the first time. Press Enter to roll.")
    if verb in ("keep", "roll", "sweep", "yield", "stay"):
        return _alone(ask, (verb,), verb, rest)
    words = (rest if verb in ("use", "buy") else line).split()
    if _NOT & {*words}:
        raise Unknown(f"“{line[:40]}” is not one of the choices. {_what_to_type(view, ask)}")
    name = [word for word in words if not (word.isdecimal() or word in FACE_WORDS)]
    found = find_card(" ".join(name)) if len("".join(name)) > 2 else []
    if len(found) == 1:
        mine = {held.card for held in view.monsters[ask.seat].cards}
        same = [card for card in (*view.market, *mine) if card and DECK[card].name == found[0].name]
        card = same[0] if same else found[0].id
        done = "buy" if verb == "buy" or (card in view.market and verb != "use") else "use"
        more = " ".join(word for word in words if word not in name)
        return _alone(ask, (done, card), f"{done} {found[0].name}", more)
    if verb in ("use", "buy") and not rest:
        raise Rest(f"{verb.capitalize()} what? Type the name of a card.", verb)
    raise Unknown(f"“{line[:40]}” is not one of the choices. {_what_to_type(view, ask)}")


def _alone(ask: Ask, choice: Choice, typed: str, more: str) -> Choice:
    """A choice; but a possible one only if nothing more was typed than that."""
    if more and choice in ask.options:
        raise Surely(f"“{more[:30]}” does not belong there. If you want that, type “{typed}” alone.", typed)
    return choice


def _what_to_type(view: KingView, ask: Ask) -> str:
    if ask.kind == "dice":
        return "Type places, such as 135, or what dice show, or “stop”; “help dice” says more."
    choices, enter = lines(view, ask), default(ask)
    if not choices:
        return f"Press Enter to {enter.text if enter else 'continue'}, or type “help”."
    start = f"Press Enter for “{enter.text}”, or type" if enter else "Type"
    how = "a letter with a die" if ask.kind in WITH_DICE else "the number of one"
    return f"{start} {how}, words of it, or “help”."
