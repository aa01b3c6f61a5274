"""Players of King of Tokyo that never change, to measure the others by.

`additive` adds up what the dice bring, so much for a star, a claw that hurts, a heart that is needed, an energy,
and keeps what makes the sum largest: the turn program does that exactly. It buys what it holds to be worth its
price and yields when it has few hearts left. Its numbers were found by letting variants of it play against each
other (`dicecup train king-of-tokyo additive`). The single-plan players want one thing only. `hard-1` is Hard with
the networks that were measured first, whatever it learns later.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.state import GOAL
from dicecup.players.king_of_tokyo.cards import alike, keeps_dice, rolls_die, turns_die
from dicecup.players.king_of_tokyo.hard import Hard
from dicecup.players.king_of_tokyo.network import Network
from dicecup.players.king_of_tokyo.outcomes import outcomes
from dicecup.players.king_of_tokyo.position import ENERGY, HEARTS, PLACE, STARS, Position, position
from dicecup.players.king_of_tokyo.program import best_keep, dice_values, turn_of
from dicecup.players.king_of_tokyo.turn import Dice, Floats, Turn
from dicecup.players.king_of_tokyo.weights import unpacked
from dicecup.players.player import Fork, Player, RandomPlayer
from dicecup.table import Ask, Option

WIN: Final = 100.0


@dataclass(frozen=True, slots=True)
class Taste:
    """What an additive player thinks things are worth, in stars."""

    star: float = 1.0
    damage: float = 1.0  # a heart that somebody else loses
    many: float = 0.6  # the same for the second and further monsters hit
    kill: float = 3.0
    heart: float = 0.3  # to a monster with many hearts
    needed: float = 0.7  # more for each heart when few are left
    few: float = 6.0
    energy: float = 0.5
    enter: float = 0.5  # going into Tokyo
    leave: float = 5.0  # with so many hearts or fewer
    risk: float = 0.5  # and for each other monster so many more
    stars_cards: float = 1.0  # what kinds of cards are worth, times their usual worth
    claw_cards: float = 1.0
    dice_cards: float = 1.0
    heart_cards: float = 1.0
    other_cards: float = 0.7
    hurt_cards: float = 1.0  # cards that hurt the others when bought
    sweep: float = 8.0  # with so much energy and nothing worth buying


# Tuned by self-play (`dicecup train king-of-tokyo additive`), and fixed since: this is the yardstick.
DUEL: Final = Taste(
    star=1.0,
    damage=1.746,
    many=0.6,
    kill=2.908,
    heart=0.276,
    needed=1.438,
    few=12.93,
    energy=0.606,
    enter=0.416,
    leave=6.604,
    risk=0.489,
    stars_cards=0.872,
    claw_cards=1.054,
    dice_cards=1.488,
    heart_cards=0.676,
    other_cards=0.673,
    hurt_cards=0.761,
    sweep=9.455,
)
CROWD: Final = Taste(
    star=1.0,
    damage=0.377,
    many=0.388,
    kill=2.403,
    heart=0.44,
    needed=0.584,
    few=5.44,
    energy=0.193,
    enter=0.186,
    leave=3.852,
    risk=1.196,
    stars_cards=0.995,
    claw_cards=5.331,
    dice_cards=1.214,
    heart_cards=1.4,
    other_cards=0.581,
    hurt_cards=1.292,
    sweep=13.565,
)

_WORTH: Final[dict[str, tuple[str, float]]] = {
    "Acid Attack": ("claw", 7),
    "Alien Metabolism": ("other", 4),
    "Alpha Monster": ("claw", 6),
    "Apartment Building": ("stars", 6),
    "Armor Plating": ("heart", 6),
    "Background Dweller": ("dice", 4),
    "Burrowing": ("claw", 5),
    "Camouflage": ("heart", 4),
    "Commuter Train": ("stars", 4),
    "Complete Destruction": ("stars", 4),
    "Corner Store": ("stars", 2),
    "Dedicated News Team": ("stars", 4),
    "Drop from High Altitude": ("stars", 6),
    "Eater of the Dead": ("claw", 4),
    "Energize": ("other", 9),
    "Energy Hoarder": ("stars", 3),
    "Evacuation Orders": ("stars", 7),
    "Even Bigger": ("heart", 5),
    "Extra Head": ("dice", 9),
    "Fire Blast": ("hurt", 4),
    "Fire Breathing": ("claw", 5),
    "Freeze Time": ("dice", 4),
    "Frenzy": ("stars", 7),
    "Friend of Children": ("other", 4),
    "Gas Refinery": ("hurt", 8),
    "Giant Brain": ("dice", 7),
    "Gourmet": ("stars", 4),
    "Heal": ("heart", 2),
    "Healing Ray": ("other", 2),
    "Herbivore": ("stars", 4),
    "Herd Culler": ("dice", 4),
    "High Altitude Bombing": ("hurt", 2),
    "It Has a Child": ("heart", 6),
    "Jet Fighters": ("stars", 7),
    "Jets": ("heart", 5),
    "Made in a Lab": ("other", 1.5),
    "Metamorph": ("other", 2),
    "Mimic": ("dice", 7),
    "Monster Batteries": ("other", 4),
    "National Guard": ("stars", 3.5),
    "Nova Breath": ("claw", 7),
    "Nuclear Power Plant": ("stars", 7),
    "Omnivore": ("stars", 6),
    "Opportunist": ("other", 2),
    "Parasitic Tentacles": ("other", 3),
    "Plot Twist": ("dice", 3),
    "Poison Quills": ("claw", 4),
    "Poison Spit": ("claw", 6),
    "Psychic Probe": ("dice", 3),
    "Rapid Healing": ("heart", 3),
    "Regeneration": ("heart", 5),
    "Rooting for the Underdog": ("stars", 2),
    "Shrink Ray": ("claw", 7),
    "Skyscraper": ("stars", 8),
    "Smoke Cloud": ("dice", 4),
    "Solar Powered": ("other", 2.5),
    "Spiked Tail": ("claw", 7),
    "Stretchy": ("dice", 4),
    "Tanks": ("stars", 5.5),
    "Telepath": ("dice", 4),
    "Urbavore": ("claw", 5),
    "Vast Storm": ("stars", 5),
    "We're Only Making It Stronger": ("heart", 3),
    "Wings": ("heart", 6),
}
_GROUPS: Final = {"claws": "claw", "dice": "dice", "hearts": "heart", "stars": "stars"}
_KNOWN: Final = (
    *("dice", "change", "probe", "yield", "hearts", "react", "again", "buy", "snatch", "copy", "stake"),
)
_COSTS_HEARTS: Final = {"Jet Fighters": 4, "Tanks": 3, "National Guard": 2, "High Altitude Bombing": 3}
_STARS_AT_ONCE: Final = {
    **{"Apartment Building": 3, "Commuter Train": 2, "Corner Store": 1, "Drop from High Altitude": 2},
    **{"Gas Refinery": 2, "Jet Fighters": 5, "National Guard": 2, "Nuclear Power Plant": 2},
    **{"Skyscraper": 4, "Tanks": 4, "Vast Storm": 2},
}
_HURTS: Final = {"Fire Blast": 2, "Gas Refinery": 3, "High Altitude Bombing": 3}


class Additive:
    """The turn program on a sum of what the dice bring; thresholds for everything else."""

    def __init__(self, seed: int = 0, duel: Taste = DUEL, crowd: Taste = CROWD) -> None:
        self._seed = seed
        self._duel, self._crowd = duel, crowd
        self._key: Any = None
        self._turn: Turn | None = None

    def decide(self, view: Any, ask: Ask, fork: Fork) -> Option:
        """What the sum, or the threshold for this kind of question, says."""
        if len(ask.options) == 1:
            return ask.options[0]
        state: KingState = fork(self._seed).state
        without = ask.kind in ("change", "probe") and not state.dice  # the dice that this would be about
        if ask.kind not in _KNOWN or without or (ask.kind == "dice" and not keeps_dice(ask)):
            return ask.options[0]
        option: Option = getattr(self, f"_{ask.kind}")(state, ask, fork)
        return option

    def _taste(self, state: KingState) -> Taste:
        living = sum(monster.alive for monster in state.monsters)
        return self._duel if living == 2 else self._crowd

    # --- dice ---

    def _worth(self, here: Position, dice: Dice) -> Floats:
        taste = self._duel if len(here.seats) == 2 else self._crowd
        found = outcomes(here, dice.finals)
        after, before = found.numbers[0], here.numbers
        mine = after[:, 0]
        value = taste.star * (mine[:, STARS] - before[0, STARS]) + taste.energy * (
            mine[:, ENERGY] - before[0, ENERGY]
        )
        start = before[0, HEARTS]
        gained = np.arange(here.most_hearts[0] - start + 1)
        steps = np.where(start + gained < taste.few, taste.heart + taste.needed, taste.heart)
        sums = np.concatenate([[0.0], np.cumsum(steps)])
        value = value + sums[np.clip(mine[:, HEARTS] - start, 0, len(sums) - 1)]
        lost = np.sort(np.maximum(before[1:, HEARTS] - after[:, 1:, HEARTS], 0), axis=1)[:, ::-1]
        weights = np.array([taste.damage] + [taste.many] * (len(here.seats) - 2))
        value = value + lost @ weights
        dead = after[:, 1:, HEARTS] <= 0
        value = value + taste.kill * dead.sum(axis=1)
        value = value + taste.enter * ((mine[:, PLACE] > 0) & (before[0, PLACE] == 0))
        value = value + WIN * (dead.all(axis=1) | (mine[:, STARS] >= GOAL))
        return np.asarray(value, np.float64)[found.case]

    def _program(self, state: KingState) -> Turn:
        here = position(state)
        mine = [(held.used, held.counters) for held in state.monsters[state.active].cards]
        key = (state.turn, len(state.dice), mine, here.numbers.tobytes(), here.cards.tobytes())
        if self._turn is None or key != self._key:
            self._turn, self._key = turn_of(state, self._worth), key
        return self._turn

    def _dice(self, state: KingState, ask: Ask, fork: Fork) -> Option:
        turn = self._program(state)
        if ask.options[-1][0] == "keep" and state.rolls_left:
            return _found(ask, "keep", *best_keep(turn, state))
        values = dice_values(turn, state, ask.options)
        return max(values, key=lambda option: values[option])

    def _change(self, state: KingState, ask: Ask, fork: Fork) -> Option:
        turn = self._program(state)
        dice = turn.dice
        final = dice.final(state.dice)
        plain = self._worth(position(state), dice)
        best, chosen = float(plain[final]), ask.options[0]
        for option in ask.options:
            if turned := turns_die(state, ask.seat, option):
                slot, face = turned
                worth = float(plain[dice.neighbour(final, state.dice[slot] - 1, face - 1)]) - 1.0
                if worth > best:
                    best, chosen = worth, option
        return chosen

    def _probe(self, state: KingState, ask: Ask, fork: Fork) -> Option:
        """Spoil what the roller likes most."""
        turn = self._program(state)
        values, dice = turn.paid[0], turn.dice
        final = dice.final(state.dice)
        best, chosen = float(values[final]) - 0.5, ask.options[0]
        for option in ask.options:
            slot = rolls_die(state, ask.seat, option)
            if slot is not None:
                face = state.dice[slot] - 1
                worth = float(np.mean([values[dice.neighbour(final, face, new)] for new in range(6)]))
                if worth < best:
                    best, chosen = worth, option
        return chosen

    # --- Tokyo, hearts ---

    def _yield(self, state: KingState, ask: Ask, fork: Fork) -> Option:
        monster = state.monsters[ask.seat]
        taste = self._taste(state)
        others = sum(each.alive for each in state.monsters) - 1
        held = sum(packet.amount for packet in state.held_back if packet.target == ask.seat)
        stays = monster.hearts - held > taste.leave + taste.risk * (others - 1)
        if monster.stars >= GOAL - 2:  # two more stars win
            stays = monster.hearts - held > 2
        return _found(ask, "stay") if stays else ask.find("yield") or _found(ask, "stay")

    def _hearts(self, state: KingState, ask: Ask, fork: Fork) -> Option:
        order = (
            ("shrink", "poison", "heal") if state.monsters[ask.seat].hearts > 3 else ("heal", "poison", "shrink")
        )
        for purpose in order:
            if option := ask.find(("heart", purpose)):
                return option
        return ask.options[0]

    def _react(self, state: KingState, ask: Ask, fork: Fork) -> Option:
        """Wings against 2 damage or more; Rapid Healing only to survive."""
        match = fork(self._seed)
        before = state.monsters[ask.seat].hearts
        match.answer(ask.find("take") or ask.options[0])
        lost = before - match.state.monsters[ask.seat].hearts
        for option in ask.options:
            if option[0] == "use" and ("wings" in option[1:] or lost >= before or lost >= 2):
                return option
        return ask.options[0]

    def _again(self, state: KingState, ask: Ask, fork: Fork) -> Option:
        return _last(ask, "again")  # not a card that could be used as well

    # --- cards ---

    def _worth_of(self, state: KingState, seat: int, card: str) -> float:
        taste = self._taste(state)
        monster = state.monsters[seat]
        name = DECK[card].name
        group, worth = _WORTH.get(name) or _average(card)
        worth *= {
            **{"stars": taste.stars_cards, "claw": taste.claw_cards, "dice": taste.dice_cards},
            **{"heart": taste.heart_cards, "hurt": taste.hurt_cards, "other": taste.other_cards},
        }[group]
        if monster.hearts <= _COSTS_HEARTS.get(name, 0):
            return -WIN
        if monster.hearts - _COSTS_HEARTS.get(name, 0) <= 2:
            worth /= 2
        if monster.stars + _STARS_AT_ONCE.get(name, 0) >= GOAL:
            return WIN
        others = [each for at, each in enumerate(state.monsters) if at != seat and each.alive]
        worth += taste.kill * sum(each.hearts <= _HURTS.get(name, 0) for each in others)
        if name == "Heal" and monster.hearts <= 5:
            worth += 3
        if name == "Evacuation Orders":
            worth *= min(1.5, max(each.stars for each in others) / 8)
        return worth

    def _bargain(self, state: KingState, ask: Ask, options: list[tuple[Option, str, int]]) -> Option | None:
        """The option with the most gain over its price, if there is one."""
        gains = {option: self._worth_of(state, ask.seat, card) - price for option, card, price in options}
        best = max(gains, key=lambda option: gains[option], default=None)
        return best if best is not None and gains[best] >= 0 else None

    def _buy(self, state: KingState, ask: Ask, fork: Fork) -> Option:
        discount = any(held.card == "alien-metabolism" for held in state.monsters[ask.seat].cards)
        offers = [
            (option, str(option[1]), DECK[str(option[1])].cost - discount)
            for option in ask.options
            if option[0] == "buy"
        ]
        offers += [
            (option, str(option[3]), DECK[str(option[3])].cost)
            for option in ask.options
            if option[0] == "use" and option[1] == "parasitic-tentacles" and len(option) > 3
        ]
        found = self._bargain(state, ask, offers)
        if found is None and state.monsters[ask.seat].energy >= self._taste(state).sweep:
            found = ask.find("sweep")
        return found or _found(ask, "done")

    def _snatch(self, state: KingState, ask: Ask, fork: Fork) -> Option:
        offers = [
            (option, str(option[1]), DECK[str(option[1])].cost) for option in ask.options if option[0] == "buy"
        ]
        return self._bargain(state, ask, offers) or ask.options[0]

    def _copy(self, state: KingState, ask: Ask, fork: Fork) -> Option:
        copies = [option for option in ask.options if len(option) > 2 and option[2] in DECK]  # or cards to use
        worth = {option: self._worth_of(state, ask.seat, str(option[2])) for option in copies}
        return max(copies, key=worth.__getitem__, default=ask.options[0])

    def _stake(self, state: KingState, ask: Ask, fork: Fork) -> Option:
        return _last(ask, "stake")


def _average(card: str) -> tuple[str, float]:
    """A card that is not in the list is worth what those like it are, and of the kind that it says it is about."""
    worths = [
        _WORTH[DECK[each].name][1] for each in alike(card, [each for each in DECK if DECK[each].name in _WORTH])
    ]
    return _GROUPS.get(DECK[card].about, "other"), float(np.mean(worths or [DECK[card].cost]))


def _found(ask: Ask, *words: int | str) -> Option:
    return ask.find(words) or ask.options[0]


def _last(ask: Ask, verb: str) -> Option:
    return [ask.options[0], *(option for option in ask.options if option[0] == verb)][-1]


CLAWS: Final = Taste(
    star=0.1, damage=1, many=1, kill=5, heart=0, needed=0.3, energy=0.05, stars_cards=0, other_cards=0
)
STARS_ONLY: Final = Taste(
    **{"star": 1, "damage": 0.05, "many": 0.05, "kill": 1, "heart": 0, "needed": 0.3, "energy": 0.05, "leave": 5},
    **{"claw_cards": 0, "dice_cards": 0, "heart_cards": 0, "other_cards": 0, "hurt_cards": 0},
)
SHOPPER: Final = replace(
    DUEL, star=0.3, damage=0.1, many=0.1, heart=0.05, needed=0.4, energy=1, other_cards=1.2, heart_cards=1.2
)


def single_plan(taste: Taste) -> Callable[[int], Player]:
    """A player that wants one thing only."""
    return lambda seed: Additive(seed, taste, taste)


@cache
def hard_1() -> dict[int, Network]:
    """The networks of the first Hard."""
    return unpacked((Path(__file__).parent / "king-of-tokyo-hard-1.bin").read_bytes())


REFERENCES: Final[dict[str, Callable[[int], Player]]] = {
    "random": RandomPlayer,
    "single-plan": single_plan(CLAWS),
    "single-plan-stars": single_plan(STARS_ONLY),
    "single-plan-shopper": single_plan(SHOPPER),
    "additive": Additive,
    "hard-1": lambda seed: Hard(seed, hard_1()),
}
