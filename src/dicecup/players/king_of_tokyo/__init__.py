"""The King of Tokyo minds."""

from collections.abc import Callable
from typing import Final

from dicecup.players.noisy import Noisy
from dicecup.players.player import Player

_SD: Final = 0.04  # how far off Medium's values are, in chances to win
_GUARD: Final = 0.12  # and how much worse its choice can be at most


def _easy(seed: int) -> Player:
    from dicecup.players.king_of_tokyo.easy import Easy

    return Easy(seed)


def _medium(seed: int) -> Player:
    from dicecup.players.king_of_tokyo.hard import Hard

    return Noisy(Hard(seed), sd=_SD, guard=_GUARD, seed=seed)


def _hard(seed: int) -> Player:
    from dicecup.players.king_of_tokyo.hard import Hard

    return Hard(seed)


LEVELS: Final[dict[str, Callable[[int], Player]]] = {"easy": _easy, "medium": _medium, "hard": _hard}
