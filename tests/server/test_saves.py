"""Saves and files over HTTP: the same saves that the terminal has."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup import saves
from dicecup.server.settings import Settings
from tests.server.browser import FAST, Browser, served


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def ann(folder: Path) -> Iterator[Browser]:
    with served(Settings(folder=folder, **FAST)) as address, Browser(address) as browser:  # type: ignore[arg-type]
        yield browser


@pytest.mark.thorough
def test_the_quick_slot_and_a_named_save(ann: Browser, folder: Path) -> None:
    """King of Tokyo use cases 2 and 3: KoTSS.txt, overwritten by the next save; a message when there is none."""
    assert ann.get("/saves") == []
    assert ann.refusal("POST", "/saves/load", {"game": "king-of-tokyo"}) == (
        400,
        "There is no quick save of King of Tokyo yet.",
    )
    match = ann.new("king-of-tokyo", "Ann", "=", seed=3, start="seat-order")
    with ann.sit(match) as page:
        saved = ann.post(f"/matches/{match}/save", {})
        assert (saved["name"], saved["replaced"]) == ("KoTSS.txt", False)
        assert Path(saved["file"]) == folder / "saves" / "KoTSS.txt"
        page.answer("roll")
        assert ann.post(f"/matches/{match}/save", {})["replaced"]
        assert ann.post(f"/matches/{match}/save", {"name": "before the fight"})["name"] == "before the fight"
        quick, named = sorted(ann.get("/saves"), key=lambda save: not save["quick"])
        assert (quick["name"], quick["quick"], named["quick"]) == ("KoTSS.txt", True, False)
        assert quick["title"] == "King of Tokyo"
        assert [seat["player"] for seat in quick["players"]] == ["person", "computer"]
        page.answer("keep", 0)
    for wanted in (
        {"game": "king-of-tokyo"},
        {"name": "KoTSS.txt"},
        {"game": "king-of-tokyo", "name": "before the fight"},
    ):
        again = ann.post("/saves/load", wanted)["match"]
        with ann.sit(again) as page:
            assert page.state["ask"]["kind"] == "dice"
            assert page.state["seats"][0]["mine"]
            assert page.state["seats"][1]["player"] == "computer"
    # The terminal can go on with it, too.
    table = saves.Store(folder).read(folder / "saves" / "KoTSS.txt")
    assert table.players[0] == "person"


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "KoTSS", "x" * 41, "a/b", ".", "con", "\u0000"]
)
def test_a_name_is_never_a_path(ann: Browser, folder: Path, name: str) -> None:
    match = ann.new("yahtzee", "Ann")
    assert ann.refusal("POST", f"/matches/{match}/save", {"name": name})[0] == 400
    assert ann.refusal("POST", "/saves/load", {"name": name})[0] == 400
    assert not (folder / "saves").exists()


@pytest.mark.thorough
def test_saves_that_cannot_be_loaded_say_so(ann: Browser, folder: Path) -> None:
    match = ann.new("yahtzee", "Ann")
    ann.post(f"/matches/{match}/save", {"name": "mine"})
    path = folder / "saves" / "mine.json"
    path.write_text(path.read_text()[:-20])
    [entry] = ann.get("/saves")
    assert "damaged" in entry["problem"]
    status, reason = ann.refusal("POST", "/saves/load", {"name": "mine"})
    assert (status, "damaged" in reason) == (400, True)
    assert ann.refusal("POST", "/saves/load", {})[1].startswith("Say which save")
    assert ann.refusal("POST", "/saves/load", {"name": "mine", "game": "chess"})[0] == 400


def test_a_game_of_another_kind(ann: Browser) -> None:
    match = ann.new("yahtzee", "Ann")
    ann.post(f"/matches/{match}/save", {"name": "mine"})
    status, reason = ann.refusal("POST", "/saves/load", {"name": "mine", "game": "deadwood"})
    assert (status, reason) == (400, "That is a game of Yahtzee.")


def test_a_folder_for_saves_that_cannot_be_written(ann: Browser, folder: Path) -> None:
    (folder / "saves").write_text("")
    match = ann.new("yahtzee", "Ann")
    status, reason = ann.refusal("POST", f"/matches/{match}/save", {})
    assert status == 503
    assert "DICECUP_HOME" in reason


def finished() -> Any:
    match = dicecup.new("yahtzee", names=["Ann", "Bo"])
    while match.pending is not None:
        match.answer(match.pending.options[-1])
    return match


def test_files_come_and_go(ann: Browser) -> None:
    match = ann.new("yahtzee", "Ann", "Bo", start="seat-order")
    with ann.sit(match) as page:
        page.answer("roll")
        state = page.state
    reply = ann.http.get(f"/matches/{match}/export", params={"kind": "save"})
    assert reply.headers["content-disposition"].startswith('attachment; filename="yahtzee-')
    again = ann.post("/import", {"text": reply.text})["match"]
    with ann.sit(again) as page:
        assert page.state == state
    # The record of a finished game can be looked at, and is verified on the way in.
    done = finished()
    shown = ann.post("/import", {"text": done.record()})["match"]
    with ann.sit(shown) as page:
        assert page.state["outcome"]["scores"] == list(done.outcome.scores)
        assert len(page.events) == len(done.events)
    changed = json.loads(done.record())
    changed["body"]["outcome"]["scores"][0] += 1
    for text in (json.dumps(changed), "", "{}", ann.http.get(f"/matches/{match}/export").text):
        assert ann.refusal("POST", "/import", {"text": text})[0] == 400


def test_a_large_file_is_taken_and_a_huge_one_is_not(ann: Browser) -> None:
    assert ann.refusal("POST", "/import", {"text": "x" * 3_000_000})[0] == 400
    assert ann.refusal("POST", "/import", {"text": "x" * 4_500_000})[0] == 422
    assert ann.refusal("POST", "/import", {"text": "x" * 6_000_000})[0] == 413


def test_seats_can_be_left_open_for_others(ann: Browser) -> None:
    text = dicecup.new("yahtzee", names=["Ann", "Bo"], start="seat-order").save()
    made = ann.post("/import", {"text": text, "open": [1]})
    assert list(made["invites"]) == ["1"]
    with ann.sit(made["match"]) as page:
        assert [seat["player"] for seat in page.state["seats"]] == ["person", "open"]


def running(browser: Browser) -> list[str]:
    return [match["match"] for match in browser.get("/matches") if not match["finished"]]


def test_loading_a_save_again_goes_to_the_match_it_became(ann: Browser) -> None:
    match = ann.new("yahtzee", "Ann", "Bo", start="seat-order")
    with ann.sit(match) as page:
        page.answer("roll")
        ann.post(f"/matches/{match}/save", {"name": "mine"})
        assert ann.post("/saves/load", {"name": "mine"})["match"] == match, "the match still stands there"
        page.answer("keep", 0, 1)
    first = ann.post("/saves/load", {"name": "mine"})["match"]
    assert first != match, "that one has been played on"
    text = ann.http.get(f"/matches/{first}/export", params={"kind": "save"}).text
    assert ann.post("/saves/load", {"name": "mine"})["match"] == first
    assert ann.post("/import", {"text": text})["match"] == first, "a file of it is no other game"
    assert sorted(running(ann)) == sorted([match, first])
    with ann.sit(first) as page:
        page.answer("fill", "chance")
        assert page.undo()["type"] == "done"
    assert ann.post("/saves/load", {"name": "mine"})["match"] not in (match, first), "both have been touched"


def test_what_computers_did_since_does_not_make_it_another_game(ann: Browser) -> None:
    match = dicecup.new("yahtzee", names=["Ann", "Bo"], start="seat-order")
    match.answer("roll")
    match.answer(("fill", "chance"))  # now it is Bo's turn
    text = saves.wrap(saves.Table(match, ("person", "easy")))
    first = ann.post("/import", {"text": text})["match"]
    with ann.sit(first) as page:
        assert page.until_mine()
    assert ann.post("/import", {"text": text})["match"] == first


def test_the_same_save_is_another_game_for_another_guest_or_with_open_seats(ann: Browser) -> None:
    text = dicecup.new("yahtzee", names=["Ann", "Bo"], start="seat-order").save()
    mine = ann.post("/import", {"text": text})["match"]
    assert ann.post("/import", {"text": text, "open": [1]})["match"] != mine
    with Browser(ann.address) as ben:
        assert ben.post("/import", {"text": text})["match"] != mine


def test_a_double_click_on_load_makes_one_match(ann: Browser) -> None:
    text = dicecup.new("yahtzee", names=["Ann", "Bo"]).save()
    with ThreadPoolExecutor(4) as pool:
        made = set(pool.map(lambda _: ann.post("/import", {"text": text})["match"], range(4)))
    assert made == set(running(ann))
    assert len(made) == 1
