"""The rows of parties: each body with a checksum, each line with one of its own."""

import sqlite3
import time
from collections.abc import Callable, Mapping
from typing import Final

from dicecup.server.store import sqlite_results as results
from dicecup.server.store import sqlite_rows as rows
from dicecup.server.store.forms import CHANGED, Kept, line_checksum, party_checksum
from dicecup.server.store.sqlite_threads import Reader, Writer
from dicecup.server.store.storage import Conflict, DamagedParty, MatchRow, PartyChange, PartyRow
from dicecup.server.store.tally import note, note_gone


def probe(db: sqlite3.Connection) -> None:
    """Look whether everything is there that will be needed; sqlite3.Error if not."""
    for what in (
        "id, body, updated, version, checksum, problem FROM parties",
        "door, party FROM party_doors",
        "party, guest FROM party_guests",
        "party, n, body, checksum FROM party_lines",
        "match, party FROM party_matches",
    ):
        db.execute(f"SELECT {what} LIMIT 1").fetchall()


def read(db: sqlite3.Connection, party_id: str) -> PartyRow | None:
    """A party; None if there is none, DamagedParty if it is not as it was written."""
    found = db.execute(
        "SELECT body, updated, version, checksum, problem FROM parties WHERE id = ?", (party_id,)
    ).fetchone()
    if found is None:
        return None
    body, updated, version, checksum, problem = found
    if problem or not isinstance(body, str) or party_checksum(party_id, body, updated, version) != checksum:
        raise DamagedParty(str(problem) or CHANGED)
    return PartyRow(id=party_id, body=body, version=version, updated=updated)


def read_lines(db: sqlite3.Connection, party_id: str, after: int = 0) -> dict[int, str]:
    """What was said after so many lines, by number; what is damaged is left out."""
    found = db.execute(
        "SELECT n, body, checksum FROM party_lines WHERE party = ? AND n > ? ORDER BY n", (party_id, after)
    ).fetchall()
    return {n: body for n, body, checksum in found if line_checksum(party_id, n, body) == checksum}


def put(db: sqlite3.Connection, row: PartyRow, updated: float) -> None:
    """Write a party, and how it is found."""
    facts = (row.body, updated, row.version, party_checksum(row.id, row.body, updated, row.version), row.id)
    if row.version == 1:
        db.execute("INSERT INTO parties (body, updated, version, checksum, id) VALUES (?, ?, ?, ?, ?)", facts)
    else:
        db.execute("UPDATE parties SET body = ?, updated = ?, version = ?, checksum = ? WHERE id = ?", facts)
    for table, column, wanted in (("doors", "door", row.doors), ("guests", "guest", row.guests)):
        found = db.execute(f"SELECT {column} FROM party_{table} WHERE party = ?", (row.id,))  # noqa: S608
        there = {each for (each,) in found.fetchall()}
        gone, new = there - set(wanted), set(wanted) - there
        add = f"INSERT INTO party_{table} (party, {column}) VALUES (?, ?)"  # noqa: S608
        take = f"DELETE FROM party_{table} WHERE party = ? AND {column} = ?"  # noqa: S608
        db.executemany(take, [(row.id, each) for each in gone])
        db.executemany(add, [(row.id, each) for each in new])


def put_line(db: sqlite3.Connection, party_id: str, n: int, body: str) -> None:
    """Write down what was said."""
    facts = (party_id, n, body, line_checksum(party_id, n, body))
    db.execute("INSERT OR REPLACE INTO party_lines VALUES (?, ?, ?, ?)", facts)


def rewrite(db: sqlite3.Connection, row: PartyRow, lines: Mapping[int, str | None]) -> None:
    """A party with other words in it, as old as it was; Conflict if this does not follow from what is there."""
    before = read(db, row.id)
    if before is None or before.version != row.version - 1:
        raise Conflict
    put(db, row, before.updated)
    for n, body in lines.items():
        if body is None:
            db.execute("DELETE FROM party_lines WHERE party = ? AND n = ?", (row.id, n))
        else:
            put_line(db, row.id, n, body)


