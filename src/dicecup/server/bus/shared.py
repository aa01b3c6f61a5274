"""Limits that hold for all processes together, as far as the bus can tell; and for each alone when it cannot."""

import asyncio
from typing import Final

from dicecup.server.bus.bus import Bus
from dicecup.server.limits import Bucket, Count, Keyed


class _Bucket(Bucket):
    """What this process knows of a bucket that all share."""

    __slots__ = ("asking", "owed")

    def __init__(self, rate: float, burst: float) -> None:
        super().__init__(rate, burst)
        self.owed = 0  # drops that were given here and not yet taken there
        self.asking = 0  # those that are being taken there


class Buckets:
    """One bucket for each key.

    What this process alone would refuse is refused, and what others have taken is not asked for before it can be
    there again. Otherwise up to `unasked` drops are given first, and asked for together with the next one: so all
    processes together give at most that many more, each, than one would.
    """

    def __init__(
        self, bus: Bus, what: str, rate: float, burst: float, *, unasked: int = 0, most: int = 10_000
    ) -> None:
        self._bus: Final = bus
        self._what: Final = what
        self._rate: Final = rate
        self._burst: Final = burst
        self._unasked: Final = unasked
        self._buckets: Final = Keyed(lambda: _Bucket(rate, burst), most)

    async def take(self, key: str) -> bool:
        """Take one drop from the bucket of `key`."""
        bucket = self._buckets.of(key)
        if not bucket.take():
            return False
        bucket.owed += 1
        if bucket.owed + bucket.asking <= self._unasked:
            return True
        drops, bucket.owed = bucket.owed, 0
        bucket.asking += drops
        try:
            left = await self._bus.take(self._what, key, self._rate, self._burst, drops)
        finally:
            bucket.asking -= drops
        if left is None or left >= 0:
            return True
        bucket.owed += drops - 1
        bucket.level = min(bucket.level, 1 + left)
        return False

    async def has(self, key: str) -> bool:
        """Whether there is a drop in the bucket of `key`, which stays there."""
        if not self._buckets.of(key).has():
            return False
        left = await self._bus.take(self._what, key, self._rate, self._burst, 0)
        return left is None or left >= 1


class Places:
    """How many of something everybody has, of which nobody may have more than `most` at once."""

    def __init__(self, bus: Bus, what: str, most: int) -> None:
        self._bus: Final = bus
        self._what: Final = what
        self._most: Final = most
        self._here: Final = Count()
        self._saying: Final[set[asyncio.Task[None]]] = set()

    @property
    def here(self) -> int:
        """How many there are in this process, whoever has them."""
        return self._here.total

    async def enter(self, key: str) -> bool:
        """Have one more; False if that would be too many."""
        if self._here.of(key) >= self._most:
            return False
        self._here.add(key)
        try:
            everywhere = await self._bus.count(self._what, key, self._here.of(key))
        except BaseException:  # whoever wanted it has gone
            self.leave(key)
            raise
        if everywhere is not None and everywhere > self._most:
            self.leave(key)
            return False
        return True

    def leave(self, key: str) -> None:
        """Have one less. Nobody waits until the others know."""
        self._here.add(key, -1)
        task = asyncio.create_task(self._say(key))
        self._saying.add(task)
        task.add_done_callback(self._saying.discard)

    async def _say(self, key: str) -> None:
        await self._bus.count(self._what, key, self._here.of(key))
