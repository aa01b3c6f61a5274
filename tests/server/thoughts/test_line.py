"""One line for everybody: whose turn it is, who may take what, and that nothing is taken, or answered, twice."""

import asyncio
import json
import random
from collections import Counter, defaultdict
from itertools import count
from typing import Any

import pytest

import dicecup
from dicecup.server.thoughts import kits, rows
from dicecup.server.thoughts.rows import Thought
from tests.server.stores import PostgresPlace

KIT = "a game as it is"


class Line:
    """The line as the database has it, with a connection."""

    def __init__(self, db: Any) -> None:
        self.db = db
        self._numbers = count(1)

    async def put(self, guest: str, place: str = "", *, kit: str = KIT, asker: str = "server") -> str:
        id_ = f"{asker}-{next(self._numbers)}"
        await rows.put(self.db, id_, asker, guest, place, kit, "?", 20.0, 0)
        return id_

    async def take(self, taker: str = "thinker", *known: str) -> Thought | None:
        return await rows.take(self.db, taker, list(known or (KIT,)), 600.0)

    async def beat(self, *names: str) -> None:
        for name in names:
            await rows.beat(self.db, name, [KIT], 1)

    async def sweep(self) -> bool:
        return await rows.sweep(self.db, '{"failed": "lost"}', '{"failed": "late"}')

    async def long_silence(self, *names: str) -> None:
        """They have said nothing for a while; the others have."""
        await self.db.execute("UPDATE minds SET beat = clock_timestamp()")
        await self.db.execute("UPDATE minds SET beat = beat - interval '1 hour' WHERE id = ANY($1)", list(names))


def in_line(place: PostgresPlace, work: Any) -> Any:
    import asyncpg

    async def go() -> Any:
        db = await asyncpg.connect(place.url)
        try:
            return await work(Line(db))
        finally:
            await db.close()

    return asyncio.run(go())


# --- whose turn it is ---


def test_a_guest_waits_behind_one_of_the_thirty_tables_of_another(shared: PostgresPlace) -> None:
    async def work(line: Line) -> list[str]:
        for n in range(30):
            await line.put("greedy", f"table {n}")
        for _ in range(3):
            await line.put("Ann", "table")
        return [taken.guest for _ in range(33) if (taken := await line.take())]

    order = in_line(shared, work)
    assert [at for at, guest in enumerate(order) if guest == "Ann"] == [1, 3, 5]
    assert order.count("greedy") == 30


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.thorough) for n in range(1, 8))])
def test_nobody_is_overtaken_again_and_again(shared: PostgresPlace, seed: int) -> None:
    """Whoever asks how much, leaves, or comes back: between asking and being thought about no other guest has more
    than two turns beyond one's own."""
    dice = random.Random(seed)
    guests = ["greedy"] * 12 + ["Ann", "Ben", "Cy", "Di"]

    async def work(line: Line) -> int:
        waiting: dict[str, tuple[str, Counter[str]]] = {}  # whose it is, and how often all had been served then
        served: Counter[str] = Counter()
        longest = 0
        for _ in range(500):
            if dice.random() < 0.55:
                guest = dice.choice(guests)
                id_ = await line.put(guest, f"table {dice.randrange(9)}")
                waiting[id_] = guest, Counter(served)
            elif waiting and dice.random() < 0.1:
                id_ = dice.choice(list(waiting))  # nobody wants to know any more
                del waiting[id_]
                await rows.withdraw(line.db, "server", [id_])
            elif (taken := await line.take()) is not None:
                guest, before = waiting.pop(taken.id)
                own = served[guest] - before[guest]
                for other in served.keys() - {guest}:
                    assert served[other] - before[other] <= own + 2, f"{guest} waited for {other}"
                served[guest] += 1
                await rows.answer(line.db, taken, "thinker", "{}")
                await rows.collect(line.db, "server")
                if dice.random() < 0.2:
                    await line.beat("server", "thinker")
                    await line.sweep()  # which forgets what it may
            longest = max(longest, len(waiting))
        return longest

    assert in_line(shared, work) > 15, "or nobody had to wait"


