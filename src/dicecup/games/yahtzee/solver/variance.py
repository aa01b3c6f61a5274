"""How much the final score varies from each state: the variance of the points still to come."""

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES, UPPER_GOAL
from dicecup.games.yahtzee.solver.distribution import OptionChances
from dicecup.games.yahtzee.solver.model import TOTALS, Model
from dicecup.games.yahtzee.solver.types import Floats

_STATES = 512  # at once: bounds the memory and suits the cache


def variances(model: Model, values: Floats, option_chances: OptionChances) -> Floats:
    """By row and upper total, for every state: the variance under the policy, from the full card backwards."""
    found = np.zeros_like(values)
    bits, upper, points = model.effects
    for filled in range(len(BOXES) - 1, -1, -1):
        every_row, every_total = model.states_with(filled)
        for start in range(0, len(every_row), _STATES):
            rows, totals = every_row[start : start + _STATES], every_total[start : start + _STATES]
            chances = option_chances(model, values, rows, totals)
            here = np.zeros(len(rows))
            for option in np.flatnonzero(chances.any(axis=0)):
                use = np.flatnonzero(chances[:, option])
                row, total = rows[use] | bits[option], np.minimum(totals[use] + upper[option], UPPER_GOAL)
                away = points[option] + values[row, total] - values[rows[use], totals[use]]
                here[use] += chances[use, option] * (away**2 + found[row, total])
            found[rows, totals] = here
    assert found.shape == (model.rows, TOTALS)
    return found
