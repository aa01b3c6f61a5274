"""The games, and how one is found by its name."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from dicecup.table import Game, SetupError
from dicecup.table.errors import shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

_OURS: Final = {
    "yahtzee": "dicecup.games.yahtzee",
    "king-of-tokyo": "dicecup.games.king_of_tokyo",
    "deadwood": "dicecup.games.deadwood",
}
_GROUP: Final = "dicecup.games"


def find(name: object) -> Game[Any]:
    """The game called `name`; SetupError, with the names there are, if none is."""
    if isinstance(name, str):
        if name in _OURS:
            return _checked(name, import_module(_OURS[name]).GAME)
        for point in _brought():
            if point.name == name:
                return _checked(name, point.load())
    raise SetupError(f"There is no game called {shown(name)}. The games are: {', '.join(names())}.")


def names() -> list[str]:
    """Every game that is installed, ours first."""
    others = {point.name for point in _brought()} - _OURS.keys()
    return [*_OURS, *sorted(others)]


def _brought() -> "EntryPoints":
    """The games that installed packages bring."""
    from importlib.metadata import entry_points  # takes a while to import, and is seldom needed

    return entry_points(group=_GROUP)


def _checked(name: str, game: object) -> Game[Any]:
    if not isinstance(game, Game):
        raise SetupError(f"What is installed as the game {name!r} is not a Game.")
    return game
