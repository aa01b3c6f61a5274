"""Trouble while matches are played: slow pages, others who write, matches that are cleared away; nobody hangs."""

import asyncio
import json
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from dicecup import saves
from dicecup.server import pool, run, sockets, wire
from dicecup.server.live import Gone
from dicecup.server.matches import Matches
from dicecup.server.settings import Settings
from dicecup.server.sockets import Outbox, Socket
from dicecup.server.thinking import ThinkingPool
from dicecup.table import NotAllowed
from tests.server.browser import FAST, PATIENCE, Browser, served
from tests.server.inside import NEW, Ear, Fickle, at_a_server, roll


def test_two_servers_at_one_store_do_not_overwrite_each_other(tmp_path: Path) -> None:
    async def work(matches: Matches, storage: Fickle) -> None:
        match = (await matches.create(NEW, "ann")).match
        other = Matches(storage, ThinkingPool(), saves.Store(tmp_path))
        here, there = await matches.find(match, "ann"), await other.find(match, "ann")
        one, two = Ear(), Ear()
        await here.command(one, roll("one"))
        await there.command(two, roll("two"))
        assert two.last.type == "refused"
        assert two.last.reason.startswith("The game has moved on")
        assert two.last.state.seq == here.seq, "it has read what the other has written"

    at_a_server(tmp_path, work)


def test_a_match_that_is_cleared_away_while_it_is_played(tmp_path: Path) -> None:
    async def work(matches: Matches, _storage: Fickle) -> None:
        match = (await matches.create(NEW, "ann")).match
        table, ann = await matches.find(match, "ann"), Ear()
        table.listeners.add(ann)
        await matches.delete(match, "ann")
        assert ann.last.type == "bye"
        with pytest.raises(Gone):
            await matches.find(match, "ann")
        await table.command(ann, roll("late"))
        assert ann.last.type == "bye"
        assert "cleared away" in ann.last.reason

    at_a_server(tmp_path, work)


def test_matches_that_nobody_looks_at_are_forgotten_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicecup.server.tables._MOST", 3)

    async def work(matches: Matches, _storage: Fickle) -> None:
        made = [(await matches.create(NEW, "ann")).match for _ in range(6)]
        watched = await matches.find(made[0], "ann")
        watched.listeners.add(Ear())
        await watched.command(Ear(), roll("one"))
        for match in made:
            await matches.find(match, "ann")
        assert len(matches.tables) <= 4
        assert await matches.find(made[0], "ann") is watched, "somebody looks at this one"
        assert (await matches.find(made[1], "ann")).seq == 0

    at_a_server(tmp_path, work)


def test_two_who_ask_at_once_get_the_same_match(tmp_path: Path) -> None:
    async def work(matches: Matches, _storage: Fickle) -> None:
        match = (await matches.create(NEW, "ann")).match
        found = await asyncio.gather(*(matches.find(match, "ann") for _ in range(5)))
        assert len(set(map(id, found))) == 1
        lost = await asyncio.gather(*(matches.find("nowhere", "ann") for _ in range(5)), return_exceptions=True)
        assert all(isinstance(each, Gone) for each in lost)
        assert "nowhere" not in matches.tables

    at_a_server(tmp_path, work)


def test_a_guest_can_have_only_so_many_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicecup.server.matches._MOST_MATCHES", 2)

    async def work(matches: Matches, _storage: Fickle) -> None:
        for _ in range(2):
            await matches.create(NEW, "ann")
        with pytest.raises(NotAllowed, match="Clear some away"):
            await matches.create(NEW, "ann")
        await matches.create(NEW, "bo")

    at_a_server(tmp_path, work)


# --- slow pages ---


def test_an_outbox_has_a_bottom() -> None:
    async def fill() -> None:
        box = Outbox()
        for _ in range(sockets._WAITING):
            box.put("x")
        assert not box.overflow.is_set()
        box.put("x")
        assert box.overflow.is_set()
        large = Outbox()
        large.put("x" * (sockets._WAITING_BYTES + 1))
        assert large.overflow.is_set()
        assert large.empty()

    asyncio.run(fill())


