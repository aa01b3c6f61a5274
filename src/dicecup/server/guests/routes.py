"""All that is a guest's over HTTP: docs/protocol.md says what each request is for."""

from typing import Annotated, Literal, Protocol

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse

from dicecup.server import cookies
from dicecup.server.asking import Guest, at_the_desk, visitor_of
from dicecup.server.guests import export
from dicecup.server.guests.forgetting import Forgetting
from dicecup.server.matches import Matches
from dicecup.server.wire.guests import Forget, Forgotten


class Desk(Protocol):
    """What these routes need."""

    matches: Matches
    forgetting: Forgetting

    async def make(self, guest: str) -> None:
        """A guest wants something that is more work than most other things."""
        ...


TheDesk = Annotated[Desk, Depends(at_the_desk)]

router = APIRouter(prefix="/api/v1")


@router.get("/me/export", response_class=Response)
async def take_along(
    desk: TheDesk, guest: Guest, kind: Annotated[Literal["json", "csv"], Query()] = "json"
) -> Response:
    """Everything that is this guest's, as a file."""
    await desk.make(guest)
    everything = await desk.matches.storage.everything_of(guest)
    headers = {"content-disposition": f'attachment; filename="dicecup-games.{kind}"'}
    if kind == "csv":
        return Response(export.table(everything.results), media_type="text/csv; charset=utf-8", headers=headers)
    pieces = export.whole(desk.matches, everything, guest, desk.matches.clock.now())
    return StreamingResponse(pieces, media_type="application/json", headers=headers)


@router.delete("/me")
async def forget(_wanted: Forget, request: Request, response: Response, desk: TheDesk, guest: Guest) -> Forgotten:
    """Delete everything that is this guest's, and forget who it was."""
    told = await desk.forgetting.forget(guest)
    cookies.take_away(response, secure=visitor_of(request).secure)
    return told
