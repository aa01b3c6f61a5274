"""Files of Dicecup: where they lie, and how they are written so that a crash loses nothing."""

import errno
import glob
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from dicecup.table.errors import DicecupError

_STALE: Final = 3600  # seconds after which a half-written file was surely left by a crash
_TEMPORARY: Final = ".part"


class StorageError(DicecupError):
    """The disk does not take or give a file; the message says what can be done."""


def home(folder: str | os.PathLike[str] | None = None) -> Path:
    """Where Dicecup keeps its files: `folder`, else $DICECUP_HOME, else the usual place of this system."""
    if folder is not None:
        return Path(folder)
    if chosen := os.environ.get("DICECUP_HOME"):
        return Path(chosen).expanduser()
    from platformdirs import user_data_dir

    return Path(user_data_dir("dicecup", appauthor=False))


def cache() -> Path:
    """Where Dicecup keeps what can be made again: $DICECUP_CACHE, else the usual place of this system."""
    if chosen := os.environ.get("DICECUP_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("dicecup"))


def make_folder(path: Path) -> None:
    """Make a folder, and whatever is missing above it. Whatever the umask, nobody but its owner writes there."""
    for folder in (*reversed(path.parents), path):
        if folder == path or not folder.exists():
            folder.mkdir(mode=0o755, exist_ok=True)


def lock(handle: int) -> bool:
    """Lock an open file until it is closed; False if another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
    return True


def write_text(path: Path, text: str, *, private: bool = True) -> None:
    """Write a file so that at any moment either the old content is there, whole, or the new.

    The text goes to a temporary file in the same folder, then to the disk, then takes the place of the old file,
    and at last the folder goes to the disk. `private`: only the owner may read it (a save holds the secret).
    """
    with words_for(path):
        put(path, text.encode(), private=private)


def put(path: Path, content: bytes, *, private: bool = True) -> None:
    """The same for bytes, and for whoever has words of its own for an OSError."""
    make_folder(path.parent)
    _sweep(path)
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}{_TEMPORARY}")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), _mode(private))
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:  # Ctrl-C as well: leave nothing lying about
        part.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def check_place(path: Path) -> None:
    """StorageError, before work that takes long, if its result could not be written here."""
    if path.is_dir():
        raise StorageError(f"{path} is a folder. Name a file in it.")
    if not path.parent.is_dir():
        raise StorageError(f"There is no folder {path.parent}. Make it first, or name another file.")
    try:
        TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror or error}. Name another file.") from None


def _mode(private: bool) -> int:
    return 0o600 if private else 0o644


def _sync_folder(folder: Path) -> None:
    """Make a rename last; some systems cannot do that for a folder, and need not."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _sweep(path: Path) -> None:
    """Take away what a crash in the middle of a write has left."""
    for part in path.parent.glob(f".{glob.escape(path.name)}.*{_TEMPORARY}"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > _STALE:
                part.unlink()


@contextmanager
def words_for(path: Path, verb: str = "written") -> Iterator[None]:
    """Turn what the system says about a file into a sentence that says what to do."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        if verb == "read":
            raise StorageError(
                f"{path} cannot be read: {why}. Check that it is there and yours to read."
            ) from None
        raise StorageError(
            f"{path.name} cannot be written in {path.parent}: {why}. Free some space or change the rights of that "
            "folder, or set DICECUP_HOME to another one."
        ) from None
