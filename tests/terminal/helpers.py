"""A person at the terminal, played by a list of lines."""

import io
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.saves import PERSON, Store, Table
from dicecup.table import Ask, Match
from dicecup.terminal.console import Console
from dicecup.terminal.questions import Unclear
from dicecup.terminal.screen import screen_for
from dicecup.terminal.session import Session
from dicecup.testing import Scripted


class Person:
    """Types lines into a session and reads what comes back."""

    def __init__(self, home: Path, table: Table | Match[Any], *, words: bool = False) -> None:
        if isinstance(table, Match):
            table = Table(table, (PERSON,) * len(table.names))
        self.store = Store(home)
        self._source = io.StringIO()
        self._out = io.StringIO()
        self.session = Session(Console(self._out, self._source, words=words), self.store, table)

    @property
    def match(self) -> Match[Any]:
        return self.session.match

    def types(self, *lines: str) -> str:
        """Type these lines, then leave; returns what was printed meanwhile."""
        self._source.seek(0)
        self._source.truncate()
        self._source.write("".join(line + "\n" for line in lines))
        self._source.seek(0)
        before = len(self._out.getvalue())
        self.session.play()
        return self._out.getvalue()[before:]


def solo(home: Path, *, seed: int = 5, words: bool = True, **options: Any) -> Person:
    return Person(home, dicecup.new("yahtzee", names=["Ann"], seed=seed, **options), words=words)


def answers(match: Match[Any]) -> list[Any]:
    """The log as plain data."""
    return [entry.to_json() for entry in match.log]


def first_choice(person: Person, before: int) -> Any:
    """The first choice that was made after so many entries of the log."""
    return next(entry["choice"] for entry in answers(person.match)[before:] if "choice" in entry)


class Utf8(io.StringIO):
    encoding = "utf-8"


def at(home: Path, match: Match[Any] | Scripted, *, people: int | None = None, words: bool = False) -> Person:
    """Persons on the first seats, on all if not said otherwise; the others are computer players."""
    if isinstance(match, Scripted):
        match = match.match.clone()
    people = len(match.names) if people is None else people
    players = (PERSON,) * people + ("random",) * (len(match.names) - people)
    return Person(home, Table(match, players), words=words)


def flat(text: str) -> str:
    """Without line breaks and indentation."""
    return " ".join(text.split())


def asked(match: Match[Any]) -> tuple[Any, Ask]:
    """What whoever has to decide sees, and the question."""
    ask = match.pending
    assert ask is not None
    return match.view(ask.seat), ask


def drawn(match: Match[Any], *, words: bool = False, unicode: bool = True) -> str:
    """The decision as it is drawn for whoever has to make it."""
    view, ask = asked(match)
    out = Utf8() if unicode else io.StringIO()
    screen = screen_for(match.game, Console(out, io.StringIO(), words=words))
    screen.viewer = ask.seat
    screen.draw(view, ask, lambda seed: match.fork(ask.seat, seed))
    return out.getvalue() + screen.prompt(view, ask)


def meant(match: Match[Any], line: str) -> tuple[Any, ...]:
    """The choice that a typed line stands for."""
    return tuple(screen_for(match.game, Console(io.StringIO(), io.StringIO())).understand(*asked(match), line))


def asks_back(match: Match[Any], line: str) -> str:
    with pytest.raises(Unclear) as question:
        meant(match, line)
    return str(question.value)
