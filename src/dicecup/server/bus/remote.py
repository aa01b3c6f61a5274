"""A line to other processes through a program that may be slow, silent or gone at any time.

Everything that goes out waits in one queue and is sent together, in order. So nobody waits for the line except for
an answer, and for that not long.
"""

import asyncio
import json
import logging
import math
import random
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from dicecup.server.bus.bus import Heard, Hearing
from dicecup.server.limits import Bucket
from dicecup.server.operation import measures

LARGEST: Final = 7_999  # bytes of a message: PostgreSQL takes no more
_ANSWER: Final = 0.1  # seconds that anybody waits for an answer
_STUCK: Final = 1.0  # seconds after which a line that carries nothing is given up
_CONNECT: Final = 2.0  # seconds
_BEAT: Final = 1.0  # seconds between looking whether it is still there
_FIRST: Final = 3.0  # seconds for which a start waits for it
_PAUSES: Final = (0.05, 2.0)  # seconds between two tries: the shortest, and the longest
_STEADY: Final = 5.0  # seconds for which a line has to hold before the next try is a quick one again
_COMPLAINTS: Final = (1 / 60, 10.0)  # each second, and at once
_FRESH: Final = 2.0  # seconds for which something is news
_WAITING: Final = 10_000  # errands
_AT_ONCE: Final = 200
_MEANWHILE: Final = "Until it works, news from other servers come some seconds later, and each counts for itself."
_TOLD: Final = measures.counter("dicecup_bus_told_total", "News that was told to other processes.")
_HEARD: Final = measures.counter("dicecup_bus_heard_total", "News that was heard, our own included.")
_UNANSWERED: Final = measures.counter(
    "dicecup_bus_unanswered_total", "Questions that the bus did not answer in time."
)
_BROKEN: Final = measures.counter(
    "dicecup_bus_breaks_total", "How often the line to the bus broke, or could not be had."
)
_log: Final = logging.getLogger("dicecup.server")


class Errand(NamedTuple):
    """Something to send; whoever wants to know what comes of it waits for `answer`."""

    said: tuple[Any, ...]
    since: float
    answer: asyncio.Future[Any] | None = None

    def done(self, result: Any) -> None:
        """This came of it; None: nobody knows."""
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(result)


class Silent(OSError):  # noqa: N818
    """It takes what is sent, and says nothing."""


