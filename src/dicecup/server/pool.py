"""Processes that work for the server, a few at a time, each with a bound on its time; and whose turn it is."""

import asyncio
import json
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from dicecup.server.operation import measures
from dicecup.table import DicecupError

COMMAND: Final = (sys.executable, "-m", "dicecup.server.worker")
"""What is run to think, and to read what strangers bring."""

CAN_WAIT: Final = 10
"""How far behind everything else a process goes that nobody sits and waits for."""

LETS_PASS: Final = 5
"""How far behind one goes that somebody waits for: on a small machine it would take turns with the browser, and
dice would stutter while it thinks."""

_LONGEST_LINE: Final = 16 * 2**20  # bytes
SOLVING: Final = 600.0  # seconds for what is done once and then kept on disk, and told
_WAITING: Final = measures.gauge(
    "dicecup_work_waiting", "Questions that wait for a process of this computer.", "what"
)
_WAITED: Final = measures.histogram(
    "dicecup_work_wait_seconds", "How long they wait for one.", "what", bounds=measures.SLOW
)
_WORKED: Final = measures.histogram(
    "dicecup_work_seconds", "How long a process then takes.", "what", bounds=measures.SLOW
)
_log: Final = logging.getLogger("dicecup.server")

Hear = Callable[[str], None]
Turn = asyncio.Future[Process | None]


class Confused(DicecupError):  # noqa: N818
    """A process did not come up with an answer."""


class TooLong(Confused):
    """It took too long, and was ended."""


class GivenUp(Confused):
    """It was tried again already, and nobody shall try any more."""


class Turns:
    """Guests have their turn one after the other, and so have the tables of each.

    Whoever wants much waits for it alone.
    """

    def __init__(self) -> None:
        self._guests: OrderedDict[str, OrderedDict[str, deque[Turn]]] = OrderedDict()

    def join(self, guest: str, table: str) -> Turn:
        """Wait in line, for a process."""
        turn: Turn = asyncio.get_running_loop().create_future()
        self._guests.setdefault(guest, OrderedDict()).setdefault(table, deque()).append(turn)
        return turn

    def next(self) -> Turn | None:
        """Whoever has waited, and still does; None if nobody."""
        while self._guests:
            guest, tables = self._guests.popitem(last=False)
            table, waiting = tables.popitem(last=False)
            turn = waiting.popleft()
            if waiting:
                tables[table] = waiting
            if tables:
                self._guests[guest] = tables
            if not turn.done():
                return turn
        return None


class Pool:
    """So many processes at most, started when they are needed."""

    complaint: Final = ""  # there is always somebody who thinks

    def __init__(self, most: int, limit: float, whole: float | None = None, *, behind: int = 0) -> None:
        """`limit`: seconds until a process says something; `whole`: until it is done; `behind`: how nice it is."""
        self._limit: Final = limit
        self._whole: Final = whole
        self._behind: Final = behind
        self._turns: Final = Turns()
        self._free: Final[list[Process | None]] = [None] * most
        self._all: Final[set[Process]] = set()
        self._starting: Final[set[asyncio.Future[Process]]] = set()
        self._closed = False

    async def ask(
        self, question: dict[str, Any], hear: Hear, *, guest: str, table: str = "", limit: float | None = None
    ) -> dict[str, Any]:
        """The answer to a question that is asked for a guest, at a table; Confused if there is none.

        `limit`: seconds until a process says something, if that is another one than usual.
        """
        what = str(question.get("what", ""))
        with _WAITED.timed(what), _WAITING.one_more(what):
            process = await self._take(guest, table)
        try:
            if process is None or process.returncode is not None:
                process = await self._start()
            with _WORKED.timed(what):
                async with asyncio.timeout(self._whole):
                    return await self._talk(process, question, hear, limit or self._limit)
        except TimeoutError:
            await self._end(process)
            raise TooLong("The computer player took too long.") from None
        except (OSError, ValueError) as error:  # it died, or said something that is no JSON
            await self._end(process)
            raise Confused("The computer player failed.") from error
        except asyncio.CancelledError:
            await self._end(process)  # or the next one would get this answer
            raise
        finally:
            self._give(process if process is not None and process.returncode is None else None)

    async def _take(self, guest: str, table: str) -> Process | None:
        if self._free:
            return self._free.pop()
        turn = self._turns.join(guest, table)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give(turn.result())
            raise

    def _give(self, process: Process | None) -> None:
        turn = self._turns.next()
        if turn is not None:
            turn.set_result(process)
        else:
            self._free.append(process)

    async def _talk(self, process: Process, question: dict[str, Any], hear: Hear, limit: float) -> dict[str, Any]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(question).encode() + b"\n")
        async with asyncio.timeout(limit):  # not wait_for: if it dies while we are cancelled, that is forgotten
            await process.stdin.drain()
        while True:
            async with asyncio.timeout(limit):
                line = await process.stdout.readline()
            if not line:
                raise ConnectionResetError
            reply = json.loads(line)
            if not isinstance(reply, dict):
                raise ValueError("an answer is an object")
            if "trace" in reply:
                _log.error("A computer player failed.\n%s", reply["trace"])
            if "progress" not in reply:
                return reply
            hear(str(reply["progress"]))
            limit = SOLVING

    async def _start(self) -> Process:
        if self._closed:
            raise Confused("The server is closing.")
        starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE)
        )
        self._starting.add(starting)  # it may run already while nobody has it
        try:
            process = await starting
        finally:
            self._starting.discard(starting)
        self._all.add(process)
        if self._behind:
            with suppress(AttributeError, OSError):  # not every system knows of this
                ours = os.getpriority(os.PRIO_PROCESS, 0)
                os.setpriority(os.PRIO_PROCESS, process.pid, ours + self._behind)
        return process

    async def _end(self, process: Process | None) -> None:
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        await process.wait()
        self._all.discard(process)  # not before: whoever closes waits for those that are ending, too

    async def close(self) -> None:
        """End them all, also those that are just being started, and start no more."""
        self._closed = True
        for started in await asyncio.gather(*self._starting, return_exceptions=True):
            if isinstance(started, Process):
                await self._end(started)
        for process in list(self._all):
            await self._end(process)
