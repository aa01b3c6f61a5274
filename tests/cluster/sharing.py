"""Servers that share one store within this process, and agree on who has what without a database.

What is real: the servers, their doors, and all that goes between them. What is not: that anybody can die. A
process is taken for dead when a test says so.
"""

import asyncio
import threading
from collections.abc import Collection, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close

from dicecup.server import api
from dicecup.server.run import Server
from dicecup.server.settings import Settings
from dicecup.server.store.owners import Ask, Dropped, Needed, Owner, Woken
from dicecup.server.store.sqlite import SqliteStorage
from tests.server.browser import FAST, PATIENCE, Browser, Page, running


class Book:
    """What all processes know: who is alive, and who has what."""

    def __init__(self) -> None:
        self.lock: Final = threading.Lock()
        self.alive: Final[dict[str, str]] = {}  # processes, and their addresses
        self.owners: Final[dict[str, str]] = {}  # units, and the processes that have them
        self.key: Final = b"k" * 32

    def bury(self, process: str) -> None:
        """It is taken for dead from now on."""
        del self.alive[process]


class BookOwners:
    """`Owners`, by a book."""

    beats: Final = True
    apart: Final = 0.0

    def __init__(self, book: Book, storage: SqliteStorage, number: int) -> None:
        self._book: Final = book
        self._storage: Final = storage
        self.process = f"process {number}"
        self._dropped: Dropped
        self.loop: asyncio.AbstractEventLoop

    @property
    def units(self) -> int:
        return sum(process == self.process for process in self._book.owners.values())

    async def begin(self, address: str, dropped: Dropped, woken: Woken, ask: Ask) -> None:
        self._dropped = dropped
        self.loop = asyncio.get_running_loop()
        self._book.alive[self.process] = address

    def spares(self, needed: Needed) -> None:
        """Nothing is let go of."""

    def held(self) -> list[str]:
        return [unit for unit, process in self._book.owners.items() if process == self.process]

    async def key(self) -> bytes:
        return self._book.key

    async def unit_of(self, match_id: str) -> str:
        row = await self._storage.find(match_id)
        return match_id if row is None or row.party is None else row.party

    async def own(self, unit: str) -> Owner:
        with self._book.lock:
            process = self._book.owners.get(unit)
            if process not in self._book.alive:
                process = self._book.owners[unit] = self.process
            return self._owner(process)

    def _owner(self, process: str) -> Owner:
        return Owner(process, self._book.alive[process], here=process == self.process)

    async def whose(self, unit: str) -> Owner | None:
        process = self._book.owners.get(unit)
        return None if process is None else self._owner(process)

    def holds(self, unit: str) -> bool:
        return self._book.owners.get(unit) == self.process

    async def gather(self, units: Collection[str]) -> bool:
        return False

    async def give_up(self, units: Collection[str]) -> None:
        await self._dropped(units)
        for unit in units:
            del self._book.owners[unit]

    def leave(self) -> None:
        """Nobody does."""

    async def all(self) -> list[Owner]:
        return [self._owner(process) for process in list(self._book.alive)]

    async def end(self) -> None:
        self._book.alive.pop(self.process, None)


class _Storage:
    """The same store for each of them, but for who has what."""

    def __init__(self, storage: SqliteStorage, owners: BookOwners) -> None:
        self._storage: Final = storage
        self.owners: Final = owners

    def __getattr__(self, name: str) -> Any:
        return getattr(self._storage, name)

    async def close(self) -> None:
        await self.owners.end()


class Together:
    """The servers, and their book."""

    def __init__(self, servers: list[Server], loops: list[asyncio.AbstractEventLoop], book: Book) -> None:
        self.servers: Final = servers
        self._loops: Final = loops
        self.book: Final = book
        self.addresses: Final = [server.address.rstrip("/") for server in servers]

    def move(self, number: int, address: str) -> None:
        """The others look for a server at another address from now on."""
        self.book.alive[f"process {number}"] = address

    def inside(self, number: int) -> str:
        """The inside door of a server, the first one is 1."""
        return self.book.alive[f"process {number}"]

    def desk(self, number: int) -> Any:
        """What is behind a server."""
        app: Any = self.servers[number - 1].config.app
        return app.state.desk

    def owner_of(self, process: str) -> Owner:
        """A process, as others know it."""
        return Owner(process, self.book.alive[process])

    def run(self, number: int, work: Coroutine[Any, Any, Any]) -> Any:
        """Do something in the loop of a server."""
        return asyncio.run_coroutine_threadsafe(work, self._loops[number - 1]).result(PATIENCE)

    def owner(self, unit: str) -> int:
        """The number of the server that has a unit."""
        return int(self.book.owners[unit].split()[1])


@contextmanager
def sharing(folder: Path, count: int = 2, **settings: Any) -> Iterator[Together]:
    """So many servers that share a store."""
    storage, book = SqliteStorage(folder / "shared.sqlite3"), Book()
    with ExitStack() as stack:
        stack.callback(lambda: asyncio.run(storage.close()))
        servers, everybody = [], []
        for number in range(1, count + 1):
            facts: Any = {**FAST, "folder": folder / str(number), "inside": "127.0.0.1", **settings}
            with pytest.MonkeyPatch.context() as patch:
                owners = BookOwners(book, storage, number)
                everybody.append(owners)
                patch.setattr(api, "open_storage", lambda *_, owners=owners, **__: _Storage(storage, owners))
                servers.append(stack.enter_context(running(Settings(**facts))))
        yield Together(servers, [each.loop for each in everybody], book)


def twin(browser: Browser, address: str) -> Browser:
    """The same guest, at another server."""
    other = Browser(address, cookie=browser.cookie)
    other.http.cookies.update(browser.http.cookies)
    del other.http.headers["cookie"]
    return other


def a_match(both: Together, ann: Browser) -> str:
    """That the first server has."""
    match = ann.new("yahtzee", "Ann", "Bo", start="seat-order")
    ann.get(f"/matches/{match}/rules")
    assert both.owner(match) == 1
    return match


def farewell(page: Page | Any) -> tuple[dict[str, Any], int, str]:
    """The last thing that is told before a socket is closed, and the code and reason of that."""
    told: dict[str, Any] = {}
    end: Close | None = None
    while end is None:
        try:
            told = page.hear()
        except ConnectionClosed as closed:
            end = closed.rcvd or Close(1006, "it broke")
    return told, end.code, end.reason
