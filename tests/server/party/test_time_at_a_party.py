"""A real party and its match from the inside, with a time of the test's own: clocks, stand-ins, and a restart."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from dicecup import saves
from dicecup.server import wire
from dicecup.server.live import Live
from dicecup.server.matches import Matches
from dicecup.server.party.parties import Parties
from dicecup.server.party.party import Party
from dicecup.server.wire import party as wire_party
from tests.server.friends import Mind
from tests.server.hourglass import Hourglass, breathe
from tests.server.inside import Ear, Fickle


class Page:
    """A page at the party, without a socket."""

    def __init__(self, guest: str) -> None:
        self.guest, self.entered = guest, False
        self.heard: list[Any] = []

    def tell(self, message: Any) -> None:
        self.heard.append(message)

    @property
    def notes(self) -> list[tuple[str, int]]:
        """What the table has noted, and where the match stood."""
        lines = [line for one in self.heard if one.type == "lines" for line in one.lines]
        return [(line.text, line.seq) for line in lines if line.kind == "note"]


class Evening:
    """Ann and Bo at a table of theirs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.storage, self.clock, self.mind = Fickle(folder / "server.sqlite3"), Hourglass(), Mind()
        self.id = ""
        self.open: dict[str, AbstractContextManager[None]] = {}
        self.ears = {name: Ear(name) for name in ("ann", "bo")}
        self.live: Live | None = None
        self._serve()

    def _serve(self) -> None:
        self.matches = Matches(self.storage, self.mind, saves.Store(self._folder), self.clock)
        self.parties = Parties(self.matches)
        self.pages = {name: Page(name) for name in ("ann", "bo")}

    async def begin(self, **rules: Any) -> None:
        joined = await self.parties.create(wire_party.NewParty(game="yahtzee", name="Ann"), "ann")
        self.id = joined.party
        party = await self.party()
        await self.parties.join(wire_party.Join(code=party.book.code, name="Bo"), "bo", "here")
        await self.come("ann", "bo")
        options: dict[str, bool | int | str] = {"start": "seat-order"}
        await self.say("ann", wire_party.SetRules(type="set_rules", id="r", options=options, **rules))
        await self.say("bo", wire_party.Ready(type="ready", id="y", ready=True))
        await self.say("ann", wire_party.Start(type="start", id="s"))
        await self.sit()

    async def party(self) -> Party:
        return await self.parties.get(self.id)

    async def come(self, *names: str) -> None:
        party = await self.party()
        for name in names:
            self.open[name] = party.attending(name)
            self.open[name].__enter__()
            party.listeners.add(self.pages[name])
            await party.enter(self.pages[name], 0)
        await self.quiet()

    async def leave(self, *names: str) -> None:
        party = await self.party()
        for name in names:
            self.open.pop(name).__exit__(None, None, None)
            party.listeners.discard(self.pages[name])
        await self.quiet()

    async def say(self, name: str, frame: wire_party.PartyCommand) -> None:
        party = await self.party()
        await party.command(self.pages[name], frame)
        answer = next(one for one in reversed(self.pages[name].heard) if getattr(one, "id", None) == frame.id)
        assert answer.type == "done", answer

    async def sit(self) -> None:
        match = (await self.party()).book.match
        assert match is not None
        self.live = await self.matches.find(match, "ann")
        for ear in self.ears.values():
            self.live.listeners.add(ear)
            await self.live.hello(ear, None)
        await self.quiet()

    async def answer(self, name: str, *choice: str | int) -> Any:
        assert self.live is not None
        ear = self.ears[name]
        frame = wire.Answer(type="answer", id=str(len(ear.heard)), seq=self.live.seq, choice=list(choice))
        await self.live.command(ear, frame)
        await self.quiet()
        return next(one for one in reversed(ear.heard) if getattr(one, "id", None) == frame.id)

    async def quiet(self) -> None:
        until = time.monotonic() + 20
        while True:
            await breathe()
            live, party = self.live, self.parties._open.get(self.id)
            busy = live is not None and (live.deeds or live.lock.locked() or live._deciding._task is not None)
            if not busy and (party is None or not (party._tasks or party._lock.locked())):
                return
            assert time.monotonic() < until, "it never comes to rest"
            await asyncio.sleep(0.001)

    async def advance(self, seconds: float) -> None:
        await self.clock.advance(seconds, self.quiet)

    def close_pages(self) -> None:
        for page in self.open.values():
            page.__exit__(None, None, None)
        self.open.clear()

    async def restart(self) -> None:
        """End the server in good order, and start it again at once."""
        self.close_pages()
        await self.quiet()
        await self.parties.close()
        await self.matches.tables.close()
        self.live = None
        self._serve()

    @property
    def asked(self) -> int | None:
        assert self.live is not None
        return self.live.asked.seat

    def state(self) -> wire.State:
        assert self.live is not None
        return self.live.state("ann")


def at_an_evening(folder: Path, work: Callable[[Evening], Awaitable[None]]) -> None:
    async def go() -> None:
        evening = Evening(folder)
        try:
            await work(evening)
        finally:
            evening.close_pages()
            await evening.parties.close()
            await evening.matches.close()

    asyncio.run(go())


