"""The computer players of Yahtzee."""

from collections.abc import Callable
from typing import Final

from dicecup.players.noisy import Noisy
from dicecup.players.player import Player


def _hard() -> Player:
    from dicecup.players.yahtzee.perfect import PerfectYahtzee

    return PerfectYahtzee()


def _medium(seed: int) -> Player:
    from dicecup.players.yahtzee.perfect import PerfectYahtzee

    return Noisy(PerfectYahtzee(), sd=6, guard=15, seed=seed)


LEVELS: Final[dict[str, Callable[[int], Player]]] = {"medium": _medium, "hard": lambda seed: _hard()}
