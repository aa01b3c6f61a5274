"""Starting the server, and what it says when it cannot."""

import socket
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicecup import cli, cli_server, onefile
from dicecup.saves import StorageError
from dicecup.server import api, pool, run, worker
from dicecup.server.run import serve
from dicecup.server.settings import Settings, known_as, listening_at
from dicecup.table import SetupError
from tests.processes import PYTHON


@pytest.fixture
def busy() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def refusal(settings: Settings) -> str:
    with pytest.raises(StorageError) as caught:
        serve(settings)
    return str(caught.value)


def test_a_port_that_is_in_use(tmp_path: Path, busy: int) -> None:
    said = refusal(Settings(folder=tmp_path, port=busy))
    assert said.startswith(f"Port {busy} is in use")
    assert "--port 0" in said
    assert not (tmp_path / "server.sqlite3").exists()


def test_an_address_that_is_not_ours(tmp_path: Path) -> None:
    assert "cannot listen at 203.0.113.1" in refusal(Settings(folder=tmp_path, host="203.0.113.1", port=0))


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = refusal(Settings(folder=tmp_path / "file", port=0))
    assert "cannot be kept" in said
    assert "DICECUP_HOME" in said


def test_a_database_that_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "server.sqlite3").write_text("not a database" * 1000)
    assert "Move it away" in refusal(Settings(folder=tmp_path, port=0))


def test_what_fails_after_the_store_is_open_is_a_refusal_like_others(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def no_room(*_: object) -> None:
        raise StorageError("There is no room for another connection.")

    monkeypatch.setattr(api, "open_thinking", no_room)
    assert refusal(Settings(folder=tmp_path, port=0)) == "There is no room for another connection."
    told = capsys.readouterr()
    assert (told.out, told.err, caplog.text) == ("", "", "")


@pytest.mark.thorough
def test_the_command_says_it_in_one_line(tmp_path: Path, busy: int) -> None:
    done = subprocess.run(
        [*PYTHON, "-m", "dicecup", "serve", "--port", str(busy)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"dicecup: Port {busy} is in use")
    assert "Traceback" not in done.stderr


def test_opening_it_twice_opens_the_browser_on_the_first(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []

    def note(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr(webbrowser, "open", note)
    serve(Settings(folder=tmp_path, port=int(address.rpartition(":")[2])), show=True)
    assert opened == [f"{address}/"]
    assert "already" in capsys.readouterr().out


def test_without_a_browser_it_says_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_url: str) -> bool:
        raise webbrowser.Error("no browser")

    monkeypatch.setattr(webbrowser, "open", fail)
    assert not run._open_browser("http://127.0.0.1:1/")


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "http://127.0.0.1:5/"), ("0.0.0.0", "http://127.0.0.1:5/"), ("::1", "http://[::1]:5/")],
)
def test_the_address_one_can_go_to(host: str, shown: str) -> None:
    assert run._address(Settings(host=host), 5) == shown


@pytest.mark.parametrize(
    ("typed", "becomes"),
    [([], ["serve", "--open"]), (["games"], ["games"]), (list(pool.COMMAND[1:]), ["a worker"])],
)
def test_what_the_one_file_program_runs(
    monkeypatch: pytest.MonkeyPatch, typed: list[str], becomes: list[str]
) -> None:
    """tests/server/test_executable.py runs the program itself."""
    ran: list[str] = []
    monkeypatch.setattr(sys, "argv", ["dicecup", *typed])
    monkeypatch.setattr(cli, "main", lambda: ran.extend(sys.argv[1:]))
    monkeypatch.setattr(worker, "main", lambda: ran.append("a worker"))
    onefile.main()
    assert ran == becomes


# --- addresses and names that somebody types ---


@pytest.mark.parametrize(
    "given",
    ["", " ", "http://127.0.0.1", "127.0.0.1:80", "localhost:80", "a b", "*", "127.0.0.1/8", "a\0b", "[::1]:80"],
)
def test_what_is_no_address_to_listen_at(given: str) -> None:
    """Nothing at all would mean all addresses, which is not what somebody means whose variable is empty."""
    with pytest.raises(SetupError, match=r"is no address to listen at\. .+ the port is for --port\."):
        cli_server.serve(host=given)


@pytest.mark.parametrize(
    ("given", "meant"),
    [("127.0.0.1", "127.0.0.1"), ("[::1]", "::1"), ("0.0.0.0", "0.0.0.0"), ("games-1.example", "games-1.example")],
)
def test_addresses_to_listen_at(given: str, meant: str) -> None:
    assert listening_at(given) == meant


@pytest.mark.parametrize(
    "given", ["", "https://games.example", "games.example:443", "*.example", "games.example/", "a b", "-a", "a..b"]
)
def test_what_is_no_name_to_come_by(given: str) -> None:
    """Nobody could ever come by it, and everybody would be refused."""
    with pytest.raises(SetupError, match=r"Write it without http:// and without a port, such as games\.example"):
        cli_server.serve(name=["fine.example", given])


def test_names_are_known_as_browsers_say_them() -> None:
    assert known_as(["Games.Example", "bücher.example"]) == ("games.example", "xn--bcher-kva.example")
