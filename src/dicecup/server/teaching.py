"""Lessons at a server: what they ask of the learner, and what the computer players do in them."""

from typing import Any, Final

from dicecup.games import lessons
from dicecup.players import usual
from dicecup.server.store.storage import COMPUTER, PERSON, Seat
from dicecup.server.wire.lesson import LessonInfo
from dicecup.table import LEARNER, Ask, Match, Option

CHANGED: Final = (
    "This lesson has changed since it began. From your next decision on it is a game like any other, with fair "
    "dice."
)


def seats(match: Match[Any], guest: str) -> list[Seat]:
    """Who sits where: the learner, and computer players, who play as usual once the lesson has been left."""
    level = usual(match.game.name)
    return [
        Seat(name=name, player=PERSON, guest=guest)
        if seat == LEARNER
        else Seat(name=name, player=COMPUTER, level=level)
        for seat, name in enumerate(match.names)
    ]


def info(match: Match[Any]) -> LessonInfo | None:
    """What the lesson says now; None if the match is none any more."""
    place, ask = lessons.place(match), match.pending
    if place is None:
        return None
    fine = place.move.fine(ask) if place.move is not None and ask is not None and ask.seat == LEARNER else ()
    do: list[list[str | int]] = [list(each) for each in fine]
    over = place.move is None
    return LessonInfo(say=place.say, step=place.step, steps=place.lesson.steps, do=do, over=over)


def has_changed(match: Match[Any]) -> bool:
    """Whether a lesson was begun that is not like this any more: nobody can be taught by it."""
    return match.teaching and lessons.place(match) is None


def refusal(match: Match[Any], ask: Ask, choice: object) -> str:
    """What a learner is told who does something else than the lesson wants; nothing, if that may be done."""
    place = lessons.place(match)
    return place.why_not(choice, ask) if place is not None else ""


def advice(match: Match[Any]) -> str:
    """What a lesson answers to whoever asks for a hint; nothing where there is no lesson."""
    place = lessons.place(match)
    if place is None:
        return ""
    return (place.move.wrong if place.move is not None else "") or place.say


def script(match: Match[Any], ask: Ask) -> Option | None:
    """What a computer player does now because its lesson says so; None: it decides for itself."""
    place = lessons.place(match)
    return place.choice(ask) if place is not None else None


def rests(match: Match[Any]) -> bool:
    """Whether a lesson is over that nobody has left yet: computer players wait for whoever is reading."""
    place = lessons.place(match)
    return place is not None and place.move is None
