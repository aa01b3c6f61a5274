"""The whole deck: importing this module imports all others of this package, and so makes every card."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from dicecup.games.king_of_tokyo import cards
from dicecup.games.king_of_tokyo.cards.base import CALLED, CARDS, DECK, IN_THE_BOX
from dicecup.table import SetupError, brought

__all__ = ["CARDS", "TROUBLES", "bring"]

GROUP: Final = "dicecup.king_of_tokyo.cards"
TROUBLES: Final[list[str]] = []
"""What is wrong with cards of other packages, a sentence each."""

for _module in iter_modules(cards.__path__):
    import_module(f"{cards.__name__}.{_module.name}")
IN_THE_BOX[:] = CARDS


def bring() -> None:
    """The cards of other packages join: of each module that one names under the entry point group, all or none."""
    for point in brought.points(GROUP):
        before = list(CARDS)
        try:
            brought.load(point)
        except SetupError as error:
            TROUBLES.append(f"The cards of the package {brought.package(point)} cannot be used: {error}")
            for card in {*CARDS} - {*before}:
                del DECK[card], CALLED[card]
            CARDS[:] = before
