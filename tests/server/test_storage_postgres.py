"""The store in PostgreSQL: what is said when it cannot be had, and that nothing is lost or done twice."""

import asyncio
import logging
import re
import sys
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from dicecup import MissingPart
from dicecup.saves import StorageError
from dicecup.server.store import postgres_connections, postgres_guests, postgres_schema, sqlite_file
from dicecup.server.store.postgres import PostgresStorage
from dicecup.server.store.postgres_words import address_of, driver, has_password, in_words, without_password
from dicecup.server.store.storage import KEEPS_NOTHING, Everything, Storage, Uncertain
from tests.cluster.lines import Line
from tests.server.browser import PATIENCE
from tests.server.postgres import Cluster
from tests.server.stores import OF_PROCESSES, PostgresPlace, SqlitePlace, more, row, using


@pytest.fixture
def impatient(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not there now is not waited for."""
    if "database" in request.fixturenames:
        request.getfixturevalue("database")  # which has patience
    monkeypatch.setattr(postgres_connections, "_PATIENCE", 0)


def trouble(url: str, kind: type[Exception] = StorageError) -> str:
    with pytest.raises(kind) as caught:
        PostgresStorage(url)
    return str(caught.value)


# --- what it says ---


def test_without_the_package_that_talks_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    install = "pip install 'dicecup[postgres]'"
    assert trouble("postgresql://localhost/games", MissingPart) == f"This needs the PostgreSQL part: {install}"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert trouble("postgresql://localhost/games", MissingPart) == (
        f"The one-file program has not got the PostgreSQL part. Install Dicecup as a package: {install}"
    )


def test_a_server_that_is_not_there(tmp_path: Path, impatient: None) -> None:
    said = trouble(f"postgresql://ann:hush@/games?host={tmp_path}")
    assert said.startswith("The database games at ")
    assert "cannot be reached" in said
    assert "Is its server running" in said
    assert "hush" not in said
    assert "leads nowhere" in trouble("postgresql://ann@no-such-name.invalid/games")
    assert "cannot be reached (nothing listens there). Is" in trouble("postgresql://ann@127.0.0.1:1/games")


def test_a_database_that_was_not_made(cluster: Cluster, impatient: None) -> None:
    assert "Make it: createdb nowhere" in trouble(cluster.url("nowhere"))


def test_a_server_that_lets_nobody_in_like_this_is_not_a_matter_of_passwords() -> None:
    said = 'no pg_hba.conf entry for host "10.0.0.3", user "ann", database "games", no encryption'
    where = address_of("postgresql://ann@db.example/games?sslmode=disable")
    words = str(in_words(driver().InvalidAuthorizationSpecificationError(said), where))
    assert words.startswith(
        "The server did not let ann into the database games at db.example: no pg_hba.conf entry"
    )
    assert "sslmode=require" in words
    assert "PGPASSWORD" not in words


def test_what_a_driver_that_has_lost_its_place_was_asked_is_asked_again(database: PostgresPlace) -> None:
    """So it is when the server ends a connection in the pause between two statements."""
    tries: list[int] = []

    async def job(db: Any) -> int:
        tries.append(len(tries))
        if len(tries) == 1:
            raise driver().InternalClientError("cannot switch to state 11; protocol is in the 'failed' state")
        return int(await db.fetchval("SELECT 1"))

    async def work() -> int:
        store = PostgresStorage(database.url)
        try:
            return await store._connections.write(job)
        finally:
            await store.close()

    assert asyncio.run(work()) == 1
    assert tries == [0, 1]


def test_a_password_is_asked_for_and_never_told(
    database: PostgresPlace, cluster: Cluster, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = address_of(database.url).name
    database.by_hand("DROP ROLE IF EXISTS careful")
    database.by_hand("CREATE ROLE careful LOGIN PASSWORD 'open @sesame'")
    database.by_hand(f"ALTER DATABASE {name} OWNER TO careful")
    plain = PostgresPlace(cluster.url(name, "careful"))
    wrong = trouble(cluster.url(name, "careful:open%20says%20me"))
    assert "did not let careful into the database" in wrong
    assert "PGPASSWORD" in wrong
    assert "says" not in wrong
    database.by_hand("ALTER SCHEMA public OWNER TO careful")
    using(PostgresPlace(cluster.url(name, "careful:open%20%40sesame")), lambda store: store.add_guest("ann"))
    with monkeypatch.context() as patch:
        patch.setenv("PGPASSWORD", "open @sesame")
        assert using(plain, lambda store: store.knows_guest("ann"))
    (tmp_path / "pass").write_text("*:*:*:careful:open @sesame\n")
    (tmp_path / "pass").chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "pass"))
    assert using(plain, lambda store: store.knows_guest("ann"))
    database.by_hand("ALTER SCHEMA public OWNER TO postgres")
    database.by_hand(f"ALTER DATABASE {name} OWNER TO postgres")
    database.by_hand("REASSIGN OWNED BY careful TO postgres")


def test_a_user_who_may_not_make_tables(database: PostgresPlace, impatient: None) -> None:
    database.by_hand("DROP ROLE IF EXISTS guest")
    database.by_hand("CREATE ROLE guest LOGIN")
    database.by_hand("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    assert "Make guest its owner" in trouble(database.url.replace("postgres@", "guest@"))


def test_a_standby_or_whatever_else_can_only_be_read(database: PostgresPlace, impatient: None) -> None:
    using(database, lambda store: store.add_guest("ann"))
    name = address_of(database.url).name
    database.by_hand(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "can only be read" in trouble(database.url)


def test_a_server_that_is_too_old(database: PostgresPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_schema, "OLDEST", 99)
    assert re.search(r"is PostgreSQL \d\d, which is too old: Dicecup needs 99", trouble(database.url))


def test_a_database_that_does_not_take_every_letter(cluster: Cluster, impatient: None) -> None:
    everything = PostgresPlace(cluster.url())
    everything.by_hand("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    assert "keeps text as LATIN1" in trouble(cluster.url("latin"))
    everything.by_hand("DROP DATABASE latin")


def test_tables_of_somebody_else(database: PostgresPlace, impatient: None) -> None:
    database.by_hand("CREATE TABLE matches (wood TEXT)")
    assert "Dicecup needs a database of its own" in trouble(database.url)
    assert database.by_hand("SELECT * FROM matches") == []


def test_a_newer_version(database: PostgresPlace) -> None:
    using(database, lambda store: store.add_guest("ann"))
    database.by_hand("UPDATE dicecup_version SET version = version + 1")
    assert "newer Dicecup" in trouble(database.url)


def test_several_servers_share_a_database(database: PostgresPlace) -> None:
    async def go() -> None:
        one, other = PostgresStorage(database.url), PostgresStorage(database.url)
        await one.add_guest("ann")
        assert await other.knows_guest("ann")
        await one.close()
        await other.close()

    asyncio.run(go())


def test_a_disk_that_is_full_refuses_one_and_reading_goes_on(database: PostgresPlace) -> None:
    full = """
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF length(NEW.body) > 1000 THEN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END IF;
            RETURN NEW;
        END $$"""

    async def fill(store: Storage) -> None:
        for match in ("large", "small"):
            await store.add_match(row(match))
        done = await asyncio.gather(
            store.append(more([], "small", match="small")),
            store.append(more([], "x" * 2000, match="large")),
            store.load("small"),
            return_exceptions=True,
        )
        assert [isinstance(each, BaseException) for each in done] == [False, True, False]
        assert "its disk is full. Free some space there." in str(done[1])
        await store.append(more([], "less", match="large"))

    using(database, lambda store: store.add_guest("ann"))
    database.by_hand(full)
    database.by_hand("CREATE TRIGGER full_disk BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION full_disk()")
    using(database, fill)


def test_whoever_takes_everything_along_leaves_connections_to_those_who_play(
    database: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All parties are looked through for it, which takes a while where there are many."""

    async def play(store: PostgresStorage) -> None:
        slow = await driver().connect(database.url)
        await slow.execute("SELECT pg_advisory_lock(1)")
        begun = threading.Semaphore(0)

        async def slowly(db: Any, _guest: str) -> Everything:
            begun.release()
            await db.execute("SELECT pg_advisory_xact_lock_shared(1)")
            return Everything(matches=[], results=[], attempts=[], parties=[], damaged=[])

        monkeypatch.setattr(postgres_guests, "everything", slowly)
        asked = [asyncio.create_task(store.everything_of(str(n))) for n in range(20)]
        for _ in range(2):
            await asyncio.to_thread(begun.acquire)
        await store.add_match(row())
        await store.append(more([], "one"))
        assert not any(each.done() for each in asked)
        await slow.close()
        assert len(await asyncio.gather(*asked)) == 20

    using(database, play)


def test_strangers_hear_no_more_than_that_nothing_can_be_kept(
    database: PostgresPlace, caplog: pytest.LogCaptureFixture, impatient: None
) -> None:
    async def go() -> None:
        store = PostgresStorage(database.url, tell_path=lambda: False)
        await store.add_guest("ann")
        with pytest.raises(StorageError) as caught, caplog.at_level(logging.ERROR):
            await store.add_guest("ann")
        assert str(caught.value) == KEEPS_NOTHING
        assert f"cannot be kept in the database {address_of(database.url).name}" in caplog.text
        await store.close()

    asyncio.run(go())


# --- going on ---


def test_it_goes_on_by_itself_after_the_server_was_restarted(database: PostgresPlace, cluster: Cluster) -> None:
    async def play(store: Storage) -> None:
        await store.add_match(row())
        await asyncio.gather(*(store.knows_guest(str(n)) for n in range(20)))  # several connections
        await store.append(more([], "one"))
        cluster.stop()
        cluster.start()
        found = await store.load("m")
        assert found is not None
        assert found.rows == ["one"]
        await store.append(more(["one"], "two"))
        cluster.stop("immediate")
        waiting = asyncio.create_task(store.append(more(["one", "two"], "three")))
        await asyncio.to_thread(cluster.start)
        await waiting
        found = await store.load("m")
        assert found is not None
        assert found.rows == ["one", "two", "three"]

    using(database, play)


def test_while_the_server_is_away(
    database: PostgresPlace, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(store: Storage) -> None:
        await store.add_match(row())
        cluster.stop()
        try:
            with monkeypatch.context() as patch:
                patch.setattr(postgres_connections, "_PATIENCE", 0)
                for work in (store.append(more([], "one")), store.load("m"), store.matches_of("ann")):
                    with pytest.raises(StorageError, match=r"cannot be (reached|used just now)"):
                        await work
        finally:
            cluster.start()
        await store.append(more([], "one"))

    using(database, play)


def test_nobody_waits_long_for_a_server_that_says_nothing(
    database: PostgresPlace, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither on connections that are there nor on new ones; all other patience is a minute here."""

    async def play() -> None:
        line = Line(cluster.folder / ".s.PGSQL.5432")
        await line.start()
        name = address_of(database.url).name
        url = f"postgresql://postgres@127.0.0.1:{line.port}/{name}?sslmode=disable"
        store = await asyncio.to_thread(PostgresStorage, url)
        try:
            await store.add_match(row())
            await store.append(more([], "one"))
            await asyncio.gather(*(store.knows_guest(str(n)) for n in range(4)))  # some connections
            monkeypatch.setattr(postgres_connections, "_WAIT", 0.3)
            line.be("frozen")
            asked: list[Coroutine[Any, Any, Any]]
            asked = [store.load("m"), store.append(more(["one"], "two")), store.add_guest("ann")]
            asked += [store.knows_guest(str(n)) for n in range(30)]
            async with asyncio.timeout(PATIENCE / 2):
                answers = await asyncio.gather(*asked, return_exceptions=True)
            assert {type(each) for each in answers} == {StorageError}
            assert all("did not answer in time" in str(each) for each in answers)
            assert not any("may be there all the same" in str(each) for each in answers), "none came to its end"
            monkeypatch.setattr(postgres_connections, "_WAIT", PATIENCE)
            line.be("well")
            assert await store.load("m") is not None
            await store.append(more(["one"], "two"))
        finally:
            line.be("well")
            await store.close()
            await line.end()

    asyncio.run(play())


def test_an_answer_to_the_last_word_that_does_not_come_says_that_nobody_can_tell(
    database: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(store: Storage) -> None:
        await store.add_match(row())
        await store.owners.own("m")
        with monkeypatch.context() as patch:
            patch.setattr(postgres_connections, "_WAIT", 1.0)
            with pytest.raises(Uncertain, match="may be there all the same"):
                await store.append(more([], "one"))

    using(database, lambda store: store.add_guest("ann"))
    database.by_hand(
        "CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_sleep(600); RETURN NEW; END $$"
    )
    database.by_hand(
        "CREATE CONSTRAINT TRIGGER dawdle AFTER INSERT ON log DEFERRABLE INITIALLY DEFERRED "
        "FOR EACH ROW EXECUTE FUNCTION dawdle()"
    )
    using(database, play)


_ONCE = """
CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('cuts') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
    RETURN NEW;
END $$"""


def test_a_line_that_is_cut_before_the_end_changes_nothing_and_is_tried_again(database: PostgresPlace) -> None:
    async def play(store: Storage) -> list[str]:
        await store.add_match(row())
        await store.append(more([], "one", done=("ann", "id", 1)))
        found = await store.load("m")
        assert found is not None
        return found.rows

    using(database, lambda store: store.add_guest("ann"))
    database.by_hand("CREATE SEQUENCE cuts")
    database.by_hand(_ONCE)
    database.by_hand("CREATE TRIGGER cut AFTER INSERT ON log FOR EACH ROW EXECUTE FUNCTION cut()")
    assert using(database, play) == ["one"]
    assert database.by_hand("SELECT nextval('cuts')") == [(3,)], "it was cut once, and written then"


def test_a_line_that_is_cut_while_it_is_written_says_that_nobody_can_tell(database: PostgresPlace) -> None:
    async def play(store: Storage) -> None:
        await store.add_match(row())
        with pytest.raises(StorageError, match="may be there all the same"):
            await store.append(more([], "one"))
        await store.append(more([], "one"))  # whoever is told so reads again; here it was not there

    using(database, lambda store: store.add_guest("ann"))
    database.by_hand("CREATE SEQUENCE cuts")
    database.by_hand(_ONCE)
    database.by_hand(
        "CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON log DEFERRABLE INITIALLY DEFERRED "
        "FOR EACH ROW EXECUTE FUNCTION cut()"
    )
    using(database, play)


def test_whoever_does_not_wait_any_longer_has_written_all_the_same(database: PostgresPlace) -> None:
    async def play(store: Storage) -> None:
        await store.add_match(row())
        writing = asyncio.create_task(store.append(more([], "one")))
        await asyncio.sleep(0)  # it has begun
        writing.cancel()

    using(database, play)  # which is closed when everything that was begun is done
    assert database.by_hand("SELECT body FROM log") == [("one",)]


# --- versions ---


def _columns(place: Any, question: str) -> set[tuple[Any, ...]]:
    return set(place.by_hand(question))


def test_both_stores_have_the_same_tables(database: PostgresPlace, tmp_path: Path) -> None:
    """So what lies in one can be moved into the other as it is. A version is a step in both."""
    other = SqlitePlace(tmp_path / "server.sqlite3")
    for place in (database, other):
        using(place, lambda store: store.add_guest("ann"))
    here = _columns(
        database,
        "SELECT table_name::text, column_name::text, data_type::text FROM information_schema.columns "
        "WHERE table_schema = 'public' AND table_name NOT LIKE 'dicecup_%' "
        f"AND table_name NOT IN {OF_PROCESSES}",
    )
    there = _columns(other, "SELECT m.name, c.name, c.type FROM sqlite_master m, pragma_table_info(m.name) c "
                            "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'")  # fmt: skip
    kinds = {"INTEGER": "bigint", "REAL": "double precision", "TEXT": "text", "BLOB": "bytea"}
    assert here == {(table, column, kinds[kind]) for table, column, kind in there}
    assert len(here) > 60
    assert postgres_schema.FIRST + len(postgres_schema.STEPS) - 1 == sqlite_file.VERSION


def test_an_older_database_is_brought_up_to_date_and_then_too_new_for_the_old_program(
    database: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = "ALTER TABLE guests ADD COLUMN shoe BIGINT NOT NULL DEFAULT 42; CREATE TABLE shoes (size BIGINT);"
    using(database, lambda store: store.add_guest("ann"))
    with monkeypatch.context() as patch:
        patch.setattr(postgres_schema, "STEPS", [*postgres_schema.STEPS, step])
        for _ in range(2):  # once is enough
            assert using(database, lambda store: store.knows_guest("ann"))
        assert database.by_hand("SELECT guest, shoe FROM guests") == [("ann", 42)]
    assert "newer Dicecup" in trouble(database.url)


def test_a_step_that_fails_leaves_everything_as_it_was(
    database: PostgresPlace, monkeypatch: pytest.MonkeyPatch, impatient: None
) -> None:
    using(database, lambda store: store.add_guest("ann"))
    with monkeypatch.context() as patch:
        half = "CREATE TABLE shoes (size BIGINT); SELECT 1 / 0;"
        patch.setattr(postgres_schema, "STEPS", [*postgres_schema.STEPS, half])
        assert "division by zero" in trouble(database.url)
    assert using(database, lambda store: store.knows_guest("ann"))
    database.by_hand("CREATE TABLE shoes (size BIGINT)")


def test_several_programs_that_start_at_once_make_the_tables_once(database: PostgresPlace) -> None:
    asyncpg = pytest.importorskip("asyncpg")

    async def go() -> None:
        lines = await asyncio.gather(*(asyncpg.connect(database.url) for _ in range(4)))
        await asyncio.gather(*(postgres_schema.prepare(line, "it") for line in lines))
        for line in lines:
            await line.close()

    asyncio.run(go())
    newest = postgres_schema.FIRST + len(postgres_schema.STEPS) - 1
    assert database.by_hand("SELECT version FROM dicecup_version") == [(newest,)]


# --- addresses ---


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://ann:se:cr@et@db.example:5432/games", "postgresql://ann:...@db.example:5432/games"),
        ("--database=postgres://ann:secret@db/games", "--database=postgres://ann:...@db/games"),
        ("postgresql://db/games?user=ann&password=secret", "postgresql://db/games"),
        ("postgresql://ann@db/games?sslmode=require", "postgresql://ann@db/games?sslmode=require"),
        ("postgresql:///games", "postgresql:///games"),
        ("serve", "serve"),
    ],
)
def test_an_address_is_shown_without_its_password(text: str, shown: str) -> None:
    assert without_password(text) == shown
    assert has_password(text) == (text != shown)
