"""Farkle for Dicecup: push your luck with six dice."""

from dicecup_farkle.game import GAME

__all__ = ["GAME"]
