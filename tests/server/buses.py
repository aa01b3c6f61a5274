"""Buses to test with: what they are reached by, and what can happen to them."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Protocol

from dicecup.server.bus.bus import Bus
from dicecup.server.bus.postgres_bus import PostgresBus
from dicecup.server.bus.redis_bus import RedisBus
from tests.server.postgres import Cluster
from tests.server.redis import Kept
from tests.server.stores import PostgresPlace

TOPIC = "news"


class Stop(Protocol):
    """What buses meet at."""

    def bus(self) -> Bus: ...

    def shout(self, text: str) -> None:
        """A stranger says something where all can hear it."""
        ...

    def kill(self) -> None: ...

    def start(self) -> None: ...

    def freeze(self) -> None: ...

    def thaw(self) -> None: ...


class RedisStop:
    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.kill, self.start, self.freeze, self.thaw = kept.kill, kept.start, kept.stop, kept.go_on

    def bus(self) -> Bus:
        return RedisBus(self.kept.url())

    def by_hand(self, *words: str) -> Any:
        import redis

        with redis.Redis(port=self.kept.port) as client:
            return client.execute_command(*words)

    def shout(self, text: str) -> None:
        self.by_hand("PUBLISH", "dicecup:0", text)


class PostgresStop:
    def __init__(self, cluster: Cluster, place: PostgresPlace) -> None:
        self._cluster, self._place = cluster, place
        self._frozen: list[int] = []

    def bus(self) -> Bus:
        return PostgresBus(self._place.url)

    def shout(self, text: str) -> None:
        self._place.by_hand("SELECT pg_notify('dicecup', '{}')".format(text.replace("'", "''")))

    def kill(self) -> None:
        self._cluster.stop("immediate")

    def start(self) -> None:
        self._cluster.start()

    def freeze(self) -> None:
        """Those that serve the buses do nothing any more."""
        ours = "application_name = 'dicecup bus' AND datname = current_database()"
        found = self._place.by_hand(f"SELECT pid FROM pg_stat_activity WHERE {ours}")
        self._frozen = [pid for (pid,) in found]
        assert self._frozen
        for pid in self._frozen:
            os.kill(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        for pid in self._frozen:
            os.kill(pid, signal.SIGCONT)


async def until(true: Callable[[], bool | Awaitable[bool]], patience: float = 60.0) -> None:
    """Wait for a state."""
    async with asyncio.timeout(patience):
        while True:
            found = true()
            if found if isinstance(found, bool) else await found:
                return
            await asyncio.sleep(0.01)


@asynccontextmanager
async def on_board(*buses: Bus) -> AsyncIterator[None]:
    """They listen, and their lines are up."""
    try:
        for bus in buses:
            await bus.begin()
        await until(lambda: all(bus.works for bus in buses))
        yield
    finally:
        for bus in buses:
            await bus.end()


class Ear:
    """Remembers what was said."""

    def __init__(self, bus: Bus, topic: str = TOPIC) -> None:
        self.heard: list[dict[str, Any]] = []
        bus.on(topic, self.heard.append)


async def carries(teller: Bus, *ears: Ear) -> None:
    """Sooner or later what is told is heard, by all of them: said again and again, since it may get lost."""
    word = os.urandom(8).hex()

    async def all_have_it() -> bool:
        await teller.tell(TOPIC, {"again": word})
        return all({"again": word} in ear.heard for ear in ears)

    await until(all_have_it)


def at_once(asked: Any) -> Any:
    """What is answered without waiting for anything, not even for a turn in the loop."""
    try:
        asked.send(None)
    except StopIteration as done:
        return done.value
    asked.close()
    raise AssertionError("it waits")
