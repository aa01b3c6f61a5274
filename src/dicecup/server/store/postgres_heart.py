"""A process that others can tell is alive: it beats, by the clock of the database.

Whoever is silent for `DEAD` seconds is dead for the others, who take what it had. Whoever could not beat for
`SILENT` seconds, which is less, has to know by itself that this may have happened: it has nothing any more, and
comes back under another name. So nobody ever comes back from the dead.

Somebody whose server has died waits for `DEAD` and a moment more, and should not wait for 5 seconds. Three beats
may get lost before a process gives itself up, and it has a second to let go of everything before others take it.
Whoever is taken for dead by mistake spoils nothing, but sends all its pages away.
"""

import asyncio
import logging
import secrets
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Final

from dicecup.server.store.postgres_connections import Connections

BEAT: Final = 0.75  # seconds between beats
DEAD: Final = 4.0  # seconds without one
SILENT: Final = 3.0  # seconds after which a process gives itself up
_AGAIN: Final = 0.1  # seconds before another try
_FAREWELL: Final = 2.0  # seconds
_log: Final = logging.getLogger("dicecup.server")

# Not later than others think: whoever was dead by the database's clock stays dead, whatever its own clock says.
_BEATS: Final = """
UPDATE processes SET beat = clock_timestamp()
WHERE id = $1 AND beat > clock_timestamp() - make_interval(secs => $2)
RETURNING extract(epoch FROM clock_timestamp())::double precision
"""
_COMES: Final = """
INSERT INTO processes (id, address, version) VALUES ($1, $2, $3)
ON CONFLICT (id) DO UPDATE SET beat = clock_timestamp()
RETURNING extract(epoch FROM clock_timestamp())::double precision
"""

_LEAVES: Final = "UPDATE processes SET beat = clock_timestamp() - make_interval(secs => $2) WHERE id = $1"

# Whoever listens at an address knows that nobody else does: a process that was killed and started again goes on at
# once, and does not wait until it is taken for dead.
_SUCCEEDS: Final = """
UPDATE processes SET beat = clock_timestamp() - make_interval(secs => $2)
WHERE id <> $1 AND address <> '' AND address = (SELECT address FROM processes WHERE id = $1)
"""


def now() -> float:
    """Seconds that have passed by this computer, also while it slept."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Heart:
    """Beats in the thread of the connections, however busy everybody else is."""

    def __init__(self, connections: Connections, address: str, version: str, died: Callable[[], None]) -> None:
        """`died` is called in that thread, when this process has been silent for too long."""
        self._connections: Final = connections
        self._address: Final = address
        self._version: Final = version
        self._died: Final = died
        self._until = 0.0  # it is alive for certain
        self._there = False  # under this name
        self._new = True  # it has just been started, and was never there before
        self.name = _new_name()
        self._was = ""  # and what it was called before, until the others know that nobody is called so any more
        self.apart = 0.0  # seconds that the clock of this computer is ahead of the database's; less: behind
        self.paused = False  # by a test: as if the machine had stopped
        self._beating: Final[Future[None]] = connections.beside(self._beat_on())

    @property
    def beats(self) -> bool:
        """Whether nobody can take this process for dead yet."""
        return now() < self._until

    async def beating(self, patience: float) -> bool:
        """Wait until it beats; False if that takes too long."""
        until = now() + patience
        while not self.beats:
            if now() > until or self._beating.done():
                return False
            await asyncio.sleep(0.01)
        return True

    async def stop(self) -> None:
        """Beat no more, and be there no more."""
        self._beating.cancel()
        self._until = 0.0
        with suppress(Exception):  # without a word: then others notice in time
            await asyncio.wrap_future(self._connections.beside(self._leave(self.name)))

    async def _leave(self, name: str) -> None:
        async with asyncio.timeout(_FAREWELL):
            line = await self._connections.line()
            try:
                async with line.transaction():
                    await line.execute("UPDATE owners SET process = NULL WHERE process = $1", name)
                    await line.execute(_LEAVES, name, DEAD)
            finally:
                line.terminate()

    # --- in the other thread ---

    async def _beat_on(self) -> None:
        line: Any = None
        try:
            while True:
                sent = now()
                try:
                    while self.paused:
                        await asyncio.sleep(_AGAIN / 10)
                    async with asyncio.timeout(max(_AGAIN, self._until - sent) if self._there else SILENT):
                        if line is None or line.is_closed():
                            line = await self._connections.line()
                        await self._beat(line, sent)
                except Exception as trouble:
                    if self._there and self.beats:
                        why = self._connections.why(trouble)
                        _log.warning("The database does not hear that this server is alive. %s", why)
                    if line is not None:
                        line.terminate()
                        line = None
                if self._there and not self.beats:
                    self._die()
                await asyncio.sleep(max(0.0, sent + BEAT - now()) if self.beats else _AGAIN)
        finally:
            if line is not None:
                line.terminate()

    async def _beat(self, line: Any, sent: float) -> None:
        if not self._there:
            if self._was:  # a beat that was under way when this process gave itself up may have come late
                await line.execute(_LEAVES, self._was, DEAD)
                self._was = ""
            await self._said(line, _COMES, self.name, self._address, self._version)
            if self._new:
                await line.execute(_SUCCEEDS, self.name, DEAD)
            self._new, self._there, self._until = False, True, sent + SILENT
        elif self.beats and await self._said(line, _BEATS, self.name, DEAD):
            self._until = sent + SILENT
        else:
            self._until = 0.0

    async def _said(self, line: Any, statement: str, *facts: object) -> bool:
        """Whether the database has heard it; and what time it is there, which tells how right our clock is."""
        before = time.time()
        there: float | None = await line.fetchval(statement, *facts)
        if there is None:
            return False
        self.apart = min(0.0, time.time() - there) + max(0.0, before - there)
        return True

    def _die(self) -> None:
        """Be somebody else from now on: what this process had may be others' by now."""
        _log.warning("This server could not say that it is alive, and lets go of its tables.")
        self._was, self.name, self._there, self._until = self.name, _new_name(), False, 0.0
        self._died()


def _new_name() -> str:
    """Nobody was called so before."""
    return f"{socket.gethostname()[:40]}-{secrets.token_hex(8)}"
