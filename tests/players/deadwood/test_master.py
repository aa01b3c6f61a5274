"""The master: the best few options played on, with the same luck for all."""

import hashlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import dicecup
from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.rows import row_of
from dicecup.games.deadwood import DeadwoodView
from dicecup.players import make
from dicecup.players.deadwood import lines, rollouts, turn_tree
from dicecup.players.deadwood.hard import Hard
from dicecup.players.deadwood.master import Master
from dicecup.players.deadwood.network import shipped
from dicecup.players.deadwood.planner import tables
from dicecup.players.deadwood.planner_weights import TASTES
from dicecup.players.reference import deadwood as reference
from dicecup.table import Match


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Few continuations, and nothing compiled: slower, and sooner done."""
    own = [
        each for module in (lines, turn_tree) for each in vars(module).values() if isinstance(each, FunctionType)
    ]
    plain = SimpleNamespace(**{each.__name__: each for each in own})
    monkeypatch.setattr(rollouts, "functions", lambda: plain)
    monkeypatch.setattr(rollouts, "possible", lambda: True)
    monkeypatch.setattr(rollouts, "AT_ONCE", 2)
    monkeypatch.setattr(rollouts, "LINES", 4)
    with np.errstate(over="ignore"):
        yield


def opening() -> Match[Any]:
    return dicecup.new("deadwood", seats=2, seed=4, start="seat-order")


def test_hard_1_keeps_its_weights() -> None:
    weights = (Path(reference.__file__).parent / "deadwood-hard-1.bin").read_bytes()
    assert hashlib.sha256(weights).hexdigest()[:20] == "5ffb6a85101fd1fc2e10"
    assert reference.hard_1().keys() == {2, 4, 8}
    match = opening()
    ask = match.pending
    assert ask is not None
    seen: Any = match.view(0), ask, partial(match.fork, 0)
    assert make("deadwood", "hard-1").decide(*seen) in ask.options


def test_without_numba_the_master_is_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "possible", lambda: False)
    match = opening()
    ask = match.pending
    assert ask is not None
    seen: Any = match.view(0), ask, partial(match.fork, 0)
    assert Master(1).decide(*seen) == Hard().decide(*seen)
    assert Master(1).advise(*seen) == Hard().advise(*seen)


@pytest.mark.usefixtures("few")
def test_the_master_repeats_itself_and_tells_what_it_does() -> None:
    match = opening()
    ask = match.pending
    assert ask is not None
    told = []
    for seed in (3, 77):  # all that is hidden is drawn anew
        other = match.fork(0, seed)
        player = Master(1, nodes=400)
        seen: Any = other.view(0), ask, partial(other.fork, 0)
        told.append(player.advise(*seen))
        assert player.decide(*seen) == told[-1][0].option
        shares = player.appraise(*seen)
        assert all(sum(each) == pytest.approx(1) for each in shares.values())
        assert all(shares[one.option][0] == pytest.approx(one.value) for one in told[-1])
    assert told[0] == told[1]
    assert {one.option for one in told[0]} == set(ask.options)


@pytest.mark.usefixtures("few")
def test_what_is_the_same_comes_to_the_same_and_the_budget_holds() -> None:
    view = opening().view(0)
    assert isinstance(view, DeadwoodView)
    row, found = row_of(view), [0] * rows.MOST
    code = found[0] if rows.options(row, found) else 0
    look = rollouts.Rollouts(2, shipped()[2], tables(TASTES[2]), 0.01)
    seen = look.compare(row, [code, code], 9, 10**9)
    assert seen.ahead.tolist() == [0, 0], "the same luck"
    assert seen.nodes > look.compare(row, [code, code], 9, 1).nodes, "after the first round the budget is used up"
    assert 0 < seen.values[0] < 1
