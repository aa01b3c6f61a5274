"""What a stranger, another site or a broken page may try, and what comes of it: nothing."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dicecup.server import guard
from dicecup.server.cookies import COOKIE
from dicecup.server.settings import Settings
from tests.server.browser import FAST, Browser, Page, served

NEW = {"game": "yahtzee", "seats": [{"name": "Ann"}]}


class TestOrigins:
    @pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://[bad", ""])
    def test_another_site_can_change_nothing(self, ann: Browser, origin: str) -> None:
        headers = {"origin": origin}
        assert ann.refusal("POST", "/matches", NEW, headers=headers) == (
            403,
            "This request comes from another site.",
        )
        assert ann.matches() == []
        match = ann.new("yahtzee", "Ann")
        assert ann.refusal("DELETE", f"/matches/{match}", headers=headers)[0] == 403
        assert ann.refusal("POST", "/exit", headers=headers)[0] == 403
        with pytest.raises(InvalidStatus) as caught:
            ann.dial(match, origin=origin)
        assert caught.value.response.status_code == 403

    def test_our_own_page_can(self, ann: Browser) -> None:
        reply = ann.http.post(
            "/matches", json=NEW, headers={"origin": ann.address, "sec-fetch-site": "same-origin"}
        )
        assert reply.status_code == 201
        Page(ann.dial(reply.json()["match"], origin=ann.address)).close()

    def test_a_form_of_another_site_without_an_origin(self, ann: Browser) -> None:
        assert ann.refusal("POST", "/matches", NEW, headers={"sec-fetch-site": "cross-site"})[0] == 403

    @pytest.mark.parametrize(
        "host", ["evil.example", "evil.example:80", "192.168.1.7", "localhost.evil.example", ""]
    )
    def test_a_name_that_leads_here_is_not_ours(self, ann: Browser, host: str) -> None:
        reply = ann.http.get("/hello", headers={"host": host})
        assert reply.status_code in ((421,) if host else (400, 421))

    @pytest.mark.parametrize("host", ["localhost:99", "127.0.0.1", "[::1]:5", "LOCALHOST"])
    def test_names_that_are_ours(self, ann: Browser, host: str) -> None:
        assert ann.http.get("/hello", headers={"host": host}).status_code == 200

    def test_which_names_are_ours_when_others_may_come(self) -> None:
        open_to_all = Settings(host="0.0.0.0", names=("games.example",))
        assert not open_to_all.local
        for host in ("192.168.1.7:8765", "games.example", "[2001:db8::1]:80", "localhost"):
            assert open_to_all.accepts(host)
        assert not open_to_all.accepts("evil.example")


class TestHeaders:
    def test_every_answer_carries_them(self, ann: Browser) -> None:
        for reply in (
            ann.http.get("/hello"),
            ann.http.get("/nowhere"),
            httpx.get(ann.address + "/", trust_env=False),
            ann.http.get("/hello", headers={"host": "evil.example"}),
        ):
            for name, value in guard.HEADERS.items():
                assert reply.headers[name] == value
        policy = guard.HEADERS["content-security-policy"]
        script = next(part for part in policy.split("; ") if part.startswith("script-src"))
        assert script == "script-src 'self'"
        assert "frame-ancestors 'none'" in policy

    def test_answers_are_not_kept_by_anybody(self, ann: Browser) -> None:
        assert ann.http.get("/hello").headers["cache-control"] == "no-store"

    def test_nothing_tells_what_runs_here(self, ann: Browser) -> None:
        assert "server" not in ann.http.get("/hello").headers
        for path in ("/docs", "/redoc", "/openapi.json", "/api/v1/openapi.json"):
            found = httpx.get(ann.address + path, trust_env=False)
            assert "swagger" not in found.text.lower()
            assert '"paths"' not in found.text

    def test_errors_of_every_kind_are_words(self, ann: Browser) -> None:
        assert ann.refusal("GET", "/nowhere")[0] == 404
        assert ann.refusal("PUT", "/matches")[0] == 405


class TestGuests:
    def test_the_cookie_is_for_us_alone(self, address: str) -> None:
        reply = httpx.get(f"{address}/api/v1/hello", trust_env=False)
        cookie = reply.headers["set-cookie"]
        assert cookie.startswith(f"{COOKIE}=")
        for part in ("HttpOnly", "SameSite=lax", "Path=/"):
            assert part in cookie
        assert len(reply.cookies[COOKIE]) == 43  # 256 bits

    def test_nobody_is_let_in_without_one(self, address: str, ann: Browser) -> None:
        match = ann.new("yahtzee", "Ann")
        for cookies in ({}, {COOKIE: "x"}, {COOKIE: "x" * 43}, {COOKIE: "ä" * 10}):
            sent = {b"cookie": "; ".join(f"{k}={v}" for k, v in cookies.items()).encode()}
            with httpx.Client(base_url=f"{address}/api/v1", headers=sent, trust_env=False) as http:
                for method, path in (
                    ("GET", "/matches"),
                    ("POST", "/matches"),
                    ("DELETE", f"/matches/{match}"),
                    ("GET", f"/matches/{match}/export"),
                    ("POST", "/exit"),
                    ("GET", "/saves"),
                    ("POST", "/saves/load"),
                    ("POST", "/invites/x"),
                    ("POST", "/import"),
                ):
                    body = {"/matches": NEW, "/import": {"text": ""}}.get(path, {}) if method == "POST" else None
                    assert http.request(method, path, json=body).status_code == 401, path

    def test_a_socket_without_one_is_told_and_closed(self, address: str, ann: Browser) -> None:
        match = ann.new("yahtzee", "Ann")
        with Browser(address) as nobody:
            nobody.http.cookies.clear()
            page = Page(nobody.dial(match))
            assert page.until("bye")["reason"].startswith("Say hello first")
            with pytest.raises(ConnectionClosed) as closed:
                page.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401

    def test_the_store_does_not_hold_what_opens_the_door(self, ann: Browser, home: Path) -> None:
        made = ann.post("/matches", {"game": "yahtzee", "seats": [{"name": "Ann"}, {"player": "open"}]})
        stored = b"".join(path.read_bytes() for path in home.glob("server.sqlite3*"))
        assert made["match"].encode() in stored
        assert made["invites"]["1"].encode() not in stored
        assert ann.http.cookies[COOKIE].encode() not in stored


class TestSizes:
    def test_a_body_that_is_too_large(self, ann: Browser) -> None:
        huge = b'{"game": "' + b"x" * guard.SMALL_BODY + b'"}'
        headers = {"content-type": "application/json"}
        assert ann.http.post("/matches", content=huge, headers=headers).status_code == 413

        def pieces() -> Iterator[bytes]:
            for _ in range(70):
                yield b"x" * 1024

        reply = ann.http.post("/matches", content=pieces(), headers=headers)  # without saying how long it is
        assert reply.status_code == 413

    def test_a_frame_that_is_too_large(self, ann: Browser) -> None:
        match = ann.new("yahtzee", "Ann")
        with ann.sit(match) as page:
            page.socket.send(json.dumps({"type": "why", "id": "1", "choice": ["x" * 9000]}))
            with pytest.raises(ConnectionClosed) as closed:
                page.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009

    def test_too_many_sockets_of_one_guest(self, ann: Browser) -> None:
        match = ann.new("yahtzee", "Ann")
        pages = [ann.sit(match) for _ in range(16)]
        with Page(ann.dial(match)) as one_more:
            assert one_more.until("bye")["again"]
        pages.pop().close()
        ann.sit(match).close()
        for page in pages:
            page.close()

    @pytest.mark.parametrize(
        "body",
        [
            {**NEW, "extra": 1},
            {**NEW, "seats": []},
            {**NEW, "seats": [{"name": "Ann", "guest": "x"}]},
            {**NEW, "seats": [{"name": "Ann"}] * 17},
            {**NEW, "seed": "1"},
            {**NEW, "seed": 1.5},
            {**NEW, "seed": True},
            {**NEW, "watch": 1},
            {**NEW, "options": {"rules": ["official"]}},
            [],
            "x",
            None,
        ],
        ids=range(12),
    )
    def test_a_wish_that_is_none(self, ann: Browser, body: object) -> None:
        assert ann.refusal("POST", "/matches", body)[0] == 422

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ({"game": "chess"}, "There is no game called 'chess'"),
            ({"seats": [{"name": "Ann"}] * 9}, "Yahtzee is for 1 to 8 players"),
            ({"seats": [{"name": "Ann"}, {"name": "ann "}]}, "Every player needs a different name."),
            ({"seats": [{"name": "A\u0000"}]}, "printable"),
            ({"seats": [{"name": "Ann", "level": "hard"}]}, "not a computer player"),
            ({"seats": [{"player": "computer", "level": "divine"}]}, "There is no computer player 'divine'"),
            ({"options": {"rules": "none"}}, "rules must be one of standard, official"),
            ({"options": {"seats": 3}}, "seats is not a house rule"),
            ({"options": {"stall_turns": 3}}, "There is no option"),
        ],
    )
    def test_a_wish_that_cannot_be(self, ann: Browser, change: dict[str, object], reason: str) -> None:
        status, said = ann.refusal("POST", "/matches", {**NEW, **change})
        assert status == 400
        assert reason in said
        assert ann.matches() == []


class TestRates:
    @pytest.fixture
    def strict(self, tmp_path: Path) -> Iterator[str]:
        limits = {"requests": (2, 30), "guests": (0.1, 3), "frames": (100, 20), "matches": (0.1, 2)}
        with served(Settings(folder=tmp_path, **limits)) as address:  # type: ignore[arg-type]
            yield address

    def test_too_many_requests_and_guests(self, strict: str) -> None:
        def hello() -> int:
            http.cookies.clear()
            return http.get(f"{strict}/api/v1/hello").status_code

        with httpx.Client(trust_env=False) as http:
            codes = [hello() for _ in range(6)]
            assert codes[:3] == [200, 200, 200]
            assert 429 in codes[3:], "so many guests from one address"
            codes = [http.get(f"{strict}/icon.svg").status_code for _ in range(60)]
            assert codes[-1] == 429, "so many requests of any kind"

    def test_too_many_matches(self, strict: str) -> None:
        with Browser(strict) as ann:
            codes = [ann.http.post("/matches", json=NEW).status_code for _ in range(4)]
            assert codes == [201, 201, 429, 429]

    def test_whoever_says_too_much_is_heard_later(self, strict: str) -> None:
        with Browser(strict) as ann, ann.sit(ann.new("yahtzee", "Ann")) as page:
            for _ in range(50):
                page.say(type="ping")
            assert [page.hear()["type"] for _ in range(50)] == ["pong"] * 50


class TestOpenToOthers:
    @pytest.fixture
    def abroad(self, tmp_path: Path) -> Iterator[Browser]:
        settings = Settings(host="0.0.0.0", folder=tmp_path, **FAST)  # type: ignore[arg-type]
        with served(settings) as address, Browser(address) as ann:
            yield ann

    def test_the_disk_and_the_program_are_the_hosts(self, abroad: Browser) -> None:
        assert not abroad.welcome["can_exit"]
        assert not abroad.welcome["again"], "it would tell where the program lies"
        assert not abroad.welcome["can_save"]
        match = abroad.new("yahtzee", "Ann")
        for method, path, body in (
            ("GET", "/saves", None),
            ("POST", "/saves/load", {"game": "yahtzee"}),
            ("POST", f"/matches/{match}/save", {}),
            ("POST", "/exit", None),
        ):
            assert abroad.refusal(method, path, body)[0] == 403


@pytest.mark.parametrize("end", ["%0A", "%0D", "%1F", "%7F", "%C2%85"])
def test_a_path_has_no_line_breaks_in_it_or_it_would_end_here_for_one_and_there_for_another(
    ann: Browser, end: str
) -> None:
    match = ann.new("yahtzee", "Ann")
    for method, path in (("GET", f"/matches/{match}/rules{end}"), ("DELETE", f"/matches/{match}{end}")):
        assert ann.refusal(method, path) == (404, "There is nothing at this address.")
    assert [each["match"] for each in ann.matches()] == [match]


def test_what_no_store_could_hold_is_refused_before_it_gets_there(ann: Browser) -> None:
    assert ann.refusal("GET", "/matches/%00/rules") == (404, "There is nothing at this address.")
    assert ann.refusal("GET", "/results?game=%00") == (404, "There is nothing at this address.")
    status, reason = ann.refusal("POST", "/parties", {"game": "yahtzee", "match": "\0"})
    assert (status, "that is no text" in reason) == (422, True)
    with ann.sit(ann.new("yahtzee", "Ann", "Bo", start="seat-order")) as page:
        page.say(type="answer", id="\0", seq=0, choice=["roll"])
        assert page.until("mistake")
        assert page.answer("roll")["type"] == "done"
