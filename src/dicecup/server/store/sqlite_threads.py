"""Threads that work on a database: one that writes, and one that only reads and so never waits for a full disk."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from dicecup.saves import StorageError
from dicecup.server.operation.deeds import work
from dicecup.server.store.handing import settle

_BATCH: Final = 256  # jobs that share a commit

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]
_Waiting = tuple[Job[Any], asyncio.Future[Any]]
_Result = tuple[asyncio.Future[Any], Any, BaseException | None]


class Reader:
    """A thread with a connection of its own. Each job sees the database as it is at one moment."""

    _what = "read"

    def __init__(self, connection: sqlite3.Connection, in_words: Callable[[Exception], StorageError]) -> None:
        self.connection: Final = connection
        self._in_words: Final = in_words
        self._jobs: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread: Final = threading.Thread(target=self._work, name=type(self).__name__, daemon=True)
        self._thread.start()

    async def run(self, job: Job[T]) -> T:
        """What comes of a job; StorageError, in words, if the disk does not take or give it."""
        if not self._thread.is_alive():
            raise StorageError("The store is closed.")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with work(self._what):
            self._jobs.put((job, future))
            return await future

    async def close(self) -> None:
        """Finish what was begun, and let go."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        going = True
        while going:
            batch = [self._jobs.get()]
            while len(batch) < _BATCH and not self._jobs.empty():
                batch.append(self._jobs.get())
            going = None not in batch
            if jobs := [job for job in batch if job is not None]:
                for result in self._results(jobs):
                    settle(*result)
        self.connection.close()

    def _results(self, batch: list[_Waiting]) -> list[_Result]:
        return [self._alone("BEGIN", job) for job in batch]

    def _alone(self, begin: str, waiting: _Waiting) -> _Result:
        """One job in a transaction of its own."""
        job, future = waiting
        try:
            self.connection.execute(begin)
            result = job(self.connection)
            self.connection.execute("COMMIT")
        except Exception as error:
            self._roll_back()
            return future, None, self._worded(error)
        return future, result, None

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")

    def _worded(self, error: Exception) -> Exception:
        return self._in_words(error) if isinstance(error, (sqlite3.Error, UnicodeDecodeError)) else error


class Writer(Reader):
    """The one thread that writes. What waits at the same time is committed together; who fails, fails alone.

    Jobs leave `notes`; `done` is given those of jobs that are on the disk, if any, before anybody hears of it.
    """

    _what = "write"

    def __init__(
        self,
        connection: sqlite3.Connection,
        in_words: Callable[[Exception], StorageError],
        done: Callable[[list[str]], None],
    ) -> None:
        self.notes: Final[list[str]] = []
        self._done: Final = done
        super().__init__(connection, in_words)

    def _results(self, batch: list[_Waiting]) -> list[_Result]:
        results = self._written(batch)
        self._done(self.notes)
        self.notes.clear()
        return results

    def _written(self, batch: list[_Waiting]) -> list[_Result]:
        if len(batch) > 1:
            try:
                return self._together(batch)
            except Exception:  # too much for the disk, say: then some of it may still fit
                self.notes.clear()
                self._roll_back()
        return [self._alone("BEGIN IMMEDIATE", waiting) for waiting in batch]

    def _alone(self, begin: str, waiting: _Waiting) -> _Result:
        before = len(self.notes)
        result = super()._alone(begin, waiting)
        if result[2] is not None:
            del self.notes[before:]
        return result

    def _together(self, batch: list[_Waiting]) -> list[_Result]:
        """Run some jobs as one transaction; nobody hears of success before it is on the disk."""
        results: list[_Result] = []
        connection = self.connection
        connection.execute("BEGIN IMMEDIATE")
        for job, future in batch:
            connection.execute("SAVEPOINT job")
            before = len(self.notes)
            try:
                results.append((future, job(connection), None))
            except Exception as error:
                if not connection.in_transaction:
                    raise  # the disk is in such trouble that SQLite has taken everything back
                connection.execute("ROLLBACK TO job")
                del self.notes[before:]
                results.append((future, None, self._worded(error)))
            connection.execute("RELEASE job")
        connection.execute("COMMIT")
        return results
