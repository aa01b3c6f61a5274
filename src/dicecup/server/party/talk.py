"""What people say to each other: bounded, and nothing but text."""

from typing import Final
from unicodedata import category

from dicecup.server.clock import when
from dicecup.server.limits import Buckets
from dicecup.server.party.deeds import Deed
from dicecup.server.party.people import Person
from dicecup.server.wire import party as said
from dicecup.table import NotAllowed
from dicecup.table.names import tidy

_LINES: Final = (0.5, 6.0)  # of one person: each second, and at once
_FACES: Final = (1.0, 6.0)
_MOST_MARKS: Final = 3  # accents on one letter
_NUDGE: Final = 60.0  # seconds until somebody can be reminded again
_MOST_NUDGES: Final = 1_000


class Manners:
    """How much everybody may say; never on the disk."""

    def __init__(self) -> None:
        self._lines: Final = Buckets(*_LINES, most=200)
        self._faces: Final = Buckets(*_FACES, most=200)
        self._nudged: Final[dict[int, float]] = {}

    def line(self, person: Person) -> None:
        """NotAllowed for whoever says too much."""
        if not self._lines.take(str(person.number)):
            raise NotAllowed("That is a lot at once. Wait a moment.")

    def face(self, person: Person) -> bool:
        """Whether somebody may make one more face."""
        return self._faces.take(str(person.number))

    def nudge(self, other: Person, now: float) -> None:
        """NotAllowed if somebody has been reminded just now."""
        if now - self._nudged.get(other.number, -_NUDGE) < _NUDGE:
            raise NotAllowed(f"{other.name} was reminded just now. Wait a minute.")
        if len(self._nudged) >= _MOST_NUDGES:
            self._nudged.clear()
        self._nudged[other.number] = now


def clean(text: str) -> str:
    """What somebody says as it is shown: one line, without what nobody sees or what goes over the line."""
    kept, marks = [], 0
    for letter in tidy("".join(" " if category(c) == "Cc" else c for c in text)):
        kind = category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind[0] != "C" and marks <= _MOST_MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())


def say(deed: Deed, me: Person, frame: said.Say) -> None:
    """Something of one's own, where the table allows it."""
    if deed.book.rules.talk != "text":
        raise NotAllowed("At this table there are faces and phrases only.")
    text = clean(frame.text)
    if not text:
        raise NotAllowed("There is nothing to read in that.")
    _add(deed, me, "said", text)


def phrase(deed: Deed, me: Person, frame: said.SayPhrase) -> None:
    """Something that everybody hears in their own language."""
    if deed.book.rules.talk == "faces":
        raise NotAllowed("At this table there are faces only.")
    _add(deed, me, "phrase", frame.phrase)


def _add(deed: Deed, me: Person, kind: str, text: str) -> None:
    deed.quiet = True
    line = said.Line.model_validate(
        {
            "n": 0,
            "kind": kind,
            "person": me.number,
            "name": me.name,
            "text": text,
            "spectators": deed.book.chair_of(me) is None,
            "at": when(deed.now),
        }
    )
    deed.add(line)


def nudge(deed: Deed, me: Person, other: Person, asked: int | None) -> None:
    """Remind somebody; NotAllowed if nobody waits for them. `asked`: the seat that has to decide."""
    at = deed.book.chair_of(other)
    if other is me:
        raise NotAllowed("You know that already.")
    playing = deed.book.stage == "playing"
    if at is None or (at != asked if playing else other.ready):
        raise NotAllowed(f"Nobody is waiting for {other.name} just now.")
    deed.quiet = True
    deed.nudges.append((other.guest, said.Nudged(by=me.number, name=me.name)))
