"""What a player may type in Deadwood, and which choice it means.

Everything offered has a number; places, roles and actions can be typed by name, with or without a verb. What is
not offered becomes a choice as well, if it is clear what is meant: the rules refuse it with the reason.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from dicecup.games.deadwood import DeadwoodView
from dicecup.games.deadwood.data import AREAS, PRICES, RANKS, Area
from dicecup.games.deadwood.state import CARD, SET
from dicecup.games.deadwood.text import UPGRADES, many, purse, titled
from dicecup.table import Ask, Option
from dicecup.table.words import listed
from dicecup.terminal.commands import WORDS
from dicecup.terminal.deadwood.words import PARTS, Part, called, whereabouts
from dicecup.terminal.matching import find, plain
from dicecup.terminal.questions import Answer, Surely, Unclear, Unknown, Which
from dicecup.terminal.screen import Choice

_VERBS: Final = {
    **dict.fromkeys(("end", "pass", "stay", "done", "stop", "skip", "wait", "nothing", "finish"), "end"),
    **dict.fromkeys(("act", "roll", "perform"), "act"),
    **dict.fromkeys(("rehearse", "rehearsal", "practice", "practise"), "rehearse"),
    **dict.fromkeys(("move", "go", "walk", "m", "g"), "move"),
    **dict.fromkeys(("take", "play", "role", "t"), "take"),
    **dict.fromkeys(("upgrade", "buy", "rank", "pay", "u"), "upgrade"),
}
_LETTERS: Final = {"a": "act", "r": "rehearse", "e": "end"}  # by themselves only
_LITTLE: Final = ("to", "the", "into", "at", "on", "role", "as", "part", "of")  # before a name
_FILLERS: Final = {*_LITTLE, "turn", "my", "a", "die", "now", "here", "it", "please"}  # behind a verb
_PAYING: Final = {"rank", "to", "for", "with", "in", "pay", "paying", "and", "by", "the", "please", "now"}
_BEFORE_A_PRICE: Final = ("for", "with", "pay", "paying")
_CURRENCIES: Final = {"dollar": "dollars", "dollars": "dollars", "credit": "credits", "credits": "credits"}
_NUMBER: Final = re.compile(r"[#(]?(\d+)[.)]?", re.ASCII)  # a choice; with any other sign it is something else
_ENOUGH: Final = 3  # letters: fewer begin too much
_KINDS: Final = {"star": CARD, "card": CARD, "extra": SET, "set": SET}

COMMANDS: Final = (*WORDS, "map", "where", "scenes", "players", "prices", "why")
"""What only looks at something, or is for the table."""

Target = Area | Part
"""What a name can mean: a place to go to, or a role to take."""


def default(ask: Ask) -> Option | None:
    """What Enter means: something only where there is nothing else to do."""
    return ask.options[0] if len(ask.options) == 1 else None


def understand(view: DeadwoodView, ask: Ask, line: str) -> Choice:
    """The choice a line means; Unclear, with a question back, if it means none or several."""
    words = [word for word in plain(line) if word != "please"]
    money = plain(re.sub(r"\$\s*(\d+)|(\d+)\$", r" for \1\2 dollars ", line).replace("$", " dollars "))
    enter = default(ask)
    if not line.strip() and enter is not None:
        return enter
    if not line.strip():
        raise Unclear(what_to_type(ask))
    for option in ask.options:
        if option.verb != "upgrade" and words == plain(option.text):
            return option
    first = words[0] if words else ""
    if re.search(r"[-+.,]\d|[€£¥]", line):  # no number of ours looks like that
        raise _unknown(ask, line)
    if _is_number(first) and len(words) == 1 and (number := _NUMBER.fullmatch(line.strip())):
        return _numbered(ask, number[1])
    verb, name = _VERBS.get(first, ""), words[1:]
    if len(words) == 1 and len(first) == 1:
        verb = _LETTERS.get(first, "")
    if verb == "upgrade" or (not verb and _is_about_money(money)):
        return _upgrade(view, ask, money, verb)
    if "$" in line:  # an amount where no amount belongs
        raise _unknown(ask, line)
    if verb in ("end", "act", "rehearse"):
        return _plainly(verb, name)
    if not verb:
        name = words
    while len(name) > 1 and name[0] in _LITTLE:
        name = name[1:]
    if verb and len(name) == 1 and _is_number(name[0]):
        return _numbered(ask, name[0], verb)
    if not name or name[0] in _LITTLE:
        if not verb:
            raise _unknown(ask, line)
        return _bare(view, ask, verb)
    return _named(view, ask, verb, name, line)


def what_to_type(ask: Ask) -> str:
    """Said when a line means nothing."""
    if len(ask.options) == 1:
        return f"Press Enter to {ask.options[0].verb}, or type “help”."
    examples = {"take": "the name of a role", "upgrade": "“upgrade” with a rank", "move": "a place"}
    verbs = dict.fromkeys(option.verb for option in ask.options)
    ways = [examples.get(verb, f"“{verb}”") for verb in verbs]
    return f"Type a number from 1 to {len(ask.options)}, {listed(ways, 'or')}; “help” for more."


def _unknown(ask: Ask, line: str) -> Unknown:
    return Unknown(f"“{line.strip()[:40]}” is not one of the choices. {what_to_type(ask)}")


def _plainly(verb: str, more: Sequence[str]) -> Choice:
    """A verb that needs no more; whoever types something else behind it may not mean it."""
    if rest := [word for word in more if word not in _FILLERS]:
        said = f"“{' '.join(rest)[:40]}” does not belong there."
        raise Surely(f"{said} If you want to {verb}, type “{verb}” alone.", verb)
    return (verb,)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal()


def _numbered(ask: Ask, number: str, verb: str = "") -> Choice:
    """The choice with that number; behind a verb it has to be one of that kind."""
    place = int(number[:9])
    if not 1 <= place <= len(ask.options):
        there_is = f"take 1 to {len(ask.options)}" if len(ask.options) > 1 else "there is only 1"
        raise Unclear(f"There is no choice {number[:20]}; {there_is}.")
    option = ask.options[place - 1]
    if verb and option.verb != verb:
        raise Surely(f"Choice {place} is: {option.text}. If you mean that, type the number alone.", str(place))
    return option


# --- places and roles ---


def _bare(view: DeadwoodView, ask: Ask, verb: str) -> Choice:
    """A verb without a name: enough where there is one such choice, or none, for then the rules say why."""
    offered = [option for option in ask.options if option.verb == verb]
    if len(offered) == 1 or not offered:
        return offered[0] if offered else (verb,)
    what = "Where to" if verb == "move" else "Which role"
    raise Which(f"{what}: ", _answers([each for each in _near(view, ask) if _choice(each) in offered]), "?")


def _named(view: DeadwoodView, ask: Ask, verb: str, name: Sequence[str], line: str) -> Choice:
    """A place or a role by its name: rather one that is near, else any there is, for the reason."""
    if not verb and len("".join(_without_kind(name))) < _ENOUGH:
        raise _unknown(ask, line)
    kinds = {"move": Area, "take": Part}.get(verb, (Area, Part))
    circles = [[target for target in circle if isinstance(target, kinds)] for circle in _circles(view, ask)]
    if not verb:  # a word alone need not be a name at all: what nobody has seen has to be called exactly so
        circles[2] = [target for target in circles[2] if plain(_called(target)) == list(name)]
    near, found = circles[0], _find(name, circles)
    if not found and verb:
        what = "place" if verb == "move" else "role"
        said = f"There is no {what} called “{' '.join(name)[:40]}”."
        raise Which(f"{said} Here: ", _answers(near), ".") if near else Unclear(said)
    if not found:
        raise _unknown(ask, line)
    meant = [target for target in found if _choice(target) in ask.options] or found
    if len(meant) > 1:
        raise Which("That can mean ", _answers(meant))
    [target] = meant
    if not verb and not _is_called_by(name, target) and _choice(target) in ask.options:
        raise Surely(f"If you mean {_shown(target)}, type “{_typed(target)}”.", _in_full(target))
    if isinstance(target, Area) or target in near:
        return _choice(target)
    if ask.kind == "work":
        return ("take",)  # the rules say why no role at all can be taken
    raise Unknown(_elsewhere(view, ask, target))


def _is_called_by(name: Sequence[str], target: Target) -> bool:
    """Whether a name without a verb is surely meant: words that look like a command must not do anything.

    A role takes the first of its words, whole; a place any of them, or a beginning.
    """
    called, said = plain(_called(target)), _without_kind(name)
    if list(name) == called or said == called:
        return True
    if isinstance(target, Area):
        return " ".join(called).startswith(" ".join(said)) or (len(said) == 1 and said[0] in called)
    return said == called[: len(said)] and not (len(said) == 1 and get_close_matches(said[0], COMMANDS, 1, 0.75))


def _near(view: DeadwoodView, ask: Ask) -> list[Target]:
    """What is next door, and the roles where the actor is: of a wrapped set still those of the set."""
    here = AREAS[view.actors[ask.seat].area]
    scene = view.scene(here.slug)
    on_card = [part for part in PARTS if scene is not None and part.scene is scene]
    on_set = [part for part in PARTS if part.area is here]
    return [*(AREAS[area] for area in here.neighbours), *reversed(on_card), *reversed(on_set)]


def _circles(view: DeadwoodView, ask: Ask) -> list[list[Target]]:
    """What is near, what is in sight, and everything there is."""
    sight = [part for part in PARTS if part.scene is None or part.scene.slug in view.scenes.values()]
    return [_near(view, ask), [*AREAS.values(), *sight], [*AREAS.values(), *PARTS]]


def _find(name: Sequence[str], circles: Sequence[Sequence[Target]]) -> list[Target]:
    """The targets that a name can mean, in the first circle where there are any; but what is in sight and called
    exactly so goes before what is near and only begins so.

    Behind the name of a role may stand which one: “extra”, “star”, “rank 4”; or that instead of a name.
    """
    for circle in circles[:2]:
        if exact := [target for target in circle if plain(_called(target)) == list(name)]:
            return exact
    rest = _without_kind(name)
    if rest:
        enough = len("".join(name)) >= _ENOUGH
        for circle in circles if enough else circles[:1]:
            if found := find(name, circle, _names):
                return found
    if len(rest) == len(name):
        return []
    kinds = [_KINDS[word] for word in name if word in _KINDS]
    ranks = [int(word[:9]) for word in name if _is_number(word)]
    return [
        target
        for target in (_find(rest, circles) if rest else circles[0])
        if isinstance(target, Part)
        and (not kinds or target.on in kinds)
        and (not ranks or target.role.rank in ranks)
    ]


def _without_kind(name: Sequence[str]) -> list[str]:
    return [word for word in name if word not in (*_KINDS, "rank", "an", "the", "on") and not _is_number(word)]


def _called(target: Target) -> str:
    return target.name if isinstance(target, Area) else target.role.name


def _names(target: Target) -> list[str]:
    return [_called(target)]


def _choice(target: Target) -> Choice:
    return ("move", target.slug) if isinstance(target, Area) else ("take", target.on, target.slot)


def _shown(target: Target) -> str:
    """A target so that it cannot be mistaken for another."""
    if isinstance(target, Area):
        return target.called
    return f"{target.role.name} ({'star' if target.scene else 'extra'}, rank {target.role.rank})"


def _typed(target: Target) -> str:
    """How a target is typed, in short."""
    return f"{'move' if isinstance(target, Area) else 'take'} {_called(target).casefold()}"


def _in_full(target: Target) -> str:
    """How it is typed so that it can mean nothing else."""
    return f"move {target.name}" if isinstance(target, Area) else f"take {_shown(target)}"


def _answers(targets: Sequence[Target]) -> list[Answer]:
    """What can be meant, to be chosen from: a star is on the card, an extra on the set."""
    return [Answer(_in_full(each), _shown(each), each.on if isinstance(each, Part) else "") for each in targets]


def _elsewhere(view: DeadwoodView, ask: Ask, part: Part) -> str:
    """Where a role is that is not at the actor's place."""
    if part.scene is not None:
        return f"{part.role.name} is a role in {titled(part.scene)}. {whereabouts(view, part.scene)}"
    here = AREAS[view.actors[ask.seat].area].called
    return f"{part.role.name} is a role at {called(part.area)}, and you are at {here}."


