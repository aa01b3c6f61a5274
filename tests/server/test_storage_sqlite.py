"""The store in a file of SQLite: what disks do to it, who may read it, and how it is written."""

import asyncio
import os
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from dicecup.saves import StorageError
from dicecup.server.guests.parting import parting
from dicecup.server.matches import fingerprint
from dicecup.server.store import sqlite_file, tally
from dicecup.server.store.sqlite import SqliteStorage
from dicecup.server.store.sqlite_threads import Writer
from dicecup.server.store.storage import OPEN, PERSON, Seat
from tests.server.stores import more, row, using


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "server.sqlite3"


def test_no_list_looks_at_every_match_or_seat(path: Path) -> None:
    """With thousands of matches that is what a page would wait for, every time it says hello."""
    asked: list[str] = []

    async def look(store: SqliteStorage) -> None:
        await store.add_match(row())
        for connection in (store._reader.connection, store._writer.connection):
            connection.set_trace_callback(asked.append)
        await store.matches_of("ann")
        await store.latest(5)
        await store.find("m")
        await store.knows_guest("nobody")
        await store.claim("no such code", "bo")
        plans = []
        for statement in [each for each in asked if each.startswith("SELECT")]:
            plan = store._reader.connection.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
            plans += [detail for *_, detail in plan]
        assert len(plans) > 6
        wide = [plan for plan in plans if plan.startswith("SCAN") and "matches_by_age" not in plan]
        assert wide == []

    using(path, look)


def test_what_waits_together_goes_to_the_disk_together(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commits = 0
    plain = Writer._results

    def counted(self: Writer, batch: Any) -> Any:
        nonlocal commits
        commits += 1
        return plain(self, batch)

    monkeypatch.setattr(Writer, "_results", counted)

    async def write(store: SqliteStorage) -> None:
        await asyncio.gather(*(store.add_match(row(f"m{n}")) for n in range(100)))
        assert len(await store.matches_of("ann")) == 100

    using(path, write)
    assert commits < 60


# --- trouble ---


def trouble(path: Path) -> str:
    with pytest.raises(StorageError) as caught:
        SqliteStorage(path)
    return str(caught.value)


def test_a_file_that_is_no_database(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("Something else entirely, and long enough to be looked at.\n" * 100)
    assert "damaged" in trouble(path)
    assert "Move it away" in trouble(path)


def test_a_database_with_holes(path: Path) -> None:
    async def fill(store: SqliteStorage) -> None:
        await store.add_match(row(paper="x" * 200_000))

    using(path, fill)
    raw = bytearray(path.read_bytes())
    for at in range(4096, len(raw) - 4096, 4096):
        raw[at : at + 600] = os.urandom(600)
    path.write_bytes(raw)
    assert "damaged" in trouble(path)


def test_a_newer_version(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {sqlite_file.VERSION + 1}")
    db.close()
    assert "newer Dicecup" in trouble(path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = trouble(tmp_path / "file" / "server.sqlite3")
    assert "cannot be kept" in said
    assert "DICECUP_HOME" in said


def test_a_disk_that_is_full_refuses_and_recovers(path: Path) -> None:
    async def fill(store: SqliteStorage) -> None:
        await store.add_match(row())
        await store.append(more([], "one"))
        limit = store._writer.connection.execute("PRAGMA page_count").fetchone()[0] + 4
        store._writer.connection.execute(f"PRAGMA max_page_count = {limit}")
        with pytest.raises(StorageError, match=r"full.*Free some space"):
            await store.append(more(["one"], "x" * 1_000_000))
        found = await store.load("m")
        assert found is not None
        assert found.rows == ["one"]
        store._writer.connection.execute("PRAGMA max_page_count = 1000000")
        await store.append(more(["one"], "two"))

    using(path, fill)


def test_one_match_that_finds_no_space_fails_alone_and_reading_goes_on(path: Path) -> None:
    async def fill(store: SqliteStorage) -> None:
        for match in ("large", "small", "other"):
            await store.add_match(row(match))
        db = store._writer.connection
        limit = db.execute("PRAGMA page_count").fetchone()[0] + 4
        db.execute(f"PRAGMA max_page_count = {limit}")
        done = await asyncio.gather(
            store.append(more([], "small", match="small")),
            store.append(more([], "x" * 1_000_000, match="large")),
            store.load("other"),
            store.append(more([], "other", match="other")),
            store.matches_of("ann"),
            return_exceptions=True,
        )
        assert [isinstance(each, StorageError) for each in done] == [False, True, False, False, False]
        for match, rows in (("large", []), ("small", ["small"]), ("other", ["other"])):
            found = await store.load(match)
            assert found is not None
            assert found.rows == rows

    using(path, fill)


@pytest.mark.skipif(sys.platform == "win32", reason="how large a file may be is set as on Unix")
def test_a_disk_that_is_full_when_the_journal_is_to_be_emptied_ends_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    monkeypatch.setattr(tally, "_LONGEST", 0)  # so it is to be emptied now

    async def fill(store: SqliteStorage) -> None:
        await store.add_match(row())
        await store.append(more([], "x" * 150_000))
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        # The journal has room for one more row, the database itself has none.
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, before[1]))
        try:
            await asyncio.wait_for(store.append(more(["x" * 150_000], "y" * 100_000)), 20)
            found = await store.load("m")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert found is not None
        assert len(found.rows) == 2
        await asyncio.wait_for(store.add_guest("bo"), 20)

    using(path, fill)


def test_what_can_be_read_is_read_while_nothing_can_be_written(path: Path) -> None:
    async def fill(store: SqliteStorage) -> None:
        await store.add_match(row())
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # whoever writes waits for this
        writing = asyncio.create_task(store.append(more([], "one")))
        found = await asyncio.wait_for(store.load("m"), 5)
        assert found is not None
        assert not writing.done()
        other.execute("ROLLBACK")
        other.close()
        await writing

    using(path, fill)


def test_only_the_owner_may_read_the_file(path: Path) -> None:
    async def look(store: SqliteStorage) -> list[int]:
        await store.add_guest("ann")
        files = list(path.parent.iterdir())
        assert len(files) == 5, "SQLite keeps two more beside it, and so do we"
        return [file.stat().st_mode & 0o077 for file in files]

    if sys.platform != "win32":
        assert set(using(path, look)) == {0}


def test_nothing_is_left_of_a_guest_where_rows_were_before(path: Path) -> None:
    """Whoever was forgotten is not found in room that is free, nor in the journal."""
    xenia, others = fingerprint("xenia"), [fingerprint(f"guest {number}") for number in range(2)]

    async def leave(store: SqliteStorage, guest: str) -> None:
        await store.forget(parting(await store.everything_of(guest), guest, 9.0))

    async def work(store: SqliteStorage) -> None:
        seats = [Seat(name="Xenia", player=PERSON, guest=xenia), Seat(name="Free", player=OPEN)]
        for guest in (xenia, *others):
            await store.add_guest(guest)
        for number in range(40):
            match = row(f"m{number}", xenia)
            match.seats = seats
            await store.add_match(match)
        await leave(store, others[0])  # another one, first
        for number in range(40):
            await (store.delete_match(f"m{number}") if number % 2 else store.hand_over(f"m{number}", others[1]))
        await leave(store, xenia)
        raw = b"".join(file.read_bytes() for file in path.parent.glob("server.sqlite3*"))
        assert xenia.encode() not in raw

    using(path, work)
