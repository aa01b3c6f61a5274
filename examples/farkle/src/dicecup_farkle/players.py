"""Computer players for Farkle: an easy one with one rule, and a medium one that weighs the next roll."""

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Final

from dicecup.players import Advice, Fork, Player, digest, ranked
from dicecup.table import Ask, Option
from dicecup_farkle import text
from dicecup_farkle.scoring import takes, worth
from dicecup_farkle.state import DICE, NOBODY
from dicecup_farkle.view import FarkleView

_ENOUGH: Final = 300  # what the easy player is content with


class EasyFarkle:
    """Takes all it can get, and banks as soon as that is something; now and then it cannot resist a roll."""

    def __init__(self, seed: int = 0) -> None:
        self._seed: Final = seed

    def decide(self, view: FarkleView, ask: Ask, fork: Fork) -> Option:
        """The most points, banked if they are enough."""
        most = max(ask.options, key=lambda option: brings(view, option))
        tempted = digest(self._seed, view)[0] < 40  # of 256
        if view.points + brings(view, most) < _ENOUGH or tempted:
            return most
        return ask.find(("bank", *most.args)) or most


class MediumFarkle:
    """Compares what it has with what the next roll brings on average, if it is the last one."""

    def decide(self, view: FarkleView, ask: Ask, fork: Fork) -> Option:
        """The option worth most."""
        return self.advise(view, ask, fork)[0].option

    def advise(self, view: FarkleView, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option with the points that it can expect of this turn, best first."""
        values = {option: value(view, option) for option in ask.options}
        reasons = {option: _reason(view, option) for option in ask.options}
        return ranked(values, reasons, unit="points")


def brings(view: FarkleView, option: Option) -> int:
    """What the dice that an option takes bring."""
    return worth([view.dice[int(slot)] for slot in option.args], view.kinds) if option.args else 0


def value(view: FarkleView, option: Option) -> float:
    """The points to expect of this turn: what is banked, or what one more roll leads to."""
    total = view.points + brings(view, option)
    if option.verb == "bank":
        return total if total >= needed(view) else 0.0
    chance, more = prospects(left(view, option), view.kinds)
    return chance * total + more


def needed(view: FarkleView) -> int:
    """What has to be banked in this turn to be any use: on the last turn, as much as the best of the others."""
    if view.closer == NOBODY:
        return 0
    best = max(score for seat, score in enumerate(view.scores) if seat != view.current)
    return best - view.scores[view.current]


def left(view: FarkleView, option: Option) -> int:
    """How many dice are rolled after this option."""
    return (len(view.dice) or DICE) - len(option.args) or DICE


@cache
def prospects(dice: int, kinds: str) -> tuple[float, float]:
    """Of a roll with so many dice: the chance that any of them counts, and what the best of them bring."""
    chance = more = 0.0
    for faces in combinations_with_replacement(range(1, 7), dice):
        if found := takes(faces, kinds):
            ways = factorial(dice)
            for face in set(faces):
                ways //= factorial(faces.count(face))
            chance += ways / 6**dice
            more += ways / 6**dice * max(brings for _, brings in found)
    return chance, more


def _reason(view: FarkleView, option: Option) -> str:
    total = view.points + brings(view, option)
    if option.verb == "bank":
        return f"{total:,} points are safe" if total >= needed(view) else "not enough to win any more"
    dice = left(view, option)
    return text.rolling(total, dice, prospects(dice, view.kinds)[0])


LEVELS: Final[dict[str, Callable[[int], Player]]] = {
    "easy": EasyFarkle,
    "medium": lambda seed: MediumFarkle(),
}
