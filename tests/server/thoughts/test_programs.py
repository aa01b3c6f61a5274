"""`dicecup think`: a program of its own, that is started, stopped, killed and ended as others are."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import pytest

from dicecup import cli_server
from dicecup.saves import StorageError
from dicecup.server.run import Server
from dicecup.server.settings import Settings
from dicecup.server.store.postgres_words import address_of
from dicecup.server.thoughts import rows, thinker
from dicecup.server.thoughts.asking import NOBODY
from dicecup.server.thoughts.link import Link, Refused
from dicecup.table import SetupError
from tests.processes import PYTHON
from tests.server.browser import PATIENCE, Browser, Program, running
from tests.server.postgres import Cluster
from tests.server.stores import PostgresPlace
from tests.server.thoughts.room import Minds, Room, run, until

ROBOTS = [{"player": "computer", "level": "easy"}] * 4
# Such a program, but that whoever is silent is soon taken for dead.
_CODE = """
from dicecup.server import pool
from dicecup.server.thoughts import circle, rows, thinker
rows.SILENT, circle.BEAT, thinker.GRACE = {silent!r}, 0.1, {grace!r}
pool.COMMAND = {command!r} or pool.COMMAND
from dicecup.cli import main
main()
"""


class Thinker:
    """The program, with one process that thinks."""

    def __init__(
        self, url: str, minds: Minds | None = None, *, silent: float = 2.0, grace: float = PATIENCE
    ) -> None:
        command = (sys.executable, str(minds.script)) if minds else None
        code = _CODE.format(command=command, silent=silent, grace=grace)
        self._process = subprocess.Popen(
            [*PYTHON, "-c", code, "think", "--processes", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "DICECUP_DATABASE": url},
        )
        self.pid = self._process.pid

    def hear(self, words: str) -> str:
        """Wait until it says this; all that it says until then."""
        assert self._process.stdout is not None
        said = ""
        while words not in said:
            line = self._process.stdout.readline()
            assert line, f"it has ended: {said}"
            said += line
        return said

    def send(self, number: int) -> None:
        os.kill(self.pid, number)

    def ended(self) -> tuple[int, str]:
        """How it ended, and what it said."""
        said, _ = self._process.communicate(timeout=PATIENCE)
        return self._process.returncode, said

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()


@pytest.fixture
def thinkers(shared: PostgresPlace, minds: Minds) -> Iterator[list[Thinker]]:
    """Two of them."""
    with ExitStack() as stack:
        found = [stack.enter_context(Thinker(shared.url, minds)) for _ in range(2)]
        for each in found:
            each.hear("Dicecup thinks for all who share")
        yield found


def by_pid(thinkers: list[Thinker], pid: int) -> tuple[Thinker, Thinker]:
    """This one, and the other."""
    one, other = thinkers
    return (one, other) if one.pid == pid else (other, one)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="as Unix does it")
@pytest.mark.parametrize("how", ["SIGSTOP", pytest.param("SIGKILL", marks=pytest.mark.thorough)])
def test_whoever_is_stopped_or_killed_is_replaced(
    shared: PostgresPlace, minds: Minds, thinkers: list[Thinker], how: str
) -> None:
    """And what it says when it goes on comes too late."""

    async def work(room: Room) -> None:
        server = await room.server()
        minds.hold()
        thinking = asyncio.create_task(server.think("slow"))
        await minds.until_asked(1)
        stopped, other = by_pid(thinkers, minds.who[0])
        stopped.send(getattr(signal, how))
        await until(lambda: other.pid in minds.who)
        minds.let_go()
        decision = await thinking
        assert (decision.failed, decision.reason) == (False, str(other.pid))
        if how == "SIGSTOP":
            stopped.send(signal.SIGCONT)
        assert not any(made.failed for made in [await server.think() for _ in range(4)])
        assert await room.look("SELECT * FROM thoughts") == []

    run(shared, work, programs=True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends it at once")
def test_told_to_end_it_finishes_what_it_has_begun(shared: PostgresPlace, minds: Minds) -> None:
    async def work(room: Room) -> None:
        server = await room.server()
        with Thinker(shared.url, minds) as thinker:
            minds.hold()
            thinking = asyncio.create_task(server.think("slow"))
            await minds.until_asked(1)
            thinker.send(signal.SIGTERM)
            await asyncio.to_thread(thinker.hear, "Finishing what is under way")
            minds.let_go()
            decision = await thinking
            assert (decision.failed, decision.reason) == (False, str(thinker.pid))
            assert await asyncio.to_thread(thinker.ended) == (0, "")
            await until(lambda: bool(server.complaint))

    run(shared, work, programs=True)


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends it at once")
def test_what_takes_too_long_to_finish_is_left_to_others(shared: PostgresPlace, minds: Minds) -> None:
    async def work(room: Room) -> None:
        server = await room.server()
        with Thinker(shared.url, minds, silent=PATIENCE, grace=0.1) as thinker:
            minds.hold()
            thinking = asyncio.create_task(server.think("slow"))
            await minds.until_asked(1)
            thinker.send(signal.SIGINT)
            code, said = await asyncio.to_thread(thinker.ended)
            assert code == 0, said
        with Thinker(shared.url, minds, silent=PATIENCE) as other:
            minds.let_go()
            assert (await thinking).reason == str(other.pid), "at once: nobody waits until it is taken for dead"

    run(shared, work, programs=True)


@pytest.mark.thorough
def test_it_waits_for_a_database_and_comes_back(shared: PostgresPlace, minds: Minds, cluster: Cluster) -> None:
    async def work(room: Room) -> None:
        server = await room.server()
        await asyncio.to_thread(cluster.stop)
        with Thinker(shared.url, minds) as thinker:
            said = await asyncio.to_thread(thinker.hear, "Trying again until it works.")
            assert "cannot be reached" in said
            assert "postgresql://" not in said
            await asyncio.to_thread(cluster.start)
            await asyncio.to_thread(thinker.hear, "It works: thinking again.")
            assert (await server.think()).reason == str(thinker.pid)
            await asyncio.to_thread(cluster.stop, "immediate")
            await asyncio.to_thread(cluster.start)
            assert (await server.think()).reason == str(thinker.pid)

    run(shared, work, programs=True)


@pytest.mark.thorough
def test_before_there_is_a_server_it_waits_for_one(database: PostgresPlace, minds: Minds) -> None:
    with Thinker(database.url, minds) as thinker:
        assert "No server has used the database" in thinker.hear("Trying again until it works.")
        storage: Any = database.open()
        thinker.hear("It works: thinking again.")
        asyncio.run(storage.close())


@contextmanager
def newer(place: PostgresPlace, table: str = "dicecup_version") -> Iterator[None]:
    """Meanwhile a newer server has changed the tables."""
    place.by_hand(f"UPDATE {table} SET version = version + 1")
    try:
        yield
    finally:
        place.by_hand(f"UPDATE {table} SET version = version - 1")


def test_it_does_not_begin_on_tables_of_a_newer_version(shared: PostgresPlace) -> None:
    with newer(shared), Thinker(shared.url) as program:
        code, said = program.ended()
    assert code == 1
    assert "are from a newer Dicecup. Please install that one, or name another database." in said
    assert said.count("\n") == 1


def test_whoever_thinks_already_goes_on_while_servers_are_updated(shared: PostgresPlace) -> None:
    """Servers of before rely on it until the last of them has been replaced; also after a break."""

    with asyncio.Runner() as runner:
        old, new, another = (Link(address_of(shared.url), starting=True) for _ in range(3))
        assert runner.run(old.do(rows.thinkers)) == (0, 0)
        with newer(shared):
            old._drop()
            assert runner.run(old.do(rows.thinkers)) == (0, 0)
            with pytest.raises(Refused, match="newer Dicecup"):
                runner.run(new.do(rows.thinkers))
        with newer(shared, "dicecup_shared_version"), pytest.raises(Refused, match="newer Dicecup"):
            runner.run(another.do(rows.thinkers))
        runner.run(old.close())


@pytest.mark.thorough
def test_what_will_never_work_is_said_at_once(cluster: Cluster) -> None:
    with Thinker(cluster.url("nowhere")) as thinker:
        code, said = thinker.ended()
    assert code == 1
    assert said.startswith("dicecup: There is no such thing as the database nowhere")
    assert said.count("\n") == 1


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="as Unix does it")
def test_a_table_of_robots_plays_on_whatever_becomes_of_those_who_think(
    shared: PostgresPlace, tmp_path: Path
) -> None:
    """A server without processes of its own; its thinkers are killed one after the other."""
    settings = {"database": shared.url, "thinkers": 0}
    with ExitStack() as stack:
        program = stack.enter_context(Program(tmp_path / "server", **settings))
        thinkers = [stack.enter_context(Thinker(shared.url)) for _ in range(2)]
        ann = stack.enter_context(Browser(program.address))
        match = ann.post("/matches", {"game": "king-of-tokyo", "seats": ROBOTS})["match"]
        page = stack.enter_context(ann.sit(match))
        until_then = time.monotonic() + PATIENCE
        for _ in range(3):
            page.until("thinking")
            thinkers.pop(0).send(signal.SIGKILL)
            thinkers.append(stack.enter_context(Thinker(shared.url)))
            seq = page.state["seq"]
            while page.state["seq"] <= seq + 3 and not page.state["outcome"] and time.monotonic() < until_then:
                page.hear()
            assert page.state["seq"] > seq or page.state["outcome"]
        assert "stumbled" not in {one["type"] for one in page.heard}, "nothing was left to chance"


# --- servers ---


def test_a_server_for_which_nobody_thinks_says_so(shared: PostgresPlace, tmp_path: Path) -> None:
    """It stays ready: people can play with each other all the same."""

    def warnings(server: Server) -> list[str]:
        answer = httpx.get(f"{server.address}readyz")
        assert answer.status_code == 200
        found: list[str] = answer.json()["warnings"]
        return found

    with running(Settings(folder=tmp_path, database=shared.url, thinkers=0)) as server:
        assert NOBODY in warnings(server)
        other = Settings(folder=tmp_path / "other", database=shared.url, thinkers=1)
        with running(other) as helping:
            assert NOBODY not in warnings(helping)
            until_then = time.monotonic() + PATIENCE
            while NOBODY in warnings(server):
                assert time.monotonic() < until_then


def test_whoever_wants_what_cannot_be_is_told_so() -> None:
    with pytest.raises(SetupError, match="Say which database the servers share"):
        cli_server.think()
    with pytest.raises(SetupError, match=r"does not begin with postgresql://"):
        cli_server.think(database="games.sqlite3")
    with pytest.raises(SetupError, match="Without --database nobody else can think"):
        cli_server.serve(thinkers=0)


def test_a_health_check_learns_whether_anybody_thinks(shared: PostgresPlace) -> None:
    settings = Settings(database=shared.url)
    with pytest.raises(StorageError, match="Nobody thinks for the computer players"):
        thinker.check(settings)
    with Thinker(shared.url, silent=PATIENCE) as program:
        program.hear("Dicecup thinks for all who share")
        assert thinker.check(settings) == "Programs that think: 1; processes: 1."
        program.send(signal.SIGTERM)
        assert program.ended()[0] == 0
    with pytest.raises(StorageError, match="Nobody thinks for the computer players"):
        thinker.check(settings)
