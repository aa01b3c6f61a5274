"""Several servers on one PostgreSQL: what another one brings and costs, and how long one that dies is missed.

Every table has four guests, each at another server than the one before: with two servers or three, half of all
sockets are at one that has to ask another. Everything runs on the same cores, the load included. So moves a
second say what this machine can do; moves for a second of the servers' processor time are what carries over.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import asyncpg
import httpx
from tests.server import postgres
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.server_load import Server, open_screens, quantile, sit_down

# As it is installed, where tests have it faster than it is safe.
SAFE: Final = {
    "fsync": "on",
    "full_page_writes": "on",
    "autovacuum": "on",
    "shared_buffers": "128MB",
    "max_connections": "200",
}
TOGETHER: Final = 25  # tables that are set up at the same time
SAMPLE: Final = 20  # matches of a dead server that somebody looks at
PATIENCE: Final = 120.0  # seconds until a take-over counts as none


@contextmanager
def database(*, disk: bool = True) -> Iterator[postgres.Cluster]:
    """A PostgreSQL that is gone afterwards; without `disk` it does not wait until what it writes is there."""
    programs = postgres.find()
    if programs is None:
        sys.exit("This needs PostgreSQL: apt install postgresql")
    cluster = postgres.Cluster(programs, **{**SAFE, "fsync": "on" if disk else "off"})
    try:
        yield cluster
    finally:
        cluster.end()


class Result(NamedTuple):
    """What a while of playing came to."""

    moves: int
    took: float  # seconds
    servers: float  # of processor time
    database: float
    times: list[float]  # of each move until it was on all screens, sorted
    elsewhere: list[float]  # of each move to each screen at another server, sorted
    grown: float  # bytes by which the logs in the database have grown
    memory: float  # MiB of all servers, less what they had before
    empty: float  # MiB of each server before

    @property
    def for_a_second(self) -> float:
        """Moves for a second of the servers' processor time."""
        return self.moves / self.servers


async def play(cluster: postgres.Cluster, servers: int, tables: int, pace: float, seconds: float) -> Result:
    """Play at so many tables and servers for a while."""
    with ExitStack() as stack:
        name = await fresh(cluster)
        every = [stack.enter_context(Server(database=name, farewell=0)) for _ in range(servers)]
        addresses = [server.address for server in every]
        warm = [await sit_down(addresses, number) for number in range(servers)]
        listening = await open_screens(warm)
        before = sum(server.memory() for server in every)
        found = []
        for first in range(0, tables, TOGETHER):  # whoever comes one by one waits for the disk most of the time
            numbers = range(first, min(first + TOGETHER, tables))
            found += await asyncio.gather(*(sit_down(addresses, number) for number in numbers))
        listening += await open_screens(found)
        memory = sum(server.memory() for server in every) - before
        times: list[float] = []
        elsewhere: list[float] = []
        size = await size_of(name)
        began, used, theirs = time.monotonic(), sum(each.processor() for each in every), spent(cluster)
        await asyncio.gather(*(table.play(pace, began + seconds, times, elsewhere) for table in found))
        took = max(seconds, time.monotonic() - began)
        used, theirs = sum(each.processor() for each in every) - used, spent(cluster) - theirs
        for task in listening:
            task.cancel()
        for table in (*warm, *found):
            await asyncio.gather(*(screen.line.close() for screen in table.screens))
        grown = await size_of(name) - size
    times.sort()
    elsewhere.sort()
    return Result(len(times), took, used, theirs, times, elsewhere, grown, memory, before / servers)


async def size_of(url: str) -> float:
    """Bytes of what is only ever added to: the rest is room that is used again."""
    db = await asyncpg.connect(url)
    found = await db.fetchval("SELECT pg_total_relation_size('log') + pg_total_relation_size('commands')")
    await db.close()
    return float(found)


async def fresh(cluster: postgres.Cluster) -> str:
    """An empty database."""
    name = f"games{time.monotonic_ns()}"
    db = await asyncpg.connect(cluster.url())
    await db.execute(f"CREATE DATABASE {name}")
    await db.close()
    return cluster.url(name)


