"""What a process can think about: each game with the version of everything that has a say in it."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import dicecup
from dicecup import games
from dicecup.table import brought

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_OF_GAMES: Final = "dicecup."  # all groups of entry points begin so


def kit(game: str) -> str:
    """A game as it is installed here, in a word: whoever has the same thinks the same."""
    return _kits().get(game) or f"{game} {dicecup.__version__}"


def kits() -> list[str]:
    """Those of all games that can be played here."""
    return sorted(_kits().values())


@brought.remembered
def _kits() -> dict[str, str]:
    from importlib.metadata import distributions  # takes a while to import

    points: list[EntryPoint] = []
    for each in distributions():
        with suppress(Exception):  # one package that is damaged must not hide the others
            points += [point for point in each.entry_points if point.group.startswith(_OF_GAMES)]
    found = {}
    for name in games.names():
        packages = sorted({_package(point) for point in points if _is_about(point, name)})
        found[name] = " ".join((name, dicecup.__version__, *packages))
    return found


def _is_about(point: "EntryPoint", game: str) -> bool:
    """Whether it brings a game, a player of it, or something for it, such as cards."""
    parts = [*point.group.removeprefix(_OF_GAMES).split("."), point.name.partition("/")[0]]
    return game in parts or game.replace("-", "_") in parts


def _package(point: "EntryPoint") -> str:
    dist: Any = point.dist
    try:
        return f"{dist.name}=={dist.version}"
    except Exception:  # a package without a name
        return f"{brought.package(point)} {point.value}"