class Remote(ABC):
    """A bus that comes back by itself. What it is made of is said below."""

    def __init__(self, name: str) -> None:
        """`name`: how it is spoken of, without secrets."""
        self._name: Final = name
        self._hearing: Final = Hearing()
        self._errands: Final[deque[Errand]] = deque()
        self._some: Final = asyncio.Event()
        self._first: Final = asyncio.Event()  # it has been tried once
        self._up = False
        self._was_up = False  # at any time: then it is the right address
        self._slow = False  # somebody waited in vain: nobody else shall, until it is quick again
        self._told: Final[set[str]] = set()  # what was complained about since it was last there
        self._complaints: Final = Bucket(*_COMPLAINTS)
        self._turn: Final = asyncio.Lock()
        self._keeping: asyncio.Task[None] | None = None

    # --- what a line is made of ---

    @abstractmethod
    async def _connect(self) -> None:
        """Get a new line, ready to hear and to carry."""

    @abstractmethod
    async def _listen(self) -> None:
        """Hear what is said, until the line breaks."""

    @abstractmethod
    async def _carry(self, errands: Sequence[Errand]) -> None:
        """Send all of these, in order, and tell what came of them."""

    @abstractmethod
    async def _beat(self) -> None:
        """Make sure that the line still carries both ways."""

    @abstractmethod
    async def _hang_up(self) -> None:
        """Let go of the line, whatever its state."""

    @abstractmethod
    def _news(self, text: str) -> tuple[Any, ...]:
        """What is sent to tell everybody."""

    @abstractmethod
    def _expected(self, error: Exception) -> bool:
        """Whether this can happen to a line, and is no mistake of ours."""

    @abstractmethod
    async def _why(self, error: BaseException) -> str:
        """What is wrong, in words without secrets."""

    def _farewell(self) -> tuple[Any, ...]:
        """What is sent before this process goes; nothing, if nobody needs to know."""
        return ()

    # --- what it does ---

    @property
    def works(self) -> bool:
        """Whether messages get through just now, as far as one can tell."""
        return self._up and not self._slow

    async def begin(self) -> None:
        """Listen from now on; if that cannot be, try again in the background until it can."""
        if self._keeping is None:
            self._keeping = asyncio.create_task(self._keep())
            with suppress(TimeoutError):
                await asyncio.wait_for(self._first.wait(), _FIRST)

    def on(self, topic: str, hear: Heard) -> None:
        """Hear all that is said about a topic from now on, also what this process says."""
        self._hearing.on(topic, hear)

    async def tell(self, topic: str, message: dict[str, Any]) -> None:
        """Tell everybody. Never fails and never waits: if the line is cut, nobody hears it."""
        text = json.dumps([topic, message], separators=(",", ":"))
        if len(text) > LARGEST:
            _log.warning("a message about %r is too large to be told: %d bytes", topic, len(text))
            return
        _TOLD.add()
        self._send(self._news(text))

    async def take(self, what: str, key: str, rate: float, burst: float, drops: int = 1) -> float | None:
        """Nobody counts that here."""
        return None

    async def count(self, what: str, key: str, here: int) -> int | None:
        """Nobody counts that here."""
        return None

    async def end(self) -> None:
        """Listen no more."""
        if self._keeping is not None:
            if self.works:  # what was told last is sent
                await self.ask(*self._farewell())
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)

    def heard(self, text: str | bytes) -> None:
        """Something was said on the line, by whomever."""
        if len(text) > LARGEST:
            return
        with suppress(ValueError, RecursionError):
            match json.loads(text):
                case [str(topic), dict(message)]:
                    _HEARD.add()
                    self._hearing.hear(topic, message)

    async def ask(self, *said: Any) -> Any:
        """What is answered; None if nobody does, at once if that is known before."""
        if not self.works:
            return None
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._send(said, answer)
        try:
            async with asyncio.timeout(_ANSWER):
                return await answer
        except TimeoutError:
            self._slow = True
            _UNANSWERED.add()
            return None

    def _send(self, said: tuple[Any, ...], answer: asyncio.Future[Any] | None = None) -> None:
        self._errands.append(Errand(said, asyncio.get_running_loop().time(), answer))
        if len(self._errands) > _WAITING:
            self._errands.popleft().done(None)
        self._some.set()

    # --- how it is kept up ---

    async def _keep(self) -> None:
        pause, longest = _PAUSES
        loop = asyncio.get_running_loop()
        while True:
            since = math.inf
            try:
                async with asyncio.timeout(_CONNECT):
                    await self._connect()
                    await self._beat()
                self._is_up()
                since = loop.time()
                await self._live()
            except Exception as error:
                self._up = False
                await self._is_down(error)
            finally:
                self._up = False
                with suppress(Exception):
                    async with asyncio.timeout(_STUCK):
                        await self._hang_up()
                for errand in self._errands:
                    errand.done(None)  # what is only told may still be news when the line is back
            self._first.set()
            if loop.time() - since > _STEADY:
                pause = _PAUSES[0]
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, longest)

    async def _live(self) -> None:
        """Until any part of it fails."""
        parts = [asyncio.create_task(each) for each in (self._listen(), self._send_all(), self._look_after())]
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for part in parts:
                part.cancel()
            ends = await asyncio.gather(*parts, return_exceptions=True)
        raise next((end for end in ends if isinstance(end, Exception)), Silent())

    async def _send_all(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._some.wait()
            errands: list[Errand] = []
            while self._errands and len(errands) < _AT_ONCE:
                errand = self._errands.popleft()
                waited_for = errand.answer is not None and not errand.answer.done()
                if waited_for or (errand.answer is None and loop.time() - errand.since < _FRESH):
                    errands.append(errand)
            if not self._errands:
                self._some.clear()
            try:
                if said := [errand for errand in errands if errand.said]:
                    async with asyncio.timeout(_STUCK), self._turn:
                        await self._carry(said)
            finally:
                for errand in errands:
                    errand.done(None)

    async def _look_after(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(_BEAT)
            began = loop.time()
            async with asyncio.timeout(_STUCK), self._turn:
                await self._beat()
            self._slow = loop.time() - began > _ANSWER

    def _is_up(self) -> None:
        self._up, self._was_up, self._slow = True, True, False
        self._first.set()
        self._some.set()
        if self._told:
            _log.warning("%s is back.", self._name)
            self._told.clear()

    async def _is_down(self, error: Exception) -> None:
        _BROKEN.add()
        trouble = await self._why(error)
        if trouble not in self._told and self._complaints.take():  # it may come and go all the time
            self._told.add(trouble)
            _log.warning("%s %s", trouble, _MEANWHILE, exc_info=None if self._expected(error) else error)
