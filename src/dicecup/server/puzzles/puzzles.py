"""The puzzles of a server: read when somebody wants one, and what guests have made of them.

The first try of a puzzle counts for the rating, and only that one: it is written down under the puzzle's id. The
daily puzzle is written down once more, under its day, when it has been solved at last or given up: that makes the
streak, whether or not the puzzle was tried before.
"""

import asyncio
import datetime
import json
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeVar

from dicecup.coach import puzzles as books
from dicecup.coach.puzzles import Puzzle
from dicecup.server import catalogue, messages, wire
from dicecup.server.bus.bus import Bus, Within
from dicecup.server.bus.shared import Buckets
from dicecup.server.limits import Crowded
from dicecup.server.live import Gone
from dicecup.server.puzzles.solver import Solver, rated, streaks
from dicecup.server.settings import Settings
from dicecup.server.store.storage import COMPUTER, PERSON, AttemptRow, MatchRow, Seat, Storage, Summary
from dicecup.server.wire import puzzles as told
from dicecup.table import DicecupError, Match

_EASIER: Final = 80  # a puzzle should be solved more often than not
_SOME: Final = 8  # those that fit best, one of which is next
_DAY: Final = "day "  # before a day, in the place of a puzzle's id
_log: Final = logging.getLogger("dicecup.server")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Tried:
    """What a guest made of a puzzle at first, or of a daily one in the end."""

    game: str
    puzzle: str  # its id, or its day
    right: bool
    rating: float  # of the puzzle


class Past:
    """All that a guest has tried."""

    def __init__(self, rows: Sequence[AttemptRow]) -> None:
        self.tries: Final[dict[tuple[str, str], Tried]] = {}  # by game and puzzle
        self.days: Final[dict[tuple[str, str], bool]] = {}  # by game and day: whether it was solved
        for row in rows:
            body = json.loads(row.body)
            if row.puzzle.startswith(_DAY):
                self.days[row.game, row.puzzle.removeprefix(_DAY)] = body["right"]
            else:
                self.tries[row.game, row.puzzle] = Tried(row.game, row.puzzle, body["right"], body["rating"])

    def solver(self, game: str) -> Solver:
        """How good this guest is at the puzzles of a game."""
        return rated((one.rating, one.right) for one in self.tries.values() if one.game == game)

    def info(self, game: str, solver: Solver | None = None) -> told.SolverInfo:
        """The same for the wire."""
        solver = solver or self.solver(game)
        return told.SolverInfo(
            rating=round(solver.rating),
            deviation=round(solver.deviation),
            tried=sum(one.game == game for one in self.tries.values()),
        )

    def streaks(self, today: str) -> tuple[int, int]:
        """Days in a row on which a daily puzzle was solved, now and at most."""
        return streaks((day for (_, day), right in self.days.items() if right), today)


