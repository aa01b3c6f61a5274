"""Asking another process: one connection for each request, so that nobody ever wonders whose answer it is.

A connection that is not even made has told nobody anything: such a request may be made again. One that was sent
and not answered may have been carried out.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple

import h11
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus

from dicecup.server.cluster.lines import Lines, split
from dicecup.server.limits import Bucket
from dicecup.server.store.owners import Owner

_CONNECT: Final = 2.0  # seconds
_LET_IN: Final = 5.0  # seconds until a socket is open
_ANSWER: Final = 120.0  # seconds until an answer begins, of somebody who is alive: some think for long
_MORE: Final = 30.0  # seconds for some more of it
_PING: Final = 10.0  # seconds between asking a socket whether it is there, and for its answer
_FAREWELL: Final = 2.0  # seconds to take notice that a socket is closed
_PIECE: Final = 64 * 1024  # bytes
_LONGEST: Final = 32 * 2**20  # bytes of one message of a socket: the outbox of a reader holds less
CLOSED: Final = (b"dicecup-door", b"closed")  # a header: the door itself has answered, and nothing was done
UNTIMELY: Final = (b"dicecup-clock", b"apart")  # and because of the time at which it was said
_HOP: Final = frozenset(
    (
        *(b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization", b"te", b"trailer"),
        *(b"transfer-encoding", b"upgrade", b"date", b"server"),
    )
)
"""Headers of an answer that are about the connection, not about what it brings."""

_FORBIDDEN: Final = 403
_COMPLAINTS: Final = Bucket(1 / 60, 3.0)  # each second, and at once
_log: Final = logging.getLogger("dicecup.server")

Headers = Sequence[tuple[bytes, bytes]]


class Unreached(Exception):  # noqa: N818
    """Nobody was told anything: there is no connection, or it is another process that was asked."""


class Unanswered(Exception):  # noqa: N818
    """It was asked and did not answer: nobody knows whether it has done anything."""


class Broken(Exception):  # noqa: N818
    """The answer has begun, and does not end."""


class Answer(NamedTuple):
    """What another process says."""

    status: int
    headers: Headers
    pieces: AsyncIterator[bytes]


def _door(owner: Owner) -> tuple[str, int]:
    """Where to knock; Unreached if that is nowhere."""
    try:
        return split(owner.address)
    except ValueError:
        raise Unreached from None


@asynccontextmanager
async def asked(
    lines: Lines, owner: Owner, method: str, target: bytes, headers: Headers, body: bytes = b""
) -> AsyncIterator[Answer]:
    """Make a request of another process. Unreached or Unanswered if nothing comes of it."""
    try:
        async with asyncio.timeout(_CONNECT):
            reader, writer = await asyncio.open_connection(*_door(owner), limit=_PIECE)
    except (OSError, TimeoutError):
        raise Unreached from None
    http = h11.Connection(h11.CLIENT)

    async def event(patience: float) -> object:
        async with asyncio.timeout(patience):
            while (found := http.next_event()) is h11.NEED_DATA:
                http.receive_data(await reader.read(_PIECE))
            return found

    async def pieces() -> AsyncIterator[bytes]:
        try:
            while isinstance(found := await event(_MORE), h11.Data):
                yield bytes(found.data)
        except (OSError, TimeoutError, h11.RemoteProtocolError):
            raise Broken from None

    try:
        with lines.open(owner, writer.transport.abort):
            try:
                own = [(b"host", owner.address.encode()), (b"content-length", str(len(body)).encode())]
                head = h11.Request(
                    method=method, target=target, headers=[*own, (b"connection", b"close"), *headers]
                )
                for part in (head, h11.Data(data=body), h11.EndOfMessage()):
                    writer.write(http.send(part) or b"")
                await writer.drain()
                found = await event(_ANSWER)
                while isinstance(found, h11.InformationalResponse):
                    found = await event(_ANSWER)
            except (OSError, TimeoutError, h11.RemoteProtocolError):
                raise Unanswered from None
            if not isinstance(found, h11.Response):
                raise Unanswered
            if CLOSED in found.headers:
                _tell(lines, owner, found.status_code, timely=UNTIMELY not in found.headers)
                raise Unreached
            lines.clocks.agree(owner.process)
            kept = [(name, value) for name, value in found.headers if name not in _HOP]
            yield Answer(found.status_code, kept, pieces())
    finally:
        writer.transport.abort()  # whatever is left of it is of no use to anybody


@asynccontextmanager
async def dialled(lines: Lines, owner: Owner, target: bytes, headers: Headers) -> AsyncIterator[ClientConnection]:
    """A socket to another process. Unreached if it cannot be had: sockets have told nobody anything by then."""
    _door(owner)
    words = [(name.decode("ascii"), value.decode("latin-1")) for name, value in headers]
    try:
        line = await connect(
            f"ws://{owner.address}{target.decode('ascii')}",
            additional_headers=words,
            user_agent_header=None,
            compression=None,
            proxy=None,
            open_timeout=_LET_IN,
            ping_interval=_PING,
            ping_timeout=_PING,
            close_timeout=_FAREWELL,
            max_size=_LONGEST,
            max_queue=4,
        )
    except (OSError, TimeoutError, InvalidHandshake) as error:
        if isinstance(error, InvalidStatus):
            name, value = (each.decode() for each in UNTIMELY)
            timely = error.response.headers.get(name) != value
            _tell(lines, owner, error.response.status_code, timely=timely)
        raise Unreached from None
    lines.clocks.agree(owner.process)
    with lines.open(owner, line.transport.abort):
        try:
            yield line
        finally:
            with suppress(OSError, TimeoutError):
                await line.close()


def _tell(lines: Lines, owner: Owner, status: int, *, timely: bool) -> None:
    """Whoever runs this has to know that a door is closed to us, unless something has only moved on."""
    if not timely:
        lines.clocks.differ(owner.process)
    if status == _FORBIDDEN and _COMPLAINTS.take():
        _log.error(
            "The server at %s does not take our word. Look there for the reason: perhaps the clocks of these "
            "computers are too far apart.",
            owner.address,
        )
