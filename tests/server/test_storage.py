"""The store: what is told to be written is written, all of it or nothing, and trouble is told in words."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from dicecup.saves import StorageError
from dicecup.server.store import sqlite_file, tally
from dicecup.server.store.sqlite import SqliteStorage
from dicecup.server.store.sqlite_threads import Writer
from dicecup.server.store.storage import (
    COMPUTER,
    NO_ROWS,
    OPEN,
    PERSON,
    Append,
    AttemptRow,
    Conflict,
    MatchRow,
    Seat,
    Summary,
    link,
)
from tests.processes import PYTHON

START = Summary(turn=0, asked=0, finished=False)


def row(id_: str = "m", owner: str = "ann", **more: Any) -> MatchRow:
    seats = [
        Seat(name="Ann", player=PERSON, guest="ann"),
        Seat(name="Bo", player=OPEN, invite=f"code-{id_}"),
        Seat(name="Cy", player=COMPUTER, level="hard"),
    ]
    facts: dict[str, Any] = {"game": "yahtzee", "number": 1, "watch": False, "paper": "paper", "base": 0}
    return MatchRow(id=id_, owner=owner, seats=seats, **{"summary": START, **facts, **more})


def more(before: Sequence[str], *rows: str, match: str = "m", **facts: Any) -> Append:
    """Rows that follow the earlier ones."""
    head = link(NO_ROWS, before)
    return Append(match_id=match, at=len(before), head=head, rows=rows, **{"summary": START, **facts})


def using(path: Path, work: Any) -> Any:
    """Run some work with a store, as the server does."""

    async def go() -> Any:
        storage = SqliteStorage(path)
        try:
            return await work(storage)
        finally:
            await storage.close()

    return asyncio.run(go())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "server.sqlite3"


def test_a_match_comes_back_as_it_was_put_in(path: Path) -> None:
    async def write(store: SqliteStorage) -> None:
        await store.add_match(row())
        await store.append(more([], "one", "two", done=("ann", "id", 2)))
        await store.append(more(["one", "two"], "three"))

    using(path, write)
    found = using(path, lambda store: store.load("m"))
    assert (found.rows, found.done) == (["one", "two", "three"], {("ann", "id"): 2})
    assert (found.row.seats, found.row.summary, found.row.paper) == (row().seats, START, "paper")
    assert using(path, lambda store: store.load("x")) is None


def test_a_newer_paper_takes_the_place_of_the_rows_in_it(path: Path) -> None:
    async def write(store: SqliteStorage) -> Any:
        await store.add_match(row())
        await store.append(more([], "one"))
        await store.append(more(["one"], "two", paper="newer"))
        await store.append(more(["one", "two"], "three"))
        return await store.load("m")

    found = using(path, write)
    assert (found.row.paper, found.row.base, found.rows) == ("newer", 2, ["three"])


def test_nobody_writes_over_what_another_has_written(path: Path) -> None:
    async def write(store: SqliteStorage) -> list[Any]:
        await store.add_match(row())
        both = (store.append(more([], "one")), store.append(more([], "other", done=("ann", "id", 1))))
        results = await asyncio.gather(*both, return_exceptions=True)
        with pytest.raises(Conflict):
            await store.append(more(["one"] * 5, "far"))
        with pytest.raises(Conflict):
            await store.append(more([], "nobody's", match="gone"))
        found = await store.load("m")
        assert found is not None
        assert (found.rows, found.done) == (["one"], {})
        return list(results)

    assert [type(result) for result in using(path, write)] == [type(None), Conflict]


def test_the_time_that_players_have_is_written_with_the_answer_or_not_at_all(path: Path) -> None:
    async def write(store: SqliteStorage) -> list[str]:
        await store.add_match(row())
        clocks = [await clock(store)]
        await store.append(more([], "one", clock="59 s"))
        clocks.append(await clock(store))
        with pytest.raises(Conflict):
            await store.append(more([], "other", clock="1 s"))
        await store.append(more(["one"], "two"))
        clocks.append(await clock(store))
        await store.keep_clock("m", "58 s")
        await store.keep_clock("gone", "58 s")
        return [*clocks, await clock(store)]

    async def clock(store: SqliteStorage) -> str:
        found = await store.load("m")
        assert found is not None
        return found.clock

    assert using(path, write) == ["", "59 s", "59 s", "58 s"]
    assert using(path, clock) == "58 s"
    with sqlite3.connect(path) as db:
        db.execute("UPDATE clocks SET body = '9999 s'")
    db.close()
    assert using(path, clock) == "", "nobody gets time from outside"
    using(path, lambda store: store.delete_match("m"))
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT * FROM clocks").fetchall() == []
    db.close()


def test_only_what_follows_from_the_very_rows_that_are_there_is_added(path: Path) -> None:
    """As many rows are not the same rows: whoever believes in another past is refused."""

    async def write(store: SqliteStorage) -> None:
        await store.add_match(row())
        await store.append(more([], "one", "two"))
        with pytest.raises(Conflict):
            await store.append(more(["one", "2"], "three"))
        await store.append(more(["one", "two"], "three"))
        found = await store.load("m")
        assert found is not None
        assert (found.rows, found.head) == (["one", "two", "three"], link(NO_ROWS, found.rows))

    using(path, write)


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


def test_guests_and_what_is_theirs(path: Path) -> None:
    async def write(store: SqliteStorage) -> None:
        await store.add_guest("ann")
        assert await store.knows_guest("ann")
        assert not await store.knows_guest("bo")
        await store.add_match(row())
        assert await store.matches_of("bo") == []
        assert await store.claim("no such code", "bo") is None
        assert await store.claim("code-m", "bo") == ("m", 1)
        assert await store.claim("code-m", "cy") is None
        assert [each.id for each in await store.matches_of("bo")] == ["m"]
        assert await store.add_rematch("m", row("next")) == "next"
        assert await store.add_rematch("m", row("other")) == "next"
        assert await store.load("other") is None
        await store.delete_match("m")
        assert [each.id for each in await store.matches_of("ann")] == ["next"]

    using(path, write)


def test_the_first_attempt_at_a_puzzle_is_the_one_that_counts(path: Path) -> None:
    first = AttemptRow("ann", "yahtzee", "p1", 1.0, '{"right":false}')

    async def work(store: SqliteStorage) -> None:
        assert await store.add_attempt(first)
        assert not await store.add_attempt(AttemptRow("ann", "yahtzee", "p1", 2.0, '{"right":true}'))
        assert await store.add_attempt(AttemptRow("bo", "yahtzee", "p1", 3.0, "{}"))

    using(path, work)
    assert using(path, lambda store: store.attempts_of("ann")) == [first]
    assert using(path, lambda store: store.knows_guest("ann")), "whoever solves puzzles is somebody"
    with sqlite3.connect(path) as db:
        db.execute("UPDATE attempts SET body = '{}' WHERE guest = 'ann'")
    db.close()
    assert using(path, lambda store: store.attempts_of("ann")) == [], "what was changed by hand is not believed"


def test_guests_who_never_sat_down_are_forgotten_in_time(path: Path) -> None:
    async def come(store: SqliteStorage) -> None:
        for guest in ("ann", "idle", "new"):
            await store.add_guest(guest)
        await store.add_match(row())

    using(path, come)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE guests SET created = ? WHERE guest <> 'new'", (time.time() - 40 * 86_400,))
    db.close()

    async def look(store: SqliteStorage) -> list[bool]:
        return [await store.knows_guest(guest) for guest in ("ann", "idle", "new")]

    assert using(path, look) == [True, False, True]


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


def test_a_row_that_was_changed_by_hand(path: Path) -> None:
    async def fill(store: SqliteStorage) -> None:
        await store.add_match(row())
        await store.append(more([], "one", "two", "three"))

    using(path, fill)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE log SET body = 'other' WHERE n = 1")
    db.close()
    with pytest.raises(StorageError, match="damaged: row 1"):
        using(path, lambda store: store.load("m"))


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


def test_after_it_is_closed(path: Path) -> None:
    async def go() -> None:
        store = SqliteStorage(path)
        await store.close()
        with pytest.raises(StorageError, match="closed"):
            await store.add_guest("ann")

    asyncio.run(go())


_WRITER = """
import asyncio, sys
from pathlib import Path
from dicecup.server.store.sqlite import SqliteStorage
from tests.server.test_storage import row, more

