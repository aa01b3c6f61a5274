"""What `pip install dicecup` leaves out: who needs such a part says so here, and who lacks it is told its name.

What playing needs, in the terminal and from Python, is always there. Everything else is imported when it is used,
after `need`, or by `load`.
"""

import signal
import sys
import threading
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import FrameType
from typing import Any, Final, NamedTuple

from dicecup.table.errors import MissingPart


class Part(NamedTuple):
    """What a module belongs to."""

    called: str  # as it goes on after "This needs"
    extra: str  # as it is installed: pip install 'dicecup[EXTRA]'


_WEB: Final = Part("the web part", "web")
PARTS: Final[dict[str, Part]] = {
    **dict.fromkeys(("fastapi", "pydantic", "segno", "starlette", "uvicorn"), _WEB),
    "numba": Part("Numba", "fast"),
    "gymnasium": Part("Gymnasium", "research"),
    "pettingzoo": Part("PettingZoo", "research"),
    "pyspiel": Part("OpenSpiel", "research"),
    "asyncpg": Part("the PostgreSQL part", "postgres"),
    "redis": Part("the Redis part", "redis"),
    "mcp": Part("the MCP part", "mcp"),
    "ray": Part("Ray", "cluster"),
}
"""Every module that may be missing, by its name at the top; tests/test_core.py holds it to pyproject.toml."""


def has(module: str) -> bool:
    """Whether it is there."""
    return sys.modules.get(module) is not None or find_spec(module) is not None


def need(*modules: str) -> None:
    """MissingPart, which names what to install, unless all of these are there."""
    for module in modules:
        if not has(module):
            raise missing(module)


def load(module: str) -> Any:
    """A module, imported; MissingPart, which names what to install, if it is not there."""
    need(name := module.partition(".")[0])
    found = import_module(module)
    if name == "numba":
        _let_compilations_be_interrupted()
    return found


def missing(module: str) -> MissingPart:
    """What to say where this is missing."""
    part = PARTS[module]
    install = f"pip install 'dicecup[{part.extra}]'"
    if getattr(sys, "frozen", False):
        return MissingPart(
            f"The one-file program has not got {part.called}. Install Dicecup as a package: {install}"
        )
    return MissingPart(f"This needs {part.called}: {install}")


class _Interrupts:
    """Ctrl-C while Numba compiles waits until LLVM has returned.

    It mostly comes while LLVM works, and then Python notices in what LLVM calls back, where an exception is
    printed and lost. The compilation goes on without what it was called for, and fails later for no reason.
    """

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
def _let_compilations_be_interrupted() -> None:
    with suppress(ImportError, AttributeError):  # events are no promise of Numba's
        event, interrupts = import_module("numba.core.event"), _Interrupts()
        told = {
            "on_start": lambda _, what: interrupts.on_start(what),
            "on_end": lambda _, what: interrupts.on_end(what),
        }
        event.register("numba:compiler_lock", type("Listener", (event.Listener,), told)())
