"""Whether the other processes can be reached where they say: asked now and then, before anybody needs them.

Nothing goes wrong if they cannot, but whoever comes in here is not passed on. Mostly somebody has forgotten
`--inside` on one of two computers, or copied it from one to the other; or there is a firewall in between.
"""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from dicecup.saves import StorageError
from dicecup.server.cluster import lines
from dicecup.server.operation.health import SAME_DOOR, UNREACHED
from dicecup.server.store.owners import Owner, Owners

_EVERY: Final = 10.0  # seconds between looks
_AT_ONCE: Final = 5  # others that are asked in one look, however many there are
_MISSED: Final = 2  # answers that have not come, so that nobody is meant who is just about to die
_log: Final = logging.getLogger("dicecup.server")


class Neighbours:
    """All others that are alive, as they look from here."""

    def __init__(
        self, owners: Owners, address: str, answers: Callable[[str], Awaitable[bool]] = lines.answers
    ) -> None:
        """`address`: where this process is reached itself."""
        self._owners: Final = owners
        self._address: Final = address
        self._answers: Final = answers
        self._missed: Final = Counter[str]()  # by process
        self._same: set[str] = set()  # who says that it is where we are
        self._told: Final[set[str]] = set()
        self._looking: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Look from now on."""
        self._looking = asyncio.create_task(self._look_on())

    async def end(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    def troubles(self) -> list[str]:
        """What is wrong, in words."""
        unreached = any(missed >= _MISSED for missed in self._missed.values())
        return [SAME_DOOR] * bool(self._same) + [UNREACHED] * unreached

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(_EVERY * random.uniform(0.5, 1.0))
            with suppress(StorageError):  # nobody can tell who is alive
                await self.look()

    async def look(self) -> None:
        """Once."""
        others = [each for each in await self._owners.all() if not each.here and each.address]
        there = {each.process for each in others}
        for process in self._missed.keys() - there:
            del self._missed[process]
        self._same = {each.process for each in others if each.address == self._address}
        for each in others:
            if each.process in self._same:
                self._tell(each, SAME_DOOR)
        asked = [each for each in others if each.process not in self._same]
        await asyncio.gather(*map(self._ask, random.sample(asked, min(_AT_ONCE, len(asked)))))

    async def _ask(self, other: Owner) -> None:
        if await self._answers(other.address):
            del self._missed[other.process]
            return
        self._missed[other.process] += 1
        if self._missed[other.process] >= _MISSED:
            self._tell(other, UNREACHED)

    def _tell(self, other: Owner, words: str) -> None:
        """Once, in the log, which may name names."""
        if other.process not in self._told:
            self._told.add(other.process)
            _log.warning("%s It is %s, at %s.", words, other.process, other.address)
