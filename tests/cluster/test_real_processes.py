"""Real processes on a real PostgreSQL: one of them is killed, stopped or started anew, and everybody plays on."""

import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.cluster.serving import frozen, servers
from tests.cluster.sharing import farewell, twin
from tests.cluster.strangers import closed_port
from tests.server import postgres
from tests.server.browser import PATIENCE, Browser, Program
from tests.server.party.friends import code_of, come, open_table, soon
from tests.server.postgres import Cluster
from tests.server.stores import PostgresPlace

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does"),
    pytest.mark.thorough,
]


@pytest.fixture
def three(database: PostgresPlace, tmp_path: Path) -> Iterator[list[Program]]:
    with servers(database.url, tmp_path, 3) as programs:
        yield programs


def test_one_guest_at_each_of_three_processes_and_all_at_one_table(three: list[Program]) -> None:
    first, second, third = three
    with (
        Browser(first.address) as ann,
        open_table(ann) as host,
        Browser(second.address) as other,
        come(other, code_of(host), "Ben") as ben,
        Browser(third.address) as another,
        come(another, code_of(host), "Cy") as cy,
    ):
        for each in (host, ben, cy):
            each.wait(lambda state: len(state["people"]) == 3)
            each.do("ready", ready=True) if each is not host else None
        host.do("start")
        match = cy.wait(lambda state: state["match"] is not None)["match"]
        with host.browser.sit(match) as one, ben.browser.sit(match) as two, cy.browser.sit(match) as three_:
            pages = [one, two, three_]
            while not any(page.state["ask"] and page.state["ask"]["mine"] for page in pages):
                for page in pages:
                    page.hear()
            asked = next(page for page in pages if page.state["ask"] and page.state["ask"]["mine"])
            assert asked.answer(*asked.state["ask"]["options"][0]["choice"])["type"] == "done"
            for page in pages:
                while page.state["seq"] < asked.state["seq"]:
                    page.hear()


def test_a_process_is_killed_and_its_pages_play_on_at_the_others(three: list[Program]) -> None:
    first, second, third = three
    with Browser(first.address) as ann, twin(ann, second.address) as there, twin(ann, third.address) as elsewhere:
        match = ann.new("yahtzee", "Ann", "Bo", start="seat-order")
        with ann.sit(match) as here, there.sit(match) as page:
            done = here.answer("roll", id_="once")
            first.kill()
            told, code, _ = farewell(page)
            assert (told["type"], told["again"], code) == ("bye", True, 1012)
        rules = elsewhere.get(f"/matches/{match}/rules")  # which waits until somebody has taken it over
        assert rules == there.get(f"/matches/{match}/rules")
        with there.sit(match) as page, elsewhere.sit(match) as other:
            assert page.answer("roll", id_="once") == other.answer("roll", id_="once") == done
        first.start()
        with ann.sit(match) as page, there.sit(match) as other:
            choice = page.state["ask"]["options"][0]["choice"]
            assert page.answer(*choice, id_="twice") == other.answer(*choice, id_="twice")


def test_a_process_that_is_stopped_is_taken_for_dead_and_hears_of_it_when_it_goes_on(
    database: PostgresPlace, tmp_path: Path
) -> None:
    with (
        servers(database.url, tmp_path) as [first, second],
        Browser(first.address) as ann,
        twin(ann, second.address) as there,
    ):
        match = ann.new("yahtzee", "Ann", "Bo", start="seat-order")
        with ann.sit(match) as here, there.sit(match) as page:
            with frozen(first):
                assert farewell(page)[1] == 1012
                with there.sit(match) as back:
                    done = back.answer("roll", id_="meanwhile")
                    assert done["type"] == "done"
                    seq = back.state["seq"]
            assert farewell(here)[1] == 1012, "what it had in memory is another's"
        with ann.sit(match) as here:
            assert here.state["seq"] == seq
            assert here.answer("roll", id_="meanwhile") == done


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="stops PostgreSQL as Linux does")
def test_a_database_that_says_nothing_is_waited_for_in_vain_and_then_all_is_as_it_was(
    cluster: Cluster, tmp_path: Path
) -> None:
    """Everybody has an answer while it hangs; and nobody has to do anything when it goes on."""
    programs = postgres.find()
    assert programs is not None
    own = Cluster(programs)
    try:
        with servers(own.url(), tmp_path) as [first, second], Browser(first.address) as ann:
            match = ann.new("yahtzee", "Ann", "Bo", start="seat-order")
            with ann.sit(match) as here, twin(ann, second.address) as there, there.sit(match) as page:
                done = here.answer("roll", id_="once")
                own.freeze()
                try:
                    here.say(type="answer", id="lost", seq=here.state["seq"], choice=["keep"])
                    for each in (here, page):
                        assert farewell(each)[1] == 1012
                    assert there.refusal("GET", f"/matches/{match}/rules")[0] == 503
                    assert ready(there) == 503
                    assert httpx.get(f"{there.address}/healthz").status_code == 200
                finally:
                    own.thaw()
                soon(lambda: ready(ann) == ready(there) == 200)
                with there.sit(match) as one, ann.sit(match) as other:
                    assert one.answer("roll", id_="once") == done
                    choice = {"type": "answer", "seq": done["seq"], "choice": ["keep"]}
                    one.say(id="lost", **choice)
                    other.say(id="lost", **choice)
                    assert one.reply("lost") == other.reply("lost"), "done once, before or now"
                    assert one.state["seq"] == other.state["seq"] > done["seq"]
    finally:
        own.end()


def ready(browser: Browser) -> int:
    return httpx.get(f"{browser.address}/readyz", timeout=PATIENCE).status_code


def test_a_process_that_is_started_anew_at_the_same_address_is_another_one(
    database: PostgresPlace, tmp_path: Path
) -> None:
    with (
        servers(database.url, tmp_path, 1) as [second],
        Program(tmp_path / "first", database=database.url, inside=closed_port()) as first,
        Browser(first.address) as ann,
        twin(ann, second.address) as there,
    ):
        match = ann.new("yahtzee", "Ann", "Bo", start="seat-order")
        with ann.sit(match) as page:
            done = page.answer("roll", id_="once")
        first.kill()
        first.start()
        with there.sit(match) as page:
            assert page.answer("roll", id_="once") == done
            assert page.state["seq"] == done["seq"]
