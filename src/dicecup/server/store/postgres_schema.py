"""The tables in PostgreSQL: the same as in SQLite, and how older ones are brought up to date.

A version means the same tables in both stores. Steps only lead forward, and what a step says never changes again
once it was released: a new database takes all of them, one after the other, as an old one would have.

While servers are replaced one by one, older ones run on newer tables: so a step leaves alone what they read and
write, and whatever it adds has a default.
"""

import logging
from typing import Any, Final

from dicecup.saves import StorageError
from dicecup.server.store import postgres_shared

FIRST: Final = 7  # the version of the tables when they came to PostgreSQL
OLDEST: Final = 14  # of PostgreSQL itself
_MIGRATING: Final = 0x44696365_00000001  # "Dice": the lock of whoever changes tables
_NUMBERS: Final = 10_000  # what PostgreSQL counts a whole version as

# Whatever is compared or sorted is so by its bytes, as in SQLite, and however the system sorts words: C.
_TABLES: Final = """
CREATE TABLE matches (
    id TEXT COLLATE "C" PRIMARY KEY, game TEXT NOT NULL, number BIGINT NOT NULL, owner TEXT COLLATE "C" NOT NULL,
    watch BIGINT NOT NULL, turn BIGINT NOT NULL, asked BIGINT, finished BIGINT NOT NULL, winners TEXT NOT NULL,
    rematch TEXT, updated DOUBLE PRECISION NOT NULL, base BIGINT NOT NULL, paper BYTEA NOT NULL,
    rows BIGINT NOT NULL, head BYTEA NOT NULL, seats BYTEA NOT NULL, version BIGINT NOT NULL,
    checksum BYTEA NOT NULL, problem TEXT NOT NULL DEFAULT ''
);
CREATE INDEX matches_by_owner ON matches (owner);
CREATE INDEX matches_by_age ON matches (updated);
CREATE TABLE papers (
    match TEXT COLLATE "C" NOT NULL REFERENCES matches ON DELETE CASCADE, base BIGINT NOT NULL,
    head BYTEA NOT NULL, body TEXT NOT NULL, checksum BYTEA NOT NULL, PRIMARY KEY (match, base)
);
CREATE TABLE guests (guest TEXT COLLATE "C" PRIMARY KEY, created DOUBLE PRECISION NOT NULL);
CREATE TABLE seats (
    match TEXT COLLATE "C" NOT NULL REFERENCES matches ON DELETE CASCADE, seat BIGINT NOT NULL,
    name TEXT NOT NULL, player TEXT NOT NULL, level TEXT NOT NULL, guest TEXT COLLATE "C" NOT NULL,
    invite TEXT COLLATE "C" NOT NULL, PRIMARY KEY (match, seat)
);
CREATE INDEX seats_by_guest ON seats (guest) WHERE guest <> '';
CREATE UNIQUE INDEX seats_by_invite ON seats (invite) WHERE invite <> '';
CREATE TABLE log (
    match TEXT COLLATE "C" NOT NULL REFERENCES matches ON DELETE CASCADE, n BIGINT NOT NULL, body TEXT NOT NULL,
    chain BYTEA NOT NULL, PRIMARY KEY (match, n)
);
CREATE TABLE commands (
    match TEXT COLLATE "C" NOT NULL REFERENCES matches ON DELETE CASCADE, guest TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL, seq BIGINT NOT NULL, PRIMARY KEY (match, guest, id)
);
CREATE TABLE clocks (
    match TEXT COLLATE "C" PRIMARY KEY REFERENCES matches ON DELETE CASCADE, body TEXT NOT NULL,
    checksum BYTEA NOT NULL
);
CREATE TABLE parties (
    id TEXT COLLATE "C" PRIMARY KEY, body TEXT NOT NULL, updated DOUBLE PRECISION NOT NULL,
    version BIGINT NOT NULL, checksum BYTEA NOT NULL, problem TEXT NOT NULL DEFAULT ''
);
CREATE TABLE party_doors (
    door TEXT COLLATE "C" PRIMARY KEY, party TEXT COLLATE "C" NOT NULL REFERENCES parties ON DELETE CASCADE
);
CREATE INDEX party_doors_by_party ON party_doors (party);
CREATE TABLE party_guests (
    party TEXT COLLATE "C" NOT NULL REFERENCES parties ON DELETE CASCADE, guest TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (party, guest)
);
CREATE INDEX party_guests_by_guest ON party_guests (guest);
CREATE TABLE party_lines (
    party TEXT COLLATE "C" NOT NULL REFERENCES parties ON DELETE CASCADE, n BIGINT NOT NULL, body TEXT NOT NULL,
    checksum BYTEA NOT NULL, PRIMARY KEY (party, n)
);
CREATE TABLE party_matches (
    match TEXT COLLATE "C" PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
    party TEXT COLLATE "C" NOT NULL REFERENCES parties ON DELETE CASCADE
);
CREATE INDEX party_matches_by_party ON party_matches (party);
CREATE TABLE results (
    match TEXT COLLATE "C" PRIMARY KEY, game TEXT NOT NULL, ended DOUBLE PRECISION NOT NULL, body TEXT NOT NULL,
    checksum BYTEA NOT NULL
);
CREATE TABLE result_seats (
    match TEXT COLLATE "C" NOT NULL REFERENCES results ON DELETE CASCADE, seat BIGINT NOT NULL,
    guest TEXT COLLATE "C" NOT NULL, PRIMARY KEY (match, seat)
);
CREATE INDEX result_seats_by_guest ON result_seats (guest);
CREATE TABLE reviews (
    match TEXT COLLATE "C" PRIMARY KEY REFERENCES matches ON DELETE CASCADE, log TEXT NOT NULL,
    mind TEXT NOT NULL, written DOUBLE PRECISION NOT NULL, body BYTEA NOT NULL, checksum BYTEA NOT NULL
);
CREATE INDEX reviews_by_age ON reviews (written);
CREATE TABLE verdicts (
    match TEXT COLLATE "C" PRIMARY KEY REFERENCES results ON DELETE CASCADE, body TEXT NOT NULL,
    checksum BYTEA NOT NULL
);
CREATE TABLE attempts (
    guest TEXT COLLATE "C" NOT NULL, game TEXT COLLATE "C" NOT NULL, puzzle TEXT COLLATE "C" NOT NULL,
    made DOUBLE PRECISION NOT NULL, body TEXT NOT NULL, checksum BYTEA NOT NULL,
    PRIMARY KEY (guest, game, puzzle)
);
"""