class Stuck:
    """A websocket whose page has said hello and reads nothing any more."""

    application_state = None

    def __init__(self) -> None:
        self._says: list[dict[str, str]] = [{"type": "websocket.receive", "text": '{"type": "hello"}'}]
        self.closed: list[int] = []

    async def receive(self) -> dict[str, str]:
        if not self._says:
            await asyncio.Event().wait()
        return self._says.pop()

    async def send_text(self, _text: str) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int, _reason: str) -> None:
        self.closed.append(code)


def test_whoever_stops_reading_while_others_play_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "_WAITING", 50)

    async def work(matches: Matches, _storage: Fickle) -> None:
        match = (await matches.create(NEW, "ann")).match
        table, quick, stuck = await matches.find(match, "ann"), Ear(), Stuck()
        table.listeners.add(quick)
        await table.hello(quick, None)
        slow = Socket(stuck, "ann", Settings(), set(), table)  # type: ignore[arg-type]
        serving = asyncio.create_task(slow.run())
        moves = 0
        while not serving.done() and table.match.pending is not None:
            choice = list(table.match.pending.options[0])
            frame = wire.Answer(type="answer", id=str(moves), seq=table.seq, choice=choice)
            await table.command(quick, frame)
            assert quick.last.type == "state"
            assert slow._outbox._texts.qsize() <= sockets._WAITING
            moves += 1
            await asyncio.sleep(0)
        assert serving.done(), "it was dropped long before the game was over"
        assert stuck.closed == [sockets.TOO_SLOW]
        assert table.listeners == {quick}
        assert moves > 20

    at_a_server(tmp_path, work)


class Asking(Stuck):
    """A websocket whose page asks for a hint, and reads what comes."""

    def __init__(self) -> None:
        super().__init__()
        self._says = [{"type": "websocket.receive", "text": '{"type": "hint", "id": "h"}'}]
        self.read: list[dict[str, Any]] = []

    async def send_text(self, text: str) -> None:
        self.read.append(json.loads(text))


@pytest.mark.parametrize("trouble", ["lost", "broken"])
def test_whoever_asks_for_a_hint_gets_an_answer_whatever_goes_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    async def work(matches: Matches, _storage: Fickle) -> None:
        match = (await matches.create(NEW, "ann")).match
        table, page, pondering = await matches.find(match, "ann"), Asking(), set[str]()
        if trouble == "lost":
            table.lost = "The disk cannot be read."
        else:
            monkeypatch.setattr(table.match, "fork", lambda *_, **__: 1 / 0)
        slow = Socket(page, "ann", Settings(), pondering, table)  # type: ignore[arg-type]
        serving = asyncio.create_task(slow.run())
        for _ in range(4_000):
            if page.read and not pondering:
                break
            await asyncio.sleep(0.01)
        [answer] = page.read
        assert (answer["type"], answer["id"], answer["advice"]) == ("hint", "h", [])
        if trouble == "lost":
            assert answer["reason"] == "The disk cannot be read."
            await asyncio.wait_for(serving, PATIENCE)
            assert page.closed == [sockets.RESTART], "and comes back to a match that can be read"
        else:
            assert answer["reason"] == "Something went wrong; there is no hint now."
            assert not serving.done(), "nothing has happened to the match"
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
        assert pondering == set(), "and may ask again"

    at_a_server(tmp_path, work)


