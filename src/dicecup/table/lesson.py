"""Lessons: a first game with arranged dice, in which one is told, a sentence at a time, what to do next.

A lesson is data in the folder of its game, and a real match plays it: where it stands follows from the log alone,
so that it survives whatever a match survives. docs/lessons.md says how to write one.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from dicecup.table.arranged import Arranged
from dicecup.table.ask import Ask, Atom, Option
from dicecup.table.log import Choice, in_force
from dicecup.table.match import Match
from dicecup.table.secret import Secret

LEARNER: Final = 0
"""The seat of whoever is taught."""

_NOTHING: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class Move:
    """One decision of the lesson: what is chosen, what is said before it, and what chance gives after it.

    `do` lists what may be chosen, the best first; a bare word is a verb without arguments.
    """

    do: tuple[str | tuple[Atom, ...], ...]
    say: str = ""  # nothing: what was said before still stands
    wrong: str = ""  # what is said to somebody who tries something else; only a learner can
    seat: int = LEARNER
    gives: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)  # results, by the keys of chance points
    so: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)  # what is true when it is said: see `seen`

    @property
    def choices(self) -> tuple[tuple[Atom, ...], ...]:
        """What may be chosen, as tuples."""
        return tuple((each,) if isinstance(each, str) else each for each in self.do)

    def fine(self, ask: Ask) -> tuple[Option, ...]:
        """Those options of a decision that are what the lesson wants, the best first."""
        return tuple(option for choice in self.choices if (option := ask.find(choice)) is not None)


def rival(
    seat: int,
    do: str | tuple[Atom, ...],
    say: str = "",
    gives: Mapping[str, Any] = _NOTHING,
    so: Mapping[str, Any] = _NOTHING,
) -> Move:
    """A decision of a computer player, who keeps to the script."""
    return Move((do,), say, "", seat, gives, so)


def seen(view: Any, path: str) -> Any:
    """What a path such as `monsters.0.stars` leads to in the JSON of a view; LookupError if nowhere."""
    for part in path.split("."):
        view = view[int(part)] if isinstance(view, list) else view[part]
    return view


@dataclass(frozen=True)
class Lesson:
    """A guided first game. Where computer players have no choice they are not asked: that is no move of theirs."""

    names: tuple[str, ...]  # of all seats; a learner who has a name keeps it, unless there is a cast
    moves: tuple[Move, ...]
    end: str  # what is said when all of them have been made
    cast: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)  # house rules
    gives: Mapping[str, Any] = field(default_factory=dict)  # results before the first decision
    so: Mapping[str, Any] = field(default_factory=dict)  # what is true at the end

    @cached_property
    def results(self) -> dict[str, Any]:
        """All that is arranged."""
        found = dict(self.gives)
        for move in self.moves:
            found |= move.gives
        return found

    @cached_property
    def mark(self) -> str:
        """What a match is known by as one of this lesson; another one, when anything but words has changed."""
        what = [self.results, dict(self.options), [[move.seat, *move.choices] for move in self.moves]]
        return hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:16]

    @cached_property
    def steps(self) -> int:
        """How many decisions the learner makes."""
        return sum(move.seat == LEARNER for move in self.moves)

    def arrange(self, secret: Secret) -> Secret:
        """The secret of a match that plays this lesson."""
        return secret.arranging(Arranged(self.mark, self.results))

    def place(self, match: Match[Any]) -> "Place | None":
        """Where a match stands in this lesson; None if it is none, has been left, or has lost its way."""
        if not match.teaching or match.lesson != self.mark:
            return None
        made = sum(isinstance(entry, Choice) and not entry.forced for entry in in_force(match.log))
        ask = match.pending
        if made >= len(self.moves):
            return Place(self, len(self.moves))
        move = self.moves[made]
        if ask is None:
            return None
        on_the_way = ask.seat != LEARNER and len(ask.options) == 1  # to where a rival has something to decide
        fits = ask.seat == move.seat and move.fine(ask)
        return Place(self, made) if on_the_way or fits else None


@dataclass(frozen=True, slots=True)
class Place:
    """A moment of a lesson: after so many moves."""

    lesson: Lesson
    at: int

    @property
    def move(self) -> Move | None:
        """The decision that comes next; None: all have been made."""
        return self.lesson.moves[self.at] if self.at < len(self.lesson.moves) else None

    @property
    def step(self) -> int:
        """The how many-th decision of the learner it is, or comes next; counted from 1."""
        done = sum(move.seat == LEARNER for move in self.lesson.moves[: self.at])
        return min(done + 1, self.lesson.steps)

    @property
    def say(self) -> str:
        """The sentence of this moment."""
        if self.move is None:
            return self.lesson.end
        return next((move.say for move in reversed(self.lesson.moves[: self.at + 1]) if move.say), "")

    def choice(self, ask: Ask) -> Option | None:
        """What whoever is asked now chooses in this lesson; None if that is no move of theirs."""
        move = self.move
        if move is None or move.seat != ask.seat or (ask.seat != LEARNER and len(ask.options) == 1):
            return None
        return next(iter(move.fine(ask)), None)

    def why_not(self, choice: object, ask: Ask) -> str:
        """What a learner is told who wants something else than the lesson; nothing, if it is fine."""
        move = self.move
        if move is None or move.seat != ask.seat:
            return ""
        option = ask.find(choice)
        return "" if option is None or option in move.fine(ask) else move.wrong
