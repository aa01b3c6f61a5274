"""What crosses the wire about matches that are looked at once more: docs/protocol.md."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from dicecup.server import wire
from dicecup.server.wire import plain

Level = Annotated[str, StringConstraints(max_length=30)]


class Stop(plain.Outgoing):
    """Where a replay stops: a decision that somebody made, or where the match stands now."""

    view: dict[str, Any]
    ask: wire.Ask | None  # without options
    chosen: str = ""  # what came of it, if the viewer may know
    picked: wire.Pick = {}  # and what that picks
    prices: dict[str, wire.Price]  # what things on show would have cost the viewer


class Whole(plain.Outgoing):
    """A match as it was played, for one viewer. The views come later, some at a time."""

    match: str
    game: str
    number: int
    seq: int  # of the log that this tells of
    viewer: int | None
    seats: list[wire.SeatInfo]
    outcome: wire.Outcome | None
    commitment: str | None
    told: list[int]  # for each stop: so many events there were
    turns: list[int]
    scores: list[list[int]]
    events: list[wire.GameEvent]
    arranged: bool = False  # it is a lesson, or began as one


class Chances(plain.Outgoing):
    """The chances to win, by what the best computer player thinks, at some stops of a finished match."""

    stops: list[int]
    chances: list[list[float]]


class BranchWish(plain.Incoming):
    """A new match that goes on from a stop of a replay. Levels: of the other seats; none: as before."""

    seq: plain.Seq
    stop: Annotated[int, Field(ge=0, le=100_000)]
    seat: plain.Seat
    levels: Annotated[tuple[Level | None, ...], Field(max_length=16, strict=False)] = ()
