"""`dicecup database`: all games looked over, backed up, put back, moved and cleared away, in either store."""

import asyncio
import gzip
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from dicecup import DicecupError, cli
from dicecup.server.store.forms import KEYS
from dicecup.server.store.sqlite_file import VERSION
from dicecup.server.store.storage import AttemptRow, PartyChange, PartyRow, ReviewRow, Storage, Summary
from tests.server.stores import OF_PROCESSES, Place, PostgresPlace, SqlitePlace, more, nobody, nothing, row, using

OVER = Summary(turn=9, asked=None, finished=True, winners=(0,))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the usual file is: that of `place`, too."""
    monkeypatch.setenv("DICECUP_HOME", str(tmp_path / "deep"))
    return tmp_path / "deep"


def said(*words: str, typed: str = "", status: int = 0) -> str:
    """What the command prints."""
    done = CliRunner().invoke(cli.app, ["database", *words], input=typed)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == status, done.output
    return done.output


def at(place: Place) -> list[str]:
    return ["--database", place.where] if isinstance(place, PostgresPlace) else []


async def fill(store: Storage) -> None:
    """Something in every table, and nothing that is easy to write down."""
    await store.add_guest("ann")
    await store.add_match(row(paper="paper 'ä' \\ 🎲 " + "x" * 5000))
    await store.append(more([], "one\n\tü", "two", done=("ann", "id", 2), clock="59 s"))
    await store.append(more(["one\n\tü", "two"], "three", summary=OVER, paper="newer", result='{"dice":"⚀"}'))
    await store.keep_review(ReviewRow("m", "log", "mind", "words " * 50, verdict='{"fine":1}'))
    await store.add_attempt(AttemptRow("ann", "yahtzee", "p1", 0.1 + 0.2, "{}"))
    book = PartyRow(id="p", body="{}", version=1, doors=["d"], guests=["ann", "bo"])
    await store.parties.write(PartyChange(row=book, lines={1: "hello"}, match=row("next"), after="m"))


def everything(place: Place) -> dict[str, list[tuple[Any, ...]]]:
    return {table: place.by_hand(f"SELECT * FROM {table} ORDER BY {key}") for table, key in KEYS.items()}


def test_every_table_is_among_those_that_are_copied(place: Place) -> None:
    using(place, fill)
    assert [table for table, rows in everything(place).items() if not rows] == []
    listed = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'dicecup_%'"
    if isinstance(place, SqlitePlace):
        listed = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    assert {name for (name,) in place.by_hand(listed)} - {*OF_PROCESSES} == set(KEYS)


def test_games_move_to_postgres_and_back_as_they_are(
    database: PostgresPlace, folder: Path, tmp_path: Path
) -> None:
    file = SqlitePlace(folder / "server.sqlite3")
    using(file, fill)
    before = everything(file)
    assert "It is still in" in said("move", "--to", database.url)
    assert everything(database) == before
    with pytest.raises(DicecupError, match="nothing is written over"):
        said("move", "--to", database.url)
    with pytest.raises(DicecupError, match="nothing is written over"):
        said("move", "--from", database.url)
    file.path.rename(tmp_path / "old")
    said("move", "--from", database.url)
    assert everything(file) == before
    assert everything(database) == before
    assert file.path.stat().st_mode & 0o077 == 0
    for place in (file, database):
        found = using(place, lambda store: store.load("m"))
        assert (found.row.paper, found.row.rematch) == ("newer", "next")


def test_a_backup_is_taken_while_a_server_runs_and_can_be_put_into_either(
    place: Place, database: PostgresPlace, folder: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite3"

    async def work(store: Storage) -> None:
        await fill(store)
        await asyncio.to_thread(said, "backup", str(copy), *at(place))
        await store.add_guest("late")

    using(place, work)
    kept = everything(SqlitePlace(copy))
    assert {**everything(place), "guests": kept["guests"]} == kept
    assert len(kept["guests"]) == 1
    assert copy.stat().st_mode & 0o077 == 0
    with pytest.raises(DicecupError, match="already"):
        said("backup", str(copy), *at(place))
    with pytest.raises(DicecupError, match="nothing is written over"):
        said("restore", str(copy), *at(place))
    if isinstance(place, SqlitePlace):
        said("restore", str(copy), *at(database))
        assert everything(database) == kept
    else:
        said("restore", str(copy))
        assert everything(SqlitePlace(folder / "server.sqlite3")) == kept
    assert everything(SqlitePlace(copy)) == kept


def test_nothing_is_put_where_a_server_runs(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicecup.server.store.postgres_connections._PATIENCE", 0)
    copy = SqlitePlace(tmp_path / "copy.sqlite3")
    using(copy, fill)

    async def work(store: Storage) -> None:
        await store.owners.begin("", nothing, nothing, nobody)
        source = ["--from", place.where] if isinstance(place, PostgresPlace) else []
        there = ["--to", str(tmp_path / "there.sqlite3")]
        for words in (["restore", copy.where, *at(place)], ["move", *source, *there]):
            with pytest.raises(DicecupError, match=r"A Dicecup server keeps its games.*Stop it first"):
                await asyncio.to_thread(said, *words)

    using(place, work)


def test_what_is_not_there_cannot_be_copied(database: PostgresPlace, tmp_path: Path) -> None:
    for words in (
        ["backup", "copy"],
        ["check"],
        ["move", "--to", database.url],
        ["backup", "copy", *at(database)],
    ):
        with pytest.raises(DicecupError, match="There are no games in"):
            said(*[str(tmp_path / word) if word == "copy" else word for word in words])
    with pytest.raises(DicecupError, match="There is no folder"):
        said("backup", str(tmp_path / "none" / "copy"))
    assert not (tmp_path / "none").exists()
    with pytest.raises(DicecupError, match="There is no file"):
        said("restore", str(tmp_path / "copy"))
    assert not list(tmp_path.glob("**/.dicecup-*"))


def another_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE matches (wood TEXT)")


@pytest.mark.parametrize(
    ("write", "why"),
    [
        (lambda path: path.write_text("root:x:0:0:root:/root:/bin/bash\n" * 100), "holds something else"),
        (lambda path: path.write_bytes(b""), "is empty"),
        (lambda path: path.write_bytes(b"S"), "holds something else"),
        (lambda path: path.write_bytes(gzip.compress(b"SQLite format 3\0")), "is packed (gzip -d unpacks it)"),
        (lambda path: path.write_bytes(b"PGDMP\1\0"), "pg_restore puts back"),
        (another_database, "is a database of some other program"),
    ],
    ids=["text", "empty", "one letter", "packed", "pg_dump", "another program's"],
)
def test_what_is_no_backup_is_not_called_damaged(
    place: Place, tmp_path: Path, write: Callable[[Path], Any], why: str
) -> None:
    copy = tmp_path / "copy"
    write(copy)
    before = copy.read_bytes()
    with pytest.raises(DicecupError) as caught:
        said("restore", str(copy), *at(place))
    assert str(caught.value).startswith(f"{copy} ")
    assert why in str(caught.value)
    assert str(caught.value).endswith(": it is no backup of Dicecup, nor a server's games.")
    assert copy.read_bytes() == before
    with pytest.raises(DicecupError, match="it is no backup of Dicecup"):
        said("move", "--from", str(copy), "--to", place.where)
    assert not list(tmp_path.glob("**/.dicecup-*"))


def test_a_backup_of_ours_that_is_damaged_is_called_so(place: Place, tmp_path: Path) -> None:
    copy = SqlitePlace(tmp_path / "copy.sqlite3")
    using(copy, fill)
    whole = copy.path.read_bytes()
    copy.path.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    with pytest.raises(DicecupError, match="is damaged, or was not copied whole"):
        said("restore", copy.where, *at(place))


def test_a_folder_is_no_backup_and_a_store_not_one_of_itself(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(DicecupError, match="is a folder, and a backup is a file"):
        said("restore", str(tmp_path))
    file = SqlitePlace(folder / "server.sqlite3")
    using(file, lambda store: store.add_guest("ann"))
    with pytest.raises(DicecupError, match="cannot be restored into itself"):
        said("restore", file.where)


def test_what_is_damaged_is_named(place: Place) -> None:
    using(place, fill)
    assert said("check", *at(place)).endswith(": 2 matches, 1 party, 1 result; all is well.\n")
    for change in (
        "UPDATE log SET body = 'eve' WHERE n = 2",
        "UPDATE matches SET owner = 'eve' WHERE id = 'next'",
        "UPDATE party_lines SET body = 'eve'",
        "UPDATE parties SET body = 'eve'",
        "UPDATE results SET body = 'eve'",
        "UPDATE verdicts SET body = 'eve'",
        "UPDATE reviews SET mind = 'eve'",
        "UPDATE attempts SET body = 'eve'",
    ):
        place.by_hand(change)
    found = said("check", *at(place), status=1).splitlines()
    assert found[:-1] == [
        "Match m: row 2 of its log was changed from outside, or is missing. "
        "A newer paper has it in it, so the match goes on.",
        "Match next: it was changed from outside.",
        "Party p: it was changed from outside.",
        "Party p: 1 lines of what was said were changed from outside.",
        "Result of match m: it was changed from outside.",
        "Verdict on match m: it was changed from outside.",
        "Review of match m: it was changed from outside. It will be worked out again.",
        "1 of a guest's attempts at puzzles: it was changed from outside.",
    ]
    assert found[-1].endswith("; 8 problems.")
    place.by_hand("UPDATE papers SET body = 'eve' WHERE base = 0 AND match = 'm'")
    assert "Match m: the paper that it began with was changed from outside." in said("check", *at(place), status=1)
    place.by_hand("UPDATE papers SET body = 'eve' WHERE match = 'm'")
    assert "Match m: its paper was changed from outside." in said("check", *at(place), status=1)


def test_damage_that_postgres_does_not_take_is_said_and_nothing_is_moved(
    database: PostgresPlace, folder: Path
) -> None:
    file = SqlitePlace(folder / "server.sqlite3")
    using(file, fill)
    file.by_hand("UPDATE log SET body = CAST(x'ff00' AS TEXT) WHERE n = 0")
    with pytest.raises(DicecupError, match=r"Something in the table log is damaged.*nothing was moved"):
        said("move", "--to", database.url)
    assert not any(everything(database).values())


def test_a_backup_of_an_older_version_is_brought_up_to_date_on_its_way(place: Place, tmp_path: Path) -> None:
    copy = SqlitePlace(tmp_path / "copy.sqlite3")
    using(copy, fill)
    copy.by_hand("DROP TABLE verdicts")
    copy.by_hand("DROP TABLE attempts")
    copy.by_hand("PRAGMA user_version = 6")  # as it was
    said("restore", copy.where, *at(place))
    assert using(place, lambda store: store.load("m")).row.paper == "newer"
    assert copy.by_hand("PRAGMA user_version") == [(6,)], "the backup stays as it is"
    copy.by_hand(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(DicecupError, match="newer Dicecup"):
        said("restore", copy.where, *at(place))


def test_old_matches_are_counted_asked_about_and_cleared_away(place: Place) -> None:
    using(place, fill)
    using(place, lambda store: store.add_match(row("young")))
    assert said("clean", "--older-than", "365d", *at(place)).startswith("0 matches ")
    with_age = f"UPDATE matches SET updated = {time.time() - 400 * 86_400!r} WHERE id <> 'young'"
    place.by_hand(with_age)
    assert "0 matches" in said("clean", "--older-than", "1y", *at(place)), "what is damaged is not guessed at"

    async def age(store: Storage) -> None:
        """As if it had been played then."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "time", lambda: 1e9)
            await store.add_match(row("old"))
            await store.append(more([], "one", match="old", summary=OVER, result='{"dice":1}'))
            await store.add_match(row("left"))

    using(place, age)
    counted = "2 matches (1 finished, 1 not played to the end) in which nothing has happened since then.\n"
    assert said("clean", "--older-than", "52w", "--dry-run", *at(place)) == counted
    assert said("clean", "--older-than", "365d", *at(place), typed="n\n").endswith("Nothing was changed.\n")
    assert len(place.by_hand("SELECT * FROM matches")) == 5
    assert said("clean", "--older-than", "365d", *at(place), typed="y\n").endswith(
        "2 matches were cleared away.\n"
    )
    assert place.by_hand("SELECT id FROM matches ORDER BY id") == [("m",), ("next",), ("young",)]
    assert len(using(place, lambda store: store.results_of("ann", None, 9))) == 2, "how they ended is kept"


