"""A person at the terminal, played by a list of lines."""

import io
from pathlib import Path
from typing import Any

import dicecup
from dicecup.saves import PERSON, Store, Table
from dicecup.table import Match
from dicecup.terminal.console import Console
from dicecup.terminal.session import Session


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