def spent(cluster: postgres.Cluster) -> float:
    """Seconds of processor time of a PostgreSQL so far, with those of connections that have ended."""
    head = int((cluster.folder / "data" / "postmaster.pid").read_text().split()[0])
    total = 0
    for each in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = each.read_text().rpartition(")")[2].split()
            if int(each.parent.name) == head:
                total += sum(map(int, fields[11:15]))
            elif int(fields[1]) == head:
                total += sum(map(int, fields[11:13]))
    return total / os.sysconf("SC_CLK_TCK")


async def compare(cluster: postgres.Cluster, tables: int, seconds: float, rounds: int) -> None:
    """One, two and three servers in turn, as fast as it goes; ratios to one server in the same round."""
    found: dict[int, list[Result]] = {1: [], 2: [], 3: []}
    for _ in range(rounds):
        for servers, results in found.items():
            results.append(await play(cluster, servers, tables, 0.0, seconds))
    for servers, results in found.items():
        ratio = statistics.median(
            each.for_a_second / one.for_a_second for each, one in zip(results, found[1], strict=True)
        )
        wall = statistics.median(each.moves / each.took for each in results)
        cost = statistics.median(each.servers / each.moves for each in results)
        theirs = statistics.median(each.database / each.moves for each in results)
        print(
            f"{servers} servers, {tables} tables, as fast as it goes: {wall:.0f} moves/s; "
            f"{cost * 1000:.2f} ms of the servers' processor time a move, {theirs * 1000:.2f} ms of PostgreSQL's; "
            f"moves for a second of the servers' {ratio:.2f} times those of one server (median of {rounds})",
            flush=True,
        )


async def wait(cluster: postgres.Cluster, servers: int, tables: int, seconds: float) -> None:
    """How long a move takes to all screens where a move a second is made at each table."""
    told = await play(cluster, servers, tables, 1.0, seconds)
    elsewhere = (
        f"to a screen at another server p50 {quantile(told.elsewhere, 0.5):.1f} ms, "
        f"p99 {quantile(told.elsewhere, 0.99):.1f} ms; "
        if told.elsewhere
        else ""
    )
    print(
        f"{servers} servers, {tables} tables of 4 sockets, a move a second at each: "
        f"{told.moves / told.took:.0f} moves/s; move to all screens p50 {quantile(told.times, 0.5):.1f} ms, "
        f"p99 {quantile(told.times, 0.99):.1f} ms; {elsewhere}"
        f"{told.servers / told.moves * 1000:.2f} ms of the servers' processor time a move and "
        f"{told.database / told.moves * 1000:.2f} ms of PostgreSQL's, "
        f"{told.grown / told.moves:.0f} bytes of its disk; "
        f"{told.memory / tables:.2f} MiB a table over all servers, {told.empty:.0f} MiB for each server before",
        flush=True,
    )


