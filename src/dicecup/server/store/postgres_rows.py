"""The rows of a match in PostgreSQL, as `forms` has them. Whoever changes a match locks its row first."""

from collections.abc import Sequence
from typing import Any, Final

from dicecup.server.store import forms
from dicecup.server.store.forms import COLUMNS, COVERED, FACTS, Facts, Kept
from dicecup.server.store.storage import NO_ROWS, Append, Damaged, MatchRow, Seat, Stored

_COLUMNS: Final = ", ".join(COLUMNS)
_INSERT: Final = f"INSERT INTO matches ({_COLUMNS}) VALUES ({', '.join(f'${n + 1}' for n in range(len(COLUMNS)))})"  # noqa: S608
_UPDATE: Final = (
    f"UPDATE matches SET {', '.join(f'{name} = ${n}' for n, name in enumerate(COLUMNS[1:], 2))} WHERE id = $1"  # noqa: S608
)

# All of an answer with one statement: what is waited for is mostly the way there and back.
_N: Final = len(COLUMNS)
_ROWS: Final = f"unnest(${_N + 1}::bigint[], ${_N + 2}::text[], ${_N + 3}::bytea[])"
_DONE: Final = f"unnest(${_N + 4}::text[], ${_N + 5}::text[], ${_N + 6}::bigint[])"
_APPEND: Final = f"""
WITH added AS (INSERT INTO log (match, n, body, chain) SELECT $1, * FROM {_ROWS}),
noted AS (INSERT INTO commands (match, guest, id, seq) SELECT $1, * FROM {_DONE}) {_UPDATE}
"""  # noqa: S608


# --- a match ---


async def select(db: Any, which: str, *values: object) -> list[Kept]:
    """Rows of `matches` as they lie there."""
    return [dict(each) for each in await db.fetch(f"SELECT {_COLUMNS} FROM matches {which}", *values)]  # noqa: S608


async def find(db: Any, match_id: str, *, lock: bool = False) -> Kept | None:
    """The row of a match, damaged or not."""
    which = "WHERE id = $1" + (" FOR NO KEY UPDATE" if lock else "")
    return next(iter(await select(db, which, match_id)), None)


async def read(db: Any, match_id: str, *, lock: bool = False) -> Kept | None:
    """The row of a match; Damaged if it is not as it was written."""
    kept = await find(db, match_id, lock=lock)
    if kept is not None and (why := forms.problem(kept)):
        raise Damaged(why)
    return kept


async def write(db: Any, kept: Kept, *, new: bool = False) -> None:
    """Seal a row and put it into the database; whatever was wrong with it has been mended."""
    values = forms.sealed({name: kept[name] for name in COVERED}).values()
    await db.execute(_INSERT if new else _UPDATE, *values)


async def change(db: Any, kept: Kept, changes: Kept) -> None:
    """Write a match of which something has changed."""
    await write(db, {**kept, **changes, "version": kept["version"] + 1})


async def append(db: Any, kept: Kept, entry: Append, heads: Sequence[bytes]) -> None:
    """Write a match as it is now, with the rows that were added, the head after each, and the command."""
    values = forms.sealed({**{name: kept[name] for name in COVERED}, "version": kept["version"] + 1}).values()
    numbers = list(range(entry.at, entry.at + len(heads)))
    done = [[fact] for fact in entry.done] if entry.done is not None else [[], [], []]
    await db.execute(_APPEND, *values, numbers, list(entry.rows), list(heads), *done)


async def insert(db: Any, row: MatchRow, now: float) -> None:
    """Put a new match into the database."""
    kept = forms.new_match(row, now)
    kept["paper"] = forms.paper_checksum(row.id, 0, NO_ROWS, row.paper)
    kept["seats"] = forms.seats_checksum(forms.seat_facts(row.seats))
    await write(db, kept, new=True)  # first, for the others belong to it
    await add_paper(db, row.id, 0, NO_ROWS, row.paper)
    await write_seats(db, row.id, row.seats)


async def rows_of(db: Any, found: Sequence[Kept]) -> list[MatchRow]:
    """Rows as the others know them. What is damaged says so."""
    ids = [kept["id"] for kept in found]
    seats: dict[str, list[Facts]] = {}
    names = ", ".join(("match", "seat", *FACTS))
    there = f"SELECT {names} FROM seats WHERE match = ANY($1) ORDER BY match, seat"  # noqa: S608
    for match, *facts in await db.fetch(there, ids):
        seats.setdefault(match, []).append(tuple(facts))
    parties = dict(await db.fetch("SELECT match, party FROM party_matches WHERE match = ANY($1)", ids))
    return [forms.row_of(kept, seats.get(kept["id"], []), parties.get(kept["id"])) for kept in found]


async def row_of(db: Any, kept: Kept) -> MatchRow:
    """One of them."""
    return (await rows_of(db, [kept]))[0]


async def to_change(db: Any, kept: Kept) -> MatchRow:
    """A match whose seats are to be changed; Damaged if nobody can tell any more who sits there."""
    row = await row_of(db, kept)
    if row.problem:
        raise Damaged(row.problem)
    return row


# --- what belongs to it ---


