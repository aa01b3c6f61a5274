"""Garbage is collected when nobody waits: a full collection in the middle of a move stops all tables at once.

Matches and what they are made of go as soon as nobody holds them; only the libraries leave cycles behind, and few.
"""

import asyncio
import gc
import time
from typing import Final, Self

_YOUNG: Final = (
    20_000,
    20,
    1_000_000,
)  # the young often, which is quick; the old by `_collect` alone
_LOOK: Final = 0.5  # seconds between two looks at how busy the process is
_IDLE: Final = 0.2  # of a processor; more than that is busy
_SOON: Final = 15.0  # seconds after which the old are looked at when there is time for it
_AT_LAST: Final = 300.0  # and after which they are, however busy it is
_ALL: Final = 40  # every so many times what was set aside is looked at, too


class Garbage:
    """Looks after garbage as long as it is entered."""

    async def __aenter__(self) -> Self:
        self._usual = gc.get_threshold()
        self._count = 0
        gc.set_threshold(*_YOUNG)
        self._collect()
        self._task = asyncio.create_task(self._look_after())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        gc.set_threshold(*self._usual)
        gc.unfreeze()

    async def _look_after(self) -> None:
        last = time.monotonic()
        while True:
            began, used = time.monotonic(), time.process_time()
            await asyncio.sleep(_LOOK)
            now = time.monotonic()
            idle = time.process_time() - used < _IDLE * (now - began)
            if now - last >= (_SOON if idle else _AT_LAST):
                self._collect(everything=idle and self._count % _ALL == 0)
                last = time.monotonic()

    def _collect(self, *, everything: bool = True) -> None:
        """What survives is set aside: it need not be looked at the next time, and goes by itself like the rest."""
        self._count += 1
        if everything:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
