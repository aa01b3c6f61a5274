"""The arena: games in bulk, and what their scores say."""

from dicecup.arena.simulation import Simulation, players, simulate
from dicecup.arena.tally import Tally

__all__ = ["Simulation", "Tally", "players", "simulate"]
