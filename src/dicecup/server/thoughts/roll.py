"""Whether all who share a database hear each other on the bus: with another one, or none, all comes late."""

import logging
from collections.abc import Collection
from typing import Any, Final

from dicecup.server.bus.bus import Bus

HERE: Final = "here"
"""Told on the bus now and then: who is there."""
OTHER_BUS: Final = (
    "Another server, or a 'dicecup think', is not heard on the bus, so computer players take seconds longer, and "
    "limits count apart. Give all of them the same --bus, or none of them any."
)
_SAYS: Final = 5.0  # seconds between words of one's own
_UNHEARD: Final = 30.0  # seconds without those of another
_log: Final = logging.getLogger("dicecup.server")


class Roll:
    """Who is alive, and when each was heard last."""

    def __init__(self, bus: Bus, name: str) -> None:
        self._bus: Final = bus
        self._name: Final = name
        self._heard: dict[str, float] = {}  # the latest; before that, since when somebody should be heard
        self._now: set[str] = set()  # heard since the last call
        self._said = float("-inf")
        self.trouble = ""  # what is wrong, in words
        bus.on(HERE, self._hear)

    def _hear(self, message: dict[str, Any]) -> None:
        self._now.add(str(message["name"]))

    async def call(self, alive: Collection[str], now: float) -> None:
        """Say that one is there, and see who has not said so for long."""
        if now - self._said >= _SAYS:
            self._said = now
            await self._bus.tell(HERE, {"name": self._name})
        listens = self._bus.works  # else nobody is heard, which is told elsewhere
        self._heard = {
            name: now if name in self._now or not listens else self._heard.get(name, now)
            for name in alive
            if name != self._name
        }
        self._now.clear()
        unheard = any(now - heard > _UNHEARD for heard in self._heard.values())
        if unheard and not self.trouble:
            _log.warning("%s", OTHER_BUS)
        self.trouble = OTHER_BUS if unheard else ""
