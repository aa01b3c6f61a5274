"""The arena: games in bulk, and what they say about players."""

from dicecup.arena.result import Result, Standing
from dicecup.arena.simulation import Simulation, players, simulate
from dicecup.arena.tally import Tally
from dicecup.arena.tournament import compete

__all__ = ["Result", "Simulation", "Standing", "Tally", "compete", "players", "simulate"]
