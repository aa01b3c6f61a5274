"""The store in one SQLite file: one thread writes, another reads."""

import os
import sqlite3
import time
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

from dicecup.saves import StorageError
from dicecup.server.sqlite_threads import Reader, Writer
from dicecup.server.storage import (
    NO_ROWS,
    OPEN,
    PERSON,
    Append,
    Conflict,
    Damaged,
    MatchRow,
    Seat,
    Standing,
    Stored,
    link,
)

VERSION: Final = 1
_FORGOTTEN: Final = 30 * 86_400  # seconds after which a guest without a seat is forgotten

_SCHEMA: Final = """
CREATE TABLE guests (guest TEXT PRIMARY KEY, created REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE matches (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, number INTEGER NOT NULL, owner TEXT NOT NULL, watch INTEGER NOT NULL,
    paper TEXT NOT NULL, base INTEGER NOT NULL, turn INTEGER NOT NULL, asked INTEGER, finished INTEGER NOT NULL,
    rematch TEXT, updated REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX matches_by_owner ON matches (owner);
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
# What came later and only adds: a Dicecup of before does without it.
_ADDED: Final = """
CREATE TABLE IF NOT EXISTS winners (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE, seat INTEGER NOT NULL, PRIMARY KEY (match, seat)
) WITHOUT ROWID;
"""
_COLUMNS: Final = "id, game, number, owner, watch, base, turn, asked, finished, rematch, updated"


class SqliteStorage:
    """`Storage` in a file."""

    def __init__(self, path: Path) -> None:
        connection = _open(path)
        in_words = partial(_in_words, path=path)
        self._reader: Final = Reader(_open_to_read(path), in_words)
        self._writer: Final = Writer(connection, in_words)

    async def close(self) -> None:
        """Finish what was begun, and let go."""
        await self._reader.close()
        await self._writer.close()  # last: whoever closes the file last tidies up beside it

    # --- guests ---

    async def add_guest(self, guest: str) -> None:
        """Remember a new guest by the fingerprint of its token."""

        def job(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO guests VALUES (?, ?)", (guest, time.time()))

        await self._writer.run(job)

    async def knows_guest(self, guest: str) -> bool:
        """Whether we gave this guest its token."""

        def job(db: sqlite3.Connection) -> bool:
            return db.execute("SELECT 1 FROM guests WHERE guest = ?", (guest,)).fetchone() is not None

        return await self._reader.run(job)

    # --- matches ---

    async def add_match(self, row: MatchRow) -> None:
        """Put a new match into the store."""
        await self._writer.run(lambda db: _insert(db, row))

    async def add_rematch(self, of: str, row: MatchRow) -> str:
        """Put the next match of a table into the store, unless it is there; its id."""

        def job(db: sqlite3.Connection) -> str:
            found = db.execute("SELECT rematch FROM matches WHERE id = ?", (of,)).fetchone()
            if found is not None and found[0] is not None:
                return str(found[0])
            _insert(db, row)
            db.execute("UPDATE matches SET rematch = ? WHERE id = ?", (row.id, of))
            return row.id

        return await self._writer.run(job)

    async def load(self, match: str) -> Stored | None:
        """A whole match; None if there is none with this id."""

        def job(db: sqlite3.Connection) -> Stored | None:
            found = db.execute(f"SELECT {_COLUMNS}, paper FROM matches WHERE id = ?", (match,)).fetchone()  # noqa: S608
            if found is None:
                return None
            row = _match_row(db, found[:-1], found[-1])
            # All at once, here and elsewhere: a cursor left open holds on to the past, and later jobs see that.
            done = db.execute("SELECT guest, id, seq FROM commands WHERE match = ?", (match,)).fetchall()
            rows, head = _log(db, match, row.base)
            return Stored(row, rows, head, {(guest, id_): seq for guest, id_, seq in done})

        return await self._reader.run(job)

    async def find(self, match: str) -> MatchRow | None:
        """The row of a match, with an empty paper; None if there is none with this id."""
        return next(iter(await self._list("WHERE id = ?1", match)), None)

    async def matches_of(self, guest: str) -> list[MatchRow]:
        """The matches a guest owns or sits at, newest first, with empty papers."""
        return await self._list(
            "WHERE owner = ?1 OR id IN (SELECT match FROM seats WHERE guest = ?1) ORDER BY updated DESC", guest
        )

    async def latest(self, most: int) -> list[MatchRow]:
        """So many matches, whoever plays them: those last played, newest first, with empty papers."""
        return await self._list("ORDER BY updated DESC LIMIT ?1", most)

    async def _list(self, which: str, value: str | int) -> list[MatchRow]:
        def job(db: sqlite3.Connection) -> list[MatchRow]:
            found = db.execute(f"SELECT {_COLUMNS} FROM matches {which}", (value,)).fetchall()  # noqa: S608
            return [_match_row(db, each, "") for each in found]

        return await self._reader.run(job)

    async def append(self, entry: Append) -> None:
        """Add to a match's log; Conflict if this does not follow from what is there."""

        def job(db: sqlite3.Connection) -> None:
            last = db.execute(
                "SELECT n, chain FROM log WHERE match = ? ORDER BY n DESC LIMIT 1", (entry.match,)
            ).fetchone()
            count, chain = (last[0] + 1, last[1]) if last else (0, NO_ROWS)
            standing = entry.standing
            changed = db.execute(
                "UPDATE matches SET turn = ?, asked = ?, finished = ?, updated = ? WHERE id = ?",
                (standing.turn, standing.asked, standing.finished, time.time(), entry.match),
            )
            if (count, chain) != (entry.at, entry.head) or not changed.rowcount:  # others wrote, or deleted it
                raise Conflict
            _name_winners(db, entry.match, standing)
            for n, body in enumerate(entry.rows, start=count):
                chain = link(chain, (body,))
                db.execute("INSERT INTO log VALUES (?, ?, ?, ?)", (entry.match, n, body, chain))
            if entry.done is not None:
                db.execute("INSERT INTO commands VALUES (?, ?, ?, ?)", (entry.match, *entry.done))
            if entry.paper is not None:
                at = count + len(entry.rows)
                db.execute("UPDATE matches SET paper = ?, base = ? WHERE id = ?", (entry.paper, at, entry.match))

        await self._writer.run(job)

    async def claim(self, invite: str, guest: str) -> tuple[str, int] | None:
        """Give an open seat to a guest: the match and seat; None if no such invite is open."""

        def job(db: sqlite3.Connection) -> tuple[str, int] | None:
            found = db.execute(
                "SELECT match, seat FROM seats WHERE invite = ? AND (player = ? OR guest = ?)",
                (invite, OPEN, guest),
            ).fetchone()
            if found is None:
                return None
            db.execute(
                "UPDATE seats SET player = ?, guest = ? WHERE match = ? AND seat = ?", (PERSON, guest, *found)
            )
            return str(found[0]), int(found[1])

        return await self._writer.run(job)

    async def hand_over(self, match: str, guest: str) -> None:
        """Give a match, and the seats of whoever set it up, to another guest."""

        def job(db: sqlite3.Connection) -> None:
            db.execute(
                "UPDATE seats SET guest = ?1 WHERE match = ?2 "
                "AND guest = (SELECT owner FROM matches WHERE id = ?2)",
                (guest, match),
            )
            db.execute("UPDATE matches SET owner = ? WHERE id = ?", (guest, match))

        await self._writer.run(job)

    async def delete_match(self, match: str) -> None:
        """Take a match out of the store."""

        def job(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM matches WHERE id = ?", (match,))

        await self._writer.run(job)


def _open(path: Path) -> sqlite3.Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # It holds the secrets of running games. The files that SQLite puts beside it get the same rights.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = _connect(path)
    except (OSError, sqlite3.Error) as error:
        raise _in_words(error, path) from None
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version == 0:
            connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        elif version > VERSION:
            raise StorageError(
                f"{path} is from a newer Dicecup. Please install that one, or set DICECUP_HOME to another folder."
            )
        connection.execute(_ADDED)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "DELETE FROM guests WHERE created < ? AND guest NOT IN (SELECT guest FROM seats) "
            "AND guest NOT IN (SELECT owner FROM matches)",
            (time.time() - _FORGOTTEN,),
        )
        connection.execute("COMMIT")
        if (found := connection.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(f"malformed: {found}")
    except (OSError, sqlite3.Error) as error:
        connection.close()
        raise _in_words(error, path) from None
    except StorageError:
        connection.close()
        raise
    return connection


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)


