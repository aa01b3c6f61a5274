"""What every request has to pass, and what every answer carries: hosts, origins, sizes, rates and headers.

Connections, headers and time-outs are looked after before that, in `line`.
"""

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicecup.server import arrival
from dicecup.server.bus.bus import Bus
from dicecup.server.bus.shared import Buckets
from dicecup.server.limits import Bucket, Count
from dicecup.server.settings import Settings

SMALL_BODY: Final = 64 * 1024
LARGE_BODY: Final = 5 * 2**20  # a save that is brought along
LARGE_PATHS: Final = ("/api/v1/import",)
BODIES: Final = 32 * 2**20  # of all bodies that are on their way
BODIES_OF_ADDRESS: Final = 12 * 2**20
VISITOR: Final = "visitor"  # in the state of a request: the `arrival.Visitor`
FOR_FRIENDS: Final = (
    *("GET /hello", "GET /friends", "GET /games/*/rules", "GET /results", "GET /rating", "GET /mine"),
    *("GET /me/export", "DELETE /me"),
    *("POST /doors", "POST /join", "POST /invites/*"),
    *("GET /parties", "GET /parties/*/links", "POST /parties/*/pass", "GET /parties/*/evening"),
    *("GET /matches", "GET /matches/*/rules", "POST /matches/*/nonce", "GET /matches/*/export"),
    *("GET /matches/*/replay", "GET /matches/*/replay/stops", "GET /matches/*/replay/asked"),
    *("GET /matches/*/evidence", "GET /matches/*/chances"),
    *("GET /matches/*/review", "POST /matches/*/review/try", "POST /matches/*/coach"),
    *("GET /puzzles", "GET /puzzles/next", "GET /puzzles/*/*", "POST /puzzles/*/*"),
    *(
        "POST /seals",
        "POST /lessons",
        "POST /matches/*/lesson/leave",
    ),  # before the others come
    *("SOCKET /parties/*/socket", "SOCKET /matches/*/socket"),
)
"""All that somebody can do who came in by a gate: go in where one is invited, and play there."""
FOR_ANYBODY: Final = ("GET /tables", "POST /anybody")
"""The same where tables are open to all."""
_AS_A_FRIEND: Final = (
    "This is somebody else's computer: you can play at the tables you are invited to. To set up games of your "
    "own, start Dicecup on your own computer."
)
_NO_SOCKETS: Final = (
    "The proxy in front of this server does not pass sockets on, so nobody can play through it: it has to hand on "
    "the headers Upgrade and Connection."
)
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_LARGE: Final = 6  # times as much time for a large body
_HTTPS: Final = {"strict-transport-security": "max-age=31536000"}
_log: Final = logging.getLogger("dicecup.server")

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # a bar as wide as a number: an attribute, and no way to run anything
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self' data: blob:",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class Refused(Exception):  # noqa: N818
    """A request that is not let in: the status and the words of the answer."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status: Final = status
        self.reason: Final = reason


class Guard:
    """Stands before the application. `knows`: whether a request is that of a guest, who may bring large things."""

    def __init__(
        self, app: ASGIApp, settings: Settings, knows: Callable[[Scope], Awaitable[bool]], bus: Bus
    ) -> None:
        self._app: Final = app
        self._settings: Final = settings
        self._knows: Final = knows
        self._friends: Final = _pattern(FOR_FRIENDS + (FOR_ANYBODY if settings.open_tables else ()))
        # Every tenth of them is asked for: the page alone makes some when it is opened.
        few = int(settings.requests[1] / 10)
        self._requests: Final = Buckets(bus, "requests", *settings.requests, unasked=few)
        self._complaints: Final = Bucket(1 / 3600, 1)  # each second, and at once
        self._bodies: Final = Count()  # bytes on their way, by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] not in ("http", "websocket") or arrival.INSIDE in scope.get("state", {}):
            await self._app(scope, receive, send)  # the inside door has a guard of its own
            return
        headers = Headers(scope=scope)
        passage = _Passage(self, scope, headers, receive, send)
        try:
            visitor = passage.visitor = arrival.visitor(scope, headers, self._settings)
            self._check(scope, headers, visitor)
            if not await self._requests.take(visitor.address):
                raise Refused(429, "Too many requests. Wait a moment.")
            scope["state"] = {**scope.get("state", {}), VISITOR: visitor}
            if scope["type"] == "websocket":
                await self._app(scope, receive, send)
                return
            await passage.expect(headers)
            await self._app(scope, passage.receive, passage.send)
        except arrival.Unclear:
            words = "The proxy in front of this server does not say clearly where this request comes from."
            await passage.refuse(400, words)
        except Refused as refusal:
            await passage.refuse(refusal.status, refusal.reason)
        except Exception:
            if scope["type"] == "websocket":
                raise
            # Not where it went to: an address may be an invite.
            _log.exception(
                "%s %s failed", scope.get("method", "socket"), getattr(scope.get("route"), "path", "page")
            )
            await passage.refuse(500, "Something went wrong here. It is not your fault, and it has been logged.")
        else:
            if passage.refused is not None:  # the application has taken it for a mistake of its own
                await passage.refuse(passage.refused.status, passage.refused.reason)
        finally:
            passage.over()

    def _check(self, scope: Scope, headers: Headers, visitor: arrival.Visitor) -> None:
        """Refused, unless this request may come in."""
        if "transfer-encoding" in headers and "content-length" in headers:
            # Where it ends is then a matter of opinion, and a proxy before us may be of another one.
            raise Refused(400, "This request says twice how long it is.")
        host = headers.get("host", "")
        if visitor.gate is not None:
            self._check_friend(scope, host, visitor.gate)
        elif not self._settings.accepts(host):
            raise Refused(421, "This server is not known by that name. Start it with --name if it should be.")
        # No store holds a zero, and after a line break it is a matter of opinion where a path ends.
        if _CONTROL.search(scope["path"]) or b"%00" in scope["query_string"]:
            raise Refused(404, "There is nothing at this address.")
        if scope["type"] == "http" and "sec-websocket-key" in headers and scope["path"].endswith("/socket"):
            if self._complaints.take():
                _log.warning("%s docs/server.md says how, under 'Behind a proxy'.", _NO_SOCKETS)
            raise Refused(400, _NO_SOCKETS)
        unsafe = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if unsafe and not _same_origin(headers, host, secure=visitor.secure):
            raise Refused(403, "This request comes from another site.")

    def _check_friend(self, scope: Scope, host: str, gate: arrival.Gate) -> None:
        """Refused, unless this is something for friends."""
        if not gate.open:
            raise Refused(403, "Nobody is let in from outside any more.")
        if not gate.accepts(host):
            raise Refused(421, f"This table is at {gate.base}/ and has no other name.")
        method = "SOCKET" if scope["type"] == "websocket" else scope["method"]
        page = method in ("GET", "HEAD") and not scope["path"].startswith("/api/")
        if not page and not self._friends.fullmatch(f"{method} {scope['path']}"):
            raise Refused(403, _AS_A_FRIEND)

    async def measure(self, scope: Scope) -> tuple[int, float, Refused]:
        """How large the body of a request may be, how many seconds it may take, and what is said if it is more."""
        patience = self._settings.patience
        if scope["path"] not in LARGE_PATHS:
            return SMALL_BODY, patience, Refused(413, "That is larger than anything this server accepts.")
        if not await self._knows(scope):
            return SMALL_BODY, patience, Refused(401, "Say hello first: GET /api/v1/hello.")
        words = f"That is too large to be a game: {LARGE_BODY // 2**20} MiB at most."
        return LARGE_BODY, patience * _LARGE, Refused(413, words)

    def hold(self, address: str, size: int) -> None:
        """Some more of a body is here, or, less than nothing, is gone; Refused if that is too much at once."""
        self._bodies.add(address, size)
        if size > 0 and (self._bodies.total > BODIES or self._bodies.of(address) > BODIES_OF_ADDRESS):
            raise Refused(429, "Too much is being sent here at once. Wait a moment.")


class _Passage:
    """One request on its way through: its body is measured, and its answer gets our headers."""

    def __init__(self, guard: Guard, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        self._guard: Final = guard
        self._scope: Final = scope
        self._receive: Final = receive
        self._send: Final = send
        self._got = 0
        self._begun = False
        self._whole = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
        self._most = 0
        self._until = 0.0
        self._excess = Refused(413, "")
        self.visitor = arrival.Visitor("", secure=False, local=False)
        self.refused: Refused | None = None  # while the application was at work

    async def expect(self, headers: Headers) -> None:
        """Get ready for the body; Refused if it says that it is too large."""
        if self._whole:  # nothing of it is missing
            return
        length = headers.get("content-length", "0")
        self._most, patience, self._excess = await self._guard.measure(self._scope)
        self._until = asyncio.get_running_loop().time() + patience
        if not (length.isascii() and length.isdecimal() and len(length) < 20) or int(length) > self._most:
            raise self._excess

    async def receive(self) -> Message:
        """The next piece of the body, if it comes in time and is not too much."""
        if self._whole:  # whoever listens on hears only that the sender has gone
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
            size = len(message.get("body", b""))
            self._got += size
            self._guard.hold(self.visitor.address, size)
            if self._got > self._most:
                raise self._excess
        except TimeoutError:
            self.refused = Refused(408, "The rest of this request did not come in time.")
            raise self.refused from None
        except Refused as refusal:
            self.refused = refusal
            raise
        self._whole = not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        """Pass an answer on, with our headers."""
        if self.refused is not None and not self._begun:
            return  # whatever the application makes of half a body
        if message["type"] == "http.response.start":
            self._begun = True
            given = MutableHeaders(scope=message)
            for name, value in self._headers().items():
                given.setdefault(name, value)
            if self._scope["path"].startswith("/api/"):
                given.setdefault("cache-control", "no-store")
        await self._send(message)

    def _headers(self) -> dict[str, str]:
        return {**HEADERS, **_HTTPS} if self.visitor.secure else HEADERS

    def over(self) -> None:
        """Whatever was read of the body is not held any more."""
        self._guard.hold(self.visitor.address, -self._got)
        self._got = 0

    async def refuse(self, status: int, reason: str) -> None:
        """Answer with a reason, unless there is an answer."""
        if self._scope["type"] == "websocket":
            await self._receive()
            await self._send(
                {"type": "websocket.close", "code": 1008, "reason": reason[:100]}
            )  # not accepted: 403
            return
        if self._begun:
            return
        self._begun = True
        body = json.dumps({"reason": reason}).encode()
        headers = {"content-type": "application/json", "content-length": str(len(body)), **self._headers()}
        if not self._whole:
            headers["connection"] = "close"  # the rest of it is not read
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await self._send({"type": "http.response.start", "status": status, "headers": raw})
        await self._send({"type": "http.response.body", "body": body})


def _pattern(doors: Sequence[str]) -> re.Pattern[str]:
    """What fits one of them, such as `GET /games/*/rules`."""
    ways = (re.escape(door).replace(r"\*", "[^/]+").replace("\\ /", " /api/v1/", 1) for door in doors)
    return re.compile("|".join(ways))


def _same_origin(headers: Headers, host: str, *, secure: bool) -> bool:
    """Whether a request was made by a page of ours, or by no page at all (a program sends no Origin).

    Over https no page that came without it is ours: anybody on its way may have changed it.
    """
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") in (None, "same-origin", "none")
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    if parts.scheme not in (("https",) if secure else ("http", "https")):
        return False
    return parts.netloc.casefold() == host.casefold() != ""


def last_words(status: str, reason: str) -> bytes:
    """A whole answer to somebody whose connection is closed after it."""
    body = json.dumps({"reason": reason}).encode()
    headers = {"content-type": "application/json", "content-length": len(body), "connection": "close", **HEADERS}
    head = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*head, "", ""]).encode() + body
