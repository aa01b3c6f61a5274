"""Everything of a guest: read at one moment, and taken out in one go."""

import sqlite3
from typing import Final

from dicecup.server.store import sqlite_attempts as attempts
from dicecup.server.store import sqlite_parties as parties
from dicecup.server.store import sqlite_results as results
from dicecup.server.store import sqlite_rows as rows
from dicecup.server.store.forms import Kept
from dicecup.server.store.storage import Conflict, DamagedParty, Everything, Farewell, Part, PartyRow
from dicecup.server.store.tally import note, note_gone

_ALL: Final = 1_000_000_000  # results


def everything(db: sqlite3.Connection, guest: str) -> Everything:
    """All that is stored of a guest, and all that it may be named in."""
    speak = "SELECT id FROM parties WHERE instr(body, ?1)"
    played = (
        "SELECT id FROM matches WHERE owner = ?1 UNION SELECT match FROM seats WHERE guest <> '' AND guest = ?1 "
        "UNION SELECT match FROM commands WHERE guest = ?1 UNION SELECT match FROM result_seats WHERE guest = ?1"
    )
    named = f"{speak} UNION SELECT party FROM party_guests WHERE guest = ?1"  # noqa: S608
    around = f"SELECT party FROM party_matches WHERE match IN ({played})"  # noqa: S608
    found = [str(each) for (each,) in db.execute(f"{named} UNION {around} ORDER BY 1", (guest,)).fetchall()]
    books: list[tuple[PartyRow, dict[int, str]]] = []
    damaged: list[str] = []
    for party in found:
        try:
            row = parties.read(db, party)
        except DamagedParty:
            damaged.append(party)
        else:
            if row is not None:
                books.append((row, parties.read_lines(db, party)))
    marks = ", ".join("?" * len(found))
    theirs = f"SELECT match FROM party_matches WHERE party IN ({marks})"  # noqa: S608
    mine = played.replace("?1", "?")
    which = f"WHERE id IN ({mine} UNION {theirs}) ORDER BY id"
    kept = rows.select(db, which, *[guest] * mine.count("?"), *found)
    return Everything(
        matches=[_part(db, each) for each in kept],
        results=results.of_guest(db, guest, None, _ALL)[::-1],
        attempts=attempts.of_guest(db, guest),
        parties=books,
        damaged=damaged,
    )


def _part(db: sqlite3.Connection, kept: Kept) -> Part:
    written = {base: body for base, _, body, _ in rows.papers(db, kept["id"])}
    return Part(
        row=rows.row_of(db, kept), version=kept["version"], papers=written, result=results.body_of(db, kept["id"])
    )


def forget(db: sqlite3.Connection, farewell: Farewell, notes: list[str]) -> None:
    """Take a guest out; Conflict if what others keep has changed meanwhile. `notes`: for the tally."""
    guest = farewell.guest
    for part in farewell.matches:
        _rewrite(db, part, notes)
    for match in farewell.gone:
        db.execute("DELETE FROM matches WHERE id = ?", (match,))
        notes.append(note_gone(match))
    for match, body in farewell.results.items():
        results.rewrite(db, match, body)
    for row, lines in farewell.parties:
        parties.rewrite(db, row, lines)
        notes.append(note(row.id, row.version))
    for party in farewell.parties_gone:
        db.execute("DELETE FROM parties WHERE id = ?", (party,))
        notes.append(note_gone(party))
    results.take_away(db, guest)
    for table in ("commands", "attempts", "party_guests", "guests"):
        db.execute(f"DELETE FROM {table} WHERE guest = ?", (guest,))  # noqa: S608


def _rewrite(db: sqlite3.Connection, part: Part, notes: list[str]) -> None:
    """A match that others keep, with other words in the place of a name."""
    row = part.row
    kept = next(iter(rows.select(db, "WHERE id = ?", row.id)), None)
    if kept is None or kept["version"] != part.version:
        raise Conflict
    sealed = rows.row_of(db, kept)
    changes: Kept = {"owner": row.owner, "seats": rows.write_seats(db, row.id, row.seats)}
    for base, head, _, _ in rows.papers(db, row.id):
        seal = rows.replace_paper(db, row.id, base, head, part.papers[base])
        if base == kept["base"]:
            changes["paper"] = seal
    db.execute("DELETE FROM reviews WHERE match = ?", (row.id,))
    if sealed.problem:  # it stays damaged, and says so: nothing of it is sealed anew
        db.execute("UPDATE matches SET owner = ? WHERE id = ?", (row.owner, row.id))
        return
    rows.write(db, {**kept, **changes, "version": kept["version"] + 1})
    notes.append(note(row.id, kept["version"] + 1))
