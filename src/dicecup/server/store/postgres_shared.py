"""The tables by which processes share a database: who is alive, who owns what, what waits to be thought about.

They say nothing about games: whoever copies or checks a store leaves them out. Steps only lead forward, as in
`postgres_schema`. What is `UNLOGGED` lives as long as those who wait for it: the disk is not bothered with it, and
after a crash of the database it is empty, so whoever waits asks again (`thoughts`).
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
CREATE UNLOGGED TABLE minds (
    id TEXT COLLATE "C" PRIMARY KEY, kits TEXT[] NOT NULL, processes BIGINT NOT NULL, beat TIMESTAMPTZ NOT NULL
);
CREATE UNLOGGED TABLE thoughts (
    id TEXT COLLATE "C" PRIMARY KEY, asker TEXT COLLATE "C" NOT NULL, guest TEXT COLLATE "C" NOT NULL,
    place TEXT COLLATE "C" NOT NULL, round BIGINT NOT NULL, turn BIGINT NOT NULL, kit TEXT COLLATE "C" NOT NULL,
    question TEXT NOT NULL, seconds DOUBLE PRECISION NOT NULL,
    asked TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), deadline TIMESTAMPTZ, taker TEXT COLLATE "C",
    tries BIGINT NOT NULL DEFAULT 0, fails BIGINT NOT NULL DEFAULT 0, progress TEXT NOT NULL DEFAULT '',
    answer TEXT
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE INDEX thoughts_by_turn ON thoughts (round, asked) WHERE taker IS NULL AND answer IS NULL;
CREATE INDEX thoughts_by_guest ON thoughts (guest);
CREATE INDEX thoughts_by_asker ON thoughts (asker);
CREATE INDEX thoughts_by_taker ON thoughts (taker);
CREATE UNLOGGED TABLE turns (
    guest TEXT COLLATE "C" NOT NULL, place TEXT COLLATE "C" NOT NULL, round BIGINT NOT NULL,
    PRIMARY KEY (guest, place)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
"""

STEPS: Final[list[str]] = [_TABLES]
"""What makes the first version out of nothing, and each version out of the one before."""


def newer(where: str) -> str:
    """What is said of tables that this Dicecup does not know yet."""
    return f"The tables in {where} are from a newer Dicecup. Please install that one, or name another database."


async def prepare(db: Any, where: str) -> None:
    """Make the tables, or bring them up to date, inside of the transaction that does so with all others."""
    await db.execute("CREATE TABLE IF NOT EXISTS dicecup_shared_version (version BIGINT NOT NULL)")
    found = await db.fetchval("SELECT max(version) FROM dicecup_shared_version") or 0
    if found > len(STEPS):
        raise StorageError(newer(where))
    for step in STEPS[found:]:
        await db.execute(step)
    await db.execute("DELETE FROM dicecup_shared_version")
    await db.execute("INSERT INTO dicecup_shared_version VALUES ($1)", len(STEPS))
