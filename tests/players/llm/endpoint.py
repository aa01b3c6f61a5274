"""An endpoint for chat completions on loopback, for tests: it answers as it is told to, well or badly."""

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from dicecup.players.outside import Bot, OutsidePlayer, read

KEY = "sk-this/is+a-secret-0815"


class Talk(BaseHTTPRequestHandler):
    """One request; `body` is what was sent."""

    server: "Server"
    body: dict[str, Any]

    def do_GET(self) -> None:
        self.server.endpoint.looked.append(self.path)
        self.server.endpoint.heard.append(dict(self.headers))
        with suppress(OSError):
            self.server.endpoint.looks(self)

    def do_POST(self) -> None:
        self.body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        endpoint = self.server.endpoint
        with endpoint.lock:
            endpoint.asked.append(self.body)
            endpoint.heard.append(dict(self.headers))
            endpoint.paths.append(self.path)
            number = len(endpoint.asked)
        with suppress(OSError):  # whoever does not wait hangs up
            endpoint.answers(self, number)

    def reply(self, what: object, status: int = 200, kind: str = "application/json", **headers: str) -> None:
        """Send something."""
        data = what if isinstance(what, bytes) else (what if isinstance(what, str) else json.dumps(what)).encode()
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def say(self, text: object, reason: str = "stop", usage: object = None) -> None:
        """A chat completion."""
        usage = {"prompt_tokens": 100, "completion_tokens": 5} if usage is None else usage
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": reason}
        self.reply({"object": "chat.completion", "choices": [choice], "usage": usage})

    def fail(self, status: int, words: str = "not now", **headers: str) -> None:
        """What an endpoint says if it does not answer."""
        self.reply({"error": {"message": words, "type": "error"}}, status, **headers)

    def hang_up(self) -> None:
        """Without a word: the line is reset."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    @property
    def options(self) -> int:
        """How many there are to choose from."""
        lines = self.body["messages"][1]["content"].split("You are asked: ")[-1].splitlines()
        return max(int(line.partition(".")[0]) for line in lines if line.partition(".")[0].isdigit())

    def log_message(self, *_: object) -> None:
        pass


Answers = Callable[[Talk, int], None]
"""Answers a request; the number counts them from 1."""


def last(talk: Talk, number: int = 0) -> None:
    """As one should: the last option, with a word of thought."""
    talk.say(f"I like 1 and 2, but more dice are better.\nANSWER: {talk.options}")


@dataclass
class Endpoint:
    """What was asked of it, and how it answers."""

    answers: Answers = last
    looks: Callable[[Talk], None] = lambda talk: talk.reply({"data": [{"id": "tiny"}]})
    asked: list[dict[str, Any]] = field(default_factory=list)
    looked: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    heard: list[dict[str, str]] = field(default_factory=list)  # headers
    lock: threading.Lock = field(default_factory=threading.Lock)
    port: int = 0

    def name(self, *more: str) -> str:
        """What to write for the model that is here."""
        return "&".join([f"llm:http://127.0.0.1:{self.port}/v1?model=tiny", *more])


class Server(ThreadingHTTPServer):
    """Listens on loopback alone."""

    daemon_threads = True
    endpoint: Endpoint

    def handle_error(self, *_: object) -> None:
        pass


@contextmanager
def listening(answers: Answers = last) -> Iterator[Endpoint]:
    """An endpoint that answers so."""
    with Server(("127.0.0.1", 0), Talk) as server:
        endpoint = server.endpoint = Endpoint(answers, port=server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield endpoint
        finally:
            server.shutdown()
            thread.join()


def player(endpoint: Endpoint, *more: str, seconds: float = 300.0) -> OutsidePlayer:
    return OutsidePlayer(Bot(read(endpoint.name(*more)).start), seconds=seconds)


def transcript(folder: Path) -> list[dict[str, Any]]:
    """The lines of the one game that is there."""
    (path,) = folder.iterdir()
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
