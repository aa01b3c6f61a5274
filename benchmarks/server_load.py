"""Many tables at once: how long a move takes to every screen, and what a table and a move cost the server.

Every table has four guests, each with a socket of its own; whoever is asked answers after a while of its own. A
move is on the screen when the state that follows it has come to all four. The load is made on the same cores.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

SEATS: Final = 4
GAMES: Final = ("yahtzee", "king-of-tokyo", "deadwood")
_SEQ: Final = re.compile(r'"seq":(\d+)')
_SERVER: Final = """
import json, sys
from pathlib import Path
from dicecup.server.run import serve
from dicecup.server.settings import Settings
much = (1e6, 1e6)
many = {"connections_of_address": 3000, "sockets_of_address": 3000}
more = json.loads(sys.argv[2])
much = {"requests": much, "frames": much, "guests": much, "matches": much}
serve(Settings(folder=Path(sys.argv[1]), port=0, **much, **many, **more))
"""


class Server:
    """A server in a process of its own, on a folder that is gone afterwards; and what it has used."""

    def __init__(self, **settings: Any) -> None:
        self._settings: Final = json.dumps(settings)

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SERVER, self._folder.name, self._settings], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[3].rstrip("/")
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.communicate()
        self._folder.cleanup()

    def kill(self) -> None:
        """As the power goes."""
        self._process.kill()
        self._process.wait()

    def memory(self) -> float:
        """MiB it holds."""
        return int(self._proc("statm").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def processor(self) -> float:
        """Seconds of processor time so far."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _proc(self, name: str) -> str:
        return Path(f"/proc/{self._process.pid}/{name}").read_text()


@dataclass
class Screen:
    """A socket of one guest: what came last, and who waits for something newer."""

    line: ClientConnection
    elsewhere: bool = False  # at another server than the match was made at
    seq: int = -1
    state: str = ""
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        """Take in whatever comes."""
        async for text in self.line:
            # Nothing more is read than has to be: this runs on the cores of the server.
            assert isinstance(text, str)
            if text.startswith('{"type":"state"'):
                found = _SEQ.search(text)
                assert found is not None
                self.seq, self.state = int(found[1]), text
                self.news.set()
            assert not text.startswith('{"type":"refused"'), text[:300]

    async def beyond(self, seq: int, since: float = 0.0) -> float:
        """Wait until something newer than `seq` is on the screen; how long that is after `since`."""
        while self.seq <= seq:
            self.news.clear()
            await self.news.wait()
        return time.perf_counter() - since


@dataclass
class Table:
    """Four screens that look at one match."""

    game: str
    screens: list[Screen]
    chance: random.Random
    moves: int = 0

    async def play(self, pace: float, until: float, times: list[float], elsewhere: list[float]) -> None:
        """Answer whenever somebody is asked, with pauses of `pace` seconds on average.

        How long each move took to all screens goes to `times`, how long to each at another server to `elsewhere`.
        """
        await asyncio.sleep(self.chance.uniform(0, pace))
        while time.monotonic() < until:
            choice = self._asked()
            if choice is None:
                return  # the game is over
            screen, seq, option = choice
            frame = {"type": "answer", "id": f"{self.moves}-{self.chance.random()}", "seq": seq, "choice": option}
            text = json.dumps(frame)
            began = time.perf_counter()
            await screen.line.send(text)
            took = await asyncio.gather(*(each.beyond(seq, began) for each in self.screens))
            times.append(max(took))
            elsewhere += [each for each, at in zip(took, self.screens, strict=True) if at.elsewhere]
            self.moves += 1
            if pace:
                pause = self.chance.expovariate(1 / pace)
                if time.monotonic() + pause >= until:
                    return
                await asyncio.sleep(pause)

    def _asked(self) -> tuple[Screen, int, list[Any]] | None:
        for screen in self.screens:
            state = json.loads(screen.state)
            ask = state["ask"]
            if ask is None:
                return None
            if ask["mine"]:
                return screen, state["seq"], self.chance.choice(ask["options"])["choice"]
        raise AssertionError("somebody is asked")


