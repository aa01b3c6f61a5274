"""`dicecup database` when it cannot: what is said is about what was typed, and nothing has changed."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from dicecup import DicecupError
from dicecup.server.store import moving, postgres_schema
from dicecup.server.store.sqlite_file import VERSION
from tests.server.postgres import Cluster
from tests.server.stores import Place, PostgresPlace, SqlitePlace, using
from tests.server.test_database import at, everything, fill, folder, said

__all__ = ["folder"]

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="as Linux does it")


def refused(*words: str) -> str:
    """Why not; whatever is in the way of a temporary file or a setting, nobody has to know of it."""
    with pytest.raises(DicecupError) as caught:
        said(*words)
    why = str(caught.value)
    assert ".dicecup-" not in why
    assert "all.sqlite3" not in why
    assert "DICECUP_HOME" not in why
    assert "secret" not in why
    return why


@contextmanager
def disk(path: Path, how: str) -> Iterator[Path]:
    """A small disk of its own, or one that can only be read."""
    path.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", how, "tmpfs", path], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("nobody may mount a disk here")
    try:
        yield path
    finally:
        subprocess.run(["umount", path], check=True)


def same(place: Place, *words: str) -> str:
    """Refused, and all that was there is there."""
    before = everything(place)
    why = refused(*words)
    assert everything(place) == before
    return why


@linux
def test_a_backup_to_a_full_disk(place: Place, tmp_path: Path) -> None:
    using(place, fill)
    with disk(tmp_path / "stick", "size=64k") as stick:
        copy = stick / "games.sqlite3"
        why = same(place, "backup", str(copy), *at(place))
        full = "cannot be written: its disk is full. Mend that, or name another place. Nothing was changed."
        assert why == f"{copy} {full}"
        assert list(stick.iterdir()) == []


@linux
def test_a_backup_that_is_larger_than_a_file_may_be(place: Place, tmp_path: Path) -> None:
    import resource

    using(place, fill)
    copy = tmp_path / "games.sqlite3"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    if isinstance(place, SqlitePlace):
        place.by_hand("PRAGMA wal_checkpoint(TRUNCATE)")
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, before[1]))
    try:
        why = refused("backup", str(copy), *at(place))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert why.startswith(f"{copy} cannot be written: its disk does not take it")
    assert not copy.exists()


@linux
def test_a_backup_to_a_disk_that_can_only_be_read(place: Place, tmp_path: Path) -> None:
    using(place, fill)
    with disk(tmp_path / "stick", "ro") as stick:
        why = same(place, "backup", str(stick / "games.sqlite3"), *at(place))
        assert why.startswith(f"{stick / 'games.sqlite3'} cannot be written: its disk can only be read.")


def test_a_backup_where_it_cannot_be(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    using(place, fill)
    assert same(place, "backup", str(tmp_path), *at(place)).startswith(f"{tmp_path} is a folder")
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ann")
    assert same(place, "backup", str(other), *at(place)).startswith(f"There is a file {other} already.")
    assert same(place, "backup", str(other / "copy"), *at(place)).startswith(f"There is no folder {other}.")
    assert other.read_text() == "Dear Ann"
    endless = tmp_path / ("x" * 300)
    assert "cannot be written: file name too long" in same(place, "backup", str(endless), *at(place))
    assert not list(tmp_path.glob(".dicecup-*"))


def no_right(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied", "/somewhere/.dicecup-1")


def test_a_backup_to_a_folder_of_somebody_else(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who runs the tests may be allowed everything, so the system's word is put into its mouth."""
    using(place, fill)
    monkeypatch.setattr(tempfile, "mkdtemp", no_right)
    why = refused("backup", str(tmp_path / "copy"), *at(place))
    assert f"you have no right to write in {tmp_path}" in why
    why = refused("check", *at(place))
    assert "A copy is made in" in why
    assert "TMPDIR" in why


@pytest.mark.parametrize("command", ["backup", "restore"])
@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_an_address_is_no_file_and_its_password_is_not_shown(command: str, scheme: str) -> None:
    why = refused(command, scheme + "://ann:" + "secret@localhost/games")
    assert why == "A backup is a file, and that is the address of a database: it is for --database."


@pytest.mark.parametrize("text", ["postgres:/games", "PostgreSQL:games", "https://localhost/games"])
def test_what_looks_like_an_address_is_no_file(text: str) -> None:
    assert "That is not the address of a PostgreSQL database" in refused("check", "--database", text)


# --- putting it back ---


@pytest.fixture
def copy(tmp_path: Path) -> SqlitePlace:
    """A backup."""
    place = SqlitePlace(tmp_path / "copy.sqlite3")
    using(place, fill)
    place.by_hand("PRAGMA journal_mode = DELETE")
    return place


