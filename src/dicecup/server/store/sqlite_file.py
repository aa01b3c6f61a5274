"""The file of the store: its form, how it is opened and locked, and what is said when that cannot be done."""

import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

from dicecup.files import StorageError, make_folder
from dicecup.server.store import sqlite_attempts as attempts
from dicecup.server.store import sqlite_parties as parties
from dicecup.server.store import sqlite_results as results
from dicecup.server.store import sqlite_reviews as reviews
from dicecup.server.store import sqlite_rows as rows
from dicecup.server.store.forms import FORGOTTEN, KEYS, seats_checksum, winners_text
from dicecup.server.store.storage import KEEPS_NOTHING, NO_ROWS

VERSION: Final = 7
_SAME_ROWS: Final = 2  # since this version the rows are alike
_log: Final = logging.getLogger("dicecup.server")
_INCREMENTAL: Final = 2  # SQLite's number for giving pages back when told to
_LARGEST_WAL: Final = 4 * 2**20  # bytes that are left of the journal when it has been written over

# Everything of a match in `matches` is covered by `checksum`, and through it the paper, the seats and the log:
# sqlite_rows.py says how. `problem`: what was found wrong with it.
_MATCHES: Final = """
CREATE TABLE {name} (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, number INTEGER NOT NULL, owner TEXT NOT NULL, watch INTEGER NOT NULL,
    turn INTEGER NOT NULL, asked INTEGER, finished INTEGER NOT NULL, winners TEXT NOT NULL, rematch TEXT,
    updated REAL NOT NULL, base INTEGER NOT NULL, paper BLOB NOT NULL, rows INTEGER NOT NULL, head BLOB NOT NULL,
    seats BLOB NOT NULL, version INTEGER NOT NULL, checksum BLOB NOT NULL, problem TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
"""
_INDEXES: Final = """
CREATE INDEX matches_by_owner ON matches (owner);
CREATE INDEX matches_by_age ON matches (updated);
"""
# The save a match began with, and the newest one: `head` is that of the log with `base` rows, which are in it.
_PAPERS: Final = """
CREATE TABLE papers (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE, base INTEGER NOT NULL, head BLOB NOT NULL,
    body TEXT NOT NULL, checksum BLOB NOT NULL, PRIMARY KEY (match, base)
);
"""
_OTHERS: Final = """
CREATE TABLE guests (guest TEXT PRIMARY KEY, created REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE seats (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,
    player TEXT NOT NULL, level TEXT NOT NULL, guest TEXT NOT NULL, invite TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE INDEX seats_by_guest ON seats (guest) WHERE guest <> '';
CREATE UNIQUE INDEX seats_by_invite ON seats (invite) WHERE invite <> '';
-- The log: only ever added to. `chain` binds each row to all before it.
CREATE TABLE log (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE, n INTEGER NOT NULL, body TEXT NOT NULL,
    chain BLOB NOT NULL, PRIMARY KEY (match, n)
) WITHOUT ROWID;
-- Commands that were carried out: the same one again is answered, not done.
CREATE TABLE commands (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE, guest TEXT NOT NULL, id TEXT NOT NULL,
    seq INTEGER NOT NULL, PRIMARY KEY (match, guest, id)
) WITHOUT ROWID;
"""
# Parties, and what their matches have besides: the time that players have left.
_COMPANY: Final = """
CREATE TABLE clocks (
    match TEXT PRIMARY KEY REFERENCES matches ON DELETE CASCADE, body TEXT NOT NULL, checksum BLOB NOT NULL
) WITHOUT ROWID;
-- Parties: `body` is the whole of one, covered by `checksum`. Doors and guests are only there to find it by.
CREATE TABLE parties (
    id TEXT PRIMARY KEY, body TEXT NOT NULL, updated REAL NOT NULL, version INTEGER NOT NULL,
    checksum BLOB NOT NULL, problem TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE TABLE party_doors (
    door TEXT PRIMARY KEY, party TEXT NOT NULL REFERENCES parties ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX party_doors_by_party ON party_doors (party);
CREATE TABLE party_guests (
    party TEXT NOT NULL REFERENCES parties ON DELETE CASCADE, guest TEXT NOT NULL, PRIMARY KEY (party, guest)
) WITHOUT ROWID;
CREATE INDEX party_guests_by_guest ON party_guests (guest);
CREATE TABLE party_lines (
    party TEXT NOT NULL REFERENCES parties ON DELETE CASCADE, n INTEGER NOT NULL, body TEXT NOT NULL,
    checksum BLOB NOT NULL, PRIMARY KEY (party, n)
) WITHOUT ROWID;
CREATE TABLE party_matches (
    match TEXT PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    party TEXT NOT NULL REFERENCES parties ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX party_matches_by_party ON party_matches (party);
"""


