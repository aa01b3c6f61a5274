"""Real servers on one database and one bus count together; what a killed one had is forgotten within seconds."""

import json
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.cluster.serving import servers
from tests.cluster.sharing import twin
from tests.server.browser import PATIENCE, Browser
from tests.server.redis import Kept
from tests.server.stores import PostgresPlace

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="kills processes as Unix does"),
    pytest.mark.thorough,
]


def is_let_in(browser: Browser, match: str) -> bool:
    """Whether there is room for one more page, which is closed again."""
    with browser.dial(match) as line:
        with suppress(ConnectionClosed):
            line.send('{"type":"hello","last_seq":null}')
        told = json.loads(line.recv(PATIENCE))
        assert told["type"] != "bye" or told["reason"].startswith("Too many pages")
        return bool(told["type"] != "bye")


def soon(browser: Browser, match: str, wanted: bool) -> None:
    """Whoever has left is not forgotten in the same moment."""
    until = time.monotonic() + PATIENCE
    while is_let_in(browser, match) is not wanted:
        assert time.monotonic() < until


def test_pages_of_a_guest_are_counted_at_all_servers(database: PostgresPlace, kept: Kept, tmp_path: Path) -> None:
    with (
        servers(database.url, tmp_path, 2, bus=kept.url(8), sockets_of_guest=3) as (one, other),
        Browser(one.address) as ann,
        twin(ann, other.address) as there,
    ):
        match = ann.new("yahtzee", "Ann")
        with ann.sit(match), there.sit(match), there.sit(match):
            soon(ann, match, False)
            soon(there, match, False)
            other.kill()
            soon(ann, match, True)
            kept.kill()
            try:
                with ann.sit(match) as page:
                    assert page.answer("roll")["type"] == "done", "nobody needs the bus to play"
            finally:
                kept.start()
