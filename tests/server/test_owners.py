"""Who may write what where several processes share a database: one at a time, and nobody who was taken for dead.

Two stores on one database are two processes here (`processes`).
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from dicecup.saves import StorageError
from dicecup.server.seals import Seals
from dicecup.server.store import postgres_connections, postgres_heart
from dicecup.server.store.owners import Alone, Owner
from dicecup.server.store.postgres import PostgresStorage
from dicecup.server.store.storage import (
    Farewell,
    Fenced,
    PartyChange,
    PartyRow,
    Seat,
    Stored,
)
from dicecup.table import SetupError
from tests.server.processes import Process, party, share
from tests.server.stores import PostgresPlace, more, nobody, row


@pytest.fixture(autouse=True)
def steady(nobody_dies_of_a_busy_machine: None) -> None:
    """Who is dead is said by the test."""


# --- one owner ---


def test_a_unit_has_one_owner_and_the_others_are_told_who(database: PostgresPlace) -> None:
    async def work(one: Process, other: Process) -> None:
        await one.store.add_match(row())
        mine = await one.owners.own("m")
        assert mine.here
        assert one.owners.holds("m")
        assert not other.owners.holds("m")
        theirs = await other.owners.own("m")
        assert theirs == Owner(one.owners.process, "somewhere:1", one.owners.version)
        assert not theirs.here
        assert await other.owners.whose("m") == theirs
        assert {each.process for each in await other.owners.all()} == {one.owners.process, other.owners.process}
        assert [each.here for each in await other.owners.all()] == [False, True]
        await one.owners.give_up(["m"])
        assert one.dropped == ["m"], "what is in memory of it goes first"
        assert await one.owners.whose("m") is None
        assert (await other.owners.own("m")).here
        await other.store.append(more([], "one"))

    share(database, work)


def test_what_everybody_wants_at_once_one_gets(database: PostgresPlace) -> None:
    async def work(*all_: Process) -> None:
        await all_[0].store.add_match(row())
        asked = [process.owners.own("m") for process in all_ for _ in range(4)]
        owners = await asyncio.gather(*asked)
        assert len({owner.process for owner in owners}) == 1
        assert sum(process.owners.holds("m") for process in all_) == 1

    share(database, work, 3)
    assert database.by_hand("SELECT unit, token FROM owners") == [("m", 1)]


def test_what_is_not_there_is_nobodys_and_leaves_nothing_behind(database: PostgresPlace) -> None:
    async def work(one: Process, other: Process) -> None:
        for process in (one, other):
            assert (await process.owners.own("made up")).here, "who asks for it hears here that it is not there"
            assert not process.owners.holds("made up")
        await one.store.keep_clock("made up", "1 s")
        assert await one.store.claim("made up", "ann") is None

    share(database, work)
    assert database.by_hand("SELECT * FROM owners") == []


def test_a_server_that_ends_leaves_nothing_behind(database: PostgresPlace) -> None:
    async def work(one: Process, other: Process) -> None:
        await one.store.add_match(row())
        await one.owners.own("m")
        await one.owners.end()
        assert [each.here for each in await other.owners.all()] == [True]
        assert (await other.owners.own("m")).here

    share(database, work)
    assert database.by_hand("SELECT * FROM owners WHERE process IS NOT NULL") == []
    recently = "SELECT * FROM processes WHERE beat > now() - interval '300 s'"
    assert database.by_hand(recently) == [], "who has left is dead at once"


def test_in_a_file_everything_is_ones_own() -> None:
    async def go() -> None:
        alone = Alone()
        assert (await alone.own("m")).here
        assert alone.holds("anything")
        assert await alone.gather(["m"])

    asyncio.run(go())


# --- the fence ---

WRITES: dict[str, Callable[[PostgresStorage], Awaitable[object]]] = {
    "an answer": lambda store: store.append(more(["one"], "two")),
    "a clock": lambda store: store.keep_clock("m", "9 s"),
    "a seat that is taken": lambda store: store.claim("code-m", "bo"),
    "a match that is handed over": lambda store: store.hand_over("m", "dan"),
    "a match that is cleared away": lambda store: store.delete_match("m"),
    "a rematch": lambda store: store.add_rematch("m", row("next")),
    "a rescue": lambda store: store.rescue(Stored(row(), [], b"", {}), 0),
    "a party": lambda store: store.parties.write(party(2)),
    "a party's next match": lambda store: store.parties.write(party(2, match=row("next"), after="played")),
    "a party's seats": lambda store: store.parties.write(
        party(2, seats={("played", 0): Seat(name="A", player="person")})
    ),
    "a party's owner": lambda store: store.parties.write(party(2, owner=("played", "bo"))),
    "a party's guest who moves": lambda store: store.parties.write(party(2, moved=("ann", "bo"))),
    "a match that a party adopts": lambda store: store.parties.write(party(2, adopted="m")),
    "another party that adopts it": lambda store: store.parties.write(
        PartyChange(row=PartyRow(id="q", body="{}", version=1), adopted="m")
    ),
    "a party that is cleared away": lambda store: store.parties.delete("p"),
    "an answer in a party's match": lambda store: store.append(more([], "one", match="played")),
    "a guest who is forgotten": lambda store: store.forget(
        Farewell(guest="ann", matches=[], gone=["m"], results={}, parties=[], parties_gone=[])
    ),
    "a guest who is forgotten at a table": lambda store: store.forget(
        Farewell(guest="ann", matches=[], gone=[], results={}, parties=[], parties_gone=["p"])
    ),
}


async def _some(store: PostgresStorage) -> None:
    """A match, and a party with another one."""
    await store.add_match(row())
    await store.append(more([], "one"))
    await store.parties.write(party(match=row("played")))
    for unit in ("m", "p"):
        assert (await store.owners.own(unit)).here


_EVERYTHING = (
    "SELECT id, version, rows, owner FROM matches",
    "SELECT id, version FROM parties",
    "SELECT match, body FROM clocks",
    "SELECT match, seat, guest FROM seats",
    "SELECT match, party FROM party_matches",
)


def _all(database: PostgresPlace) -> list[list[tuple[object, ...]]]:
    return [sorted(database.by_hand(question)) for question in _EVERYTHING]


def test_nobody_writes_what_another_has(database: PostgresPlace) -> None:
    """However something is written: another process, and one that was taken for dead, are refused."""

    async def work(one: Process, other: Process) -> None:
        await _some(one.store)
        before = await asyncio.to_thread(_all, database)
        for write in WRITES.values():
            with pytest.raises(Fenced):
                await write(other.store)
        await one.stop()
        known = dict(one.owners._held)
        for unit in ("m", "p"):
            assert (await other.owners.own(unit)).here
        for kind, write in WRITES.items():
            one.owners._held.update(known)
            assert one.owners.holds("m"), "it does not know"
            one.dropped.clear()
            with pytest.raises(Fenced):
                await write(one.store)
            await one.forgot()
            assert one.dropped in (["m"], ["p"]), f"now it knows, by {kind}"
        assert await asyncio.to_thread(_all, database) == before
        await other.store.append(more(["one"], "two"))
        await other.store.parties.write(party(2))

    share(database, work)


def test_whatever_is_written_is_written_by_its_owner() -> None:
    """A new kind of write goes through the fence, or is named here."""
    import inspect
    import re

    from dicecup.server.store import postgres, postgres_parties

    free = {"add_guest", "add_match", "add_result", "keep_review", "add_attempt"}
    text = inspect.getsource(postgres) + inspect.getsource(postgres_parties)
    found = set()
    for method in re.split(r"\n    async def ", text)[1:]:
        if "_connections.write(" in method:
            found.add(method.partition("(")[0])
    assert found == free


def test_whoever_is_stopped_in_the_middle_of_writing_holds_nobody_up(database: PostgresPlace) -> None:
    """PostgreSQL ends what it has begun, and so lets go of what it has locked."""
    patience = "idle_in_transaction_session_timeout"
    assert float(postgres_connections.SETTINGS[patience]) / 1000 <= 5.0, "when others notice that it is dead"

    async def work(one: Process, other: Process) -> None:
        await one.store.add_match(row())
        await one.owners.own("m")
        begun, goes_on = threading.Event(), threading.Event()

        async def slowly(db: Any) -> None:
            await db.execute("UPDATE matches SET owner = 'nobody'")
            await db.execute(f"SET LOCAL {patience} = 100")
            begun.set()
            while not goes_on.is_set():
                await asyncio.sleep(0.01)
            await db.execute("SELECT 1")

        writing = asyncio.create_task(one.owners.write(slowly, matches=["m"]))
        await asyncio.to_thread(begun.wait)
        await one.stop()
        assert (await other.owners.own("m")).here
        await other.store.append(more([], "one"))
        goes_on.set()
        with pytest.raises(Fenced):
            await writing

    share(database, work)
    assert database.by_hand("SELECT owner FROM matches") == [("ann",)]


# --- coming back ---


def test_whoever_was_taken_for_dead_comes_back_as_somebody_else(database: PostgresPlace) -> None:
    async def work(one: Process, other: Process) -> None:
        await _some(one.store)
        name = one.owners.process
        await one.stop()
        await one.go_on()
        assert one.owners.process != name
        assert sorted(one.dropped) == ["m", "p"], "even what nobody has taken meanwhile"
        assert not one.owners.holds("m")
        assert (await other.owners.own("m")).here
        assert (await one.owners.own("m")).process == other.owners.process
        assert (await one.owners.own("p")).here

    share(database, work)
    assert sorted(database.by_hand("SELECT unit, token FROM owners")) == [("m", 2), ("p", 2)]


def test_nobody_waits_for_a_name_that_a_process_has_given_up(database: PostgresPlace) -> None:
    """Its last beat was under way for so long that it gave itself up, and came to the database all the same."""

    async def work(one: Process, other: Process) -> None:
        await _some(one.store)
        name = one.owners.process
        while one.owners.process == name:
            one.heart._until = 0.0
            await asyncio.sleep(0.005)
        await one.owners.beating()
        assert await other.owners.whose("m") is None
        assert (await other.owners.own("m")).here, "at once, and not when that name has been silent for long"

    share(database, work)


def test_what_was_lost_and_came_back_is_not_what_it_was(database: PostgresPlace) -> None:
    """Another one had it meanwhile, and let go of it again: what is in memory of it is forgotten all the same."""

    async def work(one: Process, other: Process) -> None:
        await _some(one.store)
        await one.stop()
        assert (await other.owners.own("m")).here
        await other.store.append(more(["one"], "two"))
        await other.owners.give_up(["m"])
        with pytest.raises(Fenced):
            await one.store.keep_clock("m", "what it thought")
        assert one.dropped == ["m"]
        await one.go_on()
        assert (await one.owners.own("m")).here
        assert one.dropped.count("m") == 1
        found = await one.store.load("m")
        assert found is not None
        assert (found.rows, found.clock) == (["one", "two"], "")

    share(database, work)


def test_nothing_is_taken_again_before_what_was_in_memory_of_it_is_gone(database: PostgresPlace) -> None:
    async def work(one: Process) -> None:
        forgetting, may = asyncio.Event(), asyncio.Event()

        async def slowly(_units: object) -> None:
            forgetting.set()
            await may.wait()

        await one.owners.begin("", slowly, slowly, nobody)
        await _some(one.store)
        giving = asyncio.create_task(one.owners.give_up(["m"]))
        await forgetting.wait()
        assert not one.owners.holds("m")
        with pytest.raises(Fenced):
            await one.store.append(more(["one"], "of the old life"))
        again = asyncio.create_task(one.owners.own("m"))
        await asyncio.sleep(0)
        may.set()
        await giving
        assert (await again).here
        await one.store.append(more(["one"], "of the new one"))

    share(database, work, 1)
    assert database.by_hand("SELECT token FROM owners WHERE unit = 'm'") == [(2,)]


def test_a_party_has_the_match_that_it_adopts(database: PostgresPlace) -> None:
    async def work(one: Process, other: Process) -> None:
        await one.store.add_match(row())
        await one.owners.own("m")
        await one.store.append(more([], "one"))
        await one.store.parties.write(party(adopted="m"))
        assert one.owners.holds("p"), "from its first moment"
        assert await one.owners.unit_of("m") == await other.owners.unit_of("m") == "p"
        await one.owners.give_up(["m"])
        await other.owners.own("m")
        with pytest.raises(Fenced):
            await other.store.append(more(["one"], "two"))
        await one.store.append(more(["one"], "two"))

    share(database, work)


def test_a_database_that_is_away_for_too_long_takes_everything_away(
    database: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its own clock: whoever cannot ask does not know what others do."""

    async def work(one: Process) -> None:
        await _some(one.store)
        later = postgres_heart.now() + 501
        with monkeypatch.context() as patch:
            patch.setattr(postgres_heart, "now", lambda: later)
            assert not one.owners.holds("m")
            while sorted(one.dropped) != ["m", "p"]:
                await asyncio.sleep(0.01)

    share(database, work, 1)