def test_what_a_server_has_open_is_not_cleared_away(database: PostgresPlace) -> None:
    """With PostgreSQL it runs on meanwhile, and whatever it has is its own."""

    async def work(store: Storage) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "time", lambda: 1e9)
            for match in ("open", "closed"):
                await store.add_match(row(match))
        await store.owners.begin("", nothing, nothing, nobody)
        assert (await store.owners.own("open")).here
        told = await asyncio.to_thread(said, "clean", "--older-than", "1y", "--yes", *at(database))
        assert "1 match was cleared away.\n1 match stays, open at a server." in told
        assert store.owners.holds("open")

    using(database, work)
    assert database.by_hand("SELECT id FROM matches") == [("open",)]


def test_what_somebody_comes_back_to_while_it_is_asked_about_stays(
    database: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def age(store: Storage) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "time", lambda: 1e9)
            for match in ("left", "found"):
                await store.add_match(row(match))

    def played_on(_question: str) -> bool:
        with ThreadPoolExecutor(1) as server:
            server.submit(using, database, lambda store: store.append(more([], "one", match="found"))).result()
        return True

    using(database, age)
    monkeypatch.setattr(typer, "confirm", played_on)
    assert said("clean", "--older-than", "1y", *at(database)).endswith("1 match was cleared away.\n")
    assert database.by_hand("SELECT id FROM matches") == [("found",)]


@pytest.mark.parametrize("age", ["", "d", "0d", "-1d", "1.5d", "365", "1 year"])
def test_an_age_that_is_none(age: str) -> None:
    with pytest.raises(DicecupError, match="An age is written like"):
        said("clean", f"--older-than={age}")


def test_what_belongs_to_nothing_is_named(folder: Path) -> None:
    file = SqlitePlace(folder / "server.sqlite3")
    using(file, fill)
    file.by_hand("DELETE FROM matches WHERE id = 'm'")
    assert "belong to matches that are not there" in said("check", status=1)
