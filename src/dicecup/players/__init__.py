"""Computer players."""

from dicecup.players.player import Advice, Fork, Player, RandomPlayer, play

__all__ = ["Advice", "Fork", "Player", "RandomPlayer", "play"]
