"""What the dice of King of Tokyo would bring as they lie: tried out on a copy of the match."""

from collections import Counter, defaultdict
from typing import Any, Final

from dicecup.games.king_of_tokyo.cards.base import DECK, bit
from dicecup.games.king_of_tokyo.state import CLAW, HEART, KingState
from dicecup.table import Ask, Event, Match
from dicecup.table.marks import Worded, player, thing
from dicecup.table.words import listed

_LYING: Final = ("dice", "change", "probe")
"""Decisions about dice that can be left as they lie."""

_ON_THE_WAY: Final = ("probe", "change", "again", "hearts", "resolve", "react")
"""Decisions between the last roll and the end of the attack; the first choice is the one that does least."""

_AT_THE_END: Final = bit("turn_ends") | bit("tokyo_stars")

_PLACES: Final = {"city": "Tokyo City", "bay": "Tokyo Bay"}


def forecast(match: Match[Any], ask: Ask) -> str:
    """What it would bring whoever rolled the dice to leave them so, in words; "" if `ask` is not about that.

    `match` is a copy that may be spoilt. Cards that others may use, and dice that they may roll to save
    themselves, are not counted.
    """
    state = match.state
    assert isinstance(state, KingState)
    if ask.kind not in _LYING or not state.dice:
        return ""
    leave = ask.find(("keep", *range(len(state.dice)))) if ask.kind == "dice" else ask.options[0]
    if leave is None:  # a card asks something else in the same words
        return ""
    seat = state.active
    dice, in_tokyo = list(state.dice), state.monsters[seat].in_tokyo
    before = [monster.hearts for monster in state.monsters]
    events = match.answer(leave)
    asked: set[str] = set()
    while (then := match.pending) is not None and then.kind in _ON_THE_WAY:
        asked.add(then.kind)
        events += match.answer(then.options[0])
    gains, entering = _gains(events, seat)
    if "hearts" in asked:
        gains["hearts"] = 0
    parts = [_many(gains[kind], kind) for kind in ("stars", "hearts", "energy") if gains[kind]]
    if "hearts" in asked:
        parts.append(f"{_many(dice.count(HEART), 'hearts')} to use")
    hit: dict[int, list[str]] = defaultdict(list)
    for target, amount in _damage(events).items():
        if amount > 0:
            hit[amount].append(f"{player(match.names, target)} ({_many(before[target], 'hearts')})")
    parts += [f"{amount} damage to {listed(who)}" for amount, who in hit.items()]
    vain = ""
    if HEART in dice and in_tokyo and "hearts" not in asked:
        vain = " (hearts do not heal in Tokyo)"
    elif CLAW in dice and not _strikes(events):
        vain = " (claws hit nobody: Tokyo is empty)"
    return Worded(", ".join([*parts, *entering] or ["nothing"]) + vain)


def _gains(events: list[Event], seat: int) -> tuple[Counter[str], list[str]]:
    gains: Counter[str] = Counter()
    entering: list[str] = []
    # What pays, or hurts, at the end of the turn: by then the dice have brought what they bring.
    later = {"poison", "Tokyo", *(card.name for card in DECK.values() if card.hooks & _AT_THE_END)}
    for event in events:
        data = event.data
        if data.get("source") in later or event.kind in ("turn", "camouflage"):  # what such a roll brings is open
            break
        if data.get("seat") != seat:
            continue
        if event.kind == "enters":
            entering = [f"then into {thing(_PLACES[data['place']])}"]
        elif event.kind in ("stars", "hearts", "energy"):
            if data["source"] == "entering Tokyo":
                entering = [f"{entering[0]} for {_many(data['amount'], event.kind)}"]
            else:
                gains[event.kind] += data["amount"]
    return gains, entering


def _strikes(events: list[Event]) -> bool:
    """Whether anybody is attacked before the next turn."""
    kinds = [event.kind for event in events]
    return "attacks" in kinds[: kinds.index("turn") if "turn" in kinds else None]


def _damage(events: list[Event]) -> Counter[int]:
    """Damage by seat; what a card stops for certain is taken off."""
    damage: Counter[int] = Counter()
    rolled: set[int] = set()
    for event in events:
        data = event.data
        if event.kind == "attacks":
            damage.update(dict.fromkeys(data["targets"], data["claws"]))
        elif event.kind == "burns":
            damage.update(dict.fromkeys(data["targets"], data["amount"]))
        elif event.kind == "camouflage":
            rolled.add(data["seat"])
        elif event.kind in ("shielded", "untouched") and data["seat"] not in rolled:
            damage[data["seat"]] -= data["amount"]
        elif event.kind == "turn":
            break
    return damage


def _many(number: int, what: str) -> str:
    return f"{number} {what.removesuffix('s') if number == 1 else what}"
