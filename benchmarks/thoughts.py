"""What it costs a decision to be thought about elsewhere: through the line in PostgreSQL, by `dicecup think`.

Beside it, in turn: a process of the server itself, as it is without `--database`; and the same behind the line,
which is not used while a process is free. All on one machine, so ways over a network come on top.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import dicecup
from benchmarks.cluster import database
from dicecup.server.bus.opening import open_bus
from dicecup.server.settings import Settings
from dicecup.server.store.postgres import PostgresStorage
from dicecup.server.thinking import Asker, ThinkingPool
from dicecup.server.thoughts.opening import open_thinking
from dicecup.table import Match

ANN: Final = Asker("Ann", "table")
WAYS: Final = ("a process of the server", "the same, with a database", "dicecup think")
PATIENCE: Final = 60.0


def decision() -> Match[Any]:
    """One that takes a computer player next to no time."""
    match = dicecup.new("yahtzee", seats=2, seed=7, start="seat-order")
    match.answer("roll")
    return match.fork(0, seed=1)


async def measure(url: str, bus_url: str, rounds: int, each: int) -> list[list[float]]:
    """Milliseconds of each decision, for each way."""
    settings = Settings(database=url, bus=bus_url)
    bus = open_bus(settings)
    await bus.begin()
    beside = await open_thinking(Settings(database=url, bus=bus_url, thinkers=1), bus)
    ways = [ThinkingPool(1), beside, await open_thinking(Settings(database=url, bus=bus_url, thinkers=0), bus)]
    fork = decision()
    times: list[list[float]] = [[] for _ in ways]
    try:
        async with asyncio.timeout(PATIENCE):
            while len(await asyncio.gather(*(way.decide(fork, "easy", print, ANN) for way in ways))) < len(ways):
                pass
        for _ in range(rounds):
            for way, found in zip(ways, times, strict=True):
                for _ in range(each):
                    began = time.perf_counter()
                    made = await way.decide(fork, "easy", print, ANN)
                    found.append(1000 * (time.perf_counter() - began))
                    assert not made.failed
                    await asyncio.sleep(0.005)  # as a table does, which writes it down first
    finally:
        for way in ways:
            await way.close()
        await bus.end()
    return times


async def many(url: str, bus_url: str, tables: int, each: int) -> float:
    """Decisions in a second, of many tables at once."""
    bus = open_bus(Settings(database=url, bus=bus_url))
    await bus.begin()
    way = await open_thinking(Settings(database=url, bus=bus_url, thinkers=0), bus)
    fork = decision()

    async def table(n: int) -> None:
        for _ in range(each):
            await way.decide(fork, "easy", print, Asker(f"guest {n}", "table"))

    try:
        began = time.perf_counter()
        await asyncio.gather(*map(table, range(tables)))
        return tables * each / (time.perf_counter() - began)
    finally:
        await way.close()
        await bus.end()


def with_thinker(url: str, bus_url: str, work: Callable[[], Awaitable[Any]]) -> Any:
    """What comes of some work beside a program that thinks."""
    environment = {**os.environ, "DICECUP_DATABASE": url, "DICECUP_BUS": bus_url}
    command = [sys.executable, "-m", "dicecup", "think", "--processes", "1"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as thinker:
        try:
            return asyncio.run(work())  # type: ignore[arg-type]
        finally:
            thinker.terminate()


def main() -> None:
    """Measure, and say so."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--each", type=int, default=50)
    parser.add_argument("--bus", default="", help="a Redis or Valkey; else PostgreSQL's NOTIFY")
    given = parser.parse_args()
    with database() as cluster:
        url = cluster.url()
        asyncio.run(PostgresStorage(url).close())  # makes the tables
        times = with_thinker(url, given.bus, lambda: measure(url, given.bus, given.rounds, given.each))
        rate = with_thinker(url, given.bus, lambda: many(url, given.bus, 30, 20))
    first = statistics.median(times[0])
    for name, found in zip(WAYS, times, strict=True):
        found.sort()
        middle, late = statistics.median(found), found[len(found) * 99 // 100]
        print(f"{name}: {middle:.1f} ms (p99 {late:.1f}), {middle / first:.2f} times the first")
    print(f"30 tables at once, dicecup think with one process: {rate:.0f} decisions a second")


if __name__ == "__main__":
    main()
