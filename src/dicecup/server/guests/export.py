"""All that is a guest's, to take along: as JSON, or its games as a table for a spreadsheet."""

import asyncio
import csv
import io
import json
from collections.abc import AsyncIterator, Sequence, Set
from typing import Any, Final

from dicecup import games
from dicecup.server import messages
from dicecup.server.clock import when
from dicecup.server.matches import Matches
from dicecup.server.party.people import Book
from dicecup.server.rating.ratings import ratings_of
from dicecup.server.store.storage import COMPUTER, Everything, MatchRow, PartyRow, ResultRow
from dicecup.server.wire import party as wire_party
from dicecup.table import DicecupError, papers

VERSION: Final = 1
COLUMNS: Final = (
    *("ended", "game", "players", "me", "score", "won", "winners", "others", "accuracy", "luck", "unit", "counts"),
    "match",
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_MARKS: Final = ("lesson", "branch", "seeded")


# --- a table ---


def table(rows: Sequence[ResultRow]) -> str:
    """One line for each game, the first one first; before it a mark by which spreadsheets know the encoding."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([safe(cell) for cell in _line(row)])
    return "\ufeff" + text.getvalue()


def safe(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula, whatever somebody is called; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _line(row: ResultRow) -> list[object]:
    body = json.loads(row.body)
    seats, mine = body["seats"], sorted(row.mine)
    verdict = json.loads(row.verdict) if row.verdict else {}
    judged = [verdict["seats"][seat] for seat in mine if seat < len(verdict.get("seats", ()))]
    others = [
        f"{seat['name']} ({seat['level']})" if seat["player"] == COMPUTER else seat["name"]
        for number, seat in enumerate(seats)
        if number not in row.mine
    ]
    return [
        when(row.ended),
        games.titled(row.game),
        len(seats),
        _joined(seats[seat]["name"] for seat in mine),
        _one([seats[seat]["score"] for seat in mine]),
        _won(row.mine & set(body["winners"]), len(seats)),
        _joined(seats[seat]["name"] for seat in body["winners"]),
        _joined(others),
        _one([one.get("accuracy") for one in judged]),
        _one([one.get("luck") for one in judged]),
        verdict.get("unit", ""),
        _joined(mark for mark in _MARKS if body.get(mark)) or "yes",
        row.match,
    ]


def _won(winners: Set[int], seats: int) -> str:
    if seats == 1:
        return ""  # alone there is nothing to win
    return "yes" if winners else "no"


def _joined(words: Any) -> str:
    return "; ".join(words)


def _one(values: Sequence[object]) -> object:
    """A number, or, if somebody had several seats, all of them."""
    if len(values) == 1:
        return "" if values[0] is None else values[0]
    return _joined(str(value) for value in values)


# --- everything ---


async def whole(matches: Matches, everything: Everything, guest: str, made: float) -> AsyncIterator[str]:
    """Everything as JSON, piece by piece: games can be many, and each is played again for its record."""
    head = {
        "format": papers.EXPORT,
        "version": VERSION,
        "made": when(made),
        "results": [_result(row) for row in everything.results],
        "puzzles": [_attempt(each.game, each.puzzle, each.made, each.body) for each in everything.attempts],
        "rating": (await ratings_of(matches.storage, guest)).model_dump(mode="json"),
        "tables": [told for row, lines in everything.parties if (told := _party(row, lines.values(), guest))],
    }
    yield json.dumps(head, ensure_ascii=False, indent=1)[:-2] + ',\n "matches": ['
    comma = "\n  "
    for part in everything.matches:
        if part.row.owner == guest or messages.seats_of(part.row, guest):
            yield comma + json.dumps(await _match(matches, part.row, guest), ensure_ascii=False)
            comma = ",\n  "
    yield "\n ]\n}\n"


def _result(row: ResultRow) -> dict[str, Any]:
    verdict = json.loads(row.verdict) if row.verdict else None
    facts = {"match": row.match, "game": row.game, "ended": when(row.ended), "my_seats": sorted(row.mine)}
    return {**facts, "result": json.loads(row.body), "review": verdict}


def _attempt(game: str, puzzle: str, made: float, body: str) -> dict[str, Any]:
    return {"game": game, "puzzle": puzzle, "made": when(made), "attempt": json.loads(body)}


def _party(row: PartyRow, lines: Any, guest: str) -> dict[str, Any] | None:
    """A table that the guest is at: who is there, and what the guest has said."""
    book = Book.model_validate_json(row.body)
    if (me := book.of_guest(guest)) is None:
        return None
    spoken = [wire_party.Line.model_validate_json(body) for body in lines]
    return {
        "game": book.rules.game,
        "opened": when(book.opened),
        "me": me.name,
        "people": [person.name for person in book.present()],
        "said": [{"at": line.at, "text": line.text} for line in spoken if line.person == me.number],
    }


async def _match(matches: Matches, row: MatchRow, guest: str) -> dict[str, Any]:
    """A match: to go on with if nobody else plays it, else as far as the guest may know it."""
    alone = not any(seat.player != COMPUTER and seat.guest != guest for seat in row.seats)
    kind = "save" if alone and messages.seats_of(row, guest) and not row.summary.finished else "record"
    facts: dict[str, Any] = {"match": row.id, "game": row.game, "kind": kind}
    try:
        _, text = await matches.export(row.id, guest, kind)
        paper = await asyncio.to_thread(json.loads, text)
    except DicecupError as trouble:
        return {**facts, "problem": str(trouble)}
    return {**facts, "paper": paper}
