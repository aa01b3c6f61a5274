"""Clocks that are too far apart: everybody goes on, and `/readyz` warns whoever runs the servers."""

import re
import time
from pathlib import Path

import httpx
import pytest

from dicecup.server.cluster import forwarding
from dicecup.server.cluster.lines import Clocks
from dicecup.server.operation import health
from dicecup.server.settings import Settings
from tests.cluster.sharing import a_match, sharing, twin
from tests.server.browser import FAST, Browser, running
from tests.server.stores import PostgresPlace


def warnings(address: str) -> list[str]:
    """Of a server that is ready."""
    answer = httpx.get(f"{address}/readyz", trust_env=False)
    assert answer.status_code == 200, "people can be sent here all the same"
    found: list[str] = answer.json()["warnings"]
    return found


def test_both_servers_warn_until_their_clocks_are_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with sharing(tmp_path) as both, Browser(both.addresses[0]) as ann, twin(ann, both.addresses[1]) as there:
        match = a_match(both, ann)
        first, second = both.addresses
        vouching = both.desk(2).membership.exchange.vouching
        with monkeypatch.context() as patch:
            patch.setattr(forwarding, "_PATIENCE", 0.0)
            patch.setattr(vouching, "_now", lambda: time.time() + 90)
            assert there.refusal("GET", f"/matches/{match}/rules") == (503, forwarding.AWAY)
            assert warnings(first) == warnings(second) == [health.CLOCKS]
        there.get(f"/matches/{match}/rules")
        assert warnings(second) == [], "its word counts again"
        with monkeypatch.context() as patch:
            patch.setattr(forwarding, "_PATIENCE", 0.0)
            patch.setattr(vouching, "_now", lambda: time.time() - 90)
            with there.dial(match) as socket:
                assert forwarding.AWAY in str(socket.recv())
            assert warnings(second) == [health.CLOCKS], "a socket learns it as well as a request"
        with there.sit(match):
            assert warnings(second) == []


def test_what_was_noted_of_somebody_who_is_not_asked_any_more_is_forgotten() -> None:
    now = [0.0]
    clocks = Clocks(lambda: now[0])
    clocks.differ("gone")
    clocks.differ("")
    clocks.agree("another")
    assert clocks.apart
    now[0] = 1_000.0
    assert not clocks.apart


@pytest.mark.parametrize(("ahead", "warns"), [(-90, True), (30, False)])
def test_the_clock_of_the_database(
    database: PostgresPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: float, warns: bool
) -> None:
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + ahead)
    with running(Settings(folder=tmp_path, database=database.url, thinkers=1, **FAST)) as server:  # type: ignore[arg-type]
        found = [words for words in warnings(server.address.rstrip("/")) if "clock" in words]
    assert len(found) == warns
    assert all(re.search(r"that of the database are \d\d seconds apart", words) for words in found)
