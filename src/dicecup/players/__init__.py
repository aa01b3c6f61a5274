"""Computer players: easy, medium and hard ones for each game, references, and the interface for yours."""

from dicecup.players.levels import judge, levels, make, references
from dicecup.players.noisy import Noisy
from dicecup.players.player import (
    Advice,
    Advisor,
    Fork,
    Judge,
    Player,
    Progress,
    RandomPlayer,
    digest,
    play,
    ranked,
)

__all__ = [
    "Advice",
    "Advisor",
    "Fork",
    "Judge",
    "Noisy",
    "Player",
    "Progress",
    "RandomPlayer",
    "digest",
    "judge",
    "levels",
    "make",
    "play",
    "ranked",
    "references",
]
