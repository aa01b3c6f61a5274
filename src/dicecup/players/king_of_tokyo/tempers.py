"""Monsters with a temper: what each is fond of, in points of the chance to win."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from dicecup.games.king_of_tokyo import KingState
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.players.king_of_tokyo import reasons
from dicecup.players.king_of_tokyo.cards import keeps_dice
from dicecup.players.king_of_tokyo.easy import BRAWLER, RACER, SCHEMER, SHOPPER, TURTLE, Easy, Plan
from dicecup.players.king_of_tokyo.hard import Hard
from dicecup.players.king_of_tokyo.mind import Mind
from dicecup.players.player import Advice, Advisor, Fork, Player
from dicecup.players.tempers import Tempered, Tempers, by_the_numbers
from dicecup.table import Ask, Option


@dataclass(frozen=True, slots=True)
class Liking:
    """How many points things are worth to somebody beyond what they are worth."""

    plan: Plan  # of Easy
    damage: float = 0.0  # for each that the dice of a turn bring
    stars: float = 0.0
    hearts: float = 0.0
    energy: float = 0.0
    staying: float = 0.0  # in Tokyo
    about: Mapping[str, float] = field(default_factory=dict)  # cards about these things
    buying: float = 0.0  # any card at all
    tricks: float = 0.0  # cards that are used, cards swept away


LIKINGS: Final[Mapping[str, Liking]] = {
    "brawler": Liking(BRAWLER, damage=2.0, staying=2.0, about={"claws": 4.0}),
    "racer": Liking(RACER, stars=1.5, staying=1.0, about={"stars": 4.0}),
    "shopper": Liking(SHOPPER, energy=1.0, buying=2.0),
    "turtle": Liking(TURTLE, hearts=2.0, staying=-3.0, about={"hearts": 4.0}),
    "schemer": Liking(SCHEMER, energy=0.5, about={"dice": 4.0, "cards": 4.0, "energy": 2.0}, tricks=2.0),
}
_AIMS: Final = {
    "damage": re.compile(r"\bdamage\b|\bknock(ed)? out\b"),
    "stars": re.compile(r"\bstars?\b"),
    "hearts": re.compile(r"\bhearts?\b"),
    "energy": re.compile(r"\benergy\b"),
}
"""How a reason for dice names what they are for (reasons.py)."""
OWN: Final = {
    **{"Alienoid": "schemer", "Cyber Bunny": "racer", "Giga Zaur": "brawler"},
    **{"Kraken": "turtle", "Meka Dragon": "shopper", "The King": "brawler"},
}


def _make(player: Callable[[int], Player], temper: str, seed: int) -> Player:
    liking, made = LIKINGS[temper], player(seed)
    if isinstance(made, Easy):
        return Easy(seed, liking.plan)
    assert isinstance(made, Advisor)
    mind = (made if isinstance(made, Hard) else Hard(seed)).mind

    def taste(_: Any, ask: Ask, fork: Fork) -> dict[Option, float]:
        state: KingState = fork(seed).state
        if keeps_dice(ask):
            return _of_dice(liking, mind, state, ask)
        return {option: _of_option(liking, ask, option) for option in ask.options}

    return Tempered(made, taste, TEMPERS.words[temper], seed, lambda chosen: fits(liking, chosen), by_the_numbers)


def fits(liking: Liking, chosen: Advice) -> bool:
    """Dice are kept for several things at once: whoever says they are for hearts does not speak of a fight."""
    if chosen.option[0] != "keep" or liking.tricks:  # something in mind goes with anything
        return True
    aim = chosen.reason.partition(";")[0].rpartition(": ")[2]
    named = [thing for thing, word in _AIMS.items() if word.search(aim)]
    return not named or any(getattr(liking, thing) for thing in named)


def _of_dice(liking: Liking, mind: Mind, state: KingState, ask: Ask) -> dict[Option, float]:
    """By what each keep brings on average, if the dice are then rolled as Hard would."""
    keeps = [option for option in ask.options if option[0] == "keep"]
    found = {}
    for option, row in reasons.rows_of(mind.prospects(state), state, keeps).items():
        found[option] = (
            liking.damage * row[reasons.DAMAGE]
            + liking.stars * row[reasons.STARS_WON]
            + liking.hearts * row[reasons.HEARTS_WON]
            + liking.energy * row[reasons.ENERGY_WON]
        )
    most = max(found.values())
    tricks = {option: liking.tricks if option[0] == "use" else 0.0 for option in ask.options}
    return {option: float(found.get(option, most)) + trick for option, trick in tricks.items()}


def _of_option(liking: Liking, ask: Ask, option: Option) -> float:
    if ask.kind == "yield":
        return liking.staying if option[0] == "stay" else 0.0
    if option[0] in ("use", "again", "sweep"):
        return liking.tricks
    if option[0] == "buy" and option[1] in DECK:
        return liking.buying + liking.about.get(DECK[str(option[1])].about, 0.0)
    return 0.0


TEMPERS: Final = Tempers(
    words={
        "brawler": "I never could resist a fight",
        "racer": "stars are what counts",
        "shopper": "there is so much to buy",
        "turtle": "safety first",
        "schemer": "I have something in mind",
    },
    own=lambda state, seat: OWN[state.monsters[seat].character],
    make=_make,
)
