"""My games over HTTP: docs/protocol.md says what each request is for."""

from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, Query, Request
from starlette.requests import HTTPConnection

from dicecup.server import wire_mine
from dicecup.server.mine.figures import Wanted
from dicecup.server.mine.mine import MyGames


class Desk(Protocol):
    """What these routes need."""

    my_games: MyGames

    async def known(self, request: HTTPConnection) -> str:
        """The guest who asks."""
        ...


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


async def _guest(request: Request) -> str:
    return await _desk(request).known(request)


NONE = "none"
"""A level that nobody has: there were no computer players."""

router = APIRouter(prefix="/api/v1")


@router.get("/mine")
async def mine(
    desk: Annotated[Desk, Depends(_desk)],
    guest: Annotated[str, Depends(_guest)],
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
