"""`dicecup serve --friends`, as somebody types it."""

import io
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest

from dicecup.server import qr, run
from tests.processes import PYTHON
from tests.server.browser import LAN, Browser
from tests.server.outside import OTHER_LAN, invited, listens, switch
from tests.server.test_trouble import full_disk, linux
from tests.terminal.program import invoke

_COMMAND = """
import ipaddress, pathlib
from dicecup.server import addresses, network
moved = pathlib.Path({moved!r})
found = lambda: moved.read_text().split() if moved.exists() else {found!r}
addresses.found = lambda: [ipaddress.ip_address(each) for each in found()]
network._EVERY = 0.2
from dicecup.cli import main
main()
"""


def _command(home: Path, *found: str) -> str:
    """On a computer with these addresses, and others once the file `moved` says so."""
    return _COMMAND.format(found=found, moved=str(home / "moved"))


class Program:
    """The command, on a computer with these addresses."""

    def __init__(self, home: Path, *found: str, **env: str) -> None:
        self._process = subprocess.Popen(
            [*PYTHON, "-c", _command(home, *found), "serve", "--port", "0", "--friends"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "DICECUP_HOME": str(home), "PYTHONUTF8": "1", **env},
        )
        self.pid = self._process.pid
        self.said = ""

    def until(self, words: str) -> str:
        """What it says, up to the end of the line with these words."""
        assert self._process.stdout is not None
        while words not in self.said:
            line = self._process.stdout.readline()
            assert line, self.said
            self.said += line.decode()
        return self.said

    def interrupt(self) -> int:
        """Ctrl-C; how it ends."""
        self._process.send_signal(signal.SIGINT)
        rest, _ = self._process.communicate(timeout=30)
        self.said += rest.decode()
        assert "Traceback" not in self.said
        return self._process.returncode

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()


@contextmanager
def started(home: Path, *found: str, **env: str) -> Iterator[Program]:
    program = Program(home, *found, **env)
    try:
        yield program
    finally:
        program.kill()


def home_address(said: str) -> str:
    found = re.search(r"Dicecup is at (\S+)/ ", said)
    assert found is not None
    return found[1]


@pytest.mark.thorough
def test_it_shows_where_friends_come(tmp_path: Path) -> None:
    with started(tmp_path, LAN, OTHER_LAN) as program:
        said = program.until("TCP port")
        address = home_address(said)
        port = urlsplit(address).port or 0
        link = f"http://{LAN}:{port}/"
        assert f"Friends come by {link}\n" in said
        assert "\n".join(qr.drawn(link, blocks=True, colours=False)) in said
        assert f"If that does not lead here: http://{OTHER_LAN}:{port}/\n" in said
        assert "same network" in said
        with Browser(address) as host, Browser(link.rstrip("/")) as ben:
            assert host.get("/friends")["on"]
            assert host.get("/matches") == host.get("/parties") == [], "nothing else has been made"
            assert (host.welcome["can_set_up"], ben.welcome["can_set_up"]) == (True, False)
            switch(host, on=False)
            assert not listens(LAN, port), "it can be switched off like any other"
            switch(host)
        assert program.interrupt() in (0, 130)
        assert not listens(LAN, port)


@pytest.mark.thorough
def test_it_says_the_code_of_every_table_that_is_opened(tmp_path: Path) -> None:
    """Whoever sits at the terminal can tell friends, without a browser to read it from."""
    with started(tmp_path, LAN) as program, Browser(home_address(program.until("TCP port"))) as host:
        party = host.post("/parties", {"game": "king-of-tokyo", "name": "Ann"})["party"]
        way = host.get(f"/parties/{party}/links")["table"]
        assert LAN in way["url"]
        assert program.until("A table for").splitlines()[-1] == (
            f"A table for King of Tokyo: the code is {way['code']}, the link {way['url']}"
        )
        switch(host, on=False)  # then there is nothing to tell
        host.post("/parties", {"game": "yahtzee", "name": "Ann"})
        assert program.interrupt() in (0, 130)
        assert "A table for Yahtzee" not in program.said


