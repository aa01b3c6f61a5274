"""Servers and thinkers that share a line: whoever is free thinks, and whatever dies, every table goes on."""

import asyncio
import os
from typing import Any

import pytest

from dicecup.players import make
from dicecup.server.bus.bus import Within
from dicecup.server.thinking import Asker
from dicecup.server.thoughts import circle, link, roll, rows, taking
from dicecup.server.thoughts.asking import NOBODY
from dicecup.server.thoughts.link import Away
from dicecup.server.thoughts.roll import OTHER_BUS, Roll
from tests.server.postgres import Cluster
from tests.server.stores import PostgresPlace
from tests.server.thoughts.room import Minds, Room, rolled, run, until

HERE = str(os.getpid())
ALL = "SELECT * FROM thoughts"


def test_the_same_choice_as_the_player_makes_at_the_table(shared: PostgresPlace) -> None:
    fork = rolled()

    async def work(room: Room) -> Any:
        server = await room.server()
        await room.thinker()
        return await server.decide(fork, "easy", print, Asker("Ann", "table"))

    decision = run(shared, work)
    ask = fork.pending
    assert ask is not None
    assert not decision.failed
    player = make("yahtzee", "easy")
    assert ask.find(decision.choice) == player.decide(fork.view(0), ask, lambda seed: fork.fork(0, seed))


def test_whoever_asks_where_a_process_is_free_waits_for_nobody(shared: PostgresPlace, minds: Minds) -> None:
    """Not even for the database: then it is as with a server that is alone."""

    async def work(room: Room) -> None:
        server = await room.server(1)
        await server.until_idle()
        minds.hold()
        first = asyncio.create_task(server.think("slow"))
        await minds.until_asked(1)
        assert await room.look(ALL) == []
        second = asyncio.create_task(server.think())
        await until(lambda: bool(server.asking._open))
        minds.let_go()
        assert not (await first).failed
        assert not (await second).failed, "it had to wait for its turn, and had it"

    run(shared, work)


def test_a_server_that_can_think_itself_does_not_bother_the_database(
    shared: PostgresPlace, minds: Minds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taking, "_LOOK", 3600.0)

    async def work(room: Room) -> None:
        server = await room.server(1)
        await server.until_idle()
        with pytest.MonkeyPatch.context() as patch:
            for name in ("put", "take", "answer", "collect"):
                patch.setattr(rows, name, lambda *_: pytest.fail("not for this"))
            assert not any([(await server.think()).failed for _ in range(5)])

    run(shared, work)


def test_many_servers_and_thinkers_answer_everybody_once(shared: PostgresPlace, minds: Minds) -> None:
    async def work(room: Room) -> None:
        servers = [await room.server(processes) for processes in (0, 0, 1)]
        for _ in range(2):
            await room.thinker(1)
        made = await asyncio.gather(
            *(servers[n % 3].think(asker=Asker(f"guest {n % 4}", f"table {n % 6}")) for n in range(48))
        )
        assert not any(decision.failed for decision in made)
        assert await room.look(ALL) == [], "nothing is left of it"

    run(shared, work)
    assert len(minds.asked) >= 48


def test_how_far_it_has_come_is_heard(shared: PostgresPlace, minds: Minds) -> None:
    async def work(room: Room) -> list[str]:
        server = await room.server()
        await room.thinker()
        heard: list[str] = []
        minds.hold()
        thinking = asyncio.create_task(server.think("slow", hear=heard.append))
        await until(lambda: bool(heard))
        minds.let_go()
        await thinking
        return heard

    assert run(shared, work) == ["Thinking hard"]


