"""`dicecup think`: a program that thinks for the computer players of servers, here or elsewhere."""

import asyncio
import signal
from contextlib import suppress
from typing import Final

from dicecup.saves import StorageError
from dicecup.server.bus.opening import open_bus
from dicecup.server.operation import logs
from dicecup.server.settings import Settings
from dicecup.server.store.postgres_words import Address, address_of
from dicecup.server.thoughts import rows
from dicecup.server.thoughts.circle import Circle
from dicecup.server.thoughts.link import Away, Link, Refused
from dicecup.server.thoughts.taking import Taking

GRACE: Final = 8.0  # seconds for what is under way when it ends: most thoughts take less
_ENDS: Final = (signal.SIGTERM, signal.SIGINT)


class Thinker:
    """It goes on until it is told to end, whatever becomes of the database."""

    def __init__(self, address: Address, processes: int, settings: Settings) -> None:
        self._address: Final = address
        self._settings: Final = settings
        self._many: Final = "1 process" if processes == 1 else f"{processes} processes"
        self._end: Final = asyncio.Event()
        self._refused: Refused | None = None
        self._begun = False

    async def run(self, circle: Circle, limit: float) -> None:
        """Think. Refused if that cannot be before somebody changes something."""
        loop = asyncio.get_running_loop()
        for each in _ENDS:
            with suppress(NotImplementedError):  # Windows ends it at once
                loop.add_signal_handler(each, self._asked_to_end)
        taking = Taking(circle, limit)
        try:
            await circle.begin()
            self._begun = True
            if self._refused is not None:
                raise self._refused
            await circle.bus.begin()
            taking.begin()
            self._say(f"Dicecup thinks for all who share {self._address}: {self._many}  (Ctrl-C stops it)")
            await self._end.wait()
            if taking.busy:
                self._say("Finishing what is under way ...")
        finally:
            await taking.close(GRACE if self._refused is None else 0.0)
            await circle.end()
            await circle.bus.end()

    def _asked_to_end(self) -> None:
        """What is under way may be finished; whoever does not want to wait for that asks again."""
        self._end.set()
        for each in _ENDS:
            asyncio.get_running_loop().remove_signal_handler(each)

    def tell(self, trouble: Away | None) -> None:
        """The database has gone, or is back."""
        if isinstance(trouble, Refused) and not self._begun:
            self._refused = trouble
        elif trouble is not None:
            self._say(f"{trouble} Trying again until it works.")
        else:
            self._say("It works: thinking again.")

    def _say(self, words: str) -> None:
        logs.say(self._settings, words)


def think(settings: Settings, processes: int) -> None:
    """Think until somebody ends it; StorageError, with what to do, if that can never be."""

    async def go() -> None:
        address = address_of(settings.database)
        thinker = Thinker(address, processes, settings)
        circle = Circle(Link(address, starting=True), open_bus(settings), processes, thinker.tell)
        await thinker.run(circle, settings.think)

    logs.begin(settings)
    asyncio.run(go())


def check(settings: Settings) -> str:
    """Who thinks for the servers of this database; StorageError if nobody does, or nobody can tell."""

    async def go() -> tuple[int, int]:
        link = Link(address_of(settings.database))
        try:
            return await link.do(rows.thinkers)
        finally:
            await link.close()

    found, processes = asyncio.run(go())
    if not found:
        raise StorageError("Nobody thinks for the computer players of these servers.")
    return f"Programs that think: {found}; processes: {processes}."