# --- ranks ---


def _is_about_money(words: Sequence[str]) -> bool:
    """Whether a line without a verb is an amount or a currency, such as “$4”, “5 credits” or “in dollars”."""
    rest = [word for word in words if word not in _PAYING and not _is_number(word)]
    return bool(rest) and all(word in _CURRENCIES for word in rest)


def _upgrade(view: DeadwoodView, ask: Ask, words: Sequence[str], verb: str) -> Choice:
    """Such as `upgrade 3 credits` or `buy rank 3 for $10`; what can be paid in only one way needs no currency."""
    more = words[1:] if verb else words
    if rest := [w for w in more if w not in _PAYING and w not in _CURRENCIES and not _is_number(w)]:
        raise Unclear(f"“{' '.join(rest)[:40]}” does not belong there. {_SUCH_AS}")
    ranks, prices = _numbers(words, verb)
    currencies = {_CURRENCIES[word] for word in more if word in _CURRENCIES}
    if max(len(ranks), len(prices), len(currencies)) > 1:
        raise Unclear(f"A rank is bought all in dollars or all in credits, one at a time. {_SUCH_AS}")
    rank, price = next(iter(ranks), None), next(iter(prices), None)
    currency = next(iter(currencies), None)
    meant = [
        (higher, paid_in)
        for higher, paid_in in UPGRADES
        if rank in (None, higher)
        and currency in (None, paid_in)
        and price in (None, getattr(PRICES[higher], paid_in))
    ]
    if price is not None and not meant and (rank is None or rank in PRICES):
        raise _no_such_price(rank, price, currency)
    offered = [option for option in ask.options if option.verb == "upgrade" and option.args in meant]
    if len(offered) > 1:
        ways = [
            Answer(
                f"upgrade {option.args[0]} {option.args[1]}",
                option.text.removeprefix("buy "),
                number=str(option.args[0]),
            )
            for option in offered
        ]
        raise Which("That can mean ", ways)
    if offered:
        return offered[0]
    if price is not None and rank is None:
        rank = meant[0][0]
    elif currency is not None and rank is None:  # not even the next one can be paid so
        rank = min(view.actors[ask.seat].rank + 1, RANKS[-1])
    if rank is None:
        return ("upgrade",)
    return ("upgrade", rank) if currency is None else ("upgrade", rank, currency)


