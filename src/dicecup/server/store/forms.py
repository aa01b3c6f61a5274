"""What rows look like in every store, each with a checksum: whatever changes without us is noticed and named.

The checksum of a row of `matches` covers all its columns; among them are those of its seats and its paper, how
many rows the log has, and the head of the log. It is there to find damage, not forgery. All stores have the same
tables with the same values in them, so that what lies in one can be moved into another as it is.
"""

import hashlib
import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, Final

from dicecup.server.store.storage import (
    COMPUTER,
    NO_ROWS,
    OPEN,
    PERSON,
    AttemptRow,
    MatchRow,
    Seat,
    Stored,
    Summary,
    link,
)

COVERED: Final = (
    *("id", "game", "number", "owner", "watch", "turn", "asked", "finished", "winners", "rematch", "updated"),
    *("base", "paper", "rows", "head", "seats", "version"),
)
COLUMNS: Final = (*COVERED, "checksum", "problem")
FACTS: Final = ("name", "player", "level", "guest", "invite")
CHANGED: Final = "it was changed from outside."
_LATEST: Final = 1e11  # seconds; no clock says so
_LARGEST: Final = 64 * 2**20  # bytes that a review may unpack to

FORGOTTEN: Final = 30 * 86_400
"""Seconds; so long a guest without a seat is remembered, or a party without a match."""
MOST_REVIEWS: Final = 2_000
"""That are kept: those written last."""
KEYS: Final = {
    "guests": "guest",
    "matches": "id",
    "seats": "match, seat",
    "papers": "match, base",
    "log": "match, n",
    "commands": "match, guest, id",
    "clocks": "match",
    "parties": "id",
    "party_doors": "door",
    "party_guests": "party, guest",
    "party_lines": "party, n",
    "party_matches": "match",
    "results": "match",
    "result_seats": "match, seat",
    "reviews": "match",
    "verdicts": "match",
    "attempts": "guest, game, puzzle",
}
"""All tables, by what their rows are told apart with; whoever belongs to another comes after it."""

Kept = dict[str, Any]
"""A row of `matches`, by column."""
Facts = Sequence[Any]
"""A row of another table, as it lies there."""


def digest(facts: object) -> bytes:
    """The checksum of some facts."""
    return hashlib.sha256(json.dumps(facts, default=bytes.hex).encode()).digest()[:16]


def of_text(body: str) -> str:
    """What stands for a long text in a checksum."""
    return hashlib.sha256(body.encode()).hexdigest()


# --- a match ---


def new_match(row: MatchRow, now: float) -> Kept:
    """A match that is put into a store, before it has a paper or seats there."""
    return {
        **{name: getattr(row, name) for name in ("id", "game", "number", "owner", "rematch")},
        **summary_of(row.summary),
        "watch": int(row.watch),
        "updated": now,
        "base": 0,
        "rows": 0,
        "head": NO_ROWS,
        "paper": b"",
        "seats": b"",
        "version": 1,
    }


def sealed(kept: Kept) -> Kept:
    """A row as it is written, with its checksum; whatever was wrong with it has been mended."""
    return {**kept, "checksum": _checksum(kept), "problem": ""}


def _checksum(kept: Kept) -> bytes:
    return digest([kept[name] for name in COVERED])


def problem(kept: Kept) -> str:
    """What is wrong with a row; nothing, if it is as it was written."""
    return str(kept["problem"]) or ("" if is_sealed(kept) else CHANGED)


def is_sealed(kept: Kept) -> bool:
    """Whether a row is as it was written."""
    try:
        return bool(_checksum(kept) == kept["checksum"])
    except (TypeError, ValueError):
        return False


def summary_of(summary: Summary) -> Kept:
    """The columns that say where a match stands."""
    return {
        "turn": summary.turn,
        "asked": summary.asked,
        "finished": int(summary.finished),
        "winners": winners_text(summary.winners),
    }


def winners_text(winners: Iterable[int]) -> str:
    """Seats, as they are stored."""
    return " ".join(map(str, winners))


def row_of(kept: Kept, seats: Sequence[Facts], party: str | None, paper: str = "") -> MatchRow:
    """A row as the others know it. What is damaged says so."""
    wrong = problem(kept) or (
        "" if seats_checksum(seats) == kept["seats"] else "who sits there was changed from outside."
    )
    people = [Seat(**dict(zip(FACTS, map(str, facts[1:]), strict=True))) for facts in seats]
    if wrong:
        return _ruin(kept, people, wrong, party)
    summary = Summary(
        turn=kept["turn"],
        asked=kept["asked"],
        finished=bool(kept["finished"]),
        winners=tuple(map(int, kept["winners"].split())),
    )
    facts = {
        name: kept[name] for name in ("id", "game", "number", "owner", "base", "rematch", "updated", "version")
    }
    return MatchRow(**facts, watch=bool(kept["watch"]), paper=paper, seats=people, summary=summary, party=party)