@pytest.mark.thorough
@linux
def test_friends_are_not_told_where_things_are_on_the_disk(tmp_path: Path) -> None:
    """Whoever sits here is, and the log, as long as nobody else can come."""
    with started(tmp_path, LAN) as program:
        address = home_address(program.until("TCP port"))
        with Browser(address) as host, Browser(address.replace("127.0.0.1", LAN)) as ben:
            match = invited(host, ben)
            with ben.sit(match) as page, full_disk(cast(Any, program)):
                said = page.answer("roll")["reason"] if page.state["ask"]["mine"] else ""
                said += ben.refusal("POST", f"/matches/{match}/nonce", {"nonce": "0" * 64})[1]
                assert "This server cannot keep anything just now." in said
                assert str(tmp_path) not in said
                switch(host, on=False)
                status, reason = host.refusal("POST", "/matches", {"game": "yahtzee", "seats": [{"name": "Ann"}]})
                assert (status, str(tmp_path) in reason) == (503, True)


def test_a_terminal_that_cannot_show_blocks(tmp_path: Path) -> None:
    with started(tmp_path, LAN, PYTHONUTF8="0", PYTHONIOENCODING="ascii") as program:
        said = program.until("TCP port")
        port = urlsplit(home_address(said)).port
        assert "\n".join(qr.drawn(f"http://{LAN}:{port}/", blocks=False, colours=False)) in said


@pytest.mark.thorough
def test_in_another_network_it_says_the_new_address(tmp_path: Path) -> None:
    with started(tmp_path, LAN) as program:
        port = urlsplit(home_address(program.until("TCP port"))).port or 0
        (tmp_path / "moved").write_text(OTHER_LAN)
        link = f"http://{OTHER_LAN}:{port}/"
        program.until(f"Friends come by {link}")
        assert listens(OTHER_LAN, port)
        (tmp_path / "moved").write_text("")
        program.until("This computer is in no network just now.")


class Terminal(io.StringIO):
    """A terminal, rather than a file or a pipe."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("env", "columns", "expected"),
    [
        ({"TERM": "xterm"}, 80, {"blocks": True, "colours": True}),
        ({"TERM": "xterm", "NO_COLOR": "1"}, 80, {"blocks": True, "colours": False}),
        ({"TERM": "dumb"}, 80, {"blocks": True, "colours": False}),
        ({"TERM": "xterm"}, 20, None),
    ],
)
def test_the_code_is_drawn_as_the_terminal_can_show_it(
    monkeypatch: pytest.MonkeyPatch, env: dict[str, str], columns: int, expected: dict[str, bool] | None
) -> None:
    """In black and white if there are colours; not at all where it would be broken into two lines."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {**env, "COLUMNS": str(columns)}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert run._drawn("X") == (qr.drawn("X", **expected) if expected else [])


@pytest.mark.thorough
def test_without_a_network_it_says_so_and_goes_on(tmp_path: Path) -> None:
    with started(tmp_path) as program:
        said = program.until("Friends cannot come yet.")
        assert "This computer is in no network" in said
        with Browser(home_address(said)) as host:
            assert (host.get("/friends")["on"], host.get("/friends")["switch"]) == (False, True)
        assert program.interrupt() in (0, 130)


@pytest.mark.thorough
def test_without_the_word_nobody_can_come(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PYTHON, "-c", _command(tmp_path, LAN), "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        env={**os.environ, "DICECUP_HOME": str(tmp_path)},
    )
    try:
        assert process.stdout is not None
        port = urlsplit(home_address(process.stdout.readline().decode())).port or 0
        time.sleep(0.2)
        assert not listens(LAN, port)
        with socket.create_connection(("127.0.0.1", port), timeout=20):
            pass
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    "more", [("--host", "0.0.0.0"), ("--name", "games.example"), ("--trusted-proxy", "127.0.0.1")]
)
def test_where_others_can_come_anyway_it_is_refused(more: tuple[str, str]) -> None:
    said = invoke("serve", "--port", "0", "--friends", *more, code=1)
    assert said.startswith("dicecup: With --host, --name or --trusted-proxy others can come as it is")
