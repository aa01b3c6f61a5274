"""The King of Tokyo minds."""

from collections.abc import Callable
from typing import Final

from dicecup.players.player import Player


def _easy(seed: int) -> Player:
    from dicecup.players.king_of_tokyo.easy import Easy

    return Easy(seed)


def _medium(seed: int) -> Player:
    from dicecup.players.king_of_tokyo.medium import Medium

    return Medium(seed)


def _hard(seed: int) -> Player:
    from dicecup.players.king_of_tokyo.hard import Hard

    return Hard(seed)


def _master(seed: int) -> Player:
    from dicecup.players.king_of_tokyo.master import Master

    return Master(seed)


def misjudging(seed: int, much: float) -> Player:
    """Hard with errors of so many times Medium's."""
    from dicecup.players.king_of_tokyo.medium import SD, Medium

    return Medium(seed, {monsters: much * sd for monsters, sd in SD.items()})


LEVELS: Final[dict[str, Callable[[int], Player]]] = {
    "easy": _easy,
    "medium": _medium,
    "hard": _hard,
    "master": _master,
}