class Puzzles:
    """Those of all games of a server."""

    def __init__(
        self,
        storage: Storage,
        settings: Settings | None = None,
        random: Random | None = None,
        bus: Bus | None = None,
    ) -> None:
        settings = settings or Settings()
        self._storage: Final = storage
        self._clock: Final = settings.clock
        self._limit: Final = Buckets(
            bus or Within(), "puzzles", *settings.puzzles, unasked=int(settings.puzzles[1] / 10)
        )
        self._random: Final = random or Random()
        self._turn: Final = asyncio.Semaphore(1)  # to read a book, or to set up a position

    @property
    def today(self) -> str:
        """The day it is, by UTC."""
        return datetime.datetime.fromtimestamp(self._clock.now(), datetime.UTC).date().isoformat()

    async def all(self, guest: str) -> told.Puzzles:
        """What there is, and how far a guest has come."""
        await self._take(guest)
        past, today = Past(await self._storage.attempts_of(guest)), self.today
        found = []
        for game in catalogue.all_games():
            if book := await self._book(game.name):
                found.append(_game(game, book, past, today))
        streak, longest = past.streaks(today)
        return told.Puzzles(day=today, streak=streak, longest=longest, games=found)

    async def next(
        self, guest: str, game: str, theme: str | None, *, again: bool, but: str | None = None
    ) -> told.NextPuzzle:
        """One that suits a guest and has not been tried; `again`: one that has, those that went wrong first.

        `but`: another one than this, if there is any.
        """
        await self._take(guest)
        past, today = Past(await self._storage.attempts_of(guest)), self.today
        book = await self._book(catalogue.find(game).name)
        today_is = books.daily(game, today) if book else None
        some = [one for one in book if theme is None or one.theme == theme]
        new = [one for one in some if (game, one.id) not in past.tries and one != today_is]
        aim = past.solver(game).rating - _EASIER
        fit = sorted(new, key=lambda one: abs(one.rating - aim))[:_SOME]
        if again:
            fit = [one for one in some if (game, one.id) in past.tries]
            fit = [one for one in fit if not past.tries[game, one.id].right and one.id != but] or fit
        fit = [one for one in fit if one.id != but] or fit
        one = self._random.choice(fit) if fit else None
        info = await self._told(one, guest, past, today) if one is not None else None
        return told.NextPuzzle(puzzle=info, left=len(new))

    async def next_daily(self, guest: str, game: str) -> told.NextPuzzle:
        """Today's, for everybody the same."""
        await self._take(guest)
        past, today = Past(await self._storage.attempts_of(guest)), self.today
        book = await self._book(catalogue.find(game).name)
        one = books.daily(game, today) if book else None
        info = await self._told(one, guest, past, today) if one is not None else None
        return told.NextPuzzle(puzzle=info, left=sum((game, each.id) not in past.tries for each in book))

    async def one(self, guest: str, game: str, id_: str) -> told.PuzzleInfo:
        """A certain one."""
        await self._take(guest)
        past = Past(await self._storage.attempts_of(guest))
        return await self._told(await self._find(game, id_), guest, past, self.today)

    async def tried(self, guest: str, game: str, id_: str, wanted: told.PuzzleTry) -> told.PuzzleTried:
        """Take a guest's choice, or the wish for a hint or for the answer."""
        await self._take(guest)
        puzzle, choice = await self._find(game, id_), wanted.choice
        line = await self._aside(lambda: puzzle.answer(choice)) if choice is not None else None
        right = line is not None and line.loss <= 0
        hint = wanted.hint and line is None
        past, today = Past(await self._storage.attempts_of(guest)), self.today
        before = past.info(game)
        counted = (game, id_) not in past.tries
        if counted:
            after = past.solver(game).after(puzzle.rating, solved=right)
            body = {
                **{"right": right, "loss": line.loss if line else None, "hint": hint, "rating": puzzle.rating},
                **{"before": before.rating, "after": round(after.rating)},
            }
            counted = await self._write(guest, game, id_, body)
        if self._is_todays(puzzle, today) and (right or not (hint or line)):
            await self._write(guest, game, f"{_DAY}{today}", {"right": right, "puzzle": id_})
        now = Past(await self._storage.attempts_of(guest))
        reason = (await self._aside(lambda: puzzle.explained(wanted.tried))).hint if hint else ""
        return told.PuzzleTried(
            right=right,
            loss=line.loss if line else None,
            told=line.told if line else True,
            counted=counted,
            before=before,
            after=now.info(game),
            streak=now.streaks(today)[0],
            hint=str(reason),
            hint_marks=messages.marked(reason),
            answer=await self._aside(lambda: _answer(puzzle)) if right or not (hint or line) else None,
        )

    async def _write(self, guest: str, game: str, name: str, body: dict[str, Any]) -> bool:
        return await self._storage.add_attempt(AttemptRow(guest, game, name, self._clock.now(), json.dumps(body)))

    async def _take(self, guest: str) -> None:
        if not await self._limit.take(guest):
            raise Crowded("That is a lot of puzzles in a short time. Wait a moment.")

    async def _aside(self, work: Callable[[], T]) -> T:
        """Do something in a thread, one at a time, so that tables do not wait for it."""
        async with self._turn:
            return await asyncio.to_thread(work)

    async def _book(self, game: str) -> tuple[Puzzle, ...]:
        """The puzzles of a game; none, and a line in the log, if its book cannot be read."""
        try:
            return await self._aside(lambda: books.book(game))
        except DicecupError as error:
            _log.warning("The puzzles of %s cannot be read: %s", game, error)
            return ()

    async def _find(self, game: str, id_: str) -> Puzzle:
        book = await self._book(catalogue.find(game).name)
        found = next((one for one in book if one.id == id_), None)
        if found is None:
            raise Gone("There is no such puzzle.")
        return found

    def _is_todays(self, puzzle: Puzzle, today: str) -> bool:
        return books.daily(puzzle.game, today) == puzzle

    async def _told(self, puzzle: Puzzle, guest: str, past: Past, today: str) -> told.PuzzleInfo:
        return told.PuzzleInfo(
            id=puzzle.id,
            game=puzzle.game,
            theme=puzzle.theme,
            rating=puzzle.rating,
            unit=puzzle.unit,
            day=today if self._is_todays(puzzle, today) else None,
            tried=(puzzle.game, puzzle.id) in past.tries,
            solver=past.info(puzzle.game),
            state=await self._aside(lambda: _state(puzzle.match(), puzzle, guest)),
        )


