"""Everybody of somebody else's who sits at the table of this process: kept from game to game, and sent home."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing.util import Finalize
from typing import Final

from dicecup.arena.apart import Apart
from dicecup.arena.outside import Outside
from dicecup.arena.sitter import Fault
from dicecup.players.outside import is_outside
from dicecup.table import SetupError

_sitting: Final[dict[tuple[str, int], Apart | Outside]] = {}
_homeward: Final[list[Finalize]] = []


def called(name: str, number: int = 0) -> Apart | Outside:
    """The player of this name that sits at this process's table; `number` tells several of them apart."""
    if multiprocessing.parent_process() is not None and not _homeward:
        _go_home_in_the_end()
    if (name, number) not in _sitting:
        _sitting[name, number] = Outside(name) if is_outside(name) else Apart(name)
    return _sitting[name, number]


def try_out(name: str) -> None:
    """SetupError, with the reason, if there is no such player or it cannot be made."""
    try:
        called(name).prepare()
    except Fault as fault:
        reason = str(fault)
        raise SetupError(reason if reason.startswith(name) else f"{name}: {reason}") from None


@cache
def here(name: str) -> None:
    """As `try_out`, once in this process."""
    try_out(name)


def tried_out(name: str) -> None:
    """As `try_out`, and afterwards nobody sits there."""
    with company():
        try_out(name)


@contextmanager
def company() -> Iterator[None]:
    """Afterwards nobody sits at this process's table any more."""
    try:
        yield
    finally:
        send_home()


def send_home() -> None:
    """Let everybody put away what they hold, and end."""
    while _sitting:
        _sitting.popitem()[1].end()


def _go_home_in_the_end() -> None:
    """In a process that plays for the arena: when it has no more to do, and when it is told to stop."""
    _homeward.append(Finalize(None, send_home, exitpriority=100))
    if threading.current_thread() is threading.main_thread():
        with suppress(OSError, ValueError):
            signal.signal(signal.SIGTERM, _stop)


def _stop(*_: object) -> None:
    try:
        send_home()
    finally:
        os._exit(1)
