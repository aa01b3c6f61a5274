"""The servers that the other tests start."""

import socket
import sys
from pathlib import Path

import pytest

from tests.cluster.serving import frozen, servers
from tests.server.browser import Browser
from tests.server.stores import PostgresPlace

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stops processes as Unix does")


def test_a_server_keeps_its_games_in_the_database_and_can_be_frozen(
    database: PostgresPlace, tmp_path: Path
) -> None:
    with servers(database.url, tmp_path, 1) as [only], Browser(only.address) as ann:
        match = ann.new("yahtzee", "Ann")
        host, port = only.address.removeprefix("http://").split(":")
        with frozen(only), socket.create_connection((host, int(port))):
            pass  # the system answers for it
        assert [each["match"] for each in ann.matches()] == [match]
        assert database.by_hand("SELECT id FROM matches") == [(match,)]
