"""Looking a whole store over: every checksum and chain, and whether all that belongs together is there."""

import sqlite3
from dataclasses import dataclass, field

from dicecup.server.store import forms
from dicecup.server.store import sqlite_attempts as attempts
from dicecup.server.store import sqlite_parties as parties
from dicecup.server.store import sqlite_reviews as reviews
from dicecup.server.store import sqlite_rows as rows
from dicecup.server.store.storage import NO_ROWS, Damaged, DamagedParty


@dataclass(slots=True)
class Findings:
    """How much there is, and what is wrong with it, in words."""

    counts: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def look_over(db: sqlite3.Connection) -> Findings:
    """All of a store in a file that nobody else uses."""
    found = Findings()
    for check in (_file, _matches, _parties, _results, _others):
        try:
            check(db, found)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            found.problems.append(f"The file cannot be read to its end: {error}.")
    return found


def _file(db: sqlite3.Connection, found: Findings) -> None:
    for table in forms.KEYS:
        found.counts[table] = db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
    if (said := db.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
        found.problems.append(f"The file itself is damaged: {said}.")
    lost: dict[tuple[str, str], int] = {}
    for table, _, parent, _ in db.execute("PRAGMA foreign_key_check").fetchall():
        lost[table, parent] = lost.get((table, parent), 0) + 1
    for (table, parent), count in lost.items():
        found.problems.append(f"{count} of {table} belong to {parent} that are not there.")


def _matches(db: sqlite3.Connection, found: Findings) -> None:
    for (match,) in db.execute("SELECT id FROM matches ORDER BY id").fetchall():
        try:
            rows.load(db, match)
        except Damaged as error:
            found.problems.append(f"Match {match}: {_why(error)}")
            continue
        kept = rows.select(db, "WHERE id = ?", match)[0]
        log, head = rows.log(db, match, 0, NO_ROWS)
        if (len(log), head) != (kept["rows"], kept["head"]):
            why = forms.log_damaged({"base": 0}, log)
            found.problems.append(f"Match {match}: {why} A newer paper has it in it, so the match goes on.")
        first = [base for base, *_ in rows.papers(db, match)]
        papers = db.execute("SELECT count(*) FROM papers WHERE match = ?", (match,)).fetchone()[0]
        if papers != len(first):
            found.problems.append(f"Match {match}: the paper that it began with was changed from outside.")
        if db.execute("SELECT 1 FROM clocks WHERE match = ?", (match,)).fetchone() and not rows.clock(db, match):
            found.problems.append(f"Match {match}: the time that its players have was changed from outside.")


def _why(error: Exception) -> str:
    """What is damaged, without what to do about it."""
    return str(error).partition("damaged: ")[2].partition(" Put back")[0].partition(" Its games")[0]


def _parties(db: sqlite3.Connection, found: Findings) -> None:
    for (party,) in db.execute("SELECT id FROM parties ORDER BY id").fetchall():
        try:
            parties.read(db, party)
        except DamagedParty as error:
            found.problems.append(f"Party {party}: {_why(error)}")
        lines = db.execute("SELECT count(*) FROM party_lines WHERE party = ?", (party,)).fetchone()[0]
        if bad := lines - len(parties.read_lines(db, party, -1)):
            found.problems.append(f"Party {party}: {bad} lines of what was said were changed from outside.")


def _results(db: sqlite3.Connection, found: Findings) -> None:
    for match, game, ended, body, checksum in db.execute("SELECT * FROM results ORDER BY match").fetchall():
        if not isinstance(body, str) or forms.result_checksum(match, game, ended, body) != checksum:
            found.problems.append(f"Result of match {match}: {forms.CHANGED}")
    for match, body, checksum in db.execute("SELECT * FROM verdicts ORDER BY match").fetchall():
        if not isinstance(body, str) or forms.verdict_checksum(match, body) != checksum:
            found.problems.append(f"Verdict on match {match}: {forms.CHANGED}")


def _others(db: sqlite3.Connection, found: Findings) -> None:
    for (match,) in db.execute("SELECT match FROM reviews ORDER BY match").fetchall():
        if reviews.read(db, match) is None:
            found.problems.append(f"Review of match {match}: {forms.CHANGED} It will be worked out again.")
    for guest, count in db.execute("SELECT guest, count(*) FROM attempts GROUP BY guest").fetchall():
        if bad := count - len(attempts.of_guest(db, guest)):
            found.problems.append(f"{bad} of a guest's attempts at puzzles: {forms.CHANGED}")
