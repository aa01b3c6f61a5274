"""The rows of a match, each with a checksum: whatever changes on the disk without us is noticed and named.

The checksum of a row of `matches` covers all its columns; among them are those of its seats and its paper, how
many rows the log has, and the head of the log. It is there to find damage, not forgery.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final

from dicecup.server.store.storage import (
    COMPUTER,
    NO_ROWS,
    OPEN,
    PERSON,
    Damaged,
    MatchRow,
    Seat,
    Stored,
    Summary,
    link,
)

_COVERED: Final = (
    *("id", "game", "number", "owner", "watch", "turn", "asked", "finished", "winners", "rematch", "updated"),
    *("base", "paper", "rows", "head", "seats", "version"),
)
_COLUMNS: Final = ", ".join((*_COVERED, "checksum", "problem"))
_UNLISTED: Final = "its entry in the list of matches was lost."
_LATEST: Final = 1e11  # seconds; no clock says so
_FACTS: Final = ("name", "player", "level", "guest", "invite")
_CHANGED: Final = "it was changed from outside."
_SEATS_CHANGED: Final = "who sits there was changed from outside."

Kept = dict[str, Any]
"""A row of `matches`, by column."""


def digest(facts: object) -> bytes:
    """The checksum of some facts."""
    return hashlib.sha256(json.dumps(facts, default=bytes.hex).encode()).digest()[:16]


def probe(db: sqlite3.Connection) -> None:
    """Look whether everything is there that will be needed; sqlite3.Error if not."""
    facts = ", ".join(_FACTS)
    for what in (
        f"{_COLUMNS} FROM matches",
        f"match, seat, {facts} FROM seats",
        "match, base, head, body, checksum FROM papers",
        "match, n, body, chain FROM log",
        "match, guest, id, seq FROM commands",
        "guest, created FROM guests",
        "match, body, checksum FROM clocks",
    ):
        db.execute(f"SELECT {what} LIMIT 1").fetchall()


# --- a match ---


def _checksum(kept: Kept) -> bytes:
    return digest([kept[name] for name in _COVERED])


def select(db: sqlite3.Connection, which: str, *values: object) -> list[Kept]:
    """Rows of `matches` as they lie there."""
    names = _COLUMNS.split(", ")
    found = db.execute(f"SELECT {_COLUMNS} FROM matches {which}", values).fetchall()  # noqa: S608
    return [dict(zip(names, each, strict=True)) for each in found]


def read(db: sqlite3.Connection, match_id: str) -> Kept | None:
    """The row of a match; Damaged if it is not as it was written."""
    found = select(db, "WHERE id = ?", match_id)
    if not found:
        return None
    if why := problem(found[0]):
        raise Damaged(why)
    return found[0]


def problem(kept: Kept) -> str:
    """What is wrong with a row; nothing, if it is as it was written."""
    return str(kept["problem"]) or ("" if _is_sealed(kept) else _CHANGED)


def _is_sealed(kept: Kept) -> bool:
    """Whether a row is as it was written."""
    try:
        return bool(_checksum(kept) == kept["checksum"])
    except (TypeError, ValueError):
        return False


def write(db: sqlite3.Connection, kept: Kept, *, table: str = "matches", new: bool = False) -> None:
    """Seal a row and put it into the database; whatever was wrong with it has been mended."""
    kept = {**kept, "problem": ""}
    kept["checksum"] = _checksum(kept)
    values = [kept[name] for name in _COLUMNS.split(", ")]
    if new:
        marks = ", ".join("?" * len(values))
        db.execute(f"INSERT INTO {table} ({_COLUMNS}) VALUES ({marks})", values)  # noqa: S608
    else:
        names = " = ?, ".join(_COLUMNS.split(", ")[1:])  # all but the id: setting that would look up all children
        db.execute(f"UPDATE {table} SET {names} = ? WHERE id = ?", (*values[1:], kept["id"]))  # noqa: S608


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


def row_of(db: sqlite3.Connection, kept: Kept, paper: str = "") -> MatchRow:
    """A row as the others know it. What is damaged says so."""
    seats = raw_seats(db, kept["id"])
    wrong = problem(kept) or (
        "" if seats_seal(seats) == kept["seats"] else "who sits there was changed from outside."
    )
    people = [Seat(**dict(zip(_FACTS, map(str, facts[1:]), strict=True))) for facts in seats]
    party = party_of(db, kept["id"])
    if wrong:
        return _ruin(kept, people, wrong, party)
    summary = Summary(
        turn=kept["turn"],
        asked=kept["asked"],
        finished=bool(kept["finished"]),
        winners=tuple(map(int, kept["winners"].split())),
    )
    facts = {name: kept[name] for name in ("id", "game", "number", "owner", "base", "rematch", "updated")}
    return MatchRow(**facts, watch=bool(kept["watch"]), paper=paper, seats=people, summary=summary, party=party)


def party_of(db: sqlite3.Connection, match_id: str) -> str | None:
    """The party that plays a match."""
    found = db.execute("SELECT party FROM party_matches WHERE match = ?", (match_id,)).fetchone()
    return str(found[0]) if found else None


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


# --- seats ---


def raw_seats(db: sqlite3.Connection, match_id: str) -> list[tuple[Any, ...]]:
    """Who sits where, as it lies there."""
    names = ", ".join(("seat", *_FACTS))
    return db.execute(f"SELECT {names} FROM seats WHERE match = ? ORDER BY seat", (match_id,)).fetchall()  # noqa: S608


def seats_seal(seats: Iterable[Sequence[Any]]) -> bytes:
    """The checksum of all seats of a match."""
    return digest([list(facts) for facts in seats])


def write_seats(db: sqlite3.Connection, match_id: str, seats: Sequence[Seat]) -> bytes:
    """Put the seats of a match into the database; their checksum."""
    facts = [(number, *(getattr(seat, name) for name in _FACTS)) for number, seat in enumerate(seats)]
    db.execute("DELETE FROM seats WHERE match = ?", (match_id,))
    for each in facts:
        db.execute("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)", (match_id, *each))
    return seats_seal(facts)


# --- papers ---


def _paper_checksum(match_id: str, base: int, head: bytes, body: str) -> bytes:
    return digest([match_id, base, head, hashlib.sha256(body.encode()).hexdigest()])


def add_paper(db: sqlite3.Connection, match_id: str, base: int, head: bytes, body: str) -> bytes:
    """Put a paper with so many rows in it into the database; its checksum. The first of a match stays as well."""
    checksum = _paper_checksum(match_id, base, head, body)
    db.execute("DELETE FROM papers WHERE match = ? AND base BETWEEN 1 AND ?", (match_id, base))
    db.execute("INSERT OR REPLACE INTO papers VALUES (?, ?, ?, ?, ?)", (match_id, base, head, body, checksum))
    return checksum


def papers(db: sqlite3.Connection, match_id: str) -> list[tuple[int, bytes, str, bytes]]:
    """The papers of a match that are as they were written, the newest first: base, head, body and checksum."""
    found = db.execute(
        "SELECT base, head, body, checksum FROM papers WHERE match = ? ORDER BY base DESC", (match_id,)
    ).fetchall()
    return [each for each in found if isinstance(each[2], str) and _paper_checksum(match_id, *each[:3]) == each[3]]


# --- the log ---


def log(db: sqlite3.Connection, match_id: str, base: int, head: bytes) -> tuple[list[str], bytes]:
    """The rows from `base` on, as far as each follows from all before it; and the head of the log up to there."""
    rows: list[str] = []
    found = db.execute("SELECT n, body, chain FROM log WHERE match = ? AND n >= ? ORDER BY n", (match_id, base))
    for at, (n, body, chain) in enumerate(found.fetchall(), start=base):
        following = link(head, (body,)) if isinstance(body, str) else NO_ROWS
        if n != at or chain != following:
            break
        rows.append(body)
        head = following
    return rows, head


def load(db: sqlite3.Connection, match_id: str) -> Stored | None:
    """A whole match; Damaged if any of it is not as it was written."""
    kept = read(db, match_id)
    if kept is None:
        return None
    paper = next((each for each in papers(db, match_id) if each[0] == kept["base"]), None)
    if paper is None or paper[3] != kept["paper"]:
        raise Damaged("its paper was changed from outside.")
    rows, head = log(db, match_id, kept["base"], paper[1])
    if (kept["base"] + len(rows), head) != (kept["rows"], kept["head"]):
        raise Damaged(f"row {kept['base'] + len(rows)} of its log was changed from outside, or is missing.")
    row = row_of(db, kept, paper[2])
    if row.problem:
        raise Damaged(row.problem)
    return Stored(row, rows, head, _done(db, match_id), clock(db, match_id))


def salvage(db: sqlite3.Connection, match_id: str) -> Stored | None:
    """Of a damaged match what is good: a paper, and the rows that follow it; None if not even that."""
    found = select(db, "WHERE id = ?", match_id)
    best: Stored | None = None
    for base, head, body, _seal in papers(db, match_id) if found else ():
        rows, end = log(db, match_id, base, head)
        if best is None or base + len(rows) > best.row.base + len(best.rows):
            row = row_of(db, found[0], body)
            row.base, row.paper = base, body
            best = Stored(row, rows, end, _done(db, match_id), clock(db, match_id))
    return best


def adopt(db: sqlite3.Connection) -> int:
    """Give matches of which only papers, seats and log are left a row again, damaged as they are; how many."""
    lost = db.execute("SELECT DISTINCT match FROM papers WHERE match NOT IN (SELECT id FROM matches)").fetchall()
    for (match,) in lost:
        guests = [seat[4] for seat in raw_seats(db, match) if seat[4]]
        kept: Kept = dict.fromkeys(_COVERED, 0) | dict.fromkeys(("paper", "head", "seats"), b"")
        kept |= {"id": match, "game": "", "owner": guests[0] if guests else "", "winners": "", "updated": 0.0}
        write(db, kept, new=True)
        db.execute("UPDATE matches SET problem = ? WHERE id = ?", (_UNLISTED, match))
    return len(lost)


def _done(db: sqlite3.Connection, match_id: str) -> dict[tuple[str, str], int]:
    found = db.execute("SELECT guest, id, seq FROM commands WHERE match = ?", (match_id,)).fetchall()
    return {(guest, id_): seq for guest, id_, seq in found}


# --- clocks ---


def write_clock(db: sqlite3.Connection, match_id: str, body: str) -> None:
    """Write down what time everybody has left in a match."""
    checksum = digest([match_id, body])
    db.execute("INSERT OR REPLACE INTO clocks VALUES (?, ?, ?)", (match_id, body, checksum))


def clock(db: sqlite3.Connection, match_id: str) -> str:
    """The same again; nothing, if there is none, or none that is as it was written."""
    found = db.execute("SELECT body, checksum FROM clocks WHERE match = ?", (match_id,)).fetchone()
    return str(found[0]) if found is not None and found[1] == digest([match_id, found[0]]) else ""


def rescue(db: sqlite3.Connection, stored: Stored, seq: int) -> Kept:
    """Let a match stand where the good part of it ends, at `seq`; what came after is forgotten."""
    row = stored.row
    count = row.base + len(stored.rows)
    old = select(db, "WHERE id = ?", row.id)[0]
    paper_head = next((head for base, head, *_ in papers(db, row.id) if base == row.base), NO_ROWS)
    db.execute("DELETE FROM log WHERE match = ? AND n >= ?", (row.id, count))
    db.execute("DELETE FROM commands WHERE match = ? AND seq > ?", (row.id, seq))
    db.execute("DELETE FROM papers WHERE match = ? AND base <> ?", (row.id, row.base))
    kept = {
        **old,
        "game": row.game,
        "number": row.number,
        # If nobody can tell who may look on, nobody may but those who play.
        "watch": int(_is_sealed(old) and bool(old["watch"])),
        **summary_of(row.summary),
        "updated": row.updated,
        "base": row.base,
        "paper": add_paper(db, row.id, row.base, paper_head, row.paper),
        "rows": count,
        "head": stored.head,
        "seats": write_seats(db, row.id, row.seats),
        "version": (old["version"] if isinstance(old["version"], int) else 0) + 1,
    }
    write(db, kept)
    return kept
