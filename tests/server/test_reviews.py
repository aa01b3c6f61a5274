"""Reviews at a server: worked out once, kept, and bounded."""

import asyncio
import json
import os
import sqlite3
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup import coach
from dicecup.games import lessons
from dicecup.players import RandomPlayer, play
from dicecup.saves import StorageError
from dicecup.server import teaching, worker
from dicecup.server.limits import Crowded
from dicecup.server.matches import Matches, new_row
from dicecup.server.pool import CAN_WAIT, LETS_PASS, Confused, Pool
from dicecup.server.review import eyes, reviews
from dicecup.server.review.reviews import NotReviewed, Reviews
from dicecup.server.store import forms
from dicecup.server.store.storage import ReviewRow
from dicecup.server.thinking import Asker
from dicecup.server.wire import review as wire_review
from dicecup.table import NotAllowed
from tests.server.inside import Fickle
from tests.server.minds import Firstling, Minds
from tests.server.reviewing import ask, over, reviewed, reviewing, seated, until_asked, until_done


@pytest.fixture
def minds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Minds:
    return Minds(tmp_path / "minds", monkeypatch)


# --- worked out once ---


def test_however_many_ask_it_is_worked_out_once(tmp_path: Path, minds: Minds) -> None:
    async def work(matches: Matches, them: Reviews) -> None:
        live = await seated(matches, over())
        minds.hold()
        guests = [f"guest {n}" for n in range(12)]
        first = await asyncio.gather(*(ask(them, live, guest) for guest in guests))
        assert first == [{"progress": 0.0, "text": "", "review": None}] * 12
        minds.go()
        found = await asyncio.gather(*(until_done(them, live, guest) for guest in guests))
        assert all(each == found[0] for each in found)
        assert await until_done(them, live) == {**found[0], "eyes": 0}
        assert minds.asked == ["Ann"]

    reviewing(tmp_path, work)


def test_what_is_told_is_what_the_coach_says(tmp_path: Path, minds: Minds) -> None:
    match = over(seats=2)
    said = json.loads(json.dumps(coach.review(match, mind=Firstling()).to_json()))

    async def work(matches: Matches, them: Reviews) -> None:
        told = await until_done(them, await seated(matches, match, "ann", ""))
        assert told["eyes"] == 0
        assert len(told["stories"]) == 2
        assert (told["game"], told["names"], told["unit"]) == ("yahtzee", ["Ann", "Bo"], "win")
        assert len(told["steps"]) == len(said["steps"])
        for step, other in zip(told["steps"], said["steps"], strict=True):
            assert step == worker._rounded({name: other[name] for name in step})
        for account in told["accounts"]:
            parts = ("start", "own_luck", "others_luck", "own_errors", "others_errors", "rest")
            assert sum(account[part] for part in parts) == pytest.approx(account["result"], abs=1e-4)

    reviewing(tmp_path, work)
    assert minds.asked == ["Ann"]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (wire_review.Weighed, coach.Weighed),
        (wire_review.ReviewStep, coach.Step),
        (wire_review.Account, coach.Account),
    ],
)
def test_the_wire_and_the_coach_have_the_same_words(told: Any, said: Any) -> None:
    assert set(told.model_fields) <= {field.name for field in fields(said)}


def test_games_are_reviewed_one_at_a_time_and_guests_in_turn(tmp_path: Path, minds: Minds) -> None:
    async def work(matches: Matches, them: Reviews) -> None:
        minds.hold()
        greedy = [await seated(matches, over(f"greedy{n}")) for n in range(3)]
        for live in greedy:
            await ask(them, live)
        await until_asked(minds, 1)
        modest = await seated(matches, over("modest"), owner="bo")
        assert "Waiting" in (await ask(them, modest, "bo"))["text"]
        assert minds.asked == ["greedy0"], "one at a time"
        minds.go()
        for live in greedy:
            await until_done(them, live)
        await until_done(them, modest, "bo")
        assert minds.asked.index("modest") < 3, "whoever wants much waits for it alone"

    reviewing(tmp_path, work)


def test_no_table_waits_for_a_review(tmp_path: Path, minds: Minds) -> None:
    """Computer players have processes of their own, and go first where there is little to go round; but behind
    the server, and the browser that may be on the same machine."""

    async def work(matches: Matches, them: Reviews) -> None:
        minds.hold()
        await ask(them, await seated(matches, over()))
        await until_asked(minds, 1)
        fork = dicecup.new("yahtzee", seats=2, seed=1, start="seat-order")
        fork.answer("roll")
        decided = await matches.thinking.decide(fork.fork(0, seed=1), "easy", print, Asker("bo", "table"))
        assert not decided.failed
        (reviewer,) = them._pool._all
        if hasattr(os, "getpriority"):
            assert isinstance(matches.thinking._minds, Pool)
            (thinker,) = matches.thinking._minds._all
            nice = [os.getpriority(os.PRIO_PROCESS, each.pid) for each in (reviewer, thinker)]
            ours = os.getpriority(os.PRIO_PROCESS, 0)
            assert nice == [min(19, ours + behind) for behind in (CAN_WAIT, LETS_PASS)]
            assert CAN_WAIT > LETS_PASS > 0

    reviewing(tmp_path, work)


