"""Whole tables where several processes share a database: each is in the memory of one of them at a time."""

from collections.abc import Awaitable, Callable, Collection
from pathlib import Path

import pytest

from dicecup import saves
from dicecup.server.bus.bus import GONE
from dicecup.server.bus.postgres_bus import PostgresBus
from dicecup.server.guests import forgetting
from dicecup.server.guests.forgetting import Forgetting
from dicecup.server.live import Gone, Live
from dicecup.server.matches import Matches
from dicecup.server.party.parties import Parties
from dicecup.server.review.reviews import Reviews
from dicecup.server.settings import Settings
from dicecup.server.store.owners import Owner
from dicecup.server.store.storage import (
    Elsewhere,
)
from dicecup.server.thinking import ThinkingPool
from dicecup.server.wire.saves import LoadWish
from tests.server.buses import on_board, until
from tests.server.inside import NEW, Ear, roll
from tests.server.processes import Process, share
from tests.server.stores import PostgresPlace


@pytest.fixture(autouse=True)
def steady(nobody_dies_of_a_busy_machine: None) -> None:
    """Who is dead is said by the test."""


# --- whole tables ---


class House:
    """The matches of one process, which goes by what its owners say."""

    def __init__(self, process: Process, folder: Path) -> None:
        self.process = process
        self.matches = Matches(process.store, ThinkingPool(), saves.Store(folder))

    async def begin(self, address: str) -> None:
        await self.process.owners.begin(address, self._drop, self._drop, self.process.ask)

    async def _drop(self, units: Collection[str]) -> None:
        self.process.dropped += units
        await self.matches.tables.drop(units, "somebody else has it")

    async def sit(self, match: str, ear: Ear) -> Live:
        live = await self.matches.find(match, ear.guest)
        live.listeners.add(ear)
        return live


def houses(database: PostgresPlace, folder: Path, work: Callable[..., Awaitable[None]]) -> None:
    async def go(*processes: Process) -> None:
        all_ = [House(process, folder) for process in processes]
        for number, house in enumerate(all_):
            await house.begin(f"somewhere:{number}")
        try:
            await work(*all_)
        finally:
            for house in all_:
                await house.matches.tables.close()
                await house.matches.thinking.close()

    share(database, go)


def test_a_match_is_in_the_memory_of_one_process_at_a_time(database: PostgresPlace, tmp_path: Path) -> None:
    async def work(one: House, other: House) -> None:
        match = (await one.matches.create(NEW, "ann")).match
        ann = Ear()
        live = await one.sit(match, ann)
        await live.command(ann, roll("first"))
        with pytest.raises(Elsewhere) as caught:
            await other.matches.find(match, "ann")
        assert caught.value.owner == Owner(one.process.owners.process, "somewhere:0", one.process.owners.version)
        await one.process.owners.give_up([match])
        assert (ann.last.type, ann.last.again) == ("bye", True)
        assert match not in one.matches.tables
        later = Ear()
        await (await other.sit(match, later)).command(later, roll("first"))
        assert [each.type for each in later.heard] == ["done"], "the same command gets the same answer there"
        assert later.last == next(each for each in ann.heard if each.type == "done")

    houses(database, tmp_path, work)


def test_whoever_was_taken_for_dead_sends_its_pages_to_the_new_owner(
    database: PostgresPlace, tmp_path: Path
) -> None:
    async def work(one: House, other: House) -> None:
        match = (await one.matches.create(NEW, "ann")).match
        ann, bo = Ear(), Ear("bo")
        live = await one.sit(match, ann)
        live.listeners.add(bo)
        await one.process.stop()
        there, late = await other.matches.find(match, "ann"), Ear()
        await live.command(ann, roll("first"))
        assert live.lost
        assert {(ear.last.type, ear.last.again) for ear in (ann, bo)} == {("bye", True)}
        assert "done" not in [each.type for each in ann.heard], (
            "it was not acknowledged, so the page says it again"
        )
        await there.command(late, roll("first"))
        assert late.heard[0].type == "done"
        await one.process.forgot()
        assert match not in one.matches.tables
        with pytest.raises(Elsewhere):
            await one.matches.find(match, "ann")

    houses(database, tmp_path, work)


