"""The line breaks, the server is killed and started again: the client comes back by itself and misses nothing."""

import threading
from pathlib import Path
from typing import Any

import pytest

from dicecup import client
from tests.client.tables import anything, links, open_table, wait
from tests.server.browser import Program

pytestmark = pytest.mark.thorough


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "server")


def test_a_whole_game_through_three_deaths_of_the_server(program: Program, tmp_path: Path) -> None:
    """Killed as the power goes, in the middle of answers: nobody notices but for the waiting."""
    with program, open_table(program.address, tmp_path / "ann", "deadwood", computers=["easy"]) as ann:
        ann.ready()
        ann.command("start")
        wait(ann, lambda: ann.ask is not None)
        decide, answers, deaths = anything(), 0, 0

        def die_now_and_then(state: dict[str, Any]) -> list[str | int]:
            nonlocal answers, deaths
            answers += 1
            if answers in (3, 8, 15):
                deaths += 1
                threading.Timer(0.02 * deaths, _die, [program]).start()
            return decide(state)

        [outcome] = client.play_at(ann, die_now_and_then)
        assert deaths == 3
        assert len(outcome["scores"]) == 2
        assert [event["n"] for event in ann.events] == list(range(1, len(ann.events) + 1)), "nothing is missing"
        assert not ann.doubt, "the dice are the same ones"
        with client.Table(_same_guest(ann), match=ann.match) as again:
            wait(again, lambda: again.state is not None)
            assert again.events == ann.events, "nor was anything done twice"


def _die(program: Program) -> None:
    program.kill()
    program.start()


def _same_guest(table: client.Table) -> client.Server:
    """The same guest with empty hands."""
    again = client.Server(table.server.address, table.server.kept._path.parent.parent / "beside")
    again.kept.keep_cookie(table.server.kept.cookie)
    return again


def test_both_come_back_to_the_same_decision(program: Program, tmp_path: Path) -> None:
    with (
        program,
        open_table(program.address, tmp_path / "ann") as ann,
        client.join(links(ann)["table"]["url"], name="Ben", folder=tmp_path / "ben") as ben,
    ):
        wait(ben, lambda: ben.party is not None)
        ben.ready()
        ann.ready()
        wait(ann, lambda: ann.party is not None and not ann.party["why_not"])
        ann.command("start")
        wait(ann, lambda: ann.state is not None)
        wait(ben, lambda: ben.state is not None)
        before = _decision(ann), _decision(ben)
        program.kill()
        wait(ann, lambda: ann.broken)
        wait(ben, lambda: ben.broken)
        program.start()
        wait(ann, lambda: not ann.broken)
        wait(ben, lambda: not ben.broken)
        assert (_decision(ann), _decision(ben)) == before
        (ann if ann.ask is not None else ben).answer(["roll"])


def _decision(table: client.Table) -> tuple[int, int]:
    assert table.state is not None
    return table.state["seq"], table.state["ask"]["seat"]


def test_where_events_are_missing_all_are_asked_for_again(address: str, tmp_path: Path) -> None:
    with open_table(address, tmp_path, computers=["easy"]) as ann:
        ann.ready()
        ann.command("start")
        wait(ann, lambda: ann.ask is not None)
        before, state = list(ann.events), ann.state
        assert before
        ahead = {"n": len(before) + 2, "kind": "rolled", "text": "Nobody has heard what came before that."}
        ann._inbox.put((ann._game, {"type": "events", "seq": 99, "events": [ahead]}))
        wait(ann, lambda: ann.state is not state)
        assert ann.events == before
