"""Whole stores: backed up, put back, and moved from one kind to another, row for row as they are.

A file of SQLite is the form in which games travel: a backup of either kind of store is one, and a server could use
it as it is.
"""

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from dicecup.files import StorageError, make_folder
from dicecup.server.store import postgres_heart
from dicecup.server.store import postgres_lines as lines
from dicecup.server.store import postgres_schema as schema
from dicecup.server.store.forms import KEYS
from dicecup.server.store.lock import Held, Lock
from dicecup.server.store.moving_words import (
    HEADER,
    UNCHANGED,
    damaged,
    in_use,
    is_cut_short,
    is_whole,
    no_file,
    not_to_be_locked,
    told,
)
from dicecup.server.store.postgres_connections import SETTINGS, Connections
from dicecup.server.store.postgres_shared import newer
from dicecup.server.store.postgres_words import SCHEMES, Address, address_of, at_the_start, driver, in_words
from dicecup.server.store.sqlite_file import TROUBLE, VERSION, bring_up_to_date, connect, is_damaged

_BESIDE: Final = ("-wal", "-shm", "-tally")
_CONNECT: Final = 10.0  # seconds
_LONG: Final = 3600.0  # seconds for one table
_AT_ONCE: Final = 1_000  # rows
_NEXT: Final = 600.0  # seconds for so many
_OURS: Final = b"SQLite format 3\0"
_OTHERS: Final = {
    b"\x1f\x8b": "is packed (gzip -d unpacks it)",
    b"BZh": "is packed (bzip2 -d unpacks it)",
    b"\xfd7zXZ": "is packed (xz -d unpacks it)",
    b"\x28\xb5\x2f\xfd": "is packed (zstd -d unpacks it)",
    b"PK\x03\x04": "is packed (unzip unpacks it)",
    b"PGDMP": "is a copy that pg_dump has made, and pg_restore puts back",
    b"--\n-- PostgreSQL database dump": "is a copy that pg_dump has made, and psql puts back",
}
"""What people may take for a backup, by its first bytes."""
_NOT_OURS: Final = "it is no backup of Dicecup, nor a server's games."
_ANYBODY: Final = (
    "SELECT EXISTS (SELECT 1 FROM processes WHERE beat > statement_timestamp() - make_interval(secs => $1))"
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a store is: a file, or a database of PostgreSQL."""

    file: Path | None = None
    database: Address | None = None

    def __str__(self) -> str:
        """For people: without a password."""
        return str(self.file if self.file is not None else self.database)


def place_of(text: str, usual: Path) -> Place:
    """A place as it is typed: nothing is the usual file."""
    if text.partition(":")[0].casefold() in SCHEMES or "://" in text:
        return Place(database=address_of(text))
    return Place(file=Path(text) if text else usual)


# --- the whole ---


def back_up(store: Place, copy: Path) -> None:
    """Write all of a store into a new file, as it is at one moment; a server may go on using it."""
    if (why := no_file(copy)) is not None:
        raise why
    with told(written=copy):
        if copy.exists():
            raise StorageError(f"There is a file {copy} already. Name another one. {UNCHANGED}")
        if not copy.parent.is_dir():
            raise StorageError(f"There is no folder {copy.parent}. Make it first, or name another one.")
        with tempfile.TemporaryDirectory(prefix=".dicecup-", dir=copy.parent) as folder:
            travelling = _read_out(store, Path(folder), copy)
            travelling.replace(copy)


def move(source: Place, target: Place) -> None:
    """Put all of one store into another, which has to be empty. The first stays as it is; neither is in use."""
    if source == target:
        raise StorageError(f"{source} cannot be moved to itself.")
    with _locked(source):
        _carry(source, target, idle=True)


def restore(copy: Path, target: Place) -> None:
    """Put a backup into a store, which has to be empty and not in use. The backup stays as it is."""
    if (why := no_file(copy)) is not None:
        raise why
    with told(read=copy, written=copy):
        if not copy.exists():
            raise StorageError(f"There is no file {copy}.")
        if not copy.is_file():
            raise StorageError(f"{copy} is no file that can be read twice, and a backup has to be.")
        if target.file is not None and target.file.exists() and copy.samefile(target.file):
            raise StorageError(f"{copy} cannot be restored into itself.")
    _carry(Place(file=copy), target)


def _carry(source: Place, target: Place, *, idle: bool = False) -> None:
    """All of one store into another, by way of a copy beside it, so that it is there whole or not at all."""
    if source.file is not None:
        _look_at(source.file)
    if target.file is None:
        with _on_the_way() as folder:
            _put(_read_out(source, folder, folder, on_the_way=True, idle=idle), target)
        return
    if target.file.is_dir():
        raise StorageError(f"{target} is a folder, and games are kept in a file. {UNCHANGED}")
    with told(written=target.file):
        make_folder(target.file.parent)
        with tempfile.TemporaryDirectory(prefix=".dicecup-", dir=target.file.parent) as folder:
            _put(_read_out(source, Path(folder), target.file, idle=idle), target)


@contextmanager
def _on_the_way() -> Iterator[Path]:
    """A folder for a copy that nobody keeps."""
    place = Path(tempfile.gettempdir())
    with told(written=place, on_the_way=True), tempfile.TemporaryDirectory(prefix="dicecup-") as folder:
        yield Path(folder)


@contextmanager
def snapshot(store: Place) -> Iterator[sqlite3.Connection]:
    """All of a store, as it is at one moment, to look at; a server may go on using it."""
    with _on_the_way() as folder:
        path = _read_out(store, folder, folder, on_the_way=True, to_look_at=True)
        with closing(connect(path)) as db:
            yield db


@contextmanager
def _taken(store: Place) -> Iterator[Connections | None]:
    """Nobody else has it meanwhile; StorageError if a server does. A database gets its tables."""
    if store.database is None:
        with _locked(store):
            yield None
        return
    connections = Connections(store.database)
    try:
        if asyncio.run(connections.ask(lambda db: db.fetchval(_ANYBODY, postgres_heart.DEAD))):
            raise in_use(str(store.database))
        yield connections
    finally:
        asyncio.run(connections.close())


@contextmanager
def _locked(store: Place) -> Iterator[None]:
    """No server has this file meanwhile. Of a database whoever copies it looks."""
    if store.file is None or not store.file.parent.is_dir():
        yield  # there is nothing that anybody could have
        return
    try:
        lock = Lock(store.file.with_name(store.file.name + "-lock"))
    except Held:
        raise in_use(str(store.file)) from None
    except OSError as error:
        raise not_to_be_locked(store.file, error) from None
    try:
        yield
    finally:
        lock.release()


# --- out of a store ---


def _read_out(
    store: Place,
    folder: Path,
    goal: Path,
    *,
    on_the_way: bool = False,
    idle: bool = False,
    to_look_at: bool = False,
) -> Path:
    """A file of its own with all of a store in it, of this Dicecup's version: it is on its way to `goal`.

    StorageError if it is not whole, unless that is what somebody wants `to_look_at`; and if a server uses it
    that should be `idle`.
    """
    path = folder / "all.sqlite3"
    with told(read=store.file, written=goal, on_the_way=on_the_way):
        if store.file is not None:
            _look_at(store.file)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # it holds the secrets of running games
        with closing(connect(path)) as db:
            if store.database is not None:
                bring_up_to_date(db, path)
                asyncio.run(_copy_out(store.database, db, idle=idle))
            else:
                assert store.file is not None
                with closing(connect(store.file)) as source:
                    source.execute("SELECT count(*) FROM sqlite_master").fetchone()
                    source.backup(db)
                if not to_look_at and not is_whole(db):
                    raise damaged(store.file)
                bring_up_to_date(db, store.file)
            db.execute("PRAGMA journal_mode = DELETE")  # so that it is one file
    return path


def _look_at(file: Path) -> None:
    """StorageError, with what it may be, if a file is nothing that Dicecup writes, or is not whole."""
    if not file.is_file():
        raise StorageError(f"There are no games in {file}.")
    with told(read=file, written=file):
        with file.open("rb") as opened:
            begins = opened.read(HEADER)
        if not begins.startswith(_OURS):
            what = next((words for sign, words in _OTHERS.items() if begins.startswith(sign)), "")
            raise StorageError(f"{file} {what or ('holds something else' if begins else 'is empty')}: {_NOT_OURS}")
        if is_cut_short(file, begins):
            raise damaged(file)
        with closing(connect(file)) as db:
            if not _is_ours(db):
                raise StorageError(f"{file} is a database of some other program: {_NOT_OURS}")
            if db.execute("PRAGMA user_version").fetchone()[0] > VERSION:
                raise StorageError(f"{file} is from a newer Dicecup. Please install that one. {UNCHANGED}")


def _is_ours(db: sqlite3.Connection) -> bool:
    """Whether a database is a server's, of whatever version, or of one that has never begun."""
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()}
    return {"matches", "guests", "log"} <= names and bool(db.execute("PRAGMA user_version").fetchone()[0])


