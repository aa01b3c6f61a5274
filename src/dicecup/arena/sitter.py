"""Whoever sits at a table of the arena: decides within a time, or fails and says how."""

import signal
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from dicecup.players import Advice, Advisor, Fork, Player
from dicecup.table import Ask, Outcome, View
from dicecup.table.errors import said


class TimeUp(BaseException):
    """A player has thought for too long. (Not an Exception, for players may catch those.)"""


class Fault(Exception):  # noqa: N818 - it is the player's, not ours
    """A player has failed; the words say how."""


class Thought(NamedTuple):
    """What a player chose, and how long a processor was busy with that."""

    choice: object
    busy: float | None  # None: nobody can tell


class Sitter(Protocol):
    """A player at the table, wherever it thinks."""

    hears: bool  # whether it wants to know what happens

    def choose(self, view: View, ask: Ask, fork: Fork) -> Thought:
        """What it decides; Fault if it fails, TimeUp if it is late."""
        ...

    def hear(self, events: Sequence[Mapping[str, Any]]) -> None:
        """What has happened since the last time, as its seat may know it."""
        ...

    def over(self, outcome: Outcome | None) -> None:
        """The game has ended; None: it was broken off. This never fails."""
        ...

    def values(self, view: View, ask: Ask, fork: Fork) -> Sequence[Advice]:
        """What it thinks of its options, if it can say; nothing if not."""
        ...


class Here:
    """One of our own players: it thinks in this process, and needs to know nothing but what it is asked."""

    hears = False

    def __init__(self, player: Player, seconds: float) -> None:
        self._player = player
        self._seconds = seconds

    def choose(self, view: View, ask: Ask, fork: Fork) -> Thought:
        """What it decides."""
        began, busy = time.perf_counter(), time.thread_time()
        try:
            with limit(self._seconds):
                choice: Any = self._player.decide(view, ask, fork)
        except (TimeUp, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise Fault(f"It failed: {said(error)}") from error
        if time.perf_counter() - began > self._seconds:
            raise TimeUp
        return Thought(choice, time.thread_time() - busy)

    def hear(self, events: Sequence[Mapping[str, Any]]) -> None:
        """It sees what has come of it."""

    def over(self, outcome: Outcome | None) -> None:
        """There is a new one for the next game."""

    def values(self, view: View, ask: Ask, fork: Fork) -> Sequence[Advice]:
        """What it would advise."""
        return self._player.advise(view, ask, fork) if isinstance(self._player, Advisor) else ()


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """TimeUp after so many seconds, where the system can ring a bell; elsewhere nothing happens."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # again and again, in case it is swallowed
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
