"""A match of three friends from the inside: a company that does as it is told, and a time that does as well."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from dicecup import saves
from dicecup.saves import StorageError
from dicecup.server import wire
from dicecup.server.company import Why
from dicecup.server.live import Live
from dicecup.server.matches import Matches
from dicecup.server.outsiders import Past
from dicecup.server.pool import Hear
from dicecup.server.store.storage import COMPUTER, PERSON, Seat
from dicecup.server.thinking import Asker, Decision, ThinkingPool
from dicecup.table import Match
from tests.server.hourglass import Hourglass, breathe
from tests.server.inside import Ear, Fickle

NAMES = ("ann", "bo", "cy")
FAST = (20.0, 60.0)
NEW = wire.NewMatch.model_validate(
    {
        "game": "yahtzee",
        "seats": [{"name": name.capitalize()} for name in NAMES],
        "options": {"start": "seat-order"},
        "seed": 7,
    }
)


class Mind(ThinkingPool):
    """Computer players that take the first option, at once or when they are allowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.free = asyncio.Event()
        self.free.set()
        self.asked: list[tuple[int, str]] = []  # seat and level
        self.at_last: Callable[[], None] = lambda: None  # what happens in the moment of a decision

    async def decide(
        self, fork: Match[Any], level: str, hear: Hear, asker: Asker, past: Past | None = None
    ) -> Decision:
        ask = fork.pending
        assert ask is not None
        self.asked.append((ask.seat, level))
        await self.free.wait()
        self.at_last()
        return Decision(list(ask.options[0]), "It came first.")


class Friends:
    """The people of a match, for which a test speaks: a party without rooms, sockets or a disk."""

    id = "party"

    def __init__(self, clock: Hourglass, seats: int = 3) -> None:
        self._clock = clock
        self.hints = True
        self.coach = False
        self.patience: float | None = 30.0
        self.time_limit: tuple[float, float] | None = None
        self.away: dict[int, float] = dict.fromkeys(range(seats), clock.now())
        self.standing: set[int] = set()  # kept through restarts
        self.watchers = 0
        self.notes: list[tuple[float, int, str, int]] = []
        self.ends: list[tuple[str, wire.Outcome]] = []
        self.live: Live | None = None
        self.stubborn = False  # they refuse to be stood in for
        self.ready = asyncio.Event()  # until then nothing can be written down
        self.ready.set()
        self.deaf = False  # they cannot be told of the end

    @property
    def anybody_here(self) -> bool:
        return self.watchers > 0 or any(seat not in self.away for seat in range(3))

    def knows(self, guest: str) -> bool:
        return guest in NAMES

    def attending(self, guest: str) -> AbstractContextManager[None]:
        return nullcontext()

    def away_since(self, seat: int) -> float | None:
        return self.away.get(seat)

    def stands_in(self, seat: int) -> bool:
        return seat in self.standing and seat in self.away

    def time_was_up(self, seq: int) -> bool:
        return any((why, at) == ("clock", seq) for *_, why, at in self.notes)

    def level(self, game: str) -> str:
        return f"usual of {game}"

    async def stand_in(self, seat: int, why: Why, seq: int) -> None:
        await self.ready.wait()
        self.notes.append((self._clock.now(), seat, why, seq))
        if why == "away" and seat in self.away and not self.stubborn:
            self.standing.add(seat)

    async def over(self, match: str, outcome: wire.Outcome) -> None:
        await asyncio.sleep(0)
        if self.deaf:
            raise StorageError("The disk is full.")
        self.ends.append((match, outcome))

    def come(self, *seats: int) -> None:
        for seat in seats:
            self.away.pop(seat, None)
            self.standing.discard(seat)
        self.changed()

    def leave(self, *seats: int) -> None:
        for seat in seats:
            self.away.setdefault(seat, self._clock.now())
        self.changed()

    def changed(self) -> None:
        if self.live is not None:
            self.live.people_changed()