async def take_over(cluster: postgres.Cluster, matches: int) -> None:
    """Kill a server with so many matches: when others have them all, and when those who play are back."""
    url = await fresh(cluster)
    with ExitStack() as stack:
        many = {"sockets_of_guest": matches}
        doomed, *others = [stack.enter_context(Server(database=url, farewell=0, **many)) for _ in range(3)]
        made, lines = await set_up(doomed.address, matches)
        db = await asyncpg.connect(url)
        had = {each["unit"]: each["process"] for each in await db.fetch("SELECT unit, process FROM owners")}
        [dead] = {process for process in had.values() if process}
        matches = sum(had.get(match) == dead for match, _ in made)
        watching = [come_back(others[n % 2].address, *made[n * len(made) // SAMPLE]) for n in range(SAMPLE)]
        await asyncio.wait_for(asyncio.gather(*(seen for seen, _ in watching)), PATIENCE)
        used, theirs = sum(each.processor() for each in others), spent(cluster)
        doomed.kill()
        began = time.perf_counter()
        first = 0.0
        left = matches
        while left and time.perf_counter() - began < PATIENCE:
            await asyncio.sleep(0.05)
            left = await db.fetchval("SELECT count(*) FROM owners WHERE process = $1", dead)
            first = first or (time.perf_counter() - began if left < matches else 0.0)
        last = time.perf_counter() - began
        used, theirs = sum(each.processor() for each in others) - used, spent(cluster) - theirs
        back = sorted([await again - began for _, again in watching])
        taken = await db.fetchval("SELECT count(*) FROM owners WHERE process IS NOT NULL")
        await db.close()
        await asyncio.gather(*(line.close() for line in lines))
    print(
        f"{matches} matches of a server that was killed: the first taken over after {first:.1f} s, the last after "
        f"{last:.1f} s ({left} left, {taken} with a new owner); {SAMPLE} who looked at one saw it again after "
        f"{statistics.median(back):.1f} s (median; {back[-1]:.1f} at the longest); {used:.1f} s of the servers' "
        f"processor time and {theirs:.1f} s of PostgreSQL's",
        flush=True,
    )


async def set_up(address: str, matches: int) -> tuple[list[tuple[str, str]], list[Any]]:
    """So many matches, each with one answer and somebody who looks at it: what nobody looks at is let go of.

    Their ids with the cookie of whoever plays, and the lines of those who look.
    """
    shares = [len(range(first, matches, TOGETHER)) for first in range(TOGETHER)]
    found = await asyncio.gather(*(_set_up(address, share) for share in shares if share))
    return [each for made, _ in found for each in made], [line for _, lines in found for line in lines]


async def _set_up(address: str, matches: int) -> tuple[list[tuple[str, str]], list[Any]]:
    made: list[tuple[str, str]] = []
    lines = []
    async with httpx.AsyncClient(base_url=f"{address}/api/v1", trust_env=False, timeout=60) as http:
        reply = await http.get("/hello")
        cookie = "; ".join(f"{name}={value}" for name, value in reply.cookies.items())
        for _ in range(matches):
            wish = {"game": "yahtzee", "seats": [{"name": "Ann"}, {"name": "Bo"}]}
            reply = await http.post("/matches", json=wish)
            made.append((reply.raise_for_status().json()["match"], cookie))
            line = await line_to(address, *made[-1])
            lines.append(line)
            await line.send('{"type":"hello","last_seq":null}')
            await until_state(line)
            await line.send('{"type":"answer","id":"first","seq":0,"choice":["roll"]}')
            await until_state(line)
    return made, lines


def line_to(address: str, match: str, cookie: str) -> Any:
    url = f"{address}/api/v1/matches/{match}/socket".replace("http", "ws", 1)
    facts: Any = {"compression": None, "max_size": None, "proxy": None, "open_timeout": 10, "ping_interval": None}
    return connect(url, additional_headers={"cookie": cookie}, **facts)


async def until_state(line: Any) -> None:
    async for text in line:
        if text.startswith('{"type":"state"'):
            return
    raise WebSocketException("it was closed before it said anything")


def come_back(address: str, match: str, cookie: str) -> tuple[asyncio.Future[None], asyncio.Task[float]]:
    """Look at a match: when it is seen, and at what time it is seen once more, which is after a break."""
    seen: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def look() -> float:
        until = time.perf_counter() + PATIENCE
        while time.perf_counter() < until:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with line_to(address, match, cookie) as line:
                    await line.send('{"type":"hello","last_seq":null}')
                    await until_state(line)
                    if seen.done():
                        return time.perf_counter()
                    seen.set_result(None)
                    async for _ in line:
                        pass
            await asyncio.sleep(0.1)
        return float("inf")

    return seen, asyncio.create_task(look())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250, help="for the waits; a fifth of it for the ratios")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rounds", type=int, default=3, help="of one, two and three servers for the ratios")
    parser.add_argument("--matches", type=int, default=1000, help="of the server that is killed")
    parser.add_argument("--servers", type=int, nargs="*", default=[1, 2, 3], help="for the waits")
    parser.add_argument("--only", choices=("ratios", "waits", "take-over"), nargs="*", default=[])
    parser.add_argument("--no-disk", action="store_true", help="do not wait for a disk that others keep busy")
    wanted = parser.parse_args()
    print(f"load averages before: {' '.join(f'{load:.1f}' for load in os.getloadavg())}, {os.cpu_count()} cores")

    async def go(cluster: postgres.Cluster) -> None:
        if not wanted.only or "ratios" in wanted.only:
            await compare(cluster, max(1, wanted.tables // 5), wanted.seconds, wanted.rounds)
        if not wanted.only or "waits" in wanted.only:
            for servers in wanted.servers:
                await wait(cluster, servers, wanted.tables, wanted.seconds)
        if not wanted.only or "take-over" in wanted.only:
            await take_over(cluster, wanted.matches)

    try:
        with database(disk=not wanted.no_disk) as cluster:
            asyncio.run(go(cluster))
    except subprocess.SubprocessError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
