"""Letting friends in: what the switch opens and closes, and what somebody from outside can do meanwhile.

127.0.0.2 and its neighbours stand for addresses of a home network: nothing here leaves the computer.
"""

import ipaddress
import json
import re
import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dicecup.server import addresses, guard, network
from dicecup.server.api import describe
from dicecup.server.arrival import Gate
from dicecup.server.settings import Settings, networks
from tests.server.browser import FAST, Browser, Page, served
from tests.server.proxy import appends, named, proxied

LAN: Final = "127.0.0.2"
OTHER_LAN: Final = "127.0.0.3"
NOT_OURS: Final = "203.0.113.1"
NAME: Final = "games.example"


class Cards:
    """The network cards of this computer, as far as the server knows."""

    def __init__(self) -> None:
        self.addresses = [LAN]

    def found(self) -> list[Any]:
        return [ipaddress.ip_address(each) for each in self.addresses]


@pytest.fixture
def cards(monkeypatch: pytest.MonkeyPatch) -> Cards:
    cards = Cards()
    monkeypatch.setattr(addresses, "found", cards.found)
    monkeypatch.setattr(network, "_SOON", -1.0)
    return cards


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Whoever sits at a computer that lets friends in; one for all that do not touch the switch."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(addresses, "found", Cards().found)
        settings = Settings(folder=tmp_path_factory.mktemp("home"), **FAST)  # type: ignore[arg-type]
        with served(settings) as address, Browser(address) as browser:
            switch(browser)
            yield browser


@pytest.fixture
def host(cards: Cards, tmp_path: Path) -> Iterator[Browser]:
    """Whoever sits at the computer."""
    with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as browser:  # type: ignore[arg-type]
        yield browser


def switch(host: Browser, on: bool = True) -> dict[str, Any]:
    found: dict[str, Any] = host.post("/friends", {"on": on})
    return found


@contextmanager
def friend(host: Browser, **headers: str) -> Iterator[Browser]:
    """Somebody from outside, while friends are let in."""
    with Browser(host.get("/friends")["addresses"][0], **headers) as browser:
        yield browser


def port_of(host: Browser) -> int:
    return urlsplit(host.address).port or 0


def listens(address: str, port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((address, port)) == 0


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.02)


def invited(host: Browser, guest: Browser) -> str:
    """A match at which both sit."""
    made = host.post("/matches", {"game": "yahtzee", "seats": [{"name": "Ann"}, {"player": "open"}]})
    guest.post(f"/invites/{made['invites']['1']}")
    return str(made["match"])


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

    def test_off_ends_every_kind_of_connection(self, host: Browser) -> None:
        """Silent ones, half requests, bodies that do not come, those that wait for the next request."""
        switch(host)
        with ExitStack() as stack:
            lines = []
            for sent in (
                b"",
                b"GET / HTTP/1.1\r\n",
                b"POST /api/v1/join HTTP/1.1\r\nHost: 127.0.0.2\r\nContent-Length: 9\r\n\r\n{",
                b"GET /api/v1/hello HTTP/1.1\r\nHost: 127.0.0.2\r\n\r\n",
            ):
                line = stack.enter_context(socket.create_connection((LAN, port_of(host)), timeout=20))
                line.sendall(sent)
                lines.append(line)
            assert lines[-1].recv(100).startswith(b"HTTP/1.1 200"), "the others have arrived as well"
            began = time.monotonic()
            switch(host, on=False)
            for line in lines:
                until(lambda line=line: ended(line))  # type: ignore[misc]
            assert time.monotonic() - began < 10

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
        with socket.socket() as other:
            other.bind((LAN, port_of(host)))
            other.listen()
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


