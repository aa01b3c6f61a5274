"""Medium: collects points as the best one does, with an opinion of its own about every box.

In each turn a box is worth more to it, or less, than it is, and what is made a little more, such as a straight
that lies there. Everything it does until the turn is over follows from that: it hopes for something that does not
pay, or is content too soon, but throws back nothing that it wanted.
"""

from typing import Final

from dicecup.games.yahtzee import YahtzeeView, solver
from dicecup.games.yahtzee.scoring import BOXES
from dicecup.players.noisy import deviation
from dicecup.players.yahtzee.perfect import PerfectYahtzee

SD: Final = 6.5
"""How many points it is off about a box."""
FOND: Final = 4.0
"""How many points too much it makes of something that is made."""
_MADE: Final = ("full_house", "small_straight", "large_straight", "yahtzee")
_FAR: Final = 2.5  # standard deviations: no opinion is further off


class MediumYahtzee(PerfectYahtzee):
    """Goes for points, give or take."""

    def __init__(self, seed: int = 0, sd: float = SD, fond: float = FOND) -> None:
        super().__init__()
        self._key: Final = str(seed).encode()[:64]
        self._sd: Final = sd
        self._fond: Final = fond

    def _think(self, view: YahtzeeView, seat: int) -> solver.Thoughts:
        thoughts = super()._think(view, seat)
        filled = tuple(sorted(view.sheets[seat].filled))
        off = {box: max(-_FAR, min(_FAR, deviation(self._key, (filled, box)))) for box in BOXES}
        return thoughts.misjudged(
            {box: self._sd * much + self._fond * (box in _MADE) for box, much in off.items()}
        )