_SUCH_AS: Final = "Type it like “upgrade 3 credits”."


def _numbers(words: Sequence[str], verb: str) -> tuple[set[int], set[int]]:
    """The numbers that say a rank, and those that say what is paid: behind “for”, say, or in “5 credits” alone."""
    ranks: set[int] = set()
    prices: set[int] = set()
    for before, word, behind in zip(["", *words], words, [*words[1:], ""], strict=False):
        if _is_number(word):
            alone = not verb and behind in _CURRENCIES
            second = bool(ranks) and before not in ("rank", "to")
            (prices if before in _BEFORE_A_PRICE or alone or second else ranks).add(int(word[:9]))
    return ranks, prices


def _no_such_price(rank: int | None, price: int, currency: str | None) -> Unclear:
    """Said when a rank, or no rank at all, costs so much."""
    said = f"${price}" if currency == "dollars" else many(price, "credit") if currency else str(price)
    if rank is not None:
        costs = purse(PRICES[rank].dollars, PRICES[rank].credits, "or")
        return Unclear(f"Rank {rank} costs {costs}, not {said}.")
    none = f"No rank costs {said}; “prices” shows what they cost."
    if price not in PRICES:
        return Unclear(none)
    return Surely(f"{none} If you mean rank {price}, type “upgrade {price}”.", f"upgrade {price}")
