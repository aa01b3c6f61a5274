"""The computer players of Yahtzee."""

from collections.abc import Callable
from typing import Final

from dicecup.players.player import Judge, Player


def _easy(seed: int) -> Player:
    from dicecup.players.yahtzee.easy import EasyYahtzee

    return EasyYahtzee(seed)


def _hard() -> Player:
    from dicecup.players.yahtzee.perfect import HardYahtzee

    return HardYahtzee()


def misjudging(seed: int, much: float) -> Player:
    """The score-maximiser with errors of so many times Medium's."""
    from dicecup.players.yahtzee.medium import FOND, SD, MediumYahtzee

    return MediumYahtzee(seed, SD * much, FOND * min(1.0, much))


def _medium(seed: int) -> Player:
    return misjudging(seed, 1.0)


def _judge() -> Judge:
    """The exact solver."""
    from dicecup.players.yahtzee.perfect import PerfectYahtzee

    return PerfectYahtzee()


LEVELS: Final[dict[str, Callable[[int], Player]]] = {
    "easy": _easy,
    "medium": _medium,
    "hard": lambda seed: _hard(),
}
JUDGE: Final[Callable[[], Judge]] = _judge
