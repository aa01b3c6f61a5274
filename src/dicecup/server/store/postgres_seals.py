"""Secrets that wait for their match, in PostgreSQL: what one process has sealed another can use, and only one."""

from typing import Any, Final

from dicecup.server.store.postgres_connections import Connections
from dicecup.server.store.seals import PATIENCE, Waiting


class PostgresSeals:
    """`SealStorage` where there are several processes."""

    def __init__(self, connections: Connections) -> None:
        self._connections: Final = connections

    async def put(self, guest: str, waiting: Waiting) -> None:
        """Keep one, in the place of the one before."""
        put = (
            "INSERT INTO seals (guest, name, secret) VALUES ($1, $2, $3) ON CONFLICT (guest) DO UPDATE "
            "SET name = excluded.name, secret = excluded.secret, made = clock_timestamp()"
        )
        await self._connections.write(lambda db: db.execute(put, guest, *waiting))

    async def take(self, guest: str) -> Waiting | None:
        """The one of a guest, which is nobody's any more."""
        take = (
            "DELETE FROM seals WHERE guest = $1 "
            "RETURNING name, secret, made >= clock_timestamp() - make_interval(secs => $2) AS good"
        )
        found: Any = await self._connections.write(lambda db: db.fetchrow(take, guest, PATIENCE))
        return Waiting(found["name"], found["secret"]) if found is not None and found["good"] else None
