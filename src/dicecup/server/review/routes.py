"""Reviews over HTTP: docs/protocol.md says what each request is for."""

from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, Path, Response

from dicecup.server.asking import Guest, at_the_desk
from dicecup.server.live import Live
from dicecup.server.matches import Matches
from dicecup.server.review.coach import Coach
from dicecup.server.review.reviews import Reviews
from dicecup.server.wire import review as wire_review


class Desk(Protocol):
    """What these routes need."""

    matches: Matches
    reviews: Reviews
    coach: Coach


TheDesk = Annotated[Desk, Depends(at_the_desk)]


async def _live(match_id: Annotated[str, Path(min_length=1, max_length=64)], desk: TheDesk, guest: Guest) -> Live:
    """A match that this guest may see."""
    return await desk.matches.find(match_id, guest)


TheMatch = Annotated[Live, Depends(_live)]

router = APIRouter(prefix="/api/v1")


@router.get("/matches/{match_id}/review", response_model=wire_review.ReviewTold)
async def review(live: TheMatch, desk: TheDesk, guest: Guest) -> Response:
    """A finished match, gone through; or how far that has come."""
    return Response(await desk.reviews.of(live, guest), media_type="application/json")


@router.post("/matches/{match_id}/review/try")
async def try_again(wanted: wire_review.TryWish, live: TheMatch, desk: TheDesk, guest: Guest) -> wire_review.Tried:
    """Choose once more in a game that is over."""
    return await desk.reviews.tried(live, guest, wanted)


@router.post("/matches/{match_id}/coach")
async def coach(wanted: wire_review.CoachWish, live: TheMatch, desk: TheDesk, guest: Guest) -> wire_review.Coached:
    """What a choice would give away that is about to be made."""
    return await desk.coach.look(live, guest, wanted)
