"""King of Tokyo in words: options, prompts and events. The cards' own words are with the cards."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.state import FACES, KingState, Packet
from dicecup.table import Ask, Deed, Menu, Option
from dicecup.table.event import Phrase
from dicecup.table.marks import Worded, dice, player, thing, worded
from dicecup.table.words import listed

ROLL: Final = (Option("roll", text="roll the dice"),)
PASS: Final = Option("pass", text="no, thank you")
DONE: Final = Option("done", text="done")
EXTRA_TURN: Final = Option("extra-turn", text="take another turn with one die fewer")
EXTRA_OR_NOT: Final = (EXTRA_TURN, PASS)
GO_ON: Final = Option("go-on", text="go on")
TAKE: Final = Option("take", text="take the damage")
SWEEP: Final = Option("sweep", text="sweep the market (2 energy)")
LEAVE: Final = Option("leave", text="leave it there")
STAY: Final = Option("stay", text="stay in Tokyo")
YIELD: Final = Option("yield", text="yield and leave Tokyo")
STAY_OR_YIELD: Final = (STAY, YIELD)
HEAL: Final = Option("heart", "heal", text="gain a heart")
CURE_POISON: Final = Option("heart", "poison", text="remove a poison counter")
CURE_SHRINK: Final = Option("heart", "shrink", text="remove a shrink counter")
WASTE: Final = Option("heart", "nothing", text="leave this heart unused")
RESOLVE: Final = {
    kind: Option("resolve", kind, text=f"resolve {kind}") for kind in ("stars", "hearts", "energy", "claws")
}

STAYING, STAYING_GIVES = "stay", "and keep the stars coming"
YIELDING, YIELDING_GIVES = "yield", "and leave Tokyo to the attacker"
ROLL_FOR_ORDER: Final = "roll for the first turn"
DONE_LABELS: Final = {"buy": "end turn", "sell": "end turn", "change": "use the dice as they are"}

INTERRUPTS: Final = {
    "start": "before the roll, when a card could copy another one",
    "probe": "after another monster's roll, when a card could change it",
    "react": "before hearts are lost, when a card could help",
    "snatch": "when a card comes to the market that could be bought first",
}

ROLL_PROMPT: Final = "Roll the dice."
ORDER_PROMPT: Final = "Roll for the first turn: most claws goes first."
START_PROMPT: Final = "Before you roll: use a card, or go on."
CHANGE_PROMPT: Final = "Change dice with your cards, or resolve them as they are."
RESOLVE_PROMPT: Final = "What resolves next?"
BUY_PROMPT: Final = "Buy cards, sweep the market, or end your turn."
WINS_PROMPT: Final = "You have 20 stars: end your turn with a heart left, and you win."
SELL_PROMPT: Final = "Before your turn ends: use a card, or finish."


THEMES: Final = {
    "keep": "which dice",
    "yield": "yield or stay",
    "stay": "yield or stay",
    "buy": "buy or save",
    "done": "buy or save",
    "sweep": "buy or save",
    "use": "use a card",
    "pass": "use a card",
}
"""What decisions are about, by what is best to do."""


@cache
def keeps(count: int) -> Menu:
    """All ways to keep some of so many dice, keeping all of them last."""
    found = []
    for size in range(count + 1):
        for slots in combinations(range(count), size):
            dice = listed([str(slot + 1) for slot in slots]) if slots else ""
            text = (
                f"keep {'die' if size == 1 else 'dice'} {dice}, roll the rest" if slots else "roll all dice again"
            )
            found.append(Option("keep", *slots, text="keep all dice and stop" if size == count else text))
    return Menu(found)


@cache
def buying(card: str, price: int) -> Option:
    """The option to buy a card."""
    return Option("buy", card, text=f"buy {DECK[card].name} for {price}")


def roll_label(dice: int) -> str:
    """The button for the first roll of a turn."""
    return "roll 1 die" if dice == 1 else f"roll {dice} dice"


def dice_prompt(rolls_left: int) -> str:
    """Asked between rolls."""
    if not rolls_left:
        return "You have no rolls left. Use a card, or keep all dice."
    return f"Keep dice and roll the rest ({rolls_left} roll{'s' if rolls_left > 1 else ''} left)."


@cache
def rolling(seat: int) -> Ask:
    """The question of every turn: it is always the same, so it is made once. So are those between rolls."""
    return Ask(seat, "roll", ROLL, ROLL_PROMPT)


@cache
def keeping(seat: int, dice: int, rolls_left: int) -> Ask:
    """What to keep, with no card to use."""
    return Ask(seat, "dice", keeps(dice), dice_prompt(rolls_left))


def again_prompt(shown: Sequence[int], slots: Sequence[int]) -> str:
    """Asked of a monster that may roll again what it rolled for a card."""
    return Worded(f"You rolled {faces([shown[slot] for slot in slots])}. Roll any of them again?")


def rolling_again(card: str, slot: int, die: int) -> Option:
    """The option to roll one such die again."""
    return Option("again", slot, text=f"{card}: roll die {slot + 1} ({FACES[die]}) again")


def extra_turn_prompt(card: str) -> str:
    """Asked at the end of a turn."""
    return Worded(f"{thing(card)}: take another turn with one die fewer?")


def hearts_prompt(left: int) -> str:
    """Asked for each heart die."""
    return f"What is this heart for? ({left} to use)"


def faces(shown: Sequence[int]) -> str:
    """Dice in words, for a screen to draw."""
    return dice(shown, FACES)


def _face(shown: int) -> str:
    return faces([shown])


def probe_prompt(state: KingState) -> str:
    """Asked of a monster that may meddle with another's dice."""
    return Worded(f"{player(state.names, state.active)} has rolled {faces(state.dice)}. Meddle with it?")