async def _copy_out(address: Address, db: sqlite3.Connection, *, idle: bool) -> None:
    try:
        line = await lines.connect(address, SETTINGS, timeout=_CONNECT, command_timeout=_NEXT)
    except Exception as error:
        raise await at_the_start(error, address) from None
    try:
        async with line.transaction(isolation="repeatable_read", readonly=True):
            found = await line.fetchval("SELECT to_regclass('dicecup_version')")
            version = await line.fetchval("SELECT max(version) FROM dicecup_version") if found else None
            if version is None:
                raise StorageError(f"There are no games in {address}.")
            if version != schema.newest():
                if version > schema.newest():
                    raise StorageError(newer(str(address)))
                raise StorageError(
                    f"The tables in {address} are from an older Dicecup. Start a server of this one on them: it "
                    "brings them up to date."
                )
            if idle and await line.fetchval(_ANYBODY, postgres_heart.DEAD):
                raise in_use(str(address))
            db.execute("BEGIN IMMEDIATE")
            for table, key in KEYS.items():
                names = _columns(db, table)
                marks = ", ".join("?" * len(names))
                put = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"  # noqa: S608
                which = f"SELECT {', '.join(names)} FROM {table} ORDER BY {key}"  # noqa: S608
                async for row in line.cursor(which, prefetch=_AT_ONCE):
                    db.execute(put, tuple(row))
            db.execute("COMMIT")
    except (StorageError, sqlite3.Error):  # the copy cannot be written: whoever wants it says so
        raise
    except Exception as error:
        line.terminate()
        raise in_words(error, address) from None
    finally:
        with suppress(Exception):
            await line.close(timeout=_CONNECT)


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [each[1] for each in db.execute(f"PRAGMA table_info({table})").fetchall()]


