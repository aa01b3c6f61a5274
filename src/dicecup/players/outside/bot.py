"""One bot, game after game or several at a time: it is greeted, asked, started anew once in a game, and ended."""

import json
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final, TypeVar

from dicecup.players.outside import protocol
from dicecup.players.outside.line import Garbled, Gone, Late, Line, clean
from dicecup.players.outside.protocol import Introduction, Message
from dicecup.players.player import Place
from dicecup.table import DicecupError, Match, Option, Outcome

STARTING: Final = 30.0  # seconds to answer hello
GRACE: Final = 1.0  # seconds to end after bye
_MOST_STALE: Final = 100  # answers to questions of before, while one is waited for
_TOO_MUCH: Final = "It answers much more than it is asked."

_T = TypeVar("_T")


class BotFault(DicecupError):  # noqa: N818 - it is the bot's, not ours
    """A bot has failed; the words say how."""


class BotLate(BotFault):
    """It was not done in time."""


@dataclass(slots=True)
class _Table:
    """A game that a bot plays."""

    place: Place
    events: list[Message] = field(default_factory=list)  # all that its seat may know
    told: int = 0  # so many of them it has been told
    greeted: int = -1  # by which line it has been told of the game
    again: bool = False  # it was started anew in this game

    def news(self) -> list[Message]:
        """What it has not been told yet."""
        news = self.events[self.told :]
        self.told = len(self.events)
        return news


