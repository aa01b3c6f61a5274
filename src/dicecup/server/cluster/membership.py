"""This process as one of those that share a store: it is there, and what is not its own any more it forgets."""

from collections.abc import Collection
from contextlib import suppress
from typing import Final

from dicecup.saves import StorageError
from dicecup.server.bus.bus import Bus
from dicecup.server.cluster.forwarding import Exchange
from dicecup.server.cluster.lines import Lines
from dicecup.server.cluster.neighbours import Neighbours
from dicecup.server.cluster.others import Others
from dicecup.server.cluster.units import Units
from dicecup.server.cluster.vouching import APART, Vouching
from dicecup.server.guests.forgetting import Forgetting
from dicecup.server.live import Gone
from dicecup.server.matches import Matches
from dicecup.server.operation.health import CLOCKS, ITS_CLOCK
from dicecup.server.party.parties import Parties
from dicecup.server.review.reviews import Reviews
from dicecup.server.store.storage import Storage

MOVED: Final = "This server has let go of this table. It continues in a moment."


class Membership:
    """Between `begin` and `end`, others find it at its address."""

    def __init__(self, storage: Storage, address: str, bus: Bus) -> None:
        self._storage: Final = storage
        self._bus: Final = bus
        self._address: Final = address
        self.exchange: Exchange
        self._lines: Final = Lines(storage.owners)
        self._neighbours: Final = Neighbours(storage.owners, address)
        self._matches: Matches
        self._parties: Parties
        self._reviews: Reviews

    async def begin(self, matches: Matches, parties: Parties, reviews: Reviews, forgetting: Forgetting) -> None:
        """Be there from now on."""
        owners = self._storage.owners
        self._matches, self._parties, self._reviews = matches, parties, reviews
        vouching = Vouching(await owners.key(), lambda: owners.process)
        self.exchange = Exchange(Units(self._storage, self._bus), self._lines, vouching)
        parties.others = forgetting.others = others = Others(owners, self.exchange)
        owners.spares(self._needed)
        await owners.begin(self._address, self.dropped, self._woken, others.let_go)
        self._neighbours.begin()

    async def end(self) -> None:
        """Wait for nobody any more. What is ours is let go of with the store, when everything is written."""
        await self._neighbours.end()
        await self._lines.close()

    def troubles(self) -> list[str]:
        """What is wrong between this process and others, in words."""
        return self._clocks_apart() + self._neighbours.troubles()

    def _clocks_apart(self) -> list[str]:
        ahead = abs(self._storage.owners.apart)
        found = [ITS_CLOCK.format(ahead)] if ahead > APART else []
        return [*found, CLOCKS] if self._lines.clocks.apart else found

    def _needed(self, unit: str) -> bool:
        """Whether anything of a unit is in memory; a match of a party has its party with it."""
        return unit in self._matches.tables or self._parties.at_hand(unit) is not None

    async def dropped(self, units: Collection[str]) -> None:
        """These are not ours any more."""
        for unit in units:
            if (party := self._parties.at_hand(unit)) is not None:
                party.lose(MOVED)
        await self._matches.tables.drop(set(units), MOVED)
        await self._forget_reviews(units)

    async def _forget_reviews(self, units: Collection[str]) -> None:
        """Whoever has a match from now on may have to take a name out of what was said about it."""
        if not (about := self._reviews.about()):
            return
        try:
            rows = [row for unit in units for row in await self._storage.parties.matches(unit)]
            about &= {*units, *(row.id for row in rows)}
        except StorageError:
            pass  # nobody can tell which: then all of them
        for match in about:
            self._reviews.forget(match)

    async def _woken(self, units: Collection[str]) -> None:
        """These were somebody's who died, and go on here."""
        for unit in units:
            await self.exchange.units.took(unit)
            with suppress(Gone, StorageError):
                await self._open(unit)

    async def _open(self, unit: str) -> None:
        match: str | None = unit
        with suppress(Gone):  # it is a match
            match = (await self._parties.get(unit)).book.match
        if match is not None:
            (await self._matches.tables.get(match)).people_changed()