def nothing_there(place: Place) -> bool:
    if isinstance(place, SqlitePlace):
        return not place.path.exists()
    return place.by_hand("SELECT 1 FROM pg_tables WHERE tablename = 'matches'") == []


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.99])
def test_a_backup_that_was_cut_short(place: Place, copy: SqlitePlace, share: float) -> None:
    """As by a stick that was pulled out too early."""
    whole = copy.path.read_bytes()
    copy.path.write_bytes(whole[: int(share * len(whole))])
    for words in (["restore", copy.where, *at(place)], ["move", "--from", copy.where, "--to", place.where]):
        why = refused(*words)
        assert why.startswith(f"{copy.path} is damaged, or was not copied whole")
        assert "Nothing was changed." in why
        assert nothing_there(place)


def test_a_backup_with_a_hole_in_its_middle(place: Place, copy: SqlitePlace) -> None:
    whole = copy.path.read_bytes()
    page = int.from_bytes(whole[16:18], "big")
    for hole in range(page, len(whole), page):
        copy.path.write_bytes(whole[:hole] + bytes(page) + whole[hole + page :])
        try:
            broken = _quick_check(copy.path) != "ok"
        except sqlite3.DatabaseError:
            broken = True
        if broken:
            assert "is damaged, or was not copied whole" in refused("restore", copy.where, *at(place))
            assert nothing_there(place)


def _quick_check(path: Path) -> str:
    with closing(sqlite3.connect(path)) as db:
        return str(db.execute("PRAGMA quick_check(1)").fetchone()[0])


def test_a_backup_of_a_newer_version(place: Place, copy: SqlitePlace) -> None:
    copy.by_hand("PRAGMA user_version = 1000")
    why = refused("restore", copy.where, *at(place))
    assert why == f"{copy.path} is from a newer Dicecup. Please install that one. Nothing was changed."
    assert nothing_there(place)


@linux
def test_a_database_that_hangs_in_the_middle_of_a_backup(
    database: PostgresPlace, cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever lets a backup be made every night hears of it, and has no program that waits for ever."""
    using(database, fill)

    def hang() -> int:
        cluster.freeze()
        return VERSION

    monkeypatch.setattr(moving, "_NEXT", 1.0)
    monkeypatch.setattr(postgres_schema, "newest", hang)
    try:
        why = refused("backup", str(tmp_path / "copy.sqlite3"), *at(database))
    finally:
        cluster.thaw()
    assert why.endswith("did not answer in time. Is its server overloaded, or stopped?")
    assert list(tmp_path.glob("*.sqlite3")) == []


@linux
def test_restoring_to_a_full_disk(copy: SqlitePlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with disk(tmp_path / "home", "size=64k") as home:
        monkeypatch.setenv("DICECUP_HOME", str(home))
        why = same(copy, "restore", copy.where)
        assert why.startswith(f"{home / 'server.sqlite3'} cannot be written: its disk is full.")
        assert list(home.iterdir()) == []


@linux
def test_a_full_disk_on_the_way_to_postgres(
    copy: SqlitePlace, database: PostgresPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with disk(tmp_path / "tmp", "size=64k") as small:
        monkeypatch.setattr(tempfile, "tempdir", str(small))
        why = refused("restore", copy.where, *at(database))
        assert why.startswith("A copy is made in ")
        assert "its disk is full. Free some space there, or name another folder in TMPDIR." in why
        assert nothing_there(database)


def test_restoring_over_something_else(copy: SqlitePlace, folder: Path) -> None:
    """Whatever it is that lies there."""
    folder.mkdir()
    there = folder / "server.sqlite3"
    for content in (b"Dear Ann", copy.path.read_bytes(), b"SQLite format 3\0" + bytes(5000)):
        there.write_bytes(content)
        assert "nothing is written over" in same(copy, "restore", copy.where)
        assert there.read_bytes() == content
    there.unlink()
    there.mkdir()
    assert "is a folder, and games are kept in a file" in refused("restore", copy.where)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_is_no_backup(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "is no file that can be read twice" in refused("restore", str(tmp_path / "pipe"))


# --- the wrong database ---


def test_a_database_of_another_program(copy: SqlitePlace, database: PostgresPlace, folder: Path) -> None:
    database.by_hand("CREATE TABLE invoices (id int)")
    folder.mkdir()
    shutil.copy(copy.path, folder / "server.sqlite3")
    for words in (["restore", copy.where, *at(database)], ["move", "--to", database.where]):
        why = refused(*words)
        assert "There are tables of some other program in the database" in why
        assert "such as invoices. Dicecup needs a database of its own" in why
    assert "There are no games in" in refused("move", "--from", database.where, "--to", str(folder / "new"))
    assert "There are no games in" in refused("backup", str(folder / "new"), *at(database))
    assert not (folder / "new").exists()
    assert database.by_hand("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'") == [("invoices",)]


def test_moving_from_the_wrong_database_makes_no_tables_there(database: PostgresPlace) -> None:
    assert "There are no games in" in refused("move", "--from", database.where)
    assert database.by_hand("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'") == []


def test_games_in_a_folder_where_nothing_can_be_written_are_not_moved(
    copy: SqlitePlace, database: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("dicecup.server.store.moving.Lock", closed)
    why = refused("move", "--from", copy.where, "--to", database.where)
    assert "nobody can tell whether a server uses it. Make a backup of it and restore that instead." in why
