"""Connections of people who mean no good: silent ones, endless ones, too many of them, and what is no request."""

import base64
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from dicecup.server import guard
from dicecup.server.settings import Settings
from tests.server.browser import FAST, PATIENCE, Browser, Program, served


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that waits for nobody."""
    facts: Any = {**FAST, "patience": 0.5, "connections_of_address": 30, "sockets_of_address": 4}
    with served(Settings(folder=tmp_path_factory.mktemp("hasty"), **facts)) as address:
        yield address


def dial(address: str) -> socket.socket:
    host, port = address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), PATIENCE)


def rest(line: socket.socket) -> bytes:
    """All that still comes, until the other end closes."""
    got = b""
    with suppress(ConnectionResetError):
        while data := line.recv(65_536):
            got += data
    return got


def closed(line: socket.socket, drip: bytes = b"") -> bool:
    """Whether somebody who says no more than a byte now and then is let go."""
    until = time.monotonic() + PATIENCE
    line.settimeout(0.2)
    while time.monotonic() < until:
        try:
            if drip:
                line.sendall(drip)
            if not line.recv(65_536):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def closed_unread(line: socket.socket) -> bool:
    """Whether somebody who reads nothing is let go."""
    until = time.monotonic() + PATIENCE
    line.settimeout(0.2)
    while time.monotonic() < until:
        try:
            line.sendall(b"\r\n")  # nobody is there any more to hear it, in the end
        except TimeoutError:
            continue
        except OSError:
            return True
        time.sleep(0.1)
    return False


class TestTime:
    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("begin", "drip"),
        [
            (b"", b""),
            (b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n", b""),
            (b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n", b"x"),
            (b"GET /icon.svg HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\nGET / HTTP", b"x"),
            (b"POST /api/v1/matches HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9000\r\n\r\n", b"x"),
            (
                b"POST /api/v1/matches HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n",
                b"1\r\nx\r\n",
            ),
            (b"GET /icon.svg HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9000\r\n\r\n", b"x"),
        ],
        ids=["silent", "half a head", "head by bytes", "second head", "body by bytes", "chunks", "unread body"],
    )
    def test_whoever_does_not_come_to_the_point_is_let_go(self, hasty: str, begin: bytes, drip: bytes) -> None:
        with dial(hasty) as line:
            line.sendall(begin)
            assert closed(line, drip)

    def test_half_a_body_is_told_why(self, hasty: str) -> None:
        with dial(hasty) as line:
            line.sendall(b"POST /api/v1/matches HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9000\r\n\r\n{")
            answer = rest(line)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"did not come in time" in answer

    def test_whoever_asks_and_does_not_read_is_let_go(self, hasty: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("dicecup.server.line._STANDSTILL", 1.0)
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            host, port = hasty.removeprefix("http://").split(":")
            line.connect((host, int(port)))
            for _ in range(600):  # far more than the system keeps for a reader
                line.sendall(b"GET /api/v1/games/king-of-tokyo/rules HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            assert closed_unread(line)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**20)
            line.settimeout(PATIENCE)
            whole = rest(line)
        assert 0 < whole.count(b"HTTP/1.1 200") < 600


class TestNumbers:
    def test_so_many_of_one_address_and_no_more(self, hasty: str) -> None:
        lines = [dial(hasty) for _ in range(30)]
        try:
            with dial(hasty) as line:
                answer = rest(line)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"Too many connections" in answer
            for name in guard.HEADERS:
                assert name.encode() in answer
        finally:
            for line in lines:
                line.close()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with dial(hasty) as line:
                line.sendall(b"GET /icon.svg HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
                if rest(line).startswith(b"HTTP/1.1 200 "):
                    return
        raise AssertionError("nobody is let in again")

    @pytest.mark.thorough
    def test_silent_connections_do_not_keep_others_out(self, tmp_path: Path) -> None:
        """As many as one gets, from one address; somebody at another one comes in all the same."""
        with Program(tmp_path, host="0.0.0.0", patience=2.0) as program:
            port = int(program.address.rpartition(":")[2])
            lines = []
            for _ in range(1_010):
                line = socket.create_connection(("127.0.0.1", port), PATIENCE)
                lines.append(line)
            other = socket.create_connection(("127.0.0.1", port), PATIENCE, ("127.0.0.2", 0))
            with other:
                other.sendall(b"GET /api/v1/hello HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
                assert rest(other).startswith(b"HTTP/1.1 200 ")
            for line in lines:  # and all of them are let go
                line.settimeout(PATIENCE)
                rest(line)
                line.close()
            assert "Traceback" not in program.stop()

    @pytest.mark.thorough
    def test_bodies_that_never_end_are_not_kept(self, tmp_path: Path) -> None:
        with (
            Program(tmp_path, patience=2.0, connections_of_address=200) as program,
            Browser(program.address) as ann,
        ):
            before = memory(program)
            head = (
                f"POST /api/v1/import HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: {ann.cookie}\r\n"
                "content-type: application/json\r\ncontent-length: 5000000\r\n\r\n"
            ).encode()
            lines, most = [], 0.0
            for _ in range(60):
                line = dial(program.address)
                line.settimeout(0.5)
                lines.append(line)
                with suppress(OSError):
                    line.sendall(head + b"x" * 4_900_000)
                most = max(most, memory(program) - before)
            assert most < 60, f"{most:.0f} MiB"
            assert ann.get("/hello"), "somebody else is served"
            for line in lines:
                line.close()

    def test_sockets_of_one_address(self, hasty: str) -> None:
        with Browser(hasty) as ann, Browser(hasty) as ben:
            match = ann.new("yahtzee", "Ann")
            pages = [ann.sit(match) for _ in range(4)]
            line = ben.dial(match)
            assert json.loads(line.recv(PATIENCE))["reason"].startswith("Too many pages")
            for page in pages:
                page.close()


def memory(program: Program) -> float:
    """MiB that the server holds."""
    return int(Path(f"/proc/{program.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


class TestWhatIsNoRequest:
    @pytest.mark.parametrize(
        "sent",
        [
            b"hello\r\n\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
            b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n" + b"x: y\r\n" * 20_000 + b"\r\n",
            b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
            b"POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello",
            b"POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: -1\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00",
            b"POST /api/v1/matches HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 4\r\n"
            b"transfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /api/v1/hello HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
        ],
        ids=range(9),
    )
    def test_is_refused_in_words_with_our_headers_and_closed(self, hasty: str, sent: bytes) -> None:
        with dial(hasty) as line:
            line.sendall(sent)
            answer = rest(line)
        assert answer.startswith(b"HTTP/1.1 400 ")
        head, _, body = answer.partition(b"\r\n\r\n")
        assert json.loads(body)["reason"], "and nothing that was hidden behind it is answered"
        for name in guard.HEADERS:
            assert name.encode() in head.lower()

    @pytest.mark.parametrize("method", ["TRACE", "OPTIONS", "CONNECT", "PUT", "PATCH", "PROPFIND", "X" * 100])
    def test_methods_that_are_none_of_ours(self, hasty: str, method: str) -> None:
        for path in ("/", "/api/v1/matches", "*", "http://evil.example/"):
            with dial(hasty) as line:
                line.sendall(f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-secret: 1\r\n\r\n".encode())
                head = line.recv(65_536)
            assert head.split()[1] in (b"400", b"404", b"405")
            assert b"x-secret" not in head
            assert b"access-control" not in head.lower()

    @pytest.mark.parametrize(
        "path",
        [
            "/" + "a" * 300,
            "/" + "a/" * 3000,
            "/%00",
            "/..%2f..%2fpyproject.toml",
            "/%ed%a0%80",
            "//evil.example",
            "/%ff",
        ],
        ids=range(7),
    )
    def test_addresses_that_are_no_files(self, hasty: str, path: str) -> None:
        with dial(hasty) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n".encode())
            answer = rest(line)
        assert answer.split()[1] in (b"200", b"404", b"503"), "the page itself, or nothing"
        assert b"[build-system]" not in answer
        for name in guard.HEADERS:
            assert name.encode() in answer

    def test_what_is_too_large_can_read_why(self, hasty: str) -> None:
        """The answer comes before all is sent; a connection that is broken off would take it away."""
        with Browser(hasty) as ann:
            body = b'{"text": "' + b"x" * (guard.LARGE_BODY + 3_000_000) + b'"}'
            for _ in range(3):
                reply = ann.http.post("/import", content=body, headers={"content-type": "application/json"})
                assert reply.status_code == 413
                assert "5 MiB at most" in reply.json()["reason"]
                pieces = (body[at : at + 65_536] for at in range(0, len(body), 65_536))
                reply = ann.http.post("/import", content=pieces, headers={"content-type": "application/json"})
                assert reply.status_code == 413

    def test_strangers_bring_nothing_large(self, hasty: str) -> None:
        body = b'{"text": "' + b"x" * guard.SMALL_BODY + b'"}'
        reply = httpx.post(f"{hasty}/api/v1/import", content=body, trust_env=False)
        assert (reply.status_code, reply.json()["reason"]) == (401, "Say hello first: GET /api/v1/hello.")

    def test_words_with_halves_of_letters(self, hasty: str) -> None:
        with Browser(hasty) as ann:
            for body in (
                b'{"game": "yahtzee", "seats": [{"name": "\\ud800"}]}',
                b'{"game": "yahtzee", "seats": [{"name": "Ann"}], "options": {"\\ud800": 1}}',
                b'{"game": "\\udfff", "seats": [{"name": "Ann"}]}',
                b'{"\\ud800": 1}',
                b"[" * 60_000,
                b'{"game": "yahtzee", "seats": [{"name": "Ann"}], "seed": ' + b"9" * 6000 + b"}",
                b'{"game": "yahtzee", "seats": [{"name": "Ann"}], "seed": NaN}',
                b"\xff\xfe",
            ):
                reply = ann.http.post("/matches", content=body, headers={"content-type": "application/json"})
                assert reply.status_code in (400, 422), body[:80]
                assert reply.json()["reason"]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with Program(tmp_path_factory.mktemp("sockets")) as program:
        yield program
        said = program.stop()
        assert "Traceback" not in said, said
        assert "Exception" not in said, said


def frame(opcode: int, data: bytes = b"", *, fin: bool = True) -> bytes:
    """A short frame of a client, with a mask of zeros."""
    assert len(data) < 126
    return bytes([fin << 7 | opcode, 0x80 | len(data)]) + b"\0\0\0\0" + data


class TestSockets:
    @staticmethod
    def open(program: Program, more: str = "") -> socket.socket:
        with Browser(program.address) as ann:
            match = ann.new("yahtzee", "Ann")
            line = dial(program.address)
            key = base64.b64encode(os.urandom(16)).decode()
            line.sendall(
                f"GET /api/v1/matches/{match}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\n"
                f"connection: upgrade\r\nsec-websocket-key: {key}\r\nsec-websocket-version: 13\r\n"
                f"cookie: {ann.cookie}\r\n{more}\r\n".encode()
            )
            return line

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("sent", "code"),
        [
            (frame(1, fin=False) + frame(0, fin=False) * 50_000, 1009),
            (frame(9, b"x") * 50_000, 1008),
            (frame(10, b"x") * 50_000, 1008),
            (frame(1, b"\xff\xfe"), 1007),
            (frame(1, b"\xed\xa0\x80"), 1007),
            (frame(1, b"a", fin=False) + frame(0, b"\xff"), 1007),
            (frame(3), 1002),
            (frame(0, b"x"), 1002),
            (b"\xc1\x80\0\0\0\0", 1002),
            (b"\x81\x01x", 1002),
            (b"\x81\xff" + b"\x7f" + b"\xff" * 7 + b"\0\0\0\0", 1009),
            (frame(8, b"\x03"), 1002),
        ],
        ids=[
            *("empty pieces", "pings", "pongs", "no text", "half a letter", "no text in pieces", "unknown"),
            *("a piece of nothing", "compressed", "no mask", "endless", "half a close"),
        ],
    )
    def test_frames_that_no_page_sends_end_it(self, program: Program, sent: bytes, code: int) -> None:
        with self.open(program) as line:
            assert line.recv(4096).startswith(b"HTTP/1.1 101 ")
            with suppress(OSError):  # it may be ended while more comes
                line.sendall(sent)
            told = rest(line)
        assert code.to_bytes(2, "big") in told or code in (1008, 1009)

    def test_whoever_pings_and_does_not_read(self, program: Program) -> None:
        before = memory(program)
        with self.open(program) as line:
            line.settimeout(1)
            with suppress(OSError):
                for _ in range(2_000):
                    line.sendall(frame(9, b"x" * 120) * 100)
            assert memory(program) - before < 20

    def test_a_handshake_with_far_too_many_headers(self, program: Program) -> None:
        with self.open(program, "x: y\r\n" * 1_000) as line:
            assert b" 101 " not in rest(line)
        with self.open(program, f"x: {'y' * 12_000}\r\n") as line:
            assert b" 101 " not in rest(line)
        with self.open(program, "content-length: 5\r\n") as line:
            line.settimeout(10)
            line.recv(4096)

    @pytest.mark.thorough
    def test_whoever_is_sent_away_and_does_not_take_notice(self, program: Program) -> None:
        with Browser(program.address) as ann:
            lines = []
            for _ in range(20):
                line = dial(program.address)
                key = base64.b64encode(os.urandom(16)).decode()
                line.sendall(
                    f"GET /api/v1/matches/none/socket HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\n"
                    f"connection: upgrade\r\nsec-websocket-key: {key}\r\nsec-websocket-version: 13\r\n"
                    f"cookie: {ann.cookie}\r\n\r\n".encode()
                )
                lines.append(line)
            for line in lines:
                assert b" 101 " in rest(line), "told, and then cut off"
                line.close()
