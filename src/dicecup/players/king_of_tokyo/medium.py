"""Medium: Hard's values, misjudged."""

from collections.abc import Mapping
from typing import Final

from dicecup.games.king_of_tokyo.view import KingView
from dicecup.players.king_of_tokyo.hard import Hard
from dicecup.players.noisy import NoisyByNumber

SD: Final = {2: 0.038, 3: 0.022, 4: 0.014, 5: 0.011, 6: 0.009}
"""How far off its values are, by the number of living monsters."""


class Medium(NoisyByNumber):
    """Sees what Hard sees, give or take."""

    def __init__(self, seed: int = 0, sd: Mapping[int, float] = SD) -> None:
        super().__init__(Hard(seed), sd, _living, seed)


def _living(view: KingView) -> int:
    return max(2, sum(monster.hearts > 0 for monster in view.monsters))
