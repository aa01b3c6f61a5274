"""A party in memory: who listens, what they are told, and the commands that change it.

Everything happens under one lock, in this order: a copy is changed, it goes to the disk, and only then anybody
hears of it. What follows for matches is done when the lock is free again: a match may be waiting for its party.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager, suppress
from typing import Any, Final, Protocol

from dicecup.players import usual
from dicecup.saves import StorageError
from dicecup.server import wire, wire_party
from dicecup.server.company import Why
from dicecup.server.live import Gone, Live
from dicecup.server.matches import Matches, fingerprint
from dicecup.server.party import deeds, doors, evening, play, seating, talk, telling
from dicecup.server.party.deeds import Deed
from dicecup.server.party.people import LIMITS, PATIENCE, Book, Person
from dicecup.server.party.presence import Attendance
from dicecup.server.storage import Conflict, PartyChange, PartyRow, Unopenable
from dicecup.table import DicecupError, NotAllowed

_FAILED: Final = "Something went wrong, and nothing was changed."
NO_PARTY: Final = "There is no such table here, or you are not at it."
_HOST_AWAY: Final = 60.0  # seconds after which somebody else is the host
_DOUBLE: Final = 5.0  # seconds in which two who ask for the next game mean the same one
_KEPT: Final = 2_000  # lines
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


class Party:
    """People who play together. It is the `Company` of their matches."""

    def __init__(self, book: Book, version: int, matches: Matches) -> None:
        self.book = book
        self._version = version
        self._matches: Final = matches
        self._clock: Final = matches.clock
        self._lock: Final = asyncio.Lock()
        self._tasks: Final[set[asyncio.Task[Any]]] = set()
        self.listeners: Final[set[Listener]] = set()
        self._attendance: Final = Attendance(self._clock, self._came_or_went)
        self._manners: Final = talk.Manners()
        self._lost = ""

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
        person = self.book.of_guest(guest)
        if person is None:
            return
        self.publish()
        at = self.book.chair_of(person)
        if at is not None and self.book.chairs[at].stand_in and self._attendance.here(guest):
            self.begin(self.do(lambda deed: _is_back(deed, guest)))
        if self.book.host == person.number and not self._attendance.here(guest):
            self.begin(self._await_host(person.number))
        self._poke()

    async def _await_host(self, number: int) -> None:
        await self._clock.sleep(_HOST_AWAY)
        person = self.book.person(number)
        if person is not None and self.book.host == number and not self._attendance.here(person.guest):
            since = self._attendance.away_since(person.guest)
            if since is not None and self._clock.now() - since >= _HOST_AWAY and self._here():
                await self.do(deeds.pass_host)

    # --- as the company of a match ---

    @property
    def id(self) -> str:
        """Of the party."""
        return self.book.id

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints."""
        return self.book.rules.hints

    @property
    def patience(self) -> float | None:
        """Seconds after which a computer player decides for somebody who is away; None: never."""
        return PATIENCE[self.book.rules.absence]

    @property
    def time_limit(self) -> tuple[float, float] | None:
        """Seconds for each decision, and seconds in reserve for the whole game; None: there is no clock."""
        return LIMITS[self.book.rules.clock]

    @property
    def anybody_here(self) -> bool:
        """Whether anybody looks at the table."""
        return self._attendance.anybody

    def away_since(self, seat: int) -> float | None:
        """Since when whoever sits there is away; None: they are here."""
        person = self.book.sitter(seat)
        return self._attendance.away_since(person.guest) if person is not None else None

    def stands_in(self, seat: int) -> bool:
        """Whether a computer player decides for somebody there, until they are back."""
        person = self.book.sitter(seat)
        return person is not None and self.book.chairs[seat].stand_in and not self._attendance.here(person.guest)

    def level(self, game: str) -> str:
        """How well a stand-in plays."""
        return usual(game)

    async def stand_in(self, seat: int, why: Why, seq: int) -> None:
        """A computer player decides there from now on, or just this once; everybody is told."""

        def work(deed: Deed) -> None:
            person = deed.book.sitter(seat)
            if person is None:
                return
            if why == "away":
                deed.book.chairs[seat].stand_in = True
                deed.note(f"{person.name} is away: a computer player decides.", seq)
            else:
                deed.note(f"{person.name}'s time is up: a computer player decides this once.", seq)

        await self.own(self.do(work))

    async def over(self, match: str, outcome: wire.Outcome) -> None:
        """A match has ended."""
        if self.book.match == match and self.book.stage == "playing":
            await self.own(self._over(match, outcome))

    async def _over(self, match: str, outcome: wire.Outcome) -> None:
        code = await fresh_code(self._matches)

        def work(deed: Deed) -> None:
            if deed.book.match == match and deed.book.stage == "playing":
                names = [chair.name for chair in deed.book.chairs]
                evening.record(deed.book, names, outcome.scores, outcome.winners)
                play.end(deed.book, code)

        await self.do(work)

    # --- telling ---

    def state(self, person: Person) -> wire_party.PartyState:
        """All that somebody may know."""
        presence = telling.presence(self.book, self._attendance.here)
        return telling.state(self.book, person.number, presence)

    def publish(self) -> None:
        """Tell everybody where the party stands."""
        for listener in list(self.listeners):
            person = self.book.of_guest(listener.guest)
            if listener.entered and person is not None:
                listener.tell(self.state(person))

    async def enter(self, listener: Listener, last_line: int) -> None:
        """Tell somebody who has just come where the party stands, and what was said meanwhile."""
        person = self.book.of_guest(listener.guest)
        if person is None:
            raise Gone(NO_PARTY)
        found = await self._matches.storage.parties.lines(self.id, last_line)
        lines = [wire_party.Line.model_validate_json(body) for body in found[-_TOLD:]]
        listener.entered = True
        listener.tell(self.state(person))
        self._say(listener, lines)

    def _say(self, listener: Listener, lines: list[wire_party.Line]) -> None:
        """Tell somebody those of these lines that they may hear."""
        person = self.book.of_guest(listener.guest)
        if person is None or not listener.entered:
            return
        looks_on = self.book.chair_of(person) is None
        heard = [line for line in lines if looks_on or not line.spectators]
        if heard:
            listener.tell(wire_party.Lines(lines=heard))

    def react(self, guest: str, face: wire_party.Face) -> None:
        """Somebody makes a face: everybody who is here sees it, and it is gone."""
        person = self.book.of_guest(guest)
        if person is None or not self._manners.face(person):
            return
        looks_on = self.book.chair_of(person) is None
        for listener in list(self.listeners):
            other = self.book.of_guest(listener.guest)
            if other is not None and listener.entered and (not looks_on or self.book.chair_of(other) is None):
                listener.tell(wire_party.Reacted(person=person.number, face=face))

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

    def _did(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, DicecupError):
            _log.error("party %s: something failed", self.id, exc_info=error)

    async def do(self, work: Work) -> Deed:
        """Change the party, put that on the disk, and tell everybody."""
        async with self._lock:
            deed = await self._prepared(work)
            await self._write(deed)
            self._carried_out(deed)
        await self._follow(deed)
        return deed

    async def _prepared(self, work: Work) -> Deed:
        if self._lost:
            raise StorageError(self._lost)
        live = self._live()
        deed = Deed(
            book=self.book.model_copy(deep=True),
            seq=live.seq if live is not None else 0,
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
        except BaseException as error:
            await self._read_again()
            if isinstance(error, Conflict):
                raise StorageError("Somebody else has changed this table. Look again.") from None
            if self.book != deed.book:  # otherwise it was written after all, and only the news of it got lost
                raise
        else:
            self._version += 1

    async def _read_again(self) -> None:
        """Stand where the store stands, whatever was tried."""
        try:
            row = await self._matches.storage.parties.load(self.id)
        except BaseException as error:
            self.lose(str(error) if isinstance(error, DicecupError) else "The server is being restarted.")
            raise
        if row is None:
            self.lose(NO_PARTY)
            raise Gone(NO_PARTY)
        self.book, self._version = Book.model_validate_json(row.body), row.version

    def _carried_out(self, deed: Deed) -> None:
        self.book = deed.book
        for listener in list(self.listeners):
            self._say(listener, deed.lines)
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

    async def _follow(self, deed: Deed) -> None:
        """What it means for the matches: whoever looks at them is told, or sent away."""
        tables = self._matches.tables
        changed = {match for match, _ in deed.seats} | ({deed.owner[0]} if deed.owner is not None else set())
        if deed.after is not None:
            changed.add(deed.after)
        if deed.moved is not None or deed.farewells:
            changed |= {game.match for game in deed.book.evening}
            changed |= {deed.book.match} if deed.book.match is not None else set()
        if deed.adopted is not None:
            tables.keep_company(deed.adopted, self)
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

    # --- commands ---

    async def command(self, listener: Listener, frame: wire_party.PartyCommand) -> None:
        """Carry a command out, once; answer when it is on the disk, or with the reason why not."""
        await self.own(self._command(listener, frame))

    async def _command(self, listener: Listener, frame: wire_party.PartyCommand) -> None:
        async def work(deed: Deed) -> None:
            me = deed.book.of_guest(listener.guest)
            if me is None:
                raise NotAllowed(NO_PARTY)
            deed.answer = lambda: listener.tell(wire_party.PartyDone(id=frame.id))
            if frame.id in me.done:
                return
            if isinstance(frame, (wire_party.Say, wire_party.SayPhrase)):
                self._manners.line(me)
            await self._carry_out(deed, me, frame)
            me.did(frame.id)

        try:
            await self.do(work)
        except Exception as error:
            if not isinstance(error, DicecupError):
                _log.error("party %s: a command failed", self.id, exc_info=error)
            reason = str(error) if isinstance(error, DicecupError) else _FAILED
            listener.tell(wire_party.PartyRefused(id=frame.id, reason=reason))

    async def _carry_out(self, deed: Deed, me: Person, frame: wire_party.PartyCommand) -> None:
        simple = _DEEDS.get(type(frame))
        if simple is not None:
            simple(deed, me, frame)
        elif isinstance(frame, wire_party.StandUp):
            deeds.stand_up(deed, me)
        elif isinstance(frame, wire_party.Leave):
            deeds.leave(deed, me)
        elif isinstance(frame, wire_party.Start):
            deeds.only_host(deed, me)
            if reason := seating.why_not(deed.book, deed.here):
                raise NotAllowed(reason)
            await play.begin(deed, self._matches, me.guest)
        elif isinstance(frame, wire_party.Nudge):
            self._nudge(deed, me, frame.person)
        elif isinstance(frame, wire_party.Again):
            await self._again(deed, me)
        else:
            raise AssertionError(frame)

    def _nudge(self, deed: Deed, me: Person, number: int) -> None:
        other, live = deed.book.person(number), self._live()
        if other is None:
            raise NotAllowed("There is nobody like that at this table.")
        talk.nudge(deed, me, other, live.asked.seat if live is not None else None)
        self._manners.nudge(other, deed.now)

    async def _again(self, deed: Deed, me: Person) -> None:
        book = deed.book
        if book.chair_of(me) is None and book.host != me.number:
            raise NotAllowed("You are only watching.")
        if book.stage == "playing" and book.games > 1 and deed.now - book.began < _DOUBLE:
            return  # two have asked at the same time
        if book.stage != "over" or book.match is None:
            raise NotAllowed("There is no game to play again yet.")
        if not book.seated():
            raise NotAllowed("Nobody sits at the table.")
        host = book.person(book.host) or me
        with suppress(Gone, Unopenable):
            played = (await self._matches.tables.get(book.match)).match
            if played.outcome is not None:
                await play.again(deed, self._matches, host.guest, played)
                return
        await play.begin(deed, self._matches, host.guest)

    def lose(self, reason: str) -> None:
        """Nobody can go on with this object: all who look at it have to come back, to a new one."""
        self._lost = reason
        for listener in list(self.listeners):
            listener.tell(wire.Bye(reason=reason, again=True))

    @property
    def lost(self) -> bool:
        """Whether nobody can go on with this object."""
        return bool(self._lost)

    async def look_after(self) -> None:
        """After a restart: the match may have ended, or be gone, without the party knowing."""
        match = self.book.match
        if self.book.stage != "playing" or match is None:
            return
        row = await self._matches.storage.find(match)
        if row is None:
            code = await fresh_code(self._matches)
            await self.do(lambda deed: play.forget(deed.book, match, code))
        elif row.summary.finished and not row.problem:
            with suppress(Gone, Unopenable):
                outcome = (await self._matches.tables.get(match)).match.outcome
                if outcome is not None:
                    await self.over(match, wire.Outcome.model_validate(outcome.to_json()))

    async def stop(self) -> None:
        """Finish what is being written."""
        self._attendance.close()
        if self._tasks:
            _, slow = await asyncio.wait(self._tasks, timeout=5.0)
            for task in slow:
                task.cancel()


def _is_back(deed: Deed, guest: str) -> None:
    person = deed.book.of_guest(guest)
    at = deed.book.chair_of(person) if person is not None else None
    if person is not None and at is not None and deed.book.chairs[at].stand_in:
        deed.book.chairs[at].stand_in = False
        deed.note(f"{person.name} is back.")


async def fresh_code(matches: Matches) -> str:
    """Five letters that open nothing yet."""
    while True:
        code = doors.new_code()
        if await matches.storage.parties.behind(fingerprint(code)) is None:
            return code


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


_DEEDS: Final[dict[type[Any], Callable[[Deed, Person, Any], None]]] = {
    wire_party.SetRules: deeds.set_rules,
    wire_party.Me: deeds.me,
    wire_party.Ready: deeds.ready,
    wire_party.AddChair: deeds.add_chair,
    wire_party.SetChair: deeds.set_chair,
    wire_party.RemoveChair: deeds.remove_chair,
    wire_party.TakeChair: deeds.take_chair,
    wire_party.TurnAway: deeds.turn_away,
    wire_party.GiveHost: deeds.give_host,
    wire_party.ToWaitingRoom: deeds.to_waiting_room,
    wire_party.Say: talk.say,
    wire_party.SayPhrase: talk.phrase,
}