# What other programs keep where our tables would be; what an extension has brought is nobody's.
_OTHERS: Final = """
SELECT min(c.relname::text) FROM pg_class c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
AND c.relname NOT LIKE 'dicecup%'
AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
"""

_FIND_IT: Final = "?target_session_attrs=primary behind the address finds the one of them that is none."
_log: Final = logging.getLogger("dicecup.server")
STEPS: Final[list[str]] = [_TABLES]
"""What makes the first version out of nothing, and each version out of the one before."""


async def look_over(db: Any, where: str) -> None:
    """Whether this server can be used at all; StorageError, in words, if not."""
    found = int(await db.fetchval("SELECT current_setting('server_version_num')::int"))
    if found < OLDEST * _NUMBERS:
        raise StorageError(
            f"The server of {where} is PostgreSQL {found // _NUMBERS}, which is too old: "
            f"Dicecup needs {OLDEST} or newer."
        )
    if await db.fetchval("SELECT pg_is_in_recovery()"):
        raise StorageError(
            f"{_begins(where)} is a standby, which can only be read. "
            + (_FIND_IT if "," in where else "Name the primary server of it instead.")
        )
    if (encoding := await db.fetchval("SELECT current_setting('server_encoding')")) != "UTF8":
        raise StorageError(
            f"{_begins(where)} keeps text as {encoding}, which not every name fits into. Make it with: createdb "
            "--encoding UTF8 --template template0"
        )

    if await db.fetchval("SELECT current_setting('synchronous_commit')") == "off":
        _log.warning(
            "%s does not wait for its disk (synchronous_commit is off): if its computer fails, answers of the "
            "last moment are lost that were acknowledged.",
            _begins(where),
        )


def _begins(where: str) -> str:
    """A sentence, that is."""
    return where[:1].upper() + where[1:]


def newest() -> int:
    """The version of the tables that this Dicecup knows."""
    return FIRST + len(STEPS) - 1


async def prepare(db: Any, where: str) -> None:
    """Make the tables, or bring them up to date; StorageError if they are from a newer Dicecup.

    One at a time, should several programs start at once: whoever comes later finds everything done.
    """
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATING)
        await db.execute("CREATE TABLE IF NOT EXISTS dicecup_version (version BIGINT NOT NULL)")
        found = await db.fetchval("SELECT max(version) FROM dicecup_version")
        if found is not None and found > newest():
            raise StorageError(postgres_shared.newer(where))
        if found is None and (others := await db.fetchval(_OTHERS)):
            raise StorageError(
                f"There are tables of some other program in {where}, such as {others}. Dicecup needs a database "
                "of its own: make one with createdb, and name that."
            )
        for step in STEPS[0 if found is None else found - FIRST + 1 :]:
            await db.execute(step)
        await db.execute("DELETE FROM dicecup_version")
        await db.execute("INSERT INTO dicecup_version VALUES ($1)", newest())
        await postgres_shared.prepare(db, where)
