"""Somebody has everything deleted, at any of several servers: all their pages hear that, and nothing else."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from dicecup.server.settings import Settings
from tests.cluster.sharing import twin
from tests.server.browser import FAST, PATIENCE, Browser, running
from tests.server.party.friends import code_of, come, open_table
from tests.server.stores import PostgresPlace

SURE = {"confirm": "delete everything"}
DELETED = (
    [{"type": "bye", "reason": "Everything of yours has been deleted here.", "again": False, "rescue": ""}],
    4404,
)


@pytest.fixture
def three(database: PostgresPlace, tmp_path: Path, nobody_dies_of_a_busy_machine: None) -> Iterator[list[str]]:
    """Servers on one database; their addresses."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                running(Settings(folder=tmp_path / name, database=database.url, thinkers=1, **FAST))  # type: ignore[arg-type]
            ).address.rstrip("/")
            for name in "abc"
        ]


def rest(socket: Any) -> tuple[list[dict[str, Any]], int]:
    """All that a page is told until its socket is closed, and with which code that is."""
    told: list[dict[str, Any]] = []
    while True:
        try:
            told.append(json.loads(socket.recv(PATIENCE)))
        except ConnectionClosed as closed:
            return told, closed.rcvd.code if closed.rcvd is not None else 1006


def test_pages_at_other_servers_hear_that_and_nothing_else(three: list[str]) -> None:
    first, second, third = three
    with (
        Browser(first) as eve,
        twin(eve, second) as other,
        twin(eve, third) as another,
        Browser(second) as ben,
        open_table(eve, name="Eve") as host,
        come(ben, code_of(host), "Ben") as guest,
    ):
        guest.do("ready", ready=True)
        host.wait(lambda state: not state["why_not"])
        host.do("start")
        match = guest.wait(lambda state: state["match"] is not None)["match"]
        alone = eve.new("yahtzee", "Eve", "=")
        with ExitStack() as stack:
            pages = [
                stack.enter_context(browser.sit(which)).socket
                for browser in (eve, other, another)
                for which in (match, alone)
            ]
            reply = another.http.request("DELETE", "/me", json=SURE)
            assert reply.status_code == 200, reply.text
            for page in (*pages, host.socket):
                assert rest(page) == DELETED
            assert guest.until("bye")["again"], "whoever played with them comes back to the table without them"