def test_whoever_comes_back_at_once_does_not_keep_others_waiting(shared: PostgresPlace) -> None:
    """A guest's second question waits as long as those who ask one at a time have one turn each, not for ever."""

    async def work(line: Line) -> int:
        for guest in ("Ben", "Cy", "Di"):
            await line.put(guest)
        await line.put("Ann", "first")
        await line.put("Ann", "second")
        for turns in range(50):
            taken = await line.take()
            assert taken is not None
            if taken.place == "second":
                return turns
            await rows.answer(line.db, taken, "thinker", "{}")
            await rows.collect(line.db, "server")
            if taken.guest != "Ann":
                await line.put(taken.guest)
        raise AssertionError("it waits for ever")

    assert in_line(shared, work) <= 7


def test_the_tables_of_one_guest_take_turns(shared: PostgresPlace) -> None:
    async def work(line: Line) -> list[int]:
        put = [await line.put("Ann", table) for table in "aaabbc"]
        await rows.withdraw(line.db, "server", [await line.put("Ann", "c")])
        return [put.index(taken.id) for _ in range(6) if (taken := await line.take())]

    assert in_line(shared, work) == [0, 3, 5, 1, 4, 2]


def test_a_busy_table_does_not_hold_up_the_others_of_its_guest(shared: PostgresPlace) -> None:
    async def work(line: Line) -> list[str]:
        order = []
        for _ in range(4):
            await line.put("Ann", "busy")
        await line.put("Ann", "quiet")
        for _ in range(6):
            taken = await line.take()
            assert taken is not None
            order.append(taken.place)
            await line.put("Ann", "busy")
        return order

    assert "quiet" in in_line(shared, work)[:2]


# --- who may take what ---


def test_only_who_has_the_same_game_of_the_same_version_takes_it(shared: PostgresPlace) -> None:
    ours = kits.kit("yahtzee")

    async def work(line: Line) -> list[Thought | None]:
        await line.put("Ann", kit=ours)
        return [
            await line.take("older", ours.replace(dicecup.__version__, "0.0.1")),
            await line.take("elsewhere", kits.kit("deadwood")),
            await line.take("same", *kits.kits()),
        ]

    older, elsewhere, same = in_line(shared, work)
    assert older is elsewhere is None
    assert same is not None


def test_what_packages_have_a_say_in_a_game_counts_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib import metadata
    from types import SimpleNamespace

    from dicecup.table import brought

    def package(version: str, group: str, name: str) -> Any:
        dist = SimpleNamespace(name="more", version=version)
        return SimpleNamespace(entry_points=[SimpleNamespace(group=group, name=name, value="x", dist=dist)])

    def kit(*packages: Any) -> str:
        monkeypatch.setattr(metadata, "distributions", lambda: packages)
        kits._kits.cache_clear()  # type: ignore[attr-defined]
        return kits.kit("king-of-tokyo")

    try:
        plain = kit()
        cards = kit(package("1.0", "dicecup.king_of_tokyo.cards", "promo"))
        newer = kit(package("1.1", "dicecup.king_of_tokyo.cards", "promo"))
        player = kit(package("1.0", "dicecup.players", "king-of-tokyo/clever"))
        assert len({plain, cards, newer}) == 3
        assert player != plain
        assert kit(package("1.0", "dicecup.players", "yahtzee/clever")) == plain
    finally:
        monkeypatch.undo()
        brought.forget()


# --- nothing twice ---


def test_many_who_take_at_once_never_take_the_same(shared: PostgresPlace) -> None:
    import asyncpg

    async def work(line: Line) -> tuple[set[str], list[str], list[str]]:
        put = {await line.put(f"guest {n % 7}", f"table {n % 5}") for n in range(60)}
        taken: dict[str, list[str]] = defaultdict(list)

        async def taker(name: str) -> None:
            db = await asyncpg.connect(shared.url)
            while (got := await rows.take(db, name, [KIT], 600.0)) is not None:
                taken[name].append(got.id)
                assert await rows.answer(db, got, name, json.dumps({"by": name}))
            await db.close()

        async def collector() -> None:
            db = await asyncpg.connect(shared.url)
            while len(collected) < 60:
                collected.extend([id_ for id_, _ in await rows.collect(db, "server")])
            await db.close()

        collected: list[str] = []
        await asyncio.gather(*(taker(f"thinker {n}") for n in range(5)), collector(), collector())
        return put, [id_ for ids in taken.values() for id_ in ids], collected

    put, taken, collected = in_line(shared, work)
    assert sorted(taken) == sorted(collected) == sorted(put)


