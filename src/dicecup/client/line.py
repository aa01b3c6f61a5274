"""A line to a server: a socket that comes back by itself, and on which no command is lost or done twice."""

import json
import random
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from dicecup.client.address import is_near
from dicecup.client.errors import ClientError
from dicecup.client.server import Server

Message = dict[str, Any]

_FIRST_WAIT: Final = 0.6  # seconds
_LEAST: Final = 0.25  # of a wait: when a server dies its guests come back one by one, not all in the same moment
_jitter: Final = random.Random()  # of our own: a bot that seeds `random` gets the same numbers every time
_LONGEST_WAIT: Final = 4.0  # so that one is back within five seconds of the server
_PATIENCE: Final = 9.0  # for a socket to open, and for the answer to a ping
_SILENCE: Final = 20.0  # then a ping
_FAREWELL: Final = 1.0
_UNKNOWN_GUEST: Final = 4401  # the code of a server that has forgotten this guest, or never knew it
_LARGEST: Final = 16 * 2**20


class Line:
    """One socket, with a thread that listens. `hear` gets every message, and two of its own:

    `{"type": "line", "open": False, "reason": ...}` when it breaks, with `True` when it is back. A `bye` that does
    not ask to come back ends it for good.
    """

    def __init__(
        self,
        server: Server,
        path: str,
        hello: Callable[[], Message],
        first: str,
        hear: Callable[["Line", Message], None],
    ) -> None:
        self._server: Final = server
        self._url: Final = f"{server.address}/api/v1{path}".replace("http", "ws", 1)
        self._hello: Final = hello  # what is said first, after every break
        self._first: Final = first  # the type of the message after which everything is known
        self._hear: Final = hear
        self._waiting: Final[dict[str, Message]] = {}  # commands that are not answered yet
        self._guard: Final = threading.Lock()
        self._ended: Final = threading.Event()
        self._socket: ClientConnection | None = None
        self.broken = False
        self._ready = self._renewed = False
        self._tries = 0
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def ended(self) -> bool:
        """Whether it is closed for good."""
        return self._ended.is_set()

    def send(self, frame: Message) -> None:
        """Say something. A command (it has an `id`) is said again after a break, until it is answered."""
        with self._guard:
            if "id" in frame:
                self._waiting[frame["id"]] = frame
            if self._ready:
                self._say(frame)

    def forget(self, id_: str) -> None:
        """Do not say a command again: the server does not understand it."""
        with self._guard:
            self._waiting.pop(id_, None)

    def close(self) -> None:
        """Close it for good."""
        self._ended.set()
        with self._guard:
            socket = self._socket
        if socket is not None:
            with suppress(WebSocketException, OSError):
                socket.close()

    def _say(self, frame: Message) -> None:
        # A line that breaks just now is opened again, and it is said then.
        if self._socket is not None:
            with suppress(ConnectionClosed, OSError):
                self._socket.send(json.dumps(frame))

    def _run(self) -> None:
        while not self.ended:
            why = ""  # in the server's words
            with suppress(WebSocketException, OSError, ValueError), self._connected() as socket:
                self._socket = socket
                why = self._listen(socket)
            with self._guard:
                self._socket, self._ready = None, False
            if self._ended.is_set():
                return
            if not self.broken:
                self.broken = True
                self._hear(self, {"type": "line", "open": False, "reason": why})
            wait = min(_LONGEST_WAIT, _FIRST_WAIT * 2**self._tries) * _jitter.uniform(_LEAST, 1.0)
            self._tries = min(self._tries + 1, 10)
            self._ended.wait(wait)

    def _connected(self) -> ClientConnection:
        return connect(
            self._url,
            additional_headers={"cookie": self._server.kept.cookie},
            proxy=None if is_near(self._server.address) else True,
            open_timeout=_PATIENCE,
            ping_interval=_SILENCE,
            ping_timeout=_PATIENCE,
            close_timeout=_FAREWELL,
            max_size=_LARGEST,
        )

    def _listen(self, socket: ClientConnection) -> str:
        """Hear whatever comes until it is closed; why it was, if the server says so."""
        bye: Message | None = None
        socket.send(json.dumps(self._hello()))
        with suppress(ConnectionClosed):
            while not self.ended:
                message = json.loads(socket.recv())
                if not (isinstance(message, dict) and isinstance(message.get("type"), str)):
                    raise ValueError("that is no message of Dicecup's")
                if message["type"] == "bye":
                    bye = message
                else:
                    self._take(message)
        if bye is None or bye.get("again"):
            return str(bye.get("reason", "")) if bye is not None else socket.close_reason or ""
        if socket.close_code == _UNKNOWN_GUEST and not self._renewed:
            self._renewed = True
            with suppress(ClientError):
                self._server.hello()
            return ""
        self._ended.set()
        self._hear(self, bye)
        return ""

    def _take(self, message: Message) -> None:
        if "id" in message:
            with self._guard:
                self._waiting.pop(message["id"], None)
        self._hear(self, message)
        if message["type"] == self._first and not self._ready:
            with self._guard:
                self._ready, self._tries = True, 0
                for frame in self._waiting.values():
                    self._say(frame)
            if self.broken:
                self.broken = False
                self._hear(self, {"type": "line", "open": True})