def react_prompt(state: KingState, packet: Packet) -> str:
    """Asked before hearts are lost."""
    hearts = _many(state.monsters[packet.target].hearts, "heart")
    source = packet.source[0].upper() + packet.source[1:]
    return f"{source}: {packet.amount} damage is coming, and you have {hearts}."


def yield_prompt(state: KingState, seat: int) -> str:
    """Asked of a monster hit in Tokyo."""
    waiting = sum(packet.amount for packet in state.held_back if packet.target == seat)
    held = f" If you stay, {waiting} damage is waiting for you." if waiting else ""
    hearts = _many(state.monsters[seat].hearts, "heart")
    attacker = player(state.names, state.active)
    return worded(f"{attacker} has attacked you. You have {hearts}.{held} Stay or yield?")


def peeked_prompt(cards: Sequence[str]) -> str:
    """Asked of a monster that has looked at the deck."""
    return Worded(f"You see {listed([_card(card) for card in cards])} on top of the deck. Buy?")


def snatch_prompt(state: KingState, new: Sequence[str]) -> str:
    """Asked of a monster that may buy what was just turned up."""
    cards = [DECK[card] for card in new]
    if len(cards) == 1:
        said = cards[0].text_in(state.options)
        return Worded(f"{thing(cards[0].name)} was turned up: {said} Buy it before anybody else?")
    return Worded(f"{listed([thing(card.name) for card in cards])} were turned up. Buy one before anybody else?")


_DEEDS: Final = {
    EXTRA_TURN: "taking another turn with one die fewer",
    GO_ON: "using no card",
    TAKE: "taking the damage",
    SWEEP: "sweeping the market",
    LEAVE: "leaving the top card there",
    STAY: "staying in Tokyo",
    YIELD: "yielding",
    HEAL: "using a heart to heal",
    CURE_POISON: "using a heart against poison",
    CURE_SHRINK: "using a heart against shrinking",
    WASTE: "leaving a heart unused",
}
_DIE: Final = re.compile(r"die \d+ \((\w+)\)")  # by its face: nobody remembers where it lay
_PRICE: Final = re.compile(r" \([^)]*\)$")
_NOTHING_DONE: Final = {
    "buy": "buying nothing",
    "snatch": "buying nothing",
    "change": "changing no die",
    "probe": "changing no die",
    "again": "rolling nothing again",
    "extra turn": "taking no extra turn",
}


