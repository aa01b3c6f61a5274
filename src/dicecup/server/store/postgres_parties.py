"""The rows of parties in PostgreSQL: each body with a checksum, each line with one of its own."""

import time
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

from dicecup.server.store import postgres_results as results
from dicecup.server.store import postgres_rows as rows
from dicecup.server.store.forms import CHANGED, line_checksum, party_checksum
from dicecup.server.store.postgres_connections import Connections
from dicecup.server.store.postgres_owners import PostgresOwners
from dicecup.server.store.postgres_words import driver
from dicecup.server.store.storage import Conflict, DamagedParty, MatchRow, PartyChange, PartyRow


async def read(db: Any, party_id: str, *, lock: bool = False) -> PartyRow | None:
    """A party; None if there is none, DamagedParty if it is not as it was written."""
    which = "SELECT body, updated, version, checksum, problem FROM parties WHERE id = $1"
    found = await db.fetchrow(which + (" FOR NO KEY UPDATE" if lock else ""), party_id)
    if found is None:
        return None
    body, updated, version, checksum, problem = found
    if problem or party_checksum(party_id, body, updated, version) != checksum:
        raise DamagedParty(problem or CHANGED)
    return PartyRow(id=party_id, body=body, version=version, updated=updated)


async def read_lines(db: Any, party_id: str, after: int = 0) -> dict[int, str]:
    """What was said after so many lines, by number; what is damaged is left out."""
    which = "SELECT n, body, checksum FROM party_lines WHERE party = $1 AND n > $2 ORDER BY n"
    found = await db.fetch(which, party_id, after)
    return {n: body for n, body, checksum in found if line_checksum(party_id, n, body) == checksum}


async def rewrite(db: Any, row: PartyRow, lines: Mapping[int, str | None]) -> None:
    """A party with other words in it, as old as it was; Conflict if this does not follow from what is there."""
    before = await read(db, row.id, lock=True)
    if before is None or before.version != row.version - 1:
        raise Conflict
    await _put(db, row, before.updated)
    gone = [n for n, body in lines.items() if body is None]
    await db.execute("DELETE FROM party_lines WHERE party = $1 AND n = ANY($2)", row.id, gone)
    await _put_lines(db, row.id, {n: body for n, body in lines.items() if body is not None})


class PostgresParties:
    """`PartyStorage` in the database of the matches."""

    def __init__(self, connections: Connections, owners: PostgresOwners) -> None:
        self._connections: Final = connections
        self._owners: Final = owners

    async def write(self, change: PartyChange) -> None:
        """Write a party, new or changed; Conflict if this does not follow from what is there."""

        async def job(db: Any) -> None:
            row = change.row
            before = await read(db, row.id, lock=True)
            if (before.version if before is not None else 0) != row.version - 1:
                raise Conflict
            await _put(db, row, time.time())
            await _put_lines(db, row.id, change.lines)
            if change.forget:
                await db.execute("DELETE FROM party_lines WHERE party = $1 AND n <= $2", row.id, change.forget)
            await _put_match(db, change)
            await _seat(db, change)

        party, new = change.row.id, change.row.version == 1
        named = (*(match for match, _ in change.seats), change.owner and change.owner[0])
        matches = {match for match in (*named, change.adopted, change.after) if match is not None}
        if new:
            await self._owners.write(job, matches=matches, new=party)
        else:
            await self._owners.write(job, matches=matches, units=[party])
        if change.adopted is not None:
            self._owners.belongs(change.adopted, party)

    async def load(self, party_id: str) -> PartyRow | None:
        """A party; None if there is none with this id, Damaged if it is not as it was written."""
        return await self._connections.ask(lambda db: read(db, party_id))

    async def lines(self, party_id: str, after: int) -> list[str]:
        """What was said after so many lines; what is damaged is left out."""
        return [*(await self._connections.ask(lambda db: read_lines(db, party_id, after))).values()]

    async def behind(self, door: str) -> str | None:
        """The party that a door leads to, by its fingerprint."""
        which = "SELECT party FROM party_doors WHERE door = $1"
        found: str | None = await self._connections.ask(lambda db: db.fetchval(which, door))
        return found

    async def of_guest(self, guest: str) -> list[PartyRow]:
        """The parties that a guest is in, the latest first; what is damaged is left out."""

        async def job(db: Any) -> list[PartyRow]:
            found = await db.fetch(
                "SELECT id, body, updated, version, checksum FROM parties WHERE problem = '' "
                "AND id IN (SELECT party FROM party_guests WHERE guest = $1) ORDER BY updated DESC",
                guest,
            )
            return [
                PartyRow(id=id_, body=body, version=version, updated=updated)
                for id_, body, updated, version, checksum in found
                if party_checksum(id_, body, updated, version) == checksum
            ]

        return await self._connections.read(job)

    async def matches(self, party_id: str) -> list[MatchRow]:
        """The matches of a party, with empty papers."""

        async def job(db: Any) -> list[MatchRow]:
            which = "WHERE id IN (SELECT match FROM party_matches WHERE party = $1) ORDER BY updated"
            return await rows.rows_of(db, await rows.select(db, which, party_id))

        return await self._connections.read(job)

    async def delete(self, party_id: str) -> None:
        """Take a party out of the store; its matches stay."""

        async def job(db: Any) -> None:
            await db.execute("DELETE FROM parties WHERE id = $1", party_id)

        await self._owners.write(job, units=[party_id])


