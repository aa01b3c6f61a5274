"""Medium: Hard's values, misjudged."""

from collections.abc import Mapping
from typing import Final

from dicecup.games.deadwood import DeadwoodView
from dicecup.players.deadwood.hard import Hard
from dicecup.players.noisy import NoisyByNumber
from dicecup.players.player import Advice, Fork
from dicecup.table import Ask

SD: Final = {2: 0.022, 3: 0.018, 4: 0.016, 5: 0.016, 6: 0.018, 7: 0.015, 8: 0.015}
"""How far off its values are, by the number of players."""
STAKE: Final = 0.2
"""At most this part of what is left to win or to lose. Below a third: a plan that has to be kept to then is."""


class _Leaning(Hard):
    """Hard, as it sees its options when it chooses."""

    def advise(self, view: DeadwoodView, ask: Ask, fork: Fork) -> list[Advice]:
        return self.lean(view, ask)


class Medium(NoisyByNumber):
    """Sees what Hard sees, give or take."""

    def __init__(self, seed: int = 0, sd: Mapping[int, float] = SD, stake: float | None = STAKE) -> None:
        super().__init__(_Leaning(), sd, _players, seed, stake)


def _players(view: DeadwoodView) -> int:
    return len(view.actors)
