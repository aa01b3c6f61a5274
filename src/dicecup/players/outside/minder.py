"""A process between us and a program: it starts the program, and ends all of it when nobody wants it any more.

It is run by its path, without Dicecup and as quickly as Python starts: `minder.py FD LIMITS COMMAND...`. FD is a
socket to whoever started it: when that closes, because they hang up or were killed, the program is ended with all
that it has started. What becomes of the program is told there in a line. The program has the minder's stdin,
stdout and stderr for itself.
"""

import ctypes
import json
import os
import select
import signal
import socket
import sys
import time
from contextlib import suppress

_SET_PDEATHSIG = 1
_SET_CHILD_SUBREAPER = 36
_PATIENCE = 5.0  # seconds for processes that were killed to be gone


def main(arguments: list[str]) -> None:
    """Start the program, wait until it ends or nobody wants it, and leave nothing of it behind."""
    control = socket.socket(fileno=int(arguments[0]))
    control.set_inheritable(False)
    _prctl(_SET_CHILD_SUBREAPER, 1)  # whatever the program starts and leaves alone becomes ours
    bell, ring = os.pipe()
    os.set_blocking(ring, False)
    signal.set_wakeup_fd(ring, warn_on_full_buffer=False)
    for each in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(each, _noted)
    failed, failing = os.pipe()
    program = os.fork()
    if program == 0:
        _become(arguments[2:], json.loads(arguments[1]), failing)
    os.close(failing)
    _let_go()
    said = b""
    try:
        trouble = os.read(failed, 1000)
        said = b"failed " + trouble if trouble else _wait(program, control, bell)
    finally:
        _end(program)
        with suppress(OSError):
            control.sendall(said)


def _noted(*_: object) -> None:
    """A signal came: it rings the bell, and nothing else."""


def _become(command: list[str], limits: dict[str, int], failing: int) -> None:
    """Be the program from here on; does not come back."""
    try:
        os.setpgrp()
        _prctl(_SET_PDEATHSIG, signal.SIGKILL)
        signal.set_wakeup_fd(-1)
        for each in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
            signal.signal(each, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:  # noqa: PTH123
            file.write("1000")  # if memory runs out, this goes first
        import resource

        for name, most in limits.items():
            what = getattr(resource, f"RLIMIT_{name.upper()}", None)
            if what is not None:
                _, hard = resource.getrlimit(what)
                allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
                resource.setrlimit(what, (allowed, allowed))
        os.execvp(command[0], command)  # noqa: S606 - the host has named it
    except BaseException as error:
        os.write(failing, str(getattr(error, "strerror", None) or error).encode()[:1000])
    finally:
        os._exit(127)


def _let_go() -> None:
    """Hold nothing of the program's: its output is closed when it closes it."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for ours in (0, 1, 2):
        os.dup2(nothing, ours)


def _wait(program: int, control: socket.socket, bell: int) -> bytes:
    """How the program ended; nothing, if nobody wants it any more."""
    while True:
        ready, _, _ = select.select([control.fileno(), bell], [], [])
        if bell in ready:
            os.read(bell, 1000)
        with suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == program:
                    return f"ended {os.waitstatus_to_exitcode(status)}".encode()
                if pid == 0:
                    break
        if control.fileno() in ready and not control.recv(100):
            return b""


def _end(program: int) -> None:
    """Kill the program's group, and whatever else has become ours since; until nothing is left."""
    with suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    until = time.monotonic() + _PATIENCE
    with suppress(ChildProcessError):
        while time.monotonic() < until:
            for child in _children():
                with suppress(OSError):
                    os.kill(child, signal.SIGKILL)
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.002)


def _children() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:  # noqa: PTH123
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def _prctl(what: int, value: int) -> None:
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
