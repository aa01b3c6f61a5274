"""The whole deck: importing this module imports all others of this package, and so makes every card."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from dicecup.games.king_of_tokyo import cards
from dicecup.games.king_of_tokyo.cards.base import CARDS
from dicecup.table import SetupError

__all__ = ["CARDS", "bring"]

GROUP: Final = "dicecup.king_of_tokyo.cards"

for _module in iter_modules(cards.__path__):
    import_module(f"{cards.__name__}.{_module.name}")


def bring() -> None:
    """The cards of other packages join: of each module that one names under the entry point group."""
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        try:
            point.load()
        except Exception as error:  # whatever somebody's module does when it is imported
            raise SetupError(
                f"The cards that are installed as {point.name!r} ({point.value}) cannot be used: {error}"
            ) from error
