"""Thoughts in the database: who asks, who thinks, and whose turn it is.

A guest's thoughts are numbered (`round`) from the lowest number that waits, or the one after its last that was
taken, whichever is more; the lowest number is taken first. So whoever comes waits for one thought of each other
guest at most, and nobody is overtaken for ever. The tables of a guest share its numbers in the same way (`turn`).

Whoever is in here beats once a second (`minds`). What a silent one has taken is free for others again, and what
it asked is of no use to anybody. The database's clock counts, and nobody else's.
"""

from typing import Any, Final, NamedTuple

SILENT: Final = 5.0  # seconds after which whoever does not beat is taken for dead
FAILS: Final = 2  # times that thinking goes wrong before nobody tries any more
LOSSES: Final = 6  # times that somebody takes it: dying is not its fault, but there is a limit to everything
FAILED: Final = "failed"
"""What an answer has instead of anything else if there is none."""

_WAITING: Final = "taker IS NULL AND answer IS NULL"
_ALIVE: Final = "(SELECT id FROM minds WHERE beat > clock_timestamp() - make_interval(secs => $1))"

_PUT: Final = f"""
WITH mine AS (
    SELECT round, turn, place, taker IS NULL AS waits FROM thoughts WHERE guest = $3 AND answer IS NULL
), last AS (SELECT place, round FROM turns WHERE guest = $3 AND place IN ('', '/' || $4))
INSERT INTO thoughts (id, asker, guest, place, kit, question, seconds, fails, round, turn)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, greatest(
    coalesce((SELECT min(round) FROM thoughts WHERE {_WAITING} AND tries = 0), (SELECT max(round) FROM turns
        WHERE place = ''), 0),
    (SELECT max(round) + 1 FROM mine WHERE waits), (SELECT round + 1 FROM last WHERE place = '')
), greatest(
    coalesce((SELECT min(turn) FROM mine WHERE waits), 0),
    (SELECT max(turn) + 1 FROM mine WHERE waits AND place = $4), (SELECT round + 1 FROM last WHERE place <> '')
)
ON CONFLICT (id) DO NOTHING
RETURNING EXISTS (SELECT 1 FROM mine WHERE waits AND mine.turn <> thoughts.turn)
"""  # noqa: S608

# The numbers of a guest go to its tables in turn, when one of them has asked more than the others.
_SORT: Final = f"""
WITH waiting AS (
    SELECT id, round, turn, row_number() OVER (ORDER BY turn, asked, id) AS n,
        row_number() OVER (ORDER BY round, asked, id) AS had
    FROM thoughts WHERE guest = $1 AND {_WAITING} AND tries = 0
)
UPDATE thoughts t SET round = other.round FROM waiting w JOIN waiting other ON other.had = w.n
WHERE t.id = w.id AND t.round <> other.round AND t.taker IS NULL AND t.answer IS NULL
"""  # noqa: S608

_TAKE: Final = f"""
WITH chosen AS (
    SELECT id FROM thoughts WHERE {_WAITING} AND kit = ANY($2) ORDER BY round, asked LIMIT 1 FOR UPDATE SKIP LOCKED
), taken AS (
    UPDATE thoughts t SET taker = $1, tries = tries + 1, progress = '',
        deadline = coalesce(deadline, clock_timestamp() + make_interval(secs => $3 + seconds))
    FROM chosen WHERE t.id = chosen.id RETURNING t.*
), guests AS (
    INSERT INTO turns SELECT guest, '', round FROM taken
    ON CONFLICT (guest, place) DO UPDATE SET round = greatest(turns.round, excluded.round)
), places AS (
    INSERT INTO turns SELECT guest, '/' || place, turn FROM taken
    ON CONFLICT (guest, place) DO UPDATE SET round = greatest(turns.round, excluded.round)
)
SELECT id, tries, asker, guest, place, question, seconds FROM taken
"""  # noqa: S608

