"""How a server ends that others go on for: it sends its pages to them a few at a time, so that nobody is overrun.

Nothing that was acknowledged depends on this: it is on the disk, and a process that is killed is taken over, too.
In order it is only quicker, as nobody has to be missed first.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from math import ceil
from typing import Final, Protocol, TypeVar

from dicecup.saves import StorageError
from dicecup.server.line import RESTART
from dicecup.server.operation import logs, measures
from dicecup.server.operation.health import Health
from dicecup.server.settings import Settings
from dicecup.server.store.owners import Owners

USUAL: Final = 5.0  # seconds, where others can go on; longer than a proxy takes to notice that we are not ready
_LEAD: Final = 1.0  # seconds for a proxy to notice, or it would bring back whoever is sent away first
_LATE: Final = 3.0  # seconds for a database that does not answer
COME_BACK: Final = "This server is being restarted. You are taken back in a moment."
_STEPS: Final = 200  # at most: what there is more of goes several at a time
_GIVEN_UP: Final = measures.counter("dicecup_units_given_up_total", "Units that were left to others at the end.")
_log: Final = logging.getLogger("dicecup.server")

T = TypeVar("T")


class Line(Protocol):
    """A socket's connection."""

    def send_away(self, reason: str, code: int) -> None:
        """Say why, and close it."""
        ...


class Ending:
    """The end of one process."""

    def __init__(self, health: Health, owners: Owners, settings: Settings) -> None:
        self._health: Final = health
        self._owners: Final = owners
        self._wanted: Final = settings.farewell

    def announce(self) -> None:
        """Say that nobody should be sent here any more. It may be called by the handler of a signal."""
        self._health.leaving = True

    async def part(self, lines: Callable[[], Sequence[Line]]) -> None:
        """Let go of everything, a bit at a time: first of what is ours, then of who only passes through here.

        Requests are answered meanwhile, by others if they are about something that is not ours any more.
        """
        self.announce()
        self._owners.leave()
        logs.note("This process is ending.")
        seconds = await self._seconds()
        if not seconds:
            return
        lead = min(_LEAD, seconds / 5)
        await asyncio.sleep(lead)
        seconds -= lead
        units = self._owners.held()
        if units and lines():
            seconds /= 2
        try:
            async with asyncio.timeout(seconds + _LATE):
                await _spread(units, self._give_up, seconds)
        except (StorageError, TimeoutError):  # then they are missed, and taken over
            pass
        except Exception:  # whatever it is, it does not keep a server from ending
            _log.exception("tables could not be left to others")
        await _spread(lines(), _close, seconds)

    async def _seconds(self) -> float:
        """How long it takes over its farewell. Where nobody else goes on, nobody is helped by waiting."""
        if self._wanted is not None:
            return self._wanted
        with suppress(StorageError, TimeoutError):
            async with asyncio.timeout(_LATE):
                return USUAL if any(not each.here for each in await self._owners.all()) else 0.0
        return 0.0

    async def _give_up(self, units: Collection[str]) -> None:
        await self._owners.give_up(units)
        _GIVEN_UP.add(much=len(units))


async def _close(lines: Collection[Line]) -> None:
    for line in lines:
        line.send_away(COME_BACK, RESTART)


async def _spread(things: Sequence[T], let_go: Callable[[Collection[T]], Awaitable[None]], seconds: float) -> None:
    """Let go of these in no order, at moments that nobody can guess."""
    things = random.sample(things, len(things))
    each = ceil(len(things) / _STEPS)
    parts = [things[at : at + each] for at in range(0, len(things), each)] if things else []
    now = asyncio.get_running_loop().time()
    moments = sorted(random.uniform(0.0, seconds) for _ in parts)
    for moment, some in zip(moments, parts, strict=True):
        await asyncio.sleep(max(0.0, now + moment - asyncio.get_running_loop().time()))
        await let_go(some)
