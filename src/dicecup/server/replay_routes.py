"""Matches looked at once more over HTTP: docs/protocol.md says what each request is for."""

from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, Path, Query, Response

from dicecup.server import replay, wire
from dicecup.server.asking import Guest, Maker, at_the_desk
from dicecup.server.matches import Matches
from dicecup.server.wire import dice as wire_dice
from dicecup.server.wire import replay as wire_replay


class Desk(Protocol):
    """What these routes need."""

    matches: Matches


TheDesk = Annotated[Desk, Depends(at_the_desk)]
MatchId = Annotated[str, Path(min_length=1, max_length=64)]

router = APIRouter(prefix="/api/v1")


@router.get("/matches/{match_id}/replay", response_model=wire_replay.Whole)
async def replay_whole(match_id: MatchId, desk: TheDesk, guest: Guest) -> Response:
    """A match as it was played: all but the views."""
    return _json(await desk.matches.replays.whole(await desk.matches.find(match_id, guest), guest))


@router.get("/matches/{match_id}/replay/stops", response_model=list[wire_replay.Stop])
async def replay_moments(
    match_id: MatchId,
    desk: TheDesk,
    guest: Guest,
    seq: Annotated[int, Query(ge=0, le=100_000)],
    first: Annotated[int, Query(ge=0, le=100_000)] = 0,
    count: Annotated[int, Query(ge=1, le=replay.MOST)] = replay.MOST,
) -> Response:
    """Some stops of a replay."""
    return _json(
        await desk.matches.replays.some(await desk.matches.find(match_id, guest), guest, seq, first, count)
    )


@router.get("/matches/{match_id}/replay/asked", response_model=wire.Ask)
async def replay_asked(
    match_id: MatchId,
    desk: TheDesk,
    guest: Guest,
    seq: Annotated[int, Query(ge=0, le=100_000)],
    stop: Annotated[int, Query(ge=0, le=100_000)],
) -> Response:
    """The decision at a stop of a replay, with all that could have been chosen."""
    return _json(await desk.matches.replays.asked(await desk.matches.find(match_id, guest), guest, seq, stop))


@router.get("/matches/{match_id}/evidence", response_model=wire_dice.Evidence)
async def evidence(match_id: MatchId, desk: TheDesk, guest: Guest) -> Response:
    """The secret of a finished match, and every result that followed from it."""
    return _json(await desk.matches.replays.evidence(await desk.matches.find(match_id, guest), guest))


@router.get("/matches/{match_id}/chances")
async def chances(match_id: MatchId, desk: TheDesk, guest: Guest) -> wire_replay.Chances:
    """How likely everybody was to win in a finished match, as far as a computer player can tell."""
    return await desk.matches.replays.chances(await desk.matches.find(match_id, guest), guest)


@router.post("/matches/{match_id}/branch", status_code=201)
async def branch(match_id: MatchId, wanted: wire_replay.BranchWish, desk: TheDesk, guest: Maker) -> wire.Created:
    """Play on from a stop of a replay."""
    return await desk.matches.branch(match_id, guest, wanted)


def _json(text: bytes) -> Response:
    return Response(text, media_type="application/json")
