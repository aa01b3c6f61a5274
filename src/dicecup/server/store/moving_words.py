"""What is said when a store cannot be read, copied or put somewhere: in words of whoever typed the command."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from dicecup.files import StorageError
from dicecup.server.store.sqlite_file import TROUBLE, is_damaged

HEADER: Final = 100  # bytes at the beginning of a file of SQLite
UNCHANGED: Final = "Nothing was changed."
_FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_DISK: Final = {*_FULL, errno.EROFS}
_WRITES: Final = ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_TRUNCATE")


@contextmanager
def told(*, read: Path | None = None, written: Path, on_the_way: bool = False) -> Iterator[None]:
    """Whatever goes wrong is about the file that is read, or about the place where something is written.

    `on_the_way`: that is a copy of which nobody knows, in a folder for such things.
    """
    try:
        yield
    except TROUBLE as error:
        if read is not None and not _is_about_writing(error, read):
            raise unreadable(error, read) from None
        raise _unwritable(error, written, on_the_way=on_the_way) from None


def _is_about_writing(error: Exception, read: Path) -> bool:
    if isinstance(error, OSError):
        return error.errno in _DISK or (error.filename is not None and str(error.filename) != str(read))
    return getattr(error, "sqlite_errorname", "").startswith(_WRITES)


def unreadable(error: Exception, path: Path) -> StorageError:
    """A file that cannot be read as a store."""
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    if is_damaged(error):
        return damaged(path)
    if "locked" in said:
        return StorageError(f"Another program is using {path}. Stop it first. {UNCHANGED}")
    return StorageError(f"{path} cannot be read: {said}. Check that it is yours to read. {UNCHANGED}")


def damaged(path: Path) -> StorageError:
    """One that is not whole."""
    return StorageError(
        f"{path} is damaged, or was not copied whole: it cannot be read to its end. {UNCHANGED} If there is no "
        "better copy, a server that finds it in its folder as server.sqlite3 saves what can be read of it."
    )


def _unwritable(error: Exception, path: Path, *, on_the_way: bool) -> StorageError:
    said = (error.strerror if isinstance(error, OSError) else None) or str(error)
    number = error.errno if isinstance(error, OSError) else None
    name = getattr(error, "sqlite_errorname", "")
    if number == errno.EFBIG:
        why = "no file may be so large there"
    elif number in _FULL or name == "SQLITE_FULL":
        why = "its disk is full"
    elif number == errno.EROFS or name.startswith("SQLITE_READONLY"):
        why = "its disk can only be read"
    elif number in (errno.EACCES, errno.EPERM):
        why = f"you have no right to write in {path.parent}"
    elif name.startswith("SQLITE_IOERR"):
        why = "its disk does not take it, so it may be full or broken"
    else:
        why = said[:1].lower() + said[1:]
    if on_the_way:
        return StorageError(
            f"A copy is made in {path} on the way, and cannot be: {why}. Free some space there, or name another "
            f"folder in TMPDIR. {UNCHANGED}"
        )
    return StorageError(f"{path} cannot be written: {why}. Mend that, or name another place. {UNCHANGED}")


def in_use(place: str) -> StorageError:
    """A server has it."""
    return StorageError(f"A Dicecup server keeps its games in {place} and is running. Stop it first. {UNCHANGED}")


def not_to_be_locked(file: Path, error: OSError) -> StorageError:
    """Nobody can tell whether a server has it."""
    return StorageError(
        f"Nothing can be written beside {file} ({error.strerror or error}), so nobody can tell whether a server "
        f"uses it. Make a backup of it and restore that instead. {UNCHANGED}"
    )


def no_file(file: Path) -> StorageError | None:
    """Why a path is no file that could be read as a backup, if so; None if it is one."""
    if "://" in (said := os.fspath(file)) or said.partition(":/")[0] in ("postgresql", "postgres"):
        return StorageError(  # and not what it is: it may have a password in it
            "A backup is a file, and that is the address of a database: it is for --database."
        )
    with suppress(OSError):  # it cannot even be looked at: whoever opens it says why
        if not file.is_dir():
            return None
        return StorageError(f"{file} is a folder, and a backup is a file. Name a file.")
    return None


def is_cut_short(file: Path, begins: bytes) -> bool:
    """Whether a file of SQLite says in its header that it is longer than it is.

    SQLite takes what is missing of its last page for zeros. What is in use has a journal, which knows better.
    """
    page, pages = int.from_bytes(begins[16:18], "big"), int.from_bytes(begins[28:32], "big")
    counts = begins[24:28] == begins[92:96]  # or the number of pages was written by somebody who does not keep it
    alone = not file.with_name(file.name + "-wal").exists()
    return alone and counts and file.stat().st_size < (65_536 if page == 1 else page) * pages


def is_whole(db: sqlite3.Connection) -> bool:
    """Whether all of a file can be read."""
    said: str = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    return said == "ok"
