"""What crosses the wire about all games of a guest: docs/protocol.md."""

from typing import Literal

from dicecup.server.wire import plain, results
from dicecup.server.wire.review import UnitName

Apart = Literal["", "lesson", "seeded", "branch", "shared"]
RecordKind = Literal["score", "fastest", "closest", "widest", "streak", "accurate", "comeback", "unlucky"]


class MineGame(plain.Outgoing):
    """A game of the history. Accuracy and luck are there once somebody has had it reviewed."""

    match: str
    game: str
    title: str
    ended: str
    there: bool  # it can still be looked at
    players: int
    level: str  # of the computer players; mixed, or none
    people: bool  # others than this guest
    seats: list[results.ResultSeat]
    winners: list[int]
    won: bool | None  # None: there was nothing to win, or nobody can tell
    score: int | None
    reason: str  # why it was over, in a few words
    apart: Apart  # why it counts for nothing but this list
    unit: UnitName | None
    accuracy: float | None
    luck: float | None


class MineFigures(plain.Outgoing):
    """Some games in numbers."""

    games: int
    contested: int  # of them those that somebody could win
    wins: int
    due: float  # so many would be won if all players were equally good
    average: float | None  # points; None where games are not alike
    best: int | None
    reviewed: int
    accuracy: float | None
    luck: float | None  # of the own dice, all in all: in games won


class MineGroup(plain.Outgoing):
    """The games of one kind."""

    game: str
    title: str
    players: int
    level: str
    people: bool
    figures: MineFigures


class MineMoment(plain.Outgoing):
    """How one has played in a game that was reviewed."""

    match: str
    game: str
    title: str
    ended: str
    there: bool
    won: bool | None
    unit: UnitName
    accuracy: float | None
    luck: float


class MineRecord(plain.Outgoing):
    """The most, or the least, there was in a game."""

    game: str
    title: str
    kind: RecordKind
    value: float
    players: int
    match: str
    there: bool
    ended: str
    house_rules: list[str]  # in words, where they were not the usual ones


class MineFeat(plain.Outgoing):
    """Something to have done once, for what one learns by it."""

    name: str
    game: str  # in which it can be done; none: in any
    game_title: str
    title: str
    how: str
    teaches: str
    done: str | None  # when first
    match: str  # in which
    there: bool


class MineHeap(plain.Outgoing):
    """How often each face came up."""

    game: str
    title: str
    faces: list[str]  # what they are called
    counts: list[int]
    text: str  # what to think of it


class MineDice(plain.Outgoing):
    """Are they fair? `chance`: that fair dice are as uneven as these, or more so."""

    dice: int
    chance: float | None  # None: there are too few
    text: str
    heaps: list[MineHeap]


class MineKind(plain.Outgoing):
    """A game that there is something of."""

    name: str
    title: str


class Mine(plain.Outgoing):
    """All games of a guest, or those it wants to look at. Choices, feats and dice are those of all."""

    total: int  # games in all
    apart: dict[str, int]  # how many of them count for nothing, and why
    games: list[MineKind]
    players: list[int]
    levels: list[str]
    found: int  # games that are as wanted
    history: list[MineGame]  # the latest of them, the latest first
    figures: MineFigures  # of those that count
    groups: list[MineGroup]
    course: list[MineMoment]  # the latest that were reviewed, the earliest first
    records: list[MineRecord]
    feats: list[MineFeat]
    own: MineDice
    others: MineDice