def test_a_save_is_the_match_that_it_was_taken_of_although_another_process_has_that(
    database: PostgresPlace, tmp_path: Path
) -> None:
    async def work(one: House, other: House) -> None:
        match = (await one.matches.create(NEW, "ann")).match
        await one.sit(match, Ear())
        await one.matches.save(match, "ann", "evening")
        loaded = await other.matches.load(LoadWish(name="evening"), "ann")
        assert loaded.match == match, "nobody has decided anything since"

    houses(database, tmp_path, work)


def test_everything_of_a_guest_is_deleted_whichever_process_has_it(
    database: PostgresPlace, tmp_path: Path
) -> None:
    async def work(one: House, other: House) -> None:
        one.process.others = {other.process.owners.process: other.process}
        await one.process.store.add_guest("ann")
        here, there = [(await one.matches.create(NEW, "ann")).match for _ in range(2)]
        ann, elsewhere = Ear(), Ear()
        await one.sit(here, ann)
        live = await other.sit(there, elsewhere)
        await live.command(elsewhere, roll("first"))
        reviews = Reviews(one.process.store, Settings(folder=tmp_path))
        told = await Forgetting(one.matches, Parties(one.matches), reviews).forget("ann")
        assert told.matches == 2
        assert (ann.last.type, ann.last.again) == ("bye", False)
        assert (elsewhere.last.type, elsewhere.last.again) == ("bye", True), (
            "that page comes back, and finds nothing"
        )
        assert await other.process.store.matches_of("ann") == []
        with pytest.raises(Gone):
            await one.matches.find(there, "ann")
        await reviews.close()

    houses(database, tmp_path, work)


def test_whoever_is_deleted_looks_on_nowhere_any_more(
    database: PostgresPlace, tmp_path: Path, patient_bus: None
) -> None:
    async def work(one: House, other: House) -> None:
        buses = [PostgresBus(database.url), PostgresBus(database.url)]
        reviews = Reviews(one.process.store, Settings(folder=tmp_path))
        at_one, _ = (
            Forgetting(house.matches, Parties(house.matches), reviews, bus)
            for house, bus in zip((one, other), buses, strict=True)
        )
        await one.process.store.add_guest("cy")
        match = (await other.matches.create(NEW, "ann")).match
        ann, cy = Ear(), Ear("cy")
        (await other.sit(match, ann)).listeners.add(cy)
        async with on_board(*buses):
            await buses[0].tell(GONE, {"guest": ["no", "name"]})
            await buses[0].tell(GONE, {"who": "ann"})
            await at_one.forget("cy")
            await until(lambda: bool(cy.heard))
        assert (cy.last.type, cy.last.again) == ("bye", False)
        assert not ann.heard, "nobody else is"
        await reviews.close()

    houses(database, tmp_path, work)


def test_pages_of_whoever_is_deleted_elsewhere_wait_for_that_and_hear_nothing_else(
    database: PostgresPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should nobody tell them, because the bus is cut, they hear from the store what came of it."""

    async def in_time(there: Forgetting) -> None:
        monkeypatch.setattr(forgetting, "_WAITS", 0.0)
        await there._wait("ann")

    async def work(one: House, other: House) -> None:
        reviews = Reviews(one.process.store, Settings(folder=tmp_path))
        there = Forgetting(one.matches, Parties(one.matches), reviews)
        await one.process.store.add_guest("ann")
        for deleted in (False, True):
            match = (await one.matches.create(NEW, "ann")).match
            ann, bo = Ear(), Ear("bo")
            (await one.sit(match, ann)).listeners.add(bo)
            monkeypatch.setattr(forgetting, "_WAITS", 1e6)
            there.expect("ann")
            await one.process.owners.give_up([match])
            assert not ann.heard, "not even that its match is elsewhere by now"
            assert bo.last.again
            if deleted:
                elsewhere = Reviews(other.process.store, Settings(folder=tmp_path))
                await Forgetting(other.matches, Parties(other.matches), elsewhere).forget("ann")
                await elsewhere.close()
            await in_time(there)
            assert [(each.type, each.again) for each in ann.heard] == [("bye", not deleted)]
        await reviews.close()

    houses(database, tmp_path, work)