_ANSWER: Final = "UPDATE thoughts SET answer = $4 WHERE id = $1 AND taker = $2 AND tries = $3 AND answer IS NULL"
_FAIL: Final = f"""
UPDATE thoughts SET taker = NULL, fails = fails + 1, answer = CASE WHEN fails + 1 >= {FAILS} THEN $4 END
WHERE id = $1 AND taker = $2 AND tries = $3 AND answer IS NULL
RETURNING answer IS NULL
"""  # noqa: S608
_PROGRESS: Final = (
    "UPDATE thoughts SET progress = $4 WHERE id = $1 AND taker = $2 AND tries = $3 AND answer IS NULL"
)

_BEAT: Final = """
INSERT INTO minds (id, kits, processes, beat) VALUES ($1, $2, $3, clock_timestamp())
ON CONFLICT (id) DO UPDATE SET beat = excluded.beat
"""
_MINE: Final = """
SELECT id, tries, asker = $1 AS asked, coalesce(taker = $1, FALSE) AS held, progress, answer IS NOT NULL AS done
FROM thoughts WHERE asker = $1 OR taker = $1
"""
_COUNT: Final = f"""
WITH thinkers AS (SELECT kits FROM minds WHERE processes > 0 AND id IN {_ALIVE})
SELECT (SELECT count(*) FROM thoughts WHERE {_WAITING}), (SELECT count(*) FROM thinkers),
    ARRAY(SELECT DISTINCT unnest(kits) FROM thinkers), ARRAY(SELECT id FROM minds WHERE id IN {_ALIVE})
"""  # noqa: S608

# Whoever sweeps waits for nobody, or two could wait for each other.
_LOSE: Final = f"""
UPDATE thoughts SET taker = NULL, answer = CASE WHEN tries >= {LOSSES} THEN $2 END WHERE id IN (
    SELECT id FROM thoughts WHERE answer IS NULL AND taker IS NOT NULL AND taker NOT IN {_ALIVE}
    FOR UPDATE SKIP LOCKED
) RETURNING id
"""  # noqa: S608
_TOO_LONG: Final = """
UPDATE thoughts SET answer = $1 WHERE id IN (
    SELECT id FROM thoughts WHERE answer IS NULL AND deadline < clock_timestamp() FOR UPDATE SKIP LOCKED
)
"""
_UNASKED: Final = f"""
DELETE FROM thoughts WHERE id IN (SELECT id FROM thoughts WHERE asker NOT IN {_ALIVE} FOR UPDATE SKIP LOCKED)
"""  # noqa: S608
_THINKERS: Final = f"""
SELECT count(*), coalesce(sum(processes), 0)::bigint FROM minds WHERE processes > 0 AND id IN {_ALIVE}
"""  # noqa: S608

_DEAD: Final = "DELETE FROM minds WHERE beat < clock_timestamp() - make_interval(secs => $1 * 2)"
_PAST: Final = f"""
DELETE FROM turns WHERE (guest, place) IN (
    SELECT guest, place FROM turns t WHERE CASE place
        WHEN '' THEN NOT EXISTS (SELECT 1 FROM thoughts WHERE {_WAITING} AND round <= t.round)
        ELSE NOT EXISTS (SELECT 1 FROM thoughts w WHERE w.guest = t.guest AND {_WAITING})
    END FOR UPDATE SKIP LOCKED
)
"""  # noqa: S608
_SWEEPING: Final = 0x44696365_00000002  # "Dice": the lock of whoever sweeps


class Thought(NamedTuple):
    """Something to think about, as whoever has taken it knows it."""

    id: str
    tries: int  # which of all who took it this is
    asker: str
    guest: str
    place: str
    question: str
    seconds: float


class Standing(NamedTuple):
    """How somebody who beats stands: what is asked and taken, and how it is with all others."""

    rows: list[Any]
    waiting: int
    thinkers: int  # who are alive
    known: frozenset[str]  # the kits that they have
    alive: frozenset[str]  # everybody, whether or not they think


