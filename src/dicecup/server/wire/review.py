"""What crosses the wire about games that are understood afterwards, or while they are played: docs/protocol.md.

`dicecup.coach` says what a review is; what it has beside these fields is not for pages.
"""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from dicecup.server.wire import plain
from dicecup.server.wire.plain import Marks

GradeName = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
UnitName = Literal["win", "points"]
Worth = Annotated[float, Field(allow_inf_nan=False)]
Worths = Annotated[list[Worth], Field(max_length=64)]  # one for each seat
StepNumber = Annotated[int, Field(ge=0, le=100_000)]


class _Reviewed(plain.Outgoing):
    """Read from what a thinking process says, and told on."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Weighed(_Reviewed):
    """An option, and what it was worth to whoever was asked."""

    choice: Annotated[list[str | int], Field(max_length=100)]
    text: str
    value: Worth
    loss: Worth  # how much less than the best
    reason: str = ""
    doing: str = ""  # as it is told afterwards: "yielding"
    given: str = ""  # and what it was chosen in view of: "at 7 hearts"


class ReviewStep(_Reviewed):
    """A decision, and what happened before the next one. What others decided in private has no words."""

    at: int  # its entry in the log
    stop: int  # where a replay stops for it, or next after it
    turn: int
    seat: int
    kind: str
    prompt: str
    private: bool  # only whoever was asked knew the options
    options: list[Weighed]  # the best first: six at most, and the one that was chosen
    chosen: Weighed
    grade: GradeName | None  # None: there was nothing to lose, or nobody was asked
    hinted: bool  # a hint would have named it first
    confirmed: bool | None  # by playing on; None: nobody looked
    before: Worths  # if the best had been chosen; one for each seat, as all that follow
    error: Worths  # what the choice changed
    luck: Worths  # what chance changed
    rest: Worths  # what remains because the mind is not exact
    told: list[str]  # what happened, in words


class Account(_Reviewed):
    """What became of one seat: start + luck + errors + rest = result. Moments are numbers of steps."""

    seat: int
    name: str
    start: Worth
    own_luck: Worth
    others_luck: Worth
    own_errors: Worth  # what it gave away: never more than 0
    others_errors: Worth
    rest: Worth
    result: Worth
    decisions: int  # in which there was something to lose
    accuracy: Worth | None  # from 0 to 100; None: there was nothing to lose
    grades: dict[str, int]  # how many of each
    costliest: list[int]  # up to three, the worst first
    luckiest: int | None
    unluckiest: int | None


class Review(_Reviewed):
    """A finished game, gone through decision by decision, for the eyes of one guest."""

    game: str
    names: list[str]
    unit: UnitName  # what values are: chances to win, from 0 to 1, or points
    noise: Worth  # differences below it say nothing
    steps: Annotated[list[ReviewStep], Field(max_length=20_000)]
    result: Worths
    accounts: list[Account]
    stories: list[str]  # the game in a sentence or two, as each seat is told it
    watched: str  # and as somebody is who only watched
    eyes: int | None = None  # the seat of whoever asks; None: a spectator, or several people at one screen


class ReviewTold(plain.Outgoing):
    """A review, or how much of it is done, from 0 to 1."""

    progress: float
    text: str = ""  # what takes long, in words
    review: Review | None


class TryWish(plain.Incoming):
    """Another choice in a step of a review."""

    step: StepNumber
    choice: plain.Choice


class Tried(plain.Outgoing):
    """What that would have been worth. No `loss` and no `grade`: worse than all that the step tells of."""

    loss: float | None
    grade: GradeName | None
    text: str


class CoachWish(plain.Incoming):
    """Is this a good choice? `seq` is where the match stands."""

    seq: plain.Seq
    choice: plain.Choice


class Better(plain.Outgoing):
    """What the coach would choose."""

    choice: list[str | int]
    text: str
    reason: str
    marks: Marks = []  # of the reason
    doing: str = ""  # as it is told afterwards: "yielding"


class Coached(plain.Outgoing):
    """What the coach thinks of a choice."""

    loss: float
    unit: UnitName
    grade: GradeName
    better: Better | None  # None: nothing is, or a hint would have said the same
    warn: bool  # it costs so much that it is worth another look
    matters: bool = True  # there was something to lose
