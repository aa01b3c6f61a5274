"""Processes of this computer that think: for whoever asks here while one is free, and for everybody else."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from random import uniform
from typing import Any, Final

from dicecup.server.pool import LETS_PASS, SOLVING, Confused, Pool
from dicecup.server.thoughts import rows
from dicecup.server.thoughts.circle import ANSWERED, ASKED, Circle
from dicecup.server.thoughts.link import Away
from dicecup.server.thoughts.rows import FAILED, Standing, Thought

_LOOK: Final = 1.0  # seconds between looking whether there is something, in case nobody said so
_LOOK_OFTEN: Final = 0.2  # while nobody can
_AGAIN: Final = 0.5  # seconds until it tries again to say what came of it
_log: Final = logging.getLogger("dicecup.server")


class _Run:
    """A thought that somebody thinks here."""

    def __init__(self, taken: Thought) -> None:
        self.taken: Final = taken
        self.task: asyncio.Task[None] | None = None
        self.said = ""  # how far it has come
        self.saying = False


class Taking:
    """So many processes. Whoever has none to spare takes nothing."""

    def __init__(self, circle: Circle, limit: float) -> None:
        """`limit`: seconds until a process says something."""
        self.pool: Final = Pool(circle.processes, limit, behind=LETS_PASS)
        self._circle: Final = circle
        self._free = circle.processes
        self._idle = False  # it has looked, nobody waited, and nobody has said since that they do
        self._runs: Final[dict[str, _Run]] = {}
        self._woken: Final = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        circle.on_beat(self._stood)
        circle.bus.on(ASKED, lambda _: self.wake())

    @property
    def busy(self) -> int:
        """How many processes think just now."""
        return self._circle.processes - self._free

    def begin(self) -> None:
        """Take what there is, from now on."""
        self._looking = asyncio.create_task(self._look())

    def wake(self) -> None:
        """There may be something to think about."""
        self._idle = False
        self._woken.set()

    # --- for whoever asks here ---

    def reserve_at_once(self) -> bool:
        """Have a process to oneself, if one is free and nobody waits for it, here or elsewhere."""
        return self._idle and self._reserve()

    def _reserve(self) -> bool:
        if self._free <= 0:
            return False
        self._free -= 1
        return True

    def release(self) -> None:
        """It is free again."""
        self._free += 1
        if not (self._idle and self._circle.bus.works):  # else it would have been told that somebody waits
            self.wake()

    # --- for everybody ---

    async def _look(self) -> None:
        while True:
            self._woken.clear()
            with suppress(Away):
                while self._reserve():
                    if not await self._take():
                        self._idle = not self._woken.is_set()
                        break
            often = _LOOK if self._circle.bus.works else _LOOK_OFTEN
            with suppress(TimeoutError):
                async with asyncio.timeout(often * uniform(0.8, 1.2)):  # not all at once
                    await self._woken.wait()

    async def _take(self) -> bool:
        """Whether there was something to think about."""
        name, known, taken = self._circle.name, self._circle.kits, None
        try:
            taken = await self._circle.link.do(lambda db: rows.take(db, name, known, SOLVING))
        finally:
            if taken is None:
                self._free += 1
        if taken is not None:
            self._begin(taken)
        return taken is not None

    def _begin(self, taken: Thought) -> None:
        run = self._runs[taken.id] = _Run(taken)
        run.task = asyncio.create_task(self._think(run))
        run.task.add_done_callback(partial(self._over, run))

    def _over(self, run: _Run, task: asyncio.Task[None]) -> None:
        if self._runs.get(run.taken.id) is run:
            del self._runs[run.taken.id]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a thought went wrong", exc_info=error)
        self.release()

    async def _think(self, run: _Run) -> None:
        taken, name = run.taken, self._circle.name
        try:
            reply = await self.pool.ask(
                {**json.loads(taken.question), "own": ""},  # what a host runs, nobody runs for another host
                partial(self._hear, run),
                guest=taken.guest,
                table=taken.place,
                limit=taken.seconds,
            )
        except Confused as confused:
            text = json.dumps({FAILED: str(confused)})
            if await self._report(lambda db: rows.fail(db, taken, name, text)):
                await self._circle.bus.tell(ASKED, {})
                return
        else:
            text = json.dumps(reply)
            if not await self._report(lambda db: rows.answer(db, taken, name, text)):
                return
        await self._circle.bus.tell(ANSWERED, {"asker": taken.asker})

    async def _report(self, job: Callable[[Any], Awaitable[bool]]) -> bool:
        """Say what came of it, however long the database is away: if somebody else has it by then, nothing is."""
        while True:
            try:
                return await self._circle.link.do(job)
            except Away:
                await asyncio.sleep(_AGAIN)

    def _hear(self, run: _Run, text: str) -> None:
        run.said = text
        if not run.saying:
            run.saying = True
            self._circle.soon(self._say(run))

    async def _say(self, run: _Run) -> None:
        text, taken, circle = run.said, run.taken, self._circle
        try:
            await circle.link.do(lambda db: rows.say(db, taken, circle.name, text))
            await circle.bus.tell(ANSWERED, {"asker": taken.asker, "id": taken.id, "progress": text})
        finally:
            run.saying = False
        if text != run.said:
            self._hear(run, run.said)

    def _stood(self, standing: Standing) -> None:
        """Nobody goes on with what is not theirs any more, and nothing is theirs that nobody thinks about."""
        held = {row["id"]: row["tries"] for row in standing.rows if row["held"] and not row["done"]}
        for run in list(self._runs.values()):
            if held.get(run.taken.id) != run.taken.tries and run.task is not None:
                run.task.cancel()
        if lost := [id_ for id_ in held if id_ not in self._runs]:
            circle = self._circle
            circle.soon(circle.link.do(lambda db: rows.give_back(db, circle.name, lost)))

    async def close(self, grace: float = 0.0) -> None:
        """Take nothing any more; what is under way has so many seconds, and then is for others."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        self._idle = False
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        if tasks and grace:
            await asyncio.wait(tasks, timeout=grace)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.pool.close()
