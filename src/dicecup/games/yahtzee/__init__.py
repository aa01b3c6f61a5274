"""Yahtzee: rules, scorecard, words, and the mind of the perfect player."""

from dicecup.games.yahtzee.game import GAME, Yahtzee
from dicecup.games.yahtzee.options import YahtzeeOptions
from dicecup.games.yahtzee.state import YahtzeeState
from dicecup.games.yahtzee.view import SheetView, YahtzeeView

__all__ = ["GAME", "SheetView", "Yahtzee", "YahtzeeOptions", "YahtzeeState", "YahtzeeView"]