async def sit_down(servers: Sequence[str], number: int) -> Table:
    """A new match of four guests, each at the next of these servers."""
    game = GAMES[number % len(GAMES)]
    at = [f"{servers[(number + seat) % len(servers)]}/api/v1" for seat in range(SEATS)]
    guests: list[str] = []
    async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
        for address in at:
            http.cookies.clear()
            reply = await http.get(f"{address}/hello")
            guests.append("; ".join(f"{name}={value}" for name, value in reply.cookies.items()))
        http.cookies.clear()
        seats = [{"name": "A"}, *({"name": name, "player": "open"} for name in "BCD")]
        wish = {"game": game, "seats": seats}
        made = (await http.post(f"{at[0]}/matches", json=wish, headers={"cookie": guests[0]})).json()
        for seat, code in made["invites"].items():
            reply = await http.post(f"{at[int(seat)]}/invites/{code}", headers={"cookie": guests[int(seat)]})
            reply.raise_for_status()
    screens = []
    for address, guest in zip(at, guests, strict=True):
        line = await connect(
            f"{address}/matches/{made['match']}/socket".replace("http", "ws", 1),
            additional_headers={"cookie": guest},
            compression=None,
            max_size=None,
            proxy=None,
            open_timeout=60,
            ping_interval=None,
        )
        screens.append(Screen(line, elsewhere=address != at[0]))
    return Table(game, screens, random.Random(number))


async def measure(tables: int, pace: float, seconds: float) -> None:
    """Play at so many tables for a while, and print what came of it."""
    with Server() as server:
        warm = await sit_down([server.address], 0)  # what is imported and cached once is not a table's
        await open_screens([warm])
        before = server.memory()
        found = [await sit_down([server.address], number) for number in range(tables)]
        listening = await open_screens(found)
        memory = server.memory()
        times: list[float] = []
        began, used, ours = time.monotonic(), server.processor(), time.process_time()
        await asyncio.gather(*(table.play(pace, began + seconds, times, []) for table in found))
        took = max(seconds, time.monotonic() - began)
        used, ours = server.processor() - used, time.process_time() - ours
        after = server.memory()
        for task in listening:
            task.cancel()
        for table in (warm, *found):
            await asyncio.gather(*(screen.line.close() for screen in table.screens))
    times.sort()
    how = f"a move every {pace:g} s at each" if pace else "as fast as it goes"
    print(
        f"{tables} tables of {SEATS} sockets, {how}: "
        f"{len(times) / took:.0f} moves/s; move to all screens p50 {quantile(times, 0.5):.1f} ms, "
        f"p99 {quantile(times, 0.99):.1f} ms, longest {times[-1] * 1000:.1f} ms"
    )
    print(
        f"    server: {used / len(times) * 1000:.2f} ms of processor time a move, {used / took:.0%} of a core; "
        f"{(memory - before) / tables:.2f} MiB a table when it is set up, {(after - before) / tables:.2f} MiB "
        f"after {len(times) / tables:.0f} moves; {after:.0f} MiB in all "
        f"(load generator: {ours / took:.0%} of a core)"
    )


async def open_screens(tables: list[Table]) -> list[asyncio.Task[None]]:
    listening = []
    for table in tables:
        for screen in table.screens:
            listening.append(asyncio.create_task(screen.listen()))
            await screen.line.send('{"type":"hello","last_seq":null}')
        await asyncio.gather(*(screen.beyond(-1) for screen in table.screens))
    return listening


def quantile(times: list[float], share: float) -> float:
    """In milliseconds; `times` are sorted seconds."""
    return times[min(len(times) - 1, int(len(times) * share))] * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[50, 250])
    parser.add_argument("--pace", type=float, nargs="*", default=[1.0, 0.0], help="seconds; 0: no pause")
    parser.add_argument("--seconds", type=float, default=20.0)
    wanted = parser.parse_args()
    print(f"load averages before: {' '.join(f'{load:.1f}' for load in os.getloadavg())}, {os.cpu_count()} cores")
    for pace in wanted.pace:
        for tables in wanted.tables:
            asyncio.run(measure(tables, pace, wanted.seconds))


if __name__ == "__main__":
    main()
