"""Servers and thinkers that share a database, in one process; each has a connection of its own."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

import pytest

import dicecup
from dicecup.server import pool
from dicecup.server.bus.bus import Bus, Within
from dicecup.server.bus.opening import open_bus
from dicecup.server.settings import Settings
from dicecup.server.store.postgres_words import address_of
from dicecup.server.thinking import Asker, Decision, ThinkingPool
from dicecup.server.thoughts import circle, rows
from dicecup.server.thoughts.asking import Asking
from dicecup.server.thoughts.circle import Circle
from dicecup.server.thoughts.link import Link
from dicecup.server.thoughts.taking import Taking
from dicecup.table import Match
from tests.server.browser import PATIENCE
from tests.server.postgres import Cluster
from tests.server.stores import PostgresPlace

ANN = Asker("Ann", "table")

# Says who thinks; how it does that is its level.
MIND = """
import json, os, sys, time
from pathlib import Path
folder = Path(__file__).parent
for line in sys.stdin:
    level = json.loads(line)["level"]
    with (folder / "asked").open("a") as file:
        file.write(f"{level} {os.getppid()}\\n")
    if level == "deadly":
        os._exit(1)
    if level == "unlucky" and not (folder / "unlucky").exists():
        (folder / "unlucky").touch()
        os._exit(1)
    if level == "slow":
        print(json.dumps({"progress": "Thinking hard"}), flush=True)
    while level == "slow" and (folder / "wait").exists():
        time.sleep(0.005)
    print(json.dumps({"choice": ["keep"], "reason": str(os.getppid())}), flush=True)
"""


class Minds:
    """Processes that think as a test wants it."""

    def __init__(self, folder: Path) -> None:
        self.script = folder / "mind.py"
        self.script.write_text(MIND)
        self._folder = folder

    @property
    def asked(self) -> list[str]:
        """The levels that were asked so far, by anybody."""
        return [line.split()[0] for line in self._lines()]

    @property
    def who(self) -> list[int]:
        """The programs that asked them."""
        return [int(line.split()[1]) for line in self._lines()]

    def _lines(self) -> list[str]:
        path = self._folder / "asked"
        return (
            [line for line in path.read_text().splitlines(keepends=True) if "\n" in line] if path.exists() else []
        )

    def hold(self) -> None:
        """Whoever is slow thinks until it is let go."""
        (self._folder / "wait").touch()

    def let_go(self) -> None:
        (self._folder / "wait").unlink()

    async def until_asked(self, many: int) -> None:
        await until(lambda: len(self.asked) >= many)


@pytest.fixture
def minds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Minds:
    found = Minds(tmp_path)
    monkeypatch.setattr(pool, "COMMAND", (sys.executable, str(found.script)))
    return found


@pytest.fixture(scope="session")
def used(cluster: Cluster) -> PostgresPlace:
    """A database that a server has used: one for all of these tests, for it takes a while to make one."""
    PostgresPlace(cluster.url()).by_hand("CREATE DATABASE thoughts")
    place = PostgresPlace(cluster.url("thoughts"))
    storage: Any = place.open()
    asyncio.run(storage.close())
    return place


@pytest.fixture
def shared(used: PostgresPlace, monkeypatch: pytest.MonkeyPatch) -> PostgresPlace:
    """A database without any thoughts. Nobody in it is taken for dead only because the machine is busy."""
    used.by_hand("TRUNCATE thoughts, minds, turns")
    monkeypatch.setattr(rows, "SILENT", PATIENCE)
    monkeypatch.setattr(circle, "BEAT", 0.1)
    return used


@pytest.fixture
def impatient(shared: PostgresPlace, monkeypatch: pytest.MonkeyPatch) -> PostgresPlace:
    """Where whoever is silent is soon taken for dead, rightly or not."""
    monkeypatch.setattr(rows, "SILENT", 0.5)
    return shared


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


def rolled() -> Match[Any]:
    match = dicecup.new("yahtzee", seats=2, seed=7, start="seat-order")
    match.answer("roll")
    return match.fork(0, seed=1)


class Server(ThinkingPool):
    """The thinking part of a server."""

    def __init__(self, circle: Circle, taking: Taking | None) -> None:
        self.circle, self.taking = circle, taking
        self.asking = Asking(circle, taking, 60.0)
        super().__init__(minds=self.asking)

    async def until_idle(self) -> None:
        """One of its processes is free, and it knows that nobody waits for it."""
        taking = self.taking
        assert taking is not None
        await until(lambda: taking._idle)

    async def think(self, level: str = "quick", asker: Asker = ANN, hear: Any = lambda _: None) -> Decision:
        return await self.decide(rolled(), level, hear, asker)


class Thinker:
    """What `dicecup think` is made of."""

    def __init__(self, circle: Circle) -> None:
        self.circle, self.taking = circle, Taking(circle, 60.0)

    def stop(self) -> None:
        """It does nothing any more, and says nothing: but its processes think on."""
        for task in (self.circle._beating, self.taking._looking):
            assert task is not None
            task.cancel()


class Room:
    """All of them; whoever came in leaves in the end."""

    def __init__(self, place: PostgresPlace, bus: Bus | None = None) -> None:
        self.place = place
        self.bus = bus or Within()
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    def circle(self, processes: int) -> Circle:
        return Circle(Link(address_of(self.place.url)), self.bus, processes)

    async def server(self, processes: int = 0) -> Server:
        circle = self.circle(processes)
        server = Server(circle, Taking(circle, 60.0) if processes else None)
        self._stack.push_async_callback(server.close)
        await server.asking.begin()
        return server

    async def thinker(self, processes: int = 1) -> Thinker:
        thinker = Thinker(self.circle(processes))
        self._stack.push_async_callback(thinker.circle.end)
        self._stack.push_async_callback(thinker.taking.close)
        await thinker.circle.begin()
        thinker.taking.begin()
        return thinker

    async def look(self, words: str, *facts: Any) -> list[Any]:
        """Whatever lies in the database."""
        import asyncpg

        db = await asyncpg.connect(self.place.url)
        try:
            return [dict(row) for row in await db.fetch(words, *facts)]
        finally:
            await db.close()


def run(place: PostgresPlace, work: Callable[[Room], Awaitable[Any]], *, programs: bool = False) -> Any:
    """`programs`: others are in processes of their own."""

    async def go() -> Any:
        bus = open_bus(Settings(database=place.url)) if programs else Within()
        await bus.begin()
        try:
            async with asyncio.timeout(PATIENCE), Room(place, bus) as room:
                return await work(room)
        finally:
            await bus.end()

    return asyncio.run(go())


def question(game: str = "yahtzee") -> str:
    return json.dumps({"match": {"game": game}})
