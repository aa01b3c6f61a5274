"""Before the application of a server that is one of many: what is another process's is passed on to it, whole.

So whoever comes to any process gets the same answers, and whatever is in memory is there once. What comes in here
has passed the guard; what another process passes on comes in by the inside door (`inside`) and goes no further.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, Protocol

from fastapi import WebSocket
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection

from dicecup.saves import StorageError
from dicecup.server import network
from dicecup.server.arrival import GUEST, INSIDE, Visitor
from dicecup.server.cluster import passing, places, relaying
from dicecup.server.cluster.bodies import replayed, whole
from dicecup.server.cluster.lines import Lines
from dicecup.server.cluster.places import By, Found
from dicecup.server.cluster.units import Units, said
from dicecup.server.cluster.vouching import HEADER, Vouching, Word, matter
from dicecup.server.guard import VISITOR
from dicecup.server.operation import front, logs, measures
from dicecup.server.party.parties import Parties
from dicecup.server.sockets import RESTART, Sockets, turn_away
from dicecup.server.store.owners import Owner
from dicecup.table import DicecupError

_PATIENCE: Final = 8.0  # seconds for somebody to take over what a dead process had
_PAUSE: Final = 0.25  # seconds between asking who has it
_PASSED_ON: Final = (b"content-type", b"accept")
"""Headers of a request that another process needs. All others stay here: cookies, and what strangers make up."""
AWAY: Final = "The server that has this table does not answer just now. Try again in a moment."
LOST: Final = "The answer to this got lost on its way. Look whether it was done before you try again."
_GONE: Final = 404
_FORWARDED: Final = measures.counter(
    "dicecup_forwarded_total",
    "Requests and sockets passed on to the process that has their table.",
    "kind",
    "outcome",
)
_SECONDS: Final = measures.histogram("dicecup_forward_seconds", "Until another process began to answer.")
_log: Final = logging.getLogger("dicecup.server")

SayWhy = Callable[[Request, Exception], Awaitable[Response]]


class Desk(Protocol):
    """What is needed of the desk."""

    parties: Parties

    @property
    def sockets(self) -> Sockets:
        """All that are open."""
        ...

    async def guest(self, request: HTTPConnection) -> str | None:
        """The guest who asks."""
        ...


class Exchange:
    """What one process needs to talk to the others."""

    def __init__(self, units: Units, lines: Lines, vouching: Vouching) -> None:
        self.units: Final = units
        self.lines: Final = lines
        self.vouching: Final = vouching

    def headers(
        self, owner: Owner, method: str, target: bytes, body: bytes, word: Word
    ) -> list[tuple[bytes, bytes]]:
        """Our word for a request, for the process that is to answer it."""
        given = self.vouching.give(owner.process, matter(method, target, body), word)
        return [(HEADER.encode(), given.encode())]


class Member(Protocol):
    """This process as one of many."""

    exchange: Exchange  # as soon as it runs


class _Sent:
    """A request on its way to the process that answers it, which may be another one each time it is tried."""

    def __init__(self, exchange: Exchange, scope: Scope, found: Found, guest: str, body: bytes) -> None:
        visitor: Visitor = scope["state"][VISITOR]
        base = network.base(HTTPConnection(scope))
        self.found: Final = found
        self.body: Final = body
        self._exchange: Final = exchange
        self._word: Final = Word(guest, visitor.secure, base)
        self._until: Final = asyncio.get_running_loop().time() + _PATIENCE
        self._asked = False  # the store, who has it
        self._method: Final = places.method_of(scope)
        self._target: Final = places.target_of(scope)
        kept = [each for each in scope["headers"] if each[0] in _PASSED_ON]
        self._kept: Final = [*kept, (front.HEADER.encode(), logs.REQUEST.get().encode())]

    def _headers(self, owner: Owner) -> list[tuple[bytes, bytes]]:
        return self._kept + self._exchange.headers(owner, self._method, self._target, self.body, self._word)

    async def again(self) -> Owner | None:
        """Who has it now, after a moment; StorageError if nobody has taken it for too long."""
        if asyncio.get_running_loop().time() > self._until:
            raise StorageError(AWAY)
        units = self._exchange.units
        if not units.forget(self.found) or self._asked:  # it was only believed: the store may know better at once
            await asyncio.sleep(_PAUSE)
        self._asked = True
        return await units.owner(self.found, self.body, sure=True)

    @asynccontextmanager
    async def asked(self, owner: Owner) -> AsyncIterator[passing.Answer]:
        """The answer of another process."""
        headers, begun = self._headers(owner), time.perf_counter()
        async with passing.asked(
            self._exchange.lines, owner, self._method, self._target, headers, self.body
        ) as answer:
            _SECONDS.observe(time.perf_counter() - begun)
            yield answer

    @asynccontextmanager
    async def dialled(self, owner: Owner) -> AsyncIterator[ClientConnection]:
        """A socket to another process."""
        async with passing.dialled(self._exchange.lines, owner, self._target, self._headers(owner)) as line:
            yield line


class Forwarding:
    """Passes on what is another process's."""

    def __init__(self, app: ASGIApp, desk: Desk, member: Member, say_why: SayWhy) -> None:
        self._app: Final = app
        self._desk: Final = desk
        self._member: Final = member
        self._say_why: Final = say_why

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request here, or pass it on."""
        found = places.find(scope) if scope["type"] in ("http", "websocket") else None
        if found is None or INSIDE in scope["state"]:
            await self._app(scope, receive, send)
            return
        try:
            guest = await self._desk.guest(HTTPConnection(scope))
            if guest is None:  # a stranger is refused, whatever it is about
                await self._app(scope, receive, send)
                return
            scope["state"][GUEST] = guest
            body = b""
            if found.place.by in (By.CODE, By.ADOPTED):
                body = await whole(receive)
                receive = replayed(body, receive)
            owner = await self._member.exchange.units.owner(found, body)
            if owner is None or owner.here:
                await self._app(scope, receive, send)
            elif scope["type"] == "websocket":
                _mark(scope, found)
                sent = _Sent(self._member.exchange, scope, found, guest, b"")
                await self._socket(scope, receive, send, sent, owner)
            else:
                _mark(scope, found)
                body = body or await whole(receive)
                sent = _Sent(self._member.exchange, scope, found, guest, body)
                await self._request(scope, replayed(body, receive), send, sent, owner)
        except DicecupError as trouble:  # the application tells of its own
            await self._refuse(scope, receive, send, trouble)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, trouble: DicecupError) -> None:
        if scope["type"] == "websocket":
            websocket = WebSocket(scope, receive, send)
            await websocket.accept()
            await turn_away(websocket, RESTART, str(trouble), again=True)
            return
        response = await self._say_why(Request(scope), trouble)
        if response.status_code == 503:
            response.headers.setdefault("retry-after", "1")
        await response(scope, receive, send)

    # --- requests ---

    async def _request(self, scope: Scope, receive: Receive, send: Send, sent: _Sent, owner: Owner | None) -> None:
        guesses = sent.found.place.by is By.CODE
        if guesses:
            await self._guess(scope, sent, right=True)
        while owner is not None and not owner.here:
            try:
                async with sent.asked(owner) as answer:
                    if guesses and answer.status == _GONE:  # it opens nothing after all
                        await self._guess(scope, sent, right=False)
                    await _pass_back(answer, send)
            except passing.Unreached:
                _FORWARDED.add("request", "unreached")
                _log.info("process %s at %s cannot be reached", owner.process, owner.address)
            except passing.Unanswered:
                _FORWARDED.add("request", "unanswered")
                if not sent.found.place.again:
                    raise StorageError(LOST) from None
            else:
                _FORWARDED.add("request", "answered")
                return
            owner = await sent.again()
        await self._app(scope, receive, send)

    async def _guess(self, scope: Scope, sent: _Sent, *, right: bool) -> None:
        await self._desk.parties.check_guess(said(sent.body, "code") or "", _visitor(scope).address, right=right)

    # --- sockets ---

    async def _socket(self, scope: Scope, receive: Receive, send: Send, sent: _Sent, owner: Owner | None) -> None:
        websocket = WebSocket(scope, receive, send)
        async with AsyncExitStack() as stack:
            line: ClientConnection | None = None
            while line is None and owner is not None and not owner.here:
                try:
                    line = await stack.enter_async_context(sent.dialled(owner))
                except passing.Unreached:
                    _FORWARDED.add("socket", "unreached")
                    owner = await sent.again()
            if line is None:
                await self._app(scope, receive, send)
                return
            _FORWARDED.add("socket", "answered")
            open_line = line

            async def look(_guest: str) -> None:
                await relaying.relay(websocket, open_line)

            await self._desk.sockets.admit(websocket, scope["state"][GUEST], _visitor(scope).address, look)


def _mark(scope: Scope, found: Found) -> None:
    """For the log: where it would have gone here, and what it is about."""
    scope[front.PASSED_ON] = found.route
    named = {By.MATCH: "match_id", By.PARTY: "party_id"}.get(found.place.by)
    scope["path_params"] = {named: found.word} if named else {}


def _visitor(scope: Scope) -> Visitor:
    visitor: Visitor = scope["state"][VISITOR]
    return visitor


async def _pass_back(answer: passing.Answer, send: Send) -> None:
    """An answer as it came, piece by piece: no faster than it is read. Half of one is ended like half of one."""
    await send({"type": "http.response.start", "status": answer.status, "headers": list(answer.headers)})
    try:
        async for piece in answer.pieces:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    except passing.Broken:
        return  # it is not said that this was all: so the connection is closed, and whoever reads knows
    await send({"type": "http.response.body", "body": b""})
