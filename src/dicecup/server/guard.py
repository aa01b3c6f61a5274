"""What every request has to pass, and what every answer carries: hosts, origins, sizes, rates and headers."""

import json
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicecup.server.limits import Buckets
from dicecup.server.settings import Settings

SMALL_BODY: Final = 64 * 1024
LARGE_BODY: Final = 5 * 2**20  # a save that is brought along
LARGE_PATHS: Final = ("/api/v1/import",)
_SAFE: Final = ("GET", "HEAD", "OPTIONS")

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


class TooLarge(Exception):  # noqa: N818
    """A body that is larger than anything we take."""


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app: Final = app
        self._settings: Final = settings
        self._requests: Final = Buckets(*settings.requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        status, reason = self._refusal(scope, headers)
        if status:
            await _refuse(scope, receive, send, status, reason)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        await self._measured(scope, receive, send, headers)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str]:
        """Why a request does not get in: a status and words; 0 if it does."""
        host = headers.get("host", "")
        if not self._settings.accepts(host):
            return 421, "This server is not known by that name. Start it with --name if it should be."
        unsafe = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if unsafe and not _same_origin(headers, host):
            return 403, "This request comes from another site."
        client = scope.get("client")
        if not self._requests.take(client[0] if client else ""):
            return 429, "Too many requests. Wait a moment."
        return 0, ""

    async def _measured(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> None:
        """Pass a request on, but not more of it than we take; and put our headers on the answer."""
        most = LARGE_BODY if scope["path"] in LARGE_PATHS else SMALL_BODY
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > most:
            await _refuse(scope, receive, send, 413, "That is larger than anything this server takes.")
            return
        got = 0
        begun = False

        async def counted() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > most:
                raise TooLarge
            return message

        async def dressed(message: Message) -> None:
            nonlocal begun
            if got > most and not begun:
                return  # whatever the application makes of half a body
            if message["type"] == "http.response.start":
                begun = True
                given = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    given.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    given.setdefault("cache-control", "no-store")
            await send(message)

        with suppress(TooLarge):
            await self._app(scope, counted, dressed)
        if got > most and not begun:
            await _refuse(scope, receive, send, 413, "That is larger than anything this server takes.")


def _same_origin(headers: Headers, host: str) -> bool:
    """Whether a request was made by a page of ours, or by no page at all (a program sends no Origin)."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") in (None, "same-origin", "none")
    try:
        return origin != "null" and urlsplit(origin).netloc.casefold() == host.casefold() != ""
    except ValueError:
        return False


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, reason: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": reason[:100]})  # before accept: 403
        return
    body = json.dumps({"reason": reason}).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body)), **HEADERS}
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    if status == 413:
        raw.append((b"connection", b"close"))  # the rest of it is not read
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
