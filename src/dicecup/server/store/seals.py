"""Secrets that wait for their match, until it is made or they are too old: each can be taken once."""

import time
from collections import OrderedDict
from typing import Final, NamedTuple, Protocol

PATIENCE: Final = 600.0  # seconds
_MOST: Final = 10_000  # of all guests


class Waiting(NamedTuple):
    """What is kept for a guest."""

    name: str
    secret: str  # JSON


class SealStorage(Protocol):
    """Where they wait: one for each guest."""

    async def put(self, guest: str, waiting: Waiting) -> None:
        """Keep one, in the place of the one before."""
        ...

    async def take(self, guest: str) -> Waiting | None:
        """The one of a guest, which is nobody's any more."""
        ...


class SealsInMemory:
    """Where there is one process: whoever restarts it seals anew."""

    def __init__(self) -> None:
        self._waiting: Final[OrderedDict[str, tuple[Waiting, float]]] = OrderedDict()

    async def put(self, guest: str, waiting: Waiting) -> None:
        """Keep one, in the place of the one before."""
        self._waiting.pop(guest, None)
        if len(self._waiting) >= _MOST:
            self._waiting.popitem(last=False)
        self._waiting[guest] = waiting, time.monotonic()

    async def take(self, guest: str) -> Waiting | None:
        """The one of a guest, which is nobody's any more."""
        waiting, made = self._waiting.pop(guest, (None, 0.0))
        return waiting if time.monotonic() - made <= PATIENCE else None
