"""What compose.yaml starts is started without containers (`deploying`). Whoever plays there notices nothing of a
rolling restart but a moment's wait.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.lacking import lacking
from tests.server import caddy, redis
from tests.server.browser import PATIENCE, Browser, Page
from tests.server.deploying import Deployed
from tests.server.stores import PostgresPlace

pytestmark = pytest.mark.thorough


class Visitor(Browser):
    """Somebody who comes in wherever they are let in, and comes back by themselves, as a page does."""

    def __init__(self, deployed: Deployed, at: int) -> None:
        self._deployed: Final = deployed
        self._at = at
        self.trusted: Final = deployed.trusted
        self.address = deployed.addresses[at]
        self.http = httpx.Client(
            base_url=f"{self.address}/api/v1", timeout=PATIENCE, trust_env=False, verify=self.trusted or True
        )
        self.welcome = self.get("/hello")
        self.codes: list[int | None] = []
        self.page: Page | None = None

    def dial(self, match: str, max_queue: int | None = None, **headers: str) -> ClientConnection:
        url = f"{self.address}/api/v1/matches/{match}/socket".replace("http", "ws", 1)
        facts: Any = {"open_timeout": PATIENCE, "max_size": None, "max_queue": max_queue, "proxy": None}
        found: ClientConnection = connect(
            url, additional_headers={"cookie": self.cookie, **headers}, ssl=self.trusted, **facts
        )
        return found.__enter__()

    def look_at(self, match: str) -> Page:
        """The match on the screen, however often that takes."""
        until = time.monotonic() + PATIENCE
        while True:
            with suppress(OSError, WebSocketException):
                self.page = self.sit(match)
                return self.page
            assert time.monotonic() < until, "it does not come back"
            self._at += 1
            self.address = self._deployed.addresses[self._at % 2]
            time.sleep(0.1)

    def turn(self, match: str) -> None:
        """Roll and fill the first box that is free, when it is one's turn; wherever that gets interrupted."""
        begun = False
        while True:
            page = self.page or self.look_at(match)
            try:
                ask = page.state["ask"] if begun else page.until_mine()
                if ask is None or not ask["mine"]:
                    return
                begun = True
                options = [each["choice"] for each in ask["options"]]
                page.answer(*next((each for each in options if each[0] == "fill"), options[0]))
            except ConnectionClosed as closed:
                self.codes.append(closed.rcvd.code if closed.rcvd else None)
                page.close()
                self.page = None

    def close(self) -> None:
        if self.page is not None:
            self.page.close()
        super().close()


@pytest.fixture(params=["directly", "through Caddy"])
def deployed(request: pytest.FixtureRequest, database: PostgresPlace, tmp_path: Path) -> Iterator[Deployed]:
    bus_program, program = redis.find(), caddy.find()
    if bus_program is None:
        lacking("There is neither Redis nor Valkey: make test gets one where it may.")
    if request.param != "directly" and program is None:
        lacking("THERE IS NO CADDY HERE, so the way through it is not tried: apt install caddy")
    with ExitStack() as stack:
        found = Deployed(stack, tmp_path, database.url, bus_program)
        found.begin()
        if request.param != "directly":
            found.put_caddy_before(str(program))
        yield found


def test_a_game_goes_on_while_one_server_after_the_other_is_replaced(deployed: Deployed) -> None:
    with Visitor(deployed, 0) as ann, Visitor(deployed, 1) as ben:
        play(deployed, ann, ben)
    deployed.end_in_order()


def play(deployed: Deployed, ann: Visitor, ben: Visitor) -> None:
    level = next(each["levels"][0] for each in ann.welcome["games"] if each["name"] == "yahtzee")
    seats = [{"name": "Ann"}, {"name": "Ben", "player": "open"}, {"player": "computer", "level": level}]
    made = ann.post("/matches", {"game": "yahtzee", "seats": seats, "options": {"start": "seat-order"}})
    match = made["match"]
    ben.post(f"/invites/{made['invites']['1']}")
    for round_ in range(13):
        if round_ in (3, 6):
            deployed.replace(round_ // 6)
        ann.turn(match)
        ben.turn(match)
    pages = [visitor.page or visitor.look_at(match) for visitor in (ann, ben)]
    for page in pages:
        while not page.state["outcome"]:
            page.hear()
    assert pages[0].state["outcome"] == pages[1].state["outcome"]
    assert pages[0].state["seq"] == pages[1].state["seq"]
    assert {*ann.codes, *ben.codes} == {1012}, "whoever restarts says so, and everybody was sent on at least once"
