"""What the one-file program runs: double-clicked it opens the main menu, typed it is the command `dicecup`."""

import multiprocessing
import os
import sys
from typing import Final

THINK: Final = ["-m", "dicecup.server.worker"]
"""What the server says to Python, or to a copy of this program, that is to think for computer players."""

MIND: Final = ["-m", "dicecup.players.outside.minder"]
"""What is said to a copy of this program that is to mind a bot; the bot's command follows."""

UNTYPED: Final = ["serve", "--open"]


def main() -> None:
    """Be the command, or one of the processes that it starts."""
    multiprocessing.freeze_support()  # a process of the arena does not come back from here
    _restore_libraries()
    if sys.argv[1:] == THINK:
        from dicecup.server.worker import main as think

        think()
        return
    if sys.argv[1:3] == MIND:
        from dicecup.players.outside.minder import main as mind

        mind(sys.argv[3:])
        return
    from dicecup.cli import main as command

    if sys.argv[1:]:
        command()
        return
    sys.argv += UNTYPED
    try:
        command()
    except SystemExit as end:
        if end.code and sys.stdin.isatty() and sys.stdout.isatty():
            input("Press Enter to close this window. ")  # it would be gone before anybody has read why
        raise


def _restore_libraries() -> None:
    """Let the browser we open find its own libraries, not those that are packed into this program."""
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        before = os.environ.pop(f"{name}_ORIG", None)
        if before is not None:
            os.environ[name] = before
        elif getattr(sys, "frozen", False):
            os.environ.pop(name, None)


if __name__ == "__main__":
    main()
