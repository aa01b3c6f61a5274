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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.server.postgres import Cluster

import dicecup
from benchmarks.cluster import database, spent
from dicecup.server.bus.opening import open_bus
from dicecup.server.settings import Settings
from dicecup.server.store.postgres import PostgresStorage
from dicecup.server.thinking import Asker, ThinkingPool
from dicecup.server.thoughts.opening import open_thinking
from dicecup.table import Match

ANN: Final = Asker("Ann", "table")


def decision() -> Match[Any]:
    """One that takes a computer player next to no time."""
    match = dicecup.new("yahtzee", seats=2, seed=7, start="seat-order")
    match.answer("roll")
    return match.fork(0, seed=1)


async def measure(url: str, bus_url: str, thinkers: int, rounds: int, each: int) -> list[list[float]]:
    """Milliseconds of each decision: in a process of a server that is alone, and of one that shares its line."""
    settings = Settings(database=url, bus=bus_url, thinkers=thinkers)
    bus = open_bus(settings)
    await bus.begin()
    ways = [ThinkingPool(1), await open_thinking(settings, bus)]
    fork = decision()
    times: list[list[float]] = [[] for _ in ways]
    try:
        for way in ways:
            await way.decide(fork, "easy", print, ANN)  # as soon as somebody can
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


class Cost(NamedTuple):
    """What many decisions at once came to."""

    rate: float  # in a second
    asker: float  # milliseconds of processor time each
    thinker: float  # besides the process that thinks
    database: float


async def many(cluster: Cluster, bus_url: str, thinker: int, tables: int, each: int) -> Cost:
    """Decisions of many tables at once."""
    url = cluster.url()
    bus = open_bus(Settings(database=url, bus=bus_url))
    await bus.begin()
    way = await open_thinking(Settings(database=url, bus=bus_url, thinkers=0), bus)
    fork, count = decision(), tables * each

    async def table(n: int, times: int) -> None:
        for _ in range(times):
            await way.decide(fork, "easy", print, Asker(f"guest {n}", "table"))

    def used() -> tuple[float, float, float]:
        return time.process_time(), of_process(thinker), spent(cluster)

    try:
        await table(0, 1)
        before, began = used(), time.perf_counter()
        await asyncio.gather(*(table(n, each) for n in range(tables)))
        rate = count / (time.perf_counter() - began)
        return Cost(rate, *(1000 * (now - then) / count for now, then in zip(used(), before, strict=True)))
    finally:
        await way.close()
        await bus.end()


def of_process(pid: int) -> float:
    """Seconds of processor time of a process so far, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def thinking(url: str, bus_url: str) -> Iterator[int]:
    """A program that thinks; its process."""
    environment = {**os.environ, "DICECUP_DATABASE": url, "DICECUP_BUS": bus_url}
    command = [sys.executable, "-m", "dicecup", "think", "--processes", "1"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as thinker:
        try:
            yield thinker.pid
        finally:
            thinker.terminate()


def told(times: list[float]) -> str:
    """In words."""
    return f"{statistics.median(times):.1f} ms (p90 {sorted(times)[len(times) * 9 // 10]:.1f})"


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
        here = asyncio.run(measure(url, given.bus, 1, given.rounds, given.each))
        with thinking(url, given.bus) as thinker:
            there = asyncio.run(measure(url, given.bus, 0, given.rounds, given.each))
            cost = asyncio.run(many(cluster, given.bus, thinker, 30, 40))
    for name, (alone, shared) in (("a process of the server", here), ("dicecup think", there)):
        told = [
            f"{statistics.median(times):.1f} ms (p90 {sorted(times)[len(times) * 9 // 10]:.1f})"
            for times in (alone, shared)
        ]
        ratio = statistics.median(shared) / statistics.median(alone)
        print(f"{name}, with a shared line: {told[1]}; alone: {told[0]}; {ratio:.2f} times as long")
    print(
        f"30 tables at once, one process that thinks: {cost.rate:.0f} decisions a second; ms of processor time "
        f"each: {cost.asker:.1f} of the server, {cost.thinker:.1f} of dicecup think, besides thinking, "
        f"{cost.database:.1f} of PostgreSQL"
    )


if __name__ == "__main__":
    main()