# --- kept ---


def test_a_server_that_is_started_again_has_it_on_the_disk(tmp_path: Path, minds: Minds) -> None:
    async def work(matches: Matches, them: Reviews) -> tuple[str, dict[str, Any]]:
        live = await seated(matches, over())
        return live.row.id, await until_done(them, live)

    match, told = reviewing(tmp_path, work)

    async def later(matches: Matches, them: Reviews) -> None:
        live = await matches.find(match, "ann")
        wanted = wire_review.TryWish(step=0, choice=["roll"])
        assert (await them.tried(live, "ann", wanted)).grade == "best", "it is enough to have it"
        assert (await ask(them, live))["review"] == told

    reviewing(tmp_path, later)
    assert minds.asked == ["Ann"]


@pytest.mark.thorough
def test_what_is_of_no_use_any_more_is_worked_out_again(tmp_path: Path, minds: Minds) -> None:
    match = over()
    text = json.dumps(reviewed(match))

    def damage(how: str) -> None:
        with sqlite3.connect(tmp_path / "server.sqlite3") as db:
            db.execute(f"UPDATE reviews SET body = {how}")
        db.close()

    async def work(matches: Matches, them: Reviews) -> None:
        live = await seated(matches, match)
        good = ReviewRow(match=live.row.id, log=reviews._mark(live.match), mind=reviews.MIND, text=text)
        ways = (
            (good, "body"),
            (replace(good, mind="another"), "body"),
            (replace(good, log="another"), "body"),
            (replace(good, text="{}"), "body"),
            (good, "randomblob(500)"),
            (good, "substr(body, 1, 100)"),
            (good, "'text'"),
            (good, f"x'{forms.pack(text.replace('Ann', 'Eve')).hex()}'"),  # a review, and not this one
        )
        for asked, (row, how) in enumerate(ways):  # all but the first are worked out
            await matches.storage.keep_review(row)
            damage(how)
            them._forget(live.row.id)
            told = await until_done(them, live)
            assert told == json.loads(eyes.told(text, 0))["review"], (row.mind, row.log, how)
            assert len(minds.asked) == asked, (row.mind, row.log, how)

    reviewing(tmp_path, work)


def test_a_store_of_before_learns_to_keep_them(tmp_path: Path, minds: Minds) -> None:
    async def work(matches: Matches, _them: Reviews) -> str:
        return (await seated(matches, over())).row.id

    match = reviewing(tmp_path, work)
    with sqlite3.connect(tmp_path / "server.sqlite3") as db:  # as version 5 had it
        db.executescript("DROP TABLE attempts; DROP TABLE verdicts; DROP TABLE reviews; PRAGMA user_version = 5")
    db.close()

    async def later(matches: Matches, them: Reviews) -> None:
        await until_done(them, await matches.find(match, "ann"))
        assert await matches.storage.review_of(match) is not None
        await matches.delete(match, "ann")
        assert await matches.storage.review_of(match) is None, "it goes with its match"
        row = ReviewRow(match=match, log="", mind="", text="{}")
        await matches.storage.keep_review(row)
        assert await matches.storage.review_of(match) is None, "and does not come back without it"

    reviewing(tmp_path, later)
    assert minds.asked == ["Ann"]


def test_memory_and_disk_are_bounded(tmp_path: Path, minds: Minds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "_MEMORY", 1_000)  # characters: not even one
    monkeypatch.setattr(forms, "MOST_REVIEWS", 2)

    async def work(matches: Matches, them: Reviews) -> None:
        tables = [await seated(matches, over(f"game{n}")) for n in range(3)]
        for live in tables:
            await until_done(them, live)
            assert len(them._kept) == 1
            assert them._size == len(them._kept[live.row.id].text)
        await until_done(them, tables[1])
        assert minds.asked == ["game0", "game1", "game2"], "what is not in memory is on the disk"
        assert await matches.storage.review_of(tables[0].row.id) is None

    reviewing(tmp_path, work)


