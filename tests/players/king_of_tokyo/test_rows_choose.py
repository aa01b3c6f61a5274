"""Whoever plays on in rows of a batch chooses as the mind does on states: whole games, question by question."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from dicecup import batch
from dicecup.batch.king_of_tokyo import rows
from dicecup.players.king_of_tokyo import appraisal, rollouts
from dicecup.players.king_of_tokyo.hard import Hard
from dicecup.players.king_of_tokyo.row_outcomes import new_tools
from dicecup.players.king_of_tokyo.weights import shipped
from dicecup.players.player import forks
from dicecup.table import Ask, Match, Option
from tests.batch.beside import Beside

SAME = 1e-5


class Chooser:
    """What rows choose, with the program of the turn at hand."""

    def __init__(self, seats: int, options: Any) -> None:
        made = rollouts.Rollouts(seats, options)
        self.f, self.room, self.rules = rollouts.functions(), made.room, made.rules
        self.tools = new_tools(shipped())
        self.known = False

    def _look(self, row: Any, dice: int, rolls: int) -> None:
        self.f.look_at_dice(
            row, self.rules, self.tools, self.room, self.room.program, dice, rolls, int(row[rows.ASKED])
        )
        self.known = True

    def choose(self, row: Any) -> int:
        if row[rows.KIND] in (rows.ASK_DICE, rows.ASK_CHANGE) and not self.known:
            self._look(row, int(row[rows.DICE_HAD]), int(row[rows.LEFT]))
        luck = np.zeros(1, np.uint64)
        return int(self.f.answer(row, self.rules, self.tools, self.room, self.room.program, luck))

    def follow(self, row: Any, verb: str) -> None:
        """Before somebody does so."""
        if row[rows.KIND] == rows.ASK_ROLL and verb == "roll":
            self._look(row, int(self.f.dice_to_come(row, self.rules)), int(self.f.rolls_to_come(row, self.rules)))
        elif row[rows.KIND] in (rows.ASK_ROLL, rows.ASK_DICE, rows.ASK_CHANGE) and verb == "use":
            self.known = False


def given_away(hard: Hard, match: Match[Any], ask: Ask, chosen: Option) -> float:
    """By the values of the mind."""
    fork = forks(match, ask.seat)
    values = appraisal.values(hard.mind, ask, fork, fork(0).state)
    return float(max(each[ask.seat] for each in values.values()) - values[chosen][ask.seat])


@pytest.mark.thorough
@pytest.mark.parametrize(("seats", "games"), [(2, 12), (3, 6), (5, 4)])
def test_rows_choose_as_the_mind_does(seats: int, games: int) -> None:
    """Where several cards come other handfuls are tried, and paid rolls are not foreseen: little is lost by it."""
    hard = Hard(0, shipped())
    played = batch.make("king-of-tokyo", games=1, seats=seats, seed=seats, start="seat-order")
    chooser, beside, row = Chooser(seats, played.options), Beside(played, 0), played._arrays.rows[0]
    asked: Counter[str] = Counter()
    other: Counter[str] = Counter()
    lost = worst = 0.0
    over = 0
    while over < games:
        match, action = beside.match, chooser.choose(row)
        ask = match.pending
        assert ask is not None
        chosen = ask.find(played.actions.words(action, ask.seat))
        assert chosen is not None
        best = ask.options[0]
        if len(ask.options) > 1:
            best = hard.decide(match.view(ask.seat), ask, forks(match, ask.seat))
            less = given_away(hard, match, ask, chosen)
            asked[ask.kind] += 1
            other[ask.kind] += less > SAME
            lost += less
            worst = max(worst, less)
        action = played.actions.number(best, ask.seat)
        chooser.follow(row, best[0])
        played.step(np.array([action]))
        if beside.follow(action):
            over += 1
            chooser.known = False
    assert asked["dice"] > 20 * games
    assert other["yield"] == 0, asked["yield"]
    assert other["dice"] <= 0.02 * asked["dice"]
    assert other["buy"] <= 0.07 * asked["buy"]
    assert other["change"] <= 1, asked["change"]
    assert worst < 0.12
    assert lost < 0.02 * games