def test_the_answer_of_somebody_who_was_taken_for_dead_is_ignored(shared: PostgresPlace) -> None:
    async def work(line: Line) -> list[tuple[str, str]]:
        await line.beat("server", "stopped", "other")
        await line.put("Ann")
        first = await line.take("stopped")
        assert first is not None
        assert not await line.sweep(), "it may take its time"
        assert await line.take("other") is None
        await line.long_silence("stopped")
        assert await line.sweep()
        second = await line.take("other")
        assert second is not None
        assert second.id == first.id
        assert not await rows.answer(line.db, first, "stopped", "late")
        assert not await rows.fail(line.db, first, "stopped", "late")
        assert await rows.answer(line.db, second, "other", "in time")
        assert not await rows.answer(line.db, second, "other", "again")
        return await rows.collect(line.db, "server") + await rows.collect(line.db, "server")

    assert [answer for _, answer in in_line(shared, work)] == ["in time"]


def test_one_who_takes_again_what_it_lost_answers_only_the_second_time(shared: PostgresPlace) -> None:
    async def work(line: Line) -> list[tuple[str, str]]:
        await line.beat("server", "stopped")
        await line.put("Ann")
        first = await line.take("stopped")
        await line.long_silence("stopped")
        await line.sweep()
        second = await line.take("stopped")
        assert first is not None
        assert second is not None
        assert not await rows.answer(line.db, first, "stopped", "of the first time")
        assert await rows.answer(line.db, second, "stopped", "of the second")
        return await rows.collect(line.db, "server")

    assert [answer for _, answer in in_line(shared, work)] == ["of the second"]


def test_what_a_dead_server_asked_is_forgotten(shared: PostgresPlace) -> None:
    async def work(line: Line) -> list[Any]:
        await line.beat("dead", "alive", "thinker")
        for asker in ("dead", "dead", "dead", "alive"):
            await line.put("Ann", asker=asker)
        taken = await line.take()
        assert taken is not None
        assert taken.asker == "dead"
        await rows.answer(line.db, taken, "thinker", "{}")
        await line.take()
        await line.long_silence("dead")
        await line.sweep()
        return [row["asker"] for row in await line.db.fetch("SELECT asker FROM thoughts")]

    assert in_line(shared, work) == ["alive"]


def test_whoever_thinks_for_ever_has_a_deadline(shared: PostgresPlace) -> None:
    """However lively the thinker is."""

    async def work(line: Line) -> list[tuple[str, str]]:
        await line.beat("server", "thinker")
        await line.put("Ann")
        taken = await line.take()
        await line.db.execute("UPDATE thoughts SET deadline = deadline - interval '500 seconds'")
        await line.sweep()
        assert not await rows.collect(line.db, "server"), "20 seconds, and 600 for what is kept on disk then"
        await line.db.execute("UPDATE thoughts SET deadline = deadline - interval '200 seconds'")
        await line.sweep()
        assert taken is not None
        assert not await rows.answer(line.db, taken, "thinker", "late")
        return await rows.collect(line.db, "server")

    assert [answer for _, answer in in_line(shared, work)] == ['{"failed": "late"}']


def test_a_question_by_which_everybody_dies_is_given_up(shared: PostgresPlace) -> None:
    async def work(line: Line) -> int:
        await line.beat("server")
        await line.put("Ann")
        for tries in range(1, 100):
            await line.beat(f"thinker {tries}")
            assert await line.take(f"thinker {tries}") is not None
            await line.long_silence(f"thinker {tries}")
            await line.sweep()
            if await rows.collect(line.db, "server"):
                return tries
        raise AssertionError("it is tried for ever")

    assert in_line(shared, work) == rows.LOSSES
