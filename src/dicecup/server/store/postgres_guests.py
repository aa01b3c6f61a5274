"""Everything of a guest in PostgreSQL: read at one moment, and taken out in one go."""

from typing import Any, Final

from dicecup.server.store import postgres_parties as parties
from dicecup.server.store import postgres_results as results
from dicecup.server.store import postgres_rows as rows
from dicecup.server.store.forms import Kept
from dicecup.server.store.storage import Conflict, DamagedParty, Everything, Farewell, Part, PartyRow

_ALL: Final = 1_000_000_000  # results


async def everything(db: Any, guest: str) -> Everything:
    """All that is stored of a guest, and all that it may be named in."""
    played = (
        "SELECT id FROM matches WHERE owner = $1 UNION SELECT match FROM seats WHERE guest <> '' AND guest = $1 "
        "UNION SELECT match FROM commands WHERE guest = $1 UNION SELECT match FROM result_seats WHERE guest = $1"
    )
    named = (
        "SELECT id FROM parties WHERE strpos(body, $1) > 0 UNION SELECT party FROM party_guests WHERE guest = $1"
    )
    around = f"SELECT party FROM party_matches WHERE match IN ({played})"  # noqa: S608
    found = [each[0] for each in await db.fetch(f"{named} UNION {around} ORDER BY 1", guest)]
    books: list[tuple[PartyRow, dict[int, str]]] = []
    damaged: list[str] = []
    for party in found:
        try:
            row = await parties.read(db, party)
        except DamagedParty:
            damaged.append(party)
        else:
            if row is not None:
                books.append((row, await parties.read_lines(db, party)))
    theirs = "SELECT match FROM party_matches WHERE party = ANY($2)"
    kept = await rows.select(db, f"WHERE id IN ({played} UNION {theirs}) ORDER BY id", guest, found)
    return Everything(
        matches=[await _part(db, each) for each in kept],
        results=(await results.of_guest(db, guest, None, _ALL))[::-1],
        attempts=await results.attempts_of(db, guest),
        parties=books,
        damaged=damaged,
    )


async def _part(db: Any, kept: Kept) -> Part:
    written = {base: body for base, _, body, _ in await rows.papers(db, kept["id"])}
    return Part(
        row=await rows.row_of(db, kept),
        version=kept["version"],
        papers=written,
        result=await results.body_of(db, kept["id"]),
    )


async def forget(db: Any, farewell: Farewell) -> None:
    """Take a guest out; Conflict if what others keep has changed meanwhile."""
    guest = farewell.guest
    for part in sorted(farewell.matches, key=lambda part: part.row.id):
        await _rewrite(db, part)
    await db.execute("DELETE FROM matches WHERE id = ANY($1)", list(farewell.gone))
    for match, body in farewell.results.items():
        await results.rewrite(db, match, body)
    for row, lines in farewell.parties:
        await parties.rewrite(db, row, lines)
    await db.execute("DELETE FROM parties WHERE id = ANY($1)", list(farewell.parties_gone))
    await results.take_away(db, guest)
    for table in ("commands", "attempts", "party_guests", "seals", "guests"):
        await db.execute(f"DELETE FROM {table} WHERE guest = $1", guest)  # noqa: S608


async def _rewrite(db: Any, part: Part) -> None:
    """A match that others keep, with other words in the place of a name."""
    row = part.row
    kept = await rows.find(db, row.id, lock=True)
    if kept is None or kept["version"] != part.version:
        raise Conflict
    damaged = (await rows.row_of(db, kept)).problem
    changes: Kept = {"owner": row.owner, "seats": await rows.write_seats(db, row.id, row.seats)}
    for base, head, _, _ in await rows.papers(db, row.id):
        checksum = await rows.replace_paper(db, row.id, base, head, part.papers[base])
        if base == kept["base"]:
            changes["paper"] = checksum
    await db.execute("DELETE FROM reviews WHERE match = $1", row.id)
    if damaged:  # it stays damaged, and says so: nothing of it is sealed anew
        await db.execute("UPDATE matches SET owner = $2 WHERE id = $1", row.id, row.owner)
    else:
        await rows.change(db, kept, changes)
