"""The inside door: where the other processes of a server come in, and nobody else.

Whoever knocks here without the word of another process is told nothing, but for whether this one is well.
"""

import asyncio
import json
import logging
from typing import Final, Protocol

from fastapi.responses import JSONResponse
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from dicecup.server.arrival import BASE, GUEST, INSIDE, Visitor
from dicecup.server.cluster import places
from dicecup.server.cluster.bodies import Excess, replayed, whole
from dicecup.server.cluster.forwarding import Member
from dicecup.server.cluster.passing import CLOSED, UNTIMELY
from dicecup.server.cluster.vouching import HEADER, Misdirected, Unsealed, Untimely, Word, matter
from dicecup.server.guard import SMALL_BODY, VISITOR
from dicecup.server.guests.forgetting import Forgetting
from dicecup.server.limits import Bucket
from dicecup.server.party.parties import Parties
from dicecup.server.store.storage import Storage
from dicecup.table import DicecupError

OPEN: Final = ("/healthz", "/readyz", "/metrics")
EXPECT: Final = "/inside/expect"
GIVE_UP: Final = "/inside/give-up"
TABLES: Final = "/inside/tables"
_PATIENCE: Final = 10.0  # seconds for a request to come in
_NOT_HERE: Final = "Another process has this by now."
_log: Final = logging.getLogger("dicecup.server")


class Desk(Protocol):
    """What is needed of the desk."""

    parties: Parties
    forgetting: Forgetting

    @property
    def storage(self) -> Storage:
        """Where things are kept, and who has what of it."""
        ...


class Inside:
    """Lets in what another process gives its word for."""

    def __init__(self, app: ASGIApp, desk: Desk, member: Member | None) -> None:
        self._app: Final = app
        self._desk: Final = desk
        self._complaints: Final = Bucket(1 / 60, 5.0)  # each second, and at once
        self._member: Final = member  # none: it is alone, and only ever asked whether it is well

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not; what came in elsewhere is none of our business."""
        if scope["type"] not in ("http", "websocket") or INSIDE not in scope["state"]:
            await self._app(scope, receive, send)
            return
        http = scope["type"] == "http"
        if http and scope["path"] in OPEN and scope["method"] == "GET":
            scope["state"][VISITOR] = Visitor("", secure=False, local=True)
            await self._app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(_PATIENCE):
                body = await whole(receive, SMALL_BODY) if http else b""
            word = self._checked(scope, body)
            if scope["path"].startswith("/inside/") and http:
                await (await self._own_matter(scope, body, word))(scope, receive, send)
                return
            if not word.guest or not await self._is_here(scope, body):
                raise Misdirected
        except Misdirected:
            await self._refuse(scope, receive, send, 421, _NOT_HERE)
        except Unsealed as unsealed:
            if self._complaints.take():
                _log.warning("The inside door has refused somebody: %s", str(unsealed))  # words of ours
            await self._refuse(scope, receive, send, 403, str(unsealed), *self._said_too_late(unsealed))
        except DicecupError as trouble:
            await self._refuse(scope, receive, send, 503, str(trouble))
        except (Excess, TimeoutError):
            await self._refuse(scope, receive, send, 400, "That is too large, or too slow, for this door.")
        else:
            visitor = Visitor("", secure=word.secure, local=False)  # they sit elsewhere, if anywhere
            scope["state"] |= {VISITOR: visitor, GUEST: word.guest, BASE: word.base}
            await self._app(scope, replayed(body, receive) if http else receive, send)

    def _checked(self, scope: Scope, body: bytes) -> Word:
        if self._member is None:
            raise Unsealed("This server has no other processes.")
        given = Headers(scope=scope).get(HEADER, "")
        return self._member.exchange.vouching.check(
            given, matter(places.method_of(scope), places.target_of(scope), body)
        )

    def _said_too_late(self, why: Unsealed) -> list[tuple[bytes, bytes]]:
        """That it is a matter of clocks, for whoever runs this, here and there."""
        if self._member is None or not isinstance(why, Untimely):
            return []
        self._member.exchange.lines.clocks.differ("")  # whose it was is not said
        return [UNTIMELY]

    async def _is_here(self, scope: Scope, body: bytes) -> bool:
        """Whether a request is ours to answer: nothing is passed on a second time."""
        found = places.find(scope)
        if found is None or self._member is None:
            return False
        owner = await self._member.exchange.units.owner(found, body, sure=True)
        return owner is None or owner.here

    async def _own_matter(self, scope: Scope, body: bytes, word: Word) -> Response:
        """What processes ask of each other."""
        match scope["method"], scope["path"]:
            case "POST", path if path == EXPECT:
                self._desk.forgetting.expect(word.guest)
                return Response(status_code=204)
            case "POST", path if path == GIVE_UP:
                await self._desk.storage.owners.give_up(json.loads(body))
                return Response(status_code=204)
            case "GET", path if path == TABLES:
                found = self._desk.parties.tables_here()
                return JSONResponse([{"opened": each.opened, "table": each.table.model_dump()} for each in found])
        return JSONResponse({"reason": "There is nothing at this address."}, 404)

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, status: int, reason: str, *more: tuple[bytes, bytes]
    ) -> None:
        response = JSONResponse({"reason": reason}, status)
        response.raw_headers += [CLOSED, *more]
        if scope["type"] == "http":
            await response(scope, receive, send)
            return
        await receive()
        start = {"status": status, "headers": response.raw_headers}
        await send({"type": "websocket.http.response.start", **start})
        await send({"type": "websocket.http.response.body", "body": bytes(response.body)})
