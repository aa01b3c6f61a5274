"""One socket: frames in, messages out, none of it without bounds."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import nullcontext, suppress
from typing import Any, Final

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.websockets import WebSocketState

from dicecup.saves import StorageError
from dicecup.server import wire
from dicecup.server.bus.bus import Bus
from dicecup.server.bus.shared import Places
from dicecup.server.limits import Bucket
from dicecup.server.live import Gone, Live
from dicecup.server.matches import Matches
from dicecup.server.settings import Settings
from dicecup.server.store.storage import Damaged, Unopenable
from dicecup.server.wire.plain import Outgoing
from dicecup.table import DicecupError

# Codes a page can act on; 4000 and up are ours.
UNKNOWN_GUEST, NO_MATCH, TOO_SLOW, TOO_MANY, RESTART = 4401, 4404, 4408, 4429, 1012
_MISTAKE: Final = 3.0  # frames that a wrong one counts for
_WAITING: Final = 256  # messages that may wait for a reader
_FAREWELL: Final = 2.0  # seconds to read why one is sent away
_WAITING_BYTES: Final = 4 * 2**20
_NO_HINT: Final = "Something went wrong; there is no hint now."
_log: Final = logging.getLogger("dicecup.server")


class Outbox:
    """Messages on their way to one reader. Whoever reads too slowly is dropped, and asks again later."""

    def __init__(self) -> None:
        self._texts: asyncio.Queue[str] = asyncio.Queue()
        self._bytes = 0
        self.overflow: Final = asyncio.Event()

    def put(self, text: str) -> None:
        """Send soon."""
        if self._texts.qsize() >= _WAITING or self._bytes + len(text) > _WAITING_BYTES:
            self.overflow.set()
        if not self.overflow.is_set():
            self._bytes += len(text)
            self._texts.put_nowait(text)

    async def get(self) -> str:
        """The next one."""
        text = await self._texts.get()
        self._bytes -= len(text)
        return text

    def empty(self) -> bool:
        """Whether nothing waits."""
        return self._texts.empty()


class Channel:
    """A page, whatever it looks at: what it says is heard, what it is told is sent, until either goes."""

    def __init__(self, websocket: WebSocket, guest: str, settings: Settings) -> None:
        self.guest = guest
        self._websocket: Final = websocket
        self._outbox: Final = Outbox()
        self._bucket: Final = Bucket(*settings.frames)
        self._leaving: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        self._aside: Final[set[asyncio.Task[None]]] = set()  # what is done for it besides

    def send(self, message: Outgoing) -> None:
        """Send soon; whoever was sent away hears nothing more."""
        if self._leaving.done():
            return
        self._outbox.put(message.as_sent)
        if isinstance(message, wire.Bye):
            self.leave(RESTART if message.again else NO_MATCH, message.reason)

    def leave(self, code: int, reason: str) -> None:
        """Close soon."""
        if not self._leaving.done():
            self._leaving.set_result((code, reason))

    async def take(self, text: str | bytes) -> None:
        """A frame has come; ValidationError if it is none."""
        raise NotImplementedError

    async def converse(self) -> None:
        """Serve this page until it goes."""
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        slow = asyncio.create_task(self._outbox.overflow.wait())
        try:
            ends: list[asyncio.Future[Any]] = [reading, writing, slow, self._leaving]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if self._outbox.overflow.is_set():
                self.leave(TOO_SLOW, "This page is too slow to keep up; it may come back.")
        finally:
            self.gone()
            for task in (reading, slow, *self._aside):
                task.cancel()
            if self._leaving.done() and not self._outbox.overflow.is_set():
                with suppress(TimeoutError):  # let it read why
                    await asyncio.wait_for(self._drained(), _FAREWELL)
            writing.cancel()
            await asyncio.gather(reading, writing, slow, *self._aside, return_exceptions=True)
            if self._leaving.done():
                await close(self._websocket, *self._leaving.result())

    def gone(self) -> None:
        """Nobody listens any more."""
        raise NotImplementedError

    async def _drained(self) -> None:
        while not self._outbox.empty():
            await asyncio.sleep(0.01)

    async def _write(self) -> None:
        # Starlette raises RuntimeError, not only WebSocketDisconnect, when the page has gone.
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self._websocket.send_text(await self._outbox.get())

    async def _read(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                message = await self._websocket.receive()
                if message["type"] != "websocket.receive":
                    return
                await self._bucket.wait()  # whoever says too much is heard later
                await asyncio.sleep(0)  # many frames can be there at once: the others have their turn in between
                try:
                    await self.take(message.get("text") or message.get("bytes") or b"")
                except ValidationError as error:
                    self.send(wire.Mistake(reason=wire.what_is_wrong(error)))
                    await self._bucket.wait(_MISTAKE)
                except StorageError as trouble:  # nobody can tell just now how things stand
                    self.leave(RESTART, str(trouble))
                    return


class Socket(Channel):
    """A page that looks at a match."""

    def __init__(
        self, websocket: WebSocket, guest: str, settings: Settings, pondering: set[str], live: Live
    ) -> None:
        super().__init__(websocket, guest, settings)
        self.eyes: int | None = None
        self.told = -1
        self._live: Final = live
        self._pondering: Final = pondering  # guests for whom somebody thinks about a hint

    def tell(self, message: wire.Told) -> None:
        """Send soon."""
        self.send(message)

    async def run(self) -> None:
        """Serve this page until it goes."""
        company = self._live.company
        with company.attending(self.guest) if company is not None else nullcontext():
            self._live.listeners.add(self)
            await self.converse()

    def gone(self) -> None:
        """Nobody listens any more."""
        self._live.listeners.discard(self)

    async def take(self, text: str | bytes) -> None:
        """A frame has come; ValidationError if it is none."""
        frame, live = wire.FRAME.validate_json(text), self._live
        match frame:
            case wire.Hello(last_seq=last_seq):
                await live.hello(self, last_seq)
            case wire.Answer() | wire.Undo() | wire.NeverAsk():
                await live.command(self, frame)
            case wire.GoOn(seq=seq):
                await live.go_on(self.guest, seq)
            case wire.Why(id=id_, choice=choice):
                self.tell(wire.WhyGiven(id=id_, reason=await live.why(self.guest, choice)))
            case wire.Hint(id=id_):
                self._hint(live, id_)
            case wire.Ping():
                self.tell(wire.Pong())

    def _hint(self, live: Live, id_: str) -> None:
        if self.guest in self._pondering:
            self.tell(wire.HintGiven(id=id_, advice=[], unit="win", reason="One hint at a time, please."))
            return

        async def think() -> None:
            try:
                self.tell(await live.hint(self, id_))
            except Exception as error:  # whatever it is, a page that waits for a hint hears of it
                reason = str(error) if isinstance(error, DicecupError) else _NO_HINT
                self.tell(wire.HintGiven(id=id_, advice=[], unit="win", reason=reason))
                if isinstance(error, StorageError):
                    self.leave(RESTART, reason)
                elif not isinstance(error, DicecupError):
                    _log.error("match %s: no hint", live.row.id, exc_info=error)
            finally:
                self._pondering.discard(self.guest)

        self._pondering.add(self.guest)
        task = asyncio.create_task(think())
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)


class Sockets:
    """All that are open, so that nobody can have too many: here, or at all servers that share a bus."""

    def __init__(self, settings: Settings, bus: Bus) -> None:
        self._settings: Final = settings
        self._guests: Final = Places(bus, "sockets-guest", settings.sockets_of_guest)
        self._addresses: Final = Places(bus, "sockets-address", settings.sockets_of_address)
        self._pondering: set[str] = set()

    async def serve(
        self, websocket: WebSocket, matches: Matches, guest: str | None, match_id: str, address: str
    ) -> None:
        """A page at an address wants to look at a match."""

        async def look(guest: str) -> None:
            live = await matches.find(match_id, guest)
            await Socket(websocket, guest, self._settings, self._pondering, live).run()

        await self.admit(websocket, guest, address, look)

    async def admit(
        self, websocket: WebSocket, guest: str | None, address: str, look: Callable[[str], Awaitable[None]]
    ) -> None:
        """Let a page in, if there is room; `look` serves it until it goes."""
        await websocket.accept()
        if guest is None:
            await turn_away(websocket, UNKNOWN_GUEST, "Say hello first: GET /api/v1/hello.")
            return
        if not address:  # another process has counted it, and passes it on
            await self._let_look(websocket, guest, look)
            return
        if not await self._enter(guest, address):
            await turn_away(websocket, TOO_MANY, "Too many pages are open. Close some of them.", again=True)
            return
        try:
            await self._let_look(websocket, guest, look)
        finally:
            self._guests.leave(guest)
            self._addresses.leave(address)

    async def _let_look(self, websocket: WebSocket, guest: str, look: Callable[[str], Awaitable[None]]) -> None:
        try:
            await look(guest)
        except (Gone, Unopenable) as gone:
            rescue = gone.rescue if isinstance(gone, Damaged) else ""
            await turn_away(websocket, NO_MATCH, str(gone), rescue=rescue)
        except DicecupError as trouble:
            await turn_away(websocket, RESTART, str(trouble), again=True)

    async def _enter(self, guest: str, address: str) -> bool:
        if self._guests.here >= self._settings.sockets or not await self._guests.enter(guest):
            return False
        try:
            if await self._addresses.enter(address):
                return True
        except BaseException:  # it has gone
            self._guests.leave(guest)
            raise
        self._guests.leave(guest)
        return False


async def turn_away(
    websocket: WebSocket, code: int, reason: str, *, again: bool = False, rescue: str = ""
) -> None:
    """Say why, and close."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await websocket.send_text(wire.Bye(reason=reason, again=again, rescue=rescue).model_dump_json())
    await close(websocket, code, reason)


async def close(websocket: WebSocket, code: int, reason: str) -> None:
    """Close a socket that may be closed already, or whose reader does not even read that."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
        if websocket.application_state is not WebSocketState.DISCONNECTED:
            await asyncio.wait_for(websocket.close(code, reason[:100]), _FAREWELL)