class TestNames:
    """No page elsewhere can reach a computer by giving itself its address."""

    @pytest.mark.parametrize(
        "host_header",
        [
            "evil.example",
            f"evil.example:{80}",
            "localhost",
            "127.0.0.1",
            OTHER_LAN,
            f"{LAN}.evil.example",
            "[::1]",
        ],
    )
    def test_a_gate_has_one_name(self, home: Browser, host_header: str) -> None:
        with friend(home) as ben:
            reply = ben.http.get("/hello", headers={"host": host_header})
            assert reply.status_code == 421
            assert ben.address in reply.json()["reason"]

    @pytest.mark.parametrize("host_header", ["192.168.1.7", "evil.example"])
    def test_at_home_nothing_else_is_allowed_than_before(self, home: Browser, host_header: str) -> None:
        assert home.http.get("/hello", headers={"host": host_header}).status_code == 421

    @pytest.mark.parametrize("odd", ["127.0.0.2:80/x", "127.0.0.2:x", "x@127.0.0.2", "127.0.0.2 ", "127.0.0.2:"])
    def test_what_is_no_name_is_none(self, odd: str) -> None:
        gate = Gate(ipaddress.ip_address(LAN), 80)
        assert gate.accepts(f"{LAN}:80")
        assert not gate.accepts(odd)
        assert not Settings(host="0.0.0.0").accepts(odd)
        gate.open = False
        assert not gate.accepts(LAN)

    @pytest.mark.parametrize("origin", ["http://evil.example", "null", f"http://{LAN}", f"http://{LAN}:1", "home"])
    def test_another_site_can_change_nothing(self, home: Browser, origin: str) -> None:
        headers: Any = {"origin": home.address if origin == "home" else origin}
        with friend(home) as ben:
            match = invited(home, ben)
            assert ben.refusal("POST", "/doors", {"code": "BCDFG"}, headers=headers) == (
                403,
                "This request comes from another site.",
            )
            with pytest.raises(InvalidStatus, match="403"):
                ben.dial(match, **headers)
            Page(ben.dial(match, origin=ben.address)).close()


def doors() -> list[tuple[str, str]]:
    """Every route of the interface: its method, and a path that fits it."""
    return [
        (method.upper(), re.sub(r"\{\w+\}", "x" * 22, path.removeprefix("/api/v1")))
        for path, methods in describe()["paths"].items()
        for method in methods
    ]


def is_for_friends(method: str, path: str) -> bool:
    return any(
        re.fullmatch(door.replace("*", "[^/]+"), f"{method} {path}") is not None for door in guard.FOR_FRIENDS
    )