async def go():
    store = SqliteStorage(Path(sys.argv[1]))
    await asyncio.gather(*(store.add_match(row(f"m{n}")) for n in range(8)))
    print("ready", flush=True)
    async def write(match):
        rows = []
        while True:
            at = len(rows)
            new = f"row {at}", f"row {at + 1}"
            await store.append(more(rows, *new, match=match, done=("ann", str(at), at)))
            rows += new
            at += 2
            print(match, at, flush=True)
    await asyncio.gather(*(write(f"m{n}") for n in range(8)))

asyncio.run(go())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does")
def test_what_was_acknowledged_is_there_after_a_kill(path: Path) -> None:
    process = subprocess.Popen([*PYTHON, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    said = [process.stdout.readline() for _ in range(200)]
    process.kill()
    said += process.stdout.readlines()
    process.stdout.close()
    process.wait()
    acknowledged: dict[str, int] = {}
    for line in said:
        if line.endswith("\n"):
            match, at = line.split()
            acknowledged[match] = int(at)

    async def read(store: SqliteStorage) -> None:
        for match, at in acknowledged.items():
            found = await store.load(match)
            assert found is not None
            assert len(found.rows) >= at
            assert len(found.rows) % 2 == 0, "half of an entry"
            assert found.rows == [f"row {n}" for n in range(len(found.rows))]
            assert len(found.done) == len(found.rows) // 2

    using(path, read)


def test_winners_are_kept(path: Path) -> None:
    async def work(store: SqliteStorage) -> list[tuple[int, ...]]:
        await store.add_match(row())
        before = (await store.matches_of("ann"))[0].summary
        over = Summary(turn=9, asked=None, finished=True, winners=(0, 2))
        await store.append(Append(match_id="m", at=0, head=NO_ROWS, rows=["one"], summary=over))
        after = (await store.matches_of("ann"))[0].summary
        return [before.winners, after.winners]

    assert using(path, work) == [(), (0, 2)]