def test_the_clock_of_a_table_and_what_is_said_when_time_is_up(tmp_path: Path) -> None:
    async def work(evening: Evening) -> None:
        await evening.begin(clock="fast", hints=False)
        state = evening.state()
        assert (state.party, state.hints) == (evening.id, False)
        assert state.clock is not None
        assert (state.clock.seat, state.clock.free, state.clock.reserves) == (0, 20, [60, 60])
        await evening.answer("ann", "roll")
        await evening.advance(79.875)
        assert (evening.asked, evening.pages["bo"].notes) == (0, [])
        await evening.advance(0.125)
        assert evening.pages["bo"].notes == [("Ann's time is up: a computer player decides this once.", 2)]
        assert (await evening.answer("ann", "fill", "chance")).type == "done", "the next decision is hers"

    at_an_evening(tmp_path, work)


def test_time_that_is_up_is_up_once_whoever_dies_before_the_decision(tmp_path: Path) -> None:
    """Or the server that comes next would give Ann more time, and say once more that it is up."""

    async def work(evening: Evening) -> None:
        await evening.begin(clock="fast")
        await evening.answer("ann", "roll")
        up = [("Ann's time is up: a computer player decides this once.", 2)]
        evening.mind.free.clear()
        await evening.clock.advance(80)
        until = time.monotonic() + 20
        while evening.pages["bo"].notes != up or not evening.mind.asked:
            assert time.monotonic() < until
            await asyncio.sleep(0.001)
        assert evening.live is not None
        evening.live._deciding.cancel()
        evening.live.lost = "killed"
        evening.mind.free.set()
        await evening.restart()
        await evening.sit()
        assert (await evening.answer("ann", "fill", "chance")).type == "refused"
        await evening.come("ann", "bo")
        assert evening.state().seq > 2, "the computer player decides at once"
        assert evening.pages["bo"].notes == up
        assert evening.live.standing.stays == evening.state().seq, "and that is not taken back"

    at_an_evening(tmp_path, work)


def test_a_clock_and_a_stand_in_are_there_again_after_a_restart(tmp_path: Path) -> None:
    async def work(evening: Evening) -> None:
        await evening.begin(clock="relaxed", absence="30 s")
        await evening.answer("ann", "roll")
        await evening.advance(100)
        await evening.answer("ann", "fill", "chance")
        await evening.leave("bo")
        await evening.advance(3 + 30)
        assert evening.pages["ann"].notes == [("Bo is away: a computer player decides.", 3)]
        assert evening.asked == 0
        await evening.advance(61)
        await evening.restart()
        await evening.sit()
        clock = evening.state().clock
        assert clock is not None
        assert (clock.free, clock.reserves, clock.runs) == (0, [259, 300], False), "nobody is here yet"
        assert evening.state().seats[1].stand_in
        await evening.come("ann")
        assert evening.pages["ann"].notes == [("Bo is away: a computer player decides.", 3)], "and no new one"
        await evening.answer("ann", "roll")
        await evening.answer("ann", "fill", "ones")
        assert evening.asked == 0, "Bo is decided for at once"
        await evening.come("bo")
        assert not evening.state().seats[1].stand_in
        await evening.answer("ann", "roll")
        await evening.answer("ann", "fill", "twos")
        assert evening.asked == 1
        assert (await evening.answer("bo", "roll")).type == "done"

    at_an_evening(tmp_path, work)


def test_whoever_is_back_before_it_is_written_down_was_never_decided_for(tmp_path: Path) -> None:
    """Bo comes back while the party writes that he is away: he decides, and going again he has his time again."""

    async def work(evening: Evening) -> None:
        await evening.begin(absence="30 s")
        await evening.answer("ann", "roll")
        await evening.answer("ann", "fill", "chance")
        await evening.leave("bo")
        party = await evening.party()
        async with party._lock:  # somebody changes the rules, say, and the disk is slow
            await evening.clock.advance(3 + 30)
            evening.open["bo"] = party.attending("bo")
            evening.open["bo"].__enter__()
        await asyncio.sleep(0.5)  # it is looked at again a moment later
        await evening.quiet()
        assert (evening.asked, evening.pages["ann"].notes) == (1, [])
        assert not party.book.chairs[1].stand_in
        evening.open.pop("bo").__exit__(None, None, None)
        await evening.advance(3 + 29)
        assert evening.asked == 1
        await evening.advance(1)
        assert evening.asked == 0

    at_an_evening(tmp_path, work)


def test_a_chair_for_late_comers_is_played_until_one_comes(tmp_path: Path) -> None:
    async def work(evening: Evening) -> None:
        joined = await evening.parties.create(wire_party.NewParty(game="yahtzee", name="Ann"), "ann")
        evening.id = joined.party
        await evening.come("ann")
        rules = wire_party.SetRules(type="set_rules", id="r", options={"start": "seat-order"}, late=True)
        await evening.say("ann", rules)
        await evening.say("ann", wire_party.Start(type="start", id="s"))
        await evening.sit()
        assert evening.live is not None
        assert evening.live.row.seats[1].player == "open"
        await evening.answer("ann", "roll")
        await evening.answer("ann", "fill", "chance")
        assert evening.asked != 1, "the others play on"
        party = await evening.party()
        await evening.parties.join(wire_party.Join(code=party.book.table, name="Bo"), "bo", "here")
        await evening.come("bo")
        turns = 0
        for box in ("ones", "twos", "threes"):
            if evening.asked == 1:
                break
            await evening.answer("ann", "roll")
            await evening.answer("ann", "fill", box)
            turns += 1
        assert evening.asked == 1, "now it is Bo's"
        assert turns <= 1
        assert (await evening.answer("bo", "roll")).type == "done"

    at_an_evening(tmp_path, work)
