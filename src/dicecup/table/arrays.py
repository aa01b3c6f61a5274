"""Arrays for programs: the one door of the engine to NumPy, and closed until somebody asks for an array."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[np.float32]"
"""A row of numbers."""
Flags: TypeAlias = "NDArray[np.int8]"
"""A row of noughts and ones."""


def floats(values: Sequence[float]) -> Floats:
    """The values as a row of 32 bits each."""
    import numpy as np

    return np.array(values, dtype=np.float32)


def flags(size: int, at: Iterable[int]) -> Flags:
    """A row of noughts with ones at these places."""
    import numpy as np

    row = np.zeros(size, dtype=np.int8)
    row[list(at)] = 1
    return row
