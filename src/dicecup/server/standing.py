"""Stand-ins: when a computer player decides for somebody who is away, or whose time is up.

Only while anybody at all is here: a table at which nobody looks stands still, and so do its clocks. A match that
no party plays has no company, and nothing of this costs it anything.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from dicecup.server import messages
from dicecup.server.clock import Clock
from dicecup.server.company import Company, Why
from dicecup.server.store.storage import COMPUTER, OPEN, PERSON
from dicecup.server.timing import AT_LEAST, Timing
from dicecup.server.wire.clock import ClockInfo
from dicecup.table.log import Entry, TakenBack


class Asked(NamedTuple):
    """Who has to decide, when a match stands at `seq`; `seat` is None when nobody has to any more."""

    seq: int
    seat: int | None
    players: tuple[str, ...]  # who sits at each seat: PERSON, COMPUTER or OPEN

    @property
    def player(self) -> str | None:
        """Who that is."""
        return self.players[self.seat] if self.seat is not None else None


class Due(NamedTuple):
    """When a stand-in takes over, and why."""

    at: float
    why: Why


class Standing:
    """The people of one match, as far as they have to decide: who is decided for, and when."""

    def __init__(self, clock: Clock) -> None:
        self.clock: Final = clock
        self.company: Company | None = None
        self._timing = Timing(seq=0, seat=None, asked_at=clock.now())
        self._not_before = 0.0  # nobody is away: who could not come yet has a moment to do so
        self._up = -1  # where the time of whoever was asked was up
        self.unwritten = False  # whether time runs or stands still is not on the disk yet

    def take(self, text: str, asked: Asked, *, opening: bool) -> None:
        """Stand where the store stands. `opening`: it was not in memory before."""
        now = self.clock.now()
        found = Timing.from_text(text, len(asked.players)) if text else None
        timing = _begun(found or self._timing, asked, now)
        if opening and found is not None:
            timing, self._not_before = timing.taken_up(now), now + AT_LEAST
        self._timing, self.unwritten = timing, timing is not found

    def join(self, company: Company | None, asked: Asked) -> None:
        """These play it from now on; if nobody has counted before, the time of a decision begins now."""
        self.company = company
        self._timing = _begun(self._timing, asked, self.clock.now())
        if company is not None and company.time_was_up(asked.seq):
            self._up = asked.seq  # before a restart, and nobody has decided yet

    # --- who decides ---

    def decides(self, asked: Asked) -> bool:
        """Whether a computer player decides now, for a person who is asked."""
        company, seat = self.company, asked.seat
        if company is None or seat is None or asked.player == COMPUTER or not company.anybody_here:
            return False
        return self._up == asked.seq or self._stands_in(company, seat, asked)

    @staticmethod
    def _stands_in(company: Company, seat: int, asked: Asked) -> bool:
        """Whether this seat is decided for until somebody comes, or comes back."""
        return asked.players[seat] == OPEN or (asked.players[seat] == PERSON and company.stands_in(seat))

    def due(self, asked: Asked) -> Due | None:
        """When a stand-in takes over, if nobody comes or decides before; None: never, or it has already."""
        company, seat, timing = self.company, asked.seat, self._timing
        if company is None or seat is None or asked.player != PERSON or timing.seq != asked.seq:
            return None
        if not company.anybody_here or self.decides(asked):
            return None
        found = []
        away, patience = company.away_since(seat), company.patience
        if away is not None and patience is not None:
            found.append(Due(max(max(timing.asked_at, away) + patience, self._not_before), "away"))
        if timing.until is not None:
            found.append(Due(timing.until, "clock"))
        return min(found, default=None)

    def overdue(self, asked: Asked) -> Why | None:
        """Why a stand-in has to take over right now; None: it has not to."""
        due = self.due(asked)
        return due.why if due is not None and due.at <= self.clock.now() else None

    async def take_over(self, seat: int, why: Why, seq: int) -> None:
        """Let a stand-in decide there."""
        if self.company is not None:
            if why == "clock":
                self._up = seq
            await self.company.stand_in(seat, why, seq)

    def time_is_up(self, asked: Asked) -> bool:
        """Whether it is too late for whoever is asked, whether or not anybody has noticed yet."""
        return self.company is not None and (self._up == asked.seq or self.overdue(asked) == "clock")

    # --- the clock ---

    def look(self, asked: Asked) -> bool:
        """Let the time run or stand still, as people have come and gone; whether that has changed anything."""
        company, before = self.company, self._timing
        if company is not None and before.seq == asked.seq:
            limited = before.limited(company.time_limit, len(asked.players))
            self._timing = limited.running(self._runs(company, asked), self.clock.now())
        changed = self._timing is not before
        self.unwritten = self.unwritten or changed
        return changed

    def _runs(self, company: Company, asked: Asked) -> bool:
        clocked = company.time_limit is not None and company.anybody_here
        return clocked and asked.player == PERSON and not self.decides(asked)

    def following(self, asked: Asked, added: Sequence[Entry]) -> Timing | None:
        """What holds when the match has been changed and stands at `asked`; None: as before."""
        company, timing = self.company, self._timing
        if company is None or not added:
            return None
        now = self.clock.now()
        late = self._up == timing.seq and not isinstance(added[-1], TakenBack)
        timing = timing.after(asked.seq, asked.seat, added[-1], now, time_up=late)
        timing = timing.limited(company.time_limit, len(asked.players))
        return timing.running(self._runs(company, asked), now)

    def adopt(self, timing: Timing) -> None:
        """That is on the disk now."""
        self._timing, self.unwritten = timing, False

    def halt(self) -> bool:
        """The server ends in good order: until it is back no time is taken from anybody. Whether any ran."""
        before = self._timing
        self._timing = before.running(False, self.clock.now())
        return self._timing is not before

    @property
    def stays(self) -> int:
        """What was decided before this place in the log is not taken back: time was up."""
        return self._timing.stays

    def to_text(self) -> str:
        """What is to be written down."""
        return self._timing.to_text()

    # --- what is told ---

    def together(self, asked: Asked) -> messages.Together:
        """What a match of a party shows besides."""
        company, timing = self.company, self._timing
        if company is None:
            return messages.ALONE
        seats = {seat for seat in range(len(asked.players)) if self._stands_in(company, seat, asked)}
        if asked.seat is not None and self.decides(asked):
            seats.add(asked.seat)
        clock = None
        if company.time_limit is not None and asked.seat is not None and timing.limit is not None:
            now = self.clock.now()
            clock = ClockInfo.model_construct(
                seat=asked.seat,
                free=timing.free(now),
                reserves=list(timing.reserves_at(now)),
                runs=timing.since is not None,
            )
        return messages.Together(company.id, company.hints, company.coach, clock, frozenset(seats), timing.stays)


def _begun(timing: Timing, asked: Asked, now: float) -> Timing:
    """A timing of what is asked now: if it is of something else, this has been asked just now."""
    if (timing.seq, timing.seat) == (asked.seq, asked.seat):
        return timing
    return replace(timing, seq=asked.seq, seat=asked.seat, asked_at=now, used=0.0, since=None)
