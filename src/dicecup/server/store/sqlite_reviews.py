"""The rows of reviews, worked out about finished matches. Whatever is lost of them is worked out again."""

import sqlite3
from typing import Final

from dicecup.server.store import forms
from dicecup.server.store.storage import ReviewRow

TABLES: Final = """
CREATE TABLE reviews (
    match TEXT PRIMARY KEY REFERENCES matches ON DELETE CASCADE, log TEXT NOT NULL, mind TEXT NOT NULL,
    written REAL NOT NULL, body BLOB NOT NULL, checksum BLOB NOT NULL
);
CREATE INDEX reviews_by_age ON reviews (written);
"""


def probe(db: sqlite3.Connection) -> None:
    """Look whether everything is there that will be needed; sqlite3.Error if not."""
    db.execute("SELECT match, log, mind, written, body, checksum FROM reviews LIMIT 1").fetchall()


def write(db: sqlite3.Connection, row: ReviewRow, body: bytes, written: float) -> None:
    """Keep the review of a match, if that is still there, in the place of an earlier one."""
    if not db.execute("SELECT 1 FROM matches WHERE id = ?", (row.match,)).fetchone():
        return
    seal = forms.review_checksum(row.match, row.log, row.mind, body)
    facts = (row.match, row.log, row.mind, written, body, seal)
    db.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?, ?, ?, ?)", facts)
    oldest = "SELECT match FROM reviews ORDER BY written DESC LIMIT -1 OFFSET ?"
    db.execute(f"DELETE FROM reviews WHERE match IN ({oldest})", (forms.MOST_REVIEWS,))  # noqa: S608


def read(db: sqlite3.Connection, match: str) -> ReviewRow | None:
    """The review of a match; None if there is none, or it is not as it was written."""
    try:
        found = db.execute("SELECT log, mind, body, checksum FROM reviews WHERE match = ?", (match,)).fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if isinstance(error, sqlite3.Error) and type(error) is not sqlite3.DatabaseError:
            raise  # the disk is in trouble, not the review
        return None
    good = forms.unpack(match, found) if found is not None else None
    return ReviewRow(match, *good) if good is not None else None
