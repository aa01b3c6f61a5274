"""Medium: sees what Hard sees, and misjudges where its turn may end.

Its errors are opinions about roles: what one is worth to somebody who plays it and has rehearsed so often. An
opinion stays the same all day, so a plan that was made is carried out. What it is worth to have no role, and
where one had better stand then, is seen as it is, and so are ranks: else somebody would have a favourite place to
do nothing, with money in the pocket.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np

from dicecup.batch.deadwood.lot import Floats, Ints
from dicecup.batch.deadwood.rows import (
    ACTIVE,
    ACTOR,
    AREA,
    CHIPS,
    DAY,
    FIELDS,
    NONE,
    OVER,
    ROLE,
    SCENE,
    SEATS,
)
from dicecup.games.deadwood import DeadwoodView
from dicecup.players.deadwood.hard import Hard
from dicecup.players.noisy import deviation
from dicecup.players.player import Advice, Fork
from dicecup.table import Ask

SD: Final = {2: 0.042, 3: 0.046, 4: 0.048, 5: 0.048, 6: 0.05, 7: 0.044, 8: 0.044}
"""How far off its opinions are, by the number of players."""
STAKE: Final = 0.2
"""At most this part of what is left to win or to lose; else whoever is nearly beaten only strolls about."""
_CARE: Final = 0.01  # of the chance to win: what it takes to leave its plan, since it errs
_SURE: Final = 0.999  # no more than this is anything worth that is not won yet
_FAR: Final = 2.5  # standard deviations: no opinion is further off


class Medium(Hard):
    """Hard, give or take."""

    def __init__(self, seed: int = 0, sd: Mapping[int, float] = SD, stake: float = STAKE) -> None:
        super().__init__(care=_CARE)
        self._seed, self._sd, self._stake = seed, sd, stake
        self._opinions: Final[dict[tuple[int, ...], float]] = {}

    def advise(self, view: DeadwoodView, ask: Ask, fork: Fork) -> list[Advice]:
        """Every option as it looks to this player."""
        return self.lean(view, ask)

    def _judge(self, row: list[int], ends: Ints) -> Floats:
        values = super()._judge(row, ends)
        (running,) = np.nonzero(ends[:, ACTIVE] != OVER)  # a game that is over is misjudged by nobody
        if not len(running):
            return values
        top = float(values.max())
        scale = min(self._sd[row[SEATS]], self._stake * min(top, 1 - top))
        off = np.array([self._opinion(row, end) for end in ends[running].tolist()])
        values[running] = np.clip(values[running] + scale * off, 0.0, _SURE)
        return values

    def _opinion(self, row: list[int], end: list[int]) -> float:
        """How many deviations it is off about an actor who plays that there and has rehearsed so much."""
        me = ACTOR + FIELDS * row[ACTIVE]
        area, role = end[me + AREA], end[me + ROLE]
        if role == NONE:
            return 0.0
        about = (row[DAY], area, end[SCENE + area], role, end[me + CHIPS])
        if about not in self._opinions:
            key = str(self._seed).encode()[:64]
            self._opinions[about] = max(-_FAR, min(_FAR, deviation(key, about)))
        return self._opinions[about]
