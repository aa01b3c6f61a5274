"""The value of every state, in plain NumPy: layer by layer, from the full card backwards."""

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES, UPPER_BONUS, UPPER_GOAL
from dicecup.games.yahtzee.solver.model import FULL, TOTALS, Model
from dicecup.games.yahtzee.solver.turn import start_values
from dicecup.games.yahtzee.solver.types import Floats

COLUMNS = 512  # states at once: enough to make a call cheap, few enough for the cache


def empty_table(model: Model) -> Floats:
    """The table before anything is solved: a full card has only the upper bonus to come."""
    values = np.zeros((model.rows, TOTALS))
    values[FULL :: FULL + 1, UPPER_GOAL] = UPPER_BONUS
    return values


def solve(model: Model) -> Floats:
    """The expected points still to come, by row and upper total, for every state."""
    values = empty_table(model)
    for filled in range(len(BOXES) - 1, -1, -1):
        rows, totals = model.states_with(filled)
        for start in range(0, len(rows), COLUMNS):
            some = slice(start, start + COLUMNS)
            values[rows[some], totals[some]] = start_values(model, values, rows[some], totals[some])
    return values
