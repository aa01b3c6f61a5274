"""The rows of attempts at puzzles: one for each guest and puzzle, the first."""

import sqlite3
from typing import Final

from dicecup.server.store.forms import attempt_checksum, good_attempts
from dicecup.server.store.storage import AttemptRow

TABLES: Final = """
CREATE TABLE attempts (
    guest TEXT NOT NULL, game TEXT NOT NULL, puzzle TEXT NOT NULL, made REAL NOT NULL, body TEXT NOT NULL,
    checksum BLOB NOT NULL, PRIMARY KEY (guest, game, puzzle)
) WITHOUT ROWID;
"""


def probe(db: sqlite3.Connection) -> None:
    """Look whether everything is there that will be needed; sqlite3.Error if not."""
    db.execute("SELECT guest, game, puzzle, made, body, checksum FROM attempts LIMIT 1").fetchall()


def write(db: sqlite3.Connection, row: AttemptRow) -> bool:
    """Write down what somebody made of a puzzle; False if there is an attempt already, which stays."""
    facts = (row.guest, row.game, row.puzzle, row.made, row.body, attempt_checksum(row))
    return db.execute("INSERT OR IGNORE INTO attempts VALUES (?, ?, ?, ?, ?, ?)", facts).rowcount == 1


def of_guest(db: sqlite3.Connection, guest: str) -> list[AttemptRow]:
    """All of a guest's, the first one first; what is damaged is left out."""
    names = "guest, game, puzzle, made, body"
    found = db.execute(
        f"SELECT {names}, checksum FROM attempts WHERE guest = ? ORDER BY made, game, puzzle",  # noqa: S608
        (guest,),
    ).fetchall()
    return good_attempts(found)
