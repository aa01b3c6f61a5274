"""A time of one's own, for tests: it passes when it is told to, and stands still otherwise."""

import asyncio
import heapq
from collections.abc import Awaitable, Callable
from itertools import count

from dicecup.server.clock import Clock

NOON = 1_000_000.0


async def breathe() -> None:
    """Let everybody do what they can do without waiting for anything."""
    for _ in range(20):
        await asyncio.sleep(0)


class Hourglass(Clock):
    """A clock. Whoever sleeps is woken at exactly their time, one after the other."""

    def __init__(self, now: float = NOON) -> None:
        self._now = now
        self._order = count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), waking))
        await waking

    @property
    def sleepers(self) -> int:
        """How many wait for something."""
        return sum(not waking.done() for *_, waking in self._sleepers)

    async def advance(self, seconds: float, settle: Callable[[], Awaitable[None]] = breathe) -> None:
        """Let so much time pass. Whoever wakes on the way does what they woke for before anybody else does."""
        until = self._now + seconds
        await settle()
        while self._sleepers and self._sleepers[0][0] <= until:
            self._now, _, waking = heapq.heappop(self._sleepers)
            if not waking.done():
                waking.set_result(None)
                await settle()
        self._now = until
        await settle()
