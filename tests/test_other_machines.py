"""Computers that are set up otherwise than ours: nothing leans on how this one happens to be."""

import errno
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dicecup.server.settings import Settings
from tests.server.browser import FAST, Browser, served
from tests.terminal.program import FILL_ALL, invoke, lines

posix = pytest.mark.skipif(os.name != "posix", reason="rights as Unix has them")


@pytest.fixture
def open_to_all() -> Iterator[None]:
    """Whatever a program makes here, everybody may change, unless it says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


@posix
@pytest.mark.usefixtures("open_to_all")
class TestUmask:
    """Nobody else can change what we keep, or put something else in its place."""

    @staticmethod
    def anybodys(folder: Path) -> list[Path]:
        return [each for each in (folder, *folder.rglob("*")) if each.stat().st_mode & 0o022]

    @staticmethod
    def secrets(folder: Path) -> list[Path]:
        files = [each for each in folder.rglob("*") if each.is_file() and "record" not in str(each)]
        return [each for each in files if each.stat().st_mode & 0o077]

    def test_play(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        home = tmp_path / "a" / "b"
        monkeypatch.setenv("DICECUP_HOME", str(home))
        invoke("play", "yahtzee", "--people", "1", typed=lines("", "save mine", "quit"))
        invoke("play", "yahtzee", "--people", "1", "--seed", "1", typed=lines(*FILL_ALL, "record", "quit", "q"))
        assert list(home.rglob("mine.json"))
        assert self.anybodys(tmp_path / "a") == []
        assert self.secrets(tmp_path) == []

    def test_serve(self, tmp_path: Path) -> None:
        home = tmp_path / "a" / "b"
        with served(Settings(folder=home, **FAST)) as address, Browser(address) as ann:  # type: ignore[arg-type]
            match = ann.new("yahtzee", "Ann")
            ann.post(f"/matches/{match}/save", {"name": "mine"})
            assert len(list(home.glob("server.sqlite3*"))) > 2, "while it runs there are more of them"
            assert self.anybodys(tmp_path / "a") == []
            assert self.secrets(tmp_path) == []


class TestWithoutIpv6:
    @pytest.fixture(autouse=True)
    def only_4(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real = socket.socket

        class Old(real):  # type: ignore[misc, valid-type]
            def __init__(self, family: int = -1, *more: Any, **facts: Any) -> None:
                if family == socket.AF_INET6:
                    raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))
                super().__init__(family, *more, **facts)

        monkeypatch.setattr(socket, "socket", Old)

    def test_serve(self, tmp_path: Path) -> None:
        with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as ann:  # type: ignore[arg-type]
            with ann.sit(ann.new("yahtzee", "Ann")) as page:
                page.say(type="ping")
                page.until("pong")
            assert ann.get("/friends")["switch"]

    def test_an_address_it_cannot_have(self) -> None:
        said = invoke("serve", "--host", "::1", "--port", "0", code=1)
        assert said.startswith("dicecup: The server cannot listen at ::1 port 0: ")
