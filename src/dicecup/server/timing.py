"""The time of a decision: first some that costs nothing, then what its seat has in reserve for the whole game.

Nothing in here looks at a clock: whoever asks says what time it is.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Self

from dicecup.table import Choice
from dicecup.table.log import Entry, TakenBack

AT_LEAST: Final = 10.0  # seconds that are left after a restart: while there was no server, nobody could play
Limit = tuple[float, float]
"""Seconds for each decision, and seconds in reserve for the whole game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How long a decision has taken, and what everybody has left."""

    seq: int  # where the match stands
    seat: int | None  # who is asked
    asked_at: float
    limit: Limit | None = None  # None: there has never been a clock
    reserves: tuple[float, ...] = ()
    used: float = 0.0  # of this decision's time, before `since`
    since: float | None = None  # when its time began to run; None: it stands still
    before: tuple[int, float] | None = None  # whose the last decision was, and how much free time it took
    stays: int = 0  # what led up to here was decided because time was up, and is not taken back

    def spent(self, now: float) -> float:
        """Seconds that this decision has taken so far."""
        return self.used + (max(0.0, now - self.since) if self.since is not None else 0.0)

    def free(self, now: float) -> float:
        """Seconds that still cost nothing."""
        return max(0.0, self.limit[0] - self.spent(now)) if self.limit is not None else 0.0

    def reserves_at(self, now: float) -> tuple[float, ...]:
        """What every seat has in reserve."""
        if self.limit is None or self.seat is None:
            return self.reserves
        over = max(0.0, self.spent(now) - self.limit[0])
        left = list(self.reserves)
        left[self.seat] = max(0.0, left[self.seat] - over)
        return tuple(left)

    @property
    def until(self) -> float | None:
        """When time will be up; None: never, as it stands still."""
        if self.since is None or self.limit is None or self.seat is None:
            return None
        return self.since + (self.limit[0] + self.reserves[self.seat] - self.used)

    def limited(self, limit: Limit | None, seats: int) -> Self:
        """With another limit everybody begins anew; without one, what there was is kept in case it comes back."""
        if limit is None or limit == self.limit:
            return self
        return replace(self, limit=limit, reserves=(limit[1],) * seats, used=0.0, since=None, before=None)

    def running(self, runs: bool, now: float) -> Self:
        """The same with its time running, or standing still, from now on."""
        if runs == (self.since is not None):
            return self
        return replace(self, used=self.spent(now), since=now if runs else None)

    def taken_up(self, now: float) -> Self:
        """After a restart: time has run on meanwhile, but some is left; it stands still until somebody is here."""
        used = self.spent(now)
        if self.limit is not None and self.seat is not None:
            used = max(0.0, min(used, self.limit[0] + self.reserves[self.seat] - AT_LEAST))
        return replace(self, used=used, since=None)

    def after(self, seq: int, seat: int | None, last: Entry, now: float, *, time_up: bool) -> Self:
        """What is left when the match has moved on to `seq`, where `seat` is asked.

        `last`: of what was added to the log; `time_up`: the stand-in decided, because there was none left. Whoever
        takes a choice back gets no time back with it.
        """
        took = min(self.spent(now), self.limit[0]) if self.limit is not None else 0.0
        used, before = 0.0, (self.seat, took) if self.seat is not None else None
        if isinstance(last, TakenBack):
            mine = [one[1] for one in (self.before, before) if one is not None and one[0] == seat]
            used, before = min(sum(mine), self.limit[0] if self.limit is not None else 0.0), None
        return replace(
            self,
            seq=seq,
            seat=seat,
            asked_at=now,
            reserves=self.reserves_at(now),
            used=used,
            since=None,
            before=before,
            stays=seq if time_up else self.stays,
        )

    # --- as it is written down ---

    def to_text(self) -> str:
        """As the store keeps it."""
        return json.dumps({name: getattr(self, name) for name in _FIELDS}, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str, seats: int) -> Self | None:
        """The same again; None if it is nothing of the kind."""
        try:
            found: dict[str, Any] = json.loads(text)
            for name in ("limit", "reserves", "before"):
                found[name] = tuple(found[name]) if found[name] is not None else None
            timing = cls(**found)
        except (ValueError, TypeError, KeyError):
            return None
        fits = timing.limit is None or len(timing.reserves) == seats
        return timing if fits and (timing.seat is None or 0 <= timing.seat < seats) else None


_FIELDS: Final = tuple(field.name for field in fields(Timing))


def may_take_back(log: Sequence[Entry], stays: int) -> bool:
    """Whether the last choice that stands was made after `stays`: what time decided before is not taken back."""
    if not stays:
        return True
    taken = 0
    for entry in reversed(log[stays:]):
        if isinstance(entry, TakenBack):
            taken += entry.count
        elif taken:
            taken -= 1
        elif isinstance(entry, Choice) and not entry.forced:
            return True
    return False