def test_a_disk_that_takes_nothing_keeps_nobody_from_looking(
    tmp_path: Path, minds: Minds, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(_storage: object, _row: ReviewRow) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(Fickle, "keep_review", full)

    async def work(matches: Matches, them: Reviews) -> None:
        live = await seated(matches, over())
        assert (await until_done(them, live))["game"] == "yahtzee"
        assert minds.asked == ["Ann"]

    reviewing(tmp_path, work)


# --- when it goes wrong ---


def test_a_process_that_dies_is_told_to_all_who_wait_and_may_be_asked_again(tmp_path: Path, minds: Minds) -> None:
    async def work(matches: Matches, them: Reviews) -> None:
        live = await seated(matches, over())
        minds.hold()
        minds.die_next()
        for guest in ("ann", "bo"):
            await ask(them, live, guest)
        await until_asked(minds, 1)
        minds.go()
        while them._works:
            await asyncio.sleep(0.01)
        for guest in ("ann", "bo"):
            with pytest.raises(NotReviewed, match=r"went wrong.*try again"):
                await ask(them, live, guest)
        assert (await until_done(them, live))["game"] == "yahtzee"
        assert minds.asked == ["Ann", "Ann"]
        assert not them._failed

    reviewing(tmp_path, work)


def test_one_that_takes_too_long_is_given_up(tmp_path: Path, minds: Minds) -> None:
    async def work(matches: Matches, them: Reviews) -> None:
        live = await seated(matches, over())
        minds.hold()
        with pytest.raises(NotReviewed, match="took too long"):
            await until_done(them, live)
        assert not them._pool._all, "its process is ended"

    reviewing(tmp_path, work, review=0.5)


@pytest.mark.parametrize("reply", [{"review": "{}"}, {"review": 7}, {}, {"error": "oh", "trace": "in line 1"}])
def test_a_review_that_makes_no_sense_is_none(
    tmp_path: Path, minds: Minds, monkeypatch: pytest.MonkeyPatch, reply: dict[str, Any]
) -> None:
    script = tmp_path / "odd.py"
    script.write_text(f"import sys\nfor line in sys.stdin: print({json.dumps(reply)!r}, flush=True)")
    monkeypatch.setattr("dicecup.server.pool.COMMAND", (sys.executable, str(script)))

    async def work(matches: Matches, them: Reviews) -> None:
        live = await seated(matches, over())
        with pytest.raises(NotReviewed, match="Something went wrong"):
            await until_done(them, live)
        assert await matches.storage.review_of(live.row.id) is None

    reviewing(tmp_path, work)
    assert minds.asked == []


def test_a_game_that_nobody_can_appraise_says_so(tmp_path: Path) -> None:
    class Worker:
        _all: tuple[()] = ()

        async def ask(self, *_: Any, **__: Any) -> dict[str, Any]:
            return {"error": "There are no reviews of Farkle yet."}

        async def close(self) -> None:
            pass

    async def work(matches: Matches, them: Reviews) -> None:
        them._pool = Worker()  # type: ignore[assignment, misc]
        with pytest.raises(NotAllowed, match="no reviews of Farkle"):
            await until_done(them, await seated(matches, over()))

    reviewing(tmp_path, work)


def test_a_server_that_closes_leaves_nothing_behind(tmp_path: Path, minds: Minds) -> None:
    async def work(matches: Matches, them: Reviews) -> None:
        minds.hold()
        for n in range(3):
            await ask(them, await seated(matches, over(f"game{n}")))
        await until_asked(minds, 1)
        (process,) = them._pool._all
        await them.close()
        assert process.returncode is not None
        assert not them._tasks
        assert not them._works
        with pytest.raises(Confused):
            await them._pool.ask({}, print, guest="ann")

    reviewing(tmp_path, work)


# --- how much, and what ---


def test_each_guest_has_so_many_an_hour(tmp_path: Path, minds: Minds) -> None:
    async def work(matches: Matches, them: Reviews) -> None:
        tables = [await seated(matches, over(f"game{n}")) for n in range(3)]
        for live in tables[:2]:
            await until_done(them, live)
        with pytest.raises(Crowded, match="many games reviewed"):
            await ask(them, tables[2])
        for live in tables[:2]:
            assert (await ask(them, live))["review"] is not None, "what is there can be looked at for ever"
        await until_done(them, tables[2], "bo")
        assert (await ask(them, tables[2]))["review"] is not None

    reviewing(tmp_path, work, reviews=(0.0, 2.0))


def test_the_line_is_only_so_long(tmp_path: Path, minds: Minds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "_LINE", 1)

    async def work(matches: Matches, them: Reviews) -> None:
        minds.hold()
        await ask(them, await seated(matches, over()))
        with pytest.raises(Crowded, match="Many games are being reviewed"):
            await ask(them, await seated(matches, over("Bo"), owner="bo"), "bo")
        minds.go()

    reviewing(tmp_path, work)


def test_only_games_that_are_over_and_none_that_are_lessons_or_endless(
    tmp_path: Path, minds: Minds, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(matches: Matches, them: Reviews) -> None:
        running = await seated(matches, dicecup.new("yahtzee", names=["Ann"]))
        with pytest.raises(NotAllowed, match="when it is over"):
            await ask(them, running)
        with pytest.raises(NotAllowed, match="when it is over"):
            await them.tried(running, "ann", wire_review.TryWish(step=0, choice=["roll"]))
        taught = lessons.begin("yahtzee", "Ann")
        taught.leave_lesson()
        lesson = play(taught, [RandomPlayer(seat) for seat in range(len(taught.names))])
        row = new_row(lesson, teaching.seats(lesson, "ann"), "ann")
        await matches.storage.add_match(row)
        with pytest.raises(NotAllowed, match="A lesson is not reviewed"):
            await ask(them, await matches.find(row.id, "ann"))
        monkeypatch.setattr(reviews, "_LONGEST", 10)
        with pytest.raises(NotAllowed, match="too long to be reviewed"):
            await ask(them, await seated(matches, over()))

    reviewing(tmp_path, work)
    assert minds.asked == []
