"""The people of a party: what they do, and what it means for the match they play.

What they may do is in `deeds`, `play` and `talk`; how it gets to the disk, and who is told, in `gathering`.
"""

import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from dicecup.players import usual
from dicecup.server import wire
from dicecup.server.company import Company, Why
from dicecup.server.live import Gone
from dicecup.server.matches import Matches, fingerprint
from dicecup.server.operation.deeds import carried_out
from dicecup.server.party import deeds, doors, evening, play, seating, talk
from dicecup.server.party.deeds import Deed
from dicecup.server.party.gathering import NO_PARTY, Gathering, Listener
from dicecup.server.party.people import LIMITS, PATIENCE, Book, Person
from dicecup.server.store.storage import Unopenable
from dicecup.server.wire import party as wire_party
from dicecup.table import DicecupError, NotAllowed

_FAILED: Final = "Something went wrong, and nothing was changed."
_HOST_AWAY: Final = 60.0  # seconds after which somebody else is the host
_DOUBLE: Final = 5.0  # seconds in which two who ask for the next game mean the same one
_log: Final = logging.getLogger("dicecup.server")


class Party(Gathering):
    """People who play together. It is the `Company` of their matches."""

    def __init__(self, book: Book, version: int, matches: Matches, *, may_list: bool = False) -> None:
        super().__init__(book, version, matches)
        self._may_list: Final = may_list  # whether the server shows tables to everybody
        self._manners: Final = talk.Manners()
        self._waiting_for_host = False

    # --- who comes and goes ---

    def _came_or_went(self, guest: str) -> None:
        person = self.book.of_guest(guest)
        if person is None:
            return
        self.publish()
        at = self.book.chair_of(person)
        if at is not None and self.book.chairs[at].stand_in and self._attendance.here(guest):
            self.begin(self.do(lambda deed: _is_back(deed, guest)))
        self._mind_host()
        self._poke()

    def _mind_host(self) -> None:
        """If the host is away and others are here, wait for a while, and then let one of them be host."""
        if self._host_away_since() is not None and self._here() and not self._waiting_for_host:
            self._waiting_for_host = True
            self._watch(self._await_host())

    def _host_away_since(self) -> float | None:
        host = self.book.person(self.book.host)
        return self._attendance.away_since(host.guest) if host is not None else None

    async def _await_host(self) -> None:
        try:
            while (since := self._host_away_since()) is not None and self._here():
                if (left := since + _HOST_AWAY - self._clock.now()) > 0:
                    await self._clock.sleep(left)
                else:
                    await self.own(self.do(deeds.pass_host))
        finally:
            self._waiting_for_host = False

    # --- as the company of a match ---

    def as_company(self) -> Company:
        """It is that itself."""
        return self

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints."""
        return self.book.rules.hints

    @property
    def coach(self) -> bool:
        """Whether players may be coached, although others play."""
        return self.book.rules.coach

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

    def time_was_up(self, seq: int) -> bool:
        """Whether the time of whoever is asked there was up already."""
        return self.book.time_up == (self.book.match, seq)

    def level(self, game: str) -> str:
        """How well a stand-in plays."""
        return usual(game)

    async def stand_in(self, seat: int, why: Why, seq: int) -> None:
        """A computer player decides there from now on, or just this once; everybody is told."""

        def work(deed: Deed) -> None:
            person = deed.book.sitter(seat)
            if person is None or (why == "away" and person.number in deed.here):
                return  # they have left for good meanwhile, or are back
            if why == "away":
                deed.book.chairs[seat].stand_in = True
                deed.note(f"{person.name} is away: a computer player decides.", seq)
            elif deed.book.match is not None and not self.time_was_up(seq):
                deed.book.time_up = (deed.book.match, seq)
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
        if self.book.match == match:
            self._watch(self._find_best(match))

    async def _find_best(self, match: str) -> None:
        """Look for the best moment of a game that is over; that may take a while."""
        host = self.book.person(self.book.host)
        with suppress(DicecupError):
            live = await self._matches.tables.get(match)
            guest = host.guest if host is not None else ""
            chances = await self._matches.replays.chances(live, guest)
            scores = json.loads(await self._matches.replays.whole(live, guest))["scores"]

            def work(deed: Deed) -> None:
                for game in deed.book.evening:
                    if game.match == match:
                        game.best = evening.best_moment(game, chances, scores)

            await self.own(self.do(work))

    async def move(self, old: str, new: str) -> None:
        """Whoever plays in one browser goes on in another one."""

        def work(deed: Deed) -> None:
            person = deed.book.of_guest(old)
            if person is None:
                raise NotAllowed("Whoever set this match up has left its table.")
            if person.number in deed.here:
                raise NotAllowed(f"{person.name} is at this table just now. Come in by its link.")
            deeds.move(deed, person, new)

        await self.own(self.do(work))

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
            with carried_out(f"party {frame.type}", time.perf_counter(), party=self.id):
                await self.do(work)
        except Exception as error:
            if not isinstance(error, DicecupError):
                _log.error("party %s: a command failed", self.id, exc_info=error)
            if self.lost:
                return  # whoever listens has been told to come back, and says it again
            reason = str(error) if isinstance(error, DicecupError) else _FAILED
            listener.tell(wire_party.PartyRefused(id=frame.id, reason=reason))

    async def _carry_out(self, deed: Deed, me: Person, frame: wire_party.PartyCommand) -> None:
        if isinstance(frame, wire_party.SetRules) and frame.listed and not self._may_list:
            raise NotAllowed("This server shows no open tables.")
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

    def wake(self) -> None:
        """It has just been opened."""
        self.begin(self.look_after())
        if self.book.starts_at is not None:
            self._watch(self._start_by_itself(self.book.starts_at))

    async def _start_by_itself(self, at: float) -> None:
        """Begin when the time has come, with whoever is there and computer players for the rest."""
        await self._clock.sleep(max(0.0, at - self._clock.now()))

        async def work(deed: Deed) -> None:
            book = deed.book
            if book.starts_at != at:
                return
            book.starts_at = None
            host, here = book.person(book.host), any(person.number in deed.here for person in book.seated())
            if (
                host is not None and here and not seating.why_not(book, set())
            ):  # who is not ready is not waited for
                await play.begin(deed, self._matches, host.guest)

        await self.own(self.do(work))

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
