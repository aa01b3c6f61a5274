"""A server to talk to, and somebody who talks to it: over real sockets, as a page does."""

import atexit
import ipaddress
import json
import os
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final, Self, TextIO

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from dicecup.server import addresses, reader
from dicecup.server.run import Server, listen, make_server
from dicecup.server.settings import Settings
from tests.processes import PYTHON

FAST: Final = dict.fromkeys(("requests", "frames", "guests", "matches", "puzzles"), (1e6, 1e6))
PATIENCE: Final = 60.0  # seconds; the machine may be busy
LAN: Final = (
    "127.0.0.2"  # stands for an address of a home network: no server of a test is to be found in a real one
)
FOUND: Final = addresses.found  # as it really is
databases: list[Callable[[str], str]] = []
"""What gives each folder a database of its own, if games are not kept in files: `--store postgres`."""


def database_of(folder: object) -> str:
    """Where a server with this folder keeps its games; nothing: in the folder."""
    return databases[0](str(folder)) if databases else ""


@contextmanager
def served(settings: Settings) -> Iterator[str]:
    """A server in a thread of this process; its address."""
    with running(settings) as server:
        yield server.address.rstrip("/")


@contextmanager
def running(settings: Settings) -> Iterator[Server]:
    """A server in a thread of this process."""
    settings = replace(settings, database=settings.database or database_of(settings.folder))
    with listen(replace(settings, port=0)) as listening, pytest.MonkeyPatch.context() as patch:
        if addresses.found is FOUND:
            patch.setattr(addresses, "found", lambda: [ipaddress.ip_address(LAN)])
        patch.setattr(reader, "_SECONDS", PATIENCE)
        server = make_server(settings, listening)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            until = time.monotonic() + PATIENCE
            while not server.started and thread.is_alive() and time.monotonic() < until:
                time.sleep(0.01)
            yield server
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
        assert not thread.is_alive()


_NURSERY: Final = """
import json, os, signal, socket, sys
from pathlib import Path
from dicecup.server.run import serve
from dicecup.server.settings import Settings
from dicecup.server.catalogue import all_games
from dicecup.server import addresses
from ipaddress import ip_address
addresses.found = lambda: [ip_address("127.0.0.2")]
all_games()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
orders = socket.socket(fileno=int(sys.argv[1]))
while True:
    order, fds, _, _ = socket.recv_fds(orders, 1 << 20, 1)
    if not order:
        break
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        orders.close()
        os.dup2(fds[0], 1)
        os.dup2(fds[0], 2)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # uvicorn passes it on at the end
        print("pid", os.getpid(), flush=True)
        facts = json.loads(order)
        try:
            serve(Settings(**{**facts, "folder": Path(facts["folder"])}))
        except Exception as error:
            print("failed:", error, flush=True)
        finally:
            print("ended", flush=True)
            os._exit(0)
    os.close(fds[0])
"""


