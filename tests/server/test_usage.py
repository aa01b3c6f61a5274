"""What is kept on the disk: not too much, not for others to read, and given back when it is cleared away."""

import json
import os
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.server import matches
from dicecup.server.settings import Settings
from dicecup.table import papers
from tests.server.browser import FAST, Browser, Program, served
from tests.server.test_trouble import full_disk

NEW = {"game": "yahtzee", "seats": [{"name": "Ann"}]}


def sized(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("server.sqlite3*"))


def served_at(folder: Path, **more: Any) -> Any:
    facts: Any = {**FAST, **more}
    return served(Settings(folder=folder, **facts))


def test_so_many_bytes_of_one_guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "_MOST_BYTES", 20_000)
    with served_at(tmp_path) as address, Browser(address) as ann, Browser(address) as ben:
        refusal = None
        for _ in range(60):
            reply = ann.http.post("/matches", json=NEW)
            if reply.status_code != 201:
                refusal = reply
                break
        assert refusal is not None
        assert refusal.status_code == 409
        assert "Clear some away first" in refusal.json()["reason"]
        assert ben.new("yahtzee", "Ben"), "others have room of their own"
        assert ann.http.delete(f"/matches/{ann.matches()[0]['match']}").status_code == 204
        assert ann.new("yahtzee", "Ann")


def test_so_much_in_all(tmp_path: Path) -> None:
    """Whoever runs a server says how much: `--room`."""
    with served_at(tmp_path, room=1e-6) as address, Browser(address) as ann:
        assert ann.refusal("POST", "/matches", NEW) == (
            409,
            "This server keeps as many matches as it can. Clear some of yours away first.",
        )


@pytest.mark.thorough
def test_junk_that_is_brought_along_is_not_kept(ann: Browser, home: Path) -> None:
    before = sized(home)
    body = json.loads(dicecup.new("yahtzee", seats=2, seed=1).save())["body"]
    for junk in ("x" * 3_000_000, {"past": [], "card": "x" * 3_000_000}, "\ud800"):
        text = papers.wrap(papers.SAVE, {**body, "carry": junk})
        text = text.encode("utf-8", "backslashreplace").decode()  # half a letter, as JSON writes it
        status, reason = ann.refusal("POST", "/import", {"text": text})
        assert status == 400
        assert reason
    for number in (2**63, 10**30, 0, -1):
        text = papers.wrap(papers.SAVE, {**body, "number": number})
        assert ann.refusal("POST", "/import", {"text": text})[0] == 400
    assert sized(home) - before < 1_000_000
    assert ann.matches() == []


@pytest.mark.thorough
def test_the_file_shrinks_again(tmp_path: Path) -> None:
    match = dicecup.new("yahtzee", seats=8, seed=1)
    while match.pending is not None:
        match.answer(match.pending.options[-1])
    with served_at(tmp_path) as address, Browser(address) as ann:
        empty = (tmp_path / "server.sqlite3").stat().st_size
        made = [ann.post("/import", {"text": match.record()})["match"] for _ in range(1)]
        made += [ann.post("/matches", NEW)["match"] for _ in range(60)]
        assert sized(tmp_path) > max(empty, 4096) + 400_000
        for each in made:
            assert ann.http.delete(f"/matches/{each}").status_code == 204
    with sqlite3.connect(tmp_path / "server.sqlite3") as db:
        assert db.execute("PRAGMA freelist_count").fetchone()[0] == 0
    db.close()
    assert sized(tmp_path) < max(empty, 4096) + 200_000


def test_a_file_of_before_learns_to_shrink(tmp_path: Path) -> None:
    with served_at(tmp_path) as address, Browser(address) as ann:
        match = ann.new("yahtzee", "Ann")
    file = tmp_path / "server.sqlite3"
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA auto_vacuum = 0")
        db.execute("VACUUM")
        assert db.execute("PRAGMA auto_vacuum").fetchone()[0] == 0
    db.close()
    with served_at(tmp_path) as address, Browser(address) as ben:
        assert match in {each["match"] for each in ben.get("/matches")}, "and everything is still there"
    with sqlite3.connect(file) as db:
        assert db.execute("PRAGMA auto_vacuum").fetchone()[0] == 2
    db.close()


@pytest.mark.skipif(os.name != "posix", reason="rights as Unix has them")
def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    with served_at(tmp_path) as address, Browser(address) as ann:
        ann.new("yahtzee", "Ann")
    (tmp_path / "server.sqlite3").chmod(0o644)
    with served_at(tmp_path) as address, Browser(address) as ann:
        ann.new("yahtzee", "Ann")
        for file in tmp_path.glob("server.sqlite3*"):
            assert file.stat().st_mode & 0o077 == 0, file


@pytest.mark.thorough
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="as Linux does it")
def test_strangers_are_not_told_where_things_are(tmp_path: Path) -> None:
    with Program(tmp_path, names=["localhost"]) as program, Browser(program.address) as ann:
        match = ann.new("yahtzee", "Ann", seed=1, start="seat-order")
        with ann.sit(match) as page, full_disk(program):
            said = [page.answer("roll")["reason"], ann.refusal("POST", "/matches", NEW)[1]]
        for reason in said:
            assert reason.startswith("This server cannot keep anything just now.")
            assert str(tmp_path) not in reason
        assert str(tmp_path / "server.sqlite3") in program.stop(), "but the host is"


def test_go_on_means_the_match_that_was_played_last_whatever_the_clock_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that was wrong, and is put right: what was written under it is dated in the future."""
    right = time.time
    with served_at(tmp_path) as address, Browser(address) as ann:
        monkeypatch.setattr(time, "time", lambda: right() + 86_400)
        ahead = ann.new("yahtzee", "Ann")
        monkeypatch.setattr(time, "time", right)
        now = ann.new("yahtzee", "Ann")
        assert ann.get("/hello")["continue"]["match"] == now
        assert [each["match"] for each in ann.matches()] == [now, ahead]
        with ann.sit(ahead) as page:
            page.answer(*page.state["ask"]["options"][0]["choice"])
        assert ann.get("/hello")["continue"]["match"] == ahead, "now it has been played under the right one"
