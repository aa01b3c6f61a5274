"""What is told in passing between processes: lost without harm, so nobody relies on having heard everything."""

import logging
from collections.abc import Callable
from typing import Any, Final, Protocol

from dicecup.server.limits import Bucket

OWNER: Final = "owner"  # who has a unit now: {"unit", "process"}
GONE: Final = "gone"  # a guest has been deleted: {"guest"}

Heard = Callable[[dict[str, Any]], None]
"""What is done with a message; must not wait. It runs in the server's own loop."""

_COMPLAINTS: Final = (1 / 60, 5.0)  # each second, and at once
_log: Final = logging.getLogger("dicecup.server")


class Bus(Protocol):
    """A line to all processes. Whatever it carries is news of something that can be looked up elsewhere."""

    @property
    def works(self) -> bool:
        """Whether messages get through just now, as far as one can tell."""
        ...

    async def begin(self) -> None:
        """Listen from now on; if that cannot be, try again in the background until it can."""
        ...

    def on(self, topic: str, hear: Heard) -> None:
        """Hear all that is said about a topic from now on, also what this process says."""
        ...

    async def tell(self, topic: str, message: dict[str, Any]) -> None:
        """Tell everybody. Never fails and never waits: if the line is cut, nobody hears it."""
        ...

    async def take(self, what: str, key: str, rate: float, burst: float, drops: int = 1) -> float | None:
        """Take drops out of a bucket that all processes share (`limits.Bucket`), and tell how many are left.

        Less than none: so many are missing, and none was taken. None: nobody can tell. `shared.Buckets` asks this.
        """
        ...

    async def count(self, what: str, key: str, here: int) -> int | None:
        """Say how many of something this process has, and hear how many all have; None: nobody can tell."""
        ...

    async def end(self) -> None:
        """Listen no more."""
        ...


class Hearing:
    """Who hears what. Strangers may speak, too: whatever makes no sense does nothing."""

    def __init__(self) -> None:
        self._hearing: Final[dict[str, list[Heard]]] = {}
        self._complaints: Final = Bucket(*_COMPLAINTS)

    def on(self, topic: str, hear: Heard) -> None:
        """Hear all that is said about a topic from now on."""
        self._hearing.setdefault(topic, []).append(hear)

    def hear(self, topic: str, message: dict[str, Any]) -> None:
        """Something was said."""
        for hear in self._hearing.get(topic, ()):
            try:
                hear(message)
            except Exception as error:
                if self._complaints.take():
                    _log.warning("a message about %r makes no sense: %s", topic, type(error).__name__)


class Within:
    """For one process: what is told is heard at once, and limits are looked after where they apply."""

    works: Final = True

    def __init__(self) -> None:
        self._hearing: Final = Hearing()

    async def begin(self) -> None:
        """There is nothing to listen to."""

    def on(self, topic: str, hear: Heard) -> None:
        """Hear all that is said about a topic from now on."""
        self._hearing.on(topic, hear)

    async def tell(self, topic: str, message: dict[str, Any]) -> None:
        """Tell everybody, which is this process."""
        self._hearing.hear(topic, message)

    async def take(self, what: str, key: str, rate: float, burst: float, drops: int = 1) -> float | None:
        """Nobody else counts anything."""
        return None

    async def count(self, what: str, key: str, here: int) -> int | None:
        """Nobody else has any."""
        return None

    async def end(self) -> None:
        """There is nothing to listen to."""
