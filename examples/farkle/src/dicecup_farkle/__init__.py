"""Farkle for Dicecup: push your luck with six dice."""

from typing import Final

from dicecup.table import Manifest
from dicecup_farkle.game import GAME

MANIFEST: Final = Manifest(GAME, players="dicecup_farkle.players:LEVELS")
"""What this package brings: the game, and who plays it."""
