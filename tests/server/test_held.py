"""What is acknowledged stays, when the disk fails or the line is cut at the worst moment."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from dicecup.saves import StorageError
from dicecup.server import commands, deciding, ledger, wire
from dicecup.server.matches import Matches, fingerprint
from dicecup.server.settings import Settings
from dicecup.server.sockets import Socket
from dicecup.server.wire import dice as wire_dice
from tests.server.browser import PATIENCE
from tests.server.inside import NEW, Ear, Fickle, at_a_server, roll


def test_an_answer_that_the_disk_does_not_take_is_refused_and_can_be_given_again(tmp_path: Path) -> None:
    async def work(matches: Matches, storage: Fickle) -> None:
        match = (await matches.create(NEW, "ann")).match
        table, ann, bo = await matches.find(match, "ann"), Ear(), Ear()
        for ear in (ann, bo):
            table.listeners.add(ear)
            await table.hello(ear, None)
        storage.full = True
        before = len(bo.heard)
        await table.command(ann, roll("one"))
        assert ann.last.type == "refused"
        assert (ann.last.reason, ann.last.state.seq) == ("The disk is full. Free some space.", 0)
        assert len(bo.heard) == before, "nobody heard of it"
        storage.full = False
        await table.command(ann, roll("one"))
        assert ann.last.type == "state"
        assert ann.last.seq == 2
        assert bo.last == ann.last

    at_a_server(tmp_path, work)


def test_an_answer_is_not_refused_because_somebody_sits_down_in_that_moment(tmp_path: Path) -> None:
    async def work(matches: Matches, storage: Fickle) -> None:
        seats = [wire.SeatWish(name="Ann"), wire.SeatWish(name="Bo", player="open")]
        made = await matches.create(NEW.model_copy(update={"seats": seats}), "ann")
        table, ann = await matches.find(made.match, "ann"), Ear()
        table.listeners.add(ann)
        storage.meanwhile = lambda: storage.claim(fingerprint(made.invites[1]), "bo")
        await table.command(ann, roll("one"))
        assert [each.type for each in ann.heard] == ["done"]
        assert table.row.seats[1].guest == "bo", "what it followed from was read again"
        stored = await storage.load(made.match)
        assert stored is not None
        assert stored.done == {("ann", "one"): 2}

    at_a_server(tmp_path, work)


def test_nobody_decides_in_the_moment_in_which_the_seat_goes_to_another_browser(tmp_path: Path) -> None:
    async def work(matches: Matches, storage: Fickle) -> None:
        match = (await matches.create(NEW, "ann")).match
        table, ann, dan = await matches.find(match, "ann"), Ear(), Ear("dan")
        storage.meanwhile = lambda: storage.hand_over(match, "dan")
        await table.command(ann, roll("one"))
        assert ann.last.type == "refused"
        assert ann.last.reason == "You are only watching."
        assert table.seq == 0
        await table.command(dan, roll("one"))
        assert dan.heard[0].type == "done"

    at_a_server(tmp_path, work)


def test_a_computer_player_decides_although_somebody_sits_down_in_that_moment(tmp_path: Path) -> None:
    async def work(matches: Matches, storage: Fickle) -> None:
        seats = [
            wire.SeatWish(player="computer", level="easy"),
            wire.SeatWish(name="Ann"),
            wire.SeatWish(name="Bo", player="open"),
        ]
        made = await matches.create(NEW.model_copy(update={"seats": seats}), "ann")
        storage.meanwhile = lambda: storage.claim(fingerprint(made.invites[2]), "bo")
        table = await matches.find(made.match, "ann")
        table.listeners.add(Ear())
        table.play_on()
        async with asyncio.timeout(PATIENCE):
            while table.asked.seat != 1:
                await asyncio.sleep(0.01)
        assert not table.trouble
        assert table.row.seats[2].guest == "bo"

    at_a_server(tmp_path, work)


def test_computer_players_wait_for_the_disk_and_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "_AGAIN", 0.05)

    async def work(matches: Matches, storage: Fickle) -> None:
        seats = [wire.SeatWish(player="computer", level="easy"), wire.SeatWish(name="Ann")]
        match = (await matches.create(NEW.model_copy(update={"seats": seats}), "ann")).match
        table, ann = await matches.find(match, "ann"), Ear()
        table.listeners.add(ann)
        storage.full = True
        await table.hello(ann, None)
        while not (ann.last.type == "state" and ann.last.paused):
            await asyncio.sleep(0.01)
        assert ann.last.notice == "The disk is full. Free some space."
        storage.full = False
        while not (ann.last.type == "state" and ann.last.ask and ann.last.ask.mine):
            await asyncio.sleep(0.01)
        assert not ann.last.paused

    at_a_server(tmp_path, work)


def test_a_match_that_cannot_even_be_read_again_is_opened_anew(tmp_path: Path) -> None:
    """Or memory would be ahead of the disk, and the next answer would leave a hole in the log."""

    async def work(matches: Matches, storage: Fickle) -> None:
        match = (await matches.create(NEW, "ann")).match
        table, ann, bo = await matches.find(match, "ann"), Ear(), Ear()
        for ear in (ann, bo):
            table.listeners.add(ear)
            await table.hello(ear, None)
        await table.command(ann, roll("one"))
        storage.full = storage.blind = True
        fill = wire.Answer(type="answer", id="two", seq=2, choice=["fill", "chance"])
        await table.command(ann, fill)
        for ear in (ann, bo):
            assert (ear.last.type, ear.last.again, ear.last.reason) == ("bye", True, "The disk cannot be read.")
        with pytest.raises(StorageError):
            await table.hello(ann, None)
        with pytest.raises(StorageError):
            await matches.find(match, "ann")
        with pytest.raises(StorageError):
            await matches.replays.whole(table, "ann")
        storage.full = storage.blind = False
        heard = len(ann.heard)
        await table.command(ann, fill)
        assert len(ann.heard) == heard, "the old one does nothing any more"
        again = await matches.find(match, "ann")
        assert again is not table
        assert again.seq == 2
        again.listeners.add(ann)
        await again.command(ann, fill)
        stored = await storage.load(match)
        assert stored is not None
        assert len(stored.rows) == 3
        assert ('"two"', 3) in [(f'"{id_}"', seq) for (_, id_), seq in stored.done.items()]

    at_a_server(tmp_path, work)


def test_an_answer_that_was_written_although_the_disk_said_no_is_acknowledged(tmp_path: Path) -> None:
    async def work(matches: Matches, storage: Fickle) -> None:
        match = (await matches.create(NEW, "ann")).match
        table, ann, bo = await matches.find(match, "ann"), Ear(), Ear()
        for ear in (ann, bo):
            table.listeners.add(ear)
            await table.hello(ear, None)
        storage.mute = True
        await table.command(ann, roll("one"))
        assert wire.Done(id="one", seq=2) in ann.heard
        assert bo.last.type == "state"
        assert bo.last.seq == table.seq == 2

    at_a_server(tmp_path, work)


def test_a_change_that_fails_half_way_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(matches: Matches, storage: Fickle) -> None:
        match = (await matches.create(NEW, "ann")).match
        table, ann = await matches.find(match, "ann"), Ear()

        def broken() -> str:
            raise ValueError("a bug")

        table._fits = False  # so that a paper is written
        monkeypatch.setattr(table.match, "save", broken)
        await table.command(ann, roll("one"))
        assert ann.last.type == "refused"
        assert (table.seq, ann.last.state.seq) == (0, 0)
        assert "nothing was changed" in ann.last.reason
        assert "a bug" in caplog.text
        await table.command(ann, roll("one"))
        stored = await storage.load(match)
        assert stored is not None
        assert len(stored.rows) == table.seq == 2

    at_a_server(tmp_path, work)


def test_nothing_is_told_of_what_is_not_on_the_disk_yet(tmp_path: Path) -> None:
    """Or the secret of a game would be out, and then its last answer is refused and it goes on."""

    async def work(matches: Matches, storage: Fickle) -> None:
        alone = NEW.model_copy(update={"seats": [wire.SeatWish(name="Ann")]})
        match = (await matches.create(alone, "ann")).match
        table, ann = await matches.find(match, "ann"), Ear()
        while table.match.pending is not None and len(table.match.log) < 13 * 3 - 1:
            choice = list(
                table.match.pending.options[0] if table.match.pending.kind == "roll" else _any_box(table)
            )
            await table.command(ann, wire.Answer(type="answer", id=str(table.seq), seq=table.seq, choice=choice))
        storage.ready = asyncio.Event()
        last = wire.Answer(type="answer", id="last", seq=table.seq, choice=list(_any_box(table)))
        ending = asyncio.create_task(table.command(ann, last))
        while table.match.pending is not None:
            await asyncio.sleep(0.001)
        asked = [
            asyncio.create_task(work)
            for work in (
                matches.replays.evidence(table, "ann"),
                matches.export(match, "ann", "record"),
                table.why("ann", []),
            )
        ]
        rematch = asyncio.create_task(matches.rematch(match, "ann", wire_dice.RematchWish()))
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in (*asked, rematch))
        storage.full = True  # too late for this one: it waits inside
        storage.ready.set()
        await asyncio.gather(ending, *asked, rematch)

    at_a_server(tmp_path, work)


def _any_box(table: Any) -> Any:
    return next(option for option in table.match.pending.options if option.verb == "fill")


def test_whoever_asks_first_and_goes_away_does_not_take_the_match_from_the_others(tmp_path: Path) -> None:
    async def work(matches: Matches, _storage: Fickle) -> None:
        match = (await matches.create(NEW, "ann")).match
        first, second = (asyncio.create_task(matches.find(match, "ann")) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        assert (await second).row.id == match

    at_a_server(tmp_path, work)


# --- lines that are cut ---


class Cut:
    """A websocket whose page sends some frames and is gone when the first answer is to be sent to it."""

    application_state = None

    def __init__(self, *frames: wire.Answer) -> None:
        self._says = [{"type": "websocket.receive", "text": frame.model_dump_json()} for frame in frames]

    async def receive(self) -> dict[str, str]:
        if not self._says:
            await asyncio.Event().wait()
        return self._says.pop(0)

    async def send_text(self, _text: str) -> None:
        raise OSError("gone")

    async def close(self, _code: int, _reason: str) -> None:
        pass


def test_a_line_that_is_cut_in_the_middle_of_a_command_keeps_nobody_waiting(tmp_path: Path) -> None:
    """It is on the disk: so the others are told, and the computer player goes on."""

    async def work(matches: Matches, storage: Fickle) -> None:
        seats = [wire.SeatWish(name="Ann"), wire.SeatWish(player="computer", level="easy")]
        match = (await matches.create(NEW.model_copy(update={"seats": seats}), "ann")).match
        table, bo = await matches.find(match, "ann"), Ear()
        table.listeners.add(bo)
        await table.hello(bo, None)
        await table.command(Ear(), roll("one"))
        storage.ready = asyncio.Event()
        fill = wire.Answer(type="answer", id="two", seq=2, choice=["fill", "chance"])
        ann = Socket(Cut(fill), "ann", Settings(), set(), table)  # type: ignore[arg-type]
        serving = asyncio.create_task(ann.run())
        while not table.lock.locked():
            await asyncio.sleep(0.001)
        ann.tell(wire.Pong())  # cannot be sent: that is how the server finds out
        await asyncio.wait_for(serving, PATIENCE)
        assert ann not in table.listeners
        storage.ready.set()
        async with asyncio.timeout(PATIENCE):
            while not (bo.last.type == "state" and bo.last.seq > 4 and bo.last.ask.mine):
                await asyncio.sleep(0.01)
        assert table._done["ann", "two"] == 3

    at_a_server(tmp_path, work)


def test_nobody_fills_the_log_with_wishes_until_nobody_can_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for where in (ledger, commands):
        monkeypatch.setattr(where, "LONGEST_LOG", 6)
    monkeypatch.setattr(ledger, "_LAST_STRETCH", 6)
    new = wire.NewMatch.model_validate({"game": "king-of-tokyo", "seats": [{"name": "Ann"}, {"name": "Bo"}]})

    async def work(matches: Matches, _storage: Fickle) -> None:
        table, ear = await matches.find((await matches.create(new, "ann")).match, "ann"), Ear()
        await table.hello(ear, None)
        for n in range(20):
            wanted = wire.NeverAsk(type="never_ask", id=f"wish {n}", seat=1, kind="probe", never=n % 2 == 0)
            await table.command(ear, wanted)
        assert "too often" in ear.last.reason
        await table.command(ear, roll("play on", table.seq))
        assert any(isinstance(each, wire.Done) and each.id == "play on" for each in ear.heard)

    at_a_server(tmp_path, work)


def test_whoever_looks_back_at_much_waits_for_it_alone(tmp_path: Path) -> None:
    async def work(matches: Matches, _storage: Fickle) -> None:
        table = await matches.find((await matches.create(NEW, "ann")).match, "ann")
        served: list[str] = []

        async def look_back(guest: str) -> None:
            await matches.replays.whole(table, guest)
            served.append(guest)

        await asyncio.gather(*map(look_back, ["eve"] * 8 + ["ann"]))
        assert "ann" in served[:2]

    at_a_server(tmp_path, work)
