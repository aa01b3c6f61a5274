"""What is told in passing between processes: lost without harm, so nobody relies on having heard everything."""

from collections.abc import Callable
from typing import Any, Final, Protocol

Heard = Callable[[dict[str, Any]], None]
"""What is done with a message; must not wait. It runs in the server's own loop."""


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
        """Tell everybody. Never fails and never waits long: if the line is cut, nobody hears it."""
        ...

    async def take(self, what: str, key: str, rate: float, burst: float) -> bool:
        """Take a drop out of a bucket that all processes share (`limits.Bucket`); True if nobody can tell."""
        ...

    async def give_back(self, what: str, key: str, rate: float, burst: float) -> None:
        """Put a drop back that was not needed."""
        ...

    async def end(self) -> None:
        """Listen no more."""
        ...


class Within:
    """For one process: what is told is heard at once, and limits are looked after where they apply."""

    works: Final = True

    def __init__(self) -> None:
        self._hearing: Final[dict[str, list[Heard]]] = {}

    async def begin(self) -> None:
        """There is nothing to listen to."""

    def on(self, topic: str, hear: Heard) -> None:
        """Hear all that is said about a topic from now on."""
        self._hearing.setdefault(topic, []).append(hear)

    async def tell(self, topic: str, message: dict[str, Any]) -> None:
        """Tell everybody, which is this process."""
        for hear in self._hearing.get(topic, ()):
            hear(message)

    async def take(self, what: str, key: str, rate: float, burst: float) -> bool:
        """Others count nothing."""
        return True

    async def give_back(self, what: str, key: str, rate: float, burst: float) -> None:
        """Others count nothing."""

    async def end(self) -> None:
        """There is nothing to listen to."""