def deed(state: KingState, ask: Ask, option: Option) -> Deed:
    """A choice as it is told afterwards, with its dice in order."""
    monster = state.monsters[ask.seat]
    given = {
        "yield": f"at {_many(monster.hearts, 'heart')}",
        "react": f"at {_many(monster.hearts, 'heart')}",
        "buy": f"with {monster.energy} energy",
        "snatch": f"with {monster.energy} energy",
        "change": f"with {_in_order(state.dice)}",
        "probe": f"with {_in_order(state.dice)} on the table",
    }.get(ask.kind, "")
    match tuple(option):
        case ("keep", *slots) if len(slots) == len(state.dice):
            return Deed("stopping", f"at {_in_order(state.dice)}")
        case ("keep", *slots):
            kept = _in_order([state.dice[slot] for slot in slots]) or "nothing"
            return Deed(f"keeping {kept}", f"from {_in_order(state.dice)}")
        case ("done" | "pass",):
            return Deed(_NOTHING_DONE.get(ask.kind, "using no card"), given)
        case ("roll",):
            return Deed("rolling the dice")
        case ("resolve", kind):
            return Deed(f"resolving {kind} next")
        case ("buy", card):
            return Deed(f"buying {DECK[str(card)].name}", given)
        case ("stake", amount):
            return Deed(f"putting {amount} energy in")
        case ("use", *_):
            card, _, what = option.text.partition(": ")
            what = _PRICE.sub("", _DIE.sub(r"the \1", what)).replace("copy your ", "copy ")
            given = "" if ask.kind in ("buy", "snatch") else given
            return Deed(f"using {card} {'for' if what.startswith('one ') else 'to'} {what}", given)
        case ("again", *_):
            return Deed(_DIE.sub(r"the \1", f"rolling {option.text.partition(': roll ')[2]}"))
        case ("copy", owner, card):
            whose = f" of {state.names[int(owner)]}" if owner != ask.seat else ""
            return Deed(f"copying {DECK[str(card)].name}{whose}")
    return Deed(_DEEDS.get(option, f"choosing “{option.text}”"), given)


def _in_order(shown: Sequence[int]) -> str:
    return " ".join(FACES[die] for die in sorted(shown))


def _many(number: int, what: str, several: str = "") -> str:
    return f"{number} {what}" if number == 1 else f"{number} {several or what + 's'}"


def _more(number: int, what: str, several: str = "") -> str:
    return f"one more {what}" if number == 1 else f"{number} more {several or what + 's'}"


def _signed(data: Mapping[str, Any], names: tuple[str, ...], what: str) -> str:
    amount, source = data["amount"], data["source"]
    verb = "gains" if amount > 0 else "loses"
    words = f"{abs(amount)} energy" if what == "energy" else _many(abs(amount), what)
    return f"{_from(source)}: {names[data['seat']]} {verb} {words} (now {data['now']})."


def _from(source: str) -> str:
    """What brought it, at the beginning of a sentence."""
    return _named(f"{source[0].upper()}{source[1:]}")


