"""Looking after what dead processes had: where something is going on, it goes on here; the rest is nobody's."""

import asyncio
import logging
import random
from collections.abc import Collection
from typing import Any, Final, Protocol

from dicecup.saves import StorageError
from dicecup.server.operation import measures
from dicecup.server.store import postgres_heart
from dicecup.server.store import postgres_strangers as strangers
from dicecup.server.store.owners import Woken
from dicecup.server.store.postgres_connections import Connections
from dicecup.server.store.postgres_units import MISSED, newer
from dicecup.server.store.seals import PATIENCE

PAUSE: Final = 1.0  # seconds between looks, at least; at most twice as many
AT_ONCE: Final = 50  # units that one process takes before others have their turn
LATELY: Final = 600.0  # seconds; in a match in which somebody has moved since, somebody waits for the next move
_FREED: Final = 1_000  # units at once
_BURIED: Final = 2 * MISSED
_ORPHANS: Final = 86_400.0  # seconds after which nobody remembers that there was such a unit
_SPARES: Final = 10  # looks after which what is not needed is let go of
_CLEANS: Final = 600  # looks after which nobody knows any more what is gone
_FORGETS: Final = 100  # looks after which some of those who never came back are forgotten
TAKEN: Final = measures.counter("dicecup_takeovers_total", "Units taken over from a process that is gone.")
_log: Final = logging.getLogger("dicecup.server")

_DEAD: Final = "SELECT id FROM processes WHERE beat <= statement_timestamp() - make_interval(secs => $1)"
_GOES_ON: Final = """
m.finished = 0 AND (
    m.updated > extract(epoch FROM statement_timestamp()) - $2::float8
    OR EXISTS (SELECT 1 FROM clocks c WHERE c.match = m.id AND c.body ~ '"since": *[0-9]')
)
"""
# Two questions, not one with OR in it: each is answered by an index.
_LIVELY: Final = f"""
(EXISTS (SELECT 1 FROM matches m WHERE m.id = o.unit AND {_GOES_ON}) OR EXISTS (
    SELECT 1 FROM party_matches t JOIN matches m ON m.id = t.match WHERE t.party = o.unit AND {_GOES_ON}
))
"""  # noqa: S608
_VERSIONS: Final = "SELECT DISTINCT version FROM owners WHERE process = ANY($1)"
_TAKE: Final = f"""
WITH found AS (
    SELECT o.unit FROM owners o WHERE o.process = ANY($1) AND o.version = ANY($3) AND {_LIVELY}
    ORDER BY random() LIMIT $4 FOR UPDATE SKIP LOCKED
)
UPDATE owners o SET process = $5, token = o.token + 1, version = $6, taken = clock_timestamp()
FROM found WHERE o.unit = found.unit RETURNING o.unit, o.token
"""  # noqa: S608
_FREE: Final = f"""
UPDATE owners SET process = NULL WHERE unit IN (
    SELECT o.unit FROM owners o WHERE o.process = ANY($1) AND NOT {_LIVELY} LIMIT $3 FOR UPDATE SKIP LOCKED
)
"""  # noqa: S608
_BURY: Final = """
DELETE FROM processes p WHERE p.beat < statement_timestamp() - make_interval(secs => $1)
AND NOT EXISTS (SELECT 1 FROM owners o WHERE o.process = p.id)
"""
_FORGET: Final = """
DELETE FROM owners o WHERE o.process IS NULL AND o.taken < statement_timestamp() - make_interval(secs => $1)
AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.id = o.unit)
AND NOT EXISTS (SELECT 1 FROM parties p WHERE p.id = o.unit)
"""

_OLD_SEALS: Final = "DELETE FROM seals WHERE made < statement_timestamp() - make_interval(secs => $1)"


class Owning(Protocol):
    """What it needs of the owners."""

    version: str

    async def beating(self) -> str:
        """The name under which this process is alive; StorageError if it cannot say so just now."""
        ...

    def take_up(self, process: str, found: Collection[tuple[str, int]]) -> list[str]:
        """These were a dead process's, and are ours now."""
        ...

    async def spare(self) -> None:
        """Let go of what is not needed any more."""
        ...


class Sweep:
    """Looks every other second, as long as the server runs."""

    def __init__(self, connections: Connections, owners: Owning, woken: Woken) -> None:
        self._connections: Final = connections
        self._owners: Final = owners
        self._woken: Final = woken
        self._part = random.randrange(strangers.PARTS)  # not all servers begin with the same
        self._looking: Final = asyncio.create_task(self._look_on())

    async def stop(self) -> None:
        """Look no more."""
        self._looking.cancel()
        await asyncio.gather(self._looking, return_exceptions=True)

    async def _look_on(self) -> None:
        looks = 0
        while True:
            await asyncio.sleep(PAUSE * (1 + random.random()))  # so that not all look at once
            looks += 1
            try:
                while len(await self.take()) == AT_ONCE:
                    pass
                if looks % _SPARES == 0:
                    await self._owners.spare()
                if looks % _CLEANS == 1:
                    await self.clean()
                if looks % _FORGETS == 1:
                    await self.forget_some()
            except StorageError as trouble:
                _log.warning("Nobody can look after dead servers just now: %s", trouble)
            except Exception:
                _log.exception("Nobody looks after dead servers")

    async def take(self) -> list[str]:
        """Take some of what dead processes had and in which something is going on, and go on with it.

        The rest is nobody's.
        """
        dead = [each["id"] for each in await self._ask(_DEAD, postgres_heart.DEAD)]
        found = [each["version"] for each in await self._ask(_VERSIONS, dead)] if dead else []
        mine = [version for version in found if not newer(version, self._owners.version)]
        if not found:
            return []
        me = await self._owners.beating()

        async def job(db: Any) -> list[Any]:
            await db.execute(_FREE, dead, LATELY, _FREED)
            facts = (dead, LATELY, mine, AT_ONCE, me, self._owners.version)
            taken: list[Any] = await db.fetch(_TAKE, *facts)
            return taken

        taken = await self._connections.write(job, long=True)
        units = self._owners.take_up(me, [(each["unit"], each["token"]) for each in taken])
        if units:
            _log.info("%d tables of a dead server go on here", len(units))
            TAKEN.add(much=len(units))
            await self._woken(units)
        return units

    async def _ask(self, question: str, fact: object) -> list[Any]:
        found: list[Any] = await self._connections.ask(lambda db: db.fetch(question, fact))
        return found

    async def clean(self) -> None:
        """Who has been dead for long is forgotten, and so are units that are gone, and seals for no match."""

        async def job(db: Any) -> None:
            await db.execute(_BURY, _BURIED)
            await db.execute(_FORGET, _ORPHANS)
            await db.execute(_OLD_SEALS, PATIENCE)

        await self._connections.write(job, long=True)

    async def forget_some(self) -> None:
        """A part of those who never sat down, and another one the next time."""
        part = self._part
        self._part = (part + 1) % strangers.PARTS
        await self._connections.write(lambda db: strangers.forget(db, part), long=True)
