"""Two processes share a store: wherever somebody comes in, they are at the same table."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from dicecup.server import asking
from dicecup.server.review.reviews import Kept
from tests.cluster.sharing import Together, a_match, farewell, sharing, twin
from tests.cluster.strangers import Recorder
from tests.server.browser import Browser, Page
from tests.server.party.friends import Friend, code_of, come, open_table, soon
from tests.server.reviewing import over


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Together]:
    with sharing(tmp_path_factory.mktemp("sharing"), open_tables=True) as both:
        yield both


@pytest.fixture
def ann(both: Together) -> Iterator[Browser]:
    """At the first server."""
    with Browser(both.addresses[0]) as browser:
        yield browser


@pytest.fixture
def there(both: Together, ann: Browser) -> Iterator[Browser]:
    """Ann at the second server."""
    with twin(ann, both.addresses[1]) as browser:
        yield browser


# --- whose computer it is ---


def test_nobody_is_the_host_of_all_guests_because_they_sit_at_one_of_the_computers(
    both: Together, ann: Browser
) -> None:
    match = a_match(both, ann)
    for address in both.addresses:
        with Browser(address) as eve:  # on loopback, at a server that was given no name
            assert eve.welcome["can_exit"], "the program that she started is hers to end"
            assert not eve.welcome["can_save"]
            assert eve.get("/hello").get("go_on") is None
            assert eve.matches() == []
            for method, path, body in (
                ("POST", f"/matches/{match}/here", None),
                ("POST", f"/matches/{match}/save", {"name": "hers"}),
                ("POST", "/saves/load", {"game": "yahtzee"}),
                ("GET", "/saves", None),
                ("DELETE", "/saves/hers", None),
            ):
                assert eve.refusal(method, path, body) == (403, asking.SHARED)
    assert [each["match"] for each in ann.matches()] == [match], "it is still Ann's"


# --- at the table ---


def test_a_command_that_is_said_at_two_processes_is_done_once(
    both: Together, ann: Browser, there: Browser
) -> None:
    match = a_match(both, ann)
    with ann.sit(match) as here, there.sit(match) as page:
        done = page.answer("roll", id_="once")
        assert done["type"] == "done"
        assert here.answer("roll", id_="once") == done
        assert page.answer("roll", id_="once") == done
        assert here.state["seq"] == page.state["seq"] == done["seq"]


def test_friends_at_different_processes_see_and_hear_each_other(both: Together, ann: Browser) -> None:
    with open_table(ann) as host, Browser(both.addresses[1]) as other, come(other, code_of(host)) as ben:
        assert both.owner(host.party) == 1
        host.wait(lambda state: len(state["people"]) == 2)
        ben.do("phrase", phrase="hello")
        while "hello" not in json.dumps(host.until("lines")):
            pass
        ben.close()
        soon(lambda: len(both.desk(1).parties.at_hand(host.party).listeners) == 1)


def test_a_page_is_sent_away_in_the_words_of_whoever_has_the_match(
    both: Together, ann: Browser, there: Browser
) -> None:
    match = a_match(both, ann)
    with ann.sit(match) as here, there.sit(match) as page:
        assert ann.http.delete(f"/matches/{match}").is_success
        assert farewell(page) == farewell(here)
    with Page(there.dial("nowhere")) as page, Page(ann.dial("nowhere")) as here:
        assert farewell(page) == farewell(here)


def test_a_page_that_goes_is_gone_at_the_other_process_as_well(
    both: Together, ann: Browser, there: Browser
) -> None:
    match = a_match(both, ann)
    live = both.desk(1).matches.tables.at_hand(match)
    assert live is not None
    with there.sit(match):
        assert len(live.listeners) == 1
    soon(lambda: not live.listeners)
    soon(lambda: len(both.desk(2).membership.exchange.lines) == 0)


def test_sockets_that_are_passed_on_count_where_they_come_in(tmp_path: Path) -> None:
    with sharing(tmp_path, sockets_of_guest=2) as both, Browser(both.addresses[0]) as ann:
        match = a_match(both, ann)
        with twin(ann, both.addresses[1]) as there, there.sit(match), there.sit(match):
            with Page(there.dial(match)) as third:
                assert farewell(third)[1] == 4429
            with ann.sit(match):
                pass  # nobody has any here


def test_requests_count_where_they_come_in_and_only_there(tmp_path: Path) -> None:
    with sharing(tmp_path, requests=(0.001, 20)) as both, Browser(both.addresses[0]) as ann:
        match = a_match(both, ann)
        with twin(ann, both.addresses[1]) as there:
            said = [there.http.get(f"/matches/{match}/rules").status_code for _ in range(20)]
        assert 429 in said
        assert said.index(429) >= 18
        assert ann.http.get(f"/matches/{match}/rules").status_code == 200


def test_a_save_that_is_loaded_again_is_the_match_that_another_process_has(
    both: Together, ann: Browser, there: Browser
) -> None:
    text = ann.http.get(f"/matches/{a_match(both, ann)}/export?kind=save").text
    match = ann.post("/import", {"text": text})["match"]
    ann.get(f"/matches/{match}/rules")
    assert there.post("/import", {"text": text})["match"] == match
    assert match not in both.desk(2).matches.tables


# --- codes and links ---


def test_links_lead_to_where_somebody_has_come_in(both: Together, ann: Browser, there: Browser) -> None:
    with open_table(ann) as table:
        url = there.get(f"/parties/{table.party}/links")["table"]["url"]
    assert url.startswith(f"{both.addresses[1]}/#/join/")


def test_whoever_guesses_codes_does_not_learn_at_another_process_which_are_right(
    both: Together, ann: Browser
) -> None:
    with open_table(ann) as table, Browser(both.addresses[1]) as eve:
        code = code_of(table)
        said = [eve.http.post("/doors", json={"code": f"BBBB{letter}"}).status_code for letter in "BCDFGHJKMNP"]
        assert said == [404] * 10 + [429]
        assert eve.http.post("/doors", json={"code": code}).status_code == 429
        assert eve.http.post("/join", json={"code": code, "name": "Eve"}).status_code == 429


def test_tables_for_anybody_are_those_of_all_processes(both: Together, ann: Browser) -> None:
    joined = ann.post("/anybody", {"game": "yahtzee", "name": "Ann"})
    with Friend(ann, joined), Browser(both.addresses[1]) as ben:
        assert [each["host"] for each in ben.get("/tables")] == ["Ann"]
        assert ben.post("/anybody", {"game": "yahtzee", "name": "Ben"})["party"] == joined["party"]
        with Browser(both.addresses[1]) as cy:  # of another game there is none yet
            assert cy.post("/anybody", {"game": "king-of-tokyo", "name": "Cy"})["party"] != joined["party"]
    assert both.owner(joined["party"]) == 1


# --- what goes between them ---


def test_neither_cookies_nor_words_of_strangers_go_along(both: Together, ann: Browser, there: Browser) -> None:
    match = a_match(both, ann)
    token = next(iter(ann.http.cookies.values()))
    door = both.inside(1)
    with Recorder(door) as recorder:
        both.move(1, recorder.address)
        forged = {"dicecup-word": "forged", "x-forwarded-for": "10.9.8.7", "authorization": "Basic eA=="}
        assert there.http.get(f"/matches/{match}/rules", headers=forged).status_code == 200
        with there.sit(match):
            pass
    both.move(1, door)
    said = recorder.said.lower()
    assert b"get /api/v1/matches/" in said
    for secret in (token.lower().encode(), b"cookie", b"forged", b"10.9.8.7", b"authorization"):
        assert secret not in said


def test_what_was_overheard_cannot_be_said_again(both: Together, ann: Browser, there: Browser) -> None:
    match = a_match(both, ann)
    door = both.inside(1)
    with Recorder(door) as recorder:
        both.move(1, recorder.address)
        there.post(f"/matches/{match}/branch", {"seq": 0, "stop": 0, "seat": 0})
    both.move(1, door)
    assert recorder.say_again().startswith(b"HTTP/1.1 403 ")
    assert len(ann.matches()) == 2


def test_the_inside_door_tells_strangers_nothing(both: Together, ann: Browser) -> None:
    match, door = a_match(both, ann), f"http://{both.inside(1)}"
    with httpx.Client(base_url=door, cookies=ann.http.cookies, trust_env=False) as stranger:
        for path in ("/", "/index.html", "/api/v1/hello", f"/api/v1/matches/{match}/rules", "/inside/tables"):
            reply = stranger.get(path, headers={"dicecup-word": "let me in"})
            assert (reply.status_code, list(reply.json())) == (403, ["reason"]), path
        assert stranger.post("/inside/give-up", json=[match]).status_code == 403
        assert stranger.get("/healthz").status_code == 200
        assert "dicecup_forwarded_total" in stranger.get("/metrics").text
        assert stranger.post("/metrics").status_code == 403
    assert both.owner(match) == 1


def test_the_doors_for_everybody_know_nothing_of_the_inside(both: Together, ann: Browser) -> None:
    for path in ("/inside/tables", "/inside/give-up"):
        reply = httpx.post(f"{both.addresses[0]}{path}", json=[], trust_env=False)
        assert reply.status_code in (404, 405)


def test_a_process_lets_go_of_what_another_one_asks_for(both: Together, ann: Browser, there: Browser) -> None:
    match = a_match(both, ann)
    both.desk(1).reviews._keep(match, Kept("log", "what was said about somebody who may want to be forgotten"))
    with ann.sit(match) as page:
        assert both.run(2, both.desk(2).parties.others.let_go(both.owner_of("process 1"), [match]))
        assert farewell(page)[1] == 1012
    assert match not in both.book.owners
    assert match not in both.desk(1).reviews.about()
    with there.sit(match):
        assert both.owner(match) == 2


def test_a_long_answer_comes_whole(both: Together, ann: Browser, there: Browser) -> None:
    match = ann.post("/import", {"text": over(game="deadwood", seats=3).record()})["match"]
    path = f"/matches/{match}/export?kind=record"
    assert len(ann.http.get(path).content) > 50_000
    assert there.http.get(path).content == ann.http.get(path).content
    assert json.loads(there.http.get(path).content)
