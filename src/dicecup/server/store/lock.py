"""A file that one program can hold at a time. Whoever dies lets go of it: there is nothing to clear away."""

import errno
import os
import sys
from pathlib import Path
from typing import Final

from dicecup.saves import StorageError


class Held(StorageError):  # noqa: N818
    """Another program has it."""


class Lock:
    """Holds a file until `release`; StorageError if another program does, or if it cannot be held here."""

    def __init__(self, path: Path) -> None:
        self._file: Final = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _hold(self._file)
        except OSError as error:
            os.close(self._file)
            if error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
                raise Held(
                    f"Another Dicecup server keeps its games in {path.parent}. Stop it, or set DICECUP_HOME to "
                    "another folder."
                ) from None
            raise StorageError(
                f"The files in {path.parent} cannot be locked ({error.strerror}): two servers could spoil them. "
                "It may be a network drive: set DICECUP_HOME to a folder on this computer."
            ) from None

    def release(self) -> None:
        """Let others have it."""
        os.close(self._file)


if sys.platform == "win32":
    import msvcrt

    def _hold(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _hold(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
