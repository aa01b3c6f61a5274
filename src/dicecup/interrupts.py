"""Ctrl-C while Numba compiles: it waits until LLVM has returned, and then ends what runs as anywhere else.

It mostly comes while LLVM works, and then Python notices in what LLVM calls back, where an exception is printed
and lost. The compilation goes on without what it was called for, and fails later for no reason.
"""

import signal
import threading
from contextlib import suppress
from functools import cache
from importlib import import_module
from types import FrameType


class _Interrupts:
    """Hears of compilations and, while there is one, of Ctrl-C."""

    def __init__(self) -> None:
        self._depth, self._came = 0, False

    def on_start(self, _: object) -> None:
        """Somebody compiles."""
        if threading.current_thread() is not threading.main_thread():
            return
        self._depth += 1
        if self._depth == 1 and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._hear)

    def on_end(self, _: object) -> None:
        """They have, or have failed."""
        if threading.current_thread() is not threading.main_thread():
            return
        self._depth -= 1
        if self._depth == 0 and signal.getsignal(signal.SIGINT) == self._hear:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if self._came:
            self._came = False
            raise KeyboardInterrupt

    def _hear(self, _: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_globals.get("__name__", "").startswith("llvmlite."):
                self._came = True
                return
            frame = frame.f_back
        raise KeyboardInterrupt


@cache
def wait_for_llvm() -> None:
    """Let Ctrl-C do so from now on, in this process. Numba has to be there."""
    with suppress(ImportError, AttributeError):  # events are no promise of Numba's
        event, interrupts = import_module("numba.core.event"), _Interrupts()
        told = {
            "on_start": lambda _, what: interrupts.on_start(what),
            "on_end": lambda _, what: interrupts.on_end(what),
        }
        event.register("numba:compiler_lock", type("Listener", (event.Listener,), told)())
