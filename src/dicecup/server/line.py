"""Connections: how many there may be, how long one may stay silent, and how much may wait on it.

uvicorn reads and writes them, and waits for ever. Once a second each is looked at, and ended if nobody is there.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, cast

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from dicecup.server import arrival, guard, wire
from dicecup.server.limits import Bucket, Count
from dicecup.server.settings import Settings

_PIECE: Final = 16 * 1024  # bytes that are read from one connection before the others have their turn
_FAREWELL: Final = 5.0  # seconds to read the last answer, or to take notice that a socket is closed
_STANDSTILL: Final = 20.0  # seconds in which a reader has to read something
_MOST_WASTED: Final = 16 * 2**20  # bytes of a refused body that are read and thrown away
_MOST_FRAGMENTS: Final = 64  # of one message of a socket
_PINGS: Final = (5.0, 50.0)  # control frames of a socket: each second, and at once
SENT_AWAY: Final = 4403  # of a socket whose gate was closed
RESTART: Final = 1012  # of one that may come back
_ANSWERED: Final = (h11.DONE, h11.MUST_CLOSE, h11.CLOSED)
_NO_REQUEST: Final = "This server does not understand that request."
_FULL: Final = "Too many connections are open here. Close some of them, or wait a moment."


class Doorway:
    """Counts who is in."""

    def __init__(self, settings: Settings, most: int, *, by_address: bool = True) -> None:
        self.settings: Final = settings
        self._by_address: Final = by_address
        self._most: Final = most
        self._in: Final = Count()

    def enter(self, peer: str) -> str | None:
        """Let somebody in: under which address they are counted. None: there are too many."""
        # A trusted proxy brings many, and whom it brings is counted by request.
        trusted = not self._by_address or arrival.is_trusted(peer, self.settings)
        key = "" if trusted else arrival.counted(peer)
        if self._in.total >= self._most or (key and self._in.of(key) >= self.settings.connections_of_address):
            return None
        self._in.add(key)
        return key

    def leave(self, key: str) -> None:
        """Somebody has gone."""
        self._in.add(key, -1)


class Door:
    """A connection as uvicorn sees it. Closing it while a request is still coming in lets its answer be read.

    Otherwise the system would tell the sender that the connection was broken, and throw the answer away.
    """

    def __init__(self, transport: asyncio.Transport, line: "HttpLine") -> None:
        self._transport: Final = transport
        self._line: Final = line
        self.closing = False
        self.lingers = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        """Whether nothing more is said here."""
        return self.closing or self._transport.is_closing()

    def close(self) -> None:
        """Close it, now or when the answer has been read."""
        if not self.lingers or self.is_closing() or not self._line.unfinished:
            self._transport.close()
            return
        self.closing = True
        self._line.wait(_FAREWELL)
        if self._transport.can_write_eof():
            self._transport.write_eof()
        self._transport.resume_reading()


class HttpLine(H11Protocol):
    """A connection that brings requests."""

    def __init__(self, doorway: Doorway, **facts: Any) -> None:
        super().__init__(**facts)
        self._doorway: Final = doorway
        self._key: str | None = None
        self._until: float | None = None  # then it is ended, unless what it waits for has come
        self._heading = True  # it waits for the head of a request
        self._wasted = 0
        self._flow = Flow()
        self._door: Door

    @property
    def unfinished(self) -> bool:
        """Whether a request is still coming in."""
        return self.conn.their_state in (h11.SEND_BODY, h11.ERROR)

    def wait(self, seconds: float) -> None:
        """Wait so long for what has to come next."""
        self._until = self.loop.time() + seconds

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come."""
        transport.max_size = _PIECE  # type: ignore[attr-defined]
        self._door = Door(transport, self)
        super().connection_made(cast(asyncio.Transport, self._door))
        gate = gate_of(self)
        if gate is not None and not gate.open:  # it was closed just now
            transport.abort()
            return
        self._key = self._doorway.enter(self.client[0] if self.client else "")
        if self._key is None:
            transport.write(guard.last_words("503 Service Unavailable", _FULL))
            transport.close()
            return
        self.wait(self._doorway.settings.patience)

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self.leave()
        super().connection_lost(exc)

    def leave(self) -> None:
        """This connection is not counted any more."""
        if self._key is not None:
            self._doorway.leave(self._key)
            self._key = None

    def data_received(self, data: bytes) -> None:
        """Some more of a request."""
        if self._door.closing:
            self._wasted += len(data)
            if self._wasted > _MOST_WASTED:
                self.transport.abort()
            return
        super().data_received(data)
        self._look()

    def _look(self) -> None:
        """What is it that has to come next?"""
        if self._door.closing:
            return
        if self.conn.their_state is not h11.IDLE:
            if self._heading:
                self._heading, self._until = False, None
            if self.unfinished and self.conn.our_state in _ANSWERED:
                self._until = self._until or self.loop.time() + _FAREWELL  # for what nobody reads any more
        elif not self._heading:
            self._until = None
            if self.conn.trailing_data[0]:  # the next one has begun
                self._heading = True
                self.wait(self._doorway.settings.patience)

    def eof_received(self) -> None:
        """They say nothing more: whoever only listens gets an answer, the others are let go."""
        if self._door.closing:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """What came is no request."""
        self.transport.write(guard.last_words("400 Bad Request", "This server does not understand that request."))
        self.transport.close()

    def on_response_complete(self) -> None:
        """An answer is given; what is still missing of its request is not waited for much longer."""
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over, and the place in the count with it."""
        self._until = None
        self._door.lingers = False
        super().handle_websocket_upgrade(event)
        line = self.transport.get_protocol()
        if isinstance(line, SocketLine):
            line.leave = self.leave

    def send_away(self, _reason: str) -> None:
        """End it, after the answer that is being given."""
        self.shutdown()

    def overdue(self, now: float) -> bool:
        """Whether what it waits for has not come."""
        return (self._until is not None and now > self._until) or self._flow.stands(self.transport, now)


def gate_of(line: "HttpLine | SocketLine") -> arrival.Gate | None:
    """Where this connection came in, if it came in from the network."""
    gate: arrival.Gate | None = line.app_state.get(arrival.GATE)
    return gate


class Flow:
    """Whether somebody reads what is written."""

    __slots__ = ("_left", "_since")

    def __init__(self) -> None:
        self._left = 0
        self._since = 0.0

    def stands(self, transport: asyncio.Transport, now: float) -> bool:
        """Whether something waits to be read, and nothing of it was for a long time."""
        left = transport.get_write_buffer_size()
        if not left or left != self._left:
            self._left, self._since = left, now
        return left > 0 and now - self._since > _STANDSTILL


class SocketLine(WebSocketsSansIOProtocol):
    """A socket's connection."""

    def __init__(self, **facts: Any) -> None:
        super().__init__(**facts)
        self._pings: Final = Bucket(*_PINGS)
        self._flow = Flow()
        self._until: float | None = None
        self._sent_away = False
        self.leave: Callable[[], None] = lambda: None

    def data_received(self, data: bytes) -> None:
        """Some more has come; a handshake that uvicorn took for one may still be none."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(guard.last_words("400 Bad Request", _NO_REQUEST))
            self.transport.close()

    def send_away(self, reason: str, code: int = SENT_AWAY) -> None:
        """Say why, and close; whoever has not been let in yet is just not let in."""
        if not self.handshake_complete:
            self.transport.abort()
            return
        if self.close_sent or self.transport.is_closing():
            return
        self._sent_away = self.close_sent = True
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_text(wire.Bye(reason=reason, again=code == RESTART).model_dump_json().encode())
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.read_paused:  # or it would not be heard that they have taken notice
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(_FAREWELL, self.transport.close)

    async def send(self, message: ASGISendEvent) -> None:
        """Say something, unless the last word has been said."""
        if self._sent_away:
            raise ClientDisconnected
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # it was refused in order: uvicorn would take it for forgotten

    def shutdown(self) -> None:
        """The server ends; whoever is going just now is told nothing more, and keeps nobody from ending."""
        with suppress(InvalidState):
            super().shutdown()
        self.transport.close()

    async def run_asgi(self) -> None:
        """Serve it; then give what is still on its way a moment, and no more."""
        try:
            await super().run_asgi()
        finally:
            self._until = self.loop.time() + _FAREWELL

    def overdue(self, now: float) -> bool:
        """Whether it has been closed and its reader does not take notice, or reads nothing at all."""
        return (self._until is not None and now > self._until) or self._flow.stands(self.transport, now)

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self.leave()
        super().connection_lost(exc)

    def handle_cont(self, event: Frame) -> None:
        """One more piece of a message; of empty ones there is no end otherwise."""
        if len(self.frames) >= _MOST_FRAGMENTS:
            self._fail(1009, "That message came in too many pieces.")
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """They ask whether we are there: not too often, and if they listen."""
        if not self._pings.take() or self.transport.get_write_buffer_size() > _PIECE:
            self._fail(1008, "You are asking too often.")
            return
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """They are there; they need not say so all the time."""
        if not self._pings.take():
            self._fail(1008, "Nobody asked that often.")
            return
        super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """A whole message has come; one that is no text ends the socket."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self._fail(1007, "That is not text.")
                return
        super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """What came is nothing a browser says; of a handshake there is nobody to tell."""
        if self.conn.close_sent is None:
            self.transport.abort()
            return
        super().handle_parser_exception()

    def _fail(self, code: int, reason: str) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.fail(code, reason)
        self.handle_parser_exception()
