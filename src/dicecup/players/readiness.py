"""Whether roll-outs can begin: a process of its own compiles them, so that no table waits for that.

It takes some twenty seconds to a minute, once for a version of the program and of Numba. Meanwhile a master plays
as Hard. What was compiled is then loaded, in a second or two, when it is asked for next.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

from dicecup import extras
from dicecup.batch import compiling
from dicecup.players import attempts
from dicecup.players.player import Progress
from dicecup.table import SetupError

NO_NUMBA: Final = f"{extras.PARTS['numba'].called} is not installed"
BROKEN: Final = f"{extras.PARTS['numba'].called} is installed, but it does not work here"
NO_ROOM: Final = "compiled code cannot be kept here; DICECUP_CACHE can name another folder"
SOON: Final = "its roll-outs are still being compiled"
AGAIN: Final = "it is being tried once more"
FROM_HERE_ON: Final = "as a master from here on"


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
        return BROKEN if extras.has("numba") and not extras.works("numba") else NO_NUMBA
    folder: Path | None = rollouts.functions().kept
    if folder is None:
        return NO_ROOM
    if attempts.is_whole(folder):
        return ""
    try:
        compiling.make_room(folder)  # somebody may have cleared it away
        if attempts.is_ours_to_begin(folder):
            _begin(folder, words)
    except OSError as error:
        return attempts.no_room_for_it(error)
    stopped = attempts.last_stopped(folder)
    if stopped is None:
        return SOON
    return f"{stopped}; {AGAIN}" if attempts.is_going_on(folder) else str(stopped)


def _begin(folder: Path, words: Sequence[str]) -> None:
    """Have them compiled, and somebody wait for what becomes of it: who is killed says nothing."""
    try:
        process = subprocess.Popen(  # noqa: S603 - our own program
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the game, not for this
        )
    except OSError as error:
        attempts.stop(folder, attempts.why_failed(error))
        return

    def wait() -> None:
        status = process.wait()
        if attempts.is_going_on(folder) and not attempts.is_whole(folder):
            attempts.stop(folder, attempts.why_ended(status))

    threading.Thread(target=wait, daemon=True).start()


class Notice:
    """What a master says of itself as long as it plays as Hard, and when it does so no more.

    Whoever listens hears a sentence, once for each reason; where it thinks aloud it says so behind what it chose.
    """

    def __init__(self, title: str, why_not: Callable[[], str]) -> None:
        self._title: Final = title
        self._look: Final = why_not
        self._ready = False
        self._told: Final[set[str]] = set()  # the reasons
        self._said: Final[dict[str, bytes]] = {}  # those that were said aloud, and where
        self._since = b""  # where it was then taken back

    def why_not(self, progress: Progress | None) -> str:
        """Why it cannot play on in its head; nothing if it can."""
        if self._ready:
            return ""
        reason = self._look()
        if progress is not None and reason and reason not in self._told:
            progress(f"The master of {self._title} plays as Hard does: {reason}.")
        elif progress is not None and not reason and self._told:
            progress(f"The master of {self._title} does not play as Hard any more: all is compiled.")
        self._ready = not reason
        self._told.add(reason)
        return reason

    def note(self, seen: bytes, progress: Progress | None, *, first: bool) -> str:
        """What it notes on its advice at a decision: why it plays as Hard, at its first one and once that has
        changed; and later that it does not.

        `seen` is the decision: asked twice, it says the same.
        """
        if not first and not self._said:
            return ""
        if why := self.why_not(progress):
            return f"as Hard for now: {why}" if self._said.setdefault(why, seen) == seen or first else ""
        if self._said and self._since in (b"", seen):
            self._since = seen
            return FROM_HERE_ON
        return ""


def get_ready(rollouts: RollOuts, progress: Progress | None = None, waiting: str = "") -> None:
    """Have roll-outs compiled, or loaded, here and now; `progress` hears what one is `waiting` for.

    Whoever asks for that counts on the same choices every time. Where there can be none that is an error, for
    Hard's choices under a master's name would be worse.
    """
    if not rollouts.possible():
        extras.load("numba")  # which says what is wrong with it
        raise extras.missing("numba")
    folder: Path | None = rollouts.functions().kept
    if folder is None:
        raise SetupError("A master's compiled code cannot be kept here: set DICECUP_CACHE to a folder of yours.")
    if progress is not None and not attempts.is_whole(folder):
        progress(waiting)
    try:
        compiling.make_room(folder)
        same = _number_of(folder)
        rollouts.prepare()
    except OSError as error:  # not the output, as whoever runs a command would think
        raise SetupError(
            f"A master's compiled code cannot be kept in {folder}: {error.strerror or error}. "
            "Free some space, or set DICECUP_CACHE to another folder."
        ) from error
    with suppress(OSError):
        if _number_of(folder) == same:  # of what was there before it was cleared away nobody knows what is missing
            attempts.is_done(folder)


def _number_of(folder: Path) -> int:
    """What a folder does not share with another one that is put in its place."""
    return folder.stat().st_ino


def behind_everything(rollouts: RollOuts) -> None:
    """Compile them, behind everything else."""
    with suppress(AttributeError, OSError):  # not every system knows of this
        os.nice(10)
    folder: Path | None = rollouts.functions().kept
    if folder is not None:
        attempts.be_heard(folder)
    try:
        get_ready(rollouts)
        if folder is not None and not attempts.is_whole(folder):
            raise SetupError(f"Not all that was compiled has been kept in {folder}.")
    except Exception as error:
        if folder is not None:
            attempts.stop(folder, attempts.why_failed(error))
        raise