async def write_seats(db: Any, match_id: str, seats: Sequence[Seat]) -> bytes:
    """Put the seats of a match into the database; their checksum."""
    facts = forms.seat_facts(seats)
    await db.execute("DELETE FROM seats WHERE match = $1", match_id)
    await db.executemany(
        "INSERT INTO seats (match, seat, name, player, level, guest, invite) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        [(match_id, *each) for each in facts],
    )
    return forms.seats_checksum(facts)


async def add_paper(db: Any, match_id: str, base: int, head: bytes, body: str) -> bytes:
    """Put a paper with so many rows in it into the database; its checksum. The first of a match stays as well."""
    checksum = forms.paper_checksum(match_id, base, head, body)
    await db.execute(
        "DELETE FROM papers WHERE match = $1 AND (base BETWEEN 1 AND $2 OR base = $2)", match_id, base
    )
    put = "INSERT INTO papers (match, base, head, body, checksum) VALUES ($1, $2, $3, $4, $5)"
    await db.execute(put, match_id, base, head, body, checksum)
    return checksum


async def replace_paper(db: Any, match_id: str, base: int, head: bytes, body: str) -> bytes:
    """Put another text in the place of a paper; its checksum."""
    checksum = forms.paper_checksum(match_id, base, head, body)
    put = "UPDATE papers SET body = $3, checksum = $4 WHERE match = $1 AND base = $2"
    await db.execute(put, match_id, base, body, checksum)
    return checksum


async def papers(db: Any, match_id: str) -> list[tuple[int, bytes, str, bytes]]:
    """The papers of a match that are as they were written, the newest first: base, head, body and checksum."""
    found = "SELECT base, head, body, checksum FROM papers WHERE match = $1 ORDER BY base DESC"
    return forms.good_papers(match_id, await db.fetch(found, match_id))


async def log(db: Any, match_id: str, base: int, head: bytes) -> tuple[list[str], bytes]:
    """The rows from `base` on, as far as each follows from all before it; and the head of the log up to there."""
    found = "SELECT n, body, chain FROM log WHERE match = $1 AND n >= $2 ORDER BY n"
    return forms.good_log(await db.fetch(found, match_id, base), base, head)


async def done(db: Any, match_id: str) -> dict[tuple[str, str], int]:
    """The commands that were carried out."""
    found = await db.fetch("SELECT guest, id, seq FROM commands WHERE match = $1", match_id)
    return {(guest, id_): seq for guest, id_, seq in found}


async def write_clock(db: Any, match_id: str, body: str) -> None:
    """Write down what time everybody has left in a match."""
    await db.execute(
        "INSERT INTO clocks (match, body, checksum) VALUES ($1, $2, $3) "
        "ON CONFLICT (match) DO UPDATE SET body = excluded.body, checksum = excluded.checksum",
        match_id,
        body,
        forms.clock_checksum(match_id, body),
    )


async def clock(db: Any, match_id: str) -> str:
    """The same again; nothing, if there is none, or none that is as it was written."""
    found = await db.fetchrow("SELECT body, checksum FROM clocks WHERE match = $1", match_id)
    return str(found[0]) if found and found[1] == forms.clock_checksum(match_id, found[0]) else ""


# --- a whole match ---


async def load(db: Any, match_id: str, *, lock: bool = False) -> Stored | None:
    """A whole match; Damaged if any of it is not as it was written."""
    kept = await read(db, match_id, lock=lock)
    if kept is None:
        return None
    paper = next((each for each in await papers(db, match_id) if each[0] == kept["base"]), None)
    if paper is None or paper[3] != kept["paper"]:
        raise Damaged(forms.PAPER_DAMAGED)
    rows, head = await log(db, match_id, kept["base"], paper[1])
    if (kept["base"] + len(rows), head) != (kept["rows"], kept["head"]):
        raise Damaged(forms.log_damaged(kept, rows))
    row = await to_change(db, kept)
    row.paper = paper[2]
    return Stored(row, rows, head, await done(db, match_id), await clock(db, match_id))


async def salvage(db: Any, match_id: str) -> Stored | None:
    """Of a damaged match what is good: a paper, and the rows that follow it; None if not even that."""
    kept = await find(db, match_id)
    best: Stored | None = None
    for base, head, body, _ in await papers(db, match_id) if kept is not None else ():
        rows, end = await log(db, match_id, base, head)
        if kept is not None and (best is None or base + len(rows) > best.row.base + len(best.rows)):
            row = await row_of(db, kept)
            row.base, row.paper = base, body
            best = Stored(row, rows, end, await done(db, match_id), await clock(db, match_id))
    return best


async def rescue(db: Any, old: Kept, stored: Stored, seq: int) -> Kept:
    """Let a match stand where the good part of it ends, at `seq`; what came after is forgotten."""
    row, kept = stored.row, forms.rescued(old, stored)
    paper_head = next((head for base, head, *_ in await papers(db, row.id) if base == row.base), NO_ROWS)
    await db.execute("DELETE FROM log WHERE match = $1 AND n >= $2", row.id, kept["rows"])
    await db.execute("DELETE FROM commands WHERE match = $1 AND seq > $2", row.id, seq)
    await db.execute("DELETE FROM papers WHERE match = $1 AND base <> $2", row.id, row.base)
    kept["paper"] = await add_paper(db, row.id, row.base, paper_head, row.paper)
    kept["seats"] = await write_seats(db, row.id, row.seats)
    await write(db, kept)
    return kept
