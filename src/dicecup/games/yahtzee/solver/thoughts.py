"""One turn thought through: what each box and each keep is worth, and what a keep is good for."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES
from dicecup.games.yahtzee.solver.card import Card
from dicecup.games.yahtzee.solver.dice import CHANCE_OF_ROLL, KEEP_INDEX, KEEPS, ROLLS, roll_index, subsets
from dicecup.games.yahtzee.solver.model import ARMED, JOKER, PLAIN, YAHTZEES, Model
from dicecup.games.yahtzee.solver.policy import box_chances
from dicecup.games.yahtzee.solver.turn import Turn
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
