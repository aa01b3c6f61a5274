"""What crosses the wire about saves and files: docs/protocol.md."""

from typing import Annotated

from pydantic import Field, StringConstraints

from dicecup.server import wire
from dicecup.server.wire import plain

OpenSeats = Annotated[list[plain.Seat], Field(max_length=16)]
"""Seats of persons that are not the guest's who loads: they get an invite."""


class SaveWish(plain.Incoming):
    """Save under a name, or in the quick slot of the game."""

    name: Annotated[str, StringConstraints(max_length=60)] | None = None


class LoadWish(plain.Incoming):
    """Load the save of this name, or the quick save of the game."""

    game: Annotated[str, StringConstraints(max_length=60)] | None = None
    name: Annotated[str, StringConstraints(max_length=100)] | None = None
    open: OpenSeats = Field(default_factory=list)


class ImportWish(plain.Incoming):
    """The text of a save, or of the record of a finished game."""

    text: Annotated[str, StringConstraints(max_length=4 * 2**20)]
    open: OpenSeats = Field(default_factory=list)


class SaveInfo(plain.Outgoing):
    """A save on the disk. `problem` says why it cannot be loaded."""

    name: str
    game: str
    title: str
    players: list[wire.SeatInfo]
    number: int
    turn: int
    saved: str
    finished: bool
    quick: bool
    problem: str = ""


class Saved(plain.Outgoing):
    """Where a match was saved."""

    name: str
    file: str
    replaced: bool
