"""The computer players of Deadwood."""

from collections.abc import Callable
from typing import Final

from dicecup.players.player import Player


def _beginner(seed: int) -> Player:
    from dicecup.players.deadwood.easy import Beginner

    return Beginner(seed)


def _easy(seed: int) -> Player:
    from dicecup.players.deadwood.easy import Easy

    return Easy(seed)


def _medium(seed: int) -> Player:
    from dicecup.players.deadwood.medium import Medium

    return Medium(seed)


def _hard() -> Player:
    from dicecup.players.deadwood.hard import Hard

    return Hard()


def _master(seed: int) -> Player:
    from dicecup.players.deadwood.master import Master

    return Master(seed)


def misjudging(seed: int, much: float) -> Player:
    """Hard with errors of so many times Medium's."""
    from dicecup.players.deadwood.medium import SD, STAKE, Medium

    return Medium(seed, {actors: much * sd for actors, sd in SD.items()}, STAKE * max(1.0, much))


LEVELS: Final[dict[str, Callable[[int], Player]]] = {
    "beginner": _beginner,
    "easy": _easy,
    "medium": _medium,
    "hard": lambda seed: _hard(),
    "master": _master,
}
