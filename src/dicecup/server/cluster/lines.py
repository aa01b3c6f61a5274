"""What goes on between this process and others just now: cut as soon as the other one is taken for dead.

A process that was stopped keeps its connections open and never answers. The others take it for dead after some
seconds without a beat, and whoever waits for it does not wait any longer than that.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from dicecup.saves import StorageError
from dicecup.server.store.owners import Owners

_EVERY: Final = 1.0  # seconds between looking who is alive, while anybody waits for another process

Cut = Callable[[], None]


class Lines:
    """All that are open, by the process they go to."""

    def __init__(self, owners: Owners) -> None:
        self._owners: Final = owners
        self._open: Final[dict[str, set[Cut]]] = {}
        self._watching: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return sum(map(len, self._open.values()))

    @contextmanager
    def open(self, process: str, cut: Cut) -> Iterator[None]:
        """A line to a process, as long as it is needed; `cut` ends it at once."""
        lines = self._open.setdefault(process, set())
        lines.add(cut)
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch())
        try:
            yield
        finally:
            lines.discard(cut)
            if not lines and self._open.get(process) is lines:
                del self._open[process]

    async def _watch(self) -> None:
        try:
            while self._open:
                await asyncio.sleep(_EVERY)
                with suppress(StorageError):  # nobody can tell who is alive
                    self.look({owner.process for owner in await self._owners.all()})
        finally:
            self._watching = None

    def look(self, alive: set[str]) -> None:
        """Cut all lines to those who are not alive any more."""
        for process in self._open.keys() - alive:
            for cut in list(self._open[process]):
                cut()

    async def close(self) -> None:
        """Nobody is waited for any more."""
        self.look(set())
        if (watching := self._watching) is not None:
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
