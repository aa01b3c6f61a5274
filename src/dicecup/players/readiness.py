"""Whether roll-outs can begin: a process of its own compiles them, so that no table waits for that.

It takes some twenty seconds to a minute, once for a version of the program and of Numba. Meanwhile a master plays
as Hard. What was compiled is then loaded, in a second or two, when it is asked for next.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

from dicecup import extras
from dicecup.players.player import Progress
from dicecup.table import SetupError

NO_NUMBA: Final = f"{extras.PARTS['numba'].called} is not installed"
NO_ROOM: Final = "compiled code cannot be kept here"
SOON: Final = "its roll-outs are still being compiled"
_WHOLE: Final = "whole"  # beside the code, once all of it is there
_BEGUN: Final = "begun"
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
    if is_ours_to_begin(folder):
        with suppress(OSError):
            subprocess.Popen(  # noqa: S603 - our own program
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the game, not for this
            )
    return SOON


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
    threading.Thread(target=_be_heard, args=(rollouts.functions().kept,), daemon=True).start()
    get_ready(rollouts)


def _be_heard(folder: Path | None) -> None:
    """Say that somebody compiles: on a slow machine it takes longer than anybody would believe."""
    while folder is not None:
        with suppress(OSError):
            (folder / _BEGUN).touch()
        time.sleep(_BEAT)


def is_ours_to_begin(folder: Path) -> bool:
    """Whether nobody compiles them at the moment; then we have begun."""
    begun = folder / _BEGUN
    with suppress(OSError):
        if time.time() - begun.stat().st_mtime > _PATIENCE:
            begun.unlink()
    try:
        begun.touch(exist_ok=False)
    except OSError:
        return False
    return True
