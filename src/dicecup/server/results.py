"""How matches ended: written down when they do, so that nobody has to play them again to know."""

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import Any, Final

from dicecup import games
from dicecup.saves import StorageError
from dicecup.server import wire_results
from dicecup.server.clock import when
from dicecup.server.rebuild import Opener
from dicecup.server.store.storage import ResultRow, Seat, Storage
from dicecup.table import DicecupError, Match

_log: Final = logging.getLogger("dicecup.server")


def result_of(match: Match[Any], seats: Sequence[Seat]) -> str | None:
    """How a match has ended, as it is stored; None while it is played."""
    outcome = match.outcome
    if outcome is None:
        return None
    body: dict[str, Any] = {
        "number": match.number,
        "options": match.state.options.to_json(),
        "winners": list(outcome.winners),
        "seats": [
            {"name": seat.name, "player": seat.player, "level": seat.level, "score": score}
            for seat, score in zip(seats, outcome.scores, strict=True)
        ],
    }
    if match.lesson:
        body["lesson"] = True
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


class Results:
    """The results of all guests. Those of before they were written down are made up for while nobody waits."""

    def __init__(self, storage: Storage, opener: Opener) -> None:
        self._storage: Final = storage
        self._opener: Final = opener

    async def of(self, guest: str, game: str | None, most: int) -> list[wire_results.Result]:
        """The matches that a guest has played to the end, the latest first; lessons count for nothing."""
        found = await self._storage.results_of(guest, game, most)
        return [_told(row) for row in found if not json.loads(row.body).get("lesson")]

    async def catch_up(self) -> None:
        """Write down how matches ended of which that is not known yet; one that cannot be opened is left alone."""
        for match_id in await self._storage.without_result():
            try:
                opened = await self._opener.open(match_id)
                body = None if opened is None else result_of(opened.match, opened.stored.row.seats)
                if body is not None:
                    await self._storage.add_result(match_id, body)
            except (StorageError, DicecupError, ValueError):
                _log.warning("match %s has ended, but nobody can tell how", match_id)
            await asyncio.sleep(0)  # tables play on


def _told(row: ResultRow) -> wire_results.Result:
    body = json.loads(row.body)
    seats = [wire_results.ResultSeat(**seat, mine=number in row.mine) for number, seat in enumerate(body["seats"])]
    return wire_results.Result(
        match=row.match,
        game=row.game,
        title=games.titled(row.game),
        number=body["number"],
        options=body["options"],
        winners=body["winners"],
        seats=seats,
        ended=when(row.ended),
        there=row.there,
    )
