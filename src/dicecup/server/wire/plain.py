"""What all messages are made of: the two kinds there are, and the words and numbers in them."""

import operator
from functools import cached_property
from typing import Annotated, Required

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import TypedDict


def _kept(text: str) -> str:
    """What every store can hold: PostgreSQL takes no NUL, and a text with one is nobody's."""
    if "\0" in text:
        raise ValueError("that is no text")
    return text


Word = Annotated[str, StringConstraints(max_length=200), AfterValidator(_kept)]
Number = Annotated[int, Field(ge=-(2**53), le=2**53)]  # what JavaScript can count
Choice = Annotated[list[Word | Number], Field(min_length=1, max_length=100)]
CommandId = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(_kept)]
Seq = Annotated[int, Field(ge=0, le=2**53)]
Seat = Annotated[int, Field(ge=0, le=64)]
Nonce = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
"""A random number that a guest adds to the dice: docs/fair-dice.md."""


class Incoming(BaseModel):
    """Something a client says: exactly these fields, of exactly these kinds."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Outgoing(BaseModel):
    """Something the server says."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @cached_property
    def as_sent(self) -> str:
        """This as it goes over a socket; written once, however many hear it."""
        return self.model_dump_json()


class Mark(TypedDict, total=False):
    """What in a sentence is more than words, to be drawn; neither dice nor a player: the name of a thing.

    Characters are counted as Unicode does, not as JavaScript: `[...text].slice(start, end)`.
    """

    start: Required[int]
    end: Required[int]
    dice: list[int]  # by their faces
    seat: int


Marks = Annotated[list[Mark], Field(exclude_if=operator.not_)]
"""Those of a sentence; where there are none, nothing is sent."""