async def _put_lines(db: Any, party_id: str, lines: Mapping[int, str]) -> None:
    """Write down what was said."""
    await db.executemany(
        "INSERT INTO party_lines (party, n, body, checksum) VALUES ($1, $2, $3, $4) "
        "ON CONFLICT (party, n) DO UPDATE SET body = excluded.body, checksum = excluded.checksum",
        [(party_id, n, body, line_checksum(party_id, n, body)) for n, body in lines.items()],
    )


async def _put(db: Any, row: PartyRow, updated: float) -> None:
    """Write a party, and how it is found."""
    facts = (row.id, row.body, updated, row.version, party_checksum(row.id, row.body, updated, row.version))
    if row.version == 1:
        put = "INSERT INTO parties (id, body, updated, version, checksum) VALUES ($1, $2, $3, $4, $5)"
    else:
        put = "UPDATE parties SET body = $2, updated = $3, version = $4, checksum = $5 WHERE id = $1"
    try:
        await db.execute(put, *facts)
    except driver().UniqueViolationError:
        raise Conflict from None  # somebody has made it at the same moment
    for table, column, wanted in (("doors", "door", row.doors), ("guests", "guest", row.guests)):
        await db.execute(
            f"DELETE FROM party_{table} WHERE party = $1 AND NOT {column} = ANY($2)",  # noqa: S608
            row.id,
            list(wanted),
        )
        found = await db.fetch(f"SELECT {column} FROM party_{table} WHERE party = $1", row.id)  # noqa: S608
        new = set(wanted) - {each[0] for each in found}
        await db.executemany(
            f"INSERT INTO party_{table} (party, {column}) VALUES ($1, $2)",  # noqa: S608
            [(row.id, each) for each in new],
        )


async def _put_match(db: Any, change: PartyChange) -> None:
    if change.match is not None:
        await rows.insert(db, change.match, time.time())
        if change.after is not None and (kept := await rows.read(db, change.after, lock=True)) is not None:
            await rows.change(db, kept, {"rematch": change.match.id})
    for id_ in (change.match.id if change.match is not None else None, change.adopted):
        if id_ is not None:
            await db.execute("INSERT INTO party_matches (match, party) VALUES ($1, $2)", id_, change.row.id)


async def _seat(db: Any, change: PartyChange) -> None:
    """Who sits where, and whose a match is."""
    matches = {match for match, _ in change.seats}
    if change.owner is not None:
        matches.add(change.owner[0])
    if change.moved is not None:
        found = await db.fetch("SELECT match FROM party_matches WHERE party = $1", change.row.id)
        matches |= {each["match"] for each in found}
    for match in sorted(matches):  # in order: so two who do this at once never wait for each other
        kept = await rows.find(db, match, lock=True)
        row = await rows.row_of(db, kept) if kept is not None else None
        if kept is None or row is None or row.problem:
            continue  # it was cleared away, or is damaged: the party plays on
        owner = change.owner[1] if change.owner is not None and change.owner[0] == match else row.owner
        before = deepcopy(row.seats)
        seats = [change.seats.get((match, number), seat) for number, seat in enumerate(row.seats)]
        if change.moved is not None:
            old, new = change.moved
            owner = new if owner == old else owner
            for seat in seats:
                seat.guest = new if seat.guest == old else seat.guest
        if (owner, seats) != (row.owner, before):
            await rows.change(db, kept, {"owner": owner, "seats": await rows.write_seats(db, match, seats)})
            await results.give(db, match)
