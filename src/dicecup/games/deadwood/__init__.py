"""Deadwood: rules, forty scenes, words."""

from dicecup.games.deadwood.game import GAME, Deadwood
from dicecup.games.deadwood.options import DeadwoodOptions
from dicecup.games.deadwood.state import DeadwoodState
from dicecup.games.deadwood.view import DeadwoodView

__all__ = ["GAME", "Deadwood", "DeadwoodOptions", "DeadwoodState", "DeadwoodView"]
