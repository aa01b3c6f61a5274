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


LEVELS: Final[dict[str, Callable[[int], Player]]] = {"easy": _easy, "medium": _medium, "hard": _hard}
