"""Processes that end with whoever started them, whatever happens to it."""

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import connection, resource_tracker
from typing import Final

_PR_SET_PDEATHSIG: Final = 1


def end_with_parent() -> None:
    """Called in a process of `multiprocessing`: from now on it ends with the process that started it.

    Linux does that by itself, even to a process that is busy with something that is not Python. Elsewhere, and to
    be sure, a thread waits for the pipe to the parent to break.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent.pid:  # it was too late for that
            end_now()
    threading.Thread(target=_wait, args=(parent.sentinel,), daemon=True, name="end with parent").start()


def _wait(sentinel: int) -> None:
    connection.wait([sentinel])
    end_now()


def end_now() -> None:
    """End this process, and those that it has started if they are a group of their own."""
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


@contextmanager
def no_interrupt() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach.

    It goes to every process of a terminal, but the one that counts decides what becomes of it. A blocked signal is
    inherited; here it comes through as soon as the block is lifted.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # or else it is started with the others, and lifts the block itself
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
