"""Which addresses of this computer friends can reach, on computers of many kinds."""

import ipaddress
import os
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from dicecup.server import addresses, network
from dicecup.server.arrival import Gate
from dicecup.server.settings import Settings
from tests.server.browser import FOUND

HOME_CARDS = {
    "127.0.0.1": "lo",
    "192.168.1.5": "wlan0",
    "fd12::5": "wlan0",
    "fe80::1": "wlan0",
    "172.17.0.1": "docker0",
    "172.20.0.1": "br-0a1b2c",
    "192.168.122.1": "virbr0",
}


@pytest.fixture(autouse=True)
def _looking_for_real(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers of other tests, which may be running meanwhile, find nothing but themselves."""
    monkeypatch.setattr(addresses, "found", FOUND)


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A computer with these cards, that answers so when it is asked how it would go elsewhere."""

    def build(cards: dict[str, str], asked: list[str], named: list[str] | None = None) -> list[str]:
        monkeypatch.setattr(addresses, "_cards", lambda: iter(cards.items()))
        monkeypatch.setattr(addresses, "_asked", lambda: iter(asked))
        monkeypatch.setattr(addresses, "_by_name", lambda: iter(named or []))
        return [str(each) for each in addresses.found()]

    return build


class TestOrder:
    def test_the_wifi_comes_first_and_what_is_virtual_last(self, computer: Any) -> None:
        found = computer(HOME_CARDS, ["192.168.1.5", "172.17.0.1", "fd12::5"])
        assert found[:2] == ["192.168.1.5", "fd12::5"]
        assert set(found[2:]) == {"172.17.0.1", "172.20.0.1", "192.168.122.1"}

    def test_a_vpn_is_not_the_way_to_a_neighbour(self, computer: Any) -> None:
        """Even if everything else goes through it."""
        cards = {"10.8.0.2": "tun0", "192.168.1.5": "enp3s0"}
        assert computer(cards, ["10.8.0.2", "192.168.1.5"]) == ["192.168.1.5", "10.8.0.2"]

    def test_where_nothing_else_is_there_the_vpn_will_do(self, computer: Any) -> None:
        assert computer({"100.101.1.2": "tailscale0"}, ["100.101.1.2"]) == ["100.101.1.2"]

    def test_of_several_cards_the_one_to_the_internet(self, computer: Any) -> None:
        cards = {"10.0.0.7": "eth0", "192.168.1.5": "wlan0"}
        assert computer(cards, ["192.168.1.5", "10.0.0.7"]) == ["192.168.1.5", "10.0.0.7"]
        assert computer(cards, ["10.0.0.7"]) == ["10.0.0.7", "192.168.1.5"]

    def test_in_a_container_the_only_address_is_as_good_as_any(self, computer: Any) -> None:
        assert computer({"172.17.0.2": "eth0"}, ["172.17.0.2"]) == ["172.17.0.2"]

    def test_a_system_that_names_no_cards(self, computer: Any) -> None:
        """Windows and macOS: the name of the computer leads to all its addresses."""
        named = ["192.168.56.1", "172.17.0.1", "fe80::1", "192.168.1.5", "127.0.0.1"]
        assert computer({}, ["192.168.1.5"], named) == ["192.168.1.5", "192.168.56.1", "172.17.0.1"]

    def test_a_cable_between_two_computers(self, computer: Any) -> None:
        """Nobody gives them addresses, so they give themselves some."""
        assert computer({"169.254.7.7": "eth0"}, []) == ["169.254.7.7"]
        both = {"169.254.7.7": "eth0", "192.168.1.5": "wlan0"}
        assert computer(both, []) == ["192.168.1.5", "169.254.7.7"]

    def test_no_network(self, computer: Any) -> None:
        assert computer({"127.0.0.1": "lo", "::1": "lo", "fe80::1": "eth0"}, []) == []

    def test_what_is_no_address_is_left_out(self, computer: Any) -> None:
        odd = ["", "0.0.0.0", "::", "224.0.0.1", "fe80::1%eth0", "nonsense", "192.168.1.5"]
        assert computer({}, odd) == ["192.168.1.5"]

    def test_the_whole_internet_is_let_in_only_where_there_is_no_other_way(self, computer: Any) -> None:
        """At home a computer has such an address of IPv6 as well, and not every router keeps strangers from it."""
        assert computer({"192.168.1.5": "wlan0", "2606:4700::5": "wlan0"}, []) == ["192.168.1.5"]
        assert computer({"fd12::5": "wlan0", "2606:4700::5": "wlan0"}, []) == ["fd12::5"]
        assert computer({"2606:4700::5": "wlan0"}, []) == ["2606:4700::5"]
        beside = {"2606:4700::5": "wlan0", "172.17.0.1": "docker0"}
        assert computer(beside, []) == ["2606:4700::5", "172.17.0.1"], "nobody comes by a virtual one"

    def test_never_too_many(self, computer: Any) -> None:
        cards = {f"10.0.{n}.1": f"eth{n}" for n in range(50)}
        assert len(computer(cards, [])) == addresses.MOST


class TestAsking:
    """What the system itself says; whatever it says, it is an answer and no error."""

    def test_this_computer(self) -> None:
        for address in addresses.found():
            assert not address.is_loopback
            with socket.socket(socket.AF_INET6 if address.version == 6 else socket.AF_INET) as probe:
                probe.bind((str(address), 0))  # it is ours

    def test_nothing_is_sent(self, monkeypatch: pytest.MonkeyPatch) -> None:
        kinds = []

        class Probe(socket.socket):
            def __init__(self, family: int, kind: int) -> None:
                kinds.append(kind)
                super().__init__(family, kind)

            def _refuse(self, *_: object) -> int:
                raise AssertionError("something was sent")

            send = sendto = sendall = _refuse  # type: ignore[assignment]

        monkeypatch.setattr(socket, "socket", Probe)
        addresses.found()
        assert set(kinds) == {socket.SOCK_DGRAM}, "a connection would be a question to somebody"

    def test_without_ipv6(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        real = socket.socket

        def only_4(family: int, kind: int) -> socket.socket:
            if family == socket.AF_INET6:
                raise OSError(97, "Address family not supported by protocol")
            return real(family, kind)

        with_6 = addresses.found()
        (tmp_path / "net").mkdir()
        monkeypatch.setattr(socket, "socket", only_4)
        monkeypatch.setattr(addresses, "_FILES", tmp_path / "net")
        assert addresses.found() == [each for each in with_6 if each.version == 4]

    def test_without_any_network(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        def none(*_: object, **__: object) -> socket.socket:
            raise OSError(101, "Network is unreachable")

        for name in ("socket", "getaddrinfo"):
            monkeypatch.setattr(socket, name, none)
        for files in (tmp_path, tmp_path / "none"):
            monkeypatch.setattr(addresses, "_FILES", files)
            assert addresses.found() == []

    @pytest.mark.skipif(sys.platform != "linux", reason="other systems do not list them")
    def test_cards_of_linux(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """An address that is not used any more, or not yet, is none."""
        (tmp_path / "if_inet6").write_text(
            "fd000000000000000000000000000001 04 40 00 80     eth0\n"
            "fd000000000000000000000000000002 04 40 00 20     eth0\n"
            "fd000000000000000000000000000003 04 40 00 40     eth0\n"
            "00000000000000000000000000000001 01 80 10 80       lo\n"
        )
        monkeypatch.setattr(addresses, "_FILES", tmp_path)
        cards = dict(addresses._cards())
        assert cards["127.0.0.1"] == "lo"
        assert {each for each in cards if ":" in each} == {"fd00::1", "::1"}


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A computer with just these programs."""
    monkeypatch.setattr(os, "defpath", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(network, "_SYSTEM_PROGRAMS", ())
    return tmp_path


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("192.168.1.5", "the same network"),
        ("8.8.4.4", "the whole internet"),
        ("2606:4700::5", "the whole internet"),
    ],
)
def test_what_is_said_of_who_can_come(address: str, words: str) -> None:
    there = network.Network(Settings())
    there.on, there.gates = True, [Gate(ipaddress.ip_address(address), 8765)]
    assert words in there.note()


class TestFirewalls:
    """What to do is said in the words of the system."""

    @pytest.mark.parametrize(
        ("program", "command"),
        [("ufw", "sudo ufw allow 8765/tcp"), ("firewall-cmd", "sudo firewall-cmd --add-port=8765/tcp")],
    )
    def test_the_command_for_the_one_that_is_there(self, programs: Path, program: str, command: str) -> None:
        (programs / program).write_text("#!/bin/sh\n")
        (programs / program).chmod(0o755)
        assert network.firewall(8765, "linux").endswith(f": {command}")

    def test_none_that_we_know(self, programs: Path) -> None:
        assert "TCP port 8765" in network.firewall(8765, "linux")

    @pytest.mark.parametrize(("system", "words"), [("win32", "If Windows asks"), ("darwin", "If your Mac asks")])
    def test_systems_that_ask(self, system: str, words: str) -> None:
        assert network.firewall(8765, system).startswith(words)


def test_what_a_link_begins_with() -> None:
    gate = Gate(ipaddress.ip_address("fd00::5"), 8765)
    assert gate.base == "http://[fd00::5]:8765", "a browser takes no other way of writing it"
