"""The switch that lets friends in: what it opens and closes, and where."""

import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from dicecup.server import addresses, network
from dicecup.server.settings import Settings
from tests.server.browser import FAST, LAN, Browser, running, served
from tests.server.outside import NOT_OURS, OTHER_LAN, Cards, friend, invited, listens, port_of, switch, until


@pytest.fixture(scope="module")
def computer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cards, Browser]]:
    """Its network, and whoever sits at it."""
    cards = Cards()
    settings = Settings(folder=tmp_path_factory.mktemp("computer"), **FAST)  # type: ignore[arg-type]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(addresses, "found", cards.found)
        patch.setattr(network, "_SOON", -1.0)
        with served(settings) as address, Browser(address) as host:
            yield cards, host


@pytest.fixture
def cards(computer: tuple[Cards, Browser]) -> Cards:
    """The network that servers find."""
    cards, _ = computer
    cards.addresses = [LAN]
    return cards


@pytest.fixture
def host(computer: tuple[Cards, Browser], cards: Cards) -> Iterator[Browser]:
    """Whoever sits at the computer; the switch is off."""
    _, host = computer
    yield host
    switch(host, on=False)


UPGRADE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class TestTheSwitch:
    def test_at_first_nobody_outside_can_come(self, host: Browser) -> None:
        now = host.get("/friends")
        assert (now["on"], now["switch"], now["addresses"]) == (False, True, [])
        assert now["note"] == "Nobody but you can reach this program."
        assert not listens(LAN, port_of(host))

    def test_on(self, host: Browser) -> None:
        now = switch(host)
        assert (now["on"], now["switch"], now["addresses"]) == (True, True, [f"http://{LAN}:{port_of(host)}"])
        assert "same network" in now["note"]
        assert str(port_of(host)) in now["note"], "whoever opens a firewall has to know the port"
        with friend(host) as ben:
            assert httpx.get(ben.address, trust_env=False).status_code == 200, "the page"
            with ben.sit(invited(host, ben)) as page:
                page.say(type="ping")
                page.until("pong")

    def test_off(self, host: Browser) -> None:
        """Whoever came in is sent away, with a word that the page can show; whoever sits here plays on."""
        switch(host)
        with friend(host) as ben:
            match = invited(host, ben)
            with ben.sit(match) as theirs, host.sit(match) as ours:
                assert switch(host, on=False)["on"] is False
                assert theirs.until("bye") == {
                    "type": "bye",
                    "reason": network.CLOSED,
                    "again": False,
                    "rescue": "",
                }
                with pytest.raises(ConnectionClosed) as closed:
                    theirs.hear()
                assert closed.value.rcvd is not None
                assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4403, network.CLOSED)
                ours.say(type="ping")
                ours.until("pong")
            with pytest.raises(httpx.TransportError):
                ben.http.get("/hello")
        assert not listens(LAN, port_of(host))

    @pytest.mark.thorough
    def test_off_ends_every_kind_of_connection(self, cards: Cards, tmp_path: Path) -> None:
        """Silent ones, half requests, bodies that do not come, deaf sockets: nothing else would end them soon."""
        patient = Settings(**{**FAST, "folder": tmp_path, "patience": 600.0})  # type: ignore[arg-type]
        with served(patient) as address, Browser(address) as host, ExitStack() as stack:
            switch(host)
            lines = []
            for sent in (
                b"",
                b"GET / HTTP/1.1\r\n",
                b"POST /api/v1/join HTTP/1.1\r\nHost: 127.0.0.2\r\nContent-Length: 9\r\n\r\n{",
                b"GET /api/v1/matches/x/socket HTTP/1.1\r\nHost: 127.0.0.2\r\n" + UPGRADE,
                b"GET /api/v1/hello HTTP/1.1\r\nHost: 127.0.0.2\r\n\r\n",
            ):
                line = stack.enter_context(socket.create_connection((LAN, port_of(host)), timeout=20))
                line.sendall(sent)
                lines.append(line)
            assert lines[-1].recv(100).startswith(b"HTTP/1.1 200"), "the others have arrived as well"
            switch(host, on=False)
            for line in lines:
                until(lambda line=line: ended(line))  # type: ignore[misc]

    def test_whoever_is_just_coming_in_when_it_closes(self, tmp_path: Path) -> None:
        """The gate is closed before everything that came by it is gone."""
        settings = Settings(folder=tmp_path, **FAST)  # type: ignore[arg-type]
        with running(settings) as server, Browser(server.address.rstrip("/")) as host:
            switch(host)
            with friend(host) as ben:
                server.network.gates[0].open = False
                assert ben.refusal("GET", "/friends") == (403, "Nobody is let in from outside any more.")
            with socket.create_connection((LAN, port_of(host)), timeout=20) as late:
                late.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.2\r\n\r\n")
                assert ended(late)
            assert host.get("/hello")

    def test_twice_is_once(self, host: Browser) -> None:
        assert switch(host) == switch(host)
        with friend(host) as ben:
            assert switch(host)["on"]
            assert ben.get("/hello"), "nobody was sent away"
        assert switch(host, on=False) == switch(host, on=False)
        assert switch(host)["on"]
        assert listens(LAN, port_of(host))

    def test_it_is_asked_for_in_words(self, host: Browser) -> None:
        for nonsense in ({}, {"on": 1}, {"on": "yes"}, {"on": True, "port": 80}, None):
            assert host.refusal("POST", "/friends", nonsense)[0] == 422
        assert not host.get("/friends")["on"]

    def test_it_ends_with_the_program(self, cards: Cards, tmp_path: Path) -> None:
        """Also for those who are in: they are told as everybody is."""
        with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as host:  # type: ignore[arg-type]
            switch(host)
            port = port_of(host)
            with friend(host) as ben:
                page = ben.sit(invited(host, ben))
            host.post("/exit")
            with pytest.raises(ConnectionClosed) as closed:
                page.until("the end")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        assert not listens(LAN, port)

    def test_after_a_restart_it_is_off(self, cards: Cards, tmp_path: Path) -> None:
        for expected in (True, False):
            with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as host:  # type: ignore[arg-type]
                if expected:
                    switch(host)
                assert host.get("/friends")["on"] is expected
                assert listens(LAN, port_of(host)) is expected


