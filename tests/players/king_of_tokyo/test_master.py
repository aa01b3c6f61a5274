"""The master: the best few options played on, with the same luck for all."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import dicecup
from dicecup.games.king_of_tokyo import KingOptions
from dicecup.players import Advice, make
from dicecup.players.king_of_tokyo import lines, master, readiness, rollouts, row_outcomes
from dicecup.players.king_of_tokyo.hard import Hard
from dicecup.players.king_of_tokyo.master import Master
from dicecup.players.king_of_tokyo.row_of import row_of
from dicecup.players.readiness import FROM_HERE_ON, NO_NUMBA, SOON
from dicecup.table import Match, SetupError
from dicecup.testing import check_player
from tests.players.king_of_tokyo.test_rows import small

PLAIN = SimpleNamespace(**{name: found for name, found in vars(lines).items() if isinstance(found, FunctionType)})
"""The same functions, as they stand in the file."""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Few lines by small networks, and nothing compiled: slower, and sooner done."""
    tools = row_outcomes.new_tools(small(2, 2))
    monkeypatch.setattr(rollouts, "functions", lambda: PLAIN)
    monkeypatch.setattr(rollouts, "_tools", lambda: tools)
    monkeypatch.setattr(readiness, "why_not", lambda: "")
    monkeypatch.setattr(rollouts, "AT_ONCE", 2)
    monkeypatch.setattr(rollouts, "LINES", 4)
    monkeypatch.setattr(rollouts, "TURNS", dict.fromkeys(range(2, 7), 0))
    monkeypatch.setattr(master, "WITHIN", {"dice": 1.0, "buy": 1.0, "yield": 1.0})
    with np.errstate(over="ignore"):
        yield


def rolled_once(seats: int = 2) -> Match[Any]:
    match = dicecup.new("king-of-tokyo", seats=seats, seed=4, start="seat-order")
    match.answer("roll")
    return match


@pytest.mark.parametrize("numba", [False, True])
def test_as_long_as_nothing_is_compiled_the_master_chooses_as_hard_and_says_so(
    numba: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rollouts, "possible", lambda: numba)
    monkeypatch.setattr(rollouts, "functions", lambda: SimpleNamespace(kept=tmp_path))
    monkeypatch.setattr(master, "WITHIN", {"dice": 1.0})
    heard: list[str] = []
    why = SOON if numba else NO_NUMBA
    player = make("king-of-tokyo", "master", 1, heard.append)
    assert isinstance(player, Master)
    match = dicecup.new("king-of-tokyo", seats=2, seed=4, start="seat-order")
    told: list[Advice] = []
    for first in (False, True, False):
        ask = match.pending
        assert ask is not None
        seen: Any = match.view(0), ask, partial(match.fork, 0)
        hard = Hard(1).advise(*seen)
        assert player.decide(*seen) == hard[0].option
        told = player.advise(*seen)
        assert [one._replace(note="") for one in told] == hard
        assert all((one.aloud == f"{one.reason} (as Hard for now: {why})") == first for one in told), (
            "aloud, at first"
        )
        match.answer(hard[0].option)
    assert heard == [f"The master of King of Tokyo plays as Hard does: {why}."], "once is enough"


@pytest.mark.usefixtures("few")
def test_who_played_as_hard_says_once_that_it_does_so_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """All was compiled in the middle of a game, and nobody heard of it."""
    now = {"why": SOON}
    monkeypatch.setattr(readiness, "why_not", lambda: now["why"])
    heard: list[str] = []
    player = make("king-of-tokyo", "master", 1, heard.append)
    assert isinstance(player, Master)
    match, said = rolled_once(), []
    for now["why"] in (SOON, "", ""):
        ask = match.pending
        assert ask is not None
        told = [player.advise(match.view(ask.seat), ask, partial(match.fork, ask.seat))[0] for _ in range(2)]
        assert told[0] == told[1]
        said.append(told[0].aloud)
        match.answer(told[0].option)
    assert [FROM_HERE_ON in each for each in said] == [False, True, False]
    assert heard[-1] == "The master of King of Tokyo does not play as Hard any more: all is compiled."
    assert len(heard) == 2


