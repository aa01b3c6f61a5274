"""Ratings over HTTP: docs/protocol.md says what each request is for."""

from typing import Annotated, Protocol

from fastapi import APIRouter, Depends

from dicecup.server.asking import Guest, at_the_desk
from dicecup.server.matches import Matches
from dicecup.server.rating.ratings import ratings_of
from dicecup.server.wire.rating import Ratings


class Desk(Protocol):
    """What these routes need."""

    matches: Matches


router = APIRouter(prefix="/api/v1")


@router.get("/rating")
async def rating(desk: Annotated[Desk, Depends(at_the_desk)], guest: Guest) -> Ratings:
    """How strong this guest is, and against whom it would be a good game."""
    return await ratings_of(desk.matches.storage, guest)
