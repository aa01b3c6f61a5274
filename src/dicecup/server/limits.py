"""How much of something one may have: at once, or in a while."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Generic, TypeVar

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

    def has(self, drops: float = 1.0) -> bool:
        """Whether there are so many."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.stamp) * self.rate)
        self.stamp = now
        return self.level >= drops

    def take(self, drops: float = 1.0) -> bool:
        """Take some, if there are enough."""
        if not self.has(drops):
            return False
        self.level -= drops
        return True

    async def wait(self, drops: float = 1.0) -> None:
        """Take some, as soon as there are enough."""
        while not self.take(drops):
            await asyncio.sleep((drops - self.level) / self.rate)


T = TypeVar("T")


class Keyed(Generic[T]):
    """One of something for each key; those not used for longest are forgotten, so that memory stays bounded."""

    def __init__(self, new: Callable[[], T], most: int) -> None:
        self._new: Final = new
        self._most: Final = most
        self._things: OrderedDict[str, T] = OrderedDict()

    def of(self, key: str) -> T:
        """That of `key`, a new one if need be."""
        thing = self._things.get(key)
        if thing is None:
            thing = self._things[key] = self._new()
            if len(self._things) > self._most:
                self._things.popitem(last=False)
        self._things.move_to_end(key)
        return thing


class Buckets:
    """One bucket for each key."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._buckets: Final = Keyed(lambda: Bucket(rate, burst), most)

    def take(self, key: str) -> bool:
        """Take one drop from the bucket of `key`."""
        return self._buckets.of(key).take()