class TestWhatFriendsMayDo:
    def test_every_route(self, home: Browser) -> None:
        """A route that nobody has thought of is not for friends."""
        with friend(home) as ben:
            for method, path in doors():
                reply = ben.http.request(method, path, json={} if method == "POST" else None)
                refused = reply.status_code == 403 and "somebody else's computer" in reply.text
                assert refused is not is_for_friends(method, path), path
        assert home.get("/friends")["on"], "and the program runs"

    def test_all_that_sets_up_lists_or_loads(self, home: Browser) -> None:
        new = {"game": "yahtzee", "seats": [{"name": "Eve"}]}
        with friend(home) as eve:
            match = invited(home, eve)
            for method, path, body in (
                ("POST", "/matches", new),
                ("GET", "/matches", None),
                ("POST", "/parties", {"game": "yahtzee"}),
                ("POST", "/import", {"text": "{}"}),
                ("POST", f"/matches/{match}/branch", {"seq": 0, "stop": 0, "seat": 0, "levels": []}),
                ("POST", f"/matches/{match}/rematch", {}),
                ("DELETE", f"/matches/{match}", None),
                ("POST", f"/matches/{match}/here", None),
                ("POST", f"/matches/{match}/save", {}),
                ("GET", "/saves", None),
                ("POST", "/saves/load", {"game": "yahtzee"}),
                ("DELETE", "/saves/x", None),
                ("GET", "/tables", None),
                ("POST", "/anybody", {"game": "yahtzee"}),
                ("POST", "/friends", {"on": False}),
                ("POST", "/exit", None),
            ):
                assert eve.refusal(method, path, body)[0] == 403, path
            assert (eve.welcome["can_exit"], eve.welcome["can_save"], eve.welcome["can_set_up"]) == (False,) * 3
        assert match in {each["match"] for each in home.matches()}, "nothing has come of it"
        assert home.get("/friends")["on"]

    def test_it_is_the_way_that_counts_not_who_they_say_they_are(self, home: Browser) -> None:
        """Neither with the host's own cookie nor with any header does somebody from outside sit here."""
        with friend(home) as eve:
            for headers in (
                {"cookie": home.cookie},
                {"x-forwarded-for": "127.0.0.1"},
                {"forwarded": "for=127.0.0.1;proto=https"},
                {"x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "https", "x-forwarded-host": "127.0.0.1"},
                {"x-real-ip": "127.0.0.1"},
                {"x-http-method-override": "GET"},
            ):
                assert not eve.http.get("/hello", headers=headers).json()["can_exit"]
                for path, body in (
                    ("/exit", None),
                    ("/friends", {"on": False}),
                    ("/saves/load", {"game": "yahtzee"}),
                ):
                    assert eve.refusal("POST", path, body, headers=headers)[0] == 403

    @pytest.mark.parametrize(
        "target",
        ["//api/v1/exit", "/api/v1//exit", "/api/v1/exit/", "/api/v1/%65xit", "/api/v1/x/../exit", "/API/v1/exit"],
    )
    def test_no_way_of_writing_it_helps(self, home: Browser, target: str) -> None:
        with friend(home) as eve, socket.create_connection((LAN, port_of(home)), timeout=20) as line:
            head = f"POST {target} HTTP/1.1\r\nHost: {LAN}\r\nCookie: {eve.cookie}\r\nContent-Length: 0\r\n\r\n"
            line.sendall(head.encode())
            assert line.recv(100).split()[1] == b"403"
        time.sleep(0.3)  # ending takes a moment
        assert home.get("/hello")

    def test_where_tables_are_open_they_see_them(self, cards: Cards, tmp_path: Path) -> None:
        settings = Settings(folder=tmp_path, open_tables=True, **FAST)  # type: ignore[arg-type]
        with served(settings) as address, Browser(address) as host:
            assert switch(host)["open_tables"]
            with friend(host) as ben:
                assert ben.http.get("/tables").status_code != 403
                assert ben.refusal("POST", "/matches", {})[0] == 403

    def test_whoever_sits_here_has_all_rights_as_before(self, home: Browser) -> None:
        assert (home.welcome["can_exit"], home.welcome["can_save"], home.welcome["can_set_up"]) == (True,) * 3
        assert home.new("yahtzee", "Ann") in {each["match"] for each in home.matches()}
        assert home.get("/saves") == []


class TestOnAServerForMany:
    """It has no switch: who can come was settled when it was started."""

    def test_at_a_name(self, tmp_path: Path) -> None:
        with served(Settings(folder=tmp_path, names=(NAME,), **FAST)) as address:  # type: ignore[arg-type]
            where = f"{NAME}:{urlsplit(address).port}"
            with Browser(address, host=where) as ann:
                assert ann.get("/friends") == {
                    "on": True,
                    "switch": False,
                    "addresses": [f"http://{where}"],
                    "note": "",
                    "open_tables": False,
                }
                assert ann.refusal("POST", "/friends", {"on": True})[0] == 403
                assert ann.welcome["can_set_up"], "everybody is a guest like the others"
                ann.new("yahtzee", "Ann")

    def test_behind_a_proxy_with_https(self, tmp_path: Path) -> None:
        settings: Any = {"names": (NAME,), "proxies": networks(["127.0.0.1"]), **FAST}
        with (
            served(Settings(folder=tmp_path, **settings)) as address,
            proxied(address, named(NAME, appends())) as outside,
            Browser(outside) as ann,
        ):
            ann.http.headers["cookie"] = ann.cookie  # the proxy does not really encrypt, so it is sent by hand
            assert ann.get("/friends")["addresses"] == [f"https://{NAME}"]
            assert ann.refusal("POST", "/friends", {"on": True})[0] == 403

    def test_through_a_tunnel_to_a_program_at_home(self, host: Browser) -> None:
        """Traces of a proxy: whoever comes so does not sit here, and cannot let others in."""
        with proxied(host.address, appends()) as outside, Browser(outside) as eve:
            assert eve.get("/friends")["switch"] is False
            assert eve.refusal("POST", "/friends", {"on": True})[0] == 403
        assert json.loads(host.http.get("/friends").text)["on"] is False
