"""What every choice of a turn is worth to everybody: shares of the win; alone, the points to expect.

As in `winning`, all go on like the perfect player after this turn; in an `endgame` both play to win to the end.
Within the turn, whoever plays it chooses what is best for themselves, and nobody else is asked: so the others'
shares are taken through the turn by those choices.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, TypeAlias

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES, YAHTZEE_BONUS
from dicecup.games.yahtzee.solver.dice import CHANCE_OF_ROLL, DICE, KEEPS, ROLLS, roll_index, subsets
from dicecup.games.yahtzee.solver.model import ARMED, JOKER, OPTIONS, PLAIN, YAHTZEES, Model
from dicecup.games.yahtzee.solver.policy import WITH_BONUS, choose_keeps, choose_options
from dicecup.games.yahtzee.solver.turn import Turn, average, turn_values
from dicecup.games.yahtzee.solver.types import Floats, Ints, Keep
from dicecup.games.yahtzee.solver.winning import Cards, Winning, beating, ends, sharing

Worths: TypeAlias = tuple[float, ...]
"""What something is worth to each seat."""

_DIE: Final = np.array([0, 1, 1, 1, 1, 1, 1]) / 6
_SUMS: Final[Floats] = reduce(np.convolve, [_DIE] * DICE)  # the chance of each sum of five dice


@dataclass(frozen=True, repr=False)
class Appraisal:
    """Made by `Solver.appraise`. The turn is that of a card in this row, with a column for each seat."""

    model: Model
    row: int
    turn: Turn
    base: float = 0.0  # to be added to every value

    @property
    def start(self) -> Worths:
        """Before the first roll."""
        return self._worths(CHANCE_OF_ROLL @ self.turn.best[1][:ROLLS])

    def boxes(self, dice: Sequence[int]) -> dict[str, Worths]:
        """The boxes that may take these dice, in the order of the card."""
        roll = roll_index(dice)
        joker = self.model.is_joker_row(self.row) and roll in YAHTZEES
        values = self.turn.rewarded if joker and self.row & ARMED else self.turn.options
        options = JOKER[YAHTZEES.index(roll)] if joker else PLAIN[roll]
        return {BOXES[box]: self._worths(values[options[box]]) for box in self.model.choices(self.row, roll)}

    def keeps(self, dice: Sequence[int], rolls_left: int) -> dict[Keep, Worths]:
        """Every different set of dice to keep, all five first; they stand for the best box."""
        worth = self.turn.worth[rolls_left - 1]
        return {KEEPS[keep]: self._worths(worth[keep]) for keep in subsets(roll_index(dice))}

    def _worths(self, line: Floats) -> Worths:
        return tuple((line + self.base).tolist())


def shares(spreads: Sequence[Floats]) -> Floats:
    """What becomes of a win if somebody has a certain score: their share, then each rival's, by score.

    `spreads` are the chances of the rivals' scores.
    """
    ranks = [np.cumsum(mass) for mass in spreads]
    found = [beating(spreads)]
    for this, mass in enumerate(spreads):
        theirs = np.zeros_like(mass)
        for tied, weight in sharing(len(spreads)):
            beat = weight * mass  # with each score of this rival, all others but one beaten
            for other in range(len(spreads)):
                if other != this:
                    beat *= ranks[other] - (1 - tied) * spreads[other]
            theirs += np.cumsum(beat[::-1])[::-1] - (1 - tied) * beat
        found.append(theirs)
    return np.stack(found)


def first_turn(sums: Sequence[int], contenders: int) -> list[float]:
    """Everybody's chance to begin: the highest sum of five dice does, and whoever ties rolls again.

    `sums` are those that the first of them have rolled.
    """
    spreads = list(np.eye(len(_SUMS))[list(sums)]) + [_SUMS] * (contenders - len(sums))
    return [float(mine @ beating(spreads[:at] + spreads[at + 1 :])) for at, mine in enumerate(spreads)]


def turn_for_everybody(winning: Winning, cards: Sequence[Cards], seat: int) -> Turn:
    """The turn of a seat, with a column for each: shares of the win, and nothing for points."""
    mine = cards[seat]
    found = shares([winning.spread(other)[0] for at, other in enumerate(cards) if at != seat])
    by_seat = np.concatenate([found[1 : seat + 1], found[:1], found[seat + 1 :]])

    def worth(bonus: int) -> Floats:
        option, _, after = ends(winning.model, mine, bonus)
        lines = np.full((len(OPTIONS) + 1, len(cards)), -np.inf)
        lines[option] = by_seat.take(winning.final(after), axis=1).mean(axis=2).T
        return lines

    plain = worth(0)
    rewarded = worth(YAHTZEE_BONUS) if mine.rows[0] & ARMED else plain
    own = turn_values(winning.model, plain[:, [seat]], rewarded[:, [seat]], mine.rows)
    return along(winning.model, own, mine.rows, plain, rewarded)


def duel_for_both(model: Model, row: int, known: Floats, seat: int) -> Turn:
    """The turn of a seat with these chances, without and with a Yahtzee bonus; what is missing is the other's."""
    rows = np.array([row])
    other = np.where(np.isneginf(known), known, 1 - known)
    plain, rewarded = np.stack([known, other] if seat == 0 else [other, known], axis=2)
    return along(model, turn_values(model, plain[:, [seat]], rewarded[:, [seat]], rows), rows, plain, rewarded)


def along(model: Model, own: Turn, rows: Ints, plain: Floats, rewarded: Floats) -> Turn:
    """A turn in the eyes of all seats, played by the choices that are best for whoever plays it."""
    spare = np.empty((ROLLS, plain.shape[1]))
    one, two = np.empty((2, len(KEEPS), plain.shape[1]))
    chosen = choose_options(model, own, rows)
    one[:ROLLS] = np.where(
        chosen >= WITH_BONUS, rewarded[chosen[:, 0] % WITH_BONUS], plain[chosen[:, 0] % WITH_BONUS]
    )
    average(one, spare)
    best_one = one[choose_keeps(own.worth[0], own.best[0])[:, 0]]
    two[:ROLLS] = best_one[:ROLLS]
    average(two, spare)
    two[:ROLLS] = one[:ROLLS]  # to keep all five is to stop
    best_two = two[choose_keeps(own.worth[1], own.best[1])[:, 0]]
    return Turn(plain, rewarded, (one, two), (best_one, best_two))
