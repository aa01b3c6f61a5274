"""What crosses the wire about lessons: docs/lessons.md, docs/protocol.md."""

from typing import Annotated

from pydantic import StringConstraints

from dicecup.server.wire.plain import Incoming, Nonce, Outgoing, Word


class LessonInfo(Outgoing):
    """Where a lesson stands. It is over when `over` is said, and left when there is none any more."""

    say: str  # the sentence of this moment
    step: int  # the how many-th decision of the learner it is
    steps: int
    do: list[list[str | int]] = []  # what the learner may choose now, the best first
    over: bool = False  # all has been said; computer players wait until the lesson is left


class LessonWish(Incoming):
    """A lesson for this guest. The dice that it does not arrange are sealed and added to as for a new match."""

    game: Annotated[str, StringConstraints(max_length=60)]
    name: Annotated[str, StringConstraints(max_length=100)] = ""
    seal: Word | None = None
    nonce: Nonce | None = None
