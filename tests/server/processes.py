"""Several processes that share a database, all of them in one: how they die and come back is decided by the test.

Nobody dies because a machine is busy: a process that stops beating is dead when the test says so.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import AsyncExitStack

import asyncpg

from dicecup.server.store.owners import Owner
from dicecup.server.store.postgres import PostgresStorage
from dicecup.server.store.postgres_heart import Heart
from dicecup.server.store.storage import PartyChange, PartyRow
from tests.server.stores import PostgresPlace


class Process:
    """A store, as one server has it; and what it was told."""

    def __init__(self, place: PostgresPlace, version: str = "") -> None:
        self.place = place
        self.store = PostgresStorage(place.url)
        self.owners = self.store.owners
        self.owners.version = version or self.owners.version
        self.dropped: list[str] = []
        self.woken: list[str] = []
        self.stopped = ""  # what it was called when it was
        self.others: dict[str, Process] = {}  # that answer when they are asked
        self.forgets: Callable[[Collection[str]], None] = lambda units: None

    async def begin(self, address: str = "somewhere:1") -> None:
        await self.owners.begin(address, self._drop, self._wake, self.ask)

    async def _drop(self, units: Collection[str]) -> None:
        self.dropped += units
        self.forgets(units)

    async def _wake(self, units: Collection[str]) -> None:
        self.woken += units

    async def ask(self, owner: Owner, units: Collection[str]) -> bool:
        """Ask another of these processes to let go."""
        await self.others[owner.process].owners.give_up(units)
        return True

    @property
    def heart(self) -> Heart:
        assert self.owners._heart is not None
        return self.owners._heart

    async def stop(self) -> None:
        """As a signal stops it: it does not know, and the others find it dead."""
        self.stopped = self.heart.name  # a beat that was under way may still tell it that it is dead
        self.heart.paused = True
        line = await asyncpg.connect(self.place.url)
        await line.execute("UPDATE processes SET beat = beat - interval '1 day' WHERE id = $1", self.stopped)
        await line.close()

    async def go_on(self) -> None:
        """It wakes up, and finds out."""
        self.heart.paused = False
        while self.heart.name == self.stopped or not self.heart.beats:
            await asyncio.sleep(0.005)
        await asyncio.sleep(0)
        await self.forgot()

    async def forgot(self) -> None:
        """Wait until what it has lost is forgotten."""
        while self.owners._dropping:
            await asyncio.wait(set(self.owners._dropping.values()))


class Processes:
    """Some of them, for a test."""

    def __init__(self, place: PostgresPlace, count: int, *versions: str) -> None:
        self._place = place
        self._versions = [*versions, *[""] * (count - len(versions))]
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> list[Process]:
        all_: list[Process] = []
        for version in self._versions:
            process = await asyncio.to_thread(Process, self._place, version)
            self._stack.push_async_callback(process.store.close)
            await process.begin(f"somewhere:{len(all_) + 1}")
            all_.append(process)
        return all_

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()


def share(database: PostgresPlace, work: Callable[..., Awaitable[None]], count: int = 2, *versions: str) -> None:
    """Some work with several processes."""

    async def go() -> None:
        async with Processes(database, count, *versions) as all_:
            await work(*all_)

    asyncio.run(go())


def party(version: int = 1, **more: object) -> PartyChange:
    body = PartyRow(id="p", body="{}", version=version, doors=["d"], guests=["ann"])
    return PartyChange(row=body, **more)  # type: ignore[arg-type]
