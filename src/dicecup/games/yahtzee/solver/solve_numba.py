"""The value of every state, in Numba."""

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES
from dicecup.games.yahtzee.solver.model import Model
from dicecup.games.yahtzee.solver.solve_numpy import empty_table
from dicecup.games.yahtzee.solver.turn_numba import TABLES, scratch, solve_rows
from dicecup.games.yahtzee.solver.types import Floats


def solve(model: Model) -> Floats:
    """The expected points still to come, by row and upper total, for every state."""
    values = empty_table(model)
    rows = np.concatenate([model.rows_with(filled) for filled in range(len(BOXES) - 1, -1, -1)])
    solve_rows(TABLES, model.jokers, values, rows, scratch())
    return values
