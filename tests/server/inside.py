"""A matches to test from the inside: no sockets, and a disk that does as it is told."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from dicecup import saves
from dicecup.saves import StorageError
from dicecup.server import wire
from dicecup.server.matches import Matches
from dicecup.server.store.sqlite import SqliteStorage
from dicecup.server.store.storage import Append, Stored, Uncertain
from dicecup.server.thinking import ThinkingPool

NEW = wire.NewMatch.model_validate(
    {"game": "yahtzee", "seats": [{"name": "Ann"}, {"name": "Bo"}], "options": {"start": "seat-order"}, "seed": 7}
)


class Ear:
    """Somebody who listens, without a socket."""

    def __init__(self, guest: str = "ann") -> None:
        self.guest = guest
        self.eyes: int | None = None
        self.told = -1
        self.heard: list[Any] = []

    def tell(self, message: wire.Told) -> None:
        self.heard.append(message)

    @property
    def last(self) -> Any:
        return self.heard[-1]


class Fickle(SqliteStorage):
    """A store on a disk that is full now and then, cannot be read, is slow, or breaks off right after writing."""

    full = blind = mute = False
    under_way: list[Append] | None = None  # it says of what it gets that nobody can tell, and writes it later
    ready: asyncio.Event | None = None  # until then it takes nothing
    meanwhile: Callable[[], Awaitable[object]] | None = (
        None  # happens once, just before the next answer is written
    )

    async def append(self, entry: Append) -> None:
        if (happens := self.meanwhile) is not None:
            self.meanwhile = None
            await happens()
        if self.full:
            raise StorageError("The disk is full. Free some space.")
        if self.under_way is not None:
            self.under_way.append(entry)
            raise Uncertain("The line to the disk broke. What was being written may be there all the same.")
        if self.ready is not None:
            await self.ready.wait()
        await super().append(entry)
        if self.mute:
            raise StorageError("The line to the disk broke.")

    async def arrives(self) -> None:
        """What was under way is written, now that nobody expects it any more."""
        entries, self.under_way = self.under_way or [], None
        for entry in entries:
            await self.append(entry)

    async def load(self, match_id: str) -> Stored | None:
        if self.blind:
            raise StorageError("The disk cannot be read.")
        return await super().load(match_id)


def at_a_server(tmp_path: Path, work: Any) -> Any:
    async def go() -> Any:
        storage = Fickle(tmp_path / "server.sqlite3")
        matches = Matches(storage, ThinkingPool(), saves.Store(tmp_path))
        try:
            return await work(matches, storage)
        finally:
            await matches.close()

    return asyncio.run(go())


def roll(id_: str, seq: int = 0) -> wire.Answer:
    return wire.Answer(type="answer", id=id_, seq=seq, choice=["roll"])
