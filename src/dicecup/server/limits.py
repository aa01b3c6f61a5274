"""How much of something one may have: at once, or in a while."""

import asyncio
import time
from collections import OrderedDict
from typing import Final

from dicecup.table import DicecupError


class Crowded(DicecupError):  # noqa: N818
    """Too much of something in too little time."""


class Count:
    """How much of something everybody has just now; whoever has nothing of it is not remembered."""

    def __init__(self) -> None:
        self.total = 0
        self._of: dict[str, int] = {}

    def of(self, key: str) -> int:
        """How much of it this one has."""
        return self._of.get(key, 0)

    def add(self, key: str, much: int = 1) -> None:
        """So much more; less than nothing: so much is given back."""
        self.total += much
        left = self._of[key] = self.of(key) + much
        if not left:
            del self._of[key]


class Bucket:
    """Holds up to `burst` drops and gets `rate` new ones each second."""

    __slots__ = ("burst", "level", "rate", "stamp")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.stamp = time.monotonic()

    def take(self, drops: float = 1.0) -> bool:
        """Take some, if there are enough."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.stamp) * self.rate)
        self.stamp = now
        if self.level < drops:
            return False
        self.level -= drops
        return True

    def give_back(self, drops: float = 1.0) -> None:
        """Put some back that were not needed."""
        self.level = min(self.burst, self.level + drops)

    async def wait(self, drops: float = 1.0) -> None:
        """Take some, as soon as there are enough."""
        while not self.take(drops):
            await asyncio.sleep((drops - self.level) / self.rate)


class Buckets:
    """One bucket for each key; those not used for longest are forgotten, so that memory stays bounded."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate: Final = rate
        self._burst: Final = burst
        self._most: Final = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take one drop from the bucket of `key`."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take()

    def give_back(self, key: str) -> None:
        """Put a drop back into the bucket of `key`."""
        if (bucket := self._buckets.get(key)) is not None:
            bucket.give_back()
