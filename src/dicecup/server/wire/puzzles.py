"""What crosses the wire about puzzles: docs/protocol.md."""

from typing import Annotated

from pydantic import Field

from dicecup.server import wire
from dicecup.server.wire import plain
from dicecup.server.wire.plain import Marks
from dicecup.server.wire.review import UnitName


class SolverInfo(plain.Outgoing):
    """How good a guest is at the puzzles of a game; the rating may well be off by `deviation`."""

    rating: int
    deviation: int
    tried: int  # puzzles that counted


class ThemeInfo(plain.Outgoing):
    """What puzzles are about, such as "buy or save": how many there are, and how far this guest has come."""

    theme: str
    puzzles: int
    tried: int
    solved: int  # at the first try


class PuzzleGame(plain.Outgoing):
    """A game that there are puzzles of."""

    game: str
    title: str
    puzzles: int
    tried: int
    solved: int
    themes: list[ThemeInfo]
    solver: SolverInfo
    daily: str  # today's puzzle
    daily_done: bool  # it has been solved today, or given up
    daily_solved: bool


class Puzzles(plain.Outgoing):
    """All puzzles, and what a guest has made of them. Days are those of UTC."""

    day: str
    streak: int  # days in a row, up to today or yesterday, on which one of the daily puzzles was solved
    longest: int
    games: list[PuzzleGame]


class PuzzleInfo(plain.Outgoing):
    """A puzzle, without its answer: find the choice."""

    id: str
    game: str
    theme: str
    rating: int
    unit: UnitName
    day: str | None  # it is the one of this day
    tried: bool  # before: then it is for practice
    solver: SolverInfo
    state: wire.State  # as a match tells it to the seat that has to decide


class NextPuzzle(plain.Outgoing):
    """What to try next. No puzzle: this guest has tried all of them, or there are none."""

    puzzle: PuzzleInfo | None
    left: int  # that have not been tried, this one included


class PuzzleTry(plain.Incoming):
    """A choice; or none, and a hint is wanted; or neither, and the puzzle is given up."""

    choice: plain.Choice | None = None
    hint: bool = False
    tried: Annotated[list[plain.Choice], Field(max_length=100)] = []  # and wrong: a hint says something else


class PuzzleLine(plain.Outgoing):
    """A choice, and what it gives away."""

    choice: list[str | int]
    text: str
    loss: float
    reason: str
    marks: Marks = []  # of the reason
    tempting: bool


class PuzzleAnswer(plain.Outgoing):
    """The solution."""

    lines: Annotated[list[PuzzleLine], Field(min_length=1)]  # the best first
    tempting: str  # a sentence about the tempting choice
    proof: str  # and one about how the answer is known


class PuzzleTried(plain.Outgoing):
    """What became of a try."""

    right: bool
    loss: float | None  # what the choice gives away; None: nothing was chosen
    told: bool  # else it gives away more than `loss`
    counted: bool  # it was the first try of this puzzle: the rating has changed
    before: SolverInfo
    after: SolverInfo
    streak: int
    hint: str  # if one was wanted
    hint_marks: Marks = []
    answer: PuzzleAnswer | None  # when it has been found, or given up
