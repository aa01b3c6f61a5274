"""The hard player of Yahtzee: perfect alone, and a winner against others."""

import re
from functools import partial
from typing import Any

import numpy as np
import pytest

import dicecup
from dicecup.games.yahtzee import YahtzeeView, solver
from dicecup.games.yahtzee.scoring import BOXES, INDEX
from dicecup.games.yahtzee.solver.card import read_card
from dicecup.games.yahtzee.solver.contest import exactly
from dicecup.games.yahtzee.solver.dice import KEEPS, roll_index
from dicecup.games.yahtzee.solver.endgame import Endgames
from dicecup.games.yahtzee.solver.model import ARMED, FULL, JOKER, OPTION_BOX, PLAIN, TOTALS
from dicecup.games.yahtzee.solver.outlook import QUANTILES, numbering
from dicecup.games.yahtzee.solver.policy import choose_keeps, choose_options
from dicecup.games.yahtzee.solver.winning import Winning, one_card
from dicecup.players import levels, make
from dicecup.players.yahtzee.perfect import HardYahtzee, PerfectYahtzee
from dicecup.table import Ask, Match
from dicecup.testing import check_player
from tests.scenarios.yahtzee import full_but, table


def position(match: Match[Any]) -> tuple[YahtzeeView, Ask]:
    ask = match.pending
    assert ask is not None
    view = match.view(ask.seat)
    assert isinstance(view, YahtzeeView)
    return view, ask


@pytest.mark.parametrize("name", [*levels("yahtzee"), "single-plan"])
def test_every_level_is_a_good_player(name: str, spread_scores: solver.Solver) -> None:
    assert check_player("yahtzee", partial(make, "yahtzee", name), seats=[1, 3]) > 60


@pytest.mark.soak
@pytest.mark.parametrize("rules", ["standard", "official"])
@pytest.mark.parametrize("name", levels("yahtzee"))
def test_every_level_at_every_table(name: str, rules: str) -> None:
    assert check_player("yahtzee", partial(make, "yahtzee", name), games=2, options={"rules": rules}) > 1000


def test_alone_it_is_the_perfect_player() -> None:
    match = dicecup.new("yahtzee", seats=1, seed=8)
    for _ in range(10):
        match.answer_forced()
        mine, other = (kind().advise(*position(match)) for kind in (HardYahtzee, PerfectYahtzee))
        assert mine == other
        match.answer(mine[0].option)


def test_against_others_values_are_chances_to_win(spread_scores: solver.Solver) -> None:
    match = dicecup.new("yahtzee", seats=2, seed=8, start="seat-order")
    match.answer_forced()
    found = HardYahtzee().advise(*position(match))
    assert all(0 < one.value < 1 for one in found)
    assert 0.4 < found[0].value < 0.6
    assert re.fullmatch(r"for \w.* \(\d+%\)", next(one.reason for one in found if one.option.verb == "keep"))


@pytest.mark.parametrize("seats", [2, 3])
def test_at_the_table_it_chooses_as_in_bulk(seats: int, spread_scores: solver.Solver) -> None:
    winning = spread_scores.winning()
    match, seen, exact = dicecup.new("yahtzee", seats=seats, seed=2, start="seat-order"), 0, 0
    endgames = Endgames(winning.model)
    match.answer_forced()
    while match.pending is not None:
        view, ask = position(match)
        cards = [one_card(read_card(winning.model, sheet.filled)) for sheet in view.sheets]
        mine = cards.pop(ask.seat)
        turn, roll = winning.turn(mine, cards), roll_index(view.dice)
        if seats == 2 and (known := exactly(winning, mine, cards[0], endgames)):
            turn, exact = known, exact + 1
        option = HardYahtzee().decide(view, ask, partial(match.fork, ask.seat))
        if view.rolls_left:
            kept = int(choose_keeps(turn.worth[view.rolls_left - 1], turn.best[view.rolls_left - 1])[roll, 0])
            held = tuple(sorted(view.dice[int(slot)] for slot in option.args)) if option.verb == "keep" else None
            assert kept == roll if held is None else KEEPS[kept] == held
        else:
            box = OPTION_BOX[choose_options(winning.model, turn, mine.rows)[roll, 0]]
            assert option == ("fill", BOXES[box])
        seen += 1
        match.answer(option)
        match.answer_forced()
    assert seen > 27 * seats
    assert (exact > 12) == (seats == 2)


