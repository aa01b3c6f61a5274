"""Whole games of Deadwood between planners, thousands in a second: the players' own functions, compiled."""

from dataclasses import astuple
from functools import cache
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from dicecup import extras
from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.lot import Ints
from dicecup.games.deadwood.data import STARTS
from dicecup.players.deadwood import planner, turn_tree
from dicecup.players.deadwood.planner import Tables, Taste
from dicecup.training.deadwood import features, loops

numba = extras.load("numba")


def compiled(*modules: ModuleType) -> Any:
    """All functions of `modules`, to be compiled when first called, as attributes of one object.

    They are copies in a namespace in which each finds the others compiled. Nothing is kept on disk: compiled code
    there would not notice that a function which it calls has changed.
    """
    scope: dict[str, Any] = {}
    for module in modules:
        scope.update(vars(module))
    own = {module.__name__ for module in modules}
    for name, found in list(scope.items()):
        if isinstance(found, FunctionType) and found.__module__ in own:
            copy = FunctionType(found.__code__, scope, name, found.__defaults__)
            scope[name] = numba.njit(error_model="numpy")(copy)
    return SimpleNamespace(**{name: found for name, found in scope.items() if name.isidentifier()})


@cache
def functions() -> Any:
    """All functions that work on rows, those of the players and those of the training."""
    return compiled(rows, planner, turn_tree, features, loops)


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
