"""The tables as they were when games came to PostgreSQL: whatever comes later goes on with what lies in them."""

import asyncio
import hashlib
import lzma
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

import dicecup
from dicecup import saves
from dicecup.server import wire
from dicecup.server.matches import Matches
from dicecup.server.store import postgres_schema, postgres_shared
from dicecup.server.store.checking import look_over
from dicecup.server.store.forms import KEYS
from dicecup.server.store.moving import Place, restore, snapshot
from dicecup.server.store.postgres import PostgresStorage
from dicecup.server.store.postgres_words import address_of
from dicecup.server.thinking import ThinkingPool
from tests.papers import boxes
from tests.papers.test_releases import to_the_end
from tests.server.inside import Ear
from tests.server.stores import OF_PROCESSES, PostgresPlace, more, nobody, nothing, row, using
from tests.server.test_database import fill

DUMP: Final = Path(__file__).with_name("server-7.sql.xz")
"""All of a server that was killed in the middle of a few games, as pg_dump has it. It is never made anew."""
PARTY: Final = "fLwPAvf09iy1q57Kj6y5pA"
PLAYED: Final = "pd8_gBBxg__VMsW-3Snpdg"  # by the party
FACTS: Final[dict[str, tuple[str, int, int | None]]] = {  # of each match: the game, how far it is, who is asked
    "vsteYCYJ4sQV8EgPA7x0PQ": ("yahtzee", 0, 0),
    "uImxaUTA4DatvQt0h8w7Cg": ("yahtzee", 83, None),
    "Fggk_KCTgCePgzxYG-iMxQ": ("king-of-tokyo", 49, 1),
    "7ME9B2hnzDTde56rgfgq-Q": ("deadwood", 1, 1),
    PLAYED: ("yahtzee", 17, 1),
}
_SHAPE: Final = """
SELECT table_name::text, column_name::text, data_type::text, collation_name::text, is_nullable::text,
    column_default::text
FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT tablename, indexdef, '', '', '', '' FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT conrelid::regclass::text, pg_get_constraintdef(oid), '', '', '', '' FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT relname, relpersistence::text, reloptions::text, '', '', '' FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
"""


def put_in(place: PostgresPlace, statements: Sequence[str]) -> None:
    asyncpg = pytest.importorskip("asyncpg")

    async def go() -> None:
        line = await asyncpg.connect(place.url)
        for statement in statements:
            await line.execute(statement)
        await line.close()

    asyncio.run(go())


@pytest.fixture
def old(database: PostgresPlace) -> PostgresPlace:
    """A database that a server of that time has left."""
    put_in(database, [lzma.decompress(DUMP.read_bytes()).decode()])
    return database


def at_a_server(
    place: PostgresPlace, folder: Path, work: Callable[[Matches, PostgresStorage], Awaitable[None]]
) -> None:
    async def go(storage: PostgresStorage) -> None:
        matches = Matches(storage, ThinkingPool(), saves.Store(folder))
        try:
            await work(matches, storage)
        finally:
            await matches.close()

    using(place, go)


def shape(place: PostgresPlace) -> set[tuple[Any, ...]]:
    return set(place.by_hand(_SHAPE))


def test_the_first_steps_make_these_very_tables(old: PostgresPlace) -> None:
    """Databases out there have taken them as they were: what is to be otherwise is another step."""
    before = shape(old)
    assert len(before) > 150
    versions = [
        f"CREATE TABLE {name} (version BIGINT NOT NULL)" for name in ("dicecup_version", "dicecup_shared_version")
    ]
    anew = ["DROP SCHEMA public CASCADE", "CREATE SCHEMA public"]
    put_in(old, [*anew, *versions, postgres_schema.STEPS[0], postgres_shared.STEPS[0]])
    assert shape(old) == before


@pytest.mark.parametrize(
    ("steps", "sums"),
    [(postgres_schema.STEPS, ["389321ba8b44db67"]), (postgres_shared.STEPS, ["590c25e300d56538"])],
    ids=["games", "shared"],
)
def test_what_a_step_says_never_changes_again(steps: list[str], sums: list[str]) -> None:
    """To the letter: another step gets another sum behind these."""
    assert [hashlib.sha256(step.encode()).hexdigest()[:16] for step in steps] == sums