def connect(path: Path) -> sqlite3.Connection:
    """A connection; text that is no text any more is read all the same, and found by its checksum."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    return connection


def open_to_write(path: Path, *, may_recover: bool = True) -> sqlite3.Connection:
    """The database, made if there is none and brought up to date if it is older; StorageError if it cannot be.

    Of one that is damaged, whatever can be read is put into a new one; what is lost of a match its checksums tell.
    """
    try:
        make_folder(path.parent)
        # It holds the secrets of running games. The files that SQLite puts beside it get the same rights.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        _close_to_others(path)
        connection = connect(path)
    except TROUBLE as error:
        raise in_words(error, path) from None
    try:
        _prepare(connection, path)
    except BaseException as error:
        connection.close()
        if not isinstance(error, TROUBLE):
            raise
        if not is_damaged(error) or not may_recover:
            raise in_words(error, path) from None
    else:
        return connection
    recover(path)
    return open_to_write(path, may_recover=False)


def open_to_read(path: Path) -> sqlite3.Connection:
    """A second connection, to a database that is open already."""
    connection = connect(path)
    connection.execute("PRAGMA query_only = ON")
    rows.probe(connection)
    parties.probe(connection)
    results.probe(connection)
    reviews.probe(connection)
    attempts.probe(connection)  # now, while whatever it needs can be had
    return connection


def _close_to_others(path: Path) -> None:
    """A file from before, or a copy that was put in its place, may be open to others; then it is no longer."""
    for beside in ("", "-wal", "-shm", "-tally"):
        file = path.with_name(path.name + beside)
        with suppress(OSError):  # not there, or not ours to change
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)


def _let_it_shrink(db: sqlite3.Connection) -> None:
    """What is cleared away is given back to the system; a file of before is written anew for that, once."""
    if db.execute("PRAGMA auto_vacuum").fetchone()[0] == _INCREMENTAL:
        return
    db.execute(f"PRAGMA auto_vacuum = {_INCREMENTAL}")
    with suppress(sqlite3.OperationalError):  # the disk may be too full for it: then another time
        db.execute("VACUUM")


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    if not db.execute("PRAGMA page_count").fetchone()[0]:  # a new file
        db.execute(f"PRAGMA auto_vacuum = {_INCREMENTAL}")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute(f"PRAGMA journal_size_limit = {_LARGEST_WAL}")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA secure_delete = ON")  # room that is free is empty: nobody who was forgotten is found there
    if (found := db.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
        raise sqlite3.DatabaseError(f"malformed: {found}")
    bring_up_to_date(db, path)
    _let_it_shrink(db)
    db.execute("PRAGMA foreign_keys = ON")
    _forget(db)


def bring_up_to_date(db: sqlite3.Connection, path: Path) -> None:
    """Make the tables, or change older ones; StorageError if they are from a newer Dicecup."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise StorageError(
            f"{path} is from a newer Dicecup. Please install that one, or set DICECUP_HOME to another folder."
        )
    if version < VERSION:
        steps: list[Callable[[sqlite3.Connection], None]] = [_make] if version == 0 else _STEPS[version - 1 :]
        db.execute("PRAGMA foreign_keys = OFF")  # tables change places
        db.execute("BEGIN IMMEDIATE")
        for step in steps:
            step(db)
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")


