"""A primary PostgreSQL and its standby: servers go on with the one that takes over, and nothing is lost."""

import asyncio
from collections.abc import Iterator

import pytest

from dicecup.server.store.storage import Storage
from tests.server import postgres
from tests.server.postgres import SENDS, Cluster
from tests.server.stores import PostgresPlace, row, using
from tests.server.test_storage_postgres import trouble

pytestmark = pytest.mark.thorough


@pytest.fixture
def pair(cluster: Cluster) -> Iterator[tuple[Cluster, Cluster]]:
    """Both, each with its own disk."""
    programs = postgres.find()
    assert programs is not None
    primary = Cluster(programs, **SENDS)
    try:
        standby = Cluster(programs, primary, **SENDS)
        yield primary, standby
        standby.end()
    finally:
        primary.end()


def test_the_standby_takes_over(pair: tuple[Cluster, Cluster]) -> None:
    primary, standby = pair
    # An answer is on both disks before it is acknowledged, as docs/hosting.md has it.
    PostgresPlace(primary.url()).by_hand("ALTER SYSTEM SET synchronous_standby_names = '*'")
    PostgresPlace(primary.url()).by_hand("SELECT pg_reload_conf()")
    both = f"postgresql://postgres@/postgres?host={standby.folder},{primary.folder}"
    assert "is a standby, which can only be read. Name the primary" in trouble(standby.url())
    assert "?target_session_attrs=primary behind the address finds" in trouble(both)

    async def work(storage: Storage) -> None:
        await storage.add_guest("ann")
        await storage.add_match(row())
        await asyncio.to_thread(primary.stop, "immediate")
        await asyncio.to_thread(standby.promote)
        assert [each.id for each in await storage.matches_of("ann")] == ["m"]
        await storage.add_match(row("after"))
        assert {each.id for each in await storage.matches_of("ann")} == {"m", "after"}

    using(PostgresPlace(f"{both}&target_session_attrs=primary"), work)