def test_jokers_and_their_bonus_count_for_the_win() -> None:
    mind = solver.load("official")
    number = numbering(mind._model)
    steps = np.zeros((2 * TOTALS, QUANTILES), np.uint8)  # of full cards, which come first
    steps[[number[row * TOTALS + 63] for row in (FULL, FULL | ARMED)], 0] = 35
    filled = dict.fromkeys(BOXES, 0) | {"yahtzee": 50}
    mine = one_card(read_card(mind._model, {box: filled[box] for box in BOXES if box != "chance"}))
    for theirs, chance in ((100, 1.0), (129, 1.0), (130, 0.5), (131, 0.0)):
        rival = one_card(read_card(mind._model, filled | {"chance": 30}))
        rival.points[:] = 50 + theirs
        turn = Winning(mind._model, mind._values, steps).turn(mine, [rival])
        assert turn.rewarded[JOKER[5, INDEX["chance"]], 0] == pytest.approx(chance, abs=1e-4)
        assert turn.options[PLAIN[roll_index((6, 6, 6, 6, 5)), INDEX["chance"]], 0] == pytest.approx(0, abs=1e-4)


# --- easy ---


def easy(seed: int, match: Match[Any]) -> tuple[Any, str]:
    view, ask = position(match)
    best: Any = make("yahtzee", "easy", seed)
    advice = best.advise(view, ask, partial(match.fork, ask.seat))
    return tuple(advice[0].option), advice[0].reason


def test_easy_has_a_favourite_plan() -> None:
    match = table(None, None, phase="choose", turn=1, dice=[3, 4, 5, 5, 1], rolls=1).match
    assert easy(0, match) == (("keep", 2, 3), "collecting fives")
    assert easy(1, match) == (("keep", 0, 1, 2), "hoping for a straight")
    match = table(None, None, phase="choose", turn=1, dice=[6, 2, 6, 2, 1], rolls=1).match
    assert easy(0, match) == (("keep", 0, 1, 2, 3), "hoping for a full house")
    assert easy(2, match) == (("keep", 0, 2), "collecting sixes")


def test_easy_stops_when_a_pattern_is_made_and_takes_a_box_that_is_better_than_usual() -> None:
    match = table(None, None, phase="choose", turn=1, dice=[1, 2, 3, 4, 5], rolls=1).match
    assert easy(0, match)[0] == ("fill", "large_straight")
    match = table(None, None, phase="choose", turn=1, dice=[1, 2, 3, 4, 6], rolls=1).match
    assert easy(0, match)[0] == ("keep", 0, 1, 2, 3)
    match = table(None, None, phase="choose", turn=1, dice=[5, 5, 5, 5, 1], rolls=2).match
    assert easy(0, match)[0][0] == "fill"


@pytest.mark.parametrize("seed", range(3))
def test_easy_does_not_miss_the_win(seed: int) -> None:
    mine, other = full_but("sixes"), full_but(sixes=6, chance=5)
    match = table(other, mine, phase="choose", turn=26, current=1, dice=[6, 6, 1, 2, 3], rolls=1).match
    assert easy(seed, match)[0] == ("fill", "sixes")
    match = table(
        full_but(sixes=12), mine, phase="choose", turn=26, current=1, dice=[6, 6, 1, 2, 3], rolls=1
    ).match
    assert easy(seed, match)[0] == ("keep", 0, 1)
