"""What goes on between this process and others just now: cut as soon as the other one is taken for dead.

A process that was stopped keeps its connections open and never answers. The others take it for dead after some
seconds without a beat, and whoever waits for it does not wait any longer than that. If it is only the network that
has gone silent, it beats on: so it is asked whether it is there, too.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from dicecup.saves import StorageError
from dicecup.server.store.owners import Owner, Owners

_EVERY: Final = 1.0  # seconds between looking who is alive, while anybody waits for another process
_KNOCK: Final = 2.0  # seconds between asking it whether it is there
_SILENCE: Final = 5.0  # seconds for its answer
_MISSED: Final = 2  # answers that have not come
_REMEMBERED: Final = 120.0  # seconds: that somebody's clock was too far from ours

Cut = Callable[[], None]


class Clocks:
    """Whose clock is so far from ours that one does not take the word of the other."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now: Final = now
        self._until: Final[dict[str, float]] = {}

    def differ(self, process: str) -> None:
        """A process has refused our word for that; without a name: we have refused somebody's."""
        self._until[process] = self._now() + _REMEMBERED

    def agree(self, process: str) -> None:
        """It takes our word."""
        self._until.pop(process, None)

    @property
    def apart(self) -> bool:
        """Whether anybody's was, lately."""
        for process in [each for each, until in self._until.items() if until < self._now()]:
            del self._until[process]
        return bool(self._until)


class Lines:
    """All that are open, by the process they go to."""

    def __init__(self, owners: Owners) -> None:
        self._owners: Final = owners
        self.clocks: Final = Clocks()
        self._open: Final[dict[str, set[Cut]]] = {}
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._watching = False

    def __len__(self) -> int:
        return sum(map(len, self._open.values()))

    @contextmanager
    def open(self, owner: Owner, cut: Cut) -> Iterator[None]:
        """A line to a process, as long as it is needed; `cut` ends it at once."""
        lines = self._open.get(owner.process)
        if lines is None:
            lines = self._open[owner.process] = set()
            self._begin(self._knock(owner, lines))
        lines.add(cut)
        if not self._watching:
            self._watching = True
            self._begin(self._watch())
        try:
            yield
        finally:
            lines.discard(cut)
            if not lines and self._open.get(owner.process) is lines:
                del self._open[owner.process]

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _watch(self) -> None:
        try:
            while self._open:
                await asyncio.sleep(_EVERY)
                with suppress(StorageError):  # nobody can tell who is alive
                    self.look({owner.process for owner in await self._owners.all()})
        finally:
            self._watching = False

    async def _knock(self, owner: Owner, lines: set[Cut]) -> None:
        """Ask a process whether it is there, as long as anybody waits for it."""
        missed = 0
        while self._open.get(owner.process) is lines:
            await asyncio.sleep(_KNOCK)
            missed = 0 if await answers(owner.address) else missed + 1
            if missed >= _MISSED:
                _cut(lines)

    def look(self, alive: set[str]) -> None:
        """Cut all lines to those who are not alive any more."""
        for process in self._open.keys() - alive:
            _cut(self._open[process])

    async def close(self) -> None:
        """Nobody is waited for any more."""
        self.look(set())
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _cut(lines: set[Cut]) -> None:
    for cut in list(lines):
        cut()


def split(address: str) -> tuple[str, int]:
    """Host and port of an inside door; ValueError if it has none."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise ValueError(address)
    return host.removeprefix("[").removesuffix("]"), int(port)


async def answers(address: str) -> bool:
    """Whether anybody says a word at an inside door."""
    try:
        async with asyncio.timeout(_SILENCE):
            reader, writer = await asyncio.open_connection(*split(address))
            try:
                writer.write(b"GET /healthz HTTP/1.1\r\nhost: inside\r\nconnection: close\r\n\r\n")
                return bool(await reader.read(1))
            finally:
                writer.transport.abort()
    except (OSError, TimeoutError, ValueError):
        return False