async def put(
    db: Any, id_: str, asker: str, guest: str, place: str, kit: str, question: str, seconds: float, fails: int
) -> None:
    """Get in line, once."""
    if await db.fetchval(_PUT, id_, asker, guest, place, kit, question, seconds, fails):
        async with db.transaction():
            await db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", guest)  # one sorts at a time
            await db.execute(_SORT, guest)


async def take(db: Any, taker: str, kits: list[str], longest: float) -> Thought | None:
    """Whatever comes next that this one can think about; at most so many seconds more than it is meant to take."""
    row = await db.fetchrow(_TAKE, taker, kits, longest)
    return None if row is None else Thought(*row)


async def answer(db: Any, taken: Thought, taker: str, text: str) -> bool:
    """What came of it; False if somebody else has it by now, or nobody wants to know."""
    return bool((await db.execute(_ANSWER, taken.id, taker, taken.tries, text)).endswith(" 1"))


async def fail(db: Any, taken: Thought, taker: str, text: str) -> bool:
    """It went wrong: True if somebody shall try once more."""
    return bool(await db.fetchval(_FAIL, taken.id, taker, taken.tries, text))


async def say(db: Any, taken: Thought, taker: str, text: str) -> None:
    """How far it has come."""
    await db.execute(_PROGRESS, taken.id, taker, taken.tries, text)


async def give_back(db: Any, taker: str, ids: list[str]) -> None:
    """Whoever has taken these does not think about them any more, and nothing is wrong with them."""
    await db.execute(
        "UPDATE thoughts SET taker = NULL WHERE taker = $1 AND id = ANY($2) AND answer IS NULL",
        taker,
        ids,
    )


async def collect(db: Any, asker: str) -> list[tuple[str, str]]:
    """All answers for whoever asked: each is there once."""
    got = "DELETE FROM thoughts WHERE asker = $1 AND answer IS NOT NULL RETURNING id, answer"
    return [tuple(row) for row in await db.fetch(got, asker)]


async def withdraw(db: Any, asker: str, ids: list[str]) -> None:
    """Nobody wants to know."""
    await db.execute("DELETE FROM thoughts WHERE asker = $1 AND id = ANY($2)", asker, ids)


async def beat(db: Any, name: str, kits: list[str], processes: int) -> Standing:
    """Be alive, and see how things stand."""
    await db.execute(_BEAT, name, kits, processes)
    mine = await db.fetch(_MINE, name)
    waiting, thinkers, known, alive = await db.fetchrow(_COUNT, SILENT)
    return Standing(mine, waiting, thinkers, frozenset(known), frozenset(alive))


async def sweep(db: Any, lost: str, too_long: str) -> bool:
    """Free what the dead have taken, and forget what they asked; True if something waits again."""
    async with db.transaction():
        if not await db.fetchval("SELECT pg_try_advisory_xact_lock($1)", _SWEEPING):
            return False  # somebody does it just now
        free = await db.fetch(_LOSE, SILENT, lost)
        await db.execute(_TOO_LONG, too_long)
        await db.execute(_UNASKED, SILENT)
        await db.execute(_DEAD, SILENT)
        await db.execute(_PAST)
        return bool(free)


async def thinkers(db: Any) -> tuple[int, int]:
    """How many servers and programs think, and with how many processes."""
    found, processes = await db.fetchrow(_THINKERS, SILENT)
    return found, processes


async def leave(db: Any, name: str) -> None:
    """Be there no more: whatever was asked is forgotten, and what was taken is free."""
    async with db.transaction():
        await db.execute("DELETE FROM thoughts WHERE asker = $1", name)
        await db.execute("UPDATE thoughts SET taker = NULL WHERE taker = $1 AND answer IS NULL", name)
        await db.execute("DELETE FROM minds WHERE id = $1", name)
