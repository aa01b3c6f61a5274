"""Where the other processes of a server reach it: one address or name, that they are told as it was given."""

import socket
import subprocess
from pathlib import Path

import httpx
import pytest

from dicecup.saves import StorageError
from dicecup.server.run import listen_inside
from dicecup.server.settings import Settings, inside_door
from dicecup.table import SetupError
from tests.processes import PYTHON
from tests.server.browser import running


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("10.0.0.5:7000", ("10.0.0.5", 7000)),
        ("10.0.0.5", ("10.0.0.5", 0)),
        ("server-1:8766", ("server-1", 8766)),
        ("[fd00::5]:7000", ("fd00::5", 7000)),
        ("127.0.0.1:0", ("127.0.0.1", 0)),
    ],
)
def test_an_address_or_a_name_with_a_port_or_without(given: str, meant: tuple[str, int]) -> None:
    assert inside_door(given) == meant


@pytest.mark.parametrize(
    "given", ["", ":7000", "10.0.0.5:", "10.0.0.5:99999", "http://10.0.0.5", "a b:1", "a:b", "::1"]
)
def test_what_is_no_address_is_told_so(given: str) -> None:
    with pytest.raises(SetupError, match=r"such as 10\.0\.0\.5:7000"):
        inside_door(given)


@pytest.mark.parametrize(
    "given",
    [
        *("0.0.0.0:7000", "[::]:7000", "0.0.0.0", "*:7000", "[::0]:7000"),
        *("0:7000", "0x0:7000", "00000", "0.0:7000", "[::ffff:0.0.0.0]:7000"),
    ],
)
def test_all_addresses_are_none_that_others_could_be_told(given: str) -> None:
    with pytest.raises(SetupError, match=r"does not tell the other servers where to find it. Write the one"):
        inside_door(given)


def test_others_are_told_the_name_as_it_was_given() -> None:
    listening, address = listen_inside(Settings(inside="localhost"))
    with listening:
        host, port = address.split(":")
        assert host == "localhost"
        with socket.create_connection((host, int(port))):
            pass


def test_unless_told_otherwise_only_this_computer_reaches_it() -> None:
    listening, address = listen_inside(Settings())
    with listening:
        assert listening.getsockname()[0] == "127.0.0.1"
        assert address == f"127.0.0.1:{listening.getsockname()[1]}"


def test_an_address_of_another_computer_or_a_port_that_is_taken_is_told_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for given in ("192.0.2.1:7000", f"127.0.0.1:{taken.getsockname()[1]}", "no-such-name.invalid:7000"):
            with pytest.raises(StorageError, match=f"cannot be opened at {given}: .+ a name of this computer"):
                listen_inside(Settings(inside=given))


def test_the_command_says_what_to_write_instead() -> None:
    done = subprocess.run(
        [*PYTHON, "-m", "dicecup", "serve", "--port", "0", "--inside", "0.0.0.0:7000"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == (
        "dicecup: 0.0.0.0:7000 means all addresses of this computer, and does not tell the other servers where to "
        "find it. Write the one that they can reach, such as 10.0.0.5:7000, or a name.\n"
    )


def test_a_server_alone_tells_by_its_inside_door_how_it_is_and_nothing_else(tmp_path: Path) -> None:
    with running(Settings(folder=tmp_path, inside="127.0.0.1")) as server:
        assert server.inside is not None
        door = f"http://127.0.0.1:{server.inside.getsockname()[1]}"
        with httpx.Client(base_url=door, trust_env=False) as visitor:
            assert visitor.get("/readyz").status_code == 200
            assert "dicecup_info" in visitor.get("/metrics").text
            for path in ("/", "/api/v1/hello", "/inside/tables"):
                assert visitor.get(path).status_code == 403
    with running(Settings(folder=tmp_path)) as server:
        assert server.inside is None
