"""Somebody has everything deleted: it goes to the disk at once, and then from memory and from all screens."""

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import Final, Protocol

from dicecup.saves import StorageError
from dicecup.server import wire
from dicecup.server.bus.bus import GONE, Bus, Within
from dicecup.server.guests.parting import parting
from dicecup.server.matches import Matches
from dicecup.server.party.parties import Parties
from dicecup.server.review.reviews import Reviews
from dicecup.server.store.storage import Conflict, Everything, Farewell
from dicecup.server.wire.guests import Forgotten

_TRIES: Final = 5
_DELETED: Final = "Everything of yours has been deleted here."
_CLEARED: Final = "This match has been cleared away."
_ELSEWHERE: Final = (
    "Another server looks after some of your tables and does not answer, so nothing was deleted. Try again in a "
    "moment."
)
_WAITS: Final = 3.0  # seconds that a page waits to hear what came of it
_LOOK_AGAIN: Final = "This page has to look again what is there."
_CHANGED: Final = "Somebody has left this table for good."


class Page(Protocol):
    """A page that looks at a match, or at a table."""

    def tell(self, message: wire.Bye) -> None:
        """Send soon; must not wait."""
        ...


class Others(Protocol):
    """Other processes on the same store."""

    async def expect(self, guest: str) -> None:
        """Somebody is about to be forgotten: so their pages there need not hear of anything else."""
        ...


class Forgetting:
    """How guests are forgotten, one after the other."""

    others: Others | None = None  # if there are any

    def __init__(self, matches: Matches, parties: Parties, reviews: Reviews, bus: Bus | None = None) -> None:
        self._matches: Final = matches
        self._parties: Final = parties
        self._reviews: Final = reviews
        self._bus: Final = bus or Within()
        self._bus.on(GONE, lambda message: self._send_away(str(message["guest"])))
        self._lock: Final = asyncio.Lock()
        self._aside: Final[dict[str, list[Page]]] = {}  # of guests who are being forgotten elsewhere
        self._waiting: Final[set[asyncio.Task[None]]] = set()

    def expect(self, guest: str) -> None:
        """Somebody is being forgotten by another process: their pages here hear what comes of it, and no more.

        What they look at is about to be let go of, and they should not run after it.
        """
        self._aside.setdefault(guest, []).extend(
            [*self._matches.tables.take_aside(guest), *self._parties.take_aside(guest)]
        )
        task = asyncio.create_task(self._wait(guest))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _wait(self, guest: str) -> None:
        """Nothing was heard in time: then the store says how it is."""
        await asyncio.sleep(_WAITS)
        known = True
        with suppress(StorageError):
            known = await self._matches.storage.knows_guest(guest)
        if known:
            self._dismiss(guest, wire.Bye(reason=_LOOK_AGAIN, again=True))
        else:
            self._send_away(guest)

    def _dismiss(self, guest: str, bye: wire.Bye) -> None:
        for page in self._aside.pop(guest, ()):
            page.tell(bye)

    def _send_away(self, guest: str) -> None:
        """From all tables of this process: also from those where the guest only looks on."""
        self._dismiss(guest, wire.Bye(reason=_DELETED))
        self._matches.tables.send_away_everywhere(guest, _DELETED)
        self._parties.send_away(guest, _DELETED)

    async def forget(self, guest: str) -> Forgotten:
        """Delete all that is a guest's; StorageError, and nothing has changed, if the disk does not take it."""
        return await asyncio.shield(asyncio.create_task(self._forget(guest)))

    async def _forget(self, guest: str) -> Forgotten:
        async with self._lock:
            if self.others is not None:
                await self.others.expect(guest)
            for _ in range(_TRIES):
                there = await self._matches.storage.everything_of(guest)
                try:
                    farewell = await self._write(there, guest)
                except Conflict:
                    continue  # somebody has played on meanwhile
                return _told(there, farewell)
        raise StorageError("Your tables change too quickly just now, and nothing was deleted. Try again.")

    async def _write(self, there: Everything, guest: str) -> Farewell:
        """Write it while nobody plays at the tables concerned; then everybody comes back to what is there."""
        storage, tables = self._matches.storage, self._matches.tables
        units = {part.row.party or part.row.id for part in there.matches} | {row.id for row, _ in there.parties}
        if not await storage.owners.gather(units):
            raise StorageError(_ELSEWHERE)
        async with AsyncExitStack() as still:
            for part in there.matches:  # first the matches: a match may wait for its party
                if (live := tables.at_hand(part.row.id)) is not None:
                    await still.enter_async_context(live.lock)
            open_parties = {row.id: self._parties.at_hand(row.id) for row, _ in there.parties}
            for party in open_parties.values():
                if party is not None:
                    await still.enter_async_context(party.still())
            now = self._matches.clock.now()
            farewell = await asyncio.to_thread(parting, await storage.everything_of(guest), guest, now)
            await storage.forget(farewell)
            self._send_away(guest)
            await self._bus.tell(GONE, {"guest": guest})
            for match in farewell.gone:
                await tables.lose(match, _CLEARED, again=False)
                self._reviews.forget(match)
            for part in farewell.matches:
                await tables.lose(part.row.id, _CHANGED)
                self._reviews.forget(part.row.id)
            changed = {row.id for row, _ in farewell.parties} | set(farewell.parties_gone)
            for id_ in changed:
                if (party := self._parties.at_hand(id_)) is not None:
                    party.lose(_CHANGED)
        return farewell


def _told(there: Everything, farewell: Farewell) -> Forgotten:
    """What has gone, and what stays and why."""
    stays = []
    if farewell.matches or farewell.results:
        stays.append(
            "Games that you played with others: they keep them, with a neutral word in the place of your name and "
            "without anything that leads to you."
        )
    if any(lines for _, lines in farewell.parties):
        stays.append("What others said at your tables, also where they spoke of you.")
    stays.append("Saves that were written to files on the server's computer, and files that you have downloaded.")
    return Forgotten(
        matches=len(farewell.gone),
        shared=len(farewell.matches),
        results=len(there.results),
        attempts=len(there.attempts),
        parties=len(there.parties),
        stays=stays,
    )
