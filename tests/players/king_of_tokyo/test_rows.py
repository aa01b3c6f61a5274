"""What is compiled for roll-outs, as it stands in the files: the same as the minds, on rows of a batch."""

from functools import partial
from typing import Any

import numpy as np
import pytest

import dicecup
from dicecup.batch.king_of_tokyo import observing, questions, rows
from dicecup.batch.king_of_tokyo.twin import TWIN
from dicecup.games.king_of_tokyo import GAME
from dicecup.games.king_of_tokyo.cards.base import refresh
from dicecup.games.king_of_tokyo.state import CITY
from dicecup.players.king_of_tokyo import appraisal, lines, row_choices, row_dice, row_outcomes, row_rolling
from dicecup.players.king_of_tokyo.judge import Judge, _won
from dicecup.players.king_of_tokyo.mind import Mind
from dicecup.players.king_of_tokyo.network import Network
from dicecup.players.king_of_tokyo.outcomes import Outcomes
from dicecup.players.king_of_tokyo.position import position
from dicecup.players.king_of_tokyo.row_of import row_of
from dicecup.players.king_of_tokyo.turn import Turn, table
from dicecup.players.player import forks
from dicecup.table import Ask, Option
from dicecup.training.king_of_tokyo.selfplay import new_match
from tests.players.king_of_tokyo.tables import begun, give
from tests.players.king_of_tokyo.tables import table as made_up_table
from tests.players.king_of_tokyo.test_outcomes import made_up

CHANGES_DICE = {"Herd Culler", "Plot Twist", "Stretchy"}


def small(hidden: int = 5, second: int = 3) -> dict[int, Network]:
    """Networks that know nothing, and are soon asked."""
    found = {monsters: Network.fresh(monsters, monsters) for monsters in range(2, 7)}
    for network in found.values():
        w = network.weights
        for name in ("numbers", "market", "affordable", "cards"):
            w[name] = w[name][:, :hidden].copy()
        w["bias"], w["second bias"] = w["bias"][:hidden].copy(), w["second bias"][:second].copy()
        w["second"], w["out"] = w["second"][:hidden, :second].copy(), w["out"][:second].copy()
    return found


def rules_of(state: Any) -> Any:
    seats = len(state.monsters)
    return TWIN.rules(seats, state.options, GAME.actions(seats, state.options))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_state_as_a_row_is_asked_and_sees_the_same(seats: int) -> None:
    """At every decision that is played on from: the options, and all that the encoding tells."""
    random = np.random.default_rng(seats)
    compared = 0
    for _ in range(4):
        match = new_match(random, seats, mid_game=True)
        rules, actions = rules_of(match.state), GAME.actions(seats, match.state.options)
        for _ in range(150):
            ask = match.pending
            if ask is None:
                break
            if ask.kind in ("roll", "dice", "yield", "buy"):
                row = row_of(match.state, ask)
                mask = np.zeros(len(actions), np.int8)
                questions.list_options(row, rules, mask)
                assert mask.tobytes() == actions.mask(ask).tobytes(), ask.kind
                seen = GAME.encode(match.view(ask.seat), ask)
                numbers = np.zeros(len(seen), np.float32)
                observing.see(row, rules, numbers)
                off = np.flatnonzero(numbers != seen)
                assert not len(off), (ask.kind, off)
                compared += 1
            match.answer(ask.options[int(random.integers(len(ask.options)))])
    assert compared > 100


def test_positions_and_dice_are_worth_the_same() -> None:
    """With three dice, at tables of every size and by many house rules, and the dead among them."""
    random, networks = np.random.default_rng(5), small()
    judge, tools = Judge(networks), row_outcomes.new_tools(networks)
    finals = table(3).finals
    compared = deaths = yields = 0
    for number in range(30):
        state, _ = made_up(
            random, crowded=number % 3 == 0, given={} if number % 2 else {"preset": "first-edition"}
        )
        for monster in state.monsters:
            refresh(monster)
        here = position(state)
        if len(here.seats) < 2 or CHANGES_DICE & set(here.kinds[0]):
            continue
        rules = rules_of(state)
        state.phase = "buy"
        row = row_of(state, Ask(state.active, "buy", (Option("done"),)))
        here = position(state)
        room = row_choices.new_room(len(row), 1)
        last = here.seats[-1]
        told = judge.positions([here])[0]
        assert row_choices.prospect(row, rules, tools, room, here.seats[0], row[:0]) == pytest.approx(
            told[0], abs=1e-5
        )
        found, worth = judge.dice(here, finals)
        row_outcomes.judge_dice(row, rules, tools, room.program, 3, last)
        first, end = row_dice.START[3], row_dice.START[4]
        np.testing.assert_allclose(room.program.mine[0, first:end], worth[:, 0], atol=1e-5)
        np.testing.assert_allclose(room.program.other[0, first:end], worth[:, -1], atol=1e-5)
        compared += 1
        deaths += _somebody_dies(found)
        yields += bool(found.yielding)
    assert compared > 20
    assert deaths > 2
    assert yields > 5


def _somebody_dies(found: Outcomes) -> bool:
    return bool((found.numbers[..., 0] <= 0).any())


