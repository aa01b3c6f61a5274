"""Computer players: easy, medium and hard ones for each game, references, and the interface for yours."""

from dicecup.players.levels import RANDOM, judge, levels, make, offered, references, usual
from dicecup.players.noisy import Noisy
from dicecup.players.player import (
    Advice,
    Advisor,
    Foreseer,
    Fork,
    Judge,
    Player,
    Progress,
    RandomPlayer,
    digest,
    ended_by_itself,
    forks,
    is_open,
    play,
    ranked,
)

__all__ = [
    "RANDOM",
    "Advice",
    "Advisor",
    "Foreseer",
    "Fork",
    "Judge",
    "Noisy",
    "Player",
    "Progress",
    "RandomPlayer",
    "digest",
    "ended_by_itself",
    "forks",
    "is_open",
    "judge",
    "levels",
    "make",
    "offered",
    "play",
    "ranked",
    "references",
    "usual",
]
