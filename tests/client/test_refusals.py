"""What goes wrong between a client and a server is said in words, and nothing has changed."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from dicecup import client
from tests.client.tables import anything, links, open_table, wait


def test_nobody_at_that_address(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens there
        where = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(
            client.Unreachable, match=r"Nobody answers at http://127.0.0.1:\d+ \(Connection refused\)"
        ):
            client.join("BCDFG", server=where, folder=tmp_path)


class _Other(BaseHTTPRequestHandler):
    said = b"<html>a page of somebody else's</html>"

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.said)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def other_server(said: bytes) -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), type("Other", (_Other,), {"said": said}))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (b"<html>", "There is no Dicecup at"),
        (b'["hello"]', "There is no Dicecup at"),
        (b'{"protocol": 99, "games": []}', "another version of Dicecup"),
    ],
)
def test_somebody_else_at_that_address(said: bytes, words: str, tmp_path: Path) -> None:
    with other_server(said) as where, pytest.raises(client.ClientError, match=words):
        client.join("BCDFG", server=where, folder=tmp_path)


def test_a_wrong_code_and_a_dead_link_get_the_same_answer(address: str, tmp_path: Path) -> None:
    reasons = []
    for wrong in ("BCDFG", "a-word-that-no-link-ever-had"):
        with pytest.raises(client.Refused) as refusal:
            client.join(wrong, server=address, folder=tmp_path)
        assert refusal.value.status == 404
        reasons.append(str(refusal.value))
    assert reasons[0] == reasons[1]


def test_whoever_is_turned_away_is_told_so(address: str, tmp_path: Path) -> None:
    with open_table(address, tmp_path / "ann") as ann:
        with client.join(links(ann)["table"]["url"], name="Ben", folder=tmp_path / "ben") as ben:
            wait(ben, lambda: ben.me is not None)
            wait(ann, lambda: ann.party is not None and len(ann.party["people"]) == 2)
            assert ben.party is not None
            ann.command("turn_away", person=ben.party["you"])
            with pytest.raises(client.Gone, match="turned you away"):
                wait(ben, lambda: False)
            with pytest.raises(client.Gone, match="turned you away"):
                ben.ready()  # and nobody waits for an answer that cannot come
        with pytest.raises(client.Refused):
            client.join(links(ann)["table"]["url"], name="Ben", folder=tmp_path / "ben")


def test_what_only_the_host_may_do(address: str, tmp_path: Path) -> None:
    with (
        open_table(address, tmp_path / "ann") as ann,
        client.join(links(ann)["table"]["url"], name="Ben", folder=tmp_path / "ben") as ben,
    ):
        wait(ben, lambda: ben.party is not None)
        with pytest.raises(client.Refused, match="Only the host"):
            ben.command("start")


def test_what_the_server_does_not_understand_is_not_waited_for(address: str, tmp_path: Path) -> None:
    with open_table(address, tmp_path) as ann:
        for kind, facts in (
            ("set_rules", {"clock": "banana"}),
            ("say", {"text": ""}),
            ("dance", {}),
        ):
            with pytest.raises(client.Refused):
                ann.command(kind, **facts)
        ann.ready()


def test_before_a_game_there_is_nothing_to_answer(address: str, tmp_path: Path) -> None:
    with open_table(address, tmp_path) as ann, pytest.raises(client.ClientError, match="No game is being played"):
        ann.answer(["roll"])


def test_a_bot_that_cannot_play_hears_why(address: str, tmp_path: Path) -> None:
    with open_table(address, tmp_path, computers=["easy"]) as ann:
        ann.ready()
        ann.command("start")
        with pytest.raises(client.Refused, match="is not possible here"):
            client.play_at(ann, lambda _state: ["dance"])
        assert client.play_at(ann, anything()), "nothing is broken by it"
