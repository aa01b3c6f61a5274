"""The value of every state, in Numba."""

from dicecup.games.yahtzee.scoring import BOXES
from dicecup.games.yahtzee.solver.model import Model
from dicecup.games.yahtzee.solver.solve_numpy import empty_table
from dicecup.games.yahtzee.solver.turn_numba import TABLES, scratch, solve_states
from dicecup.games.yahtzee.solver.types import Floats


def solve(model: Model) -> Floats:
    """The expected points still to come, by row and upper total, for every state."""
    values = empty_table(model)
    room = scratch()
    for filled in range(len(BOXES) - 1, -1, -1):
        solve_states(TABLES, model.jokers, values, *model.states_with(filled), room)
    return values
