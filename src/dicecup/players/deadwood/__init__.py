"""The computer players of Deadwood.

Hard is the role planner with its tuned taste; a network that looks further is being trained.
"""

from collections.abc import Callable
from typing import Final

from dicecup.players.noisy import Noisy
from dicecup.players.player import Player

_SD: Final = 0.006  # how far off Medium's values are, in chances to win
_GUARD: Final = 0.03  # and how much worse its choice can be at most


def _easy(seed: int) -> Player:
    from dicecup.players.deadwood.easy import Easy

    return Easy(seed)


def _medium(seed: int) -> Player:
    from dicecup.players.reference.deadwood import Planner

    return Noisy(Planner(), sd=_SD, guard=_GUARD, seed=seed)


def _hard() -> Player:
    from dicecup.players.reference.deadwood import Planner

    return Planner()


LEVELS: Final[dict[str, Callable[[int], Player]]] = {
    "easy": _easy,
    "medium": _medium,
    "hard": lambda seed: _hard(),
}
