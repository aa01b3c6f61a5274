"""A command and its three streams as they are: closed, full, or with nobody at the other end."""

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TextIO

from dicecup import DicecupError, extras
from dicecup.terminal.console import Console

_NOBODY: Final = {errno.EPIPE, errno.ESHUTDOWN}
_OF_OUTPUT: Final = {*_NOBODY, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
_CANNOT: Final = "The output could not be written"


def run(command: Callable[[], object]) -> int:
    """The exit code of a command. Whatever it refuses, and output that cannot be written, is one line and a 1."""
    code, complaint = 1, _complete()
    out, err = sys.stdout, sys.stderr
    try:
        if not complaint:
            code, complaint = _run(command)
        lost = _flush(out)
        if lost and not complaint:
            code, complaint = 1, _why(lost)
        if complaint:
            Console(err).say(f"dicecup: {' '.join(complaint.split())}")
    except OSError:  # nobody can be told
        code = 1
    _flush(err)
    return code


def _run(command: Callable[[], object]) -> tuple[int, str]:
    """How it ended, and what is to be said about that."""
    out, err = sys.stdout, sys.stderr
    try:
        command()
    except SystemExit as end:
        if sys.stdout is out:
            return int(end.code or 0), ""
        sys.stdout, sys.stderr = out, err  # Typer mutes them when nobody reads the output, and says nothing
        return 1, _why(BrokenPipeError(errno.EPIPE, ""))
    except DicecupError as error:
        return 1, str(error)
    except ModuleNotFoundError as error:  # something that is not always installed
        name = (error.name or "").partition(".")[0]
        if name not in extras.PARTS:
            raise
        return 1, str(extras.missing(name))
    except KeyboardInterrupt:
        return 130, ""
    except OSError as error:
        return 1, _why(error)
    return 0, ""


def _complete() -> str:
    """Open what was closed before we began, or a save would get its number and be written into.

    Returns what is to be said if that leaves nowhere to write to.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    closed = sys.stdout is None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
    return f"{_CANNOT}: it is closed." if closed else ""


def _why(error: OSError) -> str:
    """What went wrong, in words: with a file, or with the output."""
    reason = error.strerror or str(error)
    if error.filename:
        return f"{reason}: {error.filename}"
    if error.errno in _NOBODY:
        return f"{_CANNOT}: nobody is reading it any more."
    return f"{_CANNOT}: {reason}." if error.errno in _OF_OUTPUT else reason


def _flush(stream: TextIO) -> OSError | None:
    """Write what waits to be written. What cannot be is dropped, or Python would complain once more at the end."""
    try:
        stream.flush()
    except OSError as error:
        with suppress(OSError, ValueError):  # not a file: nothing is kept
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
        return error
    return None
