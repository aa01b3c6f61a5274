"""The perfect player's answers: what a card is worth, and how good every keep and every box is."""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import partial
from math import sqrt
from typing import Literal, TypeAlias, overload

import numpy as np

from dicecup.games.yahtzee.scoring import BOXES, UPPER_GOAL
from dicecup.games.yahtzee.solver import backends, cache, outlook
from dicecup.games.yahtzee.solver.appraisal import Appraisal, duel_for_both, turn_for_everybody
from dicecup.games.yahtzee.solver.card import Card, read_card
from dicecup.games.yahtzee.solver.dice import KEEPS, roll_index, subsets
from dicecup.games.yahtzee.solver.distribution import MOST_POINTS, Distribution, Spread
from dicecup.games.yahtzee.solver.endgame import Endgames
from dicecup.games.yahtzee.solver.model import FULL, Model
from dicecup.games.yahtzee.solver.policy import Midturn, option_chances
from dicecup.games.yahtzee.solver.simulate import simulate
from dicecup.games.yahtzee.solver.thoughts import Thoughts
from dicecup.games.yahtzee.solver.turn import keep_values, play_values
from dicecup.games.yahtzee.solver.types import Backend, ChoiceT, Floats, Ints, Keep, Progress, Ranked, Rules, whole
from dicecup.games.yahtzee.solver.variance import variances
from dicecup.games.yahtzee.solver.winning import A_POINT, Winning, exact_turn, one_card

_LONG_BELOW = 5  # filled boxes: with fewer a distribution is long work
_MANY_GAMES = 200_000

Rival: TypeAlias = tuple[Mapping[str, int], int]
"""Somebody else's filled boxes, and how many further Yahtzees they have."""


