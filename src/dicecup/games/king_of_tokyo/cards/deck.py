"""The whole deck: importing this module makes every card.

Every module of this package is found by itself, and so are those that installed packages name under the entry
point group `dicecup.king_of_tokyo.cards`.
"""

from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Final

from dicecup.games.king_of_tokyo import cards
from dicecup.games.king_of_tokyo.cards.base import CARDS
from dicecup.table import SetupError

__all__ = ["CARDS"]

GROUP: Final = "dicecup.king_of_tokyo.cards"

for _module in iter_modules(cards.__path__):
    import_module(f"{cards.__name__}.{_module.name}")
for _point in entry_points(group=GROUP):
    try:
        _point.load()
    except Exception as error:  # whatever somebody's module does when it is imported
        raise SetupError(
            f"The cards that are installed as {_point.name!r} ({_point.value}) cannot be used: {error}"
        ) from error