def test_a_server_goes_on_with_what_was_left_in_them(old: PostgresPlace, tmp_path: Path) -> None:
    async def work(matches: Matches, storage: PostgresStorage) -> None:
        await storage.owners.begin("", nothing, nothing, nobody)
        for id_, (game, seq, asked) in FACTS.items():
            row = await storage.find(id_)
            assert row is not None
            live = await matches.find(id_, row.owner)
            assert not live.match.notice
            ask = live.match.pending
            assert (live.match.game.name, live.seq, ask and ask.seat) == (game, seq, asked)
            assert dicecup.verify(to_the_end(live.match.clone()).save()).ordinary_start
        assert set(storage.owners.held()) == {PARTY, *FACTS} - {PLAYED}, "the server that had them is dead"
        party = await storage.parties.load(PARTY)
        assert party is not None
        assert '"relaxed"' in party.body
        assert len(await storage.parties.lines(PARTY, 0)) == 2
        review = await storage.review_of("uImxaUTA4DatvQt0h8w7Cg")
        assert review is not None
        assert review.verdict or review.text
        row = await storage.find(PLAYED)
        assert row is not None
        assert (await storage.load(PLAYED)) is not None
        assert len(await storage.results_of(row.owner, None, 9)) == 1
        assert len(await storage.attempts_of(row.owner)) == 1
        live, ann = await matches.find("vsteYCYJ4sQV8EgPA7x0PQ", row.owner), Ear(row.owner)
        await live.command(ann, wire.Answer(type="answer", id="new", seq=0, choice=["roll"]))
        assert ann.last == wire.Done(id="new", seq=2)

    at_a_server(old, tmp_path, work)
    assert old.by_hand("SELECT version FROM dicecup_version") == [(postgres_schema.newest(),)]
    with snapshot(Place(database=address_of(old.url))) as db:
        found = look_over(db)
    assert found.problems == []
    assert found.counts["log"] == 148


def test_a_server_that_is_replaced_last_goes_on_while_a_newer_one_changes_the_tables(
    database: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a step leaves alone what older servers read and write, as each has to: what is new has a default."""
    step = "ALTER TABLE {} ADD COLUMN shoe BIGINT NOT NULL DEFAULT 42;"
    new = "".join(step.format(table) for table in (*KEYS, *OF_PROCESSES)) + "CREATE TABLE shoes (size BIGINT);"

    async def work(store: PostgresStorage) -> None:
        await fill(store)
        with monkeypatch.context() as patch:
            patch.setattr(postgres_schema, "STEPS", [*postgres_schema.STEPS, new])
            newer = await asyncio.to_thread(PostgresStorage, database.url)
            await newer.close()
        await store.add_match(row("again"))
        await store.append(more([], "one", match="again", done=("ann", "id", 1), clock="59 s"))
        assert await store.claim("code-again", "bo") == ("again", 1)
        assert (await store.load("again")) is not None
        assert len(await store.matches_of("ann")) == 3
        assert await store.parties.load("p") is not None
        await store.owners.give_up(["again"])
        assert (await store.owners.own("again")).here
        await store.delete_match("again")

    using(database, work)
    assert database.by_hand("SELECT DISTINCT shoe FROM matches") == [(42,)]


@pytest.mark.parametrize("release", boxes.RELEASES)
def test_what_a_release_kept_in_a_file_goes_on_in_postgres(
    release: str, database: PostgresPlace, tmp_path: Path
) -> None:
    (tmp_path / "old.sqlite3").write_bytes(boxes.database(release))
    restore(tmp_path / "old.sqlite3", Place(database=address_of(database.url)))
    known = boxes.facts(release)["server.sqlite3"]

    async def work(matches: Matches, storage: PostgresStorage) -> None:
        for id_, facts in known.items():
            row = await storage.find(id_)
            assert row is not None
            live = await matches.find(id_, row.owner)
            assert not live.match.notice
            assert (live.match.game.name, live.match.outcome is not None) == (facts["game"], facts["finished"])
            assert live.seq == facts.get("seq", live.seq)
            assert dicecup.verify(to_the_end(live.match.clone()).save()).ordinary_start

    at_a_server(database, tmp_path, work)
    assert len(known) == 8