class Nursery:
    """A process that has imported everything, which takes a server a while, and forks when one is wanted.

    One for all tests of a worker; whoever has set something in the environment gets another, and a few are kept.
    """

    _KEPT: ClassVar[dict[frozenset[tuple[str, str]], Self]] = {}

    def __init__(self) -> None:
        self.users = 0
        self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [*PYTHON, "-c", _NURSERY, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        atexit.register(self.end)

    @classmethod
    def here(cls) -> Self:
        """The one for the environment as it is now."""
        known = frozenset((name, value) for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST")
        found = cls._KEPT.pop(known, None) or cls()
        for each, idle in [*cls._KEPT.items()][:-2]:
            if not idle.users:
                cls._KEPT.pop(each).end()
        cls._KEPT[known] = found
        found.users += 1
        return found

    def bear(self, facts: dict[str, Any]) -> TextIO:
        """A server with these settings; what it says."""
        hear, say = os.pipe()
        socket.send_fds(self._orders, [json.dumps(facts).encode()], [say])
        os.close(say)
        return os.fdopen(hear)

    def end(self) -> None:
        """It ends with whoever wants no more of it."""
        self._orders.close()
        self._process.wait()


class Program:
    """A server in a process of its own, that can be killed and started again on the same port."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.settings = {**FAST, "folder": str(folder), "port": 0, "database": database_of(folder), **settings}
        self._nursery = Nursery.here()
        self._voice: TextIO | None = None
        self.pid: int | None = None
        self.said: list[str] = []
        self.address = ""

    def _line(self) -> str:
        assert self._voice is not None
        line = self._voice.readline()
        assert line, "the server's process is gone"
        self.said.append(line)
        return line

    def _until(self, words: str) -> str:
        while words not in (line := self._line()):
            assert "failed" not in line, "".join(self.said)
        return line

    def start(self) -> Self:
        """Start it, and wait until it says where it is."""
        self._hush()
        self._voice = self._nursery.bear(self.settings)
        self.pid = int(self._until("pid ").split()[1])
        self.address = self._until("Dicecup is at ").partition("Dicecup is at ")[2].split()[0].rstrip("/")
        self.settings["port"] = int(self.address.rpartition(":")[2])
        return self

    def _hush(self) -> None:
        if self._voice is not None:
            self._voice.close()
            self._voice = None

    def kill(self) -> None:
        """As the power goes: nothing is finished, nothing is closed."""
        assert self.pid is not None
        os.kill(self.pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            while True:  # until it is gone, and its port free
                os.kill(self.pid, 0)
                time.sleep(0.005)
        self.pid = None

    def stop(self) -> str:
        """End it in order; what it said."""
        assert self.pid is not None
        os.kill(self.pid, signal.SIGTERM)
        return self.ended()

    def ended(self) -> str:
        """Wait until it has ended by itself; what it said."""
        self._until("ended")
        self.pid = None
        return "".join(self.said)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.pid is not None:
            self.kill()
        self._hush()
        self._nursery.users -= 1


@cache
def _trusted() -> ssl.SSLContext:
    """Whom a client over https believes: read once, for that takes longer than to ask a server for something."""
    return httpx.create_ssl_context()


class Browser:
    """A guest, over HTTP."""

    def __init__(self, address: str, **headers: str) -> None:
        self.address = address
        facts: Any = {"timeout": PATIENCE, "trust_env": False, "verify": _trusted()}
        self.http = httpx.Client(base_url=f"{address}/api/v1", headers=headers, **facts)
        self.welcome = self.get("/hello")

    def get(self, path: str) -> Any:
        return self._checked(self.http.get(path))

    def post(self, path: str, body: Any = None) -> Any:
        return self._checked(self.http.post(path, json=body))

    def _checked(self, reply: httpx.Response) -> Any:
        assert reply.is_success, f"{reply.status_code}: {reply.text}"
        return reply.json() if reply.content else None

    def matches(self) -> list[dict[str, Any]]:
        """The matches of this browser; not those of others on this computer."""
        return [each for each in self.get("/matches") if not each["elsewhere"]]

    def refusal(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, str]:
        """The status and the reason of something that is refused."""
        reply = self.http.request(method, path, json=body, **more)
        assert not reply.is_success
        return reply.status_code, reply.json()["reason"]

    def new(self, game: str, *seats: str, seed: int | None = None, **options: Any) -> str:
        """A new match; a seat is a name, or `=` for a computer player: the weakest, which is the fastest."""
        level = next(each["levels"][0] for each in self.welcome["games"] if each["name"] == game)
        wishes = [{"player": "computer", "level": level} if seat == "=" else {"name": seat} for seat in seats]
        body = {"game": game, "seats": wishes, "options": options, "seed": seed}
        return str(self.post("/matches", body)["match"])

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def dial(self, match: str, max_queue: int | None = None, **headers: str) -> ClientConnection:
        """A socket, nothing said yet."""
        url = f"{self.address}/api/v1/matches/{match}/socket".replace("http", "ws", 1)
        facts: Any = {"open_timeout": PATIENCE, "max_size": None, "max_queue": max_queue, "proxy": None}
        socket: ClientConnection = connect(url, additional_headers={"cookie": self.cookie, **headers}, **facts)
        return socket.__enter__()

    def sit(self, match: str, last_seq: int | None = None, known: int = 0) -> "Page":
        """A page that looks at a match and has said hello; it knows so many events already."""
        page = Page(self.dial(match), known)
        page.say(type="hello", last_seq=last_seq)
        page.until("state")
        return page

    def close(self) -> None:
        self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Page:
    """What a page knows of a match, from the messages alone."""

    def __init__(self, socket: ClientConnection, known: int = 0) -> None:
        self.socket = socket
        self._known = known
        self.state: dict[str, Any] = {}
        self.events: dict[int, dict[str, Any]] = {}
        self.heard: list[dict[str, Any]] = []
        self._ids = 0

    def say(self, **frame: Any) -> None:
        self.socket.send(json.dumps(frame))

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message, taken in."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        if message["type"] == "state":
            assert message["seq"] >= self.state.get("seq", 0)
            self.state = message
        if message["type"] == "events":
            for event in message["events"]:
                assert event["n"] <= self._known + len(self.events) + 1, "there is a hole"
                self.events[event["n"]] = event
        return message

    def until(self, kind: str, **facts: Any) -> dict[str, Any]:
        """The next message of a kind, and with these facts."""
        while True:
            message = self.hear()
            if message["type"] == kind and facts.items() <= message.items():
                return message

    def until_mine(self) -> dict[str, Any] | None:
        """What this guest is asked, as soon as it is; None when the game is over."""
        while not self.state["outcome"]:
            ask: dict[str, Any] | None = self.state["ask"]
            if ask is not None and ask["mine"]:
                return ask
            self.hear()
        return None

    def new_id(self) -> str:
        self._ids += 1
        return f"{id(self)}-{self._ids}"

    def answer(self, *choice: str | int, seq: int | None = None, id_: str | None = None) -> dict[str, Any]:
        """Answer; the server's `done` or `refused`, and after `done` the state that follows."""
        id_ = id_ or self.new_id()
        self.say(type="answer", id=id_, seq=self.state["seq"] if seq is None else seq, choice=list(choice))
        return self.reply(id_)

    def command(self, type_: str, **facts: Any) -> dict[str, Any]:
        id_ = self.new_id()
        self.say(type=type_, id=id_, **facts)
        return self.reply(id_)

    def undo(self) -> dict[str, Any]:
        return self.command("undo", seq=self.state["seq"])

    def reply(self, id_: str) -> dict[str, Any]:
        while True:
            message = self.hear()
            if message.get("id") == id_:
                if message["type"] == "done":
                    while self.state["seq"] < message["seq"]:
                        self.hear()
                return message

    def close(self) -> None:
        with suppress(Exception):
            self.socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