def _forget(db: sqlite3.Connection) -> None:
    """Guests who never sat down, matches that everybody has left, and parties without a match go in time."""
    db.execute("BEGIN IMMEDIATE")
    db.execute(
        "DELETE FROM guests WHERE created < ? AND guest NOT IN (SELECT guest FROM seats) "
        "AND guest NOT IN (SELECT owner FROM matches) AND guest NOT IN (SELECT guest FROM party_guests) "
        "AND guest NOT IN (SELECT guest FROM result_seats) AND guest NOT IN (SELECT guest FROM attempts)",
        (time.time() - FORGOTTEN,),
    )
    db.execute(  # matches that everybody has left
        "DELETE FROM matches WHERE owner = '' AND problem = '' AND updated < ? "
        "AND id NOT IN (SELECT match FROM seats WHERE guest <> '')",
        (time.time() - FORGOTTEN,),
    )
    db.execute(
        "DELETE FROM parties WHERE updated < ? AND id NOT IN (SELECT party FROM party_matches)",
        (time.time() - FORGOTTEN,),
    )
    db.execute("COMMIT")


def _make(db: sqlite3.Connection) -> None:
    _run(
        db,
        _MATCHES.format(name="matches")
        + _INDEXES
        + _PAPERS
        + _OTHERS
        + _COMPANY
        + results.TABLES
        + reviews.TABLES
        + results.VERDICTS
        + attempts.TABLES,
    )


def _checksum(db: sqlite3.Connection) -> None:
    """From 1 to 2: everything is covered, as it is; papers lie apart, as they are long and seldom written."""
    _run(db, _MATCHES.format(name="covered") + _PAPERS)
    won: dict[str, list[int]] = {}
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'winners'").fetchone():
        for match, seat in db.execute("SELECT match, seat FROM winners ORDER BY match, seat").fetchall():
            won.setdefault(match, []).append(seat)
    names = "id, game, number, owner, watch, turn, asked, finished, rematch, updated, base"
    for found in db.execute(f"SELECT {names} FROM matches").fetchall():  # noqa: S608
        kept: dict[str, Any] = dict(zip(names.split(", "), found, strict=True))
        id_, base = kept["id"], kept["base"]
        last = _head(db, id_, 1 << 62)
        body = db.execute("SELECT paper FROM matches WHERE id = ?", (id_,)).fetchone()[0]
        kept |= {
            "winners": winners_text(won.get(id_, ())),
            "rows": last[0],
            "head": last[1],
            "seats": seats_checksum(rows.raw_seats(db, id_)),
            "paper": rows.add_paper(db, id_, base, _head(db, id_, base)[1], body),
            "version": 1,
        }
        rows.write(db, kept, table="covered", new=True)
    _run(db, "DROP TABLE IF EXISTS winners; DROP TABLE matches; ALTER TABLE covered RENAME TO matches;" + _INDEXES)


def _head(db: sqlite3.Connection, match_id: str, before: int) -> tuple[int, bytes]:
    """How many rows there are before the `before`-th, and the head of a log that ends there."""
    found = db.execute(
        "SELECT n + 1, chain FROM log WHERE match = ? AND n < ? ORDER BY n DESC LIMIT 1", (match_id, before)
    ).fetchone()
    return found or (0, NO_ROWS)


def _rename_seal(db: sqlite3.Connection) -> None:
    """From 2 to 3: what was called a seal is a checksum, and seals are only those of the dice."""
    for table in ("matches", "papers"):
        columns = [each[1] for each in db.execute(f"PRAGMA table_info({table})")]
        if "seal" in columns:  # not if it has just been made out of version 1
            db.execute(f"ALTER TABLE {table} RENAME COLUMN seal TO checksum")


def _keep_company(db: sqlite3.Connection) -> None:
    """From 3 to 4: people play together, and against the clock."""
    _run(db, _COMPANY)


def _keep_results(db: sqlite3.Connection) -> None:
    """From 4 to 5: how matches ended is written down. Of earlier ones the server finds out when it runs."""
    _run(db, results.TABLES)


def _keep_reviews(db: sqlite3.Connection) -> None:
    """From 5 to 6: what is worked out about finished matches is kept."""
    _run(db, reviews.TABLES)


