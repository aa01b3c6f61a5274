"""Somebody's own players: found by where they are imported from, such as `mybots.Thrifty`."""

import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from dicecup.players.player import Player
from dicecup.table import SetupError
from dicecup.table.errors import said


def is_own(name: str) -> bool:
    """Whether this can be where a player is imported from; no level or reference has such a name."""
    return "." in name or ":" in name


def maker(name: str) -> Callable[[int], Player]:
    """What makes the player from a seed; SetupError, in a line, if there is nothing that could.

    This imports, and so runs, whatever is there.
    """
    module, _, what = name.replace(":", ".").rpartition(".")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # as with python -m: what lies here can be named
    try:
        there = import_module(module)
    except BaseException as error:  # whatever somebody's module does when it is imported
        raise SetupError(f"{name} cannot be imported: {said(error)}") from error
    found = getattr(there, what, None)
    if found is None:
        raise SetupError(f"{name} cannot be imported: there is no {what} in {module}.")
    return made_by(name, found)


def made_by(name: str, found: object) -> Callable[[int], Player]:
    """What makes the player from a seed, of a class or function that may take one or not."""
    if not callable(found):
        raise SetupError(f"{name} is not a class, nor a function that makes a player.")
    try:
        takes_a_seed = bool(inspect.signature(found).parameters)
    except (TypeError, ValueError):
        takes_a_seed = False
    return lambda seed: _made(name, found, (seed,) if takes_a_seed else ())


def _made(name: str, make: Callable[..., Any], seed: tuple[int, ...]) -> Player:
    try:
        player = make(*seed)
        decide = getattr(player, "decide", None)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise SetupError(f"{name} cannot be made: {said(error)}") from error
    if decide is None:
        raise SetupError(f"What {name} makes is not a player: it has no method decide.")
    if not callable(decide):
        raise SetupError(f"What {name} makes is not a player: its decide is not a method.")
    made: Player = player
    return made
