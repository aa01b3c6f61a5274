"""Garbage is collected when nobody waits, and what has come to stay is set aside then.

A full collection looks at everything that is not set aside, and stops all tables while it does. Matches and what
they are made of go as soon as nobody holds them; only the libraries leave cycles behind, and few.
"""

import asyncio
import gc
import time
from typing import Final, Self

_LOOK: Final = 0.5  # seconds between two looks at how busy the process is
_IDLE: Final = 0.2  # of a processor; more than that is busy
_SOON: Final = 15.0  # seconds between two collections, if there is time for them
_ALL: Final = 40  # every so many times what was set aside is looked at, too


class Garbage:
    """Looks after the garbage of a process that is all the server's own, as long as it is entered."""

    async def __aenter__(self) -> Self:
        self._count = 0
        self._collect()
        self._task = asyncio.create_task(self._look_after())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        gc.unfreeze()

    async def _look_after(self) -> None:
        last = time.monotonic()
        while True:
            began, used = time.monotonic(), time.process_time()
            await asyncio.sleep(_LOOK)
            now = time.monotonic()
            idle = time.process_time() - used < _IDLE * (now - began)
            if idle and now - last >= _SOON:
                self._collect(everything=self._count % _ALL == 0)
                last = time.monotonic()

    def _collect(self, *, everything: bool = True) -> None:
        """What survives is set aside: it need not be looked at the next time, and goes by itself like the rest."""
        self._count += 1
        if everything:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
