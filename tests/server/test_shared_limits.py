"""Limits that hold for all servers together, as long as they share a Redis or Valkey; else for each alone."""

import asyncio
import random
import time
from pathlib import Path

import httpx
import pytest

from dicecup.server.bus import redis_bus
from dicecup.server.bus.bus import Within
from dicecup.server.bus.redis_bus import RedisBus
from dicecup.server.bus.shared import Buckets, Places
from dicecup.server.limits import Bucket
from dicecup.server.settings import Settings
from tests.server.browser import FAST, PATIENCE, served
from tests.server.buses import RedisStop, at_once, on_board, until
from tests.server.redis import Kept


class Counting(Within):
    """Counts how often it is asked, and answers as it is told."""

    asked = 0
    left: float | None = None

    async def take(self, what: str, key: str, rate: float, burst: float, drops: int = 1) -> float | None:
        self.asked += 1
        return self.left


def fits(given: list[tuple[float, float]], rate: float, burst: float) -> None:
    """In no stretch of time was more given than a bucket has: what was full before it, and what came meanwhile."""
    for begin, _ in given:
        within = sorted(end for start, end in given if start >= begin)
        for number, end in enumerate(within, 1):
            # There is another clock, which may be a thousandth faster than this one.
            assert number <= burst + 1.01 * rate * (end - begin) + 0.1, (number, end - begin)


# --- buckets ---


@pytest.mark.parametrize("seed", range(3))
def test_what_all_take_together_is_never_more_than_one_bucket_holds(
    kept: Kept, patient_bus: None, seed: int
) -> None:
    rate, burst = 6.0, 12.0

    async def go() -> list[tuple[float, float]]:
        buses = [RedisBus(kept.url()) for _ in range(3)]
        given: list[tuple[float, float]] = []

        async def greedy(bus: RedisBus, dice: random.Random) -> None:
            for _ in range(25):
                drops, began = dice.choice((1, 1, 1, 2, 5)), time.monotonic()
                left = await bus.take(f"greedy{seed}", "ann", rate, burst, drops)
                assert left is not None
                if left >= 0:
                    given.extend([(began, time.monotonic())] * drops)
                await asyncio.sleep(dice.choice((0.0, 0.0, 0.002, 0.01)))

        async with on_board(*buses):
            dice = [random.Random(100 * seed + number) for number in range(12)]
            await asyncio.gather(*(greedy(buses[n % 3], each) for n, each in enumerate(dice)))
        return given

    given = asyncio.run(go())
    assert len(given) >= burst
    fits(given, rate, burst)


@pytest.mark.parametrize(("unasked", "servers"), [(0, 2), (3, 3)])
def test_servers_give_out_a_few_more_at_most_where_they_do_not_ask_each_time(
    kept: Kept, patient_bus: None, unasked: int, servers: int
) -> None:
    rate, burst = 30.0, 20.0

    async def go() -> list[tuple[float, float]]:
        buses = [RedisBus(kept.url()) for _ in range(servers)]
        all_buckets = [Buckets(bus, f"few{unasked}", rate, burst, unasked=unasked) for bus in buses]
        given: list[tuple[float, float]] = []

        async def greedy(buckets: Buckets) -> None:
            for _ in range(60):
                began = time.monotonic()
                if await buckets.take("ann"):
                    given.append((began, time.monotonic()))
                await asyncio.sleep(random.random() / 200)

        async with on_board(*buses):
            await asyncio.gather(*(greedy(each) for each in all_buckets for _ in range(3)))
        return given

    given = asyncio.run(go())
    assert len(given) >= burst
    fits(given, rate, burst + unasked * servers)


