"""What somebody from outside can do while friends are let in, and what not."""

import ipaddress
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dicecup import client
from dicecup.server import guard, network
from dicecup.server.api import describe
from dicecup.server.arrival import Gate
from dicecup.server.settings import Settings, networks
from tests.client.tables import anything, bot, links, open_table, wait
from tests.server.browser import FAST, LAN, Browser, Page, served
from tests.server.outside import OTHER_LAN, friend, invited, port_of, switch
from tests.server.party.friends import Friend
from tests.server.proxy import appends, named, proxied

NAME: Final = "games.example"


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Whoever sits at a computer that lets friends in; one for all that do not touch the switch."""
    settings = Settings(folder=tmp_path_factory.mktemp("home"), **FAST)  # type: ignore[arg-type]
    with served(settings) as address, Browser(address) as browser:
        switch(browser)
        yield browser


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
    def test_a_gate_has_one_name(self, at_home: Browser, host_header: str) -> None:
        with friend(at_home) as ben:
            reply = ben.http.get("/hello", headers={"host": host_header})
            assert reply.status_code == 421
            assert ben.address in reply.json()["reason"]

    @pytest.mark.parametrize("host_header", ["192.168.1.7", "evil.example"])
    def test_at_home_nothing_else_is_allowed_than_before(self, at_home: Browser, host_header: str) -> None:
        assert at_home.http.get("/hello", headers={"host": host_header}).status_code == 421

    @pytest.mark.parametrize("odd", ["127.0.0.2:80/x", "127.0.0.2:x", "x@127.0.0.2", "127.0.0.2 ", "127.0.0.2:"])
    def test_what_is_no_name_is_none(self, odd: str) -> None:
        gate = Gate(ipaddress.ip_address(LAN), 80)
        assert gate.accepts(f"{LAN}:80")
        assert not gate.accepts(odd)
        assert not Settings(host="0.0.0.0").accepts(odd)
        gate.open = False
        assert not gate.accepts(LAN)

    @pytest.mark.parametrize("origin", ["http://evil.example", "null", f"http://{LAN}", f"http://{LAN}:1", "home"])
    def test_another_site_can_change_nothing(self, at_home: Browser, origin: str) -> None:
        headers: Any = {"origin": at_home.address if origin == "home" else origin}
        with friend(at_home) as ben:
            match = invited(at_home, ben)
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
    def test_every_route(self, at_home: Browser) -> None:
        """A route that nobody has thought of is not for friends."""
        with friend(at_home) as ben:
            for method, path in doors():
                reply = ben.http.request(method, path, json={} if method == "POST" else None)
                refused = reply.status_code == 403 and "somebody else's computer" in reply.text
                assert refused is not is_for_friends(method, path), path
        assert at_home.get("/friends")["on"], "and the program runs"

    def test_all_that_sets_up_lists_or_loads(self, at_home: Browser) -> None:
        new = {"game": "yahtzee", "seats": [{"name": "Eve"}]}
        with friend(at_home) as eve:
            match = invited(at_home, eve)
            for method, path, body in (
                ("POST", "/matches", new),
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
            other = at_home.post("/matches", {"game": "yahtzee", "seats": [{"name": "Ann"}]})["match"]
            assert [each["match"] for each in eve.matches()] == [match], "and of matches only her own"
        assert {match, other} <= {each["match"] for each in at_home.matches()}, "nothing has come of it"
        assert at_home.get("/friends")["on"]

    def test_it_is_the_way_that_counts_not_who_they_say_they_are(self, at_home: Browser) -> None:
        """Neither with the host's own cookie nor with any header does somebody from outside sit here."""
        with friend(at_home) as eve:
            for headers in (
                {"cookie": at_home.cookie},
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
    def test_no_way_of_writing_it_helps(self, at_home: Browser, target: str) -> None:
        with friend(at_home) as eve, socket.create_connection((LAN, port_of(at_home)), timeout=20) as line:
            head = f"POST {target} HTTP/1.1\r\nHost: {LAN}\r\nCookie: {eve.cookie}\r\nContent-Length: 0\r\n\r\n"
            line.sendall(head.encode())
            assert line.recv(100).split()[1] == b"403"
        time.sleep(0.3)  # ending takes a moment
        assert at_home.get("/hello")

    def test_where_tables_are_open_they_see_them(self, tmp_path: Path) -> None:
        settings = Settings(folder=tmp_path, open_tables=True, **FAST)  # type: ignore[arg-type]
        with served(settings) as address, Browser(address) as host:
            assert switch(host)["open_tables"]
            with friend(host) as ben:
                assert ben.http.get("/tables").status_code != 403
                assert ben.refusal("POST", "/matches", {})[0] == 403

    def test_whoever_sits_here_has_all_rights_as_before(self, at_home: Browser) -> None:
        assert (at_home.welcome["can_exit"], at_home.welcome["can_save"], at_home.welcome["can_set_up"]) == (
            True,
        ) * 3
        assert at_home.new("yahtzee", "Ann") in {each["match"] for each in at_home.matches()}
        assert at_home.get("/saves") == []


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

    def test_through_a_tunnel_to_a_program_at_home(self, at_home: Browser) -> None:
        """Traces of a proxy: whoever comes so does not sit here, and cannot touch the switch."""
        with proxied(at_home.address, appends()) as outside, Browser(outside) as eve:
            assert eve.get("/friends")["switch"] is False
            assert eve.refusal("POST", "/friends", {"on": False})[0] == 403
        assert at_home.get("/friends")["on"] is True


def ready(table: client.Table) -> list[bool]:
    """Who is, of those at the table."""
    return [each["ready"] for each in table.party["people"]] if table.party else []


class TestATableOfFriends:
    """From the code to the game, and out again."""

    def test_somebody_comes_by_the_link_and_plays(self, at_home: Browser) -> None:
        ann = Friend(at_home, at_home.post("/parties", {"game": "yahtzee", "name": "Ann"}))
        with friend(at_home) as browser:
            link = at_home.get(f"/parties/{ann.party}/links")["table"]
            assert link["url"].startswith(f"{browser.address}/#/join/"), "a way that leads here from outside"
            assert browser.post("/doors", {"code": link["code"]})["host"] == "Ann"
            ben = Friend(browser, browser.post("/join", {"code": link["code"], "name": "Ben"}))
            assert [each["party"] for each in browser.get("/parties")] == [ann.party]
            again = browser.post(f"/parties/{ann.party}/pass")
            assert again["url"].startswith(browser.address), "for their phone, which is where they are"
            ben.do("ready", ready=True)
            ann.do("ready", ready=True)
            ann.do("start")
            match = ben.wait(lambda state: state["stage"] == "playing")["match"]
            with browser.sit(match) as page:
                assert page.state["seats"][1]["mine"]
                assert browser.get(f"/matches/{match}/rules")["sections"]
            ben.close()
        ann.close()

    def test_a_table_one_does_not_belong_to(self, at_home: Browser) -> None:
        ann = Friend(at_home, at_home.post("/parties", {"game": "yahtzee", "name": "Ann"}))
        with friend(at_home) as eve:
            assert eve.refusal("GET", f"/parties/{ann.party}/links")[0] == 404
            assert eve.get("/parties") == []
            with pytest.raises(ConnectionClosed):
                Friend(eve, {"party": ann.party, "person": 1, "key": ""})
        ann.close()

    def test_off_sends_people_away_from_the_table_too(self, tmp_path: Path) -> None:
        with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as host:  # type: ignore[arg-type]
            switch(host)
            ann = Friend(host, host.post("/parties", {"game": "yahtzee", "name": "Ann"}))
            with friend(host) as browser:
                code = host.get(f"/parties/{ann.party}/links")["table"]["code"]
                ben = Friend(browser, browser.post("/join", {"code": code, "name": "Ben"}))
                switch(host, on=False)
                assert ben.until("bye")["reason"] == network.CLOSED
            ann.wait(lambda state: [each["presence"] for each in state["people"]] == ["here", "away"])
            ann.close()

    def test_a_program_of_somebody_elses_plays_a_whole_game(self, at_home: Browser, tmp_path: Path) -> None:
        with open_table(at_home.address, tmp_path / "ann") as ann:
            link = links(ann)["table"]["url"]
            assert link.startswith(f"http://{LAN}:")
            playing = bot(link, folder=tmp_path / "robo")
            ann.ready()
            wait(ann, lambda: ready(ann) == [True, True])
            ann.command("start")
            [mine] = client.play_at(ann, anything(1))
            assert playing.result(60)[0]["scores"] == mine["scores"]

    def test_whoever_is_sent_away_is_told_in_a_terminal_too(self, tmp_path: Path) -> None:
        with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as host:  # type: ignore[arg-type]
            switch(host)
            with open_table(address, tmp_path / "ann") as ann:
                playing = bot(links(ann)["table"]["url"], folder=tmp_path / "robo")
                wait(ann, lambda: ready(ann) == [False, True])
                switch(host, on=False)
                with pytest.raises(client.Gone, match=network.CLOSED):
                    playing.result(60)
