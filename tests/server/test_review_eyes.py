"""Who sees what of a review, and choosing once more in a game that is over."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dicecup import coach
from dicecup.coach import Grade
from dicecup.server.matches import Matches
from dicecup.server.review import eyes
from dicecup.server.review.reviews import Reviews
from dicecup.server.review.trying import tried
from dicecup.server.settings import Settings
from dicecup.server.wire import review as wire_review
from dicecup.table import NotAllowed
from tests.server.browser import FAST, Browser, served
from tests.server.minds import Minds
from tests.server.reviewing import over, reviewed, reviewing, seated, until_done


@pytest.fixture
def minds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Minds:
    return Minds(tmp_path / "minds", monkeypatch)


# --- who may see what ---


@pytest.fixture
def at_home(tmp_path: Path, minds: Minds) -> Iterator[str]:
    with served(Settings(folder=tmp_path / "home", **FAST)) as where:  # type: ignore[arg-type]
        yield where


def read(guest: Browser, match: str) -> dict[str, Any]:
    while (told := guest.get(f"/matches/{match}/review"))["review"] is None:
        time.sleep(0.05)
    review: dict[str, Any] = told["review"]
    return review


def test_over_the_wire(at_home: str, minds: Minds) -> None:
    """Whoever may watch a game again may have it reviewed, and nobody else."""
    with Browser(at_home) as ann, Browser(at_home) as eve:
        match = ann.post("/import", {"text": over().record()})["match"]
        told = read(ann, match)
        assert told["eyes"] == 0
        fault = next(at for at, step in enumerate(told["steps"]) if step["grade"] == "blunder")
        best = told["steps"][fault]["options"][0]["choice"]
        found = ann.post(f"/matches/{match}/review/try", {"step": fault, "choice": best})
        assert found == {"loss": 0.0, "grade": "best", "text": "That is the best choice."}
        running = ann.post("/matches", {"game": "yahtzee", "seats": [{"name": "Ann"}]})["match"]
        assert ann.refusal("GET", f"/matches/{running}/review")[0] == 409
        for wrong in ({"step": -1, "choice": ["roll"]}, {"step": 0, "choice": []}, {"step": 0}, {}):
            assert ann.refusal("POST", f"/matches/{match}/review/try", wrong)[0] == 422
        assert eve.refusal("GET", f"/matches/{match}/review")[0] == 404
        assert eve.refusal("POST", f"/matches/{match}/review/try", {"step": 0, "choice": best})[0] == 404
    assert minds.asked == ["Ann"]


@pytest.mark.thorough
def test_whoever_watches_or_shares_a_screen_looks_with_nobodys_eyes(tmp_path: Path, minds: Minds) -> None:
    async def work(matches: Matches, them: Reviews) -> None:
        live = await seated(matches, over(seats=2), "ann", "bo", watch=True)
        seen = {guest: (await until_done(them, live, guest))["eyes"] for guest in ("ann", "bo", "cy")}
        assert seen == {"ann": 0, "bo": 1, "cy": None}
        shared = await seated(matches, over("Di", seats=2))
        assert (await until_done(them, shared))["eyes"] is None

    reviewing(tmp_path, work)


def test_what_somebody_else_decided_in_private_has_no_words() -> None:
    whole = reviewed(over(seats=2))
    at = next(at for at, step in enumerate(whole["steps"]) if step["seat"] == 1 and step["grade"] == "blunder")
    step = whole["steps"][at]
    step["private"] = True
    step["chosen"] |= {"text": "wait in the bushes", "doing": "waiting in the bushes", "given": "at dawn"}
    whole["stories"] = ["Well played, Ann: Bo lost much by waiting in the bushes.", "You lost much, Bo."]
    text = json.dumps(whole)
    told = {seat: json.loads(eyes.told(text, seat))["review"] for seat in (0, 1, None)}
    assert told[1]["steps"][at]["chosen"]["text"] == "wait in the bushes"
    assert told[1]["stories"] == whole["stories"]
    for seat in (0, None):
        closed = told[seat]["steps"][at]
        assert (closed["prompt"], closed["options"], closed["chosen"]["choice"]) == ("", [], [])
        assert closed["luck"] == step["luck"], "what came of it everybody could see"
        assert "bushes" not in json.dumps(told[seat])
        assert "dawn" not in json.dumps(told[seat])
        assert told[seat]["stories"] == ["", ""]
        with pytest.raises(NotAllowed, match="in private"):
            tried(text, seat, wire_review.TryWish(step=at, choice=step["options"][0]["choice"]))
    others = [step for n, step in enumerate(told[0]["steps"]) if n != at]
    assert others == [step for n, step in enumerate(told[1]["steps"]) if n != at]


# --- choosing once more ---


def test_every_choice_of_a_fault_has_its_price() -> None:
    match = over()
    whole = reviewed(match)
    text = json.dumps(whole)
    at, step = next((at, step) for at, step in enumerate(whole["steps"]) if len(step["others"]) > 3)
    past = next(past for past in match.walk() if len(past.log) == step["at"])
    assert past.pending is not None
    for place, option in enumerate(past.pending.options):
        found = tried(text, 0, wire_review.TryWish(step=at, choice=list(option)))
        assert found.loss == pytest.approx(place)
        assert found.grade == coach.grades.grade(place, "points").value
        assert found.text
    with pytest.raises(NotAllowed, match="could not be chosen"):
        tried(text, 0, wire_review.TryWish(step=at, choice=["fly"]))
    with pytest.raises(NotAllowed, match="no such step"):
        tried(text, 0, wire_review.TryWish(step=len(whole["steps"]), choice=["roll"]))


def test_of_a_step_that_was_no_fault_only_what_is_told_is_known() -> None:
    whole = reviewed(over())
    at = next(at for at, step in enumerate(whole["steps"]) if not step["others"] and len(step["options"]) > 1)
    found = tried(json.dumps(whole), 0, wire_review.TryWish(step=at, choice=["fly"]))
    assert (found.loss, found.grade) == (None, None)
    assert "worse" in found.text


def test_what_was_chosen_keeps_its_grade() -> None:
    """It may have been looked into, and found to be no blunder."""
    whole = reviewed(over(seats=2))
    at, step = next((at, step) for at, step in enumerate(whole["steps"]) if step["grade"] == Grade.BLUNDER)
    step["grade"] = "mistake"
    found = tried(json.dumps(whole), step["seat"], wire_review.TryWish(step=at, choice=step["chosen"]["choice"]))
    assert found.grade == "mistake"
    assert "%" in found.text


def test_nobody_chooses_again_before_there_is_a_review(tmp_path: Path, minds: Minds) -> None:
    async def work(matches: Matches, them: Reviews) -> None:
        live = await seated(matches, over())
        with pytest.raises(NotAllowed, match="not been reviewed yet"):
            await them.tried(live, "ann", wire_review.TryWish(step=0, choice=["roll"]))

    reviewing(tmp_path, work)
    assert minds.asked == []
