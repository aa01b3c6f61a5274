"""The only door to Numba, with types."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

from dicecup import extras

numba = extras.load("numba")
P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function compiled, and kept compiled on disk where that is possible.

    No fast-math: the order of the additions is part of the answer.
    """
    try:
        fast = numba.njit(cache=True, error_model="numpy")(function)
    except RuntimeError:  # no folder where compiled code could be kept
        fast = numba.njit(error_model="numpy")(function)
    return cast("Callable[P, R]", fast)
