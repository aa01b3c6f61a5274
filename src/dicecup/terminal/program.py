"""How this program was started: what a person has to type to start it again."""

import os
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

_NAME: Final = "dicecup"


def command() -> str:
    """Such as `dicecup`, `.venv/bin/dicecup` if that is not on the path, or `python -m dicecup`."""
    started = Path(sys.argv[0] if sys.argv else "")
    if started.name in ("__main__.py", "cli.py") and started.parent.name == _NAME:
        return f"{_typed(Path(sys.executable))} -m {_NAME}"
    if started.stem == _NAME and (os.sep in str(started) or started.exists()):
        return _typed(started)
    return _NAME  # from Python, or a test: nobody has typed it


def again(shown: Callable[[str], str] = str) -> str:
    """What starts the program once more as it was started now, such as `make play`, which says so itself.

    `shown`: how a word of it is told to people, should there be something in it that is not for everybody.
    """
    if said := os.environ.get("DICECUP_AGAIN"):
        return said
    clicked = getattr(sys, "frozen", False) and sys.argv[1:] == ["serve", "--open"]  # as `dicecup.onefile` has it
    return " ".join([command(), *([] if clicked else map(shlex.quote, map(shown, sys.argv[1:])))])


def _typed(program: Path) -> str:
    """A program by its name if the shell finds it so, else by its way from here."""
    program = Path(os.path.abspath(program))  # noqa: PTH100 - not resolved: a venv is full of links
    for name in dict.fromkeys((program.stem, program.name)):
        found = shutil.which(name)
        if found and Path(os.path.abspath(found)) == program:  # noqa: PTH100
            return name
    here = Path.cwd()
    if program.parent == here:
        return shlex.quote(os.path.join(".", program.name))  # noqa: PTH118 - a Path would drop the dot
    return shlex.quote(str(program.relative_to(here) if program.is_relative_to(here) else program))
