"""What time it is, and waiting: one object, so that tests can have a time of their own."""

import asyncio
import time


class Clock:
    """The time of the computer."""

    def now(self) -> float:
        """Seconds since 1970: what is written down has to mean the same after a restart."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait so long."""
        await asyncio.sleep(seconds)


def when(stamp: float) -> str:
    """A moment, in UTC."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(stamp))
