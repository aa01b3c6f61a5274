"""The chance to win against others, for every choice of a turn.

Everybody is taken to go on like the perfect player after this turn, so a score to come is one of the 64 quantiles
of its state (`outlook`), each equally likely, and players do not depend on each other. To choose the best by that,
turn after turn, is a better way to win than to collect points. Whoever ties shares the win. Where chances are the
same, points decide.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
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
A_POINT_AT_MOST: Final = 1e-9  # the same where chances are exact


class Cards(NamedTuple):
    """One player's card in each of several games: row, upper total, and the points on it."""

    rows: Ints
    totals: Ints
    points: Ints


def one_card(card: Card) -> Cards:
    """A single card of a single game."""
    return Cards(np.array([card.row]), np.array([card.total]), np.array([card.points]))


@cache
def sharing(rivals: int) -> tuple[tuple[float, float], ...]:
    """How to share a win among all who tie: pairs of how much of a tie counts, and the weight of that.

    A tie with k others is worth 1 / (k + 1), the integral of x**k from 0 to 1. So the product over all rivals of
    P(less) + x P(same), integrated over x, is the expected share; Gauss' rule makes a short sum of it, exactly.
    With a single rival it is the rule that a tie counts half.
    """
    nodes, weights = np.polynomial.legendre.leggauss(rivals // 2 + 1)
    return tuple(zip(((nodes + 1) / 2).tolist(), (weights / 2).tolist(), strict=True))


def beating(spreads: Sequence[Floats]) -> Floats:
    """The share of a win that each score may hope for, against rivals whose scores are spread like this."""
    ranks = [np.cumsum(mass, axis=-1) for mass in spreads]
    found = np.zeros_like(ranks[0])
    for tied, weight in sharing(len(spreads)):
        beat = np.full_like(found, weight)
        for mass, rank in zip(spreads, ranks, strict=True):
            beat *= rank - (1 - tied) * mass
        found += beat
    return found


@dataclass(frozen=True)
class Winning:
    """Chances to win, many games at once."""

    model: Model
    values: Floats
    steps: outlook.Bytes

    @property
    def most(self) -> int:
        """No score is higher."""
        return MOST_POINTS if self.model.jokers else MOST_POINTS - YAHTZEE_BONUS * (len(BOXES) - 1)

    def final(self, cards: Cards) -> Ints:
        """The final scores that may come of these cards, each equally likely, by card and quantile."""
        number = outlook.numbering(self.model)[cards.rows * TOTALS + cards.totals]
        found = np.cumsum(self.steps[number], axis=1, dtype=np.int64)
        found += cards.points[:, None]
        return np.minimum(found, self.most, out=found)

    def spread(self, cards: Cards) -> Floats:
        """How likely each final score is, by game and score."""
        games, scores = len(cards.rows), self.most + 1
        at = self.final(cards) + np.arange(games)[:, None] * scores
        counted = np.bincount(at.reshape(-1), minlength=games * scores).reshape(games, scores)
        return counted / outlook.QUANTILES

    def chances(self, rivals: Sequence[Cards]) -> Floats:
        """The share of the win that a final score may hope for against these rivals, by game and score."""
        return beating([self.spread(cards) for cards in rivals])

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
        found = np.full((len(OPTIONS) + 1, len(mine.rows)), -np.inf)
        option, game, after = ends(self.model, mine, bonus)
        at = self.final(after) + game[:, None] * beat.shape[1]
        chance = beat.reshape(-1).take(at).sum(axis=1) / outlook.QUANTILES
        found[option, game] = chance + A_POINT * (after.points + self.values[after.rows, after.totals])
        return found


def ends(model: Model, mine: Cards, bonus: int) -> tuple[Ints, Ints, Cards]:
    """Every option with which a turn can end, its game, and the card that it makes."""
    bits, upper, points = model.effects
    option, game = np.nonzero(mine.rows & 1 << OPTION_BOX[:, None] == 0)
    after = Cards(
        mine.rows[game] | bits[option],
        np.minimum(mine.totals[game] + upper[option], UPPER_GOAL),
        mine.points[game] + points[option] + bonus,
    )
    return option, game, after


def exact_turn(model: Model, values: Floats, card: Card, known: Floats) -> tuple[Turn, float]:
    """All the values inside a turn whose options have these chances, without and with a Yahtzee bonus.

    With a trifle for points, and what takes it off again.
    """
    mine, found = one_card(card), known[:, :, None].copy()
    for at, bonus in enumerate((0, YAHTZEE_BONUS)):
        option, _, after = ends(model, mine, bonus)
        found[at, option, 0] += A_POINT_AT_MOST * (after.points + values[after.rows, after.totals])
    plain, rewarded = found
    expected = card.points + float(values[card.row, card.total])
    return turn_values(model, plain, rewarded, mine.rows), -A_POINT_AT_MOST * expected
