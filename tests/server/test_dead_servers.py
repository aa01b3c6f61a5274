"""What dead servers had goes on elsewhere; and who lets go of what, asked or not."""

import asyncio

import pytest

from dicecup.server.store import postgres_owners, postgres_sweep
from dicecup.server.store.seals import Waiting
from dicecup.server.store.storage import (
    Fenced,
    Summary,
)
from tests.server.processes import Process, party, share
from tests.server.stores import PostgresPlace, more, nobody, nothing, row


@pytest.fixture(autouse=True)
def steady(nobody_dies_of_a_busy_machine: None) -> None:
    """Who is dead is said by the test."""


# --- the dead ---


async def _sweep(process: Process) -> list[str]:
    assert process.owners._sweep is not None
    return sorted(await process.owners._sweep.take())


async def _die(process: Process) -> None:
    """Without a word, and for good."""
    await process.stop()
    process.heart._beating.cancel()


def test_what_goes_on_at_a_dead_server_goes_on_at_another(database: PostgresPlace) -> None:
    """Nobody has to look at it for that; and what nobody waits for is nobody's."""
    over = Summary(turn=9, asked=None, finished=True, winners=(0,))

    async def work(one: Process, other: Process, third: Process) -> None:
        for match in ("lately", "over", "old", "clock runs", "clock stands"):
            await one.store.add_match(row(match))
            await one.owners.own(match)
        await one.store.parties.write(party(match=row("played")))
        await one.store.append(more([], "one", match="over", summary=over))
        await one.store.keep_clock("clock runs", '{"since":1.5}')
        await one.store.keep_clock("clock stands", '{"since":null}')
        old = "UPDATE matches SET updated = 0 WHERE id LIKE 'old%' OR id LIKE 'clock%'"
        await asyncio.to_thread(database.by_hand, old)
        assert await _sweep(other) == [], "everybody is alive"
        await _die(one)
        assert await _sweep(other) == sorted(other.woken) == ["clock runs", "lately", "p"]
        assert all(other.owners.holds(unit) for unit in other.woken)
        assert await _sweep(third) == third.woken == []
        for unit in ("over", "old", "clock stands"):
            assert await third.owners.whose(unit) is None
            assert (await third.owners.own(unit)).here
        with pytest.raises(Fenced):
            await one.store.append(more([], "one", match="lately"))
        await other.store.append(more([], "one", match="lately"))

    share(database, work, 3)
    assert {token for (token,) in database.by_hand("SELECT token FROM owners")} == {2}


def test_each_takes_some_of_what_a_dead_server_had(
    database: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_sweep, "AT_ONCE", 3)

    async def work(one: Process, other: Process, third: Process) -> None:
        for n in range(8):
            await one.store.add_match(row(f"m{n}"))
            await one.owners.own(f"m{n}")
        await _die(one)
        taken = [*(await asyncio.gather(_sweep(other), _sweep(third))), await _sweep(other)]
        assert [len(each) for each in taken] == [3, 3, 2]
        assert len({unit for each in taken for unit in each}) == 8

    share(database, work, 3)


def test_what_a_newer_version_had_waits_for_one(database: PostgresPlace) -> None:
    async def work(new: Process, old: Process, same: Process) -> None:
        await new.store.add_match(row())
        await new.owners.own("m")
        await _die(new)
        assert await _sweep(old) == []
        assert await _sweep(same) == ["m"]

    share(database, work, 3, "2.0.0", "1.9.9", "2.0.0")


def test_who_has_been_dead_for_long_is_forgotten(database: PostgresPlace) -> None:
    async def work(one: Process, other: Process) -> None:
        for match in ("m", "kept"):
            await one.store.add_match(row(match))
            await one.owners.own(match)
        await one.store.delete_match("m")
        await one.store.seals.put("ann", Waiting("name", "secret"))
        await _die(one)
        for statement in (
            "UPDATE matches SET updated = 0",
            "UPDATE owners SET taken = taken - interval '2 days'",
            "UPDATE seals SET made = made - interval '2 days'",
        ):
            await asyncio.to_thread(database.by_hand, statement)
        assert other.owners._sweep is not None
        await other.owners._sweep.clean()
        assert len(await asyncio.to_thread(database.by_hand, "SELECT * FROM processes")) == 2, "it had something"
        await _sweep(other)
        await other.owners._sweep.clean()

    share(database, work)
    assert len(database.by_hand("SELECT id FROM processes")) == 1, "who has left a moment ago"
    assert database.by_hand("SELECT unit, process FROM owners") == [("kept", None)]
    assert database.by_hand("SELECT * FROM seals") == []


def test_what_nobody_needs_any_more_is_let_go_of(database: PostgresPlace) -> None:
    async def work(one: Process, other: Process) -> None:
        for match in ("m", "needed"):
            await one.store.add_match(row(match))
            await one.owners.own(match)
        one.owners.spares(lambda unit: unit == "needed")
        await one.owners.spare()
        assert (await other.owners.own("m")).here
        assert not (await other.owners.own("needed")).here

    share(database, work)


# --- gathering ---


def test_whoever_is_asked_lets_go(database: PostgresPlace) -> None:
    async def work(one: Process, other: Process, third: Process) -> None:
        for n, owner in enumerate((one, other, third, None)):
            await one.store.add_match(row(f"m{n}"))
            if owner is not None:
                await owner.owners.own(f"m{n}")
        one.others = {each.owners.process: each for each in (other, third)}
        assert await one.owners.gather([f"m{n}" for n in range(4)])
        assert all(one.owners.holds(f"m{n}") for n in range(4))
        assert (other.dropped, third.dropped) == (["m1"], ["m2"])

    share(database, work, 3)


def test_whoever_does_not_let_go_keeps_it(database: PostgresPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_owners, "_LETS_GO", 0.0)

    async def work(one: Process, other: Process) -> None:
        await one.store.add_match(row())
        await other.owners.own("m")
        await one.owners.begin("", nothing, nothing, nobody)
        assert not await one.owners.gather(["m"])
        assert other.owners.holds("m")

    share(database, work)