def ended(line: socket.socket) -> bool:
    """Whether nothing more can be said on it."""
    line.settimeout(0.2)
    try:
        while line.recv(65536):
            pass
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


class TestWhereItListens:
    def test_a_port_that_is_taken(self, host: Browser) -> None:
        with network.listen_at(LAN, port_of(host)):
            (found,) = switch(host)["addresses"]
        assert found.startswith(f"http://{LAN}:")
        assert found != f"http://{LAN}:{port_of(host)}"
        with friend(host) as ben:
            assert ben.address == found
            assert ben.http.post("/invites/x", headers={"origin": found}).status_code == 404, "it is let in"

    def test_no_network_at_all(self, host: Browser, cards: Cards) -> None:
        cards.addresses = []
        before = host.get("/friends")
        status, reason = host.refusal("POST", "/friends", {"on": True})
        assert (status, reason.split(",")[0]) == (409, "This computer is in no network")
        assert host.get("/friends") == before, "nothing has changed"

    def test_the_system_does_not_let_it(self, host: Browser, cards: Cards) -> None:
        cards.addresses = [NOT_OURS]
        status, reason = host.refusal("POST", "/friends", {"on": True})
        assert status == 409
        assert reason.startswith("The system does not let Dicecup listen on the network: ")
        assert not host.get("/friends")["on"]

    def test_several_cards(self, host: Browser, cards: Cards) -> None:
        """In the order of how likely they lead here; one that cannot be had is left out."""
        cards.addresses = [OTHER_LAN, NOT_OURS, LAN]
        bases = [f"http://{each}:{port_of(host)}" for each in (OTHER_LAN, LAN)]
        assert switch(host)["addresses"] == bases
        for base in bases:
            with Browser(base) as ben:
                assert ben.get("/friends")["addresses"] == [base], "they came by this one, so it is right for them"

    def test_the_computer_moves_to_another_network(self, host: Browser, cards: Cards) -> None:
        switch(host)
        with friend(host) as ben, ben.sit(invited(host, ben)) as page:
            cards.addresses = [OTHER_LAN]
            assert host.get("/friends")["addresses"] == [f"http://{OTHER_LAN}:{port_of(host)}"]
            page.until("bye")
        assert not listens(LAN, port_of(host))
        assert listens(OTHER_LAN, port_of(host))

    def test_one_more_card_disturbs_nobody(self, host: Browser, cards: Cards) -> None:
        switch(host)
        with friend(host) as ben, ben.sit(invited(host, ben)) as page:
            cards.addresses = [OTHER_LAN, LAN]
            assert len(host.get("/friends")["addresses"]) == 2
            page.say(type="ping")
            page.until("pong")

    def test_the_wifi_is_gone_for_a_while(self, host: Browser, cards: Cards) -> None:
        switch(host)
        cards.addresses = []
        gone = host.get("/friends")
        assert (gone["on"], gone["addresses"]) == (True, [])
        assert "no network just now" in gone["note"]
        cards.addresses = [LAN]
        assert host.get("/friends")["addresses"] == [f"http://{LAN}:{port_of(host)}"]

    def test_it_follows_by_itself(self, cards: Cards, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(network, "_EVERY", 0.05)
        with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as host:  # type: ignore[arg-type]
            switch(host)
            cards.addresses = [OTHER_LAN]
            until(lambda: listens(OTHER_LAN, port_of(host)) and not listens(LAN, port_of(host)))

    def test_friends_do_not_make_it_look(self, host: Browser, cards: Cards) -> None:
        switch(host)
        with friend(host) as ben:
            cards.addresses = [OTHER_LAN]
            assert ben.get("/friends")["addresses"] == [ben.address]

    @pytest.mark.skipif(not socket.has_ipv6, reason="this computer has no IPv6")
    def test_ipv6(self, host: Browser, cards: Cards) -> None:
        """::1 stands for an address of a home network: a connection by that gate is one from outside."""
        cards.addresses = ["::1"]
        try:
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except OSError:
            pytest.skip("this computer has no IPv6")
        base = f"http://[::1]:{port_of(host)}"
        assert switch(host)["addresses"] == [base]
        with friend(host) as ben:
            assert not ben.welcome["can_exit"]
            assert ben.http.get("/hello", headers={"host": "[0:0::1]:5"}).status_code == 200, "the same address"
            assert ben.http.get("/hello", headers={"host": "[::2]"}).status_code == 421

    def test_limits_count_both_ways_in(self, cards: Cards, tmp_path: Path) -> None:
        settings: Any = {**FAST, "connections": 6}
        with (
            served(Settings(folder=tmp_path, **settings)) as address,
            Browser(address) as host,
            ExitStack() as lines,
        ):
            switch(host)
            open_ones = [
                lines.enter_context(socket.create_connection((where, port_of(host)), timeout=20))
                for where in (LAN, LAN, LAN, "127.0.0.1", "127.0.0.1", "127.0.0.1")
            ]
            answered, _, _ = select.select(open_ones, [], [], 5)  # whoever is let in is asked nothing
            assert [line.recv(12) for line in answered] == [b"HTTP/1.1 503"], (
                "with the host's own there were seven"
            )