class Table:
    """Three friends at a match; `restart` opens it anew, on the same store and at the same time."""

    def __init__(self, matches: Matches, storage: Fickle, clock: Hourglass, mind: Mind, folder: Path) -> None:
        self.matches, self.storage, self.clock, self.mind, self._folder = matches, storage, clock, mind, folder
        self.friends = Friends(clock)
        self.match_id = ""
        self.ears = [Ear(name) for name in NAMES]
        self.live: Live

    async def begin(self, *, computers: tuple[int, ...] = (), **facts: Any) -> None:
        """Begin a match, at which everybody is here."""
        for name, fact in facts.items():
            setattr(self.friends, name, fact)
        self.match_id = (await self.matches.create(NEW, "ann")).match
        await self.open(computers=computers)
        self.friends.come(0, 1, 2)
        await self.quiet()

    async def open(self, *, computers: tuple[int, ...] = ()) -> None:
        self.live = await self.matches.find(self.match_id, "ann")
        for seat, sits in enumerate(self.live.row.seats):
            computer = seat in computers
            name = NAMES[seat]
            self.live.row.seats[seat] = Seat(
                name=sits.name,
                player=COMPUTER if computer else PERSON,
                level="hard" if computer else "",
                guest="" if computer else name,
            )
        self.live.company = self.friends
        self.friends.live = self.live
        for ear in self.ears:
            ear.told = -1
            self.live.listeners.add(ear)
            await self.live.hello(ear, None)

    async def restart(self, *, kill: bool, down: float = 0.0) -> None:
        """End the server, in good order or not, and start it again after a while."""
        old = self.live
        if kill:
            old._deciding.cancel()
            old.lost = "killed"
            await asyncio.gather(*old.deeds, return_exceptions=True)
        else:
            await old.stop()
        self.friends.live = None
        self.matches.tables.opener.close()
        await self.clock.advance(down)
        self.matches = Matches(self.storage, self.mind, saves.Store(self._folder), self.clock)
        self.friends.away = dict.fromkeys(range(3), self.clock.now())
        self.friends.watchers = 0
        await self.open()
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until nobody is about to do anything but sleep or think."""
        until = time.monotonic() + 20
        await breathe()
        while True:
            rested = self._rests()
            await breathe()  # who has just come to rest may have somebody begin to sleep
            if rested and self._rests():
                return
            assert time.monotonic() < until, "it never comes to rest"
            await asyncio.sleep(0.001)

    def _rests(self) -> bool:
        deciding = self.live._deciding
        thinking = deciding._about is not None and not self.mind.free.is_set()
        thinking = thinking or not self.friends.ready.is_set()
        return not self.live.deeds and not self.live.lock.locked() and (deciding._task is None or thinking)

    async def advance(self, seconds: float) -> None:
        await self.clock.advance(seconds, self.quiet)

    async def answer(self, choice: list[str | int] | None = None, seat: int | None = None) -> Any:
        """Whoever is asked answers: with the first option, if nobody says otherwise. What came of it."""
        pending = self.live.match.pending
        assert pending is not None
        ear = self.ears[pending.seat if seat is None else seat]
        choice = list(pending.options[0]) if choice is None else choice
        id_ = f"{self.live.seq}-{self.clock.now()}-{len(ear.heard)}"
        heard = len(ear.heard)
        await self.live.command(ear, wire.Answer(type="answer", id=id_, seq=self.live.seq, choice=choice))
        await self.quiet()
        return next(one for one in ear.heard[heard:] if one.type in {"done", "refused"})

    async def undo(self, seat: int) -> Any:
        ear = self.ears[seat]
        heard = len(ear.heard)
        await self.live.command(ear, wire.Undo(type="undo", id=f"undo {heard}", seq=self.live.seq))
        await self.quiet()
        return next(one for one in ear.heard[heard:] if one.type in {"done", "refused"})

    @property
    def asked(self) -> int | None:
        pending = self.live.match.pending
        return pending.seat if pending is not None else None

    def state(self, seat: int = 0) -> wire.State:
        return self.live.state(NAMES[seat])

    def clock_shown(self) -> tuple[float, list[float], bool]:
        shown = self.state().clock
        assert shown is not None
        return shown.free, shown.reserves, shown.runs


def at_a_table(folder: Path, work: Callable[[Table], Awaitable[None]]) -> None:
    """Three friends at a table of their own."""

    async def go() -> None:
        storage, clock, mind = Fickle(folder / "server.sqlite3"), Hourglass(), Mind()
        table = Table(Matches(storage, mind, saves.Store(folder), clock), storage, clock, mind, folder)
        try:
            await work(table)
        finally:
            mind.free.set()
            await table.matches.close()

    asyncio.run(go())