def test_it_is_heard_without_a_bus_too(
    shared: PostgresPlace, minds: Minds, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(*_: object) -> None:
        pass

    async def work(room: Room) -> list[str]:
        monkeypatch.setattr(room.bus, "tell", silent)
        server = await room.server()
        await room.thinker()
        heard: list[str] = []
        minds.hold()
        thinking = asyncio.create_task(server.think("slow", hear=heard.append))
        await until(lambda: bool(heard))
        minds.let_go()
        assert not (await thinking).failed
        return heard

    assert run(shared, work) == ["Thinking hard"]


def test_nobody_learns_from_the_line_who_plays_where(shared: PostgresPlace, minds: Minds) -> None:
    """And when nobody waits, nothing of it is left."""

    async def work(room: Room) -> None:
        server = await room.server()
        thinking = asyncio.create_task(server.think(asker=Asker("fingerprint", "match")))
        await until(lambda: server.asking.waiting == 1)
        await room.thinker()
        assert not (await thinking).failed
        (turn, place) = await room.look("SELECT * FROM turns ORDER BY place")
        assert turn["guest"] == place["guest"]
        assert "fingerprint" not in str(turn)
        assert "match" not in str(place)
        await server.circle._sweep()
        assert await room.look("SELECT * FROM turns") == []

    run(shared, work)


# --- when it goes wrong ---


def test_whoever_listens_badly_stops_nobody(shared: PostgresPlace, minds: Minds) -> None:
    def hear(_: str) -> None:
        raise ZeroDivisionError

    async def work(room: Room) -> None:
        server = await room.server()
        await room.thinker()
        minds.hold()
        thinking = asyncio.create_task(server.think("slow", hear=hear))
        await minds.until_asked(1)
        beats: list[Any] = []
        server.circle.on_beat(beats.append)
        await until(lambda: len(beats) > 2)
        minds.let_go()
        assert not (await thinking).failed

    run(shared, work)


def test_one_that_fails_is_asked_once_more_and_then_anything_is_taken(
    shared: PostgresPlace, minds: Minds, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(room: Room) -> Any:
        server = await room.server()
        await room.thinker()
        return await server.think("deadly"), await server.think("unlucky")

    deadly, unlucky = run(shared, work)
    assert deadly.failed, "and the table hears of it"
    assert not unlucky.failed
    assert minds.asked == ["deadly"] * 2 + ["unlucky"] * 2
    told = [one.getMessage() for one in caplog.records if "asked to choose" in one.getMessage()]
    assert told == ["yahtzee, deadly, asked to choose: The computer player failed."]


def test_two_tries_are_two_wherever_they_are_made(shared: PostgresPlace, minds: Minds) -> None:
    async def work(room: Room) -> Any:
        server = await room.server(1)
        await server.until_idle()
        return await server.think("deadly")

    assert run(shared, work).failed
    assert minds.asked == ["deadly"] * 2


def test_what_nobody_wants_to_know_is_thought_about_no_longer(shared: PostgresPlace, minds: Minds) -> None:
    async def work(room: Room) -> None:
        server = await room.server()
        thinker = await room.thinker()
        minds.hold()
        thinking = asyncio.create_task(server.think("slow"))
        await minds.until_asked(1)
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)
        assert not (await server.think()).failed, "though the slow one was never let go"
        assert not thinker.taking._runs

    run(shared, work)


def test_another_takes_over_from_a_thinker_that_died(impatient: PostgresPlace, minds: Minds) -> None:
    async def work(room: Room) -> None:
        server = await room.server()
        first = await room.thinker()
        minds.hold()
        thinking = asyncio.create_task(server.think("slow"))
        await minds.until_asked(1)
        first.stop()
        second = await room.thinker()
        await until(lambda: bool(second.taking._runs))
        (run,) = first.taking._runs.values()
        minds.let_go()  # both answer now
        assert not (await thinking).failed
        assert run.task is not None
        await run.task
        assert await room.look(ALL) == []

    run(impatient, work)


def test_without_anybody_who_thinks_it_says_so_and_waits(
    shared: PostgresPlace, minds: Minds, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(room: Room) -> None:
        server = await room.server()
        assert server.complaint == NOBODY
        thinking = asyncio.create_task(server.think())
        await until(lambda: server.asking.waiting == 1)
        await room.thinker()
        assert not (await thinking).failed
        await until(lambda: not server.complaint)
        other = await room.server(1)
        assert not other.complaint

    run(shared, work)
    assert [one.getMessage() for one in caplog.records if one.name == "dicecup.server"] == [
        NOBODY,
        "Somebody thinks for the computer players again.",
    ]


def test_who_has_another_bus_is_spoken_of(
    shared: PostgresPlace, minds: Minds, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A thought gets there and back all the same, seconds later."""
    monkeypatch.setattr(roll, "_SAYS", 0.05)

    async def work(room: Room) -> None:
        server, other = await room.server(), await room.server()
        room.bus = Within()
        thinker = await room.thinker()
        monkeypatch.setattr(roll, "_UNHEARD", 0.3)
        await until(lambda: server.complaint == other.complaint == thinker.circle.roll.trouble == OTHER_BUS)
        assert not (await server.think()).failed
        await thinker.taking.close()
        await thinker.circle.end()
        await until(lambda: server.complaint == NOBODY)

    run(shared, work)
    assert caplog.messages.count(OTHER_BUS) == 3, "once each"


def test_who_has_another_version_is_nobody(
    shared: PostgresPlace, minds: Minds, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And whoever lacks the game that is asked about leaves it, and the log says so."""

    async def work(room: Room) -> None:
        server = await room.server()
        older = room.circle(1)
        older.kits[:] = ["yahtzee 0.0.1"]
        await older.begin()
        with_less = room.circle(1)
        with_less.kits[:] = [each for each in server.circle.kits if not each.startswith("yahtzee")]
        beaten: list[int] = []
        server.circle.on_beat(lambda standing: beaten.append(standing.thinkers))
        await until(lambda: 1 in beaten)
        assert server.complaint == NOBODY
        await with_less.begin()
        await until(lambda: not server.complaint)
        thinking = asyncio.create_task(server.think())
        await until(lambda: "Nobody who thinks has what is asked about: yahtzee " in caplog.text)
        await room.thinker()
        assert not (await thinking).failed
        await older.end()
        await with_less.end()

    run(shared, work)


def test_a_thinker_that_leaves_gives_back_what_it_has_not_finished(shared: PostgresPlace, minds: Minds) -> None:
    async def work(room: Room) -> None:
        server = await room.server()
        first = await room.thinker()
        minds.hold()
        thinking = asyncio.create_task(server.think("slow"))
        await minds.until_asked(1)
        await first.taking.close(grace=0.01)
        await first.circle.end()
        ((taker,),) = [row.values() for row in await room.look("SELECT taker FROM thoughts")]
        assert taker is None, "for whoever comes next, at once"
        await room.thinker()
        minds.let_go()
        assert not (await thinking).failed

    run(shared, work)


# --- the database ---


@pytest.mark.parametrize("how", [pytest.param("fast", marks=pytest.mark.thorough), "immediate"])
def test_a_database_that_is_started_again_costs_nobody_an_answer(
    shared: PostgresPlace, minds: Minds, cluster: Cluster, how: str
) -> None:
    """After a crash the line is empty: so whoever waits gets in line again."""

    async def work(room: Room) -> None:
        servers = [await room.server(), await room.server(1)]
        await room.thinker()
        minds.hold()
        thinking = [asyncio.create_task(server.think("slow")) for server in servers for _ in range(3)]
        await minds.until_asked(2)
        await asyncio.to_thread(cluster.stop, how)
        await asyncio.to_thread(cluster.start)
        minds.let_go()
        assert not any(decision.failed for decision in await asyncio.gather(*thinking))

    run(shared, work)


def test_a_server_that_cannot_reach_the_line_thinks_itself(
    shared: PostgresPlace, minds: Minds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in line already included; a computer player must not wait for a database that it does not need."""

    async def nothing(*_: object) -> None:
        raise Away("gone")

    async def work(room: Room) -> None:
        server = await room.server(1)
        await server.until_idle()
        minds.hold()
        thinking = [asyncio.create_task(server.think("slow")) for _ in range(3)]
        await until(lambda: len(server.asking._open) == 2)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(link.Link, "_do", nothing)
            minds.let_go()
            thinking += [asyncio.create_task(server.think()) for _ in range(3)]
            assert not any(decision.failed for decision in await asyncio.gather(*thinking))
        while await room.look(ALL):  # what was in line is withdrawn, as soon as that can be
            await asyncio.sleep(0.01)

    monkeypatch.setattr(circle, "_STUCK", 0.2)
    run(shared, work)


def test_a_database_that_says_nothing_holds_up_nobody_who_ends(
    shared: PostgresPlace, minds: Minds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "_ANSWER", 3600.0)
    monkeypatch.setattr(circle, "_FAREWELL", 0.1)

    async def work(room: Room) -> None:
        server = await room.server(1)
        stuck = asyncio.create_task(server.circle.link.do(lambda db: db.execute("SELECT pg_sleep(3600)")))
        thinking = asyncio.create_task(server.think())
        await until(lambda: bool(server.asking._open))
        await server.close()
        assert (await thinking).failed
        with pytest.raises(Away):
            await stuck

    run(shared, work)


def test_whoever_listens_to_nobody_blames_nobody() -> None:
    class Line(Within):
        works: bool = True  # type: ignore[misc]

    async def go() -> None:
        bus: Any = Line()
        mine = Roll(bus, "me")
        for now in range(0, 300, 5):
            bus.works = now < 100 or now >= 200
            await bus.tell(roll.HERE, {"name": "other"} if now % 20 == 0 and bus.works else {"name": "gone"})
            await mine.call({"me", "other"}, now)
            assert mine.trouble == "", "it was heard in time, or nobody could be"
        await mine.call({"me", "other", "new"}, 300)
        await mine.call({"me", "other", "new"}, 331)
        assert mine.trouble == OTHER_BUS
        await mine.call({"me", "other"}, 332)
        assert mine.trouble == OTHER_BUS, "nobody has heard that one since"
        await bus.tell(roll.HERE, {"name": "other"})
        await mine.call({"me", "other"}, 333)
        assert mine.trouble == ""

    asyncio.run(go())
