"""Servers in processes of their own, that are killed, stopped and started again.

It takes a server a while to import everything; a process that has done so waits, and forks when one is wanted.
Time at their tables is short: a decision has seconds, not minutes.
"""

import json
import os
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tests.processes import PYTHON
from tests.server.browser import FAST, PATIENCE

_NURSERY: Final = """
import importlib, json, os, signal, sys
from ipaddress import ip_address
from pathlib import Path
from dicecup.server import addresses, standing, timing
from dicecup.server.catalogue import all_games
from dicecup.server.party.people import LIMITS
from dicecup.server.run import serve
from dicecup.server.settings import Settings
addresses.found = lambda: [ip_address("127.0.0.2")]
LIMITS["fast"] = (1.0, 3.0)
standing.AT_LEAST = timing.AT_LEAST = 1.0
all_games()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    facts = json.loads(line)
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open(facts.pop("said"), os.O_WRONLY | os.O_CREAT | os.O_APPEND), 1)
        os.dup2(1, 2)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # uvicorn passes it on at the end
        print("pid", os.getpid(), flush=True)
        try:
            module, _, name = facts.pop("does").partition(":")
            if name:
                getattr(importlib.import_module(module), name)(**facts)
            else:
                serve(Settings(**{**facts, "folder": Path(facts["folder"])}))
        except Exception as error:
            print("failed:", error, flush=True)
        finally:
            print("ended", flush=True)
            os._exit(0)
"""


class Nursery:
    """The process that all others are forked from."""

    def __init__(self) -> None:
        self._process: Final = subprocess.Popen([*PYTHON, "-c", _NURSERY], stdin=subprocess.PIPE, text=True)

    def fork(self, said: Path, does: str, **facts: Any) -> None:
        """Another process; what it says goes into a file."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({**facts, "said": str(said), "does": does}) + "\n")
        self._process.stdin.flush()

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


class Child:
    """A process that can be killed, stopped and started again."""

    def __init__(self, nursery: Nursery, said: Path, does: str, ready: str, **facts: Any) -> None:
        self._nursery: Final = nursery
        self._does: Final = does
        self._ready: Final = ready
        self.said: Final = said
        self.facts: Final = facts
        self.pid: int | None = None

    def words(self) -> str:
        """All that it has ever said."""
        return self.said.read_text() if self.said.exists() else ""

    def start(self) -> None:
        """Start it, and wait until it is there."""
        before = len(self.words())
        self._nursery.fork(self.said, self._does, **self.facts)
        self.pid = int(self._until("pid ", before).split()[1])
        self._until(self._ready, before)

    def _until(self, word: str, before: int) -> str:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            new = self.words()[before:]
            assert "failed:" not in new, new
            if found := next(
                (line for line in new.splitlines(keepends=True) if word in line and "\n" in line), ""
            ):
                return found
            time.sleep(0.01)
        raise AssertionError(f"{self.said.name} never says {word!r}: {self.words()[before:]}")

    def send(self, what: signal.Signals) -> None:
        """SIGSTOP, say."""
        assert self.pid is not None
        os.kill(self.pid, what)

    def kill(self) -> None:
        """As the power goes: nothing is finished, nothing is closed."""
        if self.pid is not None:
            with suppress(ProcessLookupError):
                self.send(signal.SIGKILL)
            self._gone()

    def end(self) -> None:
        """In good order."""
        self.send(signal.SIGTERM)
        self._gone()

    def _gone(self) -> None:
        assert self.pid is not None
        until = time.monotonic() + PATIENCE
        with suppress(ProcessLookupError):
            while time.monotonic() < until:  # until it is gone, and its port free
                os.kill(self.pid, 0)
                time.sleep(0.005)
            raise AssertionError(f"{self.said.name} does not end: {self.words()}")
        self.pid = None


class Server(Child):
    """A server of Dicecup, always at the same ports."""

    def __init__(self, nursery: Nursery, folder: Path, number: int, **settings: Any) -> None:
        self.number: Final = number
        self.port: Final = free_port()
        self.inside: Final = free_port()  # for the other servers
        folder.mkdir(exist_ok=True)
        facts = {"folder": str(folder), "port": self.port, "inside": f"127.0.0.1:{self.inside}", **settings}
        super().__init__(nursery, folder / f"server-{number}.txt", "", "Dicecup is at ", **FAST, **facts)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


class Thinker(Child):
    """A program that thinks for the computer players of all servers."""

    def __init__(self, nursery: Nursery, folder: Path, number: int, **settings: Any) -> None:
        facts = {"processes": 1, **settings}
        does = "dicecup.cli_server:think"
        super().__init__(nursery, folder / f"thinker-{number}.txt", does, "Dicecup thinks for all", **facts)


def free_port() -> int:
    """One that nobody uses just now."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])
