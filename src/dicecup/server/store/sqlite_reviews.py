"""The rows of reviews, worked out about finished matches. Whatever is lost of them is worked out again."""

import hashlib
import sqlite3
import zlib
from typing import Final

from dicecup.server.store.sqlite_rows import digest
from dicecup.server.store.storage import ReviewRow

TABLES: Final = """
CREATE TABLE reviews (
    match TEXT PRIMARY KEY REFERENCES matches ON DELETE CASCADE, log TEXT NOT NULL, mind TEXT NOT NULL,
    written REAL NOT NULL, body BLOB NOT NULL, checksum BLOB NOT NULL
);
CREATE INDEX reviews_by_age ON reviews (written);
"""
_MOST: Final = 2_000  # that are kept: those written last
_LARGEST: Final = 64 * 2**20  # bytes that one may unpack to


def probe(db: sqlite3.Connection) -> None:
    """Look whether everything is there that will be needed; sqlite3.Error if not."""
    db.execute("SELECT match, log, mind, written, body, checksum FROM reviews LIMIT 1").fetchall()


def pack(text: str) -> bytes:
    """A review as it lies there: a tenth of its length."""
    return zlib.compress(text.encode())


def write(db: sqlite3.Connection, row: ReviewRow, body: bytes, written: float) -> None:
    """Keep the review of a match, if that is still there, in the place of an earlier one."""
    if not db.execute("SELECT 1 FROM matches WHERE id = ?", (row.match,)).fetchone():
        return
    seal = _checksum(row.match, row.log, row.mind, body)
    facts = (row.match, row.log, row.mind, written, body, seal)
    db.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?, ?, ?, ?)", facts)
    oldest = "SELECT match FROM reviews ORDER BY written DESC LIMIT -1 OFFSET ?"
    db.execute(f"DELETE FROM reviews WHERE match IN ({oldest})", (_MOST,))  # noqa: S608


def read(db: sqlite3.Connection, match: str) -> ReviewRow | None:
    """The review of a match; None if there is none, or it is not as it was written."""
    try:
        found = db.execute("SELECT log, mind, body, checksum FROM reviews WHERE match = ?", (match,)).fetchone()
        if found is None:
            return None
        log, mind, body, seal = found
        if not isinstance(body, bytes) or _checksum(match, log, mind, body) != seal:
            return None
        text = zlib.decompressobj().decompress(body, _LARGEST).decode()
    except (sqlite3.DatabaseError, zlib.error, UnicodeDecodeError) as error:
        if isinstance(error, sqlite3.Error) and type(error) is not sqlite3.DatabaseError:
            raise  # the disk is in trouble, not the review
        return None
    return ReviewRow(match=match, log=log, mind=mind, text=text)


def _checksum(match: str, log: str, mind: str, body: bytes) -> bytes:
    return digest([match, log, mind, hashlib.sha256(body).hexdigest()])