def test_a_server_that_was_killed_and_is_started_again_goes_on_at_once(database: PostgresPlace) -> None:
    """Whoever listens at an address knows that nobody else does: it is not missed for seconds first."""

    async def work(killed: Process, other: Process) -> None:
        await killed.store.add_match(row())
        await killed.owners.own("m")
        killed.heart.paused = True
        again = await asyncio.to_thread(Process, database)
        try:
            await again.begin("somewhere:1")
            assert (await other.owners.whose("m")) is None
            assert (await again.owners.own("m")).here
            await again.store.append(more([], "one"))
            with pytest.raises(Fenced):
                await killed.store.append(more([], "two"))
            assert [each.address for each in await other.owners.all() if not each.here] == ["somewhere:1"]
        finally:
            await again.store.close()

    share(database, work)


def test_two_servers_at_one_address_do_not_kill_each_other_for_ever(database: PostgresPlace) -> None:
    """In two networks that is a mistake which the one who comes later makes once."""

    async def work(one: Process) -> None:
        twin = await asyncio.to_thread(Process, database)
        try:
            before = one.heart.name
            await twin.begin("somewhere:1")
            while one.heart.name == before or not one.heart.beats:
                await asyncio.sleep(0.01)
            names = (one.heart.name, twin.heart.name)
            assert len(await twin.owners.all()) == 2
            await asyncio.sleep(10 * postgres_heart.BEAT)
            assert (one.heart.name, twin.heart.name) == names
            assert one.owners.beats
            assert twin.owners.beats
        finally:
            await twin.store.close()

    share(database, work, 1)


