"""The rows of a match in SQLite, as `forms` has them."""

import sqlite3
from collections.abc import Sequence
from typing import Final

from dicecup.server.store import forms
from dicecup.server.store.forms import COVERED, FACTS, Facts, Kept
from dicecup.server.store.storage import NO_ROWS, Damaged, MatchRow, Seat, Stored

_COLUMNS: Final = ", ".join(forms.COLUMNS)
_UNLISTED: Final = "its entry in the list of matches was lost."


def probe(db: sqlite3.Connection) -> None:
    """Look whether everything is there that will be needed; sqlite3.Error if not."""
    facts = ", ".join(FACTS)
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


def select(db: sqlite3.Connection, which: str, *values: object) -> list[Kept]:
    """Rows of `matches` as they lie there."""
    found = db.execute(f"SELECT {_COLUMNS} FROM matches {which}", values).fetchall()  # noqa: S608
    return [dict(zip(forms.COLUMNS, each, strict=True)) for each in found]


def read(db: sqlite3.Connection, match_id: str) -> Kept | None:
    """The row of a match; Damaged if it is not as it was written."""
    found = select(db, "WHERE id = ?", match_id)
    if not found:
        return None
    if why := forms.problem(found[0]):
        raise Damaged(why)
    return found[0]


def write(db: sqlite3.Connection, kept: Kept, *, table: str = "matches", new: bool = False) -> None:
    """Seal a row and put it into the database; whatever was wrong with it has been mended."""
    values = list(forms.sealed({name: kept[name] for name in COVERED}).values())
    if new:
        marks = ", ".join("?" * len(values))
        db.execute(f"INSERT INTO {table} ({_COLUMNS}) VALUES ({marks})", values)  # noqa: S608
    else:
        names = " = ?, ".join(forms.COLUMNS[1:])  # all but the id: setting that would look up all children
        db.execute(f"UPDATE {table} SET {names} = ? WHERE id = ?", (*values[1:], kept["id"]))  # noqa: S608


def row_of(db: sqlite3.Connection, kept: Kept, paper: str = "") -> MatchRow:
    """A row as the others know it. What is damaged says so."""
    return forms.row_of(kept, raw_seats(db, kept["id"]), party_of(db, kept["id"]), paper)


def party_of(db: sqlite3.Connection, match_id: str) -> str | None:
    """The party that plays a match."""
    found = db.execute("SELECT party FROM party_matches WHERE match = ?", (match_id,)).fetchone()
    return str(found[0]) if found else None


# --- seats ---


def raw_seats(db: sqlite3.Connection, match_id: str) -> list[Facts]:
    """Who sits where, as it lies there."""
    names = ", ".join(("seat", *FACTS))
    return db.execute(f"SELECT {names} FROM seats WHERE match = ? ORDER BY seat", (match_id,)).fetchall()  # noqa: S608


def write_seats(db: sqlite3.Connection, match_id: str, seats: Sequence[Seat]) -> bytes:
    """Put the seats of a match into the database; their checksum."""
    facts = forms.seat_facts(seats)
    db.execute("DELETE FROM seats WHERE match = ?", (match_id,))
    for each in facts:
        db.execute("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)", (match_id, *each))
    return forms.seats_checksum(facts)


# --- papers ---


def add_paper(db: sqlite3.Connection, match_id: str, base: int, head: bytes, body: str) -> bytes:
    """Put a paper with so many rows in it into the database; its checksum. The first of a match stays as well."""
    checksum = forms.paper_checksum(match_id, base, head, body)
    db.execute("DELETE FROM papers WHERE match = ? AND base BETWEEN 1 AND ?", (match_id, base))
    db.execute("INSERT OR REPLACE INTO papers VALUES (?, ?, ?, ?, ?)", (match_id, base, head, body, checksum))
    return checksum


def replace_paper(db: sqlite3.Connection, match_id: str, base: int, head: bytes, body: str) -> bytes:
    """Put another text in the place of a paper; its checksum."""
    checksum = forms.paper_checksum(match_id, base, head, body)
    facts = (body, checksum, match_id, base)
    db.execute("UPDATE papers SET body = ?, checksum = ? WHERE match = ? AND base = ?", facts)
    return checksum


def papers(db: sqlite3.Connection, match_id: str) -> list[tuple[int, bytes, str, bytes]]:
    """The papers of a match that are as they were written, the newest first: base, head, body and checksum."""
    found = db.execute(
        "SELECT base, head, body, checksum FROM papers WHERE match = ? ORDER BY base DESC", (match_id,)
    ).fetchall()
    return forms.good_papers(match_id, found)


# --- the log ---


def log(db: sqlite3.Connection, match_id: str, base: int, head: bytes) -> tuple[list[str], bytes]:
    """The rows from `base` on, as far as each follows from all before it; and the head of the log up to there."""
    found = db.execute("SELECT n, body, chain FROM log WHERE match = ? AND n >= ? ORDER BY n", (match_id, base))
    return forms.good_log(found.fetchall(), base, head)


def load(db: sqlite3.Connection, match_id: str) -> Stored | None:
    """A whole match; Damaged if any of it is not as it was written."""
    kept = read(db, match_id)
    if kept is None:
        return None
    paper = next((each for each in papers(db, match_id) if each[0] == kept["base"]), None)
    if paper is None or paper[3] != kept["paper"]:
        raise Damaged(forms.PAPER_DAMAGED)
    rows, head = log(db, match_id, kept["base"], paper[1])
    if (kept["base"] + len(rows), head) != (kept["rows"], kept["head"]):
        raise Damaged(forms.log_damaged(kept, rows))
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
        kept: Kept = dict.fromkeys(COVERED, 0) | dict.fromkeys(("paper", "head", "seats"), b"")
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
    checksum = forms.clock_checksum(match_id, body)
    db.execute("INSERT OR REPLACE INTO clocks VALUES (?, ?, ?)", (match_id, body, checksum))


def clock(db: sqlite3.Connection, match_id: str) -> str:
    """The same again; nothing, if there is none, or none that is as it was written."""
    found = db.execute("SELECT body, checksum FROM clocks WHERE match = ?", (match_id,)).fetchone()
    return str(found[0]) if found is not None and found[1] == forms.clock_checksum(match_id, found[0]) else ""


def rescue(db: sqlite3.Connection, stored: Stored, seq: int) -> Kept:
    """Let a match stand where the good part of it ends, at `seq`; what came after is forgotten."""
    row, old = stored.row, select(db, "WHERE id = ?", stored.row.id)[0]
    kept = forms.rescued(old, stored)
    paper_head = next((head for base, head, *_ in papers(db, row.id) if base == row.base), NO_ROWS)
    db.execute("DELETE FROM log WHERE match = ? AND n >= ?", (row.id, kept["rows"]))
    db.execute("DELETE FROM commands WHERE match = ? AND seq > ?", (row.id, seq))
    db.execute("DELETE FROM papers WHERE match = ? AND base <> ?", (row.id, row.base))
    kept["paper"] = add_paper(db, row.id, row.base, paper_head, row.paper)
    kept["seats"] = write_seats(db, row.id, row.seats)
    write(db, kept)
    return kept
