"""Computer players by name: the levels that people play against, and the references that levels are measured by.

The minds of a game are in `dicecup.players.GAME`, which offers LEVELS, and its references in
`dicecup.players.reference.GAME`, which offers REFERENCES: names with functions that make a player from a seed.
A solved game also offers JUDGE, which makes whoever knows the exact values.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from dicecup import games
from dicecup.players.player import Judge, Player, Progress, RandomPlayer
from dicecup.table import SetupError

EASY, MEDIUM, HARD = LEVELS = ("easy", "medium", "hard")
RANDOM: Final = "random"

Makers = Mapping[str, Callable[[int], Player]]


def levels(game: str) -> tuple[str, ...]:
    """How well the computer can play a game, from the weakest to the best; nothing if it only plays at random."""
    offered = _offered(game, "", "LEVELS")
    return tuple(level for level in LEVELS if level in offered)


def offered(game: str) -> tuple[str, ...]:
    """What a person may choose from: the levels, or the random player where there are none."""
    return levels(game) or (RANDOM,)


def usual(game: str) -> str:
    """The level that is taken when nobody says which."""
    there = offered(game)
    return MEDIUM if MEDIUM in there else there[-1]


def references(game: str) -> tuple[str, ...]:
    """Players that never change, to measure the others by; any game has the random one."""
    return (RANDOM, *(name for name in _offered(game, "reference.", "REFERENCES") if name != RANDOM))


def make(game: str, name: str, seed: int = 0, progress: Progress | None = None) -> Player:
    """The computer player of this name: a level or a reference. `progress` hears what takes it long."""
    games.find(game)
    makers = {RANDOM: RandomPlayer, **_offered(game, "reference.", "REFERENCES"), **_offered(game, "", "LEVELS")}
    if name not in makers:
        there_are = ", ".join((*levels(game), *references(game)))
        raise SetupError(f"There is no computer player {name!r} here. The players are: {there_are}.")
    player = makers[name](seed)
    if progress is not None and hasattr(player, "progress"):
        player.progress = progress
    return player


def judge(game: str) -> Judge | None:
    """Whoever knows exactly what choices cost in this game; None if nobody does."""
    module = _module(f"dicecup.players.{game.replace('-', '_')}")
    maker: Callable[[], Judge] | None = getattr(module, "JUDGE", None)
    return maker() if maker else None


def _offered(game: str, room: str, what: str) -> Makers:
    """What the module of a game offers; nothing where there is none."""
    found: Makers = getattr(_module(f"dicecup.players.{room}{game.replace('-', '_')}"), what, {})
    return found


def _module(name: str) -> ModuleType | None:
    """The module, if there is one of this name."""
    if not all(part.isidentifier() for part in name.split(".")) or find_spec(name) is None:
        return None
    return import_module(name)
