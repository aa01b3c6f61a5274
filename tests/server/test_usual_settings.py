"""What is usual at a PostgreSQL, or for one of its databases: set for other programs, and not for ours."""

import asyncio
import logging
from typing import Any

import pytest

from dicecup.server.store.postgres_words import address_of
from tests.server.stores import PostgresPlace, using


@pytest.mark.parametrize(
    ("setting", "value", "ours"),
    [
        ("statement_timeout", "1", "0"),
        ("lock_timeout", "1", "0"),
        ("idle_session_timeout", "1", "0"),
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
