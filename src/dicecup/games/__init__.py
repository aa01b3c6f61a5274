"""The games: ours, each in its folder here, and those that packages of others bring."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, NamedTuple

from dicecup.table import Game, SetupError, brought
from dicecup.table.errors import shown
from dicecup.table.manifest import Manifest

GROUP: Final = "dicecup.games"
"""The entry points by which a package brings a game: each names a Manifest, or a Game that brings nothing else."""


def manifest(name: object) -> Manifest:
    """What the game called `name` brings; SetupError, with the names there are, if there is no such game."""
    if isinstance(name, str):
        if name in _folders():
            return _ours(name)
        theirs = _theirs()
        if name in theirs.games:
            return theirs.games[name]
        if name in theirs.broken:
            raise SetupError(theirs.broken[name])
    raise SetupError(f"There is no game called {shown(name)}. The games are: {', '.join(names())}.")


def find(name: object) -> Game[Any]:
    """The game called `name`; SetupError, with the names there are, if none is."""
    return manifest(name).game


def manifest_of(game: Game[Any]) -> Manifest:
    """What a game, or a variant of it, brings; one that is not installed brings its rules and nothing else."""
    try:
        found = manifest(game.name)
    except SetupError:
        return Manifest(game)
    return found if isinstance(game, type(found.game)) else Manifest(game)


def missing(name: str) -> str:
    """Why a game that has been played here cannot be played now, in a sentence; nothing, if it can."""
    try:
        manifest(name)
    except SetupError as error:
        if name in _theirs().broken:
            return str(error)
        return f"{titled(name)} is not installed here any more. Install the package that brings it to play on."
    return ""


def titled(name: str) -> str:
    """What a game is called where it is shown, also one that is not here."""
    try:
        return manifest(name).game.title
    except SetupError:
        return name.replace("-", " ").title()


def manifests() -> list[Manifest]:
    """Every game that can be played, in the order in which a list shows them."""
    found = [*map(_ours, _folders()), *_theirs().games.values()]
    return sorted(found, key=lambda each: (each.order, each.game.title))


def names() -> list[str]:
    """Every game that can be played, by its name."""
    return [each.game.name for each in manifests()]


def troubles() -> list[str]:
    """What is wrong with the games that packages bring, and what they bring for games, a sentence each."""
    return [*_theirs().troubles, *(line for each in manifests() for line in each.game.troubles)]


@cache
def _folders() -> dict[str, str]:
    """Our games by name, with the folder of each."""
    return {each.name.replace("_", "-"): each.name for each in iter_modules(__path__) if each.ispkg}


@cache
def _ours(name: str) -> Manifest:
    found: Manifest = import_module(f"{__name__}.{_folders()[name]}.manifest").MANIFEST
    return found


class _Brought(NamedTuple):
    """What packages bring: what can be used, and in a sentence why other things cannot."""

    games: dict[str, Manifest]
    broken: dict[str, str]
    troubles: tuple[str, ...]


@brought.remembered
def _theirs() -> _Brought:
    games: dict[str, Manifest] = {}
    broken: dict[str, str] = {}
    troubles = []
    for point in brought.points(GROUP):
        what = f"The game {shown(point.name)} of the package {brought.package(point)}"
        if point.name in _folders() or point.name in games:
            troubles.append(f"{what} cannot be used: there is another game of that name.")
            continue
        try:
            found = brought.load(point)
            found = Manifest(found) if isinstance(found, Game) else found
            _check(point.name, found, games)
        except SetupError as error:
            troubles.append(f"{what} cannot be used: {error}")
            broken[point.name] = troubles[-1]
        else:
            games[point.name] = found
    return _Brought(games, broken, tuple(troubles))


def _check(name: str, found: object, games: dict[str, Manifest]) -> None:
    """SetupError if that cannot be the game which is brought under this name."""
    if not isinstance(found, Manifest):
        raise SetupError(f"It should be a Manifest or a Game; {shown(found)} is neither.")
    if found.game.name != name:
        raise SetupError(f"It calls itself {found.game.name!r}, and must be brought under that name.")
    if file := found.quick_save.casefold():
        others = [*map(_ours, _folders()), *games.values()]
        if file in (other.quick_save.casefold() for other in others):
            raise SetupError(f"The file of its quick save, {found.quick_save}, belongs to another game.")
