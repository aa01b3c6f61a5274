"""How long a server keeps matches: when nothing has happened for so long they are cleared away, a few at a time.

How they ended is kept. Without being told, a server keeps everything.
"""

import asyncio
import logging
import random
import re
from collections.abc import Callable
from typing import Final, Protocol

from dicecup.saves import StorageError
from dicecup.server.clock import Clock
from dicecup.server.operation import logs, measures
from dicecup.server.store.storage import Conflict, Storage
from dicecup.server.tables import Tables
from dicecup.table import SetupError
from dicecup.table.errors import shown

UNITS: Final = {"h": 3600, "d": 86_400, "w": 7 * 86_400, "y": 365 * 86_400}
_ROUND: Final = 3600.0  # seconds from one look to the next
_PAGE: Final = 100  # matches that are looked at before others have their turn
_PAUSE: Final = 1.0  # seconds for them
_CLEARED: Final = measures.counter(
    "dicecup_matches_cleared_total", "Matches that were cleared away for their age."
)
_GONE: Final = "Nothing has happened in this match for so long that it has been cleared away."
_log: Final = logging.getLogger("dicecup.server")


def age(text: str) -> float:
    """Seconds; SetupError if that is no age."""
    fits = re.fullmatch(r"(\d{1,6})([hdwy])", text.strip())
    if fits is None or not int(fits[1]):
        raise SetupError(f"An age is written like 365d, 52w or 1y, not {shown(text)}.")
    return float(int(fits[1]) * UNITS[fits[2]])


class Company(Protocol):
    """A party that is in memory."""

    async def look_after(self) -> None:
        """Its match may have been cleared away."""
        ...


class Keeping:
    """Clears up. Where several processes share a store each does, and only what nobody else has."""

    def __init__(
        self, storage: Storage, tables: Tables, party: Callable[[str], Company | None], clock: Clock, keep: float
    ) -> None:
        """`party` finds those in memory; `keep`: for so many seconds."""
        self._storage: Final = storage
        self._tables: Final = tables
        self._party: Final = party
        self._clock: Final = clock
        self._keep: Final = keep

    async def run(self) -> None:
        """Clear up until somebody ends it."""
        while True:
            await self._clock.sleep(_ROUND * random.uniform(0.02, 1.0))  # not all processes at once
            try:
                cleared = await self.round()
            except StorageError as trouble:  # next time, then
                _log.warning("Old matches could not be cleared away: %s", trouble)
            else:
                if cleared:
                    logs.note(f"{cleared} old matches were cleared away.")

    async def round(self) -> int:
        """Clear everything away that is too old; how much that was."""
        before, after, cleared = self._clock.now() - self._keep, (0.0, ""), 0
        while found := await self._storage.idle(before, after, _PAGE):
            for _, match_id in found:
                cleared += await self._clear(match_id, before)
                await asyncio.sleep(0)
            after = found[-1]
            await self._clock.sleep(_PAUSE)
        return cleared

    async def _clear(self, match_id: str, before: float) -> bool:
        """Clear a match away, if it is ours to do so and nobody has come back to it."""
        owners = self._storage.owners
        if match_id in self._tables or not (await owners.own(await owners.unit_of(match_id))).here:
            return False
        row = await self._storage.find(match_id)
        if row is None or row.problem or row.updated >= before or match_id in self._tables:
            return False
        try:
            await self._storage.delete_match(match_id)
        except Conflict:  # somebody else has it by now
            return False
        self._tables.close_one(match_id, _GONE)
        if row.party is not None and (party := self._party(row.party)) is not None:
            await party.look_after()
        _CLEARED.add()
        return True
