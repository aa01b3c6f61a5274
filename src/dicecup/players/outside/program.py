"""A line to a program: its stdin and stdout, with a minder that ends all of it when we hang up or are killed."""

import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from dicecup.players.outside import minder
from dicecup.players.outside.line import LONGEST, Garbled, Gone, Late, clean

MINDER: Final = ["-m", "dicecup.players.outside.minder"]
"""What is said to a copy of the one-file program that is to be a minder; Python runs it by its path."""

_KEPT: Final = 4096  # bytes of the end of stderr
_PIECE: Final = 65536
_HOW: Final = 1.0  # seconds to be told how a program ended that has closed its output
_ENDED: Final = 10.0  # seconds for the minder to end everything
_SECRET: Final = ("DICECUP_", "PG")  # what a server is told in this way has passwords in it
_HARMLESS: Final = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ")


def environment(*, trusted: bool) -> dict[str, str]:
    """The variables that a program gets: ours without our secrets, or the few that every program needs."""
    if trusted:
        return {name: value for name, value in os.environ.items() if not name.startswith(_SECRET)}
    return {name: os.environ[name] for name in _HARMLESS if name in os.environ}


class Program:
    """A program that runs. What it says on stderr is read, and the end of it kept."""

    def __init__(self, command: Sequence[str], limits: Mapping[str, int], environ: Mapping[str, str]) -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - the host has named it
                [*_minder(), str(theirs.fileno()), json.dumps(dict(limits)), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=dict(environ),
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C is for us, and we end it then
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._in: Final = self._process.stdin
        self._out: Final = self._process.stdout
        self._err: Final = self._process.stderr
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe.fileno(), False)
        self._heard = bytearray()
        self._complaints = bytearray()
        self._over = self._closed = False  # it says nothing more; we have hung up

    def say(self, text: str, until: float) -> None:
        """Say one line."""
        left = memoryview(text.encode() + b"\n")
        while left:
            left = left[self._turn(until, left) :]

    def hear(self, until: float) -> str:
        """The next line it says."""
        while (end := self._heard.find(b"\n")) < 0 and len(self._heard) <= LONGEST:
            if self._over:
                raise Gone(self._how())
            self._turn(until)
        if not 0 <= end <= LONGEST:
            raise Garbled(f"It said more than {LONGEST // 1024} KiB in one line.")
        line = bytes(self._heard[:end])
        del self._heard[: end + 1]
        try:
            return line.decode()
        except UnicodeDecodeError:
            raise Garbled("It said something that is not UTF-8.") from None

    def last_words(self) -> str:
        """The last line on stderr that tells of an error, or else the last one."""
        lines = [line for line in self._complaints.decode(errors="replace").splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.casefold()]  # Node ends with its version
        return clean((errors or lines)[-1]) if lines else ""

    def _turn(self, until: float, out: memoryview | None = None) -> int:
        """Wait until something can be read, or written: read it, or say how much was written."""
        if self._closed:
            raise Gone("It was ended.")
        left = until - time.monotonic()
        if left <= 0:
            raise Late
        try:
            with selectors.DefaultSelector() as ready:
                if out is not None:
                    ready.register(self._in, selectors.EVENT_WRITE)
                if not self._over and len(self._heard) <= LONGEST:
                    ready.register(self._out, selectors.EVENT_READ)
                if not self._err.closed:
                    ready.register(self._err, selectors.EVENT_READ)
                found = {key.fileobj for key, _ in ready.select(min(left, 60.0))}
            if self._err in found:
                self._complained()
            if self._out in found:
                self._read()
            if out is not None and self._in in found:
                return self._in.write(out[:_PIECE]) or 0
        except (BrokenPipeError, ConnectionResetError):
            raise Gone(self._how()) from None
        except (OSError, ValueError):  # closed meanwhile, by another thread
            raise Gone("It was ended.") from None
        return 0

    def _read(self) -> None:
        piece = self._out.read(_PIECE)
        if piece:
            self._heard += piece
        elif piece is not None:
            self._over = True

    def _complained(self) -> None:
        piece = self._err.read(_PIECE)
        if piece:
            self._complaints += piece
            del self._complaints[:-_KEPT]
        elif piece is not None:
            self._err.close()

    def _how(self) -> str:
        """How it ended, as its minder tells it; or that it has only closed its output."""
        self._control.settimeout(_HOW)
        try:
            told, _, how = self._control.recv(2000).decode(errors="replace").partition(" ")
        except (OSError, ValueError):
            told = how = ""
        with suppress(OSError, ValueError):  # what it complained about before that
            while not self._err.closed and self._err.readable():
                piece = self._err.read(_PIECE)
                if not piece:
                    break
                self._complaints = (self._complaints + piece)[-_KEPT:]
        if told == "failed":
            return f"It could not be started: {clean(how)}."
        if told != "ended":
            return "It closed its output."
        return "It ended." if how == "0" else f"It ended with {_called(int(how))}."

    def close(self, grace: float) -> None:
        """Close its stdin; if it does not end by itself within so many seconds, end it and all it has started."""
        if self._closed:
            return
        self._closed = True
        with suppress(OSError):
            self._in.close()
        self._control.settimeout(grace or 0.001)
        with suppress(OSError):
            self._control.recv(1, socket.MSG_PEEK)
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)
        self._control.close()
        try:
            self._process.wait(_ENDED)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._out, self._err):
            with suppress(OSError):
                pipe.close()


def _minder() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, *MINDER]
    return [sys.executable, "-I", "-S", str(Path(minder.__file__).resolve())]


def _called(status: int) -> str:
    if status >= 0:
        return f"status {status}"
    with suppress(ValueError):
        return f"the signal {signal.Signals(-status).name}"
    return f"the signal {-status}"