class Bot:
    """A bot that is started when it is needed, and ended when it is late, confused or not wanted any more.

    Several threads may ask it: it answers one after the other.
    """

    def __init__(self, start: Callable[[], Line]) -> None:
        self._start: Final = start
        self._line: Line | None = None
        self._lines = 0  # so many were started
        self._numbers: Final = count(1)  # of questions and games: none is given twice, whatever is started anew
        self._tables: Final[dict[int, _Table]] = {}
        self._busy: Final = threading.RLock()
        self._closed = False
        self.introduction = Introduction()

    def greet(self) -> Introduction:
        """Start it, unless it runs, and hear who it is; BotFault if that fails."""
        with self._busy:
            self._ready()
        return self.introduction

    def begin(self, place: Place) -> int:
        """A game begins; the number by which it is called from now on."""
        with self._busy:
            games = self.greet().games
            if games is not None and place.game not in games:
                raise BotFault(f"It does not play {place.game}; it plays {clean(', '.join(games)) or 'nothing'}.")
            number = next(self._numbers)
            self._tables[number] = _Table(place)
            self._insisting(self._tables[number], lambda line: self._introduce(line, number))
        return number

    def hear(self, number: int, events: Sequence[Message]) -> None:
        """What has happened in a game; it is told with the next question."""
        if (table := self._tables.get(number)) is not None:
            table.events += events

    def decide(self, number: int, match: Match[Any], seconds: float) -> Option:
        """What it chooses in a match, or in a fork of it; BotFault, and its end, if it fails or is late."""
        with self._busy:
            table = self._tables.get(number)
            if table is None:
                raise BotFault("That game is over.")

            def put(line: Line) -> Option:
                self._introduce(line, number)
                return self._chosen(line, number, match, seconds)

            return self._insisting(table, put)

    def over(self, number: int, outcome: Outcome | None) -> None:
        """A game has ended; None: it was broken off. One that is not there any more need not know."""
        with self._busy:
            table = self._tables.pop(number, None)
            if table is None or self._line is None or table.greeted != self._lines:
                return
            try:
                self._say(self._line, protocol.over(number, outcome, table.news()), time.monotonic() + GRACE)
            except (Gone, Late):
                self._end(0.0)

    def rest(self) -> None:
        """Say goodbye, and end it until it is needed again; not while it is asked."""
        if self._busy.acquire(blocking=False):
            try:
                self._part()
            finally:
                self._busy.release()

    def _part(self) -> None:
        if self._line is not None:
            with suppress(Gone, Late):
                self._say(self._line, protocol.bye(), time.monotonic() + GRACE)
        self._end(GRACE)

    def close(self) -> None:
        """Say goodbye, and end it. Whoever waits for an answer gets a BotFault."""
        self._closed = True
        if self._busy.acquire(timeout=GRACE):  # or somebody waits for an answer, and need not any more
            try:
                self._part()
            finally:
                self._busy.release()
        elif (line := self._line) is not None:
            line.close(0.0)

    # --- inside ---

    def _insisting(self, table: _Table, work: Callable[[Line], _T]) -> _T:
        """Do something with a bot that runs; if it is gone, start it anew, once in each game."""
        while True:
            line = self._ready()
            try:
                return work(line)
            except Gone as gone:
                trouble = self._explained(str(gone), line)
                self._end(0.0)
                if table.again or self._closed:
                    before = " It had been started anew before." if table.again else ""
                    raise BotFault(trouble + before) from None
                table.again = True
            except Late:
                self._end(0.0)
                raise BotLate("It took too long to answer.") from None
            except Garbled as garbled:
                trouble = self._explained(str(garbled), line)
                self._end(0.0)
                raise BotFault(trouble) from None
            except BaseException:  # Ctrl-C: whatever it answers then is not for the next question
                self._end(0.0)
                raise

    def _ready(self) -> Line:
        """A bot that runs and has introduced itself."""
        if self._closed:
            raise BotFault("It was ended.")
        if self._line is not None:
            return self._line
        try:
            line = self._line = self._start()
        except Gone as gone:
            raise BotFault(str(gone)) from None
        except OSError as error:
            raise BotFault(f"It could not be started: {clean(str(error))}.") from None
        self._lines += 1
        until = time.monotonic() + STARTING
        try:
            self._say(line, protocol.hello(), until)
            self.introduction = protocol.introduction(_said(line, until))
        except Late:
            self._end(0.0)
            raise BotLate(f"It did not answer hello within {STARTING:g} seconds.") from None
        except (Gone, Garbled) as trouble:
            words = self._explained(str(trouble), line)
            self._end(0.0)
            raise BotFault(words) from None
        except BaseException:
            self._end(0.0)
            raise
        return line

    def _introduce(self, line: Line, number: int) -> None:
        """Tell it of a game, unless it knows it: one that was started anew is told all that has happened."""
        table = self._tables[number]
        if table.greeted != self._lines:
            table.told = 0
            told = protocol.game(number, table.place, table.news(), self.introduction.words)
            self._say(line, told, time.monotonic() + STARTING)
            table.greeted = self._lines

    def _chosen(self, line: Line, number: int, match: Match[Any], seconds: float) -> Option:
        until, ask = time.monotonic() + seconds, match.pending
        assert ask is not None
        question, news = next(self._numbers), self._tables[number].news()
        self._say(line, protocol.decide(question, number, seconds, news, match, self.introduction.words), until)
        for _ in range(_MOST_STALE):
            answer = protocol.answer(_said(line, until))
            if answer.number > question:
                raise Garbled(f"It answered question {_short(answer.number)}, which nobody has asked.")
            if answer.number < question:
                continue  # once more to a question of before
            if answer.option is not None:
                last = len(ask.options) - 1
                if not 0 <= answer.option <= last:
                    raise Garbled(f"It took option {_short(answer.option)}; there are 0 to {last}.")
                return ask.options[answer.option]
            found = ask.find(answer.choice)
            if found is None:
                words = clean(" ".join(map(str, answer.choice or ())), 60)
                raise Garbled(f"It answered “{words}”, which is not one of the options.")
            return found
        raise Garbled(_TOO_MUCH)

    def _say(self, line: Line, message: Message, until: float) -> None:
        line.say(json.dumps(message, separators=(",", ":")), until)

    def _explained(self, trouble: str, line: Line) -> str:
        complaint = line.last_words()
        return f"{trouble} Its last words: “{complaint}”" if complaint else trouble

    def _end(self, grace: float) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.close(grace)


def _short(number: int) -> str:
    return clean(str(number), 20)


def _said(line: Line, until: float) -> str:
    """The next line that is not empty."""
    for _ in range(_MOST_STALE):
        if (heard := line.hear(until)).strip():
            return heard
    raise Garbled(_TOO_MUCH)
