"""Puzzles over HTTP: docs/protocol.md says what each request is for."""

from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, Path, Query

from dicecup.server.asking import Guest, at_the_desk
from dicecup.server.puzzles.puzzles import Puzzles
from dicecup.server.wire import puzzles as wire_puzzles


class Desk(Protocol):
    """What these routes need."""

    puzzles: Puzzles


TheDesk = Annotated[Desk, Depends(at_the_desk)]
Game = Annotated[str, Path(max_length=60)]
PuzzleId = Annotated[str, Path(min_length=1, max_length=64)]

router = APIRouter(prefix="/api/v1")


@router.get("/puzzles")
async def puzzles(desk: TheDesk, guest: Guest) -> wire_puzzles.Puzzles:
    """What there is to solve, and how far this guest has come."""
    return await desk.puzzles.all(guest)


@router.get("/puzzles/next")
async def next_puzzle(
    desk: TheDesk,
    guest: Guest,
    game: Annotated[str, Query(max_length=60)],
    theme: Annotated[str | None, Query(max_length=60)] = None,
    daily: bool = False,
    again: bool = False,
    but: Annotated[str | None, Query(max_length=64)] = None,
) -> wire_puzzles.NextPuzzle:
    """A puzzle that suits this guest, or today's."""
    if daily:
        return await desk.puzzles.next_daily(guest, game)
    return await desk.puzzles.next(guest, game, theme, again=again, but=but)


@router.get("/puzzles/{game}/{puzzle_id}")
async def puzzle(game: Game, puzzle_id: PuzzleId, desk: TheDesk, guest: Guest) -> wire_puzzles.PuzzleInfo:
    """A certain one."""
    return await desk.puzzles.one(guest, game, puzzle_id)


@router.post("/puzzles/{game}/{puzzle_id}")
async def attempt(
    game: Game, puzzle_id: PuzzleId, wanted: wire_puzzles.PuzzleTry, desk: TheDesk, guest: Guest
) -> wire_puzzles.PuzzleTried:
    """Choose, ask for a hint, or give up."""
    return await desk.puzzles.tried(guest, game, puzzle_id, wanted)
