"""Stands before everything else: every request gets an id, is counted and measured, and leaves a line in the log.

Whether it is well is answered here, too: whoever asks that may ask by any name, and as often as they like.
"""

import json
import re
import secrets
import time
from contextlib import nullcontext
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicecup.server import arrival
from dicecup.server.operation import logs, measures
from dicecup.server.operation.health import ENDING, HEALTHZ, READYZ, Health
from dicecup.server.settings import Settings

HEADER: Final = "x-request-id"
PASSED_ON: Final = "dicecup.passed_on"  # in the scope of a request that another process answers: its route
_SANE: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NOBODY_WAITS: Final = 1006  # of a socket that was not closed in order
_REQUESTS: Final = measures.counter("dicecup_requests_total", "Requests that were answered.", "method", "status")
_SECONDS: Final = measures.histogram("dicecup_request_seconds", "Time to answer a request.", "route")
_SOCKETS: Final = measures.gauge("dicecup_sockets", "Sockets that are open.")
_CLOSED: Final = measures.counter("dicecup_sockets_closed_total", "Sockets that were closed, by code.", "code")
_METHODS: Final = ("GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH")


class Front:
    """The outermost of all."""

    def __init__(self, app: ASGIApp, settings: Settings, health: Health) -> None:
        self._app: Final = app
        self._settings: Final = settings
        self._health: Final = health

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif scope["type"] == "http" and scope["path"] in (HEALTHZ, READYZ) and scope["method"] in ("GET", "HEAD"):
            await answer(self._health, scope, send)
        elif scope["type"] == "websocket" and self._health.leaving:
            await _turn_away(scope, receive, send)
        else:
            await self._pass_on(scope, receive, send)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        name, status, begun = self._name(scope), 0, time.perf_counter()
        http = scope["type"] == "http"

        async def sent(message: Message) -> None:
            nonlocal status
            kind = message["type"]
            if kind in ("http.response.start", "websocket.accept"):
                message.setdefault("headers", [])
                MutableHeaders(scope=message).setdefault(HEADER, name)
            if kind == "http.response.start":
                status = message["status"]
            elif kind == "websocket.close":
                status = status or message.get("code", 1000)
            await send(message)

        async def heard() -> Message:
            nonlocal status
            message = await receive()
            if message["type"] == "websocket.disconnect":
                status = status or message.get("code", 1005)
            return message

        mark = logs.REQUEST.set(name)
        try:
            with nullcontext() if http else _SOCKETS.one_more():
                await self._app(scope, receive if http else heard, sent)
        finally:
            self._over(scope, status, begun)
            logs.REQUEST.reset(mark)

    def _name(self, scope: Scope) -> str:
        """The id of a request: that of a trusted proxy or of another process, if it makes sense, or our own."""
        client, inside = scope.get("client"), arrival.INSIDE in scope.get("state", {})
        if inside or (client and arrival.is_trusted(client[0], self._settings)):
            given = Headers(scope=scope).get(HEADER, "")
            if _SANE.fullmatch(given):
                return given
        return secrets.token_hex(8)

    def _over(self, scope: Scope, status: int, begun: float) -> None:
        http, route, facts = scope["type"] == "http", route_of(scope), scope.get("path_params", {})
        method = _method(scope) if http else None
        if method is not None:
            _REQUESTS.add(method, str(status or 500))
            _SECONDS.observe(time.perf_counter() - begun, route)
        else:
            _CLOSED.add(str(status or _NOBODY_WAITS))
        logs.note(
            "request" if http else "socket",
            method=method,
            route=route,
            status=status or (500 if http else _NOBODY_WAITS),
            seconds=logs.since(begun),
            match=_id(facts.get("match_id")),
            party=_id(facts.get("party_id")),
        )


def route_of(scope: Scope) -> str:
    """Where a request went, in a word of ours: what it was called may hold a code or an invite."""
    if (told := scope.get(PASSED_ON)) is not None:
        return str(told)
    path = getattr(scope.get("route"), "path", None)
    if path is not None:
        return str(path).removeprefix("/api/v1")
    if "endpoint" not in scope:
        return "refused"  # before anybody looked where it should go
    return "nowhere" if scope["path"].startswith("/api/") else "page"


def _method(scope: Scope) -> str:
    """What was asked for, if it is one of ours to know: strangers write whatever they like there."""
    return scope["method"] if scope["method"] in _METHODS else measures.OTHER


def _id(text: object) -> str | None:
    return text if isinstance(text, str) and _ID.fullmatch(text) else None


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    """Who comes now would have to go at once: a proxy tries another server, a page does so in a moment."""
    await receive()
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1012})
        return
    headers = [(b"content-type", b"application/json"), (b"retry-after", b"1")]
    await send({"type": "websocket.http.response.start", "status": 503, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": json.dumps({"reason": ENDING}).encode()})


async def answer(health: Health, scope: Scope, send: Send) -> None:
    """Whether the process is alive, or ready."""
    status, body = 200, b"alive\n"
    kind = "text/plain; charset=utf-8"
    if scope["path"] == READYZ:
        found = await health.look()
        status, body, kind = (
            (200 if found.ready else 503),
            json.dumps(found.to_json()).encode(),
            "application/json",
        )
    headers = {
        "content-type": kind,
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
    }
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