@pytest.fixture
def ann(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    monkeypatch.setattr(sockets, "_WAITING", 20)
    monkeypatch.setattr(sockets, "_FAREWELL", 0.2)
    monkeypatch.setattr(run, "_GRACE", 0.2)
    monkeypatch.setattr(run, "_PING", 3.0)  # for a page to answer on a busy machine
    with served(Settings(folder=tmp_path, **FAST)) as address, Browser(address) as browser:  # type: ignore[arg-type]
        yield browser


@pytest.mark.thorough
def test_whoever_does_not_read_is_dropped_and_may_come_back(ann: Browser) -> None:
    match = ann.new("king-of-tokyo", "Ann", "Bo", "Cy", "Di", "Ed", "Fay", seed=1)
    with ann.sit(match) as quick:
        slow = ann.dial(match, max_queue=1)
        # It asks again and again, and reads nothing: the server does not keep all that for it.
        gone = False
        until = time.monotonic() + 60
        while not gone and time.monotonic() < until:
            try:
                slow.send(json.dumps({"type": "hello", "last_seq": None}))
            except (ConnectionClosed, OSError):
                gone = True
        assert gone
        assert quick.answer("roll")["type"] == "done", "the others play on"
        with ann.sit(match) as back:
            assert back.state["seq"] == quick.state["seq"]


@pytest.mark.thorough
def test_a_line_that_is_dead_is_given_up(ann: Browser) -> None:
    """A computer that was unplugged says nothing: no goodbye, and no answer to whether it is there."""
    match = ann.new("yahtzee", "Ann")
    host, _, port = ann.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.sendall(
            f"GET /api/v1/matches/{match}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\n"
            f"Cookie: {ann.cookie}\r\n\r\n".encode()
        )
        assert line.recv(12) == b"HTTP/1.1 101"
        while line.recv(4096):
            pass  # until the server has gone away
    with ann.sit(match) as page:
        time.sleep(3.5)  # whoever answers stays
        assert page.answer("roll")["type"] == "done"


def test_two_tabs_of_one_guest_decide_at_the_same_moment(ann: Browser) -> None:
    match = ann.new("yahtzee", "Ann", seed=1)
    with ann.sit(match) as one, ann.sit(match) as two:
        for number, page in enumerate((one, two)):
            page.say(type="answer", id=f"tab {number}", seq=0, choice=["roll"])
        replies = one.reply("tab 0"), two.reply("tab 1")
        assert sorted(reply["type"] for reply in replies) == ["done", "refused"]
        for page in (one, two):
            page.say(type="hello", last_seq=None)
            page.until("state")
        assert one.state == two.state
        assert one.events == two.events
        assert [event["kind"] for event in one.events.values()].count("rolled") == 1


def test_a_computer_player_that_fails_is_told_to_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked twice; then its move is made at random, and nobody need wonder about it."""
    script = tmp_path / "mind.py"
    script.write_text("raise SystemExit(3)")
    monkeypatch.setattr(pool, "COMMAND", (sys.executable, str(script)))
    new = NEW.model_copy(
        update={"seats": [wire.SeatWish(player="computer", name="Robo"), wire.SeatWish(name="Ann")]}
    )

    async def work(matches: Matches, storage: Fickle) -> None:
        match = (await matches.create(new, "ann")).match
        table, ann = await matches.find(match, "ann"), Ear()
        table.listeners.add(ann)
        await table.hello(ann, None)
        for _ in range(1_200):
            if any(one.type == "stumbled" for one in ann.heard):
                break
            await asyncio.sleep(0.05)
        await table.stop()
        [at, *_] = [at for at, one in enumerate(ann.heard) if one.type == "stumbled"]
        told = ann.heard[at]
        assert (told.seat, "Robo" in told.text, "at random" in told.text) == (0, True, True)
        assert ann.heard[at + 1].type == "events", "right before what it did"

    at_a_server(tmp_path, work)


@pytest.mark.parametrize("when", ["before somebody looks again", "after that", "never"])
def test_what_may_still_be_on_its_way_to_the_disk_is_not_refused(tmp_path: Path, when: str) -> None:
    """Whoever gave the answer is sent away, comes back, says it again, and it is done once."""

    async def work(matches: Matches, storage: Fickle) -> None:
        match = (await matches.create(NEW, "ann")).match
        ear = Ear()
        live = await matches.find(match, "ann")
        live.listeners.add(ear)
        await live.hello(ear, None)
        storage.under_way = []
        await live.command(ear, roll("a"))
        assert [one.type for one in ear.heard if one.type in {"done", "refused", "bye"}] == ["bye"]
        assert ear.last.again
        if when == "before somebody looks again":
            await storage.arrives()
        live = await matches.find(match, "ann")
        again = Ear()
        live.listeners.add(again)
        await live.hello(again, None)
        if when == "after that":
            await storage.arrives()
        storage.under_way = None
        await live.command(again, roll("a"))
        told = [one for one in again.heard if one.type in {"done", "refused"}]
        assert [(one.type, one.id) for one in told] == [("done", "a")]
        assert live.seq == told[0].seq == 2

    at_a_server(tmp_path, work)
