"""What is compiled for training, as it stands in the files: it sees, notes and backs up what the minds do."""

from typing import Any

import numpy as np
import pytest

from dicecup.games.king_of_tokyo.cards.base import refresh
from dicecup.players.king_of_tokyo import row_choices, row_dice, row_outcomes
from dicecup.players.king_of_tokyo.judge import Judge, _won
from dicecup.players.king_of_tokyo.position import position
from dicecup.players.king_of_tokyo.row_of import row_of
from dicecup.players.king_of_tokyo.turn import Turn, table
from dicecup.table import Ask, Option
from dicecup.training.king_of_tokyo import loops, simulator
from dicecup.training.king_of_tokyo import notes as noting
from dicecup.training.king_of_tokyo.samples import Pack, packs
from dicecup.training.king_of_tokyo.selfplay import new_match
from tests.players.king_of_tokyo.test_outcomes import made_up
from tests.players.king_of_tokyo.test_rows import CHANGES_DICE, rules_of, small


def same(noted: dict[int, Pack], meant: dict[int, Pack]) -> bool:
    """But for the order of the market, and for targets."""
    assert noted.keys() == meant.keys()
    for count, pack in meant.items():
        for name, wanted in pack.items():
            order = np.sort if name == "market" else np.asarray
            if name != "target" and not np.array_equal(order(noted[count][name]), order(wanted)):
                return False
    return True


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_positions_are_noted_as_the_minds_see_them(seats: int) -> None:
    """At every decision about dice and cards of games that are played at random."""
    random, tools = np.random.default_rng(seats), row_outcomes.new_tools(small(2, 2))
    notes, compared = noting.new_notes(1), 0
    for _ in range(3):
        match = new_match(random, seats, mid_game=True)
        rules = rules_of(match.state)
        for _ in range(120):
            ask = match.pending
            if ask is None:
                break
            if ask.kind in ("roll", "buy") and ask.seat == match.state.active:
                row = row_of(match.state, ask)
                room = row_choices.new_room(len(row), 1)
                many = noting.note(row, rules, tools, room, notes, 0, 0)
                here = position(match.state)
                assert many == int(len(here.seats) > 1 and not _won(here.numbers[None]).any())
                if many:
                    meant = packs([(here, np.zeros(len(here.seats)))])
                    assert same(simulator.packs_of(notes, 1), meant)
                    assert notes.who[0, : len(here.seats)].tolist() == here.seats
                    compared += 1
            match.answer(ask.options[int(random.integers(len(ask.options)))])
    assert compared > 20


def test_turns_are_backed_up_and_dice_lead_where_the_minds_say() -> None:
    """With three dice, at tables of every size and by many house rules."""
    random, networks = np.random.default_rng(6), small()
    judge, tools, dice = Judge(networks), row_outcomes.new_tools(networks), 3
    notes, tables = noting.new_notes(1), table(dice)
    compared = after = 0
    for number in range(30):
        state, _ = made_up(
            random, crowded=number % 3 == 0, given={} if number % 2 else {"preset": "first-edition"}
        )
        for monster in state.monsters:
            refresh(monster)
        here = position(state)
        if len(here.seats) < 2 or CHANGES_DICE & set(here.kinds[0]):
            continue
        rules, asked = rules_of(state), Ask(state.active, "roll", (Option("roll"),))
        state.phase = "roll"
        row = row_of(state, asked)
        here = position(state)
        room, diary, value = row_choices.new_room(len(row), 1), loops.new_diary(len(row)), np.zeros(6)
        loops._see_dice(row, rules, tools, room, 0, dice, 2)
        loops.before_rolling(tools.cases, room.program, dice, 2, diary, value)
        turn = Turn(tables, judge.dice(here, tables.finals)[1])
        np.testing.assert_allclose(value[here.seats], turn.start(2), atol=1e-5)
        assert value.sum() == pytest.approx(1, abs=1e-5)
        compared += 1
        for final in range(0, len(tables.finals), 9):
            fell, counts = 0, tables.finals[final]
            for face in range(6):
                for _ in range(counts[face]):
                    fell = int(row_dice.MORE[fell, face])
            many = noting.note_dice(row, rules, tools, room.program, fell, notes, 0, 1)
            then = judge.after(here, counts)
            assert many == int(then is not None)
            if then is not None:
                assert same(simulator.packs_of(notes, 1), packs([(then, np.zeros(len(then.seats)))]))
                after += 1
    assert compared > 20
    assert after > 100


@pytest.mark.parametrize("seats", [2, 5])
def test_a_game_teaches_shares_and_repeats_itself(seats: int) -> None:
    """Not compiled, with networks that are soon asked."""
    tools, at = row_outcomes.new_tools(small(2, 2)), simulator.table(seats)
    told: list[dict[int, Pack]] = []
    for _ in range(2):
        notes: Any = noting.new_notes(3)
        with np.errstate(over="ignore"):
            many = loops.self_play(at.rules, tools, at.room, at.diary, np.uint64(3), 3, 0.8, notes)
        assert many > 10
        told.append(simulator.packs_of(notes, many))
    for count, pack in told[0].items():
        np.testing.assert_allclose(pack["target"].sum(axis=1), 1, atol=0.05)
        for name, found in pack.items():
            assert np.array_equal(found, told[1][count][name])
    assert seats in told[0]


def test_games_that_are_measured_are_won_once() -> None:
    tools, at, found = row_outcomes.new_tools(small(2, 2)), simulator.table(2), np.zeros((2, 2))
    with np.errstate(over="ignore"):
        for mine in range(2):  # the same game, seen from both seats
            loops.play_match(at.rules, tools, tools, at.room, np.uint64(5), mine, found[mine])
    assert found[:, 0].sum() == 1
    assert found[:, 1].sum() == pytest.approx(0, abs=1e-9), "luck of one is bad luck of the other"
