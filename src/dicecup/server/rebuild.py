"""A match out of the store again, and where it stands."""

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from dicecup import games
from dicecup.players import plays, usual
from dicecup.server.store.storage import (
    COMPUTER,
    OPEN,
    PERSON,
    Incompatible,
    MatchRow,
    Seat,
    Storage,
    Stored,
    Summary,
    Uninstalled,
)
from dicecup.table import Choice, DicecupError, Game, Match
from dicecup.table.log import in_force
from dicecup.table.retrace import reopen


@dataclass(frozen=True, slots=True)
class Opened:
    """A match as the store has it. `fits`: its rows still lead there; if not, it has to be written down anew."""

    stored: Stored
    match: Match[Any]
    fits: bool


class Opener:
    """Opens matches one after the other, beside the event loop: however many come back at once, tables play on."""

    def __init__(self, storage: Storage) -> None:
        self._storage: Final = storage
        # One thread: more would not be faster, and the event loop would wait for each of them in turn.
        self._thread: Final = ThreadPoolExecutor(1, "dicecup-open")

    async def open(self, match_id: str) -> Opened | None:
        """A match out of the store; None if there is none, Unopenable if what is there cannot be opened."""
        stored = await self._storage.load(match_id)
        return None if stored is None else await self._rebuilt(stored)

    async def salvage(self, match_id: str) -> Opened | None:
        """A damaged match as far as it is good, what cannot be made out put right; None if nothing is good."""
        stored = await self._storage.salvage(match_id)
        if stored is None:
            return None
        opened = await self._rebuilt(stored)
        row = stored.row
        row.game, row.number, row.summary = opened.match.game.name, opened.match.number, summary(opened.match)
        row.seats = [_mended(row, seat, name) for seat, name in enumerate(opened.match.names)]
        return opened

    async def rescue(self, opened: Opened) -> None:
        """Let a match that was salvaged go on."""
        await self._storage.rescue(opened.stored, len(opened.match.log))

    async def rebuild(self, paper: str) -> Match[Any]:
        """The match that a paper of ours holds."""
        return (await self._aside(paper, ()))[0]

    async def _rebuilt(self, stored: Stored) -> Opened:
        return Opened(stored, *await self._aside(stored.row.paper, stored.rows))

    async def _aside(self, paper: str, rows: Sequence[str]) -> tuple[Match[Any], bool]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, partial(rebuild, paper, rows))

    def close(self) -> None:
        """Open no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def summary(match: Match[Any]) -> Summary:
    """Where a match stands, for lists."""
    asked = match.pending.seat if match.pending is not None else None
    outcome = match.outcome
    winners = tuple(outcome.winners) if outcome is not None else ()
    return Summary(turn=match.state.turn, asked=asked, finished=outcome is not None, winners=winners)


def moves(match: Match[Any]) -> int:
    """How many decisions somebody has made, and not taken back."""
    return sum(isinstance(entry, Choice) and not entry.forced for entry in in_force(match.log))


def _mended(row: MatchRow, number: int, name: str) -> Seat:
    """Who sits there; if that cannot be made out, whoever set the match up."""
    seat = row.seats[number] if number < len(row.seats) else None
    if seat is not None and seat.player == COMPUTER:
        level = seat.level if plays(row.game, seat.level) else usual(row.game)
        return Seat(name=name, player=COMPUTER, level=level)
    if seat is not None and seat.player in (PERSON, OPEN):
        return Seat(name=name, player=seat.player, guest=seat.guest, invite=seat.invite)
    return Seat(name=name, player=PERSON, guest=row.owner)


def rebuild(paper: str, rows: Sequence[str]) -> tuple[Match[Any], bool]:
    """The match as it stood after the last row, and whether the rows still lead there.

    If they do not, because the rules are others now, it goes on from the last position that can be reached.
    Incompatible if there is none: the store has seen to it that all is as it was written. Uninstalled if nobody
    here knows the game.
    """
    gone: list[str] = []

    def find(name: str) -> Game[Any]:
        if why := games.missing(name):
            gone.append(why)
        return games.find(name)

    try:
        match, whole = reopen(paper, find, [json.loads(row) for row in rows])
        match.close_chance()  # if it is a save of somebody who settled it in public
    except DicecupError as error:
        raise (Uninstalled(gone[0]) if gone else Incompatible(str(error))) from error
    except Exception as error:  # whatever another version may have written
        raise Incompatible(f"it holds something unexpected ({type(error).__name__}: {error}).") from error
    return match, whole