class Solver:
    """Exact values of one rule set. Made by `load`.

    A card is given as its filled boxes with their points, by name; `extra_yahtzees` counts the further
    Yahtzees that earned 100 points each (official rules only). Every value is an expected final score, with
    all the points already on the card.
    """

    def __init__(self, model: Model, values: Floats, backend: Backend = "auto") -> None:
        self._model = model
        self._values = values
        self._backend = backend
        self._progress: Progress | None = None
        self._tables: dict[str, cache.Table] = {}
        self._endgames = Endgames(model)

    def with_progress(self, progress: Progress) -> "Solver":
        """The same solver, telling `progress` what takes long."""
        twin = copy(self)
        twin._progress = progress
        return twin

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
        if _check_rolls_left(rolls_left) == 0:
            return self.ranked_boxes(filled, dice, extra_yahtzees=extra_yahtzees)
        return self.ranked_keeps(filled, dice, rolls_left, extra_yahtzees=extra_yahtzees)

    def ranked_keeps(
        self, filled: Mapping[str, int], dice: Sequence[int], rolls_left: int, *, extra_yahtzees: int = 0
    ) -> list[Ranked[Keep]]:
        """Every different set of dice to keep, best first; keeping all five means to fill the best box now."""
        card, roll = self._read(filled, dice, extra_yahtzees)
        if _check_rolls_left(rolls_left) == 0:
            raise ValueError("Without a re-roll there is nothing to keep: choose a box.")
        state = np.array([card.row]), np.array([card.total])
        worth = keep_values(self._model, self._values, *state, rolls_left)[:, 0].tolist()
        return _in_order(card.points, {KEEPS[keep]: worth[keep] for keep in subsets(roll)})

    def ranked_boxes(
        self, filled: Mapping[str, int], dice: Sequence[int], *, extra_yahtzees: int = 0
    ) -> list[Ranked[str]]:
        """Every box that may take these dice now, best first, whether or not re-rolls are left."""
        card, roll = self._read(filled, dice, extra_yahtzees)
        values = {}
        for box, points in self._model.choices(card.row, roll).items():
            total = min(card.total + points, UPPER_GOAL) if box < 6 else card.total
            to_come = float(self._values[self._model.after(card.row, box, points), total])
            values[BOXES[box]] = to_come + points + self._model.bonus(card.row, roll)
        return _in_order(card.points, values)

    def distribution(
        self,
        filled: Mapping[str, int],
        *,
        dice: Sequence[int] | None = None,
        rolls_left: int = 0,
        extra_yahtzees: int = 0,
        progress: Progress | None = None,
    ) -> Distribution:
        """The chance of every final score under perfect play, from the start of a turn or with dice on the table.

        A nearly empty card takes seconds (the empty one only once: it is kept on disk). `progress` hears of it, or
        else the one given to `load`.
        """
        _check_rolls_left(rolls_left)
        if dice is None:
            if rolls_left:
                raise ValueError("Re-rolls are left only with dice on the table: give the dice too.")
            card, first = read_card(self._model, filled, extra_yahtzees), None
        else:
            card, roll = self._read(filled, dice, extra_yahtzees)
            first = partial(option_chances, midturn=Midturn(roll, rolls_left))
        long = (card.row & FULL).bit_count() < _LONG_BELOW
        engine = backends.engine(self._backend, long=long)
        progress = progress or (self._progress if long else None)
        spread = Spread(self._model, self._values, card, engine.option_chances, engine.push)
        if card.row or first:
            return spread.run(first, progress)

        def compute() -> Floats:
            scores = spread.run(None, progress).probabilities
            return np.pad(scores, (0, MOST_POINTS + 1 - len(scores)))

        return Distribution(np.trim_zeros(cache.keep("scores", self.rules, (MOST_POINTS + 1,), compute), "b"))

    def sd(self, filled: Mapping[str, int], *, progress: Progress | None = None) -> float:
        """The standard deviation of the final score from the start of a turn.

        The first call makes a table of all cards and keeps it on disk; after that it is a look-up. `progress`
        hears of it, or else the one given to `load`.
        """
        card = read_card(self._model, filled)
        return sqrt(self._variances(progress or self._progress)[card.row, card.total])

    def simulate(self, games: int, seed: int | None = None, progress: Progress | None = None) -> Ints:
        """The final scores of this many games of the perfect player.

        The same seed gives the same games; without one they are new each time.
        """
        if whole(games, "The number of games") < 0:
            raise ValueError(f"The number of games cannot be {games}.")
        if seed is not None and whole(seed, "A seed") < 0:
            raise ValueError(f"A seed is a whole number from 0, not {seed}.")
        engine = backends.engine(self._backend, long=games >= _MANY_GAMES)
        return simulate(self._model, self._values, games, seed, progress, (engine.sort, engine.play_turn))

    def _variances(self, progress: Progress | None) -> Floats:
        if "variances" not in self._tables:
            engine = backends.engine(self._backend, long=True)

            def compute() -> Floats:
                if progress:
                    progress("Working out how much scores vary (once) ...")
                return variances(self._model, self._values, engine.option_chances)

            self._tables["variances"] = cache.keep("variances", self.rules, self._values.shape, compute)
        return self._tables["variances"]

    def think(
        self,
        filled: Mapping[str, int],
        *,
        extra_yahtzees: int = 0,
        rivals: Sequence[Rival] = (),
        exact: bool = True,
    ) -> Thoughts:
        """What every choice of a turn is worth, from its first roll to its box.

        Alone that is the expected final score; with `rivals`, each a card with the number of its further Yahtzees,
        the chance to have the highest score in the end. In the last rounds of a duel that is exact if it may be
        (`endgame`); else it is reckoned from a table (see `winning`).
        """
        card = read_card(self._model, filled, extra_yahtzees)
        if card.is_full:
            raise ValueError("The card is full: there is nothing left to choose.")
        if not rivals:
            mine = one_card(card)
            return Thoughts(self._model, card, play_values(self._model, self._values, *mine[:2]), card.points)
        others = [read_card(self._model, boxes, extra) for boxes, extra in rivals]
        known = self._endgames.options(card, others[0]) if exact and len(others) == 1 else None
        if known is not None:
            return Thoughts(self._model, card, *exact_turn(self._model, self._values, card, known))
        winning = self.winning()
        turn = winning.turn(one_card(card), [one_card(other) for other in others])
        expected = card.points + float(self._values[card.row, card.total])
        return Thoughts(self._model, card, turn, -A_POINT * expected)

    def appraise(self, cards: Sequence[Rival], seat: int) -> Appraisal:
        """What every choice of a seat's turn is worth to everybody.

        Alone that is the expected final score; else each one's share of the win, exact or from a table as in
        `think`.
        """
        read = [read_card(self._model, boxes, extra) for boxes, extra in cards]
        mine = read[seat]
        if mine.is_full:
            raise ValueError("The card is full: there is nothing left to choose.")
        if len(read) == 1:
            turn = play_values(self._model, self._values, *one_card(mine)[:2])
            return Appraisal(self._model, mine.row, turn, mine.points)
        known = self._endgames.options(mine, read[1 - seat]) if len(read) == 2 else None
        if known is not None:
            return Appraisal(self._model, mine.row, duel_for_both(self._model, mine.row, known, seat))
        return Appraisal(self._model, mine.row, turn_for_everybody(self.winning(), [*map(one_card, read)], seat))

    def winning(self, progress: Progress | None = None) -> Winning:
        """Chances to win against others, for arrays of cards.

        The first call makes a table of how scores are spread from every card and keeps it on disk. `progress`
        hears of it, or else the one given to `load`.
        """
        if "steps" not in self._tables:

            def compute() -> outlook.Bytes:
                engine = backends.engine(self._backend, long=True)
                return outlook.steps(self._model, self._values, engine.option_chances, progress or self._progress)

            shape = (int(outlook.numbering(self._model).max()) + 1, outlook.QUANTILES)
            self._tables["steps"] = cache.keep("outlook", self.rules, shape, compute, "u1")
        return Winning(self._model, self._values, self._tables["steps"])

    def __repr__(self) -> str:
        return f"<Solver: Yahtzee, {self.rules} rules>"

    def _read(self, filled: Mapping[str, int], dice: Sequence[int], extra_yahtzees: int) -> tuple[Card, int]:
        card = read_card(self._model, filled, extra_yahtzees)
        roll = roll_index(dice)
        if card.is_full:
            raise ValueError("The card is full: there is nothing left to choose.")
        return card, roll


def _check_rolls_left(rolls_left: int) -> int:
    if whole(rolls_left, "The number of re-rolls left") not in (0, 1, 2):
        raise ValueError(f"There can be 0, 1 or 2 re-rolls left, not {rolls_left!r}.")
    return rolls_left


def _in_order(on_card: int, to_come: dict[ChoiceT, float]) -> list[Ranked[ChoiceT]]:
    """Best first; ties stay in the given order, which is the policy's."""
    # The policy compares what is to come; with the card's points added, close values could round to the same.
    ordered = sorted(to_come.items(), key=lambda item: -item[1])
    best = on_card + ordered[0][1]
    return [Ranked(choice, on_card + value, best - (on_card + value)) for choice, value in ordered]
