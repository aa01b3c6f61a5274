"""The stores that tests run on: a file of SQLite, and a database of PostgreSQL."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from dicecup.server.store.owners import Owner
from dicecup.server.store.postgres import PostgresStorage
from dicecup.server.store.sqlite import SqliteStorage
from dicecup.server.store.storage import (
    COMPUTER,
    NO_ROWS,
    OPEN,
    PERSON,
    Append,
    MatchRow,
    Seat,
    Storage,
    Summary,
    link,
)

OF_PROCESSES = ("shared", "processes", "owners", "seals", "thoughts", "minds", "turns")
"""Tables that say nothing about games."""
START = Summary(turn=0, asked=0, finished=False)


def row(id_: str = "m", owner: str = "ann", **more: Any) -> MatchRow:
    seats = [
        Seat(name="Ann", player=PERSON, guest="ann"),
        Seat(name="Bo", player=OPEN, invite=f"code-{id_}"),
        Seat(name="Cy", player=COMPUTER, level="hard"),
    ]
    facts: dict[str, Any] = {"game": "yahtzee", "number": 1, "watch": False, "paper": "paper", "base": 0}
    return MatchRow(id=id_, owner=owner, seats=seats, **{"summary": START, **facts, **more})


def more(before: Sequence[str], *rows: str, match: str = "m", **facts: Any) -> Append:
    """Rows that follow the earlier ones."""
    head = link(NO_ROWS, before)
    return Append(match_id=match, at=len(before), head=head, rows=rows, **{"summary": START, **facts})


class Place(Protocol):
    """Where a store is, open or not."""

    @property
    def where(self) -> str:
        """In one word, for another program."""
        ...

    def open(self) -> Storage: ...

    def by_hand(self, statement: str) -> list[tuple[Any, ...]]:
        """Read or change what lies there from outside, in words that all of them understand."""
        ...


@dataclass
class SqlitePlace:
    path: Path

    @property
    def where(self) -> str:
        return str(self.path)

    def open(self) -> Storage:
        return SqliteStorage(self.path)

    def by_hand(self, statement: str) -> list[tuple[Any, ...]]:
        db = sqlite3.connect(self.path, isolation_level=None)
        try:
            return db.execute(statement).fetchall()
        finally:
            db.close()


@dataclass
class PostgresPlace:
    url: str

    @property
    def where(self) -> str:
        return self.url

    def open(self) -> Storage:
        return PostgresStorage(self.url)

    def by_hand(self, statement: str) -> list[tuple[Any, ...]]:
        import asyncpg

        async def go() -> list[tuple[Any, ...]]:
            db = await asyncpg.connect(self.url)
            try:
                return [tuple(each) for each in await db.fetch(statement)]
            finally:
                await db.close()

        # In a thread of its own: whoever drives a browser has a loop here already.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, go()).result()


def place_at(where: str) -> Place:
    """The same again, from the word for it."""
    return PostgresPlace(where) if "://" in where else SqlitePlace(Path(where))


async def nothing(_units: Collection[str]) -> None:
    """Nothing of it is in memory, and nothing is opened."""


async def nobody(_owner: Owner, _units: Collection[str]) -> bool:
    """Nobody else can be asked."""
    return False


def using(place: Place | Path, work: Callable[[Any], Awaitable[Any]]) -> Any:
    """Run some work with a store, as the server does; a path is that of a file of SQLite."""

    async def go() -> Any:
        storage = SqliteStorage(place) if isinstance(place, Path) else place.open()
        try:
            return await work(storage)
        finally:
            await storage.close()

    return asyncio.run(go())
