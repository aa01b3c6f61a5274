"""Many perfect games at once, in step: every turn the games are sorted by state, and a state is thought over once.

The random numbers of a turn are drawn before it, so NumPy and Numba play the same games from the same seed.
"""

from collections.abc import Callable

import numpy as np

from dicecup.games.yahtzee.scoring import (
    BOXES,
    UPPER_BONUS,
    UPPER_GOAL,
)
from dicecup.games.yahtzee.solver.dice import GROW, KEEPS, NOTHING, ROLLS
from dicecup.games.yahtzee.solver.model import (
    TOTALS,
    Model,
)
from dicecup.games.yahtzee.solver.policy import Keeps, choose_keeps, choose_options
from dicecup.games.yahtzee.solver.turn import Turn, play_values
from dicecup.games.yahtzee.solver.types import Floats, Ints, Progress

BATCH = 1 << 20  # games in step
COLUMNS = 512

Games = tuple[Ints, Ints, Ints]  # state (row and upper total in one), score so far, number of the game
Sort = Callable[[Ints, Ints, Ints], Games]
PlayTurn = Callable[[Model, Floats, Ints, Ints, Floats], None]


def _outcomes() -> tuple[Ints, Floats, Ints]:
    """For each keep where its outcomes begin and how many there are, and the outcomes: rolls, equally likely."""
    per_keep = []
    for keep in range(len(KEEPS)):
        rolls = np.array([keep])
        while rolls[0] >= ROLLS:
            rolls = GROW[rolls].reshape(-1)
        per_keep.append(rolls)
    counts = np.array([len(rolls) for rolls in per_keep])
    return np.cumsum(counts) - counts, counts.astype(np.float64), np.concatenate(per_keep)


OUTCOME_START, OUTCOME_COUNT, OUTCOMES = _outcomes()


def _throw(keep: Keeps | Ints, luck: Floats) -> Ints:
    return OUTCOMES[OUTCOME_START[keep] + (luck * OUTCOME_COUNT[keep]).astype(np.int64)]


def throw_and_choose(model: Model, turn: Turn, rows: Ints, column: Ints, luck: Floats) -> Ints:
    """The option with which each game ends its turn; `column` is where its state stands in `turn` and `rows`."""
    roll = _throw(np.full(len(column), NOTHING), luck[0])
    going = np.arange(len(column))  # the games that have not stopped with all five
    for stage in (1, 0):
        keep = choose_keeps(turn.worth[stage], turn.best[stage])[roll[going], column[going]]
        going, keep = going[keep >= ROLLS], keep[keep >= ROLLS]
        roll[going] = _throw(keep, luck[2 - stage][going])
    return choose_options(model, turn, rows)[roll, column]


def play_turn(model: Model, values: Floats, states: Ints, scores: Ints, luck: Floats) -> None:
    """Play one turn in every game; the games are sorted by state."""
    bits, upper, points = model.effects
    starts = np.flatnonzero(np.diff(states, prepend=-1))
    counts = np.diff(starts, append=len(states))
    for at in range(0, len(starts), COLUMNS):
        first, count = starts[at : at + COLUMNS], counts[at : at + COLUMNS]
        rows, totals = np.divmod(states[first].astype(np.int64), TOTALS)
        turn = play_values(model, values, rows, totals)
        games = slice(first[0], first[0] + count.sum())
        column = np.repeat(np.arange(len(first)), count)
        option = throw_and_choose(model, turn, rows, column, luck[:, games])
        total = np.minimum(totals[column] + upper[option], UPPER_GOAL)
        states[games] = (rows[column] | bits[option]) * TOTALS + total
        scores[games] += points[option]


def by_state(states: Ints, scores: Ints, games: Ints) -> Games:
    """The games in the order of their states (stable)."""
    order = np.argsort(states, kind="stable")
    return states[order], scores[order], games[order]


def simulate(
    model: Model,
    values: Floats,
    games: int,
    seed: int | None,
    progress: Progress | None,
    turn: tuple[Sort, PlayTurn] = (by_state, play_turn),
) -> Ints:
    """The final scores of this many perfect games."""
    sort, play = turn
    random = np.random.Generator(np.random.PCG64(seed))
    results = np.empty(games, np.int64)
    for start in range(0, games, BATCH):
        count = min(BATCH, games - start)
        states, scores, numbers = (
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
            np.arange(start, start + count),
        )
        for _ in BOXES:
            states, scores, numbers = sort(states, scores, numbers)
            play(model, values, states, scores, random.random((3, count)))
        results[numbers] = scores + np.where(states % TOTALS == UPPER_GOAL, UPPER_BONUS, 0)
        if progress:
            progress(f"{start + count:,} of {games:,} games ...")
    return results
