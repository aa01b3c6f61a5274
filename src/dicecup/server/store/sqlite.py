"""The store in one SQLite file: one thread writes, another reads."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from dicecup.files import StorageError, make_folder
from dicecup.server.store import sqlite_attempts as attempts
from dicecup.server.store import sqlite_guests as guests
from dicecup.server.store import sqlite_results as results
from dicecup.server.store import sqlite_reviews as reviews
from dicecup.server.store import sqlite_rows as rows
from dicecup.server.store.forms import Kept, new_match, pack, summary_of
from dicecup.server.store.lock import Lock
from dicecup.server.store.owners import Alone
from dicecup.server.store.seals import SealsInMemory
from dicecup.server.store.sqlite_file import TROUBLE, in_words, open_to_read, open_to_write, to_strangers
from dicecup.server.store.sqlite_parties import SqliteParties
from dicecup.server.store.sqlite_threads import Reader, Writer
from dicecup.server.store.storage import (
    NO_ROWS,
    OPEN,
    PERSON,
    Append,
    AttemptRow,
    Conflict,
    Damaged,
    Everything,
    Farewell,
    MatchRow,
    ResultRow,
    ReviewRow,
    Stored,
    Usage,
    link,
)
from dicecup.server.store.tally import Tally, note, note_gone

_VACUUMED: Final = 5_000  # pages that are given back to the system at once
_REWOUND: Final = "what was written to it last is no longer on the disk."
_log: Final = logging.getLogger("dicecup.server")


class SqliteStorage:
    """`Storage` in a file, which no other program can use meanwhile."""

    def __init__(self, path: Path, *, tell_path: Callable[[], bool] = lambda: True) -> None:
        """`tell_path`: whether whoever is refused something just now may know where the file is."""
        try:
            make_folder(path.parent)
            self._lock: Final = Lock(path.with_name(path.name + "-lock"))
        except OSError as error:
            raise in_words(error, path) from None
        try:
            connection = open_to_write(path)
            self._tally: Final = Tally(path.with_name(path.name + "-tally"))
            _look_over(connection, self._tally)
            reading = open_to_read(path)
        except BaseException as error:
            self._lock.release()
            raise in_words(error, path) if isinstance(error, TROUBLE) else error from None

        def words(error: Exception) -> StorageError:
            return (in_words if tell_path() else to_strangers)(error, path)

        self._forgot = False  # a guest, just now
        self._wal: Final = path.with_name(path.name + "-wal")
        self._reader: Final = Reader(reading, words)
        self._writer: Final = Writer(connection, words, self._written)
        self.owners: Final = Alone()
        self.seals: Final = SealsInMemory()
        self.parties: Final = SqliteParties(self._reader, self._writer, self._insert, self._change)

    def _written(self, notes: list[str]) -> None:
        """In the thread that writes, when it has: note down how far matches have come."""
        if not self._tally.add(notes) and not self._forgot:
            return
        with suppress(sqlite3.Error):  # a full disk: what was written is in the journal, and the notes stay
            if not self._writer.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                self._tally.clear()
                self._forgot = False  # what is written over stays in the journal no longer than it has to

    async def close(self) -> None:
        """Finish what was begun, and let go."""
        await self._reader.close()
        await self._writer.close()  # last: whoever closes the file last tidies up beside it
        if not self._wal.exists():
            self._tally.clear()
        self._tally.close()
        self._lock.release()

    def _put(self, db: sqlite3.Connection, kept: Kept, *, new: bool = False) -> None:
        rows.write(db, kept, new=new)
        self._writer.notes.append(note(kept["id"], kept["version"]))

    def _change(self, db: sqlite3.Connection, kept: Kept, changes: Kept) -> None:
        self._put(db, {**kept, **changes, "version": kept["version"] + 1})

    def _insert(self, db: sqlite3.Connection, row: MatchRow) -> None:
        facts = new_match(row, time.time())
        rows.write(db, facts, new=True)  # first, for the others belong to it
        facts["paper"] = rows.add_paper(db, row.id, 0, NO_ROWS, row.paper)
        facts["seats"] = rows.write_seats(db, row.id, row.seats)
        self._put(db, facts)

    # --- guests ---

    async def add_guest(self, guest: str) -> None:
        """Remember a new guest by the fingerprint of its token."""

        def job(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO guests VALUES (?, ?)", (guest, time.time()))

        await self._writer.run(job)

    async def knows_guest(self, guest: str) -> bool:
        """Whether we gave this guest its token."""

        def job(db: sqlite3.Connection) -> bool:
            tables = (
                *("guests WHERE guest", "matches WHERE owner", "seats WHERE guest <> '' AND guest"),
                *("party_guests WHERE guest", "result_seats WHERE guest", "attempts WHERE guest"),
            )
            return any(db.execute(f"SELECT 1 FROM {each} = ?", (guest,)).fetchone() for each in tables)  # noqa: S608

        return await self._reader.run(job)

    async def everything_of(self, guest: str) -> Everything:
        """All that is stored of a guest, as it is at one moment."""
        return await self._reader.run(lambda db: guests.everything(db, guest))

    async def forget(self, farewell: Farewell) -> None:
        """Take a guest out, all of it or nothing; Conflict if that does not follow from what is there."""

        def job(db: sqlite3.Connection) -> None:
            guests.forget(db, farewell, self._writer.notes)
            db.execute(f"PRAGMA incremental_vacuum({_VACUUMED})").fetchall()
            self._forgot = True

        await self._writer.run(job)
        await self.seals.take(farewell.guest)

    # --- matches ---

    async def add_match(self, row: MatchRow) -> None:
        """Put a new match into the store."""
        await self._writer.run(lambda db: self._insert(db, row))

    async def add_rematch(self, of: str, row: MatchRow) -> str:
        """Put the next match of a table into the store, unless it is there; its id."""

        def job(db: sqlite3.Connection) -> str:
            kept = rows.read(db, of)
            if kept is not None and rows.select(db, "WHERE id = ?", kept["rematch"]):
                return str(kept["rematch"])
            self._insert(db, row)
            if kept is not None:
                self._change(db, kept, {"rematch": row.id})
            return row.id

        return await self._writer.run(job)

    async def usage(self, guest: str) -> Usage:
        """How much room the matches take that a guest set up, and everything."""

        def job(db: sqlite3.Connection) -> Usage:
            papers = db.execute(
                "SELECT coalesce(sum(length(CAST(body AS BLOB))), 0) FROM papers "
                "WHERE match IN (SELECT id FROM matches WHERE owner = ?)",
                (guest,),
            ).fetchone()[0]
            facts = ("page_count", "freelist_count", "page_size")
            pages, free, size = (db.execute(f"PRAGMA {fact}").fetchone()[0] for fact in facts)
            return Usage(papers, (pages - free) * size)

        return await self._reader.run(job)

    async def load(self, match_id: str) -> Stored | None:
        """A whole match; None if there is none with this id, Damaged if it is not as it was written."""

        def job(db: sqlite3.Connection) -> Stored | None:
            try:
                return rows.load(db, match_id)
            except sqlite3.DatabaseError as error:
                if type(error) is not sqlite3.DatabaseError:
                    raise  # the disk is in trouble, not the match
                raise Damaged(f"the database says: {error}.") from None

        return await self._reader.run(job)

    async def salvage(self, match_id: str) -> Stored | None:
        """What is good of a damaged match: a paper, and the rows that follow it; None if there is nothing."""
        return await self._reader.run(lambda db: rows.salvage(db, match_id))

    async def rescue(self, stored: Stored, seq: int) -> None:
        """Let a damaged match go on from what is good of it; commands that led beyond `seq` never happened."""

        def job(db: sqlite3.Connection) -> None:
            with suppress(Damaged):
                rows.load(db, stored.row.id)
                raise Conflict  # somebody has rescued it already, and may have played on
            kept = rows.rescue(db, stored, seq)
            if not kept["finished"]:
                results.forget(db, kept["id"])
            self._writer.notes.append(note(kept["id"], kept["version"]))

        await self._writer.run(job)

    async def find(self, match_id: str) -> MatchRow | None:
        """The row of a match, with an empty paper; None if there is none with this id."""
        return next(iter(await self._list("WHERE id = ?1", match_id)), None)

    async def matches_of(self, guest: str) -> list[MatchRow]:
        """The matches a guest owns or sits at, newest first, with empty papers."""
        return await self._list(
            # That nobody is no guest is said here as in the index, or it would not be used.
            "WHERE owner = ?1 OR id IN (SELECT match FROM seats WHERE guest = ?1 AND guest <> '') "
            "ORDER BY updated DESC",
            guest,
        )

    async def latest(self, most: int) -> list[MatchRow]:
        """So many matches, whoever plays them: those last played, newest first, with empty papers."""
        return await self._list("ORDER BY updated DESC LIMIT ?1", most)

    async def older(self, before: float) -> list[MatchRow]:
        """The matches in which nothing has happened since, the oldest first, with empty papers."""
        return await self._list("WHERE updated < ?1 ORDER BY updated, id", before)

    async def idle(self, before: float, after: tuple[float, str], most: int) -> list[tuple[float, str]]:
        """So many matches in which nothing has happened since `before`: when it last did, and their ids."""
        which = "WHERE updated < ? AND (updated, id) > (?, ?) ORDER BY updated, id LIMIT ?"
        facts = (before, *after, most)
        return await self._reader.run(
            lambda db: db.execute(f"SELECT updated, id FROM matches {which}", facts).fetchall()  # noqa: S608
        )

    async def _list(self, which: str, value: str | float) -> list[MatchRow]:
        return await self._reader.run(lambda db: [rows.row_of(db, kept) for kept in rows.select(db, which, value)])

    async def append(self, entry: Append) -> None:
        """Add to a match's log; Conflict if this does not follow from what is there."""

        def job(db: sqlite3.Connection) -> None:
            kept = rows.read(db, entry.match_id)
            if kept is None or (kept["rows"], kept["head"]) != (entry.at, entry.head):
                raise Conflict  # others have written to it, or cleared it away
            if entry.version is not None and kept["version"] != entry.version:
                raise Conflict  # who sits there, or whose it is, has changed
            head = entry.head
            for n, body in enumerate(entry.rows, start=entry.at):
                head = link(head, (body,))
                db.execute("INSERT INTO log VALUES (?, ?, ?, ?)", (entry.match_id, n, body, head))
            if entry.done is not None:
                db.execute("INSERT INTO commands VALUES (?, ?, ?, ?)", (entry.match_id, *entry.done))
            count = entry.at + len(entry.rows)
            changes = {**summary_of(entry.summary), "updated": time.time(), "rows": count, "head": head}
            if entry.paper is not None:
                changes |= {"base": count, "paper": rows.add_paper(db, entry.match_id, count, head, entry.paper)}
            if entry.clock is not None:
                rows.write_clock(db, entry.match_id, entry.clock)
            self._change(db, kept, changes)
            if entry.result is not None and not kept["finished"]:
                results.write(db, kept, changes["updated"], entry.result)

        await self._writer.run(job)

    async def results_of(self, guest: str, game: str | None, most: int) -> list[ResultRow]:
        """How a guest's matches ended, of one game or of all, the latest first; those cleared away as well."""
        return await self._reader.run(lambda db: results.of_guest(db, guest, game, most))

    async def without_result(self) -> list[str]:
        """Matches that were played to the end before that was written down, or before their dice were."""
        return await self._reader.run(results.missing)

    async def add_result(self, match_id: str, body: str) -> None:
        """Write down how such a match ended; of what is written already only what it lacks."""

        def job(db: sqlite3.Connection) -> None:
            if (kept := rows.read(db, match_id)) is not None:
                results.write(db, kept, kept["updated"], body)
                results.complete(db, match_id, body)

        await self._writer.run(job)

    async def review_of(self, match_id: str) -> ReviewRow | None:
        """What was worked out about a match; None if nothing was, or it is damaged."""
        return await self._reader.run(lambda db: reviews.read(db, match_id))

    async def keep_review(self, row: ReviewRow) -> None:
        """Write that down, if there still is such a match. Only so many are kept, those written last."""
        body = await asyncio.to_thread(pack, row.text)  # not in the thread that all tables wait for

        def job(db: sqlite3.Connection) -> None:
            reviews.write(db, row, body, time.time())
            if row.verdict:
                results.judge(db, row.match, row.verdict)

        await self._writer.run(job)

    async def add_attempt(self, row: AttemptRow) -> bool:
        """Write down what a guest made of a puzzle; False if it has tried that one before, which then stays."""
        return await self._writer.run(lambda db: attempts.write(db, row))

    async def attempts_of(self, guest: str) -> list[AttemptRow]:
        """All that a guest has tried, the first one first."""
        return await self._reader.run(lambda db: attempts.of_guest(db, guest))

    async def keep_clock(self, match_id: str, body: str) -> None:
        """Write down what time the players of a match have, if there still is one."""

        def job(db: sqlite3.Connection) -> None:
            if rows.select(db, "WHERE id = ?", match_id):
                rows.write_clock(db, match_id, body)

        await self._writer.run(job)

    async def invited(self, invite: str) -> str | None:
        """The match that an invite is for, whether or not it is still open."""
        which = "SELECT match FROM seats WHERE invite = ? AND invite <> ''"
        found = await self._reader.run(lambda db: db.execute(which, (invite,)).fetchone())
        return None if found is None else str(found[0])

    async def claim(self, invite: str, guest: str) -> tuple[str, int] | None:
        """Give an open seat to a guest: the match and seat; None if no such invite is open."""

        def job(db: sqlite3.Connection) -> tuple[str, int] | None:
            found = db.execute(
                "SELECT match, seat FROM seats WHERE invite = ? AND invite <> '' AND (player = ? OR guest = ?)",
                (invite, OPEN, guest),
            ).fetchone()
            if found is None or (kept := rows.read(db, found[0])) is None:
                return None
            match, seat = str(found[0]), int(found[1])
            row = _with_seats(db, kept)
            row.seats[seat].player, row.seats[seat].guest = PERSON, guest
            self._change(db, kept, {"seats": rows.write_seats(db, match, row.seats)})
            return match, seat

        return await self._writer.run(job)

    async def hand_over(self, match_id: str, guest: str) -> None:
        """Give a match, and the seats of whoever set it up, to another guest."""

        def job(db: sqlite3.Connection) -> None:
            if (kept := rows.read(db, match_id)) is None:
                return
            row = _with_seats(db, kept)
            for seat in row.seats:
                if seat.guest == row.owner:
                    seat.guest = guest
            self._change(db, kept, {"owner": guest, "seats": rows.write_seats(db, match_id, row.seats)})
            results.give(db, match_id, rows.raw_seats(db, match_id))

        await self._writer.run(job)

    async def delete_match(self, match_id: str) -> None:
        """Take a match out of the store."""

        def job(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM matches WHERE id = ?", (match_id,))
            db.execute(f"PRAGMA incremental_vacuum({_VACUUMED})").fetchall()  # so that the file shrinks again
            self._writer.notes.append(note_gone(match_id))

        await self._writer.run(job)


def _with_seats(db: sqlite3.Connection, kept: Kept) -> MatchRow:
    """A match whose seats are to be changed; Damaged if nobody can tell any more who sits there."""
    row = rows.row_of(db, kept)
    if row.problem:
        raise Damaged(row.problem)
    return row


def _look_over(db: sqlite3.Connection, tally: Tally) -> None:
    """Name the matches that had come further than they are, and those that are not listed any more."""
    acknowledged = tally.read()
    db.execute("BEGIN IMMEDIATE")
    adopted = rows.adopt(db)
    known = "SELECT id, version FROM matches UNION ALL SELECT id, version FROM parties"
    found = dict(db.execute(known).fetchall()) if acknowledged else {}
    rewound = [
        match
        for match, version in acknowledged.items()
        if isinstance(found.get(match), int)
        and found[match] < version  # one that is no number its checksum tells of
    ]
    missing = [match for match in acknowledged if match not in found]
    for table in ("matches", "parties"):
        marks = [(_REWOUND, each) for each in rewound]
        db.executemany(f"UPDATE {table} SET problem = ? WHERE id = ?", marks)  # noqa: S608
    db.execute("COMMIT")
    if adopted or rewound or missing:
        _log.error(
            "The disk has lost something: %d matches are damaged, and say so; %d are not there any more.",
            len(rewound) + adopted,
            len(missing),
        )
    if not db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        tally.clear()
