"""Everything behind a page is replaced while people play: the servers one after the other, and the store.

Nobody has to do anything about it, not even to load the page again.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import dicecup
from tests.lacking import lacking
from tests.page.conftest import Guest
from tests.page.player import bring, decide, decision, log_of, moved_on, settled
from tests.page.test_from_outside import begin
from tests.page.test_waiting_room import joined, opened
from tests.processes import PYTHON
from tests.server import caddy, redis
from tests.server.browser import PATIENCE, Browser, Program
from tests.server.deploying import Deployed
from tests.server.stores import PostgresPlace

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform == "win32", reason="ends programs as Unix does"),
]

_MINE = ".decide.mine, dialog[open], .result"


@pytest.fixture
def deployed(database: PostgresPlace, tmp_path: Path) -> Iterator[Deployed]:
    """Two servers and all that compose.yaml has beside them; before them the real Caddy, or nobody."""
    bus, proxy = redis.find(), caddy.find()
    for missing in ([] if bus else ["Redis or Valkey"]) + ([] if proxy else ["Caddy"]):
        lacking(f"THERE IS NO {missing.upper()} HERE: make thorough gets one where it may")
    with ExitStack() as stack:
        found = Deployed(stack, tmp_path, database.url, str(bus))
        found.begin()
        found.put_caddy_before(str(proxy))
        yield found


def mark(page: Page) -> None:
    """From now on it has to stay as it is: whoever loads it again loses this."""
    page.evaluate("window.stayed = true")


def stayed(page: Page, where: str) -> None:
    assert page.evaluate("window.stayed === true"), "it was loaded again"
    assert page.url == where


def play(pages: list[Page], decisions: int) -> None:
    """So many decisions are made, each by whoever is asked."""
    until = time.monotonic() + 3 * PATIENCE
    made = 0
    while made < decisions:
        assert time.monotonic() < until, [page.locator("body").inner_text()[:600] for page in pages]
        page = next((page for page in pages if page.locator(_MINE).count()), None)
        if page is None:
            pages[0].wait_for_timeout(50)
        elif page.locator(".result").count():
            return
        elif page.locator("dialog[open]").count():
            page.locator("dialog[open] .btn.main").first.click()
        else:
            before = decision(page)
            decide(page, made)
            moved_on(page, before)
            made += 1


def choose(page: Page, number: int) -> str:
    """Whoever is asked there presses something, and waits for nothing; what was asked."""
    settled(page)
    before = decision(page)
    decide(page, number)
    return before


def test_two_servers_behind_caddy_are_replaced_one_by_one(deployed: Deployed, guest: Guest) -> None:
    ann, ben = (guest(ignore_https_errors=True).new_page() for _ in range(2))
    for page in (ann, ben):
        page.goto(deployed.addresses[0])
    joined(ben, opened(ann, "Ann"), "Ben")
    begin(ann, ben)
    where = ann.url, ben.url
    lonely = guest(ignore_https_errors=True).new_page()
    match = bring(lonely, deployed.addresses[0], dicecup.new("yahtzee", names=["Cy", "Di"]))
    pages = [ann, ben]
    for page in (*pages, lonely):
        mark(page)
    for number in (0, 1, 0):
        play(pages, 4)
        known = log_of(lonely, deployed.addresses[0], match)
        leaving = threading.Thread(target=deployed.replace, args=(number,))
        leaving.start()
        for count in range(3):  # in the very moments in which tables change hands
            moved_on(lonely, choose(lonely, count))
        play(pages, 6)
        leaving.join()
        log = log_of(lonely, deployed.addresses[0], match)
        assert log[: len(known)] == known
        assert len(log) > len(known)
    play(pages, 4)
    for page, url in zip(pages, where, strict=True):
        stayed(page, url)
        expect(page.get_by_text("Connection lost.")).to_have_count(0)
    stayed(lonely, f"{deployed.addresses[0]}/#/match/{match}")
    deployed.end_in_order()


def command(folder: Path, *words: str) -> None:
    """What somebody types to move everything."""
    done = subprocess.run(
        [*PYTHON, "-m", "dicecup", "database", *words],
        env={**os.environ, "DICECUP_HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_games_move_from_a_file_to_postgres_and_back(
    database: PostgresPlace, guest: Guest, tmp_path: Path
) -> None:
    """Pages wait at the table meanwhile, and so do clients that say no more than they must."""
    first, last = tmp_path / "first", tmp_path / "last"
    first.mkdir()
    last.mkdir()
    with ExitStack() as stack:
        program = stack.enter_context(Program(first, database=""))
        ann, ben, lonely = (guest().new_page() for _ in range(3))
        for page in (ann, ben):
            page.goto(program.address)
        joined(ben, opened(ann, "Ann"), "Ben")
        begin(ann, ben)
        match = bring(lonely, program.address, dicecup.new("yahtzee", names=["Cy", "Di"]))
        client = stack.enter_context(Browser(program.address))
        theirs = client.post("/matches", {"game": "yahtzee", "seats": [{"name": "Eve"}, {"name": "Flo"}]})["match"]
        where = {page: page.url for page in (ann, ben, lonely)}
        play([ann, ben], 4)
        answered = client.sit(theirs)
        answered.answer("roll")
        answered.close()
        for page in where:
            mark(page)
        port = program.settings["port"]
        for words, settings in (
            (["move", "--to", database.url], {"database": database.url, "folder": str(first)}),
            (["move", "--from", database.url], {"database": "", "folder": str(last)}),
        ):
            known = log_of(lonely, program.address, match)
            before = choose(lonely, len(known))
            assert "Traceback" not in program.stop()
            command(last if words[1] == "--from" else first, *words)
            program.settings.update(settings, port=port)
            program.start()
            moved_on(lonely, before)
            moved_on(lonely, choose(lonely, 1))
            play([ann, ben], 6)
            assert log_of(lonely, program.address, match)[: len(known)] == known
            again = client.sit(theirs)
            assert again.state["seq"] >= 1, "a cookie is as good as before"
            again.close()
        for page, url in where.items():
            stayed(page, url)
        assert "Traceback" not in program.stop()
