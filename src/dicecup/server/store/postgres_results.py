"""The rows of results, reviews and attempts at puzzles in PostgreSQL."""

from typing import Any, Final

from dicecup.server.store import forms
from dicecup.server.store.forms import Kept
from dicecup.server.store.storage import AttemptRow, Conflict, ResultRow, ReviewRow, completed

# --- results: they stay when their match is cleared away ---


async def write(db: Any, kept: Kept, ended: float, body: str) -> None:
    """Write down how a match ended, unless that is written; for those who sit there now."""
    match, game = kept["id"], kept["game"]
    put = "INSERT INTO results (match, game, ended, body, checksum) VALUES ($1, $2, $3, $4, $5)"
    checksum = forms.result_checksum(match, game, ended, body)
    await db.execute(f"{put} ON CONFLICT (match) DO NOTHING", match, game, ended, body, checksum)
    await give(db, match)


async def complete(db: Any, match: str, body: str) -> None:
    """Add to a result what it lacks, if it is as it was written."""
    found = await db.fetchrow(
        "SELECT game, ended, body, checksum FROM results WHERE match = $1 FOR NO KEY UPDATE", match
    )
    if found is None:
        return
    game, ended, written, checksum = found
    if forms.result_checksum(match, game, ended, written) == checksum:
        body = completed(written, body)
        checksum = forms.result_checksum(match, game, ended, body)
        await db.execute("UPDATE results SET body = $2, checksum = $3 WHERE match = $1", match, body, checksum)


async def give(db: Any, match: str) -> None:
    """The result of a match, if it has one, belongs to those who sit there. Whoever has left keeps it."""
    await db.execute(
        "INSERT INTO result_seats (match, seat, guest) SELECT match, seat, guest FROM seats "
        "WHERE match = $1 AND guest <> '' AND EXISTS (SELECT 1 FROM results r WHERE r.match = $1) "
        "ON CONFLICT (match, seat) DO UPDATE SET guest = excluded.guest",
        match,
    )


async def body_of(db: Any, match: str) -> str:
    """How a match ended; nothing, if that is not written, or not as it was written."""
    found = await db.fetchrow("SELECT game, ended, body, checksum FROM results WHERE match = $1", match)
    if found is None:
        return ""
    game, ended, body, checksum = found
    return str(body) if forms.result_checksum(match, game, ended, body) == checksum else ""


async def rewrite(db: Any, match: str, body: str) -> None:
    """Say otherwise how a match ended; Conflict if that is not written."""
    found = await db.fetchrow("SELECT game, ended FROM results WHERE match = $1 FOR NO KEY UPDATE", match)
    if found is None:
        raise Conflict
    checksum = forms.result_checksum(match, found["game"], found["ended"], body)
    await db.execute("UPDATE results SET body = $2, checksum = $3 WHERE match = $1", match, body, checksum)


async def take_away(db: Any, guest: str) -> None:
    """A guest has no results any more; those that nobody else has go."""
    found = await db.fetch("DELETE FROM result_seats WHERE guest = $1 RETURNING match", guest)
    await db.execute(
        "DELETE FROM results r WHERE match = ANY($1) "
        "AND NOT EXISTS (SELECT 1 FROM result_seats s WHERE s.match = r.match)",
        [each["match"] for each in found],
    )


async def forget(db: Any, match: str) -> None:
    """A match has not ended after all."""
    await db.execute("DELETE FROM results WHERE match = $1", match)


async def missing(db: Any) -> list[str]:
    """Matches that were played to the end here before results were written down, or before their dice were."""
    found = await db.fetch(
        "SELECT id FROM matches WHERE finished = 1 AND rows > 0 AND problem = '' AND NOT EXISTS "
        """(SELECT 1 FROM results WHERE match = id AND body LIKE '%"dice":%') ORDER BY id"""
    )
    return [each["id"] for each in found]


