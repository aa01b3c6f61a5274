"""Connections to PostgreSQL: in a thread with a loop of its own, found anew when the server was restarted."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, TypeVar

from dicecup.saves import StorageError
from dicecup.server.operation.deeds import work
from dicecup.server.store import postgres_lines as lines
from dicecup.server.store import postgres_schema as schema
from dicecup.server.store.handing import settle
from dicecup.server.store.postgres_words import (
    Address,
    at_the_start,
    driver,
    in_words,
    is_lost,
    is_worth_another_try,
    troubles,
)
from dicecup.server.store.storage import KEEPS_NOTHING, Uncertain

_CONNECTIONS: Final = 8
_CONNECT: Final = 10.0  # seconds
_ANSWER: Final = 30.0  # seconds for one statement
_PATIENCE: Final = 5.0  # seconds for a server that is being restarted
_WAIT: Final = 6.5  # seconds that anybody waits in all, whatever it is that does not answer
_PAUSE: Final = 0.1  # seconds between tries
_UNCERTAIN: Final = "What was being written may be there all the same."
_log: Final = logging.getLogger("dicecup.server")

# Whoever vanishes without a word in the middle of something, with its computer say, lets go of its locks in the
# time in which others notice that it is dead.
SETTINGS: Final = {
    "application_name": "dicecup",
    "idle_in_transaction_session_timeout": "4000",
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}


async def _set_up(connection: Any) -> None:
    await lines.set_up(connection, SETTINGS)


async def _leave_as_it_is(_connection: Any) -> None:
    """Nobody changes anything about a connection, so nothing has to be put back after each use of it."""


def _end(connection: Any) -> None:
    """At once, so that nobody waits for it; one that is lost already has been taken away."""
    with suppress(Exception):
        connection.terminate()


T = TypeVar("T")
Job = Callable[[Any], Awaitable[T]]
"""What is done with a connection, inside of a transaction."""


class Connections:
    """Some connections, for whoever needs one for a moment."""

    def __init__(self, address: Address, *, tell: Callable[[], bool] = lambda: True) -> None:
        """Open them; StorageError if that cannot be. `tell`: whether others may hear where the database is."""
        driver()
        self._address: Final = address
        self._tell: Final = tell
        self._loop: Final = asyncio.new_event_loop()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._closed = False
        self._pool: Any = None
        self._thread: Final = threading.Thread(target=self._work, name="PostgreSQL", daemon=True)
        self._thread.start()
        try:
            asyncio.run_coroutine_threadsafe(self._open(), self._loop).result()
        except BaseException:
            self._closed = True
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            raise

    def _work(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            self._loop.close()

    # --- opening and closing ---

    async def _open(self) -> None:
        """In words for whoever starts it, whoever else may not hear them."""
        try:
            await self._patiently(self._prepare, again=is_lost)
        except StorageError:
            await self._shut()
            raise
        except Exception as error:
            await self._shut()
            raise await at_the_start(error, self._address) from None

    async def _prepare(self) -> None:
        line = await self.line()
        try:
            await lines.keeps(line, self.line, self._address)
            await schema.look_over(line, str(self._address))
            await schema.prepare(line, str(self._address))
        finally:
            with suppress(Exception):
                await line.close(timeout=_CONNECT)
        self._pool = await driver().create_pool(
            self._address.url,
            min_size=0,  # or it tries to keep one, and tells the log of every restart at length
            max_size=_CONNECTIONS,
            timeout=_CONNECT,
            command_timeout=_ANSWER,
            init=_set_up,
            reset=_leave_as_it_is,
        )

    async def line(self) -> Any:
        """A connection of one's own, for whoever works `beside`."""
        return await lines.connect(self._address, SETTINGS, timeout=_CONNECT, command_timeout=_ANSWER)

    def beside(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Let something work in the other thread, however busy this one is."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def close(self) -> None:
        """Finish what was begun, and let go."""
        if self._closed:
            return
        self._closed = True
        done = asyncio.run_coroutine_threadsafe(self._finish(), self._loop)
        await asyncio.wrap_future(done)
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join)

    async def _finish(self) -> None:
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._shut()

    async def _shut(self) -> None:
        if self._pool is not None:
            with suppress(Exception):
                await asyncio.wait_for(self._pool.close(), _CONNECT)
            self._pool.terminate()

    # --- work ---

    # Whoever asks has an answer, or a refusal, after `_WAIT`; what is `long` has `_ANSWER` for every statement.

    async def read(self, job: Job[T], *, long: bool = False) -> T:
        """What comes of a job that only reads: it sees the database as it is at one moment."""
        with work("read"):
            return await self._run(lambda until: self._once(job, until, reading=True), long)

    async def ask(self, job: Job[T], *, long: bool = False) -> T:
        """What comes of a job that reads with one statement, which needs no transaction around it."""

        async def once(until: float | None) -> T:
            async with self._connection(until) as connection, asyncio.timeout_at(until):
                return await job(connection)

        with work("read"):
            return await self._run(once, long)

    async def write(self, job: Job[T], *, long: bool = False) -> T:
        """What comes of a job that writes: all of it or nothing."""
        with work("write"):
            return await self._run(lambda until: self._once(job, until, reading=False), long)

    async def _run(self, job: Callable[[float | None], Coroutine[Any, Any, T]], long: bool) -> T:
        """In the other thread, where it goes on to its end whoever still waits for it."""
        if self._closed:
            raise StorageError("The store is closed.")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def answer() -> None:
            try:
                until = None if long else self._loop.time() + _WAIT
                result = await self._patiently(lambda: job(until))
            except Exception as error:
                settle(future, None, self._worded(error))
            else:
                settle(future, result, None)

        def begin() -> None:
            task = self._loop.create_task(answer())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        self._loop.call_soon_threadsafe(begin)
        return await future

    async def _patiently(
        self,
        work: Callable[[], Coroutine[Any, Any, T]],
        again: Callable[[BaseException], bool] = is_worth_another_try,
    ) -> T:
        """Once more, as long as that may help and nothing has been done."""
        until = self._loop.time() + _PATIENCE
        while True:
            try:
                return await work()
            except Exception as error:
                if not again(error) or self._loop.time() > until:
                    raise
            await asyncio.sleep(_PAUSE)

    @asynccontextmanager
    async def _connection(self, until: float | None) -> AsyncIterator[Any]:
        """One of them; whatever is in doubt about it then, nobody else gets it, and nobody waits for it."""
        timeout = _CONNECT if until is None else max(0.0, until - self._loop.time())
        connection = await self._pool.acquire(timeout=timeout)
        try:
            yield connection
        except TimeoutError:
            _end(connection)
            raise
        finally:
            await self._pool.release(connection)

    async def _once(self, job: Job[T], until: float | None, *, reading: bool) -> T:
        how = {"isolation": "repeatable_read", "readonly": True} if reading else {}
        async with self._connection(until) as connection:
            transaction = connection.transaction(**how)
            try:
                async with asyncio.timeout_at(until):
                    await transaction.start()
                    result = await job(connection)
            except TimeoutError:
                raise  # the connection ends, and the transaction with it
            except BaseException:
                try:
                    async with asyncio.timeout_at(until):
                        await transaction.rollback()
                except Exception:
                    _end(connection)
                raise
            try:
                async with asyncio.timeout_at(until):
                    await transaction.commit()
            except Exception as error:
                if reading or not (is_lost(error) or isinstance(error, TimeoutError)):
                    raise  # it was taken back
                _end(connection)
                # Nobody can tell: so it is not tried again.
                raise Uncertain(f"{self._worded(error)} {_UNCERTAIN}") from None
            return result

    def why(self, error: Exception) -> str:
        """What is wrong, for the log."""
        if not isinstance(error, troubles()):
            return type(error).__name__
        return str(in_words(error, self._address))

    def _worded(self, error: Exception) -> Exception:
        if not isinstance(error, troubles()):
            return error
        words = in_words(error, self._address)
        if self._tell():
            return words
        _log.error("%s", words)
        return StorageError(KEEPS_NOTHING)
