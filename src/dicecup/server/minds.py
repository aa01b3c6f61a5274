"""Computer players think in processes of their own, a few at a time, each with a bound on its time."""

import asyncio
import json
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from dicecup.players import RandomPlayer, forks, offered
from dicecup.table import DicecupError, Match
from dicecup.table.errors import shown

_LONGEST_LINE: Final = 16 * 2**20  # bytes
_SOLVING: Final = 600.0  # seconds for what a player does once and then keeps on disk, and says so

_TRIES: Final = 2
_log: Final = logging.getLogger("dicecup.server")

COMMAND: Final = (sys.executable, "-m", "dicecup.server.mind")
"""What is run to think."""

Hear = Callable[[str], None]


class Confused(DicecupError):  # noqa: N818
    """A computer player did not come up with an answer."""


class Decision(NamedTuple):
    """What a computer player chose and why; or that it `failed`, and anything was taken."""

    choice: list[Any]
    reason: str = ""
    failed: bool = False


class Minds:
    """So many processes at most, started when they are needed."""

    def __init__(self, most: int | None = None, limit: float = 20.0) -> None:
        self._limit: Final = limit
        self._free: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        self._all: set[Process] = set()
        for _ in range(most or max(1, min(4, (os.cpu_count() or 2) - 1))):
            self._free.put_nowait(None)

    async def decide(self, fork: Match[Any], level: str, hear: Hear) -> Decision:
        """The choice of a computer player in the pending decision of a fork.

        One that fails, or takes too long, is asked once more; if that does not help, anything is taken.
        """
        ask = fork.pending
        assert ask is not None
        question = _question("decide", fork, level)
        for _ in range(_TRIES):
            try:
                reply = await self._ask(question, hear)
            except Confused as confused:
                trouble = str(confused)
            else:
                if (option := ask.find(reply.get("choice"))) is not None:
                    return Decision(list(option), str(reply.get("reason", "")))
                trouble = str(reply.get("error", f"It answered {shown(reply.get('choice'))}."))
            _log.error("%s, %s, asked to %s: %s", fork.game.name, level, ask.kind, trouble)
        choice = RandomPlayer().decide(fork.view(ask.seat), ask, forks(fork, ask.seat))
        return Decision(list(choice), failed=True)

    async def advise(self, fork: Match[Any], hear: Hear) -> list[list[Any]]:
        """What the best player thinks of the options that are pending; Confused, with a reason, if nothing."""
        reply = await self._ask(_question("advise", fork, offered(fork.game.name)[-1]), hear)
        if "advice" not in reply:
            raise Confused(str(reply.get("error", "There is no hint now.")))
        return list(reply["advice"])

    async def foresee(self, match: Match[Any]) -> dict[str, Any]:
        """Everybody's chances to win at some moments of a finished match; nowhere, if nobody can tell."""
        reply = await self._ask(_question("foresee", match, offered(match.game.name)[-1]), lambda text: None)
        if "chances" not in reply:
            raise Confused(str(reply.get("error", "")))
        return reply

    async def _ask(self, question: dict[str, Any], hear: Hear) -> dict[str, Any]:
        process = await self._free.get()
        try:
            if process is None or process.returncode is not None:
                process = await self._start()
            return await self._talk(process, question, hear)
        except TimeoutError:
            await self._end(process)
            raise Confused("The computer player took too long.") from None
        except (OSError, ValueError) as error:  # it died, or said something that is no JSON
            await self._end(process)
            raise Confused("The computer player failed.") from error
        except asyncio.CancelledError:
            await self._end(process)  # or the next one would get this answer
            raise
        finally:
            alive = process is not None and process.returncode is None
            self._free.put_nowait(process if alive else None)

    async def _talk(self, process: Process, question: dict[str, Any], hear: Hear) -> dict[str, Any]:
        assert process.stdin is not None
        assert process.stdout is not None
        limit = self._limit
        process.stdin.write(json.dumps(question).encode() + b"\n")
        await asyncio.wait_for(process.stdin.drain(), limit)
        while True:
            line = await asyncio.wait_for(process.stdout.readline(), limit)
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
            limit = _SOLVING

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE)
        self._all.add(process)
        return process

    async def _end(self, process: Process | None) -> None:
        if process is None:
            return
        self._all.discard(process)
        if process.returncode is None:
            process.kill()
        await process.wait()

    async def close(self) -> None:
        """End them all."""
        for process in list(self._all):
            await self._end(process)


def _question(what: str, fork: Match[Any], level: str) -> dict[str, Any]:
    """A question about a fork, or about a match that is over: nothing in it is anybody's secret."""
    return {"what": what, "level": level, "seed": 0, "paper": fork.save()}
