"""How a server ends: nobody loses a move, everybody is asked to come back, and nobody waits for nothing."""

import asyncio
import os
import signal
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dicecup.saves import StorageError
from dicecup.server.line import SocketLine
from dicecup.server.operation import ending, health
from dicecup.server.operation.ending import Ending
from dicecup.server.operation.health import Health
from dicecup.server.settings import Settings
from dicecup.server.store.owners import Alone, Owner
from tests.server.browser import FAST, PATIENCE, Browser, Page, Program, running
from tests.server.outside import until


async def _works() -> None:
    """A store that answers."""


@dataclass
class Owning(Alone):
    """Units that others would take over."""

    mine: list[str]
    left: bool = False
    given: list[list[str]] = field(default_factory=list)
    fails: Exception | None = None
    others: list[Owner] = field(default_factory=list)

    async def all(self) -> list[Owner]:
        return [*await super().all(), *self.others]

    def held(self) -> list[str]:
        return self.mine

    def leave(self) -> None:
        self.left = True

    async def give_up(self, units: Collection[str]) -> None:
        assert self.left, "or they would be taken again"
        self.given.append(list(units))
        if self.fails:
            raise self.fails


@dataclass
class Line:
    closed: int = 0

    def send_away(self, reason: str, code: int) -> None:
        assert (reason, code) == (ending.COME_BACK, 1012)
        self.closed += 1


def part(owners: Owning, lines: list[Line], seconds: float | None = 0.01) -> Health:
    async def go() -> Health:
        found = Health(_works, beats=lambda: True, bus=lambda: True)
        await Ending(found, owners, Settings(farewell=seconds)).part(lambda: lines)
        return found

    return asyncio.run(go())


@pytest.mark.parametrize("many", [1, 7, 1_000])
def test_all_that_is_ours_is_left_to_others_each_once_and_in_no_order(many: int) -> None:
    owners, lines = Owning([f"unit {n}" for n in range(many)]), [Line() for _ in range(many)]
    assert part(owners, lines).leaving
    given = [unit for some in owners.given for unit in some]
    assert sorted(given) == sorted(owners.mine)
    assert many < 10 or given != owners.mine
    assert [line.closed for line in lines] == [1] * many


def test_thousands_go_several_at_a_time() -> None:
    owners = Owning([f"unit {n}" for n in range(5_000)])
    part(owners, [])
    assert len(owners.given) <= ending._STEPS


@pytest.mark.parametrize("trouble", [StorageError("The database is gone."), TimeoutError(), KeyError("a mistake")])
def test_a_database_that_is_gone_holds_nobody_up(trouble: Exception) -> None:
    owners, line = Owning([f"unit {n}" for n in range(9)], fails=trouble), Line()
    part(owners, [line])
    assert (len(owners.given), line.closed) == (1, 1), "nobody asks it nine times"


def test_on_a_computer_of_ones_own_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor where it is the only process that shares a database."""
    monkeypatch.setattr(ending, "USUAL", 0.01)
    owners, line = Owning(["unit"]), Line()
    part(owners, [line], None)
    assert (owners.given, line.closed) == ([], 0), "all are closed at once by whoever closes the server"
    owners.others = [Owner("another", "127.0.0.1:1")]
    part(owners, [line], 0)
    assert (owners.given, line.closed) == ([], 0), "as it was told"
    part(owners, [line], None)
    assert (owners.given, line.closed) == ([["unit"]], 1), "there is somebody who goes on"


def code_of(page: Page) -> int:
    """What a socket is closed with."""
    try:
        while True:
            page.hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 1006


@pytest.fixture(scope="module")
def sleeping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A program that is not started yet: all servers here come out of it."""
    program = Program(tmp_path_factory.mktemp("ending"))
    yield program
    program.__exit__()


@contextmanager
def started(program: Program, folder: Path, farewell: float | None) -> Iterator[Program]:
    program.settings |= {"folder": str(folder), "farewell": farewell}
    program.start()
    yield program
    if program.pid is not None:
        program.kill()


@pytest.mark.parametrize("farewell", [None, 0.5])
def test_every_page_is_asked_to_come_back_and_finds_what_was_acknowledged(
    tmp_path: Path, sleeping: Program, farewell: float | None
) -> None:
    with started(sleeping, tmp_path, farewell) as program, Browser(program.address) as ann:
        matches = [ann.new("yahtzee", "Ann", "Bo", start="seat-order") for _ in range(3)]
        pages = [ann.sit(match) for match in matches]
        for page in pages:
            assert page.answer("roll")["type"] == "done"
        reached = [page.state["seq"] for page in pages]
        pages[0].say(type="answer", id="on its way", seq=reached[0], choice=["keep", 0])
        program.stop()
        assert [code_of(page) for page in pages] == [1012] * 3
        done = [
            each["seq"] for each in pages[0].heard if each.get("id") == "on its way" and each["type"] == "done"
        ]
        program.start()
        again = [ann.sit(match) for match in matches]
        assert [page.state["seq"] for page in again[1:]] == reached[1:]
        assert again[0].state["seq"] >= max([reached[0], *done])
        # Said once more, as a page does, it is done once.
        again[0].say(type="answer", id="on its way", seq=reached[0], choice=["keep", 0])
        assert again[0].reply("on its way")["type"] == "done"
        for page in (*pages, *again):
            page.close()


def test_while_it_says_farewell_nobody_new_comes_in_and_a_second_signal_ends_it(
    tmp_path: Path, sleeping: Program
) -> None:
    with started(sleeping, tmp_path, 300) as program, Browser(program.address) as ann:
        match = ann.new("yahtzee", "Ann")
        pages = [ann.sit(match) for _ in range(3)]
        assert program.pid is not None
        os.kill(program.pid, signal.SIGTERM)
        with httpx.Client(base_url=program.address, timeout=PATIENCE, trust_env=False) as http:
            until(lambda: http.get("/readyz").status_code == 503)
            assert http.get("/readyz").json()["reasons"] == [health.ENDING]
            assert http.get("/healthz").status_code == 200
            assert ann.get("/matches"), "what is asked meanwhile is answered"
            with pytest.raises(InvalidStatus) as refused:
                ann.dial(match)
            assert refused.value.response.status_code == 503
            assert refused.value.response.headers["retry-after"] == "1"
        os.kill(program.pid, signal.SIGTERM)
        assert "handshake" not in program.ended(), "whoever is turned away in order is no error"
        assert {code_of(page) for page in pages} <= {1006, 1012}


def test_whoever_is_going_in_that_moment_keeps_nobody_from_ending(tmp_path: Path) -> None:
    """A socket whose farewell is on its way already was an error, and the rest of the end was left out."""
    facts: Any = FAST
    with (
        running(Settings(folder=tmp_path, **facts)) as server,
        Browser(server.address.rstrip("/")) as ann,
        ann.sit(ann.new("yahtzee", "Ann")),
    ):
        [line] = [each for each in server.server_state.connections if isinstance(each, SocketLine)]

        async def end() -> None:
            line.conn.send_close(1000)  # of which nobody has heard yet
            line.shutdown()

        asyncio.run_coroutine_threadsafe(end(), line.loop).result(PATIENCE)
