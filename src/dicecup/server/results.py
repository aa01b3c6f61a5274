"""How matches ended: written down when they do, so that nobody has to play them again to know."""

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import Any, Final

from dicecup import games
from dicecup.players import parted
from dicecup.saves import StorageError
from dicecup.server.clock import when
from dicecup.server.mine.tally import Faces, rolled
from dicecup.server.rebuild import Opener
from dicecup.server.store.storage import ResultRow, Seat, Storage
from dicecup.server.wire import results as wire_results
from dicecup.table import DicecupError, Match

_log: Final = logging.getLogger("dicecup.server")


def result_of(match: Match[Any], seats: Sequence[Seat]) -> str | None:
    """How a match has ended, as it is stored; None while it is played.

    Lessons, games with a seed and branches are marked: one could know what falls, or has tried before.
    """
    outcome = match.outcome
    if outcome is None:
        return None
    body: dict[str, Any] = {
        "number": match.number,
        "options": match.state.options.to_json(),
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "turn": match.state.turn,
        "seats": [
            {"name": seat.name, "player": seat.player, "level": level, "temper": temper, "score": score}
            for seat, score in zip(seats, outcome.scores, strict=True)
            for level, temper in [parted(match.game.name, seat.level)]
        ],
    }
    marks = {
        "lesson": bool(match.lesson),
        "seeded": match.commitment is None,
        "branch": match.older > 0 or not (match.resumed or match.ordinary_start),
    }
    body |= {mark: True for mark, is_one in marks.items() if is_one}
    body["dice"] = _dice(match)
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _dice(match: Match[Any]) -> list[Faces]:
    """All dice of each seat; none if the rules have changed so much since that nobody can tell."""
    try:
        return rolled(match)
    except DicecupError:
        return [{} for _ in match.names]


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
        """Write down what is not known yet of how matches ended; one that cannot be opened is left alone."""
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
