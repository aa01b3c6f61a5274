"""What may be at the address of a process: nobody, somebody who is silent, somebody who listens in."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, Self

from tests.server.browser import PATIENCE


def closed_port() -> str:
    """An address at which nobody is."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return f"127.0.0.1:{listening.getsockname()[1]}"


class Stranger:
    """Takes connections, and says one thing to whoever has said something."""

    def __init__(self, answer: bytes = b"") -> None:
        self._answer: Final = answer
        self._listening: Final = socket.create_server(("127.0.0.1", 0))
        self._asked: Final = threading.Event()
        self._lines: Final[list[socket.socket]] = []
        self.address: Final = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self._thread: Final = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listening.accept()
                self._lines.append(line)
                line.recv(65_536)
                self._asked.set()
                if self._answer:
                    line.sendall(self._answer)
                    line.close()

    def heard(self) -> None:
        """Wait until somebody has said something."""
        assert self._asked.wait(PATIENCE)

    def end(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for line in self._lines:
            line.close()
        self._thread.join()


@contextmanager
def silence() -> Iterator[Stranger]:
    """Somebody who never answers."""
    stranger = Stranger()
    try:
        yield stranger
    finally:
        stranger.end()


@contextmanager
def half_an_answer() -> Iterator[Stranger]:
    """Somebody who dies while answering."""
    stranger = Stranger(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{")
    try:
        yield stranger
    finally:
        stranger.end()


class Recorder:
    """Sits between two processes and listens in."""

    def __init__(self, to: str) -> None:
        self._to: Final = to
        self.said = b""  # by whoever came
        self._listening: Final = socket.create_server(("127.0.0.1", 0))
        self.address: Final = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self._threads: Final[list[threading.Thread]] = []
        self._lines: Final[list[socket.socket]] = []

    def _connect(self) -> socket.socket:
        host, port = self._to.split(":")
        return socket.create_connection((host, int(port)), PATIENCE)

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listening.accept()
                on = self._connect()
                self._lines.extend((line, on))
                self._begin(lambda line=line, on=on: self._carry(line, on, keep=True))
                self._begin(lambda line=line, on=on: self._carry(on, line, keep=False))

    def _carry(self, come: socket.socket, on: socket.socket, *, keep: bool) -> None:
        with suppress(OSError):
            while data := come.recv(65_536):
                if keep:
                    self.said += data
                on.sendall(data)
            on.shutdown(socket.SHUT_WR)

    def _begin(self, work: object) -> None:
        thread = threading.Thread(target=work)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def say_again(self) -> bytes:
        """Say all of it once more; what is answered."""
        with self._connect() as line:
            line.sendall(self.said)
            answer = b""
            while data := line.recv(65_536):
                answer += data
            return answer

    def __enter__(self) -> Self:
        self._begin(self._serve)
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()
        for thread in self._threads:
            thread.join()
