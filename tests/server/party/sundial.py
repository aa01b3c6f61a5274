"""A time of the test's own, for a server that runs in another thread."""

import asyncio
import threading
from contextlib import suppress

from dicecup.server.clock import Clock


class Sundial(Clock):
    """It stands still until somebody turns it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._now = 1_800_000_000.0
        self._sleeping: list[tuple[float, asyncio.AbstractEventLoop, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        waking: asyncio.Future[None] = loop.create_future()
        with self._lock:
            if seconds <= 0:
                return
            self._sleeping.append((self._now + seconds, loop, waking))
        await waking

    def sleepers(self) -> int:
        """How many wait."""
        with self._lock:
            return sum(not waking.done() for _, _, waking in self._sleeping)

    def turn(self, seconds: float) -> None:
        """Let time pass, to the next who wakes up and on from there."""
        until = self._now + seconds
        while True:
            with self._lock:
                due = sorted((at, n) for n, (at, _, _) in enumerate(self._sleeping) if at <= until)
                if not due:
                    self._now = until
                    break
                at, n = due[0]
                _, loop, waking = self._sleeping.pop(n)
                self._now = max(self._now, at)
            if loop.is_closed():
                continue  # of a server that has ended
            with suppress(TimeoutError):  # of a server that is just ending
                asyncio.run_coroutine_threadsafe(_wake(waking), loop).result(5)


async def _wake(waking: asyncio.Future[None]) -> None:
    if not waking.done():
        waking.set_result(None)
    for _ in range(20):  # turns of the loop, however long they take: whoever woke may want to sleep again
        await asyncio.sleep(0.001)
