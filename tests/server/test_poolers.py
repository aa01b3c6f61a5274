"""A pooler before PostgreSQL: one that keeps connections is fine, any other is named at the start."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from dicecup.saves import StorageError
from dicecup.server.store import postgres_lines
from dicecup.server.store.postgres_words import address_of
from dicecup.server.store.storage import Storage
from dicecup.server.thoughts.link import Link, Refused
from tests.lacking import lacking
from tests.server import pgbouncer
from tests.server.pgbouncer import Pooler
from tests.server.postgres import Cluster
from tests.server.stores import PostgresPlace, row, using
from tests.server.test_storage_postgres import trouble

WHERE = address_of("postgresql://db/games")
MIXED_UP = "is a pooler that gives each transaction another connection"


class FakeLine:
    """A line that has one of these connections at every turn; `told` is what it was told when it began."""

    def __init__(self, told: int, *pids: int) -> None:
        self.told, self.pids, self.ended = told, list(pids), False

    def get_server_pid(self) -> int:
        return self.told

    async def fetchval(self, _statement: str) -> int:
        return self.pids.pop(0) if len(self.pids) > 1 else self.pids[0]

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        yield

    def terminate(self) -> None:
        self.ended = True


def keeps(one: FakeLine, other: FakeLine) -> None:
    async def another() -> FakeLine:
        return other

    asyncio.run(postgres_lines.keeps(one, another, WHERE))


def test_with_nobody_in_between_no_other_line_is_opened() -> None:
    async def another() -> FakeLine:
        raise AssertionError

    asyncio.run(postgres_lines.keeps(FakeLine(7, 7), another, WHERE))


def test_a_pooler_that_keeps_connections() -> None:
    other = FakeLine(2, 12)
    keeps(FakeLine(1, 11), other)
    assert other.ended


@pytest.mark.parametrize("pids", [(11, 11, 11, 12), (11, 12)])
def test_a_line_that_is_another_one_at_some_turn(pids: tuple[int, ...]) -> None:
    other = FakeLine(2, 13)
    with pytest.raises(StorageError, match=MIXED_UP):
        keeps(FakeLine(1, *pids), other)
    assert other.ended


def test_two_lines_that_are_one() -> None:
    with pytest.raises(StorageError, match=MIXED_UP):
        keeps(FakeLine(1, 11), FakeLine(2, 11))


# --- the real one ---


@pytest.fixture
def pooler(request: pytest.FixtureRequest, cluster: Cluster) -> Iterator[Pooler]:
    program = pgbouncer.find()
    if program is None:
        lacking("There is no PgBouncer: make thorough gets it where it may.")
    found = Pooler(program, cluster, request.param)
    yield found
    found.end()


@pytest.mark.thorough
@pytest.mark.parametrize("pooler", ["session"], indirect=True)
def test_pgbouncer_as_it_comes_does_if_it_keeps_connections(database: PostgresPlace, pooler: Pooler) -> None:
    place = PostgresPlace(pooler.url(address_of(database.url).name))

    async def work(storage: Storage) -> None:
        await storage.add_guest("ann")
        await storage.add_match(row())
        assert [each.id for each in await storage.matches_of("ann")] == ["m"]

    using(place, work)
    [[idle]] = PostgresPlace(pooler.url("postgres")).by_hand("SHOW idle_in_transaction_session_timeout")
    assert idle == "0", "what we set is ours alone"


@pytest.mark.thorough
@pytest.mark.parametrize("pooler", ["transaction", "statement"], indirect=True)
def test_pgbouncer_that_mixes_connections_up_is_named(database: PostgresPlace, pooler: Pooler) -> None:
    url = pooler.url(address_of(database.url).name)
    assert MIXED_UP in trouble(url)

    async def think() -> None:
        link = Link(address_of(url), starting=True)
        await link.do(lambda line: line.fetchval("SELECT 1"))

    with pytest.raises(Refused, match=MIXED_UP):
        asyncio.run(think())
