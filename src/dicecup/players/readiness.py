"""Whether roll-outs can begin: a process of its own compiles them, so that no table waits for that.

It takes some twenty seconds to a minute, once for a version of the program and of Numba. Meanwhile a master plays
as Hard. What was compiled is then loaded, in a second or two, when it is asked for next.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

from dicecup import extras
from dicecup.players.player import Progress
from dicecup.table import SetupError

NO_NUMBA: Final = f"{extras.PARTS['numba'].called} is not installed"
NO_ROOM: Final = "compiled code cannot be kept here"
SOON: Final = "its roll-outs are still being compiled"
FAILED: Final = "its roll-outs could not be compiled"
FROM_HERE_ON: Final = "as a master from here on"
_WHOLE: Final = "whole"  # beside the code, once all of it is there
_BEGUN: Final = "begun"
_STOPPED: Final = "stopped-"  # and the number of the system's error: what was begun, under another name
_BEAT: Final = 20.0  # seconds after which whoever compiles says that it still does
_PATIENCE: Final = 120.0  # seconds without a word after which it has been ended


class RollOuts(Protocol):
    """What a game has to have: functions of a module."""

    def possible(self) -> bool:
        """Whether there is what it takes."""

    def functions(self) -> Any:
        """All that is compiled; `kept` is the folder."""

    def prepare(self) -> None:
        """Have everything compiled and kept, or loaded."""


def command(module: str) -> tuple[str, ...]:
    """What a process does to compile them."""
    return (sys.executable, "-m", module)


def why_not(rollouts: RollOuts, words: Sequence[str]) -> str:
    """Why roll-outs cannot begin yet, as it goes on after a colon; nothing if they can.

    Whoever asks first has them compiled, by these words, and does not wait for it.
    """
    if not rollouts.possible():
        return NO_NUMBA
    folder: Path | None = rollouts.functions().kept
    if folder is None:
        return NO_ROOM
    if (folder / _WHOLE).exists():
        return ""
    stopped = _stopped(folder)
    try:
        ours = not (stopped and _is_fresh(stopped)) and is_ours_to_begin(folder)
    except OSError as error:
        return no_room_for_it(error)
    if ours:
        with suppress(OSError):
            subprocess.Popen(  # noqa: S603 - our own program
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the game, not for this
            )
    return SOON if stopped is None else _why_stopped(stopped)


def no_room_for_it(error: OSError) -> str:
    """Why nothing can be kept, as it goes on after a colon."""
    return f"its compiled code cannot be kept ({error.strerror or error}; DICECUP_CACHE can name another folder)"


class Notice:
    """What a master says of itself as long as it plays as Hard, and when it does so no more.

    Whoever listens hears a sentence, once for each reason; where it thinks aloud it says so behind what it chose.
    """

    def __init__(self, title: str, why_not: Callable[[], str]) -> None:
        self._title: Final = title
        self._look: Final = why_not
        self._ready, self._told = False, ""
        self._aloud, self._since = False, b""  # whether it was said there; where it was then taken back

    def why_not(self, progress: Progress | None) -> str:
        """Why it cannot play on in its head; nothing if it can."""
        if self._ready:
            return ""
        reason = self._look()
        if reason != self._told and progress is not None:
            plays = (
                f"plays as Hard does: {reason}" if reason else "does not play as Hard any more: all is compiled"
            )
            progress(f"The master of {self._title} {plays}.")
        self._ready, self._told = not reason, reason
        return reason

    def aloud(self, seen: bytes, progress: Progress | None, *, first: bool) -> str:
        """What it says of that at a decision: why it plays as Hard, at its first one, and later that it does not.

        `seen` is the decision: asked twice, it says the same.
        """
        if not first and not self._aloud:
            return ""
        if why := self.why_not(progress):
            self._aloud = True
            return f"as Hard: {why}" if first else ""
        if self._aloud and self._since in (b"", seen):
            self._since = seen
            return FROM_HERE_ON
        return ""


def get_ready(rollouts: RollOuts, progress: Progress | None = None, waiting: str = "") -> None:
    """Have roll-outs compiled, or loaded, here and now; `progress` hears what one is `waiting` for.

    Whoever asks for that counts on the same choices every time. Where there can be none that is an error, for
    Hard's choices under a master's name would be worse.
    """
    if not rollouts.possible():
        raise extras.missing("numba")
    folder: Path | None = rollouts.functions().kept
    if folder is None:
        raise SetupError("A master's compiled code cannot be kept here: set DICECUP_CACHE to a folder of yours.")
    if progress is not None and not (folder / _WHOLE).exists():
        progress(waiting)
    try:
        rollouts.prepare()
    except OSError as error:  # not the output, as whoever runs a command would think
        raise SetupError(
            f"A master's compiled code cannot be kept in {folder}: {error.strerror or error}. "
            "Free some space, or set DICECUP_CACHE to another folder."
        ) from error
    with suppress(OSError):
        (folder / _WHOLE).touch()


def behind_everything(rollouts: RollOuts) -> None:
    """Compile them, behind everything else."""
    with suppress(AttributeError, OSError):  # not every system knows of this
        os.nice(10)
    folder: Path | None = rollouts.functions().kept
    threading.Thread(target=_be_heard, args=(folder,), daemon=True).start()
    try:
        get_ready(rollouts)
    except Exception as error:
        if folder is not None:
            cause = error if isinstance(error, OSError) else error.__cause__
            number = cause.errno if isinstance(cause, OSError) else None
            with suppress(OSError):  # a full disk takes no new file, but another name
                (folder / _BEGUN).replace(folder / f"{_STOPPED}{number or 0}")
        raise


def _stopped(folder: Path) -> Path | None:
    """What whoever compiled has left behind, if it could not be done."""
    try:
        return max(folder.glob(f"{_STOPPED}*"), key=lambda path: path.stat().st_mtime, default=None)
    except OSError:
        return None


def _why_stopped(stopped: Path) -> str:
    number = stopped.name.removeprefix(_STOPPED)
    if not number.isdecimal() or not int(number):
        return FAILED
    return no_room_for_it(OSError(int(number), os.strerror(int(number))))


def _is_fresh(path: Path) -> bool:
    """Whether it is too soon to try once more."""
    try:
        return time.time() - path.stat().st_mtime <= _PATIENCE
    except OSError:
        return False


def _be_heard(folder: Path | None) -> None:
    """Say that somebody compiles: on a slow machine it takes longer than anybody would believe."""
    while folder is not None:
        with suppress(OSError):
            (folder / _BEGUN).touch()
        time.sleep(_BEAT)


def is_ours_to_begin(folder: Path) -> bool:
    """Whether nobody compiles them at the moment; then we have begun. OSError, if nothing can be kept there."""
    begun = folder / _BEGUN
    with suppress(OSError):
        if time.time() - begun.stat().st_mtime > _PATIENCE:
            begun.unlink()
    try:
        begun.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
