"""Whether roll-outs can begin: a process of its own compiles them, so that no table waits for that.

It takes some twenty seconds, once for a version of the program and of Numba. Meanwhile the master plays as Hard.
What was compiled is then loaded, in a second or two, when it is asked for next.
"""

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from dicecup import extras
from dicecup.players.deadwood import rollouts

COMMAND: Final = (sys.executable, "-m", "dicecup.players.deadwood.readiness")
NO_NUMBA: Final = f"{extras.PARTS['numba'].called} is not installed"
NO_ROOM: Final = "compiled code cannot be kept here"
SOON: Final = "its roll-outs are still being compiled"
_WHOLE: Final = "whole"  # beside the code, once all of it is there
_BEGUN: Final = "begun"
_PATIENCE: Final = 300.0  # seconds after which whoever began with it has been ended


def why_not() -> str:
    """Why roll-outs cannot begin yet, as it goes on after a colon; nothing if they can.

    Whoever asks first has them compiled, and does not wait for it.
    """
    if not rollouts.possible():
        return NO_NUMBA
    folder: Path | None = rollouts.functions().kept
    if folder is None:
        return NO_ROOM
    if (folder / _WHOLE).exists():
        return ""
    if _is_ours_to_begin(folder):
        with suppress(OSError):
            subprocess.Popen(  # noqa: S603 - our own program
                COMMAND,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the game, not for this
            )
    return SOON


def get_ready() -> None:
    """Have roll-outs compiled, or loaded, here and now."""
    rollouts.prepare()
    if (folder := rollouts.functions().kept) is not None:
        with suppress(OSError):
            (folder / _WHOLE).touch()


def _is_ours_to_begin(folder: Path) -> bool:
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


def main() -> None:
    """Compile them, behind everything else."""
    with suppress(AttributeError, OSError):  # not every system knows of this
        os.nice(10)
    get_ready()


if __name__ == "__main__":
    main()
