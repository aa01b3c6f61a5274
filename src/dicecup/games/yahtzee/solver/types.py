"""The small values that the solver takes and returns."""

from collections.abc import Callable
from operator import index
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Rules: TypeAlias = Literal["standard", "official"]
Backend: TypeAlias = Literal["auto", "numba", "numpy"]
Progress: TypeAlias = Callable[[str], None]
Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

Keep: TypeAlias = tuple[int, ...]
ChoiceT = TypeVar("ChoiceT", Keep, str)


class Ranked(NamedTuple, Generic[ChoiceT]):
    """A keep (face values in order) or a box (by name) with what it is worth."""

    choice: ChoiceT
    value: float  # the expected final score
    loss: float  # how much less than the best choice; 0 for the best


def whole(value: Any, what: str) -> int:
    """`value` as an int; ValueError if it is not a whole number (True is none, nor is 1.0)."""
    if not isinstance(value, (bool, np.bool_)):
        try:
            return index(value)
        except TypeError:
            pass
    raise ValueError(f"{what} must be a whole number, not {value!r}.")
