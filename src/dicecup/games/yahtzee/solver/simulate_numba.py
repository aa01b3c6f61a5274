"""Many perfect games at once, in Numba: the same games as in `simulate`."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicecup.games.yahtzee.scoring import UPPER_GOAL
from dicecup.games.yahtzee.solver.dice import KEEPS, NOTHING, ROLLS
from dicecup.games.yahtzee.solver.jit import compiled
from dicecup.games.yahtzee.solver.model import ARMED, PLAIN, TOTALS, Model
from dicecup.games.yahtzee.solver.policy_numba import choose_keeps, choose_options, play_values
from dicecup.games.yahtzee.solver.simulate import OUTCOME_COUNT, OUTCOME_START, OUTCOMES, Games
from dicecup.games.yahtzee.solver.turn_numba import COLUMNS, TABLES, Scratch, Tables, scratch
from dicecup.games.yahtzee.solver.types import Floats, Ints

N_KEEPS = len(KEEPS)
STATES = 2 * ARMED * TOTALS


class Effects(NamedTuple):
    """What throws and options do to a game."""

    outcome_start: Ints
    outcome_count: Floats
    outcomes: NDArray[np.uint8]
    bits: Ints
    upper: Ints
    points: Ints


@compiled
def by_state(states: Ints, scores: Ints, games: Ints) -> Games:
    """The games in the order of their states (stable: a counting sort)."""
    at = np.zeros(STATES + 1, np.int64)
    for state in states:
        at[state + 1] += 1
    for i in range(STATES):
        at[i + 1] += at[i]
    out = np.empty_like(states), np.empty_like(scores), np.empty_like(games)
    for i in range(len(states)):
        to = at[states[i]]
        at[states[i]] += 1
        out[0][to], out[1][to], out[2][to] = states[i], scores[i], games[i]
    return out


@compiled
def _throw(e: Effects, keep: int, luck: float) -> int:
    roll: int = e.outcomes[e.outcome_start[keep] + int(luck * e.outcome_count[keep])]
    return roll


@compiled
def _play_games(
    e: Effects,
    choices: Floats,
    c: int,
    states: Ints,
    scores: Ints,
    luck: Floats,
) -> None:
    """One turn of games that are all in the state of column c."""
    row, total = states[0] // TOTALS, states[0] % TOTALS
    options = np.empty(ROLLS, np.int16)
    keep_one, keep_two = np.empty(ROLLS, np.int16), np.empty(ROLLS, np.int16)
    for roll in range(ROLLS):
        keep_two[roll], keep_one[roll], options[roll] = (
            choices[0, roll, c],
            choices[1, roll, c],
            choices[2, roll, c],
        )
    for i in range(len(states)):
        # Whoever stops with all five "throws" no dice; then nothing is better with one re-roll less either.
        roll = _throw(e, NOTHING, luck[0, i])
        roll = _throw(e, keep_two[roll], luck[1, i])
        roll = _throw(e, keep_one[roll], luck[2, i])
        option = options[roll]
        states[i] = (row | e.bits[option]) * TOTALS + min(total + e.upper[option], UPPER_GOAL)
        scores[i] += e.points[option]


@compiled
def _play_turn(
    t: Tables,
    jokers: bool,
    plain: Ints,
    e: Effects,
    s: Scratch,
    values: Floats,
    states: Ints,
    scores: Ints,
    luck: Floats,
) -> None:
    rows, totals = np.zeros(COLUMNS, np.int64), np.zeros(COLUMNS, np.int64)
    first = np.zeros(COLUMNS + 1, np.int64)
    choices = np.empty((3, N_KEEPS, COLUMNS))
    at = 0
    while at < len(states):
        count = 0
        while count < COLUMNS and at < len(states):
            state = states[at]
            rows[count], totals[count], first[count] = state // TOTALS, state % TOTALS, at
            while at < len(states) and states[at] == state:
                at += 1
            count += 1
        first[count] = at
        play_values(t, jokers, values, rows, totals, s)
        choose_keeps(t, s.two, s.best_two, choices[0])
        choose_keeps(t, s.one, s.best_one, choices[1])
        choose_options(t, jokers, plain, rows, s, choices[2])
        for c in range(count):
            a, b = first[c], first[c + 1]
            _play_games(e, choices, c, states[a:b], scores[a:b], luck[:, a:b])


def play_turn(model: Model, values: Floats, states: Ints, scores: Ints, luck: Floats) -> None:
    """Play one turn in every game; the games are sorted by state."""
    effects = Effects(OUTCOME_START, OUTCOME_COUNT, OUTCOMES.astype(np.uint8), *model.effects)
    _play_turn(TABLES, model.jokers, PLAIN, effects, scratch(), values, states, scores, luck)
