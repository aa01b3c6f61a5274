"""My games over HTTP: docs/protocol.md says what each request is for."""

from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, Query

from dicecup.server.asking import Guest, at_the_desk
from dicecup.server.mine.figures import Wanted
from dicecup.server.mine.mine import MyGames
from dicecup.server.wire import mine as wire_mine


class Desk(Protocol):
    """What these routes need."""

    my_games: MyGames


NONE = "none"
"""A level that nobody has: there were no computer players."""

router = APIRouter(prefix="/api/v1")


@router.get("/mine")
async def mine(
    desk: Annotated[Desk, Depends(at_the_desk)],
    guest: Guest,
    game: Annotated[str | None, Query(max_length=60)] = None,
    players: Annotated[int | None, Query(ge=1, le=64)] = None,
    level: Annotated[str | None, Query(max_length=120)] = None,
    people: bool | None = None,
    won: bool | None = None,
    most: Annotated[int, Query(ge=0, le=10_000)] = 50,
) -> wire_mine.Mine:
    """What all games of this guest add up to, or those that are as wanted."""
    level = "" if level == NONE else level
    wanted = Wanted(game=game, players=players, level=level, people=people, won=won)
    return await desk.my_games.of(guest, wanted, most)
