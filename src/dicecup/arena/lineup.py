"""Who plays in the arena: levels and references by name, and anybody's players by where they are imported from."""

import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from dicecup import games, players
from dicecup.players import Player
from dicecup.table import SetupError


@dataclass(frozen=True, slots=True)
class Lineup:
    """The players of a table, in the order of their seats; the same name may sit in several."""

    game: str
    seats: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Every different player once."""
        return tuple(dict.fromkeys(self.seats))

    @property
    def ours(self) -> tuple[str, ...]:
        """Those that Dicecup brings."""
        known = {*players.levels(self.game), *players.references(self.game)}
        return tuple(name for name in self.names if name in known)

    @property
    def rotations(self) -> int:
        """How many different ways there are to move everybody on by some seats."""
        turned = (self.seated(by) for by in range(1, len(self.seats) + 1))
        return next(by for by, seats in enumerate(turned, start=1) if seats == self.seats)

    def seated(self, rotation: int) -> tuple[str, ...]:
        """Who sits where after so many moves to the next seat."""
        by = rotation % len(self.seats)
        return self.seats[-by:] + self.seats[:-by] if by else self.seats

    def make(self, name: str, seed: int) -> Player:
        """A player for one game."""
        return _maker(self.game, name)(seed)


def read_lineup(game: str, seats: Sequence[str]) -> Lineup:
    """The table as typed; SetupError, with what would be right, if somebody cannot be found."""
    found = games.find(game)
    named = tuple(seat.strip() for seat in seats)
    if len(named) not in found.seats:
        raise SetupError(
            f"{found.title} is for {found.seats[0]} to {found.seats[-1]} players; here are {len(named)}: "
            "name them with commas between, such as --seats hard,easy."
        )
    for name in dict.fromkeys(named):
        _maker(game, name)
    return Lineup(game, named)


def _maker(game: str, name: str) -> Callable[[int], Player]:
    if name in (*players.levels(game), *players.references(game)):
        return lambda seed: players.make(game, name, seed)
    if "." not in name and ":" not in name:
        there_are = ", ".join((*players.levels(game), *players.references(game)))
        raise SetupError(
            f"There is no computer player {name!r}. There is: {there_are}; or name your own by where it is "
            "imported from, such as mypackage.MyBot."
        )
    made = _imported(name)
    takes_a_seed = bool(inspect.signature(made).parameters)
    return (lambda seed: _checked(name, made(seed))) if takes_a_seed else (lambda seed: _checked(name, made()))


def _imported(name: str) -> Any:
    module, _, what = name.replace(":", ".").rpartition(".")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # as with python -m: what lies here can be named
    try:
        found = getattr(import_module(module), what)
    except Exception as error:  # whatever somebody's module does when it is imported
        raise SetupError(f"{name} cannot be imported: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise SetupError(f"{name} is not a class, nor a function that makes a player.")
    return found


def _checked(name: str, player: Any) -> Player:
    if not callable(getattr(player, "decide", None)):
        raise SetupError(f"What {name} makes is no player: it has no method decide.")
    made: Player = player
    return made
