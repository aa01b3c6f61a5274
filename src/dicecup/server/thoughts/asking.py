"""Whoever asks: somebody thinks about it, here if a process is free, else whoever of all comes to it first."""

import asyncio
import json
import logging
from hashlib import blake2b
from itertools import count
from typing import Any, Final

from dicecup.server.operation import measures
from dicecup.server.pool import Confused, GivenUp, Hear
from dicecup.server.thoughts import rows
from dicecup.server.thoughts.circle import ANSWERED, ASKED, Circle
from dicecup.server.thoughts.kits import kit
from dicecup.server.thoughts.link import Away
from dicecup.server.thoughts.rows import FAILED, Standing
from dicecup.server.thoughts.taking import Taking

_AGAIN: Final = 1.0  # seconds until it tries again to get in line
NOBODY: Final = (
    "Nobody thinks for the computer players. Start 'dicecup think', of this version, or leave out --thinkers 0."
)
_WAITING: Final = measures.gauge(
    "dicecup_thoughts_waiting", "What computer players of all servers have to think about, and nobody has begun."
)
_THINKERS: Final = measures.gauge("dicecup_thinkers", "Servers and 'dicecup think' programs that think.")
_log: Final = logging.getLogger("dicecup.server")


class _Open:
    """A question that waits for its answer; None: it was lost on the way."""

    def __init__(self, kit: str, hear: Hear) -> None:
        self.kit: Final = kit
        self.hear: Final = hear
        self.answer: Final[asyncio.Future[dict[str, Any] | None]] = asyncio.get_running_loop().create_future()
        self.there = False  # in line, for certain
        self.said = ""

    def settle(self, answer: dict[str, Any] | None) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)

    def progress(self, text: str) -> None:
        if text and text != self.said and not self.answer.done():
            self.said = text
            self.hear(text)


class Asking:
    """A `Pool` whose processes are anywhere."""

    def __init__(self, circle: Circle, taking: Taking | None, limit: float) -> None:
        """`limit`: seconds until whoever thinks says something."""
        self._circle: Final = circle
        self._taking: Final = taking
        self._limit: Final = limit
        self._numbers: Final = count(1)
        self._open: Final[dict[str, _Open]] = {}
        self._news: Final = asyncio.Event()
        self._collecting: asyncio.Task[None] | None = None
        self._closed = False
        self._nobody = ""  # why nobody thinks, if so
        self.waiting = 0  # thoughts that nobody has taken yet, of everybody
        self._missed: frozenset[str] = frozenset()  # what nobody can, and somebody waits for
        circle.on_beat(self._stood)
        circle.bus.on(ANSWERED, self._heard)
        if taking is not None:
            circle.on_stuck(self._ask_again)

    @property
    def complaint(self) -> str:
        """Why nobody thinks, or only slowly, in words; nothing, if all is well."""
        return self._nobody or self._circle.roll.trouble

    async def begin(self) -> None:
        """Be there."""
        self._collecting = asyncio.create_task(self._collect())
        await self._circle.begin()
        if self._taking is not None:
            self._taking.begin()

    async def ask(self, question: dict[str, Any], hear: Hear, *, guest: str, table: str = "") -> dict[str, Any]:
        """The answer to a question that is asked for a guest, at a table; Confused if there is none."""
        fails = 0
        if self._taking is not None and self._taking.reserve_at_once():
            try:
                return await self._taking.pool.ask(question, hear, guest=guest, table=table)
            except Confused:
                fails = 1
            finally:
                self._taking.release()
        while not self._closed:
            reply = await self._ask_others(question, hear, guest, table, fails)
            if reply is not None:
                if FAILED in reply:
                    raise GivenUp(str(reply[FAILED]))
                return reply
        raise Confused("The server is closing.")

    async def _ask_others(
        self, question: dict[str, Any], hear: Hear, guest: str, table: str, fails: int
    ) -> dict[str, Any] | None:
        """The answer to something that has to wait for its turn; None if it has to be asked again."""
        id_ = f"{self._circle.name}-{next(self._numbers)}"
        thought = self._open[id_] = _Open(kit(question["match"]["game"]), hear)
        try:
            if not await self._put(id_, thought.kit, question, guest, table, fails):
                if self._taking is not None:  # in the line of this process, then
                    return await self._taking.pool.ask(question, hear, guest=guest, table=table)
                await asyncio.sleep(_AGAIN)
                return None
            thought.there = True
            if self._taking is not None:
                self._taking.wake()
            await self._circle.bus.tell(ASKED, {})
            return await thought.answer
        finally:
            del self._open[id_]
            if not thought.answer.done() or thought.answer.cancelled():
                name = self._circle.name
                self._circle.soon(self._circle.link.do(lambda db: rows.withdraw(db, name, [id_])))

    async def _put(self, id_: str, kit: str, question: dict[str, Any], guest: str, table: str, fails: int) -> bool:
        text, name, limit = json.dumps(question), self._circle.name, self._limit
        whose, where = _mark(guest), _mark(table)
        try:
            await self._circle.link.do(lambda db: rows.put(db, id_, name, whose, where, kit, text, limit, fails))
        except Away:
            return False
        return True

    # --- hearing what comes of it ---

    def _heard(self, message: dict[str, Any]) -> None:
        if message.get("asker") != self._circle.name:
            return
        if "progress" not in message:
            self._news.set()
        elif (thought := self._open.get(str(message.get("id")))) is not None:
            thought.progress(str(message["progress"]))

    async def _collect(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                got = await self._circle.link.do(lambda db: rows.collect(db, self._circle.name))
            except Away:
                continue  # the next beat says that there is something
            for id_, answer in got:
                if (thought := self._open.get(id_)) is not None:
                    thought.settle(json.loads(answer))

    def _ask_again(self) -> None:
        """Whoever can think here waits for nobody else: what is answered elsewhere comes too late."""
        for thought in self._open.values():
            if thought.there:
                thought.settle(None)

    def _stood(self, standing: Standing) -> None:
        mine = {row["id"]: row for row in standing.rows if row["asked"]}
        for id_, thought in self._open.items():
            row = mine.get(id_)
            if row is not None:
                thought.progress(row["progress"])
            elif thought.there:
                thought.settle(None)  # the database crashed, or took us for dead
        if any(row["done"] for row in mine.values()):
            self._news.set()
        if strays := [id_ for id_ in mine if id_ not in self._open]:
            name = self._circle.name
            self._circle.soon(self._circle.link.do(lambda db: rows.withdraw(db, name, strays)))
        self.waiting = standing.waiting
        _WAITING.set(standing.waiting)
        _THINKERS.set(standing.thinkers)
        why = "" if standing.known & set(self._circle.kits) else NOBODY
        if why != self._nobody:
            self._nobody = why
            _log.warning("%s", why or "Somebody thinks for the computer players again.")
        missed = frozenset(thought.kit for thought in self._open.values()) - standing.known
        if not why and missed - self._missed:
            _log.warning("Nobody who thinks has what is asked about: %s.", ", ".join(sorted(missed)))
        self._missed = missed

    async def close(self) -> None:
        """Ask nobody any more, and think about nothing."""
        self._closed = True
        for thought in self._open.values():
            thought.settle(None)
        if self._collecting is not None:
            self._collecting.cancel()
            await asyncio.gather(self._collecting, return_exceptions=True)
        if self._taking is not None:
            await self._taking.close()
        await self._circle.end()


def _mark(text: str) -> str:
    """As good as a guest or a table to tell whose turn it is; and nobody learns from it who plays where."""
    return blake2b(text.encode(), digest_size=12).hexdigest()