def _ruin(kept: Kept, seats: list[Seat], problem: str, party: str | None) -> MatchRow:
    """A damaged row: whatever it says, lists can show it."""
    for seat in seats:
        if seat.player not in (PERSON, COMPUTER, OPEN):
            seat.player = PERSON
    updated = kept["updated"]
    return MatchRow(
        id=kept["id"],
        game=str(kept["game"]),
        number=1,
        owner=str(kept["owner"]),
        watch=False,
        paper="",
        base=0,
        seats=seats,
        summary=Summary(turn=0, asked=None, finished=False),
        updated=updated if isinstance(updated, float) and 0 < updated < _LATEST else 0.0,
        party=party,
        problem=problem,
    )


def rescued(old: Kept, stored: Stored) -> Kept:
    """A damaged match as it goes on from what is good of it; its seats and its paper are still to be written."""
    row = stored.row
    return {
        **old,
        "game": row.game,
        "number": row.number,
        # If nobody can tell who may look on, nobody may but those who play.
        "watch": int(is_sealed(old) and bool(old["watch"])),
        **summary_of(row.summary),
        "updated": row.updated,
        "base": row.base,
        "rows": row.base + len(stored.rows),
        "head": stored.head,
        "version": (old["version"] if isinstance(old["version"], int) else 0) + 1,
    }


# --- what belongs to it ---


def seat_facts(seats: Iterable[Seat]) -> list[Facts]:
    """Seats as they lie in a store."""
    return [(number, *(getattr(seat, name) for name in FACTS)) for number, seat in enumerate(seats)]


def seats_checksum(seats: Iterable[Facts]) -> bytes:
    """The checksum of all seats of a match."""
    return digest([list(facts) for facts in seats])


def paper_checksum(match_id: str, base: int, head: bytes, body: str) -> bytes:
    """The checksum of a paper with so many rows in it."""
    return digest([match_id, base, head, of_text(body)])


def good_papers(match_id: str, found: Iterable[Facts]) -> list[tuple[int, bytes, str, bytes]]:
    """Those that are as they were written: base, head, body and checksum."""
    papers = [(base, head, body, checksum) for base, head, body, checksum in found if isinstance(body, str)]
    return [each for each in papers if paper_checksum(match_id, *each[:3]) == each[3]]


def good_log(found: Iterable[Facts], base: int, head: bytes) -> tuple[list[str], bytes]:
    """The rows from `base` on, as far as each follows from all before it; and the head of the log up to there."""
    rows: list[str] = []
    for at, (n, body, chain) in enumerate(found, start=base):
        following = link(head, (body,)) if isinstance(body, str) else NO_ROWS
        if n != at or chain != following:
            break
        rows.append(body)
        head = following
    return rows, head


def log_damaged(kept: Kept, rows: Sequence[str]) -> str:
    """What is said when only these rows of a log are good."""
    return f"row {kept['base'] + len(rows)} of its log was changed from outside, or is missing."


PAPER_DAMAGED: Final = "its paper was changed from outside."


def clock_checksum(match_id: str, body: object) -> bytes:
    """The checksum of the time that players have."""
    return digest([match_id, body])


# --- what stays, and what is beside ---


def result_checksum(match: str, game: str, ended: float, body: str) -> bytes:
    """The checksum of how a match ended."""
    return digest([match, game, ended, of_text(body)])


def verdict_checksum(match: str, body: str) -> bytes:
    """The checksum of what a review said of the players."""
    return digest([match, body])


def review_checksum(match: str, log: str, mind: str, body: bytes) -> bytes:
    """The checksum of a review, packed."""
    return digest([match, log, mind, hashlib.sha256(body).hexdigest()])


def pack(text: str) -> bytes:
    """A review as it lies there: a tenth of its length."""
    return zlib.compress(text.encode())


def unpack(match: str, found: Facts) -> tuple[str, str, str] | None:
    """The log, mind and text of a review as it lies there; None if it is not as it was written."""
    log, mind, body, checksum = found
    if not isinstance(body, bytes) or review_checksum(match, log, mind, body) != checksum:
        return None
    try:
        return log, mind, zlib.decompressobj().decompress(body, _LARGEST).decode()
    except (zlib.error, UnicodeDecodeError):
        return None


def attempt_checksum(row: AttemptRow) -> bytes:
    """The checksum of what somebody made of a puzzle."""
    return digest([row.guest, row.game, row.puzzle, row.made, of_text(row.body)])


def good_attempts(found: Iterable[Facts]) -> list[AttemptRow]:
    """Attempts as they lie there, each with its checksum; what is damaged is left out."""
    rows = [(AttemptRow(*facts), checksum) for *facts, checksum in found if isinstance(facts[-1], str)]
    return [row for row, checksum in rows if attempt_checksum(row) == checksum]


def party_checksum(id_: str, body: str, updated: float, version: int) -> bytes:
    """The checksum of a party."""
    return digest([id_, of_text(body), updated, version])


def line_checksum(party: str, n: int, body: object) -> bytes:
    """The checksum of what was said at a party."""
    return digest([party, n, body])