def test_a_bucket_there_is_the_bucket_here(kept: Kept, patient_bus: None, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        bus = RedisBus(kept.url())
        here = Bucket(0.001, 7.0)
        async with on_board(bus):
            for drops in (1, 3, 4, 2, 5, 1, 0, 1):
                before = here.level
                left = await bus.take("twin", "ann", 0.001, 7.0, drops)
                assert left is not None
                assert (left >= 0) == here.take(drops)
                assert left == pytest.approx(before - drops, abs=0.5), "what is left, or missing"
            assert RedisStop(kept).by_hand("PTTL", "dicecup:{bus}:limit:twin:ann") > 0, (
                "it is forgotten when it is full"
            )

    asyncio.run(go())


def test_what_the_others_have_taken_is_not_asked_for_again_and_again() -> None:
    async def go() -> None:
        bus = Counting()
        buckets = Buckets(bus, "x", 0.001, 100.0)
        assert await buckets.take("ann")
        bus.left = -1.0
        assert [await buckets.take("ann") for _ in range(50)] == [False] * 50
        assert bus.asked == 2, "as soon as it is known that nothing is left, nobody needs to ask"
        bus.left = 0.0
        assert await buckets.take("ben")

    asyncio.run(go())


def test_not_every_request_is_asked_for() -> None:
    async def go() -> None:
        bus = Counting()
        bus.left = 50.0
        buckets = Buckets(bus, "x", 0.001, 100.0, unasked=9)
        assert all([await buckets.take("ann") for _ in range(100)])
        assert bus.asked == 10
        assert not await buckets.take("ann"), "what this process alone would refuse is refused"
        assert bus.asked == 10

    asyncio.run(go())


def test_without_a_bus_that_answers_each_has_its_own() -> None:
    async def go() -> None:
        bus = Counting()
        buckets = Buckets(bus, "x", 0.001, 5.0)
        assert [await buckets.take("ann") for _ in range(8)] == [True] * 5 + [False] * 3
        assert not await buckets.has("ann")
        assert await buckets.has("ben")

    asyncio.run(go())


def test_whether_there_is_a_drop_takes_none(kept: Kept, patient_bus: None) -> None:
    async def go() -> None:
        ann, ben = RedisBus(kept.url()), RedisBus(kept.url())
        mine, theirs = (Buckets(bus, "look", 0.001, 3.0) for bus in (ann, ben))
        async with on_board(ann, ben):
            assert all([await mine.has("x") for _ in range(20)])
            assert [await mine.take("x") for _ in range(3)] == [True] * 3
            assert not await theirs.has("x"), "it was taken elsewhere"
            assert not await theirs.take("x")

    asyncio.run(go())


# --- how many at once ---


def test_nobody_has_more_at_once_than_allowed_wherever(kept: Kept, patient_bus: None) -> None:
    most = 4

    async def go() -> None:
        buses = [RedisBus(kept.url()) for _ in range(3)]
        places = [Places(bus, "seats", most) for bus in buses]
        held = entered = refused = 0

        async def come_and_go(own: Places, dice: random.Random) -> None:
            nonlocal held, entered, refused
            for _ in range(15):
                if await own.enter("ann"):
                    held += 1
                    entered += 1
                    assert held <= most
                    await asyncio.sleep(dice.random() / 200)
                    held -= 1
                    own.leave("ann")
                else:
                    refused += 1
                await asyncio.sleep(dice.random() / 200)

        async with on_board(*buses):
            await asyncio.gather(*(come_and_go(places[n % 3], random.Random(n)) for n in range(12)))
            assert entered
            assert refused

            async def all_gone() -> bool:
                return await buses[0].count("seats", "ann", 0) == 0

            await until(all_gone)

    asyncio.run(go())


def test_what_a_killed_process_had_is_forgotten(
    kept: Kept, hasty_bus: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "_ALIVE", 1)

    async def go() -> None:
        dead, alive = RedisBus(kept.url()), RedisBus(kept.url())
        await dead.begin()
        async with on_board(alive):

            async def both() -> bool:
                await dead.count("killed", "ann", 3)
                return await alive.count("killed", "ann", 2) == 5

            await until(both)
            assert dead._keeping is not None
            dead._keeping.cancel()  # without a word, as when it is killed

            async def forgotten() -> bool:
                return await alive.count("killed", "ann", 2) == 2

            await until(forgotten)

    asyncio.run(go())


def test_who_ends_in_order_is_forgotten_at_once(kept: Kept, patient_bus: None) -> None:
    async def go() -> None:
        going, staying = RedisBus(kept.url()), RedisBus(kept.url())
        async with on_board(staying):
            async with on_board(going):
                assert await going.count("ended", "ann", 3) == 3
                assert await staying.count("ended", "ann", 1) == 4
            assert await staying.count("ended", "ann", 1) == 1

    asyncio.run(go())


def test_counts_are_told_again_to_a_redis_that_has_forgotten_them(kept: Kept, hasty_bus: None) -> None:
    async def go() -> None:
        ann, ben = RedisBus(kept.url()), RedisBus(kept.url())
        async with on_board(ann, ben):
            await ann.count("again", "x", 3)
            await asyncio.to_thread(kept.kill)
            await until(lambda: not ann.works)
            assert at_once(ann.count("again", "y", 2)) is None
            await asyncio.to_thread(kept.start)

            async def known() -> bool:
                return (await ben.count("again", "x", 1), await ben.count("again", "y", 1)) == (4, 3)

            await until(known)

    asyncio.run(go())


# --- at servers ---


def greeted(where: str) -> int:
    """What somebody is told who has never been there."""
    return httpx.get(f"{where}/api/v1/hello", trust_env=False, timeout=PATIENCE).status_code


def limited(folder: Path, bus: str) -> Settings:
    usual = {**FAST, "guests": (0.001, 3.0)}
    return Settings(folder=folder, bus=bus, **usual)  # type: ignore[arg-type]


def test_two_servers_count_new_guests_together(kept: Kept, patient_bus: None, tmp_path: Path) -> None:
    bus = kept.url(5)
    with served(limited(tmp_path / "a", bus)) as one, served(limited(tmp_path / "b", bus)) as other:
        assert [greeted(one), greeted(other), greeted(one)] == [200] * 3
        assert [greeted(other), greeted(one)] == [429, 429]


@pytest.mark.thorough
def test_two_servers_count_alone_when_the_bus_has_gone(kept: Kept, hasty_bus: None, tmp_path: Path) -> None:
    bus = kept.url(6)
    with served(limited(tmp_path / "a", bus)) as one, served(limited(tmp_path / "b", bus)) as other:
        kept.kill()
        try:
            for where in (one, other):
                assert [greeted(where) for _ in range(5)] == [200] * 3 + [429] * 2, "and nobody sees an error"
        finally:
            kept.start()
