"""Hints: nothing stands behind the first that is told to be clearly better, wherever one asks."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.mcp.table import Table
from dicecup.players import Advice, Advisor, forks, hints, make, play
from dicecup.players.hints import CLEARLY, leading
from dicecup.players.yahtzee.perfect import PerfectYahtzee
from dicecup.server.worker import Worker
from dicecup.table import Ask, Option
from tests.terminal.helpers import solo

PLAN, LITTLE, MUCH = (Option("do", what) for what in ("plan", "little", "much"))


def test_a_plan_comes_first_as_long_as_nothing_is_told_to_be_clearly_better() -> None:
    plan, little = Advice(PLAN, 0.5, 0.009), Advice(LITTLE, 0.509, 0.0)
    assert leading([plan, little]) == [plan, little]
    plan, little, much = Advice(PLAN, 0.5, 0.02), Advice(LITTLE, 0.51, 0.01), Advice(MUCH, 0.52, 0.0)
    assert leading([plan, much, little]) == [much, little, plan]


def test_points_have_a_measure_of_their_own() -> None:
    plan, little = Advice(PLAN, 20.0, 0.4, unit="points"), Advice(LITTLE, 20.4, 0.0, unit="points")
    assert leading([plan, little])[0] == plan
    assert leading([plan._replace(loss=0.6), little._replace(value=20.6)])[0].option == LITTLE


@pytest.fixture
def stubborn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mind that hints in Yahtzee would do the second best, though it tells that it is worse by ten points."""

    def advise(self: PerfectYahtzee, view: Any, ask: Ask, fork: Any = None) -> list[Advice]:
        first, second, *others = ask.options
        values = [(second, 10.0), (first, 20.0), *((option, 5.0) for option in others)]
        return [Advice(option, value, 20.0 - value, unit="points") for option, value in values]

    monkeypatch.setattr(PerfectYahtzee, "advise", advise)


@pytest.mark.usefixtures("stubborn")
def test_a_server_hints_what_is_told_to_be_best_and_so_does_its_coach() -> None:
    match = dicecup.new("yahtzee", seats=1, seed=3)
    match.answer("roll")
    assert match.pending is not None
    for what in ("advise", "weigh"):
        out = io.StringIO()
        question = {"what": what, "match": match.fork(0, 1).brief(), "level": "hard", "seed": 0}
        Worker(out).answer(json.dumps(question))
        told = json.loads(out.getvalue().splitlines()[-1])["advice"]
        assert told[0]["option"] == list(match.pending.options[0]), what


@pytest.mark.usefixtures("stubborn")
def test_so_does_the_terminal(tmp_path: Path) -> None:
    said = solo(tmp_path).types("", "hint")
    best, second, *_ = re.findall(r"^ +(best|-\d+\.\d\d)  hold", said, re.MULTILINE)
    assert (best, second) == ("best", "-10.00")


@pytest.mark.usefixtures("stubborn")
def test_so_does_the_table_of_a_language_model() -> None:
    table = Table()
    table.sit_down("yahtzee", ["easy"], {"start": "seat-order"}, 3)
    _, best, *_ = table.hint().splitlines()
    assert best.startswith("1. "), "the first option"


@pytest.mark.parametrize("game", ["deadwood", "king-of-tokyo"])
def test_a_real_mind_never_leads_with_what_it_tells_to_be_clearly_worse(game: str) -> None:
    mind = make(game, "hard")
    assert isinstance(mind, Advisor)
    led = 0

    def watch(match: Any, ask: Ask) -> None:
        nonlocal led
        own = mind.advise(match.view(ask.seat), ask, forks(match, ask.seat))
        told = hints(mind, match)
        assert told[0].loss <= CLEARLY[told[0].unit]
        assert {one.option for one in told} == {one.option for one in own}
        led += told[0] != own[0]

    play(dicecup.new(game, seats=2, seed=3), [make(game, "easy", seat) for seat in range(2)], watch=watch)
    assert led < 20, "which is rare"
