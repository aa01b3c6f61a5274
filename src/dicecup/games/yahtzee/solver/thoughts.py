"""One turn thought through: what each box and each keep is worth, and what a keep is good for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES
from dicecup.games.yahtzee.solver.card import Card
from dicecup.games.yahtzee.solver.dice import CHANCE_OF_ROLL, KEEP_INDEX, KEEPS, ROLLS, roll_index, subsets
from dicecup.games.yahtzee.solver.model import ARMED, JOKER, OPTION_BOX, PLAIN, YAHTZEES, Model
from dicecup.games.yahtzee.solver.policy import box_chances
from dicecup.games.yahtzee.solver.turn import Turn, turn_values
from dicecup.games.yahtzee.solver.types import Keep


@dataclass(frozen=True, repr=False)
class Thoughts:
    """Made by `Solver.think`. `base` is to be added to every value, after they were compared."""

    model: Model
    card: Card
    turn: Turn
    base: float

    @property
    def start(self) -> float:
        """The value before the first roll."""
        return float(CHANCE_OF_ROLL @ self.turn.best[1][:ROLLS, 0])

    def misjudged(self, off: Mapping[str, float]) -> "Thoughts":
        """The same turn for somebody to whom each box is worth so much more or less than it is.

        What brings nothing is never worth more to anybody.
        """
        by_box = np.array([off.get(box, 0.0) for box in BOXES])
        more = by_box[OPTION_BOX]
        points = self.model.effects[2][: len(OPTION_BOX)]
        more[points == 0] = np.minimum(more[points == 0], 0.0)
        more = np.append(more, 0.0)[:, None]  # the last one is what can never be
        options, rewarded = self.turn.options + more, self.turn.rewarded + more
        turn = turn_values(self.model, options, rewarded, np.array([self.card.row]))
        return replace(self, turn=turn)

    def boxes(self, dice: Sequence[int]) -> dict[str, float]:
        """The boxes that may take these dice, in the order of the card."""
        roll = roll_index(dice)
        joker = self.model.is_joker_row(self.card.row) and roll in YAHTZEES
        values = self.turn.rewarded if joker and self.card.row & ARMED else self.turn.options
        options = JOKER[YAHTZEES.index(roll)] if joker else PLAIN[roll]
        return {BOXES[box]: float(values[options[box], 0]) for box in self.model.choices(self.card.row, roll)}

    def keeps(self, dice: Sequence[int], rolls_left: int) -> dict[Keep, float]:
        """Every different set of dice to keep, all five first; they stand for the best box."""
        worth = self.turn.worth[rolls_left - 1][:, 0]
        return {KEEPS[keep]: float(worth[keep]) for keep in subsets(roll_index(dice))}

    def hopes(self, keeps: Sequence[Keep], rolls_left: int) -> dict[Keep, dict[str, float]]:
        """For each keep the chance to end up with points in each box, if the best is made of it."""
        numbers = np.array([KEEP_INDEX[keep] for keep in keeps])
        found = box_chances(self.model, self.turn, np.array([self.card.row]), numbers, rolls_left)
        return {
            keep: dict(zip(BOXES, line, strict=True)) for keep, line in zip(keeps, found.tolist(), strict=True)
        }
