"""Players that are not trusted sit apart: each in a process of its own, which is ended when it is late.

So none of them can reach the match or its dice, the other players or the clock; and whatever one of them does to
its process (monkeypatching, exiting, printing, eating memory) it does to itself.
"""

import json
import multiprocessing
import os
import pickle
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from dicecup.arena.alone import attend
from dicecup.arena.sitter import Fault, Thought, TimeUp, limit
from dicecup.players import Advice, Fork, Place
from dicecup.table import Ask, Outcome, View
from dicecup.work.ties import no_interrupt

STARTING: Final = 60.0  # seconds to be imported, and to be made for a game
_LONGEST: Final = 64 * 1024  # bytes of an answer
_GRACE: Final = 0.2  # seconds
_ENDING: Final = 1.0  # seconds to hear how a game ended, and to put things away in the end
_CONFUSED: Final = "Its answer could not be understood."
_DIED: Final = "The process died while it was deciding."


class Apart:
    """One player in a process of its own, game after game."""

    def __init__(self, name: str) -> None:
        self._name: Final = name
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None
        self.seconds = STARTING  # for each decision
        self.hears = False
        self._news: list[Mapping[str, Any]] = []

    def prepare(self) -> None:
        """Be made once, before the first game; Fault, with the reason, if that fails."""
        self._made({"what": "prepare"})

    def begin(self, place: Place) -> None:
        """Be made for a game; Fault, with the reason, if that fails."""
        self._news.clear()
        self.hears = self._made({"what": "begin", "place": place}).get("hears") is True

    def _made(self, question: dict[str, Any]) -> dict[str, Any]:
        try:
            self._start()
            reply = self._ask(time.monotonic() + STARTING, question)
        except TimeUp:
            raise Fault(f"{self._name} was not ready within {STARTING:g} seconds.") from None
        except EOFError:
            raise Fault(f"{self._name} ended its process while it was being made.") from None
        if "fault" in reply:
            raise Fault(str(reply["fault"]))
        return reply

    def hear(self, events: Sequence[Mapping[str, Any]]) -> None:
        """It is told with the next question."""
        self._news += events

    def over(self, outcome: Outcome | None) -> None:
        """It is told, if it is there."""
        news, self._news = self._news, []
        if self.hears and self._process is not None and self._process.is_alive():
            with suppress(TimeUp, EOFError, Fault):
                until = time.monotonic() + _ENDING
                self._ask(until, {"what": "over", "outcome": outcome, "events": news})

    def values(self, view: View, ask: Ask, fork: Fork) -> Sequence[Advice]:
        """Only ours are asked."""
        return ()

    def choose(self, view: View, ask: Ask, fork: Fork) -> Thought:
        """What it decides; Fault if it fails, TimeUp if it is late."""
        until = time.monotonic() + self.seconds
        news, self._news = self._news, []
        try:
            reply = self._ask(until, {"what": "decide", "view": view, "ask": ask, "events": news}, fork)
        except EOFError:
            raise Fault(_DIED) from None
        if "choice" in reply:
            busy = reply.get("busy")
            return Thought(reply["choice"], busy if isinstance(busy, float) and 0 <= busy < 1e6 else 0.0)
        if "odd" in reply:
            raise Fault(f"It answered {reply['odd']}, which is not a choice. Take one of the options.")
        raise Fault(str(reply.get("fault", _CONFUSED)))

    def _ask(self, until: float, question: dict[str, Any], fork: Fork | None = None) -> dict[str, Any]:
        """Say something and hear the answer. TimeUp, EOFError: it was late, or is gone; its process has ended."""
        line = self._line
        assert line is not None
        try:
            # The bell rings for one that does not even listen, so that nothing can be sent.
            with limit(max(0.0, until - time.monotonic()) + _GRACE):
                self._send(line, question)
                while True:
                    if not line.poll(max(0.0, until - time.monotonic())):
                        raise TimeUp
                    reply = _read(line)
                    if "fork" not in reply or fork is None:
                        return reply
                    self._send(line, fork(0))
                    fork = None  # once is enough for a decision
        except OSError as error:
            self._kill()
            raise EOFError from error
        except BaseException:
            self._kill()
            raise

    def _send(self, line: Connection, what: object) -> None:
        line.send_bytes(pickle.dumps(what, pickle.HIGHEST_PROTOCOL))

    def _start(self) -> None:
        if self._process is not None and self._process.is_alive():
            return
        self._kill()
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=attend, args=(theirs, self._name), daemon=True)
        with no_interrupt():
            self._process.start()
        theirs.close()

    def end(self) -> None:
        """Let it put away what it holds; then end the process, and all that it has started."""
        if self._process is not None and self._line is not None:
            with suppress(OSError, TimeUp), limit(_ENDING + _GRACE):
                self._send(self._line, None)
                self._process.join(_ENDING)
        self._kill()

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.pid is not None:
            if hasattr(os, "killpg"):
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.join()
            process.close()
        if self._line is not None:
            self._line.close()
            self._line = None


def _read(line: Connection) -> dict[str, Any]:
    try:
        reply = json.loads(line.recv_bytes(_LONGEST))
    except (ValueError, RecursionError):
        reply = None
    if not isinstance(reply, dict):
        raise Fault(_CONFUSED)
    return reply
