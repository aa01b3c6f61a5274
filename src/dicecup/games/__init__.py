"""The games, and how one is found by its name."""

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final

from dicecup.table import Game, SetupError

_OURS: Final = {"yahtzee": "dicecup.games.yahtzee"}
_GROUP: Final = "dicecup.games"


def find(name: object) -> Game[Any]:
    """The game called `name`; SetupError, with the names there are, if none is."""
    if isinstance(name, str):
        if name in _OURS:
            return _checked(name, import_module(_OURS[name]).GAME)
        for point in entry_points(group=_GROUP, name=name):
            return _checked(name, point.load())
    raise SetupError(f"There is no game called {name!r}. There is: {', '.join(names())}.")


def names() -> list[str]:
    """Every game that is installed, ours first."""
    others = {point.name for point in entry_points(group=_GROUP)} - _OURS.keys()
    return [*_OURS, *sorted(others)]


def _checked(name: str, game: object) -> Game[Any]:
    if not isinstance(game, Game):
        raise SetupError(f"What is installed as the game {name!r} is not a Game.")
    return game
