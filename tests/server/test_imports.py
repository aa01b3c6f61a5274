"""Games that somebody brings along, made to take long or to be large: no table waits for them."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import dicecup
from dicecup.server.pool import TooLong
from dicecup.table import papers
from tests.server.browser import Browser


def taken_back(pairs: int, length: int = 0) -> str:
    """A save in which the same choice is made and taken back again and again, after so many others."""
    match = dicecup.new("deadwood", seats=2, seed=7, start="seat-order", stall_turns=0)
    while len(match.log) < length and match.pending is not None:
        quiet = [option for option in match.pending.options if option.verb in ("move", "end")]
        match.answer((quiet or match.pending.options)[len(match.log) % max(1, len(quiet))])
    while match.why_no_undo() is not None:
        assert match.pending is not None
        match.answer(match.pending.options[0])
    match.undo()
    body = json.loads(match.save())["body"]
    body["log"] += body["log"][-2:] * pairs
    return papers.wrap(papers.SAVE, body)


@contextmanager
def steps_of_the_loop() -> Iterator[list[float]]:
    """What the steps of the server's loop take meanwhile, in processor time: all tables wait for one to end."""
    took: list[float] = []
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        run(handle)
        took.append(time.thread_time() - began)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", timed)
        yield took


def test_a_choice_taken_back_thousands_of_times(ann: Browser, ben: Browser) -> None:
    text = taken_back(4_900, 100)
    with ben.sit(ben.new("yahtzee", "Ben")) as page, steps_of_the_loop() as took:
        match = ann.post("/import", {"text": text})["match"]
        with ann.sit(match) as mine:
            assert mine.state["seq"] > 9_800
            assert mine.answer(*mine.state["ask"]["options"][0]["choice"])["type"] == "done"
            assert "no more can be" not in mine.undo().get("reason", "")
        page.say(type="ping")
        page.until("pong")
    assert len(took) > 100
    assert max(took) < 1, "a tenth of a second, and others play on"


def test_a_game_that_is_too_long_is_refused_in_words(ann: Browser) -> None:
    """As the one that once kept every table waiting for a minute: 1.9 MB."""
    text = taken_back(25_000)
    status, reason = ann.refusal("POST", "/import", {"text": text})
    assert (status, reason.partition(":")[0]) == (400, "This game is too long for this server")
    assert ann.matches() == []


def test_what_takes_too_long_is_given_up(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(*_: Any, **__: Any) -> Any:
        raise TooLong

    monkeypatch.setattr("dicecup.server.pool.Pool.ask", slow)
    status, reason = ann.refusal("POST", "/import", {"text": taken_back(1)})
    assert (status, reason.partition(":")[0]) == (400, "This game takes too long to be read")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[" + b"[]," * 1_600_000 + b"[]]", 422),
        (b'{"text": "a", "open": [' + b"1," * 2_400_000 + b"1]}", 422),
        (b'{"text": "' + b"[" * 4_000_000 + b'"}', 400),
        (b'{"text": "\\ud800"}', 422),
        (b'{"text": "{}"}', 400),
        (b"", 422),
        (b"\xff", 422),
    ],
    ids=range(7),
)
def test_bodies_that_take_long_to_read(ann: Browser, ben: Browser, body: bytes, status: int) -> None:
    with ben.sit(ben.new("yahtzee", "Ben")) as page, steps_of_the_loop() as took:
        reply = ann.http.post("/import", content=body, headers={"content-type": "application/json"})
        assert reply.status_code == status
        assert reply.json()["reason"]
        page.say(type="ping")
        page.until("pong")
    assert took
    assert max(took) < 1


@pytest.mark.thorough
def test_a_game_grows_only_so_long(ann: Browser) -> None:
    match = ann.post("/import", {"text": taken_back(4_990)})["match"]
    with ann.sit(match) as page:
        reply = page.state
        for _ in range(20):
            page.answer(*page.state["ask"]["options"][0]["choice"])
            reply = page.undo()
            if reply["type"] == "refused":
                break
        assert reply["reason"] == "Too much has been taken back in this game; no more can be."
        assert page.answer(*page.state["ask"]["options"][0]["choice"])["type"] == "done", "but it can be played on"


def test_wishes_of_somebody_who_is_not_at_the_table_are_refused(ann: Browser) -> None:
    body = papers.unwrap(dicecup.new("king-of-tokyo", seats=2).save(), papers.SAVE)[1]
    for seat in ("2", "99", "9" * 5_000):
        text = papers.wrap(papers.SAVE, {**body, "never_ask": {seat: ["probe"]}})
        status, reason = ann.refusal("POST", "/import", {"text": text})
        assert (status, "not to be asked" in reason) == (400, True)


def test_after_a_finished_game_that_was_brought_along_nobody_is_waited_for_who_cannot_come(ann: Browser) -> None:
    played = dicecup.new("yahtzee", names=["Ann", "Bo"])
    while played.pending is not None:
        played.answer(played.pending.options[-1])
    made = ann.post("/import", {"text": played.save(), "open": [1]})
    assert made["invites"] == {}
    with ann.sit(ann.post(f"/matches/{made['match']}/rematch")["match"]) as page:
        assert all(seat["mine"] for seat in page.state["seats"])


def test_a_rematch_that_was_cleared_away_can_be_asked_for_again(ann: Browser) -> None:
    played = dicecup.new("yahtzee", names=["Ann", "Bo"])
    while played.pending is not None:
        played.answer(played.pending.options[-1])
    match = ann.post("/import", {"text": played.save()})["match"]
    first = ann.post(f"/matches/{match}/rematch")["match"]
    assert ann.http.delete(f"/matches/{first}").status_code == 204
    second = ann.post(f"/matches/{match}/rematch")["match"]
    assert second != first
    assert ann.post(f"/matches/{match}/rematch")["match"] == second
    with ann.sit(second) as page:
        assert page.state["number"] == 2
