"""Easy: somebody who plays for fun. A favourite plan for each monster, one goal for the dice, rules of thumb.

It looks at what lies there and counts nothing ahead, but takes a win or a knock-out that it sees. Its values are
hunches: they say what it likes better, not how often it wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Any, Final, NamedTuple

import numpy as np

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.state import CLAW, ENERGY, FACES, GOAL, HEART, HEARTS, Monster
from dicecup.players.king_of_tokyo import position as at
from dicecup.players.king_of_tokyo.cards import rolls_die, turns_die, used
from dicecup.players.king_of_tokyo.outcomes import outcomes
from dicecup.players.king_of_tokyo.position import position
from dicecup.players.player import Advice, Fork, ranked
from dicecup.table import Ask, Match, Option
from dicecup.table.marks import Worded
from dicecup.table.marks import dice as dice_


@dataclass(frozen=True, slots=True)
class Plan:
    """What a monster is fond of."""

    words: str
    faces: tuple[int, ...]  # these dice most of all
    about: tuple[str, ...]  # keep cards about these things
    cards: tuple[str, ...]  # and these others
    leaves: int  # Tokyo, with so many hearts or fewer


_STARS: Final = (
    "Apartment Building",
    "Commuter Train",
    "Skyscraper",
    "Nuclear Power Plant",
    "Jet Fighters",
    "Tanks",
)
BRAWLER: Final = Plan(
    "brawler", (CLAW,), ("claws", "hearts"), ("Fire Blast", "Gas Refinery", "Extra Head", "Giant Brain"), 4
)
RACER: Final = Plan(
    "point racer", (1, 2, 3), ("stars",), (*_STARS, "Vast Storm", "Frenzy", "Extra Head", "Giant Brain"), 5
)
SHOPPER: Final = Plan(
    "shopper",
    (ENERGY,),
    ("energy", "dice", "cards", "hearts", "stars"),
    ("Skyscraper", "Energize", "Spiked Tail"),
    5,
)
TURTLE: Final = Plan(
    "turtle", (HEART,), ("hearts",), ("Heal", "Apartment Building", "Skyscraper", "Extra Head", "Giant Brain"), 6
)
SCHEMER: Final = Plan(
    "schemer", (ENERGY,), ("dice", "cards", "energy"), ("Extra Head", "Giant Brain", "Frenzy", "Energize"), 5
)
PLANS: Final = {
    **{"Alienoid": SHOPPER, "Cyber Bunny": RACER, "Giga Zaur": BRAWLER},
    **{"Kraken": RACER, "Meka Dragon": SHOPPER, "The King": BRAWLER},
}

_FOND: Final = 1.5
_WIN: Final = 100.0
_KILL: Final = 8.0
_MOST_STEPS: Final = 40
_IDLE: Final = ("done", "pass", "go-on", "leave", "take", "stay")
_KNOWN: Final = ("dice", "change", "probe", "yield", "hearts", "react", "buy", "snatch", "peeked", "copy", "stake")
_SHOPPING: Final = ("buy", "peeked", "sell", "copy", "stake", "again", "react", "snatch")


class Easy:
    """Plays by rules of thumb."""

    def __init__(self, seed: int = 0, plan: Plan | None = None) -> None:
        """Without a `plan` each monster has its own."""
        self._seed = seed
        self._always = plan

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """What it likes best."""
        return ask.options[0] if len(ask.options) == 1 else self.advise(view, ask, fork)[0].option

    def advise(self, view: Any, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option with how much it likes it."""
        state: KingState = fork(self._seed).state
        answer = getattr(self, f"_{ask.kind}") if ask.kind in _KNOWN else self._any
        liked: dict[Option, tuple[float, str]] = answer(state, ask, fork)
        values = {option: 1 / (1 + exp(-like / 10)) for option, (like, _) in liked.items()}
        return ranked(values, {option: reason for option, (_, reason) in liked.items()})

    def _plan(self, monster: Monster) -> Plan:
        return self._always or PLANS.get(monster.character, RACER)

    # --- dice ---

    def _dice(self, state: KingState, ask: Ask, fork: Fork) -> dict[Option, tuple[float, str]]:
        dice = state.dice
        stars, _, dead, wins = _brings(state, [dice])[0]
        if wins:
            keep, why = tuple(range(len(dice))), "that wins"
        else:
            goals, why = _goal(state, self._plan(state.monsters[state.active]))
            if dead:
                goals, why = {*goals, CLAW}, "never pass up a knock-out"
            goals |= {face for face in (1, 2, 3) if stars and dice.count(face) >= 3}
            keep = tuple(slot for slot, die in enumerate(dice) if die in goals)
        found = {}
        for option in ask.options:
            if option[0] == "keep":
                off = len(set(keep) ^ set(option[1:]))
                found[option] = (-float(off), why if not off else "something else")
            else:
                found[option] = self._more_rolls(state, ask, option, keep)
        return found

    def _more_rolls(self, state: KingState, ask: Ask, option: Option, keep: Sequence[int]) -> tuple[float, str]:
        """Cards that roll again, used when the rolls are over and the dice are poor."""
        slot = rolls_die(state, ask.seat, option)
        if slot is not None and slot not in keep:
            return 1.0, Worded(f"away with that {dice_([3], FACES)}")
        poor = not state.rolls_left and len(keep) < 3 and state.monsters[ask.seat].energy != 1
        if poor and used(state, ask.seat, option) in ("Smoke Cloud", "Telepath"):
            return len(state.dice) + 1.0, "one more try"
        return -len(state.dice) - 1.0, "not now"

    def _change(self, state: KingState, ask: Ask, fork: Fork) -> dict[Option, tuple[float, str]]:
        """Turn a die if that brings much."""
        turns = {option: turns_die(state, ask.seat, option) for option in ask.options}
        tried = [list(state.dice)]
        for turn in filter(None, turns.values()):
            tried.append(list(state.dice))
            tried[-1][turn[0]] = turn[1]
        now, *then = _brings(state, tried)
        found = {ask.options[0]: (0.0, "good enough")}
        for option, brought in zip([each for each, turn in turns.items() if turn], then, strict=True):
            like = _WIN if brought.wins and not now.wins else brought.sum - now.sum - 1.5
            found[option] = (like, "that makes something of these dice" if like > 0 else "not worth it")
        return {option: found.get(option, (-1.0, "not now")) for option in ask.options}

    def _probe(self, state: KingState, ask: Ask, fork: Fork) -> dict[Option, tuple[float, str]]:
        """Spoil claws if they are many, or else three of a kind."""
        dice = state.dice
        spoil = CLAW if dice.count(CLAW) >= 2 else next((face for face in (3, 2, 1) if dice.count(face) == 3), 0)
        found: dict[Option, tuple[float, str]] = {}
        for option in ask.options:
            slot = rolls_die(state, ask.seat, option)
            if slot is not None and dice[slot] == spoil:
                found[option] = (1.0, Worded(f"that {dice_([spoil], FACES)} had better go"))
            else:
                found[option] = (0.0 if option[0] in _IDLE else -1.0, "leave it alone")
        return found

    # --- Tokyo and hearts ---

    def _yield(self, state: KingState, ask: Ask, fork: Fork) -> dict[Option, tuple[float, str]]:
        monster = state.monsters[ask.seat]
        waiting = sum(packet.amount for packet in state.held_back if packet.target == ask.seat)
        hearts = monster.hearts - waiting
        plan = self._plan(monster)
        stays = hearts > (2 if monster.stars >= GOAL - 2 else plan.leaves)
        like = {"stay": (1.0 if stays else -1.0, f"{hearts} hearts are enough to stay")}
        like["yield"] = (0.0, f"{hearts} hearts: time to leave")
        return {option: like.get(str(option[0]), (-2.0, "not now")) for option in ask.options}

    def _hearts(self, state: KingState, ask: Ask, fork: Fork) -> dict[Option, tuple[float, str]]:
        weak = state.monsters[ask.seat].hearts <= 4
        like = {
            "heal": (2.0 if weak else 0.0, "a heart never hurts"),
            "poison": (1.0, "the poison must go"),
            "shrink": (1.0, "back to all my dice"),
        }
        return {option: like.get(str(option[-1]), (-1.0, "not now")) for option in ask.options}

    def _react(self, state: KingState, ask: Ask, fork: Fork) -> dict[Option, tuple[float, str]]:
        """Use what helps if much is lost."""
        before = state.monsters[ask.seat].hearts
        match = fork(self._seed)
        match.answer(ask.find("take") or ask.options[0])
        after = match.state.monsters[ask.seat]
        lost = before - after.hearts if after.character == state.monsters[ask.seat].character else before
        found = {}
        for option in ask.options:
            needed = lost >= before or (lost >= 2 and used(state, ask.seat, option) == "Wings")
            found[option] = (
                (0.0, "I can take that") if option[0] in _IDLE else (1.0 if needed else -1.0, "that hurts")
            )
        return found

    # --- cards ---

    def _buy(self, state: KingState, ask: Ask, fork: Fork) -> dict[Option, tuple[float, str]]:
        found = {}
        energy = state.monsters[ask.seat].energy
        for option in ask.options:
            if option[0] == "done" or option[0] in _IDLE:
                found[option] = (0.0, "nothing for me")
            elif option[0] == "sweep":
                found[option] = (0.5 if energy >= 8 else -2.0, "let's see some other cards")
            else:
                found[option] = self._card(state, ask, option, fork)
        return found

    _snatch = _peeked = _buy

    def _card(self, state: KingState, ask: Ask, option: Option, fork: Fork) -> tuple[float, str]:
        card = _meant(state, ask.seat, option)
        if card is None:
            return -2.0, "not now"
        after = fork(self._seed)
        after.answer(option)
        _finish(after)
        monster, plan = state.monsters[ask.seat], self._plan(state.monsters[ask.seat])
        if after.outcome and ask.seat in after.outcome.winners:
            return _WIN, "that wins"
        left = after.state.monsters[ask.seat].hearts
        if left <= 2 < monster.hearts or not left:
            return -_KILL, "too dangerous"
        dead = sum(
            was.alive and not now.alive for was, now in zip(state.monsters, after.state.monsters, strict=True)
        )
        if dead:
            return _KILL * dead, "that knocks somebody out"
        name = DECK[card].name
        if name == "Heal":
            return (2.0 if monster.hearts <= 5 else -1.0), "I am low on hearts"
        if _likes(plan, card):
            return float(DECK[card].cost), f"just the card for a {plan.words}"
        return DECK[card].cost - 6.0, f"not much for a {plan.words}"

    def _copy(self, state: KingState, ask: Ask, fork: Fork) -> dict[Option, tuple[float, str]]:
        return {
            option: (
                float(DECK[option[2]].cost) if len(option) == 3 and option[2] in DECK else -1.0,
                "the most expensive must be good",
            )
            for option in ask.options
        }

    def _stake(self, state: KingState, ask: Ask, fork: Fork) -> dict[Option, tuple[float, str]]:
        return {option: (float(number), "all in") for number, option in enumerate(ask.options)}

    def _any(self, state: KingState, ask: Ask, fork: Fork) -> dict[Option, tuple[float, str]]:
        """Whatever comes first, before cards that could be used."""
        return {
            option: (-float(number) - 10 * (option[0] in ("use", "again")), "why not")
            for number, option in enumerate(ask.options)
        }


