"""Computers that are set up otherwise than ours: nothing leans on how this one happens to be."""

import ast
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
from tests.test_house import MODULES, name_of

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


# --- systems that are not Unix ---

ONLY_UNIX = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
ONLY_THERE = {
    "os": {"fork", "forkpty", "geteuid", "getgid", "getloadavg", "getpgid", "getuid", "killpg", "mkfifo", "nice"}
    | {"sched_getaffinity", "setsid", "sysconf", "uname", "wait", "waitpid", "setpgid", "chown", "getpgrp"},
    "signal": {"SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGPIPE", "alarm", "setitimer"}
    | {"pthread_sigmask", "pause", "sigwait"},
}
GUARDS = ("hasattr(", "sys.platform", "os.name", "ImportError", "AttributeError", "NotImplementedError", "/proc")
"""What stands beside it where somebody has thought of other systems."""


NEVER_ASKED = {
    "dicecup.players.outside.minder": "players.outside.spec refuses programs on Windows",
    "dicecup.server.addresses": "only where there is a folder /proc/net",
}
"""Modules, or a function of theirs, that nobody comes to on other systems."""


def unguarded(path: Path) -> Iterator[str]:
    """Whatever a module does, as it is imported or in a function, that is there on Unix alone, without a guard."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        used = next((name for name in names if name in ONLY_UNIX), "")
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            used = f"{node.value.id}.{node.attr}" if node.attr in ONLY_THERE.get(node.value.id, ()) else ""
        if used:
            rooms, room = [], parents.get(node)
            while room is not None and not isinstance(room, ast.Module):
                rooms.append(ast.get_source_segment(text, room) or "")
                room = parents.get(room)
            if not any(guard in around for around in rooms for guard in GUARDS):
                yield f"{name_of(path)} line {getattr(node, 'lineno', 0)}: {used}"


def test_nothing_takes_for_granted_what_only_unix_has(tmp_path: Path) -> None:
    found = [line for path in MODULES for line in unguarded(path)]
    assert {line.split()[0] for line in found} == set(NEVER_ASKED)
    planted = tmp_path / "planted.py"
    planted.write_text("import fcntl\n\ndef stop():\n    os.killpg(1, signal.SIGKILL)\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.test_other_machines.name_of", lambda path: path.stem)
        noticed = {line.rpartition(" ")[2] for line in unguarded(planted)}
    assert noticed == {"fcntl", "os.killpg", "signal.SIGKILL"}, "or nothing would be noticed"