def test_commands_without_an_address_leave_each_other_alone(database: PostgresPlace) -> None:
    async def work(one: Process) -> None:
        tidying = await asyncio.to_thread(Process, database)
        other = await asyncio.to_thread(Process, database)
        try:
            await tidying.begin("")
            await other.begin("")
            assert len(await one.owners.all()) == 3
        finally:
            await tidying.store.close()
            await other.store.close()

    share(database, work, 1)


def test_a_server_that_is_about_to_end_takes_nothing_more(database: PostgresPlace) -> None:
    async def work(one: Process, other: Process) -> None:
        for match in ("m", "new", "old"):
            await one.store.add_match(row(match))
        for match in ("m", "old"):
            await one.owners.own(match)
        await one.owners.give_up(["old"])
        one.owners.leave()
        assert one.owners.holds("m")
        for match in ("new", "old"):
            assert (await one.owners.own(match)).process == other.owners.process
            assert (await other.owners.own(match)).here
        assert (await one.owners.own("not there")).here
        await other.owners.end()
        with pytest.raises(StorageError, match="being restarted"):
            await one.owners.own("new")
        await one.store.append(more([], "one"))

    share(database, work)


def test_all_know_the_same_key(database: PostgresPlace) -> None:
    async def work(*all_: Process) -> None:
        keys = await asyncio.gather(*(process.owners.key() for process in all_))
        assert len({*keys}) == 1
        assert len(keys[0]) == 32

    share(database, work)


