"""The perfect player's answers: what a card is worth, and how good every keep and every box is."""

from collections.abc import Mapping, Sequence
from typing import Literal, overload

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES, UPPER_GOAL
from dicecup.games.yahtzee.solver.card import Card, read_card
from dicecup.games.yahtzee.solver.dice import KEEPS, roll_index, subsets
from dicecup.games.yahtzee.solver.model import Model
from dicecup.games.yahtzee.solver.turn import play_values
from dicecup.games.yahtzee.solver.types import ChoiceT, Floats, Keep, Ranked, Rules


class Solver:
    """Exact values of one rule set. Made by `load`.

    A card is given as its filled boxes with their points, by name; `extra_yahtzees` counts the further
    Yahtzees that earned 100 points each (official rules only). Every value is an expected final score, with
    all the points already on the card.
    """

    def __init__(self, model: Model, values: Floats) -> None:
        self._model = model
        self._values = values

    @property
    def rules(self) -> Rules:
        """The rule set that these values belong to."""
        return self._model.rules

    def expected_final(self, filled: Mapping[str, int], *, extra_yahtzees: int = 0) -> float:
        """The expected final score at the start of a turn; the score itself when the card is full."""
        card = read_card(self._model, filled, extra_yahtzees)
        return card.points + float(self._values[card.row, card.total])

    @overload
    def ranked(
        self,
        filled: Mapping[str, int],
        dice: Sequence[int],
        rolls_left: Literal[0],
        *,
        extra_yahtzees: int = 0,
    ) -> list[Ranked[str]]: ...
    @overload
    def ranked(
        self, filled: Mapping[str, int], dice: Sequence[int], rolls_left: Literal[1, 2], *, extra_yahtzees: int = 0
    ) -> list[Ranked[Keep]]: ...
    @overload
    def ranked(
        self, filled: Mapping[str, int], dice: Sequence[int], rolls_left: int, *, extra_yahtzees: int = 0
    ) -> list[Ranked[Keep]] | list[Ranked[str]]: ...
    def ranked(
        self, filled: Mapping[str, int], dice: Sequence[int], rolls_left: int, *, extra_yahtzees: int = 0
    ) -> list[Ranked[Keep]] | list[Ranked[str]]:
        """Every keep, or every box when no re-roll is left, best first."""
        if rolls_left == 0:
            return self.ranked_boxes(filled, dice, extra_yahtzees=extra_yahtzees)
        return self.ranked_keeps(filled, dice, rolls_left, extra_yahtzees=extra_yahtzees)

    def ranked_keeps(
        self, filled: Mapping[str, int], dice: Sequence[int], rolls_left: int, *, extra_yahtzees: int = 0
    ) -> list[Ranked[Keep]]:
        """Every different set of dice to keep, best first; keeping all five means to fill the best box now."""
        card, roll = self._read(filled, dice, extra_yahtzees)
        if rolls_left not in (1, 2):
            raise ValueError(f"There can be 1 or 2 re-rolls left, not {rolls_left!r} (0 to choose a box).")
        turn = play_values(self._model, self._values, np.array([card.row]), np.array([card.total]))
        worth = turn.worth[rolls_left - 1][:, 0].tolist()
        return _in_order({KEEPS[keep]: card.points + worth[keep] for keep in subsets(roll)})

    def ranked_boxes(
        self, filled: Mapping[str, int], dice: Sequence[int], *, extra_yahtzees: int = 0
    ) -> list[Ranked[str]]:
        """Every box that may take these dice now, best first, whether or not re-rolls are left."""
        card, roll = self._read(filled, dice, extra_yahtzees)
        values = {}
        for box, points in self._model.choices(card.row, roll).items():
            total = min(card.total + points, UPPER_GOAL) if box < 6 else card.total
            to_come = float(self._values[self._model.after(card.row, box, points), total])
            values[BOXES[box]] = card.points + self._model.bonus(card.row, roll) + (points + to_come)
        return _in_order(values)

    def _read(self, filled: Mapping[str, int], dice: Sequence[int], extra_yahtzees: int) -> tuple[Card, int]:
        card = read_card(self._model, filled, extra_yahtzees)
        roll = roll_index(dice)
        if card.is_full:
            raise ValueError("The card is full: there is nothing left to choose.")
        return card, roll


def _in_order(values: dict[ChoiceT, float]) -> list[Ranked[ChoiceT]]:
    best = max(values.values())
    ranked = [Ranked(choice, value, best - value) for choice, value in values.items()]
    return sorted(ranked, key=lambda one: one.loss)
