"""What a program may take: limits of the system for each of its processes, and a sandbox made by bubblewrap.

docs/bots.md says plainly what holds and what does not.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from dicecup.table import SetupError

MEBIBYTE: Final = 2**20

NO_MORE_THAN: Final[Mapping[str, int]] = {
    "data": 1024 * MEBIBYTE,  # memory of a process
    "fsize": 16 * MEBIBYTE,  # a file that it writes
    "nofile": 256,  # files and sockets that are open
    "cpu": 3600,  # seconds of a processor, in all its games
    "core": 0,
}
"""For `exec+limits:` and `exec+sandbox:`."""


def _half_of_memory() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):
        return 2**62


USUAL: Final[Mapping[str, int]] = {"data": _half_of_memory(), "core": 0}
"""For `exec:`: so that a bot that eats memory fails, and not the machine."""

PROCESSES: Final = 512
"""And threads, in a sandbox; many a program has a thread for each core, and some have several."""

_COUNTED: Final = "ulimit -p {0} 2>/dev/null || ulimit -u {0} 2>/dev/null; "  # the one in dash, the other in bash
_TEMPORARY: Final = 64 * MEBIBYTE
_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store")
_OF_ETC: Final = (
    "alternatives",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "ssl",
    "passwd",
    "group",
)


def sandboxed(name: str, command: Sequence[str]) -> list[str]:
    """The command that runs a program in a sandbox; SetupError if there can be none here."""
    bwrap = _bubblewrap()
    if not bwrap:
        raise SetupError(
            f"{name} cannot be run: a sandbox needs bubblewrap (bwrap), which is not here or may not make one. "
            "exec+limits: limits memory and files without it, and keeps nothing of yours from being read."
        )
    here, home = Path.cwd().resolve(), Path.home().resolve()
    if here == home or here in home.parents:
        raise SetupError(
            f"{name} cannot be run here: the bot may read the folder it is started in, and that would be all of "
            f"{here}. Start it in a folder of its own."
        )
    words = [bwrap, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    for folder in _SYSTEM:
        words += ["--ro-bind-try", folder, folder]
    for each in _OF_ETC:
        words += ["--ro-bind-try", f"/etc/{each}", f"/etc/{each}"]
    words += ["--proc", "/proc", "--dev", "/dev", "--size", str(_TEMPORARY), "--tmpfs", "/tmp"]  # noqa: S108 - its own
    for needed in (*_lives_in(command[0]), here):
        words += ["--ro-bind", str(needed), str(needed)]
    words += ["--chdir", str(here), "--"]
    if _counts_by_itself():
        words += ["/bin/sh", "-c", _COUNTED.format(PROCESSES) + 'exec "$@"', "sh"]
    return [*words, *command]


def _lives_in(program: str) -> Iterator[Path]:
    """The folders that a program needs to run, if they are not the system's: its own, and where it links to."""
    found = shutil.which(program)
    path = Path(found).absolute() if found else None
    while path is not None:
        # In `shims` lie scripts of pyenv, which call what lies beside that folder.
        folder = path.parent.parent if path.parent.name in ("bin", "shims") else path.parent
        if not any(folder.is_relative_to(each) for each in _SYSTEM):
            yield folder
        path = path.parent / path.readlink() if path.is_symlink() else None


@cache
def _bubblewrap() -> str:
    """The program that makes sandboxes; nothing if there is none that can."""
    found = shutil.which("bwrap")
    return found if found is not None and _works(found, "true") else ""


@cache
def _counts_by_itself() -> bool:
    """Whether the processes in a sandbox are counted apart (Linux 5.14): else all of this user's would be.

    Then there is room for another one where only five may be. Nobody counts those of root.
    """
    return _works(_bubblewrap(), "/bin/sh", "-c", _COUNTED.format(5) + "(/bin/sh -c true)")


def _works(bwrap: str, *command: str) -> bool:
    words = [bwrap, "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--", *command]
    try:
        done = subprocess.run(words, capture_output=True, timeout=20, check=False)  # noqa: S603 - found in the path
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
