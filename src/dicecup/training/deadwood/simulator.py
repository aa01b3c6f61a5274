"""Whole games of Deadwood between planners, thousands in a second: the players' own functions, compiled."""

from dataclasses import astuple
from functools import cache
from typing import Any

import numpy as np

from dicecup import extras
from dicecup.batch import luck
from dicecup.batch.compiling import compiled
from dicecup.batch.deadwood import dice, rows
from dicecup.batch.deadwood.lot import Ints
from dicecup.games.deadwood.data import STARTS
from dicecup.players.deadwood import planner, row_features, row_outlook, turn_tree
from dicecup.players.deadwood.planner import Tables, Taste
from dicecup.training.deadwood import loops

extras.need("numba")


@cache
def functions() -> Any:
    """All functions that work on rows, those of the players and those of the training."""
    return compiled(
        luck, rows, dice, planner, turn_tree, row_features, row_outlook, loops, keep="training-deadwood"
    )


def start_of(seats: int) -> tuple[int, int, int, int]:
    """What `rows.begin` wants to know."""
    start = STARTS[seats]
    return seats, start.days, start.rank, start.credits


def play(tastes: list[Taste], games: int, seed: int) -> Ints:
    """The points of planners who play with each other, seats rotated: a line for each game."""
    worked_out = {taste: functions().make_tables(*astuple(taste)) for taste in tastes}
    minds: tuple[Tables, ...] = tuple(worked_out[taste] for taste in tastes)
    scores = np.zeros((games, len(tastes)), np.int64)
    functions().matches(seed, games, start_of(len(tastes)), minds, scores)
    return scores


def margins(scores: Ints) -> Ints:
    """Of each game, what each player has more than the best of the others."""
    seats = scores.shape[1]
    others = [np.delete(scores, seat, axis=1).max(axis=1) for seat in range(seats)]
    ahead: Ints = scores - np.column_stack(others)
    return ahead