def _energy(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    if data["amount"] < 0:
        price = f"{-data['amount']} energy for {_named(data['source'])}"
        return f"{names[data['seat']]} pays {price} (now {data['now']})."
    return _signed(data, names, "energy")


def _rolled(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    name, dice, slots = names[data["seat"]], data["dice"], data["slots"]
    if len(slots) == len(dice):
        return f"{name} rolls {faces(dice)}."
    kept = [die for slot, die in enumerate(dice) if slot not in slots]
    return f"{name} keeps {faces(kept)} and rolls {faces([dice[slot] for slot in slots])}."


def _hurt(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    dealer = data["dealer"]
    source = _named(data["source"])
    by = f"{names[dealer]}'s {source}" if dealer not in (None, data["seat"]) else source
    return f"{names[data['seat']]} loses {_many(data['amount'], 'heart')} to {by} (now {data['now']})."


def _marked(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    counters = [_many(data[kind], f"{kind} counter") for kind in ("poison", "shrink") if data[kind]]
    return f"{listed([thing(card) for card in data['cards']])}: {names[data['seat']]} gets {listed(counters)}."


def _peeked(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    card = f": {_card(data['card'])}" if "card" in data else ""
    return f"{names[data['seat']]} looks at the top card of the deck{card}."


def _finished(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    won = [names[seat] for seat in data["winners"]]
    if not won:
        return "Nobody is left: all monsters have lost."
    return f"{listed(won)} {'wins' if len(won) == 1 else 'share the win'}!"


_PLACES: Final = {"city": "Tokyo City", "bay": "Tokyo Bay"}
_LEAVES: Final = {
    "yields": "{name} yields and leaves {place}.",
    "bay closes": "{place} closes: {name} moves out.",
    "pushed out": "{name} is pushed out of {place}.",
    "revived": "{name} leaves {place}.",
}


def _leaves(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return _LEAVES[data["why"]].format(name=names[data["seat"]], place=_place(data["place"]))


def _dice(number: int) -> str:
    return _many(number, "die", "dice")


def _whose(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return "" if data["owner"] == data["seat"] else f"{names[data['owner']]}'s "


def _of(data: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return "" if data["owner"] == data["seat"] else f" of {names[data['owner']]}"


def _lying(number: int, what: str) -> str:
    return f"{number} energy" if what == "energy" else _many(number, what)


def _paid(data: Mapping[str, Any]) -> str:
    return f"{data['price']} energy ({data['now']} left)"


def _card(slug: str) -> str:
    return thing(DECK[slug].name)


def _place(slug: str) -> str:
    return thing(_PLACES[slug])


def _named(source: str) -> str:
    """What something comes from: a card, or what the dice brought."""
    return thing(source) if _is_card(source) else source


@cache
def _is_card(name: str) -> bool:
    return any(card.name == name for card in DECK.values())


PHRASES: Final[dict[str, Phrase]] = {
    "revealed": lambda d, n: f"{_card(d['card'])} comes to the market.",
    "reshuffled": lambda d, n: f"The deck is empty: {d['cards']} discarded cards make a new one.",
    "order_roll": lambda d, n: f"{n[d['seat']]} rolls {faces(d['dice'])} for the first turn.",
    "order_tie": lambda d, n: f"{listed([n[s] for s in d['seats']])} are tied and roll again.",
    "seated": lambda d, n: f"The order is {listed([n[s] for s in d['seats']])}.",
    "begins": lambda d, n: f"{n[d['seat']]} goes first.",
    "turn": lambda d, n: f"It is {n[d['seat']]}'s turn.",
    "no_dice": lambda d, n: f"{n[d['seat']]} has no dice to roll.",
    "more_dice": lambda d, n: f"{thing(d['card'])}: {n[d['seat']]} has {_more(d['amount'], 'die', 'dice')}.",
    "more_rolls": lambda d, n: f"{thing(d['card'])}: {n[d['seat']]} has {_more(d['amount'], 'roll')}.",
    "shrunk": lambda d, n: (
        f"{_many(d['counters'], 'shrink counter')}: {n[d['seat']]} has {_dice(d['counters'])} fewer."
    ),
    "rolled": _rolled,
    "rerolled": lambda d, n: (
        f"{thing(d['card'])}: {n[d['seat']]} rolls {_whose(d, n)}die {d['slot'] + 1} again: "
        f"{_face(d['old'])}, now {_face(d['new'])}."
    ),
    "changed": lambda d, n: (
        f"{thing(d['card'])}: {n[d['seat']]} turns die {d['slot'] + 1} "
        f"from {_face(d['old'])} to {_face(d['new'])}."
    ),
    "extra_roll": lambda d, n: f"{thing(d['card'])}: {n[d['seat']]} may roll once more.",
    "stars": lambda d, n: _signed(d, n, "star"),
    "hearts": lambda d, n: _signed(d, n, "heart"),
    "energy": _energy,
    "cured": lambda d, n: f"{n[d['seat']]} removes a {d['counter']} counter.",
    "attacks": lambda d, n: (
        f"{n[d['seat']]} attacks {listed([n[s] for s in d['targets']])}: {_many(d['claws'], 'claw')}."
    ),
    "more_claws": lambda d, n: f"{thing(d['card'])}: {n[d['seat']]} has {_more(d['amount'], 'claw')}.",
    "reaches": lambda d, n: (
        f"{thing(d['card'])}: {n[d['seat']]} reaches {listed([n[s] for s in d['targets']])} as well."
    ),
    "burns": lambda d, n: (
        f"{thing(d['card'])}: {n[d['seat']]} deals {d['amount']} more damage "
        f"to {listed([n[s] for s in d['targets']])}."
    ),
    "hurt": _hurt,
    "shielded": lambda d, n: f"{thing(d['card'])}: {n[d['seat']]} ignores {d['amount']} damage.",
    "camouflage": lambda d, n: f"{thing(d['card'])}: {n[d['seat']]} rolls {faces(d['dice'])}.",
    "untouched": lambda d, n: f"{thing(d['card'])}: {n[d['seat']]} ignores {d['amount']} damage.",
    "escaped": lambda d, n: f"{thing(d['card'])}: {n[d['seat']]} escapes {d['amount']} damage by leaving.",
    "marked": _marked,
    "eliminated": lambda d, n: f"{n[d['seat']]} is out of the game.",
    "rescued": lambda d, n: (
        f"{thing(d['card'])}: {n[d['seat']]} starts again with 10 hearts, no stars and no cards."
    ),
    "enters": lambda d, n: f"{n[d['seat']]} enters {_place(d['place'])}.",
    "leaves": _leaves,
    "moves": lambda d, n: f"{n[d['seat']]} moves to {_place(d['place'])}.",
    "moves_up": lambda d, n: f"{_place('bay')} closes: {n[d['seat']]} moves to {_place('city')}.",
    "stays": lambda d, n: f"{n[d['seat']]} stays in Tokyo.",
    "buys": lambda d, n: f"{n[d['seat']]} buys {_card(d['card'])} for {_paid(d)}.",
    "sweeps": lambda d, n: f"{n[d['seat']]} sweeps {listed([_card(c) for c in d['cards']])} away for {_paid(d)}.",
    "peeked": _peeked,
    "takes_over": lambda d, n: f"{n[d['seat']]} buys {_card(d['card'])} from {n[d['seller']]} for {_paid(d)}.",
    "sold": lambda d, n: f"{n[d['seat']]} gives {thing(d['card'])} back for {d['price']} energy.",
    "copies": lambda d, n: f"{thing(d['card'])}: {n[d['seat']]} copies {thing(d['copied'])}{_of(d, n)}.",
    "copy_ends": lambda d, n: f"{n[d['seat']]}'s {thing(d['card'])} has nothing left to copy.",
    "used_up": lambda d, n: f"{n[d['seat']]}'s {thing(d['card'])} is used up.",
    "wings": lambda d, n: f"{thing(d['card'])}: {n[d['seat']]} loses no hearts for the rest of this turn.",
    "filled": lambda d, n: (
        f"{thing(d['card'])}: {n[d['seat']]} gets it with {_lying(d['counters'], d['what'])} on it."
    ),
    "staked": lambda d, n: (
        f"{thing(d['card'])}: {n[d['seat']]} puts {d['stake']} energy in ({d['now']} left); "
        f"it holds {d['counters']}."
    ),
    "energy_lost": lambda d, n: (
        f"{thing(d['source'])}: {n[d['seat']]} loses {d['amount']} energy (now {d['now']})."
    ),
    "discount": lambda d, n: f"{thing(d['card'])}: {n[d['seat']]} pays {d['amount']} energy less.",
    "turn_to_come": lambda d, n: f"{thing(d['card'])}: {n[d['seat']]} will take an extra turn after this one.",
    "extra_turn": lambda d, n: f"{n[d['seat']]} takes an extra turn.",
    "frozen_turn": lambda d, n: f"{thing(d['card'])}: {n[d['seat']]} takes another turn with one die fewer.",
    "finished": _finished,
}