def _keep_learning(db: sqlite3.Connection) -> None:
    """From 6 to 7: what reviews said of the players stays with the results, and puzzles are tried."""
    _run(db, results.VERDICTS + attempts.TABLES)


_STEPS: Final[list[Callable[[sqlite3.Connection], None]]] = [
    _checksum,
    _rename_seal,
    _keep_company,
    _keep_results,
    _keep_reviews,
    _keep_learning,
]
"""What makes each version out of the one before."""


def _run(db: sqlite3.Connection, script: str) -> None:
    """Some statements inside of a transaction; `executescript` would commit it."""
    for statement in script.split(";"):
        db.execute(statement)


def recover(path: Path) -> None:
    """Copy all rows that can be read into a new file, put it in the place of the damaged one, and keep that."""
    fresh = path.with_name(path.name + "-new")
    kept = next(each for n in count(1) if not (each := path.with_name(f"{path.name}.damaged-{n}")).exists())
    try:
        fresh.unlink(missing_ok=True)
        with closing(connect(path)) as old, closing(connect(fresh)) as new:
            if not _SAME_ROWS <= old.execute("PRAGMA user_version").fetchone()[0] <= VERSION:
                raise sqlite3.DatabaseError("malformed")
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # or the copy would lack what is still in the journal
            new.execute("BEGIN IMMEDIATE")
            _make(new)
            for table, key in KEYS.items():
                _copy(old, new, table, key)
            if not new.execute("SELECT 1 FROM papers").fetchone():
                raise sqlite3.DatabaseError("malformed")  # not one match could be gone on with
            new.execute(f"PRAGMA user_version = {VERSION}")
            new.execute("COMMIT")
        shutil.copy(path, kept)
        kept.chmod(0o600)
        fresh.replace(path)
    except TROUBLE as error:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise in_words(error, path) from None
    _log.error("%s was damaged. What can be read of it is in a new file; the old one is kept as %s.", path, kept)


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, table: str, key: str) -> None:
    """The rows of a table: from the front up to the damaged place, then from the back."""
    for order in (key, ", ".join(f"{each} DESC" for each in key.split(", "))):
        with suppress(sqlite3.DatabaseError, UnicodeDecodeError):
            for row in old.execute(f"SELECT * FROM {table} ORDER BY {order}"):  # noqa: S608
                marks = ", ".join("?" * len(row))
                with suppress(sqlite3.IntegrityError):
                    new.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)  # noqa: S608


TROUBLE: Final = (OSError, sqlite3.Error, UnicodeDecodeError)  # the last: what SQLite says quotes what is damaged
_DAMAGED: Final = ("not a database", "malformed", "no such table", "no such column")


def is_damaged(error: BaseException) -> bool:
    """Whether it is the file that is not as it should be, rather than the disk or its rights."""
    if isinstance(error, UnicodeDecodeError):
        return True
    return isinstance(error, sqlite3.DatabaseError) and any(sign in str(error) for sign in _DAMAGED)


def in_words(error: Exception, path: Path) -> StorageError:
    """What the system says about the file, with what to do."""
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    if is_damaged(error):
        return StorageError(
            f"The games of the server are in {path}, and that file is damaged. Move it away and start again "
            "without those games, or put a copy of it in its place."
        )
    if "locked" in said:
        return StorageError(f"Another program is using {path}. Stop it, or set DICECUP_HOME to another folder.")
    what_to_do = "Free some space or change the rights of that folder"
    if "full" in said or "No space" in said:
        what_to_do = "Free some space"
    elif "read-only" in said.lower() or "readonly" in said or "denied" in said:
        what_to_do = "Change the rights of that folder"
    return StorageError(
        f"The games of the server cannot be kept in {path}: {said}. {what_to_do}, or set "
        "DICECUP_HOME to another one."
    )


def to_strangers(error: Exception, path: Path) -> StorageError:
    """The same for people who do not sit here: where things are is only logged."""
    words = in_words(error, path)
    _log.error("%s", words)
    if is_damaged(error):
        return StorageError("This server cannot read its games. Tell whoever runs it.")
    return StorageError(KEEPS_NOTHING)
