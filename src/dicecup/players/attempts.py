"""What is known of attempts to compile a master's roll-outs, by all who share a cache: files beside the code.

`begun` is there while somebody compiles, and touched again and again: on a slow machine that takes longer than
anybody would believe. Who could not do it gives it another name, which says why and how often that was; and so
does whoever sees that it was ended, for who is killed says nothing. Then it is tried again after a while, and the
next time after twice as long.
"""

import errno
import os
import re
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

FAILED: Final = "its roll-outs could not be compiled"
BROKEN: Final = "0"  # for whatever reason
ENDED: Final = "ended"  # nobody knows how
_WHOLE: Final = "whole"  # once all of it is there
_BEGUN: Final = "begun"
_STOPPED: Final = "stopped-"
_BEAT: Final = 20.0  # seconds after which whoever compiles says that it still does
_PATIENCE: Final = 120.0  # seconds without a word after which it has been ended, and before the second attempt
_LONGEST: Final = 3600.0  # seconds before any other


class Stopped(NamedTuple):
    """An attempt that has failed."""

    why: str  # the number of the system's error, or the signal, such as SIGKILL
    times: int  # it has failed so often by now
    since: float

    @property
    def is_fresh(self) -> bool:
        """Whether it is too soon to try once more."""
        return time.time() - self.since <= min(_LONGEST, _PATIENCE * 2.0 ** (self.times - 1))

    def __str__(self) -> str:
        """Why, as it goes on after a colon."""
        if self.why == ENDED:
            return "compiling its roll-outs was ended before it was done, perhaps for lack of memory"
        if self.why.startswith("SIG"):
            killed = "killed, perhaps for lack of memory" if self.why == "SIGKILL" else f"ended by {self.why}"
            return f"compiling its roll-outs was {killed}"
        number = int(self.why)
        if number == errno.ENOMEM:
            return "there is not enough memory to compile its roll-outs"
        return no_room_for_it(OSError(number, os.strerror(number))) if number else FAILED


def no_room_for_it(error: OSError) -> str:
    """Why nothing can be kept, as it goes on after a colon."""
    return f"its compiled code cannot be kept ({error.strerror or error}; DICECUP_CACHE can name another folder)"


def is_whole(folder: Path) -> bool:
    """Whether all is there."""
    return (folder / _WHOLE).exists()


def is_done(folder: Path) -> None:
    """All is there. OSError if that cannot be written down."""
    (folder / _WHOLE).touch()


def is_ours_to_begin(folder: Path) -> bool:
    """Whether it is time, and nobody compiles just now; then we have begun. OSError, if nothing can be kept."""
    begun = folder / _BEGUN
    with suppress(OSError):
        if time.time() - begun.stat().st_mtime > _PATIENCE:
            stop(folder, ENDED)
    if _is_too_soon(folder):
        return False
    try:
        begun.touch(exist_ok=False)
    except FileExistsError:
        return False
    if _is_too_soon(folder):  # what somebody else had begun has failed just now
        begun.unlink(missing_ok=True)
        return False
    return True


def _is_too_soon(folder: Path) -> bool:
    stopped = last_stopped(folder)
    return stopped is not None and stopped.is_fresh


def is_going_on(folder: Path) -> bool:
    """Whether somebody has begun, and nobody knows yet what has become of it."""
    return (folder / _BEGUN).exists()


def stop(folder: Path, why: str) -> None:
    """The attempt has failed."""
    before = last_stopped(folder)
    left = list(folder.glob(f"{_STOPPED}*"))
    now = folder / f"{_STOPPED}{why}-{1 if before is None else before.times + 1}"
    with suppress(OSError):  # a full disk takes no new file, but another name
        (folder / _BEGUN).replace(now)
        for each in left:
            if each != now:
                each.unlink()


def last_stopped(folder: Path) -> Stopped | None:
    """The last attempt, if it has failed."""
    found = []
    with suppress(OSError):
        for path in folder.glob(f"{_STOPPED}*"):
            named = re.fullmatch(rf"(\d+|SIG\w+|{ENDED})(?:-(\d+))?", path.name.removeprefix(_STOPPED))
            if named:
                found.append(Stopped(named[1], int(named[2] or 1), path.stat().st_mtime))
    return max(found, key=lambda one: one.since, default=None)


def why_ended(status: int) -> str:
    """How a process has ended, by its exit status, if it has not said so itself."""
    try:
        return signal.Signals(-status).name if status < 0 else BROKEN
    except ValueError:
        return ENDED


def why_failed(error: BaseException) -> str:
    """What an error says about it."""
    for one in (error, error.__cause__):
        if isinstance(one, OSError) and one.errno:
            return str(one.errno)
        if isinstance(one, MemoryError):
            return str(errno.ENOMEM)
    return BROKEN


def be_heard(folder: Path) -> None:
    """Say that somebody compiles, for as long as this process lives."""

    def beat() -> None:
        while True:
            with suppress(OSError):
                (folder / _BEGUN).touch()
            time.sleep(_BEAT)

    threading.Thread(target=beat, daemon=True).start()
