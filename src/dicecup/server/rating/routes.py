"""Ratings over HTTP: docs/protocol.md says what each request is for."""

from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, Request
from starlette.requests import HTTPConnection

from dicecup.server.matches import Matches
from dicecup.server.rating.ratings import ratings_of
from dicecup.server.wire_rating import Ratings


class Desk(Protocol):
    """What these routes need."""

    matches: Matches

    async def known(self, request: HTTPConnection) -> str:
        """The guest who asks."""
        ...


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


async def _guest(request: Request) -> str:
    return await _desk(request).known(request)


router = APIRouter(prefix="/api/v1")


@router.get("/rating")
async def rating(desk: Annotated[Desk, Depends(_desk)], guest: Annotated[str, Depends(_guest)]) -> Ratings:
    """How strong this guest is, and against whom it would be a good game."""
    return await ratings_of(desk.matches.storage, guest)