class SqliteParties:
    """`PartyStorage` in the file of the matches. `insert` and `change` are how rows of matches are written."""

    def __init__(
        self,
        reader: Reader,
        writer: Writer,
        insert: Callable[[sqlite3.Connection, MatchRow], None],
        change: Callable[[sqlite3.Connection, Kept, Kept], None],
    ) -> None:
        self._reader: Final = reader
        self._writer: Final = writer
        self._insert: Final = insert
        self._change: Final = change

    async def write(self, change: PartyChange) -> None:
        """Write a party, new or changed; Conflict if this does not follow from what is there."""

        def job(db: sqlite3.Connection) -> None:
            row = change.row
            before = read(db, row.id)
            if (before.version if before is not None else 0) != row.version - 1:
                raise Conflict
            put(db, row, time.time())
            self._writer.notes.append(note(row.id, row.version))
            for n, body in change.lines.items():
                put_line(db, row.id, n, body)
            if change.forget:
                db.execute("DELETE FROM party_lines WHERE party = ? AND n <= ?", (row.id, change.forget))
            self._put_match(db, change)
            self._seat(db, change)

        await self._writer.run(job)

    def _put_match(self, db: sqlite3.Connection, change: PartyChange) -> None:
        if change.match is not None:
            self._insert(db, change.match)
            if change.after is not None and (kept := rows.read(db, change.after)) is not None:
                self._change(db, kept, {"rematch": change.match.id})
        for id_ in (change.match.id if change.match is not None else None, change.adopted):
            if id_ is not None:
                db.execute("INSERT INTO party_matches VALUES (?, ?)", (id_, change.row.id))

    def _seat(self, db: sqlite3.Connection, change: PartyChange) -> None:
        """Who sits where, and whose a match is."""
        matches = {match for match, _ in change.seats}
        if change.owner is not None:
            matches.add(change.owner[0])
        if change.moved is not None:
            found = db.execute("SELECT match FROM party_matches WHERE party = ?", (change.row.id,))
            matches |= {match for (match,) in found.fetchall()}
        for match in sorted(matches):
            kept = next(iter(rows.select(db, "WHERE id = ?", match)), None)
            row = rows.row_of(db, kept) if kept is not None else None
            if kept is None or row is None or row.problem:
                continue  # it was cleared away, or is damaged: the party plays on
            owner = change.owner[1] if change.owner is not None and change.owner[0] == match else row.owner
            seats = [change.seats.get((match, number), seat) for number, seat in enumerate(row.seats)]
            if change.moved is not None:
                old, new = change.moved
                owner = new if owner == old else owner
                for seat in seats:
                    seat.guest = new if seat.guest == old else seat.guest
            if (owner, seats) != (row.owner, rows.row_of(db, kept).seats):
                self._change(db, kept, {"owner": owner, "seats": rows.write_seats(db, match, seats)})
                results.give(db, match, rows.raw_seats(db, match))

    async def load(self, party_id: str) -> PartyRow | None:
        """A party; None if there is none with this id, Damaged if it is not as it was written."""
        return await self._reader.run(lambda db: read(db, party_id))

    async def lines(self, party_id: str, after: int) -> list[str]:
        """What was said after so many lines; what is damaged is left out."""

        return await self._reader.run(lambda db: [*read_lines(db, party_id, after).values()])

    async def behind(self, door: str) -> str | None:
        """The party that a door leads to, by its fingerprint."""

        def job(db: sqlite3.Connection) -> str | None:
            found = db.execute("SELECT party FROM party_doors WHERE door = ?", (door,)).fetchone()
            return str(found[0]) if found else None

        return await self._reader.run(job)

    async def of_guest(self, guest: str) -> list[PartyRow]:
        """The parties that a guest is in, the latest first; what is damaged is left out."""

        def job(db: sqlite3.Connection) -> list[PartyRow]:
            found = db.execute("SELECT party FROM party_guests WHERE guest = ?", (guest,)).fetchall()
            found_rows = []
            for (party,) in found:
                try:
                    row = read(db, party)
                except DamagedParty:
                    continue
                if row is not None:
                    found_rows.append(row)
            return sorted(found_rows, key=lambda row: row.updated, reverse=True)

        return await self._reader.run(job)

    async def matches(self, party_id: str) -> list[MatchRow]:
        """The matches of a party, with empty papers."""

        def job(db: sqlite3.Connection) -> list[MatchRow]:
            which = "WHERE id IN (SELECT match FROM party_matches WHERE party = ?) ORDER BY updated"
            return [rows.row_of(db, kept) for kept in rows.select(db, which, party_id)]

        return await self._reader.run(job)

    async def delete(self, party_id: str) -> None:
        """Take a party out of the store; its matches stay."""

        def job(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM parties WHERE id = ?", (party_id,))
            self._writer.notes.append(note_gone(party_id))

        await self._writer.run(job)
