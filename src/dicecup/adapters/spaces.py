"""What can be seen and what can be chosen, as spaces of Gymnasium."""

from typing import Any, Final

import numpy as np

from dicecup import extras
from dicecup.adapters.desk import Terms

extras.need("gymnasium")

from gymnasium.spaces import Box, Discrete  # noqa: E402 - after it has been asked for by name

BOUND: Final = 10_000.0
"""No number in a row is larger: even counts that have no bound, such as energy, stay far below it."""


def rows(terms: Terms) -> Any:
    """Rows as `game.encode` makes them."""
    return Box(-BOUND, BOUND, (len(terms.encoding),), np.float32)


class Legal(Discrete):
    """All choices, of which only those that can be made now are sampled where nobody gives a mask."""

    mask: Any = None

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """One that can be made now, unless a mask or probabilities say otherwise."""
        if mask is None and probability is None and self.mask is not None and self.mask.any():
            mask = self.mask
        return super().sample(mask=mask, probability=probability)
