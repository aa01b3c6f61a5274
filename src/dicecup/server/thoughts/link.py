"""One connection to the database, in the loop of whoever uses it, that comes back by itself."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from dicecup.saves import StorageError
from dicecup.server.store import postgres_lines as lines
from dicecup.server.store import postgres_schema as schema
from dicecup.server.store import postgres_shared as shared
from dicecup.server.store.postgres_words import Address, at_the_start, driver, in_words, is_mixed_up, troubles

_SETTINGS: Final = {
    "application_name": "dicecup thoughts",
    "synchronous_commit": "off",  # nothing of it has to survive
    "jit": "off",  # nor to be optimised: statements are short
}
_CONNECT: Final = 3.0  # seconds
_ANSWER: Final = 3.0  # seconds for one statement: all of them are short
_FAREWELL: Final = 0.5  # seconds to close a connection in order
_PAUSE: Final = 0.5  # seconds between tries to connect
_log: Final = logging.getLogger("dicecup.server")

T = TypeVar("T")


class Away(StorageError):  # noqa: N818 - it names what is the matter
    """The database is not to be had just now."""


class Refused(Away):
    """It will not be had until somebody changes something: a password, say."""


class Link:
    """Statements go one after the other: so whatever is read was not changed from here meanwhile."""

    def __init__(self, address: Address, *, starting: bool = False) -> None:
        """`starting`: a program begins with this, which does not do so on tables that it does not know.

        One that runs goes on meanwhile: there may be servers of its own version that rely on it.
        """
        self.address: Final = address
        self._starting = starting
        self._connection: Any = None
        self._turn: Final = asyncio.Lock()
        self._trouble: Away | None = None
        self._again = 0.0  # when to try to connect again
        self._closed = False

    async def do(self, job: Callable[[Any], Awaitable[T]]) -> T:
        """What comes of a job; Away if that cannot be, and then it may be done all the same.

        It goes on to its end whoever still waits for it: others use the same connection.
        """
        task = asyncio.ensure_future(self._do(job))
        task.add_done_callback(_heard)
        return await asyncio.shield(task)

    async def _do(self, job: Callable[[Any], Awaitable[T]]) -> T:
        async with self._turn:
            try:
                return await job(await self._connected())
            except Exception as error:
                self._drop()
                if not isinstance(error, (Away, *troubles())):
                    _log.error("A statement about thoughts failed.", exc_info=error)
                raise self._worded(error) from None

    async def _connected(self) -> Any:
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        loop = asyncio.get_running_loop()
        if self._closed:
            raise Away("The store is closed.")
        if self._trouble is not None and loop.time() < self._again:
            raise self._trouble  # not everybody who waits here waits for that
        try:
            found = await self._line()
        except Exception as error:
            found_out = await at_the_start(error, self.address) if self._starting else None
            self._trouble, self._again = self._worded(error, found_out), loop.time() + _PAUSE
            raise self._trouble from None
        try:
            await self._look_over(found)
        except BaseException as error:
            found.terminate()
            if isinstance(error, Away):
                self._trouble, self._again = error, loop.time() + _PAUSE
            raise
        self._connection, self._trouble, self._starting = found, None, False
        return found

    async def _line(self) -> Any:
        return await lines.connect(self.address, _SETTINGS, timeout=_CONNECT, command_timeout=_ANSWER)

    async def _look_over(self, found: Any) -> None:
        """Tables are made by servers, for whom they are: before there are any, and after a change, it waits."""
        if self._starting:
            try:
                await lines.keeps(found, self._line, self.address)
            except StorageError as mixed_up:
                raise Refused(str(mixed_up)) from None
        if await found.fetchval("SELECT to_regclass('dicecup_shared_version')") is None:
            raise Away(f"No server has used {self.address} yet.")
        version = await found.fetchval("SELECT max(version) FROM dicecup_shared_version")
        of_games = await found.fetchval("SELECT max(version) FROM dicecup_version")
        if self._starting and (version > len(shared.STEPS) or of_games > schema.newest()):
            raise Refused(shared.newer(str(self.address)))
        if version != len(shared.STEPS):
            raise Away(f"The servers that use {self.address} are of another version of Dicecup.")

    def _worded(self, error: Exception, words: StorageError | None = None) -> Away:
        if isinstance(error, Away):
            return error
        pg = driver()
        never = (
            *(pg.InvalidPasswordError, pg.InvalidAuthorizationSpecificationError, pg.InvalidCatalogNameError),
            *(pg.InsufficientPrivilegeError,),
        )
        said = str(words or in_words(error, self.address))
        return Refused(said) if isinstance(error, never) or is_mixed_up(error) else Away(said)

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        """Let go, whether or not it answers."""
        self._closed = True
        with suppress(Exception):
            async with asyncio.timeout(_FAREWELL), self._turn:
                if self._connection is not None:
                    await self._connection.close()
        self._drop()


def _heard(task: asyncio.Future[Any]) -> None:
    if not task.cancelled():
        task.exception()  # whoever still waits has it as well