def _open_to_read(path: Path) -> sqlite3.Connection:
    """A second connection, to a database that is open already."""
    connection = _connect(path)
    connection.execute("PRAGMA query_only = ON")
    connection.execute("SELECT 1 FROM guests").fetchone()  # now, while whatever it needs can be had
    return connection


def _in_words(error: Exception, path: Path) -> StorageError:
    """What the system says about the file, with what to do."""
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    if isinstance(error, sqlite3.DatabaseError) and ("not a database" in said or "malformed" in said):
        return StorageError(
            f"The games of the server are in {path}, and that file is damaged. Move it away and start again "
            "(then no game is there), or put a copy of it in its place."
        )
    if "locked" in said:
        return StorageError(f"Another program is using {path}. End it, or set DICECUP_HOME to another folder.")
    what_to_do = "Free some space or change the rights of that folder"
    if "full" in said or "No space" in said:
        what_to_do = "Free some space"
    elif "read-only" in said.lower() or "readonly" in said or "denied" in said:
        what_to_do = "Change the rights of that folder"
    return StorageError(
        f"The games of the server cannot be kept in {path}: {said}. {what_to_do}, or set "
        "DICECUP_HOME to another one."
    )


def _log(db: sqlite3.Connection, match: str, base: int) -> tuple[list[str], bytes]:
    """The rows from `base` on, and the head of the log; StorageError unless each follows from all before it."""
    rows: list[str] = []
    chain = NO_ROWS
    for at, (n, body, stored) in enumerate(
        db.execute("SELECT n, body, chain FROM log WHERE match = ? ORDER BY n", (match,)).fetchall()
    ):
        chain = link(chain, (body,))
        if n != at or stored != chain:
            raise Damaged(f"row {at} of its log was changed from outside.")
        if n >= base:
            rows.append(body)
    return rows, chain


