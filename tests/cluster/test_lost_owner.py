"""When the process that has a match does not answer: others take over, and nothing is done twice."""

import threading
from collections.abc import Callable, Iterator

import httpx
import pytest

from dicecup.server.cluster import forwarding, lines
from dicecup.server.store.owners import Owner
from tests.cluster.sharing import Together, a_match, farewell, sharing, twin
from tests.cluster.strangers import closed_port, half_an_answer, silence
from tests.server.browser import PATIENCE, Browser, Page


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Together]:
    with sharing(tmp_path_factory.mktemp("sharing")) as pair:
        yield pair


@pytest.fixture
def both(pair: Together, monkeypatch: pytest.MonkeyPatch) -> Iterator[Together]:
    """The first one is alive again afterwards, whatever has become of it."""
    monkeypatch.setattr(forwarding, "_PATIENCE", PATIENCE)
    door = pair.inside(1)
    yield pair
    pair.move(1, door)


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


def meanwhile(asked: Callable[[], httpx.Response], happens: Callable[[], None]) -> httpx.Response:
    """The answer to something that is asked while something happens."""
    replies: list[httpx.Response] = []
    asking = threading.Thread(target=lambda: replies.append(asked()))
    asking.start()
    happens()
    asking.join()
    return replies[0]


def test_what_a_dead_process_had_is_answered_here_as_soon_as_it_is_taken_for_dead(
    both: Together, ann: Browser, there: Browser
) -> None:
    match = a_match(both, ann)
    both.move(1, closed_port())
    reply = meanwhile(lambda: there.http.get(f"/matches/{match}/rules"), lambda: both.book.bury("process 1"))
    assert reply.status_code == 200
    assert both.owner(match) == 2


@pytest.mark.parametrize(("method", "path"), [("GET", "rules"), ("POST", "nonce")])
def test_a_request_without_an_answer_is_made_again_if_that_does_no_harm(
    both: Together, ann: Browser, there: Browser, method: str, path: str
) -> None:
    """The process was stopped: it takes connections, and never says a word."""
    match = a_match(both, ann)
    with silence() as stopped:
        both.move(1, stopped.address)
        body = {"nonce": "0" * 64} if method == "POST" else None

        def dies() -> None:
            stopped.heard()
            both.book.bury("process 1")

        reply = meanwhile(lambda: there.http.request(method, f"/matches/{match}/{path}", json=body), dies)
    assert reply.is_success
    assert both.owner(match) == 2


def test_what_may_have_been_done_is_not_done_again(both: Together, ann: Browser, there: Browser) -> None:
    match = a_match(both, ann)
    with silence() as stopped:
        both.move(1, stopped.address)
        body = {"seq": 0, "stop": 0, "seat": 0}

        def dies() -> None:
            stopped.heard()
            both.book.bury("process 1")

        reply = meanwhile(lambda: there.http.post(f"/matches/{match}/branch", json=body), dies)
    assert (reply.status_code, reply.json()["reason"]) == (503, forwarding.LOST)
    assert reply.headers["retry-after"] == "1"
    assert [each["match"] for each in there.matches()] == [match]


def test_nobody_waits_for_ever_for_a_process_that_cannot_be_reached(
    both: Together, ann: Browser, there: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "_PATIENCE", 0.1)
    match = a_match(both, ann)
    both.move(1, closed_port())
    assert there.refusal("GET", f"/matches/{match}/rules") == (503, forwarding.AWAY)
    with Page(there.dial(match)) as page:
        told, code, _ = farewell(page)
        assert (told["again"], code) == (True, 1012)


def test_nobody_waits_for_a_process_that_lives_behind_a_silent_network(
    both: Together, ann: Browser, there: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "_PATIENCE", 0.1)
    monkeypatch.setattr(lines, "_KNOCK", 0.05)
    monkeypatch.setattr(lines, "_SILENCE", 0.05)
    match = a_match(both, ann)
    with silence() as stopped:
        both.move(1, stopped.address)
        assert there.refusal("GET", f"/matches/{match}/rules") == (503, forwarding.AWAY)


def test_a_process_whose_clock_is_wrong_is_not_believed_and_nobody_is_told_that_it_is_their_fault(
    both: Together, ann: Browser, there: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "_PATIENCE", 0.1)
    monkeypatch.setattr(both.desk(2).membership.exchange.vouching, "_now", lambda: 0.0)
    match = a_match(both, ann)
    assert there.refusal("GET", f"/matches/{match}/rules") == (503, forwarding.AWAY)
    with Page(there.dial(match)) as page:
        assert farewell(page)[1] == 1012


def test_a_page_comes_back_when_the_owner_of_its_match_is_taken_for_dead(
    both: Together, ann: Browser, there: Browser
) -> None:
    match = a_match(both, ann)
    with there.sit(match) as page:
        both.book.bury("process 1")  # it was stopped: the line to it is still open
        told, code, _ = farewell(page)
        assert (told["again"], code) == (True, 1012)
    with there.sit(match) as page:
        assert both.owner(match) == 2
        assert page.answer("roll")["type"] == "done"


def test_another_process_at_the_same_address_is_not_taken_for_the_one_before(
    both: Together, ann: Browser, there: Browser
) -> None:
    match = a_match(both, ann)
    both.book.alive["process 0"] = both.inside(1)  # which was there until a moment ago
    both.book.owners[match] = "process 0"
    reply = meanwhile(lambda: there.http.delete(f"/matches/{match}"), lambda: both.book.bury("process 0"))
    assert reply.status_code == 204
    assert both.owner(match) == 2


def test_two_processes_that_each_take_the_other_for_the_owner_do_not_pass_it_to_and_fro(
    both: Together, ann: Browser, there: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "_PATIENCE", 0.1)
    match = a_match(both, ann)

    async def own(_unit: str) -> Owner:
        return both.owner_of("process 2")

    monkeypatch.setattr(both.desk(1).storage.owners, "own", own)
    assert there.refusal("GET", f"/matches/{match}/rules") == (503, forwarding.AWAY)
    assert ann.refusal("GET", f"/matches/{match}/rules") == (503, forwarding.AWAY)


def test_half_an_answer_is_not_taken_for_a_whole_one(both: Together, ann: Browser, there: Browser) -> None:
    match = a_match(both, ann)
    with half_an_answer() as dying:
        both.move(1, dying.address)
        with pytest.raises(httpx.RemoteProtocolError):
            there.http.get(f"/matches/{match}/rules")
