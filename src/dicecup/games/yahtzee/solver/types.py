"""The small values that the solver takes and returns."""

from collections.abc import Callable
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

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
