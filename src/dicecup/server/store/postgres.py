"""The store in a PostgreSQL database: every write is one transaction, and checks itself what it follows from."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from dicecup.server.store import postgres_guests as guests
from dicecup.server.store import postgres_results as results
from dicecup.server.store import postgres_rows as rows
from dicecup.server.store.forms import pack, summary_of
from dicecup.server.store.postgres_connections import Connections
from dicecup.server.store.postgres_owners import PostgresOwners
from dicecup.server.store.postgres_parties import PostgresParties
from dicecup.server.store.postgres_seals import PostgresSeals
from dicecup.server.store.postgres_words import address_of
from dicecup.server.store.storage import (
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

_GATHERING: Final = 2  # that look through all parties at once: who plays needs a connection, too


class PostgresStorage:
    """`Storage` in a database, which other servers may use as well: whatever has an owner is written by it."""

    def __init__(self, url: str, *, tell_path: Callable[[], bool] = lambda: True) -> None:
        """`tell_path`: whether whoever is refused something just now may know where the database is."""
        self._connections: Final = Connections(address_of(url), tell=tell_path)
        self.owners: Final = PostgresOwners(self._connections)
        self.seals: Final = PostgresSeals(self._connections)
        self.parties: Final = PostgresParties(self._connections, self.owners)
        self._gathering: Final = asyncio.Semaphore(_GATHERING)

    async def close(self) -> None:
        """Finish what was begun, and let go."""
        await self.owners.end()
        await self._connections.close()

    # --- guests ---

    async def add_guest(self, guest: str) -> None:
        """Remember a new guest by the fingerprint of its token."""
        put = "INSERT INTO guests (guest, created) VALUES ($1, $2)"
        await self._connections.write(lambda db: db.execute(put, guest, time.time()))

    async def knows_guest(self, guest: str) -> bool:
        """Whether we gave this guest its token."""
        tables = (
            *("guests WHERE guest", "matches WHERE owner", "seats WHERE guest <> '' AND guest"),
            *("party_guests WHERE guest", "result_seats WHERE guest", "attempts WHERE guest"),
        )
        which = "SELECT " + " OR ".join(f"EXISTS (SELECT 1 FROM {each} = $1)" for each in tables)  # noqa: S608
        return bool(await self._connections.ask(lambda db: db.fetchval(which, guest)))

    async def everything_of(self, guest: str) -> Everything:
        """All that is stored of a guest, as it is at one moment."""
        async with self._gathering:
            return await self._connections.read(lambda db: guests.everything(db, guest), long=True)

    async def forget(self, farewell: Farewell) -> None:
        """Take a guest out, all of it or nothing; Conflict if that does not follow from what is there."""
        matches = [*(part.row.id for part in farewell.matches), *farewell.gone]
        units = [*(row.id for row, _ in farewell.parties), *farewell.parties_gone]
        await self.owners.write(lambda db: guests.forget(db, farewell), matches=matches, units=units)

    # --- matches ---

    async def add_match(self, row: MatchRow) -> None:
        """Put a new match into the store."""
        await self._connections.write(lambda db: rows.insert(db, row, time.time()))

    async def add_rematch(self, of: str, row: MatchRow) -> str:
        """Put the next match of a table into the store, unless it is there; its id."""

        async def job(db: Any) -> str:
            kept = await rows.read(db, of, lock=True)
            if kept is not None and kept["rematch"] is not None and await rows.find(db, kept["rematch"]):
                return str(kept["rematch"])
            await rows.insert(db, row, time.time())
            if kept is not None:
                await rows.change(db, kept, {"rematch": row.id})
            return row.id

        return await self.owners.write(job, matches=[of])

    async def usage(self, guest: str) -> Usage:
        """How much room the matches take that a guest set up, and everything."""

        async def job(db: Any) -> Usage:
            papers = await db.fetchval(
                "SELECT coalesce(sum(octet_length(body)), 0)::bigint FROM papers "
                "WHERE match IN (SELECT id FROM matches WHERE owner = $1)",
                guest,
            )
            whole = await db.fetchval(
                "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class "
                "WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
            )
            return Usage(papers, whole)

        return await self._connections.read(job)

    async def load(self, match_id: str) -> Stored | None:
        """A whole match; None if there is none with this id, Damaged if it is not as it was written."""
        return await self._connections.read(lambda db: rows.load(db, match_id))

    async def salvage(self, match_id: str) -> Stored | None:
        """What is good of a damaged match: a paper, and the rows that follow it; None if there is nothing."""
        return await self._connections.read(lambda db: rows.salvage(db, match_id))

    async def rescue(self, stored: Stored, seq: int) -> None:
        """Let a damaged match go on from what is good of it; commands that led beyond `seq` never happened."""

        async def job(db: Any) -> None:
            old = await rows.find(db, stored.row.id, lock=True)
            if old is None:
                raise Conflict
            with suppress(Damaged):
                await rows.load(db, stored.row.id)
                raise Conflict  # somebody has rescued it already, and may have played on
            kept = await rows.rescue(db, old, stored, seq)
            if not kept["finished"]:
                await results.forget(db, kept["id"])

        await self.owners.write(job, matches=[stored.row.id])

    async def find(self, match_id: str) -> MatchRow | None:
        """The row of a match, with an empty paper; None if there is none with this id."""
        return next(iter(await self._list("WHERE id = $1", match_id)), None)

    async def matches_of(self, guest: str) -> list[MatchRow]:
        """The matches a guest owns or sits at, newest first, with empty papers."""
        return await self._list(
            "WHERE owner = $1 OR id IN (SELECT match FROM seats WHERE guest = $1 AND guest <> '') "
            "ORDER BY updated DESC",
            guest,
        )

    async def latest(self, most: int) -> list[MatchRow]:
        """So many matches, whoever plays them: those last played, newest first, with empty papers."""
        return await self._list("ORDER BY updated DESC LIMIT $1", most)

    async def older(self, before: float) -> list[MatchRow]:
        """The matches in which nothing has happened since, the oldest first, with empty papers."""
        return await self._list("WHERE updated < $1 ORDER BY updated, id", before)

    async def idle(self, before: float, after: tuple[float, str], most: int) -> list[tuple[float, str]]:
        """So many matches in which nothing has happened since `before`: when it last did, and their ids."""
        which = "WHERE updated < $1 AND (updated, id) > ($2, $3) ORDER BY updated, id LIMIT $4"

        async def job(db: Any) -> list[tuple[float, str]]:
            found = await db.fetch(f"SELECT updated, id FROM matches {which}", before, *after, most)  # noqa: S608
            return [(each["updated"], each["id"]) for each in found]

        return await self._connections.ask(job)

    async def _list(self, which: str, value: str | float) -> list[MatchRow]:
        async def job(db: Any) -> list[MatchRow]:
            return await rows.rows_of(db, await rows.select(db, which, value))

        return await self._connections.read(job)

    async def append(self, entry: Append) -> None:
        """Add to a match's log; Conflict if this does not follow from what is there."""

        async def job(db: Any) -> None:
            kept = await rows.read(db, entry.match_id, lock=True)
            if kept is None or (kept["rows"], kept["head"]) != (entry.at, entry.head):
                raise Conflict  # others have written to it, or cleared it away
            if entry.version is not None and kept["version"] != entry.version:
                raise Conflict  # who sits there, or whose it is, has changed
            heads = [entry.head]
            for body in entry.rows:
                heads.append(link(heads[-1], (body,)))
            head, count = heads[-1], entry.at + len(entry.rows)
            changes = {**summary_of(entry.summary), "updated": time.time(), "rows": count, "head": head}
            if entry.paper is not None:
                paper = await rows.add_paper(db, entry.match_id, count, head, entry.paper)
                changes |= {"base": count, "paper": paper}
            if entry.clock is not None:
                await rows.write_clock(db, entry.match_id, entry.clock)
            await rows.append(db, {**kept, **changes}, entry, heads[1:])
            if entry.result is not None and not kept["finished"]:
                await results.write(db, kept, changes["updated"], entry.result)

        await self.owners.write(job, matches=[entry.match_id])

    # --- what stays of them ---

    async def results_of(self, guest: str, game: str | None, most: int) -> list[ResultRow]:
        """How a guest's matches ended, of one game or of all, the latest first; those cleared away as well."""
        return await self._connections.ask(lambda db: results.of_guest(db, guest, game, most))

    async def without_result(self) -> list[str]:
        """Matches that were played to the end before that was written down, or before their dice were."""
        return await self._connections.ask(results.missing, long=True)

    async def add_result(self, match_id: str, body: str) -> None:
        """Write down how such a match ended; of what is written already only what it lacks."""

        async def job(db: Any) -> None:
            if (kept := await rows.read(db, match_id, lock=True)) is not None:
                await results.write(db, kept, kept["updated"], body)
                await results.complete(db, match_id, body)

        await self._connections.write(job)

    async def review_of(self, match_id: str) -> ReviewRow | None:
        """What was worked out about a match; None if nothing was, or it is damaged."""
        return await self._connections.ask(lambda db: results.review_of(db, match_id))

    async def keep_review(self, row: ReviewRow) -> None:
        """Write that down, if there still is such a match. Only so many are kept, those written last."""
        body = await asyncio.to_thread(pack, row.text)

        async def job(db: Any) -> None:
            await results.keep_review(db, row, body, time.time())
            if row.verdict:
                await results.judge(db, row.match, row.verdict)

        await self._connections.write(job)

    async def add_attempt(self, row: AttemptRow) -> bool:
        """Write down what a guest made of a puzzle; False if it has tried that one before, which then stays."""
        return await self._connections.write(lambda db: results.attempt(db, row))

    async def attempts_of(self, guest: str) -> list[AttemptRow]:
        """All that a guest has tried, the first one first."""
        return await self._connections.ask(lambda db: results.attempts_of(db, guest))

    # --- who plays them ---

    async def keep_clock(self, match_id: str, body: str) -> None:
        """Write down what time the players of a match have, if there still is one."""

        async def job(db: Any) -> None:
            if await rows.find(db, match_id, lock=True) is not None:
                await rows.write_clock(db, match_id, body)

        await self.owners.write(job, matches=[match_id])

    async def invited(self, invite: str) -> str | None:
        """The match that an invite is for, whether or not it is still open."""
        which = "SELECT match FROM seats WHERE invite = $1 AND invite <> ''"
        found: str | None = await self._connections.ask(lambda db: db.fetchval(which, invite))
        return found

    async def claim(self, invite: str, guest: str) -> tuple[str, int] | None:
        """Give an open seat to a guest: the match and seat; None if no such invite is open."""
        which = "SELECT match, seat FROM seats WHERE invite = $1 AND invite <> '' AND (player = $2 OR guest = $3)"

        match: str | None = await self._connections.ask(lambda db: db.fetchval(which, invite, OPEN, guest))
        if match is None:
            return None

        async def job(db: Any) -> tuple[str, int] | None:
            if (kept := await rows.read(db, match, lock=True)) is None:
                return None
            found = await db.fetchrow(which, invite, OPEN, guest)  # once more: nobody else changes it any longer
            if found is None or found["match"] != match:
                return None
            seat = int(found["seat"])
            row = await rows.to_change(db, kept)
            row.seats[seat].player, row.seats[seat].guest = PERSON, guest
            await rows.change(db, kept, {"seats": await rows.write_seats(db, match, row.seats)})
            return match, seat

        return await self.owners.write(job, matches=[match])

    async def hand_over(self, match_id: str, guest: str) -> None:
        """Give a match, and the seats of whoever set it up, to another guest."""

        async def job(db: Any) -> None:
            if (kept := await rows.read(db, match_id, lock=True)) is None:
                return
            row = await rows.to_change(db, kept)
            for seat in row.seats:
                if seat.guest == row.owner:
                    seat.guest = guest
            seats = await rows.write_seats(db, match_id, row.seats)
            await rows.change(db, kept, {"owner": guest, "seats": seats})
            await results.give(db, match_id)

        await self.owners.write(job, matches=[match_id])

    async def delete_match(self, match_id: str) -> None:
        """Take a match out of the store."""

        async def job(db: Any) -> None:
            await db.execute("DELETE FROM matches WHERE id = $1", match_id)

        await self.owners.write(job, matches=[match_id])
