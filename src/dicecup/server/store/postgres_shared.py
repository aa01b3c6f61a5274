"""The tables by which processes share a database: who is alive, who owns what, what waits to be thought about.

They say nothing about games: whoever copies or checks a store leaves them out. Steps only lead forward, as in
`postgres_schema`.
"""

from typing import Any, Final

from dicecup.saves import StorageError

_TABLES: Final = """
CREATE TABLE shared (name TEXT COLLATE "C" PRIMARY KEY, value BYTEA NOT NULL);
CREATE TABLE processes (
    id TEXT COLLATE "C" PRIMARY KEY, address TEXT NOT NULL, version TEXT NOT NULL,
    started TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), beat TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE owners (
    unit TEXT COLLATE "C" PRIMARY KEY, process TEXT COLLATE "C", token BIGINT NOT NULL, version TEXT NOT NULL,
    taken TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX owners_by_process ON owners (process);
CREATE TABLE seals (
    guest TEXT COLLATE "C" PRIMARY KEY, name TEXT NOT NULL, secret TEXT NOT NULL,
    made TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE thoughts (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, asker TEXT COLLATE "C" NOT NULL,
    guest TEXT COLLATE "C" NOT NULL, place TEXT COLLATE "C" NOT NULL, round BIGINT NOT NULL,
    question TEXT NOT NULL, deadline TIMESTAMPTZ NOT NULL, taker TEXT COLLATE "C", until TIMESTAMPTZ,
    tries BIGINT NOT NULL DEFAULT 0, progress TEXT NOT NULL DEFAULT '', answer TEXT
);
CREATE INDEX thoughts_by_turn ON thoughts (round, id) WHERE answer IS NULL;
CREATE INDEX thoughts_by_guest ON thoughts (guest);
"""

STEPS: Final[list[str]] = [_TABLES]
"""What makes the first version out of nothing, and each version out of the one before."""


async def prepare(db: Any, where: str) -> None:
    """Make the tables, or bring them up to date, inside of the transaction that does so with all others."""
    await db.execute("CREATE TABLE IF NOT EXISTS dicecup_shared_version (version BIGINT NOT NULL)")
    found = await db.fetchval("SELECT max(version) FROM dicecup_shared_version") or 0
    if found > len(STEPS):
        raise StorageError(
            f"The tables in {where} are from a newer Dicecup. Please install that one, or name another database."
        )
    for step in STEPS[found:]:
        await db.execute(step)
    await db.execute("DELETE FROM dicecup_shared_version")
    await db.execute("INSERT INTO dicecup_shared_version VALUES ($1)", len(STEPS))