class _Brought(NamedTuple):
    """What dice bring as they lie there."""

    stars: int
    damage: int
    dead: int
    wins: bool

    @property
    def sum(self) -> float:
        """All of it, roughly."""
        return self.stars + self.damage + _KILL * self.dead


def _brings(state: KingState, tried: Sequence[Sequence[int]]) -> list[_Brought]:
    here = position(state)
    found = outcomes(here, np.array([[dice.count(face) for face in range(1, 7)] for dice in tried]))
    brought = []
    for case in found.case:
        after = found.numbers[0, case]
        lost = np.maximum(here.numbers[1:, at.HEARTS] - after[1:, at.HEARTS], 0)
        dead = int((after[1:, at.HEARTS] <= 0).sum())
        wins = dead == len(lost) or (after[0, at.STARS] >= GOAL and after[0, at.POISON] < after[0, at.HEARTS])
        brought.append(_Brought(int(found.stars[case]), int(lost.max()), dead, bool(wins)))
    return brought


def _goal(state: KingState, plan: Plan) -> tuple[set[int], str]:
    """The faces to collect in this turn, and why."""
    me = state.monsters[state.active]
    dice = state.dice
    others = [monster for monster in state.monsters if monster.alive and monster is not me]
    reached = [monster for monster in others if monster.in_tokyo != me.in_tokyo]
    wants: dict[int, tuple[float, str]] = {}
    if reached:
        weak = min(monster.hearts for monster in reached) <= dice.count(CLAW) + 2
        wants[CLAW] = (2.5 * weak, "going for the kill" if weak else "going for claws")
    if not me.in_tokyo and me.hearts < HEARTS - 1:
        need = 3.5 if me.hearts <= 4 else 1.0 if me.hearts <= 6 else -1.0
        wants[HEART] = (need, f"{me.hearts} hearts: time to heal")
    if state.options.cards:
        wants[ENERGY] = (_short(state, me, plan), "saving up for a card")
    for face in (1, 2, 3):
        if dice.count(face) >= 2 or not wants:
            wants[face] = (0.3 * face - 0.5 + (me.stars >= 16), f"going for {face}s")
    like = {face: dice.count(face) + bonus + _FOND * (face in plan.faces) for face, (bonus, _) in wants.items()}
    best = max(like, key=lambda face: like[face])
    return {best}, wants[best][1]


def _likes(plan: Plan, card: str) -> bool:
    return DECK[card].name in plan.cards or (DECK[card].keep and DECK[card].about in plan.about)


def _short(state: KingState, me: Monster, plan: Plan) -> float:
    """How near a card is that one would like to have."""
    liked = [DECK[card].cost - me.energy for card in state.market if card and _likes(plan, card)]
    return 0.5 if any(0 < missing <= 3 for missing in liked) else -0.5


def _living(state: KingState) -> int:
    return sum(monster.alive for monster in state.monsters)


def _meant(state: KingState, seat: int, option: Option) -> str | None:
    """The card that an option buys."""
    if option[0] == "buy":
        return str(option[1])
    if used(state, seat, option) == "Made in a Lab" and len(option) == 4:
        return state.top[int(option[3])].card
    return str(option[3]) if option[0] == "use" and len(option) == 4 and option[3] in DECK else None


def _finish(match: Match[Any]) -> None:
    """End the turn, doing nothing more."""
    for _ in range(_MOST_STEPS):
        ask = match.pending
        if ask is None or ask.kind not in _SHOPPING:
            return
        match.answer(next((option for option in ask.options if option[0] in _IDLE), ask.options[0]))