def _game(game: wire.GameInfo, book: Sequence[Puzzle], past: Past, today: str) -> told.PuzzleGame:
    all_of, tried, solved = Counter[str](), Counter[str](), Counter[str]()
    for one in book:
        done = past.tries.get((one.game, one.id))
        all_of[one.theme] += 1
        tried[one.theme] += done is not None
        solved[one.theme] += done is not None and done.right
    daily = books.daily(game.name, today)
    return told.PuzzleGame(
        game=game.name,
        title=game.title,
        puzzles=len(book),
        tried=tried.total(),
        solved=solved.total(),
        themes=[
            told.ThemeInfo(theme=theme, puzzles=many, tried=tried[theme], solved=solved[theme])
            for theme, many in all_of.most_common()
        ],
        solver=past.info(game.name),
        daily=daily.id if daily is not None else "",
        daily_done=(game.name, today) in past.days,
        daily_solved=past.days.get((game.name, today), False),
    )


def _state(match: Match[Any], puzzle: Puzzle, guest: str) -> wire.State:
    """Where it stands, as a match tells it to whoever has to decide."""
    ask = match.pending
    assert ask is not None
    seats = [
        Seat(name=name, player=PERSON, guest=guest) if at == ask.seat else Seat(name=name, player=COMPUTER)
        for at, name in enumerate(match.names)
    ]
    row = MatchRow(
        id=puzzle.id,
        game=puzzle.game,
        number=match.number,
        owner=guest,
        watch=False,
        paper="",
        base=0,
        seats=seats,
        summary=Summary(turn=match.state.turn, asked=ask.seat, finished=False),
    )
    return messages.state(match, row, guest).model_copy(update={"commitment": None})  # no dice are to come


def _answer(puzzle: Puzzle) -> told.PuzzleAnswer:
    words = puzzle.explained()
    lines = []
    for line, text, reason in zip(words.lines, words.texts, words.reasons, strict=True):
        lines.append(
            told.PuzzleLine(
                choice=list(line.choice),
                text=text,
                loss=line.loss,
                reason=str(reason),
                marks=messages.marked(reason),
                tempting=line.choice == puzzle.tempting,
            )
        )
    return told.PuzzleAnswer(lines=lines, tempting=words.tempting, proof=puzzle.proven())
