"""One of the processes that ask each other to think: it beats, and hears how everything stands."""

import asyncio
import json
import logging
import random
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from dicecup.server.bus.bus import Bus
from dicecup.server.thoughts import rows
from dicecup.server.thoughts.kits import kits
from dicecup.server.thoughts.link import Away, Link
from dicecup.server.thoughts.roll import Roll
from dicecup.server.thoughts.rows import Standing

ASKED: Final = "thoughts"
"""Told on the bus when there is something to think about."""
ANSWERED: Final = "answers"
"""Told on the bus when somebody who asked can hear more."""

BEAT: Final = 1.0  # seconds
_FAREWELL: Final = 2.0  # seconds to say goodbye: if that cannot be, one is silent
_STUCK: Final = 2.0  # seconds without the database after which nobody waits for it
_LOST: Final = json.dumps({rows.FAILED: "Everybody who thought about this was lost."})
_TOO_LONG: Final = json.dumps({rows.FAILED: "The computer player took too long."})
_log: Final = logging.getLogger("dicecup.server")

Stood = Callable[[Standing], None]
"""Told how things stand, once a second; must not wait, so that nothing has changed from here meanwhile."""


def log_trouble(trouble: Away | None) -> None:
    """What becomes of the database: it has gone, or is back."""
    if trouble is not None:
        _log.warning("What computer players think about is not shared meanwhile. %s", trouble)
    else:
        _log.warning("What computer players think about is shared again.")


class Circle:
    """What asking and taking need of everybody."""

    def __init__(
        self, link: Link, bus: Bus, processes: int, tell: Callable[[Away | None], None] = log_trouble
    ) -> None:
        """`processes` think here; `tell` hears when the database goes, and when it is back."""
        self.name: Final = secrets.token_hex(8)
        self.link: Final = link
        self.bus: Final = bus
        self.processes: Final = processes
        self.kits: Final = kits()
        self.roll: Final = Roll(bus, self.name)
        self._away_since: float | None = None
        self._tell: Final = tell
        self._stood: Final[list[Stood]] = []
        self._stuck: Final[list[Callable[[], None]]] = []
        self._errands: Final[set[asyncio.Task[None]]] = set()
        self._beating: asyncio.Task[None] | None = None
        self._steady: float | None = None  # since when it beats without a break
        self._looked = asyncio.Event()  # it has been tried once

    def on_beat(self, hear: Stood) -> None:
        """Hear how things stand, from now on."""
        self._stood.append(hear)

    def on_stuck(self, hear: Callable[[], None]) -> None:
        """Hear when the database has been away for a while, and still is."""
        self._stuck.append(hear)

    async def begin(self) -> None:
        """Be there; if the database is not to be had, as soon as it is."""
        self._beating = asyncio.create_task(self._beat_on())
        await self._looked.wait()

    def soon(self, errand: Coroutine[Any, Any, Any]) -> None:
        """Do something that nobody waits for, if the database can be had."""

        async def go() -> None:
            with suppress(Away):
                await errand

        task = asyncio.create_task(go())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _beat_on(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                standing = await self.link.do(lambda db: rows.beat(db, self.name, self.kits, self.processes))
            except Away as away:
                self._is_away(away, loop.time())
            else:
                self._is_there(standing, loop.time())
                await self.roll.call(standing.alive, loop.time())
                if self._steady is not None and loop.time() - self._steady > rows.SILENT + BEAT:
                    await self._sweep()
            self._looked.set()
            await asyncio.sleep(BEAT * random.uniform(0.8, 1.2))  # so that not all come at once

    def _is_away(self, why: Away, now: float) -> None:
        self._steady = None
        if self._away_since is None:
            self._away_since = now
            self._tell(why)
        elif now - self._away_since > _STUCK:
            for hear in self._stuck:
                hear()

    def _is_there(self, standing: Standing, now: float) -> None:
        if self._away_since is not None:
            self._away_since = None
            self._tell(None)
        if self._steady is None:
            self._steady = now
        for hear in self._stood:
            try:
                hear(standing)
            except Exception as error:  # whoever stops beating is dead
                _log.error("How thoughts stand could not be told.", exc_info=error)

    async def _sweep(self) -> None:
        """Not before one has beaten for a while: when the database was away, nobody could, and nobody is dead."""
        with suppress(Away):
            if await self.link.do(lambda db: rows.sweep(db, _LOST, _TOO_LONG)):
                await self.bus.tell(ASKED, {})

    async def end(self) -> None:
        """Be there no more."""
        if self._beating is not None:
            self._beating.cancel()
            with suppress(Away, TimeoutError):
                async with asyncio.timeout(_FAREWELL):
                    await self.link.do(lambda db: rows.leave(db, self.name))
            await self.bus.tell(ASKED, {})
        for errand in self._errands:
            errand.cancel()  # whatever it was, it is seen to
        await asyncio.gather(*self._errands, return_exceptions=True)
        await self.link.close()
