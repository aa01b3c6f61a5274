"""The rows of results: how each match ended, and for whom. They stay when their match is cleared away."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final

from dicecup.server.store.forms import Kept, result_checksum, verdict_checksum
from dicecup.server.store.sqlite_rows import raw_seats
from dicecup.server.store.storage import Conflict, ResultRow, completed

TABLES: Final = """
CREATE TABLE results (
    match TEXT PRIMARY KEY, game TEXT NOT NULL, ended REAL NOT NULL, body TEXT NOT NULL, checksum BLOB NOT NULL
) WITHOUT ROWID;
-- Whose result it is, to find it by.
CREATE TABLE result_seats (
    match TEXT NOT NULL REFERENCES results ON DELETE CASCADE, seat INTEGER NOT NULL, guest TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE INDEX result_seats_by_guest ON result_seats (guest);
"""
# What a review said of the players: it stays when the review has gone.
VERDICTS: Final = """
CREATE TABLE verdicts (
    match TEXT PRIMARY KEY REFERENCES results ON DELETE CASCADE, body TEXT NOT NULL, checksum BLOB NOT NULL
) WITHOUT ROWID;
"""
_GUEST: Final = 4  # where it stands in a seat as it lies there


def probe(db: sqlite3.Connection) -> None:
    """Look whether everything is there that will be needed; sqlite3.Error if not."""
    for what in (
        "match, game, ended, body, checksum FROM results",
        "match, seat, guest FROM result_seats",
        "match, body, checksum FROM verdicts",
    ):
        db.execute(f"SELECT {what} LIMIT 1").fetchall()


def write(db: sqlite3.Connection, kept: Kept, ended: float, body: str) -> None:
    """Write down how a match ended, unless that is written; for those who sit there now."""
    match, game = kept["id"], kept["game"]
    facts = (match, game, ended, body, result_checksum(match, game, ended, body))
    db.execute("INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?)", facts)
    give(db, match, raw_seats(db, match))


def complete(db: sqlite3.Connection, match: str, body: str) -> None:
    """Add to a result what it lacks, if it is as it was written."""
    found = db.execute("SELECT game, ended, body, checksum FROM results WHERE match = ?", (match,)).fetchone()
    if found is None:
        return
    game, ended, written, checksum = found
    if result_checksum(match, game, ended, written) == checksum:
        body = completed(written, body)
        facts = (body, result_checksum(match, game, ended, body), match)
        db.execute("UPDATE results SET body = ?, checksum = ? WHERE match = ?", facts)


def give(db: sqlite3.Connection, match: str, seats: Iterable[Sequence[Any]]) -> None:
    """The result of a match, if it has one, belongs to those who have these seats. Whoever has left keeps it."""
    if not db.execute("SELECT 1 FROM results WHERE match = ?", (match,)).fetchone():
        return
    owners = [(match, seat[0], seat[_GUEST]) for seat in seats if seat[_GUEST]]
    db.executemany("INSERT OR REPLACE INTO result_seats VALUES (?, ?, ?)", owners)


def body_of(db: sqlite3.Connection, match: str) -> str:
    """How a match ended; nothing, if that is not written, or not as it was written."""
    found = db.execute("SELECT game, ended, body, checksum FROM results WHERE match = ?", (match,)).fetchone()
    if found is None:
        return ""
    game, ended, body, checksum = found
    return str(body) if isinstance(body, str) and result_checksum(match, game, ended, body) == checksum else ""


def rewrite(db: sqlite3.Connection, match: str, body: str) -> None:
    """Say otherwise how a match ended; Conflict if that is not written."""
    found = db.execute("SELECT game, ended FROM results WHERE match = ?", (match,)).fetchone()
    if found is None:
        raise Conflict
    game, ended = found
    facts = (body, result_checksum(match, game, ended, body), match)
    db.execute("UPDATE results SET body = ?, checksum = ? WHERE match = ?", facts)


def take_away(db: sqlite3.Connection, guest: str) -> None:
    """A guest has no results any more; those that nobody else has go."""
    mine = [each for (each,) in db.execute("SELECT DISTINCT match FROM result_seats WHERE guest = ?", (guest,))]
    db.execute("DELETE FROM result_seats WHERE guest = ?", (guest,))
    left = "SELECT match FROM result_seats"
    db.executemany(f"DELETE FROM results WHERE match = ? AND match NOT IN ({left})", [(each,) for each in mine])  # noqa: S608


def forget(db: sqlite3.Connection, match: str) -> None:
    """A match has not ended after all."""
    db.execute("DELETE FROM results WHERE match = ?", (match,))


def judge(db: sqlite3.Connection, match: str, verdict: str) -> None:
    """Write down what a review said of the players of a match, if its result is there."""
    if db.execute("SELECT 1 FROM results WHERE match = ?", (match,)).fetchone():
        facts = (match, verdict, verdict_checksum(match, verdict))
        db.execute("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?)", facts)


def missing(db: sqlite3.Connection) -> list[str]:
    """Matches that were played to the end here before results were written down, or before their dice were."""
    found = db.execute(
        "SELECT id FROM matches WHERE finished = 1 AND rows > 0 AND problem = '' "
        """AND id NOT IN (SELECT match FROM results WHERE body LIKE '%"dice":%')"""
    )
    return [str(each) for (each,) in found.fetchall()]


def of_guest(db: sqlite3.Connection, guest: str, game: str | None, most: int) -> list[ResultRow]:
    """The results of a guest, the latest first; what is damaged is left out."""
    found = db.execute(
        "SELECT r.match, r.game, r.ended, r.body, r.checksum, group_concat(s.seat, ' '), "
        "(SELECT json_group_object(o.seat, o.guest) FROM result_seats o WHERE o.match = r.match), "
        "m.id IS NOT NULL, v.body, v.checksum "
        "FROM result_seats s JOIN results r ON r.match = s.match LEFT JOIN matches m ON m.id = r.match "
        "LEFT JOIN verdicts v ON v.match = r.match "
        "WHERE s.guest = ?1 AND (?2 IS NULL OR r.game = ?2) "
        "GROUP BY r.match ORDER BY r.ended DESC, r.match LIMIT ?3",
        (guest, game, most),
    ).fetchall()
    return [
        ResultRow(
            match=match,
            game=game,
            ended=ended,
            body=body,
            mine=frozenset(map(int, seats.split())),
            there=bool(there),
            verdict=verdict if verdict and verdict_checksum(match, verdict) == seal else "",
            sitters={int(seat): guest for seat, guest in json.loads(owners).items()},
        )
        for match, game, ended, body, checksum, seats, owners, there, verdict, seal in found
        if isinstance(body, str) and result_checksum(match, game, ended, body) == checksum
    ]
