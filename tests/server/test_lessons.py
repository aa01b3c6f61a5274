"""A guided first game at a server: what the learner is told, and what a kill, a reload or leaving does."""

import json
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.games import lessons
from tests.server.browser import Browser, Page, Program

NONCE = "a1" * 32
GAMES = [name for name in ("king-of-tokyo", "yahtzee", "deadwood") if lessons.find(name) is not None]
KING = "king-of-tokyo"


def teach(ann: Browser, game: str = KING, **more: Any) -> str:
    seal = ann.post("/seals")
    made = ann.post("/lessons", {"game": game, "seal": seal["seal"], "nonce": NONCE, **more})
    assert made["commitment"] == seal["commitment"]
    return str(made["match"])


def settle(page: Page) -> dict[str, Any]:
    """Until the learner is asked, or all has been said."""
    while not ((ask := page.state["ask"]) and ask["mine"]) and not (page.state["lesson"] or {}).get("over"):
        page.hear()
    return page.state


def learn(page: Page, steps: int = 1_000) -> dict[str, Any]:
    """Do so many times what the lesson wants."""
    for _ in range(steps):
        lesson = settle(page)["lesson"]
        if lesson["over"]:
            break
        page.answer(*lesson["do"][0])
    return settle(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_from_end_to_end_and_on(ann: Browser, game: str) -> None:
    match = teach(ann, game, name="Ann")
    with ann.sit(match) as page:
        first = settle(page)["lesson"]
        assert (first["step"], first["over"]) == (1, False)
        state = learn(page)
        assert state["lesson"]["over"]
        assert state["lesson"]["step"] == state["lesson"]["steps"] == first["steps"]
        assert state["arranged"]
        seq = state["seq"]
        page.say(type="ping")
        page.until("pong")  # nobody plays on while somebody reads
        assert page.state["seq"] == seq
        ann.post(f"/matches/{match}/lesson/leave")
        while page.state["lesson"] is not None:
            page.hear()
        assert page.state["arranged"]
        settle(page)
    ann.post(f"/matches/{match}/lesson/leave")  # said once more: as good as done


def test_whoever_does_something_else_is_told_what_to_do_and_nothing_has_happened(ann: Browser) -> None:
    with ann.sit(teach(ann)) as page:
        learn(page, 1)
        before = page.state["seq"]
        assert page.answer("keep", 0)["reason"].startswith("Just the two 3s")
        assert page.command("hint")["reason"].startswith("Just the two 3s")
        nonsense = page.answer("keep", 9)
        assert nonsense["type"] == "refused"
        assert "3s" not in nonsense["reason"], "what is not possible at all is refused as ever"
        assert page.state["seq"] == before


@pytest.mark.thorough
def test_a_lesson_is_where_it_was_after_a_kill_a_reload_and_leaving(tmp_path: Path) -> None:
    with Program(tmp_path) as program, Browser(program.address) as ann:
        match = teach(ann)
        with ann.sit(match) as page:
            learn(page, 5)
            before = page.state["lesson"]
        program.kill()
        program.start()
        with ann.sit(match) as page:
            assert settle(page)["lesson"] == before
            learn(page, 1)
            assert page.state["lesson"]["step"] == before["step"] + 1
            ann.post(f"/matches/{match}/lesson/leave")
        program.kill()
        program.start()
        with ann.sit(match) as page:
            assert (settle(page)["lesson"], page.state["arranged"]) == (None, True)
            while (ask := page.until_mine()) is not None:
                page.answer(*ask["options"][-1]["choice"])
        verdict = dicecup.verify(ann.http.get(f"/matches/{match}/export").text, nonce=NONCE)
        assert verdict.arranged >= 5
        found = ann.get(f"/matches/{match}/evidence")
        assert sum(one["arranged"] for one in found["throws"]) == verdict.arranged
        assert ann.get(f"/matches/{match}/replay")["arranged"]
        assert ann.get("/results") == [], "a lesson is nobody's best game"


def test_a_lesson_can_be_saved_and_goes_on(ann: Browser) -> None:
    match = teach(ann)
    with ann.sit(match) as page:
        learn(page, 3)
        there = settle(page)
    text = ann.http.get(f"/matches/{match}/export?kind=save").text
    ann.http.delete(f"/matches/{match}")
    with ann.sit(ann.post("/import", {"text": text})["match"]) as page:
        assert settle(page)["lesson"] == there["lesson"]
        assert learn(page)["lesson"]["over"]


def test_who_cannot_be_taught_and_what_cannot_be_left(ann: Browser, ben: Browser) -> None:
    assert ann.refusal("POST", "/lessons", {"game": "chess"})[0] == 400
    assert ann.refusal("POST", "/lessons", {"game": KING, "nonce": NONCE})[0] == 400
    assert ann.refusal("POST", "/lessons", {"game": KING, "seats": []})[0] == 422
    ordinary = ann.new("yahtzee", "Ann", "Ben")
    assert ann.refusal("POST", f"/matches/{ordinary}/lesson/leave") == (409, "This is not a lesson.")
    assert ben.refusal("POST", f"/matches/{teach(ann)}/lesson/leave")[0] == 404
    taught = {each["name"] for each in ann.get("/hello")["games"] if each["lesson"]}
    assert taught == set(GAMES)


def test_a_lesson_that_has_changed_since_says_so_and_is_left_with_the_next_decision(ann: Browser) -> None:
    match = lessons.begin(KING)
    text = match.save().replace(match.lesson, "0" * 16)
    body = json.loads(text)["body"]
    with ann.sit(ann.post("/import", {"text": dicecup.table.papers.wrap("dicecup-save", body)})["match"]) as page:
        assert page.state["lesson"] is None
        assert page.state["notice"].startswith("This lesson has changed")
        page.answer("roll")
        settle(page)
        assert page.state["notice"] == ""
        assert page.state["view"]["dice"] != [3, 5, 3, 1, 6, 2]