@pytest.mark.parametrize(("dice", "rolls"), [(0, 2), (1, 3), (6, 2), (7, 3)])
def test_the_program_of_a_turn_is_that_of_the_minds(dice: int, rolls: int) -> None:
    random = np.random.default_rng(dice)
    tables = table(dice)
    worth = random.random((len(tables.finals), 2))
    turn, p = Turn(tables, worth), row_dice.new_program()
    first, end = row_dice.START[dice], row_dice.START[dice + 1]
    p.mine[0, first:end], p.other[0, first:end] = worth.T
    row_dice.solve(p, dice, rolls)
    for level in range(1, rolls + 1):
        np.testing.assert_allclose(p.kept_mine[level, :end], turn.kept(level)[:, 0], atol=1e-12)
        np.testing.assert_allclose(p.kept_other[level, :end], turn.kept(level)[:, 1], atol=1e-12)
        np.testing.assert_allclose(p.mine[level, first:end], turn.value(level)[:, 0], atol=1e-12)
        np.testing.assert_allclose(p.other[level, first:end], turn.value(level)[:, 1], atol=1e-12)


@pytest.mark.parametrize("came", [1, 3])
def test_a_table_is_worth_the_mean_over_all_cards_that_might_have_come(came: int) -> None:
    """One of them is averaged as the mind does; of three it does not matter which, and some twenty markets do."""
    random, networks = np.random.default_rng(came), small()
    mind, tools = Mind(Judge(networks)), row_outcomes.new_tools(networks)
    compared = 0
    for number in range(12):
        state = new_match(random, 2 + number % 3, mid_game=True).state
        if "alien-origin" in state.deck:
            give(state, state.active, "alien-origin")
        state.phase, state.monsters[state.active].energy = "buy", 4
        if len(position(state).seats) < 2 or _won(position(state).numbers[None]).any():
            continue
        rules, ask = rules_of(state), Ask(state.active, "buy", (Option("done"),))
        before, told = row_of(state, ask), []
        state.deck.sort()
        for first in range(2):  # other cards come, and nobody counts on them
            after = state.clone()
            new = [after.deck.pop(first) for _ in range(came)]
            after.market[:came] = new
            row = row_of(after, ask)
            room = row_choices.new_room(len(row), 1)
            here = position(after)
            told.append(row_choices.prospect(row, rules, tools, room, here.seats[0], before))
            meant = mind.judge.markets(here, mind.refilled(here, new))[:, 0].mean()
            assert told[-1] == pytest.approx(meant, abs=1e-5 if came == 1 else 2e-3)
        assert told[0] == pytest.approx(told[1], abs=1e-6)
        compared += 1
    assert compared > 8


@pytest.mark.parametrize("card", ["plot-twist", "stretchy"])
def test_a_die_is_turned_as_the_mind_does(card: str) -> None:
    """What is spent for it counts as it will once the dice have brought what they bring."""
    random, networks = np.random.default_rng(len(card)), small()
    mind, tools = Mind(Judge(networks)), row_outcomes.new_tools(networks)
    turned = 0
    for _ in range(6):
        state = made_up_table(3)
        give(state, 0, card)
        state.dice, state.rolls, state.phase = random.integers(1, 7, 3).tolist(), 3, "change"
        state.monsters[0].energy, state.monsters[1].hearts = 3, int(random.integers(1, 4))
        state.monsters[1].place = CITY
        for monster in state.monsters:
            refresh(monster)
        match = begun(state)
        ask = match.pending
        assert ask is not None
        assert ask.kind == "change"
        values = appraisal.values(mind, ask, forks(match, 0), state)
        row, rules, actions = row_of(state, ask), rules_of(state), GAME.actions(3, state.options)
        room = row_choices.new_room(len(row), len(actions))
        with np.errstate(over="ignore"):
            action = row_rolling.change_a_die(row, rules, tools, room, np.zeros(1, np.uint64))
        chosen = ask.find(actions.words(action, 0))
        assert chosen is not None
        assert values[chosen][0] == pytest.approx(max(each[0] for each in values.values()), abs=1e-5)
        turned += chosen[0] == "use"
    assert turned > 1


def test_dice_are_kept_where_they_lie() -> None:
    row = np.zeros(rows.width(True), np.int64)
    row[rows.DICE_HAD] = 6
    row[rows.DIE : rows.DIE + 6] = [3, 1, 3, 6, 3, 1]
    keep = 0
    for face in (3, 3, 6):
        keep = row_dice.MORE[keep, face - 1]
    assert row_dice.slots_of(row, keep) == 0b001101
    assert row_dice.slots_of(row, row_dice.lying(row)) == 0b111111
    assert row_dice.slots_of(row, 0) == 0


def test_lines_are_legal_repeat_themselves_and_have_no_luck_of_dice() -> None:
    """Few lines, not compiled: a game is played on, and comes to the same with the same luck."""
    tools = row_outcomes.new_tools(small(2, 2))
    match = dicecup.new("king-of-tokyo", seats=3, seed=4, start="seat-order")
    match.answer("roll")
    ask = match.pending
    assert ask is not None
    state = match.fork(ask.seat, 1).state
    rules, actions = rules_of(state), GAME.actions(3, state.options)
    root = row_of(state, ask)
    room = row_choices.new_room(len(root), len(actions))
    play: Any = partial(lines.play_lines, root, rules, tools, room)
    seeds = np.array([3, 3], np.uint64)
    values = np.zeros(2)
    with np.errstate(over="ignore"):
        row_rolling.look_at_dice(root, rules, tools, room, room.opening, 6, 2, ask.seat)
        play(actions.number(ask.options[0], ask.seat), seeds, ask.seat, 1, values)
    assert values[0] == values[1]
    assert -1 < values[0] < 2
    assert room.row[rows.ACTIVE] == 2, "the rest of the turn, and one more"
    assert room.row[rows.KIND] == rows.ASK_ROLL
    assert (root == row_of(state, ask)).all(), "the position is left as it was"
    assert room.facts[row_choices.PLAYED] == 3
