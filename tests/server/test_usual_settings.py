"""What is usual at a PostgreSQL, or for one of its databases: set for other programs, and not for ours."""

import asyncio
import logging
from typing import Any

import pytest

from dicecup.server.store.postgres_words import address_of
from tests.server.postgres import Cluster
from tests.server.processes import Process, share
from tests.server.stores import PostgresPlace, using


@pytest.mark.parametrize(
    ("setting", "value", "ours"),
    [
        ("statement_timeout", "1h", "0"),
        ("lock_timeout", "1h", "0"),
        ("idle_session_timeout", "1h", "0"),
        ("default_transaction_isolation", "serializable", "read committed"),
    ],
)
def test_what_somebody_has_set_for_all_programs_is_not_for_ours(
    database: PostgresPlace, setting: str, value: str, ours: str
) -> None:
    name = address_of(database.url).name
    database.by_hand(f"ALTER DATABASE {name} SET {setting} = '{value}'")

    async def work(storage: Any) -> None:
        await storage.add_guest("ann")
        [[found]] = await storage._connections.ask(lambda db: db.fetch(f"SHOW {setting}"))
        assert found == ours
        [[lasting]] = await storage._connections.ask(
            lambda db: db.fetch("SHOW idle_in_transaction_session_timeout")
        )
        assert lasting == "4s"

    using(database, work)


@pytest.mark.parametrize(("value", "said"), [("off", 1), ("local", 0), ("on", 0)])
def test_a_server_that_does_not_wait_for_its_disk_is_told_of(
    database: PostgresPlace, caplog: pytest.LogCaptureFixture, value: str, said: int
) -> None:
    database.by_hand(f"ALTER DATABASE {address_of(database.url).name} SET synchronous_commit = '{value}'")
    with caplog.at_level(logging.WARNING):
        asyncio.run(database.open().close())
    assert caplog.text.count("does not wait for its disk (synchronous_commit is off)") == said


def test_why_a_server_cannot_say_that_it_is_alive_is_told(
    cluster: Cluster,
    database: PostgresPlace,
    nobody_dies_of_a_busy_machine: None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Its database can only be read from one moment to the next."""
    name, everything = address_of(database.url).name, PostgresPlace(cluster.url())

    def only_to_be_read(yes: str) -> None:
        everything.by_hand(f"ALTER DATABASE {name} SET default_transaction_read_only = {yes}")
        everything.by_hand(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")

    async def work(one: Process) -> None:
        await one.owners.beating()
        await asyncio.to_thread(only_to_be_read, "on")
        while "can only be read just now" not in caplog.text:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(only_to_be_read, "off")

    with caplog.at_level(logging.WARNING):
        share(database, work, 1)
    assert "The database does not hear that this server is alive. The database" in caplog.text
