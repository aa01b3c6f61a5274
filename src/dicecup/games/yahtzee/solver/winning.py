"""The chance to win against others, for every choice of a turn.

Everybody is taken to go on like the perfect player after this turn, so a score to come is one of the 64 quantiles
of its state (`outlook`), each equally likely, and players do not depend on each other. To choose the best by that,
turn after turn, is a better way to win than to collect points. A tie counts as half a win. Where chances are the
same, points decide.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES, UPPER_GOAL, YAHTZEE_BONUS
from dicecup.games.yahtzee.solver import outlook
from dicecup.games.yahtzee.solver.card import Card
from dicecup.games.yahtzee.solver.distribution import MOST_POINTS
from dicecup.games.yahtzee.solver.model import ARMED, OPTION_BOX, OPTIONS, TOTALS, Model
from dicecup.games.yahtzee.solver.turn import Turn, turn_values
from dicecup.games.yahtzee.solver.types import Floats, Ints

A_POINT: Final = 1e-7  # what an expected point is worth where it does not change the chance to win


class Cards(NamedTuple):
    """One player's card in each of several games: row, upper total, and the points on it."""

    rows: Ints
    totals: Ints
    points: Ints


def one_card(card: Card) -> Cards:
    """A single card of a single game."""
    return Cards(np.array([card.row]), np.array([card.total]), np.array([card.points]))


@dataclass(frozen=True)
class Winning:
    """Chances to win, many games at once."""

    model: Model
    values: Floats
    steps: outlook.Bytes

    @property
    def _most(self) -> int:
        return MOST_POINTS if self.model.jokers else MOST_POINTS - YAHTZEE_BONUS * (len(BOXES) - 1)

    def _final(self, cards: Cards) -> Ints:
        """The final scores that may come of these cards, each equally likely, by card and quantile."""
        number = outlook.numbering(self.model)[cards.rows * TOTALS + cards.totals]
        found = np.cumsum(self.steps[number], axis=1, dtype=np.int64)
        found += cards.points[:, None]
        return np.minimum(found, self._most, out=found)

    def chances(self, rivals: Sequence[Cards]) -> Floats:
        """The chance to beat all rivals with a final score, by game and score."""
        games, scores = len(rivals[0].rows), self._most + 1
        beat = np.ones((games, scores))
        for cards in rivals:
            at = self._final(cards) + np.arange(games)[:, None] * scores
            mass = np.bincount(at.reshape(-1), minlength=games * scores).reshape(games, scores) / outlook.QUANTILES
            beat *= np.cumsum(mass, axis=1) - mass / 2
        return beat

    def turn(self, mine: Cards, rivals: Sequence[Cards]) -> Turn:
        """All the values inside a turn: the chance to win, and a trifle for points."""
        beat = self.chances(rivals)
        options = self._option_values(mine, beat, 0)
        if not self.model.jokers:
            return turn_values(self.model, options, options, mine.rows)
        rewarded = options.copy()
        if len(armed := np.flatnonzero(mine.rows & ARMED)):
            some = Cards(*(part[armed] for part in mine))
            rewarded[:, armed] = self._option_values(some, beat[armed], YAHTZEE_BONUS)
        return turn_values(self.model, options, rewarded, mine.rows)

    def _option_values(self, mine: Cards, beat: Floats, bonus: int) -> Floats:
        """What it is worth to end the turn with each option, by option and game."""
        bits, upper, points = self.model.effects
        found = np.full((len(OPTIONS) + 1, len(mine.rows)), -np.inf)
        option, game = np.nonzero(mine.rows & 1 << OPTION_BOX[:, None] == 0)
        after = Cards(
            mine.rows[game] | bits[option],
            np.minimum(mine.totals[game] + upper[option], UPPER_GOAL),
            mine.points[game] + points[option] + bonus,
        )
        at = self._final(after) + game[:, None] * beat.shape[1]
        chance = beat.reshape(-1).take(at).sum(axis=1) / outlook.QUANTILES
        found[option, game] = chance + A_POINT * (after.points + self.values[after.rows, after.totals])
        return found