def _match_row(db: sqlite3.Connection, found: tuple[Any, ...], paper: str) -> MatchRow:
    id_, game, number, owner, watch, base, turn, asked, finished, rematch, updated = found
    seats = db.execute(
        "SELECT name, player, level, guest, invite FROM seats WHERE match = ? ORDER BY seat", (id_,)
    ).fetchall()
    won = db.execute("SELECT seat FROM winners WHERE match = ? ORDER BY seat", (id_,)) if finished else ()
    return MatchRow(
        id=id_,
        game=game,
        number=number,
        owner=owner,
        watch=bool(watch),
        paper=paper,
        base=base,
        seats=[Seat(name=n, player=p, level=lv, guest=g, invite=i) for n, p, lv, g, i in seats],
        standing=Standing(turn=turn, asked=asked, finished=bool(finished), winners=tuple(seat for (seat,) in won)),
        rematch=rematch,
        updated=updated,
    )


def _insert(db: sqlite3.Connection, row: MatchRow) -> None:
    standing = row.standing
    db.execute(
        "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(row.id, row.game, row.number, row.owner, row.watch, row.paper, row.base),
            *(standing.turn, standing.asked, standing.finished, row.rematch, time.time()),
        ),
    )
    _name_winners(db, row.id, standing)
    for number, seat in enumerate(row.seats):
        facts = asdict(seat)
        db.execute(
            "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
            (row.id, number, *(facts[name] for name in ("name", "player", "level", "guest", "invite"))),
        )


def _name_winners(db: sqlite3.Connection, match: str, standing: Standing) -> None:
    for seat in standing.winners:
        db.execute("INSERT OR IGNORE INTO winners VALUES (?, ?)", (match, seat))
