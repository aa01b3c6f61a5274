"""What is asked of PostgreSQL about the owners of units, and which of two versions of Dicecup is the newer one."""

import re
from typing import Final

UNIT: Final = "SELECT coalesce((SELECT party FROM party_matches WHERE match = $1), $1)"
"""The unit of a match: its party, or itself."""

# Whether somebody is alive is asked as of the moment at which a statement began: it may have to wait for whoever
# writes something just now, and meanwhile others beat on.
_BEATS: Final = "p.beat > statement_timestamp() - make_interval(secs => {seconds})"
_ALIVE: Final = f"EXISTS (SELECT 1 FROM processes p WHERE p.id = o.process AND {_BEATS})"  # noqa: S608

WHOSE: Final = f"""
SELECT o.unit, o.process, o.token, o.version, p.address, p.version AS runs,
    p.id IS NOT NULL AND {_BEATS.format(seconds="$2")} AS alive
FROM owners o LEFT JOIN processes p ON p.id = o.process WHERE o.unit = $1
"""  # noqa: S608
"""Who has a unit, and whether they are alive."""

_THERE: Final = "EXISTS (SELECT 1 FROM matches WHERE id = $1) OR EXISTS (SELECT 1 FROM parties WHERE id = $1)"
THERE: Final = f"SELECT {_THERE}"
"""Whether there is such a unit."""

FIRST: Final = f"""
INSERT INTO owners (unit, process, token, version) SELECT $1, $2, 1, $3 WHERE {_THERE}
ON CONFLICT (unit) DO NOTHING RETURNING token
"""
"""Take a unit that nobody ever had, if there is such a unit."""

NEW: Final = """
INSERT INTO owners (unit, process, token, version) VALUES ($1, $2, 1, $3)
ON CONFLICT (unit) DO NOTHING RETURNING token
"""
"""Take a unit that comes to be in the same transaction."""

TAKE: Final = f"""
UPDATE owners o SET process = $2, token = o.token + 1, version = $3, taken = clock_timestamp()
WHERE o.unit = $1 AND o.token = $4 AND (o.process IS NULL OR NOT {_ALIVE.format(seconds="$5")}) RETURNING o.token
"""  # noqa: S608
"""Take a unit that nobody has, or a dead process; it has changed hands so many times before."""

MISSED: Final = 600.0
"""Seconds; so long a newer version is waited for. Then it will not come back, and older ones go on."""

LATELY: Final = (
    "SELECT DISTINCT version FROM processes WHERE beat > statement_timestamp() - make_interval(secs => $1)"
)
"""The versions that were here lately."""

FREE: Final = "UPDATE owners SET process = NULL WHERE unit = $1 AND process = $2 AND token = $3"
"""Let go of a unit."""

FENCE: Final = """
SELECT unit, process, token FROM owners
WHERE unit = coalesce((SELECT party FROM party_matches WHERE match = $1), $1) FOR SHARE
"""
"""Who has the unit of a match, which nobody takes before the end of this transaction."""


def newer(one: str, other: str) -> bool:
    """Whether one version of Dicecup is newer than another."""
    return _numbers(one) > _numbers(other)


def _numbers(version: str) -> list[int]:
    """The numbers that a version begins with."""
    found = re.match(r"\d+(?:\.\d+)*", version)
    return [int(each) for each in found[0].split(".")] if found else []