# --- versions ---


def test_what_a_newer_version_had_is_not_taken_by_an_older_one(database: PostgresPlace) -> None:
    async def work(old: Process, new: Process, another: Process) -> None:
        await new.store.add_match(row())
        assert (await new.owners.own("m")).here
        await new.owners.give_up(["m"])
        assert (await old.owners.own("m")).process == another.owners.process, "the newest one that is there"
        await new.owners.end()
        await another.owners.end()
        with pytest.raises(
            StorageError, match=r"newer version of Dicecup\. Come back in a moment.* within ten minutes"
        ):
            await old.owners.own("m")
        assert not old.owners.holds("m")
        gone = "UPDATE processes SET beat = beat - interval '1 hour' WHERE version <> '1.9.1'"
        await asyncio.to_thread(database.by_hand, gone)
        assert (await old.owners.own("m")).here, "whoever has gone back to an older version plays on in time"

    share(database, work, 3, "1.9.1", "1.10.0", "1.10.1")


def test_what_an_older_version_had_is_taken(database: PostgresPlace) -> None:
    async def work(old: Process, new: Process) -> None:
        await new.store.add_match(row())
        assert (await old.owners.own("m")).here
        await old.owners.give_up(["m"])
        assert (await new.owners.own("m")).here

    share(database, work, 2, "1.9.1", "1.10.0")


def test_what_one_process_has_sealed_another_one_uses_once(database: PostgresPlace) -> None:
    async def work(one: Process, other: Process) -> None:
        name, secret = await Seals(one.store.seals).new("ann")
        with pytest.raises(SetupError, match="cleared away"):
            await Seals(other.store.seals).take("bo", name)
        taken = await Seals(other.store.seals).take("ann", name, 3)
        assert (taken.commitment, taken.number) == (secret.commitment, 3)
        with pytest.raises(SetupError, match="cleared away"):
            await Seals(one.store.seals).take("ann", name)

    share(database, work)