# --- into a store ---


def _put(travelling: Path, target: Place) -> None:
    with _taken(target) as connections:
        if connections is not None:
            _copy_in(travelling, target, connections)
            return
        assert target.file is not None
        if target.file.exists() and target.file.stat().st_size:
            if not _is_empty(target.file):
                raise _not_empty(target)
            for beside in _BESIDE:
                target.file.with_name(target.file.name + beside).unlink(missing_ok=True)
        travelling.replace(target.file)


def _is_empty(file: Path) -> bool:
    """Whether a file is a store in which nothing was ever kept."""
    try:
        with closing(connect(file)) as db:
            there = [table for table in KEYS if _columns(db, table)]
            kept = [table for table in there if db.execute(f"SELECT 1 FROM {table}").fetchone()]  # noqa: S608
            return "guests" in there and not kept
    except TROUBLE as error:
        if is_damaged(error):
            return False  # whatever it is, it is something
        raise


def _not_empty(target: Place) -> StorageError:
    return StorageError(
        f"There is something in {target} already, and nothing is written over. Name an empty database, or "
        "move that one away."
    )


def _copy_in(travelling: Path, target: Place, connections: Connections) -> None:
    pg = driver()

    async def job(line: Any) -> None:
        with closing(sqlite3.connect(travelling)) as db:  # which does not take text that is none
            for table, key in KEYS.items():
                if await line.fetchval(f"SELECT EXISTS (SELECT 1 FROM {table})"):  # noqa: S608
                    raise _not_empty(target)
                names = _columns(db, table)
                rows = db.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY {key}")  # noqa: S608
                try:
                    await line.copy_records_to_table(table, records=rows, columns=names, timeout=_LONG)
                except (pg.DataError, sqlite3.DatabaseError, TypeError, ValueError):
                    raise StorageError(
                        f"Something in the table {table} is damaged, and {target} does not take it: nothing was "
                        "moved. 'dicecup database check' names what it is: clear that away in the page first."
                    ) from None

    asyncio.run(connections.write(job, long=True))