async def of_guest(db: Any, guest: str, game: str | None, most: int) -> list[ResultRow]:
    """The results of a guest, the latest first; what is damaged is left out."""
    found = await db.fetch(
        "SELECT r.match, r.game, r.ended, r.body, r.checksum, array_agg(s.seat), "
        "(SELECT array_agg((o.seat, o.guest)) FROM result_seats o WHERE o.match = r.match), "
        "m.id IS NOT NULL, v.body, v.checksum "
        "FROM result_seats s JOIN results r ON r.match = s.match LEFT JOIN matches m ON m.id = r.match "
        "LEFT JOIN verdicts v ON v.match = r.match "
        "WHERE s.guest = $1 AND ($2::text IS NULL OR r.game = $2) "
        "GROUP BY r.match, m.id, v.match ORDER BY r.ended DESC, r.match LIMIT $3",
        guest,
        game,
        most,
    )
    return [
        ResultRow(
            match=match,
            game=game,
            ended=ended,
            body=body,
            mine=frozenset(mine),
            there=there,
            verdict=verdict if verdict and forms.verdict_checksum(match, verdict) == seal else "",
            sitters=dict(sitters),
        )
        for match, game, ended, body, checksum, mine, sitters, there, verdict, seal in found
        if forms.result_checksum(match, game, ended, body) == checksum
    ]


# --- reviews ---


async def judge(db: Any, match: str, verdict: str) -> None:
    """Write down what a review said of the players of a match, if its result is there."""
    await db.execute(
        "INSERT INTO verdicts (match, body, checksum) SELECT match, $2, $3 FROM results WHERE match = $1 "
        "ON CONFLICT (match) DO UPDATE SET body = excluded.body, checksum = excluded.checksum",
        match,
        verdict,
        forms.verdict_checksum(match, verdict),
    )


async def keep_review(db: Any, row: ReviewRow, body: bytes, written: float) -> None:
    """Keep the review of a match, if that is still there, in the place of an earlier one."""
    await db.execute(
        "INSERT INTO reviews (match, log, mind, written, body, checksum) "
        "SELECT id, $2, $3, $4, $5, $6 FROM matches WHERE id = $1 FOR KEY SHARE "
        "ON CONFLICT (match) DO UPDATE SET log = excluded.log, mind = excluded.mind, "
        "written = excluded.written, body = excluded.body, checksum = excluded.checksum",
        *(row.match, row.log, row.mind, written, body),
        forms.review_checksum(row.match, row.log, row.mind, body),
    )
    oldest = "SELECT match FROM reviews ORDER BY written DESC OFFSET $1"
    await db.execute(f"DELETE FROM reviews WHERE match IN ({oldest})", forms.MOST_REVIEWS)  # noqa: S608


async def review_of(db: Any, match: str) -> ReviewRow | None:
    """The review of a match; None if there is none, or it is not as it was written."""
    found = await db.fetchrow("SELECT log, mind, body, checksum FROM reviews WHERE match = $1", match)
    good = forms.unpack(match, found) if found is not None else None
    return ReviewRow(match, *good) if good is not None else None


# --- attempts ---

_ATTEMPT: Final = "guest, game, puzzle, made, body, checksum"


async def attempt(db: Any, row: AttemptRow) -> bool:
    """Write down what somebody made of a puzzle; False if there is an attempt already, which stays."""
    said: str = await db.execute(
        f"INSERT INTO attempts ({_ATTEMPT}) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",  # noqa: S608
        *(row.guest, row.game, row.puzzle, row.made, row.body),
        forms.attempt_checksum(row),
    )
    return said.endswith(" 1")


async def attempts_of(db: Any, guest: str) -> list[AttemptRow]:
    """All of a guest's, the first one first; what is damaged is left out."""
    which = f"SELECT {_ATTEMPT} FROM attempts WHERE guest = $1 ORDER BY made, game, puzzle"  # noqa: S608
    return forms.good_attempts(await db.fetch(which, guest))
