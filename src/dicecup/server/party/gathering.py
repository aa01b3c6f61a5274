"""A party in memory, as the disk has it, and those who are told of it.

Everything happens under one lock, in this order: a copy is changed, it goes to the disk, and only then anybody
hears of it. What follows for matches is done when the lock is free again: a match may be waiting for its party.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AbstractContextManager, suppress
from typing import Any, Final, Protocol

from dicecup.saves import StorageError
from dicecup.server import wire
from dicecup.server.company import Company
from dicecup.server.live import Gone, Live
from dicecup.server.matches import Matches
from dicecup.server.party import doors, telling
from dicecup.server.party.deeds import Deed
from dicecup.server.party.people import Book, Person
from dicecup.server.party.presence import Attendance
from dicecup.server.store.storage import Conflict, Fenced, PartyChange, PartyRow, Uncertain
from dicecup.server.wire import party as wire_party
from dicecup.table import DicecupError

NO_PARTY: Final = "There is no such table here, or you are not at it."
_KEPT: Final = 2_000  # lines
_TRIES: Final = 3
_TOLD: Final = 500  # of them, to whoever comes
_log: Final = logging.getLogger("dicecup.server")

Work = Callable[[Deed], Awaitable[None] | None]


class Listener(Protocol):
    """A socket, as the party knows it."""

    guest: str
    entered: bool

    def tell(self, message: wire_party.PartyTold) -> None:
        """Send soon; must not wait."""
        ...


class Gathering:
    """The book of a party, and how it is changed."""

    def __init__(self, book: Book, version: int, matches: Matches) -> None:
        self.book = book
        self._version = version
        self._matches: Final = matches
        self._clock: Final = matches.clock
        self._lock: Final = asyncio.Lock()
        self._tasks: Final[set[asyncio.Task[Any]]] = set()  # that are done to the end
        self._watches: Final[set[asyncio.Task[Any]]] = set()  # that wait for something
        self.listeners: Final[set[Listener]] = set()
        self._attendance: Final = Attendance(self._clock, self._came_or_went)
        self._lost = ""

    @property
    def id(self) -> str:
        """Of the party."""
        return self.book.id

    # --- who is here ---

    def attending(self, guest: str) -> AbstractContextManager[None]:
        """A page of a guest is open, at the party or at a match of it."""
        return self._attendance.page(guest)

    def knows(self, guest: str) -> bool:
        """Whether somebody of the party is behind this browser."""
        return self.book.of_guest(guest) is not None

    def _here(self) -> set[int]:
        return {person.number for person in self.book.present() if self._attendance.here(person.guest)}

    def _came_or_went(self, guest: str) -> None:
        """Somebody has come or gone."""
        raise NotImplementedError

    def as_company(self) -> Company:
        """What its matches know of it."""
        raise NotImplementedError

    # --- telling ---

    def state(self, person: Person) -> wire_party.PartyState:
        """All that somebody may know."""
        presence = telling.presence(self.book, self._attendance.here)
        starts_at = self.book.starts_at
        starts_in = None if starts_at is None else max(0.0, starts_at - self._clock.now())
        return telling.state(self.book, person.number, presence, starts_in)

    def publish(self) -> None:
        """Tell everybody where the party stands."""
        for listener in list(self.listeners):
            person = self.book.of_guest(listener.guest)
            if listener.entered and person is not None:
                listener.tell(self.state(person))

    async def enter(self, listener: Listener, last_line: int) -> None:
        """Tell somebody who has just come where the party stands, and what was said meanwhile."""
        async with self._lock:  # or something could be said meanwhile, and never be heard
            person = self.book.of_guest(listener.guest)
            if person is None:
                raise Gone(NO_PARTY)
            found = await self._matches.storage.parties.lines(self.id, last_line)
            listener.entered = True
            listener.tell(self.state(person))
            self._say(listener, [wire_party.Line.model_validate_json(body) for body in found[-_TOLD:]])

    def _say(self, listener: Listener, lines: list[wire_party.Line]) -> None:
        """Tell somebody those of these lines that they may hear."""
        person = self.book.of_guest(listener.guest)
        if person is None or not listener.entered:
            return
        looks_on = self.book.chair_of(person) is None
        heard = [line for line in lines if looks_on or not line.spectators]
        if heard:
            listener.tell(wire_party.Lines(lines=heard))

    # --- changing ---

    async def own(self, deed: Coroutine[Any, Any, Any]) -> Any:
        """Do something to the end, even if whoever waits for it goes away."""
        return await asyncio.shield(self._task(deed))

    def begin(self, deed: Coroutine[Any, Any, Any]) -> None:
        """Do something to the end, whether or not anybody waits for it."""
        _ = self._task(deed)

    def _task(self, deed: Coroutine[Any, Any, Any]) -> asyncio.Future[Any]:
        task = asyncio.create_task(deed)
        self._tasks.add(task)
        task.add_done_callback(self._did)
        return task

    def _watch(self, waiting: Coroutine[Any, Any, Any]) -> None:
        """Wait for something, as long as the server runs."""
        task = asyncio.create_task(waiting)
        self._watches.add(task)
        task.add_done_callback(self._did)

    def _did(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        self._watches.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, DicecupError):
            _log.error("party %s: something failed", self.id, exc_info=error)

    def still(self) -> AbstractAsyncContextManager[None]:
        """Nothing changes meanwhile. Whoever holds a match as well holds that first."""
        return self._lock

    async def do(self, work: Work) -> Deed:
        """Change the party, put that on the disk, and tell everybody."""
        async with self._lock:
            deed = await self._written(work)
            self._carried_out(deed)
        await self.follow(deed)
        return deed

    async def _written(self, work: Work) -> Deed:
        """What was done; from the start, if the store has another party than we thought. It is read again then."""
        for _ in range(_TRIES):
            deed = await self._prepared(work)
            try:
                await self._write(deed)
            except Fenced:
                raise
            except Conflict:
                continue
            return deed
        raise StorageError("Somebody else has changed this table. Look again.")

    async def _prepared(self, work: Work) -> Deed:
        if self._lost:
            raise StorageError(self._lost)
        live = self._live()
        deed = Deed(
            book=self.book.model_copy(deep=True),
            seq=live.seq if live is not None else 0,
            told=len(live.match.events) if live is not None else 0,
            here=self._here(),
            now=self._clock.now(),
        )
        waiting = work(deed)
        if waiting is not None:
            await waiting
        return deed

    async def _write(self, deed: Deed) -> None:
        if deed.book == self.book and not deed.lines:
            return
        try:
            await self._matches.storage.parties.write(change_of(deed, self._version + 1))
        except Fenced as fence:
            self.lose(str(fence))
            raise
        except BaseException as error:
            await self._read_again()
            if self.book != deed.book:  # otherwise it was written after all, and only the news of it got lost
                if isinstance(error, Uncertain):
                    self.lose(str(error))  # it may still be on its way
                raise
            deed.lines.clear()  # everybody has heard them as they were kept, which may be by an earlier try
        else:
            self._version += 1

    async def _read_again(self) -> None:
        """Stand where the store stands, whatever was tried; whoever listens hears what is new there."""
        try:
            row = await self._matches.storage.parties.load(self.id)
            lines = await self._matches.storage.parties.lines(self.id, self.book.said)
        except BaseException as error:
            self.lose(str(error) if isinstance(error, DicecupError) else "The server is being restarted.")
            raise
        if row is None:
            self.lose(NO_PARTY)
            raise Gone(NO_PARTY)
        moved, self._version = row.version != self._version, row.version
        self.book = Book.model_validate_json(row.body)
        if moved:
            found = [wire_party.Line.model_validate_json(body) for body in lines]
            for listener in list(self.listeners):
                self._say(listener, [line for line in found if line.n <= self.book.said])
            self.publish()

    def _carried_out(self, deed: Deed) -> None:
        self.book = deed.book
        for listener in list(self.listeners):
            self._say(listener, deed.lines)
        if not deed.quiet:
            self.publish()
        for listener in list(self.listeners):
            for guest, nudged in deed.nudges:
                if guest == listener.guest:
                    listener.tell(nudged)
        if deed.answer is not None:
            deed.answer()
        for listener in list(self.listeners):
            if (reason := deed.farewells.get(listener.guest)) is not None:
                listener.tell(wire.Bye(reason=reason))

    async def follow(self, deed: Deed) -> None:
        """What it means for the matches: whoever looks at them is told, or sent away."""
        tables = self._matches.tables
        changed = {match for match, _ in deed.seats} | ({deed.owner[0]} if deed.owner is not None else set())
        if deed.after is not None:
            changed.add(deed.after)
        if deed.moved is not None or deed.farewells:
            changed |= {game.match for game in deed.book.evening}
            changed |= {deed.book.match} if deed.book.match is not None else set()
        if deed.adopted is not None:
            tables.keep_company(deed.adopted, self.as_company())
            changed.add(deed.adopted)
        for match in changed:
            for guest, reason in deed.farewells.items():
                tables.send_away(match, guest, reason)
            with suppress(DicecupError):
                await tables.refresh(match)
        self._poke()

    def _live(self) -> Live | None:
        return self._matches.tables.at_hand(self.book.match) if self.book.match is not None else None

    def _poke(self) -> None:
        """Let the match look whether anybody has to be decided for."""
        if (live := self._live()) is not None:
            live.people_changed()

    def lose(self, reason: str) -> None:
        """Nobody can go on with this object: all who look at it have to come back, to a new one."""
        self._lost = reason
        live = self._live()
        everybody = [*self.listeners, *(live.listeners if live is not None else ())]
        for listener in everybody:
            listener.tell(wire.Bye(reason=reason, again=True))

    @property
    def lost(self) -> bool:
        """Whether nobody can go on with this object."""
        return bool(self._lost)

    async def stop(self) -> None:
        """Finish what is being written."""
        self._attendance.close()
        for task in self._watches:
            task.cancel()
        if self._tasks:
            _, slow = await asyncio.wait(self._tasks, timeout=5.0)
            for task in slow:
                task.cancel()


def change_of(deed: Deed, version: int) -> PartyChange:
    """What is to be written."""
    book = deed.book
    row = PartyRow(
        id=book.id,
        body=book.model_dump_json(),
        version=version,
        doors=doors.fingerprints(book),
        guests=[person.guest for person in book.present()],
    )
    return PartyChange(
        row=row,
        lines={line.n: line.model_dump_json() for line in deed.lines},
        forget=max(0, book.said - _KEPT),
        match=deed.match,
        after=deed.after,
        adopted=deed.adopted,
        seats=deed.seats,
        owner=deed.owner,
        moved=deed.moved,
    )
