"""The matches that are in memory: opened when somebody comes, and forgotten when nobody looks at them any more."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Final

from dicecup.saves import StorageError
from dicecup.server import wire
from dicecup.server.clock import Clock
from dicecup.server.company import Company, Keeper
from dicecup.server.live import Gone, Listener, Live
from dicecup.server.rebuild import Opener
from dicecup.server.store.storage import Elsewhere, Storage, Unopenable
from dicecup.server.thinking import ThinkingPool

_MOST: Final = 500  # matches in memory that nobody looks at
_TRIES: Final = 5
_TIDIED: Final = 20  # of these looked at whenever another one is opened
NO_MATCH: Final = "There is no such match here, or it is not yours to see."


async def _nobody(_party_id: str) -> Keeper | None:
    """Where there are no parties."""
    return None


class Tables:
    """One `Live` for each match that somebody looks at."""

    def __init__(self, storage: Storage, thinking: ThinkingPool, clock: Clock | None = None) -> None:
        self.opener: Final = Opener(storage)
        self._storage: Final = storage
        self._thinking: Final = thinking
        self.clock: Final = clock or Clock()
        self._live: Final[OrderedDict[str, asyncio.Task[Live]]] = OrderedDict()
        self.company: Callable[[str], Awaitable[Keeper | None]] = _nobody  # finds a party

    def __contains__(self, match_id: str) -> bool:
        return match_id in self._live

    def __len__(self) -> int:
        return len(self._live)

    async def get(self, match_id: str) -> Live:
        """A match, opened if need be; Gone if there is none, Unopenable if it cannot be opened."""
        found = self._live.get(match_id)
        if found is None:
            # A task of its own: two who ask at the same time get the same match, even if one of them goes away.
            found = self._live[match_id] = asyncio.create_task(self._open(match_id))
            found.add_done_callback(partial(self._opened, match_id))
            self._tidy()
        self._live.move_to_end(match_id)
        return await asyncio.shield(found)

    async def anew(self, match_id: str) -> Live:
        """A match that could not be opened a moment ago."""
        if self.at_hand(match_id) is None:
            self._live.pop(match_id, None)  # whoever opens it just now may still see what it was
        return await self.get(match_id)

    async def _open(self, match_id: str) -> Live:
        owners = self._storage.owners
        for _ in range(_TRIES):
            await self.take(await owners.unit_of(match_id))
            opened = await self.opener.open(match_id)
            if opened is None:
                raise Gone(NO_MATCH)
            live = Live(opened, self._storage, self.opener, self._thinking, self.forget, self.clock)
            if live.row.party is not None and (company := await self.company(live.row.party)) is not None:
                live.company = company
            if owners.holds(live.unit):
                return live
            live.close("")  # lost meanwhile, or a party has taken it in
        raise Elsewhere

    async def take(self, unit: str) -> None:
        """Nothing is opened that another process has: Elsewhere says which one."""
        owner = await self._storage.owners.own(unit)
        if not owner.here:
            raise Elsewhere(owner)

    async def drop(self, units: Collection[str], reason: str) -> None:
        """Units are not ours any more: what is in memory of them goes, and who looks at it comes back.

        What is being opened just now finds out by itself.
        """
        for match_id in list(self._live):
            live = self.at_hand(match_id)
            if live is not None and live.unit in units:
                await self.lose(match_id, reason)

    def keep_company(self, match_id: str, company: Company) -> None:
        """A match that was played alone is a party's from now on."""
        if (live := self.at_hand(match_id)) is not None:
            live.company = company

    def send_away(self, match_id: str, guest: str, reason: str) -> None:
        """Somebody may not look at a match any more."""
        live = self.at_hand(match_id)
        for listener in list(live.listeners) if live is not None else ():
            if listener.guest == guest:
                listener.tell(wire.Bye(reason=reason))

    def _opened(self, match_id: str, task: asyncio.Task[Live]) -> None:
        if (task.cancelled() or task.exception() is not None) and self._live.get(match_id) is task:
            del self._live[match_id]

    def forget(self, live: Live) -> None:
        """The next who comes opens it anew."""
        if self.at_hand(live.row.id) is live:
            del self._live[live.row.id]

    def close_one(self, match_id: str, reason: str) -> None:
        """Send everybody away from a match that is no more."""
        live = self.at_hand(match_id)
        self._live.pop(match_id, None)
        if live is not None:
            live.close(reason)

    def send_away_everywhere(self, guest: str, reason: str) -> None:
        """Somebody may not look at any match any more."""
        for match_id in list(self._live):
            self.send_away(match_id, guest, reason)

    def take_aside(self, guest: str) -> list[Listener]:
        """All pages of somebody: they hear nothing of their matches any more."""
        found: list[Listener] = []
        for live in filter(None, map(self.at_hand, list(self._live))):
            found += [listener for listener in live.listeners if listener.guest == guest]
            live.listeners.difference_update(found)
        return found

    async def lose(self, match_id: str, reason: str, *, again: bool = True) -> None:
        """A match is not what it was: all who look at it, or are just opening it, come back to a new one."""
        found = self._live.pop(match_id, None)
        if found is not None:
            with suppress(Gone, StorageError):
                (await asyncio.shield(found)).lose(reason, again=again)

    async def refresh(self, match_id: str) -> None:
        """Who sits where has changed in the store; those who look at the match are told."""
        if match_id in self._live:
            with suppress(Gone, Unopenable):
                await (await self.get(match_id)).refresh()

    def at_hand(self, match_id: str) -> Live | None:
        """A match that is open already."""
        found = self._live.get(match_id)
        if found is None or not found.done() or found.cancelled() or found.exception() is not None:
            return None
        return found.result()

    def _tidy(self) -> None:
        """Forget matches that nobody looks at: the store has them. A few at a time, the oldest first."""
        for match in list(islice(self._live, _TIDIED if len(self._live) > _MOST else 0)):
            live = self.at_hand(match)
            if live is not None and live.idle:
                del self._live[match]
            else:
                self._live.move_to_end(match)

    async def close(self) -> None:
        """Open no more, and finish what is being written."""
        self.opener.close()
        for match, opening in list(self._live.items()):
            if (live := self.at_hand(match)) is not None:
                await live.stop()
            else:
                opening.cancel()
