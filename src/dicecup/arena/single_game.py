"""One game between computer players that are not trusted: whoever fails loses, and the reason is kept."""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from dicecup.arena.clock import Clock
from dicecup.arena.sitter import Fault, Sitter, TimeUp
from dicecup.players import Judge, forks
from dicecup.table import Ask, DicecupError, Match
from dicecup.table.errors import said, short

MOST_ANSWERS = 20_000  # a game that is longer than this does not end


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """How a game went, by seat."""

    shares: tuple[float, ...]  # of the win: 1 for a winner, less if it is shared
    scores: tuple[int, ...] | None = None  # None: it was not played to its end
    fault: str = ""  # why not, or whose fault it was
    culprit: int | None = None  # who lost it by that
    clocks: tuple[Clock, ...] = ()  # processor time
    waits: tuple[Clock, ...] = ()  # as long as the others waited for it
    fair: tuple[float, ...] = ()  # where choices are judged: what they deserve, apart from the dice
    # For whoever keeps records; no part of a book.
    record: str | None = None
    values: tuple[dict[str, Any], ...] = ()  # what players thought of their options, by entry of the log

    def to_json(self) -> dict[str, Any]:
        """For a file."""
        return {
            "shares": self.shares,
            "scores": self.scores,
            "fault": self.fault,
            "culprit": self.culprit,
            "clocks": [clock.to_json() for clock in self.clocks],
            "waits": [clock.to_json() for clock in self.waits],
            "fair": self.fair,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Played":
        """What `to_json` wrote."""
        scores = data["scores"]
        return cls(
            shares=tuple(data["shares"]),
            scores=None if scores is None else tuple(scores),
            fault=data["fault"],
            culprit=data["culprit"],
            clocks=tuple(map(Clock.from_json, data["clocks"])),
            waits=tuple(map(Clock.from_json, data["waits"])),
            fair=tuple(data["fair"]),
        )


def lost(seats: int, culprit: int | None, fault: str, **more: Any) -> Played:
    """A game that one player lost by its own fault: the others share the win. Without a culprit nobody wins."""
    fault = re.sub(r" at 0x[0-9a-fA-F]+", "", fault)  # the same fault reads the same
    share = 0.0 if culprit is None or seats == 1 else 1 / (seats - 1)
    shares = tuple(0.0 if culprit in (None, seat) else share for seat in range(seats))
    return Played(shares=shares, fault=fault, culprit=culprit, **more)


@dataclass(slots=True)
class SingleGame:
    """Lets players play one match to its end, with a limit of seconds for each decision."""

    match: Match[Any]
    players: Sequence[Sitter]
    seconds: float
    judge: Judge | None = None
    recorded: bool = False
    valued: bool = False
    _values: list[dict[str, Any]] = field(default_factory=list)
    _clocks: list[Clock] = field(default_factory=list)
    _waits: list[Clock] = field(default_factory=list)
    _fair: list[float] = field(default_factory=list)
    _heard: dict[int, int] = field(default_factory=dict)

    def play(self) -> Played:
        """The game as it went."""
        try:
            return self._play()
        finally:
            for seat, player in enumerate(self.players):
                self._tell(seat)
                player.over(self.match.outcome)

    def _tell(self, seat: int) -> None:
        """Let a player hear what has happened since the last time, if it wants to."""
        if (player := self.players[seat]).hears:
            events = self.match.events
            player.hear([event.to_json(seat) for event in events[self._heard.get(seat, 0) :]])
            self._heard[seat] = len(events)

    def _play(self) -> Played:
        match, seats = self.match, len(self.players)
        self._clocks = [Clock() for _ in self.players]
        self._waits = [Clock() for _ in self.players]
        if self.judge is not None:
            self._fair = [self.judge.expected(match.view(seat), seat) for seat in range(seats)]
        end = partial(self._lost, seats)
        while True:
            try:
                match.answer_forced()
                ask = match.pending
                if ask is None:
                    return self._finished()
                if len(match.log) > MOST_ANSWERS:
                    return end(None, f"It did not end within {MOST_ANSWERS:,} answers.")
                seat = ask.seat  # noted before anybody gets to see the question
                fault, choice = self._decide(seat, ask)
                if fault:
                    return end(seat, fault)
                if self.valued:
                    self._note_values(seat, ask)
                if self.judge is not None:
                    self._fair[seat] -= self.judge.loss(match.view(seat), ask, choice)
                match.answer(choice, seat)
            except DicecupError as error:
                return end(None, f"The rules failed: {error}")

    def _decide(self, seat: int, ask: Ask) -> tuple[str, Any]:
        """What the player whose turn it is chooses; or what it did wrong."""
        match = self.match
        view, fork = match.view(seat), forks(match, seat)
        self._tell(seat)
        began = time.perf_counter()
        try:
            choice, busy = self.players[seat].choose(view, ask, fork)
        except TimeUp:
            return f"It took longer than {self.seconds:g} seconds to decide.", None
        except Fault as fault:
            return str(fault), None
        self._waits[seat].add(time.perf_counter() - began)
        if busy is not None:
            self._clocks[seat].add(busy)
        try:
            reason = match.why_not(choice, seat)
        except Exception as error:
            reason = said(error)
        return (f"It answered {short(_words(choice))}: {reason}", None) if reason else ("", ask.find(choice))

    def _note_values(self, seat: int, ask: Ask) -> None:
        """What a player thinks of its options, off the clock."""
        match = self.match
        advice = self.players[seat].values(match.view(seat), ask, forks(match, seat))
        if advice:
            options = [[list(one.option), round(one.value, 6)] for one in advice]
            self._values.append({"at": len(match.log), "unit": advice[0].unit, "options": options})

    def _lost(self, seats: int, culprit: int | None, fault: str) -> Played:
        return lost(seats, culprit, fault, clocks=tuple(self._clocks), waits=tuple(self._waits))

    def _finished(self) -> Played:
        outcome = self.match.outcome
        assert outcome is not None
        return Played(
            shares=outcome.shares,
            scores=outcome.scores,
            clocks=tuple(self._clocks),
            waits=tuple(self._waits),
            fair=tuple(self._fair),
            record=self.match.record() if self.recorded else None,
            values=tuple(self._values),
        )


def _words(choice: object) -> object:
    return " ".join(map(str, choice)) if isinstance(choice, list) else choice
