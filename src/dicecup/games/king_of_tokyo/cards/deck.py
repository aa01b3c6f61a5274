"""The whole deck: importing this module makes every card."""

from typing import Final

from dicecup.games.king_of_tokyo.cards import claws, dice, discard, energy, hearts, mimic, stars, trade
from dicecup.games.king_of_tokyo.cards.base import DECK

KINDS: Final = (claws, dice, discard, energy, hearts, mimic, stars, trade)
CARDS: Final = tuple(sorted(DECK))
"""The 66 cards by their names in the state; a second copy has a number behind."""