@pytest.mark.usefixtures("few")
def test_the_master_repeats_itself_and_tells_what_it_does() -> None:
    match = rolled_once()
    ask = match.pending
    assert ask is not None
    told = []
    for seed in (3, 77):  # all that is hidden is drawn anew
        other = match.fork(0, seed)
        player = Master(1, turns=1)
        seen: Any = other.view(0), ask, partial(other.fork, 0)
        told.append(player.advise(*seen))
        assert player.decide(*seen) == told[-1][0].option
        shares = player.appraise(*seen)
        assert all(sum(each) == pytest.approx(1) for each in shares.values())
        assert all(shares[one.option][0] == pytest.approx(one.value) for one in told[-1])
    assert told[0] == told[1]
    assert told[0] != Hard(1).advise(match.view(0), ask, partial(match.fork, 0)), "it has thought on"


@pytest.mark.usefixtures("few")
def test_what_is_the_same_comes_to_the_same_and_the_budget_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "TURNS", {2: 1})
    match = rolled_once()
    ask = match.pending
    assert ask is not None
    look = rollouts.Rollouts(2, match.state.options)
    option = ask.options[0]
    seen = look.compare(match.state, ask, [option, option], 9, 10**9)
    assert seen.ahead.tolist() == [0, 0], "the same luck"
    less = look.compare(match.state, ask, [option, option], 9, 1)
    assert 0 < less.turns < seen.turns, "after the first round the budget is used up"


@pytest.mark.usefixtures("few")
def test_where_there_is_no_room_the_master_chooses_as_hard_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: Any) -> None:
        raise OverflowError

    monkeypatch.setattr(rollouts, "functions", lambda: SimpleNamespace(**{**vars(PLAIN), "play_lines": full}))
    match = rolled_once()
    seen: Any = match.view(0), match.pending, partial(match.fork, 0)
    assert Master(1).advise(*seen) == Hard(1).advise(*seen)


@pytest.mark.usefixtures("few")
def test_games_that_batches_do_not_know_are_left_to_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not rollouts.unknown(4, KingOptions())

    def check(*args: Any) -> None:
        raise SetupError("Batches do not know this.")

    monkeypatch.setattr(rollouts, "TWIN", SimpleNamespace(check=check))
    assert rollouts.unknown(4, KingOptions()) == "Batches do not know this."
    match = rolled_once()
    seen: Any = match.view(0), match.pending, partial(match.fork, 0)
    assert Master(1).advise(*seen) == Hard(1).advise(*seen)


# --- compiled ---


@pytest.mark.thorough
def test_compiled_lines_say_what_they_say_uncompiled() -> None:
    """In the middle of games, at tables of three sizes, with small networks."""
    rollouts.prepare()
    f, tools = rollouts.functions(), row_outcomes.new_tools(small(2, 2))
    for seats in (2, 3, 6):
        match = dicecup.new("king-of-tokyo", seats=seats, seed=seats, start="seat-order")
        for _ in range(30):
            match.answer_forced()
            assert match.pending is not None
            match.answer(match.pending.options[-1 if match.pending.kind == "buy" else 0])
        match.answer_forced()
        ask = match.pending
        assert ask is not None
        look = rollouts.Rollouts(seats, match.state.options)
        root, seeds = row_of(match.state, ask), np.array([5, 6], np.uint64)
        told = []
        for some in (f, PLAIN):
            values = np.zeros(2)
            with np.errstate(over="ignore"):
                if ask.kind == "dice":
                    dice, left = len(match.state.dice), match.state.rolls_left
                    some.look_at_dice(root, look.rules, tools, look.room, look.room.opening, dice, left, ask.seat)
                code = look.actions.number(ask.options[0], ask.seat)
                some.play_lines(root, look.rules, tools, look.room, code, seeds, ask.seat, 2, values)
            told.append(values)
        np.testing.assert_allclose(told[0], told[1], atol=1e-4)


@pytest.mark.thorough
def test_a_compiled_master_keeps_its_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    """Legal, repeatable, blind to what is hidden; and the game ends."""
    monkeypatch.setattr(rollouts, "LINES", 16)
    easy = partial(make, "king-of-tokyo", "easy")
    readiness.get_ready()
    assert readiness.why_not() == "", "or it would play as Hard"
    player: Any = lambda seed: Master(seed, turns=100)  # noqa: E731
    assert check_player("king-of-tokyo", player, seats=[3], rivals=easy, look=0.1) > 10
