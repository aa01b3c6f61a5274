"""Behind a proxy: strangers stay strangers, everybody is counted under their own address, and https is told."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus

from dicecup.server.arrival import Unclear, Visitor, visitor
from dicecup.server.cookies import COOKIE, SECURE_COOKIE
from dicecup.server.settings import Settings, networks
from dicecup.table import SetupError
from tests.processes import PYTHON
from tests.server.browser import FAST, Browser, Page, served
from tests.server.proxy import Rewrite, appends, by_way_of, forwarded, named, proxied, silent

NAME = "games.example"
HERE = networks(["127.0.0.1"])


@contextmanager
def behind(folder: Path, rewrite: Rewrite, version: str = "1.1", **settings: Any) -> Iterator[tuple[str, str]]:
    """A server with a proxy before it; the address of the server, and that of the proxy."""
    with (
        served(Settings(**{"folder": folder, **FAST, **settings})) as address,
        proxied(address, rewrite, version=version) as outside,
    ):
        yield address, outside


def stranger(outside: str, **headers: str) -> Browser:
    """Somebody out there who comes through the proxy, over https as far as they know."""
    guest = Browser(outside, **headers)
    if SECURE_COOKIE in guest.http.cookies:  # the proxy does not really encrypt, so it is sent by hand
        guest.http.headers["cookie"] = guest.cookie
    return guest


def all_that_is_the_hosts(guest: Browser, match: str) -> list[int]:
    """What comes of everything that only whoever sits at the computer may do."""
    tried: tuple[tuple[str, str, Any], ...] = (
        ("GET", "/saves", None),
        ("POST", f"/matches/{match}/here", None),
        ("POST", f"/matches/{match}/save", {}),
        ("POST", "/saves/load", {"game": "yahtzee"}),
        ("POST", "/exit", None),
    )
    return [guest.http.request(method, path, json=body).status_code for method, path, body in tried]


class TestStrangers:
    @pytest.mark.parametrize(
        ("how", "facts"),
        [
            (appends(), {"names": (NAME,), "proxies": HERE}),
            (forwarded, {"names": (NAME,), "proxies": HERE}),
            (appends(), {"names": (NAME,)}),
            (silent, {"names": (NAME,)}),
            (silent, {"proxies": HERE}),
            (appends(), {}),
            (by_way_of, {}),
            (silent, {}),
        ],
        ids=["recipe", "rfc 7239", "no trust", "silent", "no name", "nothing said", "via", "closes"],
    )
    def test_whoever_comes_through_a_proxy_is_not_the_host(
        self, tmp_path: Path, how: Rewrite, facts: dict[str, Any]
    ) -> None:
        with behind(tmp_path, how, **facts) as (address, outside), Browser(address) as ann:
            match = ann.new("yahtzee", "Ann")
            headers = {"host": NAME} if "names" in facts else {}
            with stranger(outside, **headers) as eve:
                assert (eve.welcome["can_exit"], eve.welcome["can_save"]) == (False, False)
                assert eve.welcome["continue"] is None
                assert eve.get("/matches") == [], "the games of others are not theirs to know of"
                assert all_that_is_the_hosts(eve, match) == [403] * 5
            assert ann.get("/hello"), "and the server runs"

    def test_a_proxy_that_says_nothing_gives_itself_away_by_its_old_protocol(self, tmp_path: Path) -> None:
        with behind(tmp_path, silent, version="1.0") as (address, outside), Browser(address) as ann:
            with stranger(outside) as eve:
                assert all_that_is_the_hosts(eve, ann.new("yahtzee", "Ann")) == [403] * 5
            assert ann.welcome["can_exit"], "whoever sits here speaks for themselves"

    @pytest.mark.parametrize(
        ("kind", "said", "here"),
        [
            ("http", "", True),
            ("http", "keep-alive", True),
            ("websocket", "keep-alive, Upgrade", True),
            ("http", "Upgrade", False),  # as in many a recipe for nginx: so it says of every request
            ("http", "close", False),
            ("http", "Keep-Alive, Close", False),
            ("websocket", "close, upgrade", False),
        ],
    )
    def test_what_is_said_of_the_line_gives_a_proxy_away(self, kind: str, said: str, here: bool) -> None:
        scope = {"type": kind, "scheme": "http", "client": ("127.0.0.1", 1), "http_version": "1.1"}
        assert visitor(scope, Headers({"connection": said} if said else {}), Settings()).local is here

    def test_with_a_name_nobody_is_the_host(self, tmp_path: Path) -> None:
        """Whoever wants others to come decides so for the whole server: how they reach it cannot be known."""
        with served(Settings(folder=tmp_path, names=(NAME,), **FAST)) as address, Browser(address) as ann:  # type: ignore[arg-type]
            assert not ann.welcome["can_exit"]
            assert all_that_is_the_hosts(ann, ann.new("yahtzee", "Ann")) == [403] * 5


class TestHttps:
    @pytest.mark.parametrize("how", [appends(), forwarded], ids=["x-forwarded", "forwarded"])
    def test_cookies_and_headers_follow_from_it(self, tmp_path: Path, how: Rewrite) -> None:
        with behind(tmp_path, how, names=(NAME,), proxies=HERE) as (address, outside):
            reply = httpx.get(f"{outside}/api/v1/hello", headers={"host": NAME}, trust_env=False)
            cookie = reply.headers["set-cookie"]
            assert cookie.startswith(f"{SECURE_COOKIE}=")
            for part in ("Secure", "HttpOnly", "SameSite=lax", "Path=/"):
                assert part in cookie
            assert "Domain" not in cookie
            assert reply.headers["strict-transport-security"] == "max-age=31536000"
            refused = httpx.get(f"{outside}/api/v1/nowhere", headers={"host": "evil.example"}, trust_env=False)
            assert refused.status_code == 421
            assert "strict-transport-security" in refused.headers
            direct = httpx.get(f"{address}/api/v1/hello", trust_env=False)
            assert "strict-transport-security" not in direct.headers, "nobody was told that this is https"

    def test_whoever_is_not_trusted_cannot_say_that_it_is(self, tmp_path: Path) -> None:
        with behind(tmp_path, appends(), names=(NAME,)) as (_, outside):
            reply = httpx.get(f"{outside}/api/v1/hello", headers={"host": NAME}, trust_env=False)
            assert reply.headers["set-cookie"].startswith(f"{COOKIE}=")
            assert "Secure" not in reply.headers["set-cookie"]
            assert "strict-transport-security" not in reply.headers

    def test_a_cookie_that_another_site_could_have_set_does_not_count(self, tmp_path: Path) -> None:
        """A sibling such as evil.example.org can set plain cookies for all of example.org, but no __Host- ones."""
        with behind(tmp_path, appends(), names=(NAME,), proxies=HERE) as (_, outside):
            with stranger(outside, host=NAME) as eve:
                token = eve.http.cookies[SECURE_COOKIE]
            tossed = {"host": NAME, "cookie": f"{COOKIE}={token}"}
            assert httpx.get(f"{outside}/api/v1/matches", headers=tossed, trust_env=False).status_code == 401

    def test_games_are_played_through_it(self, tmp_path: Path) -> None:
        page: Any = {"origin": f"https://{NAME}"}
        changed: Any = {"origin": f"http://{NAME}"}  # somebody on its way may have changed that page
        with (
            behind(tmp_path, named(NAME, appends()), names=(NAME,), proxies=HERE) as (_, outside),
            stranger(outside, **page) as ann,
        ):
            match = ann.new("yahtzee", "Ann", seed=1, start="seat-order")
            with Page(ann.dial(match, **page)) as line:
                line.say(type="hello", last_seq=None)
                line.until("state")
                assert line.answer("roll")["type"] == "done"
            with pytest.raises(InvalidStatus, match="403"):
                ann.dial(match, **changed)
            assert ann.refusal("DELETE", f"/matches/{match}", headers=changed)[0] == 403


class TestAddresses:
    def test_one_that_passes_no_sockets_on_is_told_of_once(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A page cannot see why its socket fails: so whoever runs the server is told."""
        with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as ann:  # type: ignore[arg-type]
            caplog.clear()
            for _ in range(3):  # what comes of a socket where Upgrade and Connection are dropped on the way
                answer = ann.http.get("/matches/x/socket", headers={"sec-websocket-key": "dGhlIHNhbXBsZQ=="})
                assert answer.status_code == 400
                assert "does not pass sockets on" in answer.json()["reason"]
        assert caplog.text.count("does not pass sockets on") == 1

    def test_limits_count_whoever_really_comes(self, tmp_path: Path) -> None:
        def hello(forwarded_for: str) -> int:
            headers = {"host": NAME, "x-forwarded-for": forwarded_for, "x-forwarded-proto": "https"}
            return httpx.get(f"{address}/api/v1/hello", headers=headers, trust_env=False).status_code

        limits: Any = {**FAST, "guests": (0.001, 2)}
        with served(Settings(folder=tmp_path, names=(NAME,), proxies=HERE, **limits)) as address:
            assert [hello("203.0.113.7") for _ in range(3)] == [200, 200, 429]
            assert hello("203.0.113.8") == 200, "a neighbour is somebody else"
            assert hello("198.51.100.1, 203.0.113.7") == 429, "whatever the sender says of itself is on the left"
            assert [hello(f"2001:db8:1:2::{n}") for n in range(3)] == [200, 200, 429], "a network is one sender"

    def test_of_whoever_is_not_trusted_nothing_is_believed(self, tmp_path: Path) -> None:
        limits: Any = {**FAST, "guests": (0.001, 2)}
        with served(Settings(folder=tmp_path, names=(NAME,), **limits)) as address:
            codes = [
                httpx.get(
                    f"{address}/api/v1/hello",
                    headers={"host": NAME, "x-forwarded-for": f"203.0.113.{n}"},
                    trust_env=False,
                ).status_code
                for n in range(3)
            ]
            assert codes == [200, 200, 429]

    @staticmethod
    def seen(peer: str, **said: str) -> Visitor:
        headers = Headers({name.replace("_", "-"): value for name, value in said.items()})
        scope = {"type": "http", "scheme": "http", "client": (peer, 1), "http_version": "1.1"}
        return visitor(scope, headers, Settings(proxies=networks(["10.0.0.0/8", "::1"])))

    @pytest.mark.parametrize(
        ("chain", "address"),
        [
            ("203.0.113.7", "203.0.113.7"),
            ("1.1.1.1, 203.0.113.7, 10.1.1.1", "203.0.113.7"),
            ("203.0.113.7:4711", "203.0.113.7"),
            ("[2001:db8::7]:4711", "2001:db8::/64"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("10.1.1.1, 10.2.2.2", "10.1.1.1"),
            ("nonsense, 203.0.113.7", "203.0.113.7"),
        ],
    )
    def test_the_rightmost_that_no_proxy_of_ours_has(self, chain: str, address: str) -> None:
        for peer in ("10.0.0.1", "::ffff:10.0.0.1", "::1"):
            assert self.seen(peer, x_forwarded_for=chain, x_forwarded_proto="https") == Visitor(
                address, secure=True, local=False
            )

    def test_the_same_by_rfc_7239(self) -> None:
        said = 'for=1.1.1.1;proto=http, For="[2001:db8::7]:4711";Proto=https;by=10.0.0.2'
        assert self.seen("10.0.0.1", forwarded=said) == Visitor("2001:db8::/64", secure=True, local=False)

    @pytest.mark.parametrize(
        "said",
        [
            {"x_forwarded_for": ""},
            {"x_forwarded_for": "unknown"},
            {"x_forwarded_for": "203.0.113.7, "},
            {"x_forwarded_for": "203.0.113.999"},
            {"x_forwarded_for": "fe80::1%eth0"},
            {"x_forwarded_for": ", ".join(["10.0.0.1"] * 21)},
            {"x_forwarded_for": "203.0.113.7", "x_forwarded_proto": "gopher"},
            {"x_forwarded_for": "203.0.113.7", "forwarded": "for=203.0.113.8"},
            {"forwarded": "for=_hidden"},
            {"forwarded": "for=203.0.113.7;for=203.0.113.8"},
            {"forwarded": "nonsense"},
            {"forwarded": 'for="203.0.113.7'},
        ],
    )
    def test_what_cannot_be_understood_is_refused(self, said: dict[str, str]) -> None:
        with pytest.raises(Unclear):
            self.seen("10.0.0.1", **said)
        assert self.seen("192.0.2.1", **said).address == "192.0.2.1", "from elsewhere it is not even read"

    def test_the_refusal_in_words(self, tmp_path: Path) -> None:
        with served(Settings(folder=tmp_path, names=(NAME,), proxies=HERE, **FAST)) as address:  # type: ignore[arg-type]
            headers = {"host": NAME, "x-forwarded-for": "unknown"}
            reply = httpx.get(f"{address}/api/v1/hello", headers=headers, trust_env=False)
            assert reply.status_code == 400
            assert "does not say clearly where this request comes from" in reply.json()["reason"]

    @pytest.mark.parametrize("given", ["proxy", "10.0.0.0/99", "", "0.0.0.0/0", "::/0"])
    def test_a_proxy_that_is_none(self, given: str) -> None:
        with pytest.raises(SetupError, match="address"):
            networks([given])

    def test_the_command_line_says_so(self, tmp_path: Path) -> None:
        done = subprocess.run(
            [*PYTHON, "-m", "dicecup", "serve", "--port", "0", "--trusted-proxy", "nobody"],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 1
        assert "'nobody' is not the address of a proxy." in done.stderr
        assert "Traceback" not in done.stderr


def test_being_local_is_a_decision() -> None:
    alone = Settings()
    assert alone.local
    for change in ({"names": (NAME,)}, {"proxies": HERE}, {"host": "0.0.0.0"}):
        assert not replace(alone, **change).local
