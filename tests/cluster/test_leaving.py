"""A process that ends leaves its tables to the others, which go on at once; nobody needs a hand."""

import os
import signal
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from dicecup.server.operation import measures
from tests.cluster.serving import servers
from tests.cluster.sharing import sharing
from tests.server.browser import PATIENCE, Browser, Page
from tests.server.outside import until
from tests.server.stores import PostgresPlace


def code_of(page: Page) -> int:
    try:
        while True:
            page.hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else 1006


def test_its_tables_go_on_at_another_process(tmp_path: Path) -> None:
    with sharing(tmp_path, farewell=0.2) as both, Browser(both.addresses[0]) as ann:
        first, second = both.servers
        matches = [ann.new("yahtzee", "Ann", "Bo", start="seat-order") for _ in range(3)]
        pages = [ann.sit(match) for match in matches]
        for page in pages:
            assert page.answer("roll")["type"] == "done"
        assert {both.owner(match) for match in matches} == {1}
        # Somebody comes in at the other process, and is passed on: also that page is asked to come back.
        ann.address = both.addresses[1]
        through = ann.sit(matches[0])
        first.should_exit = True
        assert {code_of(page) for page in (*pages, through)} == {1012}
        until(lambda: "process 1" not in both.book.alive)
        again = [ann.sit(match) for match in matches]
        assert [page.state["seq"] for page in again] == [page.state["seq"] for page in pages]
        assert {both.owner(match) for match in matches} == {2}
        assert again[0].answer("fill", "chance")["type"] == "done"
        for page in (*pages, *again, through):
            page.close()
        assert second.started


def test_what_it_is_asked_while_it_ends_is_answered(tmp_path: Path) -> None:
    with sharing(tmp_path, farewell=300.0) as both, Browser(both.addresses[0]) as ann:
        first = both.servers[0]
        match = ann.new("yahtzee", "Ann", start="seat-order")
        ann.get(f"/matches/{match}/rules")
        assert both.owner(match) == 1
        first.should_exit = True
        until(lambda: httpx.get(f"{both.addresses[0]}/readyz", timeout=PATIENCE).status_code == 503)
        assert ann.get(f"/matches/{match}/rules")["title"]
        first.force_exit = True


def test_who_runs_it_sees_what_is_measured_by_the_inside_door(tmp_path: Path) -> None:
    with sharing(tmp_path, names=("games.example",)) as both:
        inside = f"http://{both.inside(1)}"
        assert httpx.get(f"{both.addresses[0]}/metrics", timeout=PATIENCE).status_code == 404
        told = httpx.get(f"{inside}/metrics", timeout=PATIENCE)
        assert told.headers["content-type"] == measures.TYPE
        assert "dicecup_forwarded_total" in told.text
        assert httpx.get(f"{inside}/readyz", timeout=PATIENCE).json()["ready"]
        assert httpx.get(f"{inside}/healthz", timeout=PATIENCE).text == "alive\n"
        assert httpx.get(f"{inside}/api/v1/hello", timeout=PATIENCE).status_code == 403


def test_what_is_passed_on_keeps_its_id_and_is_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "dicecup")
    with sharing(tmp_path) as both, Browser(both.addresses[0]) as ann:
        match = ann.new("yahtzee", "Ann")
        ann.get(f"/matches/{match}/rules")
        until(lambda: len(lines(caplog)) == 1)  # it is written when the answer is there already
        caplog.clear()
        with httpx.Client(base_url=both.addresses[1], cookies=ann.http.cookies, timeout=PATIENCE) as http:
            reply = http.get(f"/api/v1/matches/{match}/rules")
        until(lambda: len(lines(caplog)) == 2)
        assert {line.__dict__["route"] for line in lines(caplog)} == {
            "/matches/*/rules",
            "/matches/{match_id}/rules",
        }
        assert {line.__dict__["match"] for line in lines(caplog)} == {match}
        assert reply.headers.get_list("x-request-id") == [reply.headers["x-request-id"]]
        told = httpx.get(f"http://{both.inside(2)}/metrics", timeout=PATIENCE).text
        assert 'dicecup_forwarded_total{kind="request",outcome="answered"}' in told


def lines(caplog: pytest.LogCaptureFixture) -> list:  # type: ignore[type-arg]
    return [each for each in caplog.records if each.message == "request" and each.__dict__.get("match")]


@pytest.mark.thorough
def test_a_rolling_restart_loses_nothing(database: PostgresPlace, tmp_path: Path) -> None:
    """One process after the other ends in order and comes back; people play on at the one that is there."""
    with servers(database.url, tmp_path, farewell=0.5) as programs, Browser(programs[0].address) as ann:
        matches = [ann.new("yahtzee", "Ann", "=", start="seat-order") for _ in range(4)]
        reached = dict.fromkeys(matches, 0)
        for leaving in (0, 1, 0):
            ending, staying = programs[leaving], programs[1 - leaving]
            ann.address = ending.address
            pages = {match: ann.sit(match) for match in matches}
            for match, page in pages.items():
                assert page.state["seq"] >= reached[match], "what was acknowledged is there"
                ask = page.until_mine()
                assert ask is not None
                done = page.answer(*ask["options"][0]["choice"])
                assert done["type"] == "done"
                reached[match] = done["seq"]
            assert ending.pid is not None
            os.kill(ending.pid, signal.SIGTERM)
            assert {code_of(page) for page in pages.values()} == {1012}
            ann.address = staying.address
            for match in matches:
                with ann.sit(match) as page:  # while the other one is still ending, too
                    assert page.state["seq"] >= reached[match]
            assert "Traceback" not in ending.ended()
            ending.start()
            for page in pages.values():
                page.close()
