"""Servers, a database, and tables at which everybody comes in by another door, while a nemesis does its worst.

Whatever goes wrong is drawn from a seed, so that the same run can be had again, as far as computers repeat
themselves.
"""

import asyncio
import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from dicecup.games.yahtzee import solver
from dicecup.server import messages
from dicecup.server.rebuild import Opener
from dicecup.server.store import postgres_heart
from dicecup.server.store.postgres import PostgresStorage
from tests.cluster.guests import Guest, is_public, told
from tests.cluster.history import Final as Kept
from tests.cluster.history import Note, agreed, problems
from tests.cluster.lines import How, Line
from tests.cluster.programs import Nursery, Server, Thinker
from tests.server.browser import PATIENCE, Browser
from tests.server.party.friends import Friend, code_of, come, open_table
from tests.server.postgres import Cluster
from tests.server.redis import Kept as Bus
from tests.server.stores import PostgresPlace

LEASE: Final = postgres_heart.DEAD  # seconds after which whoever says nothing is dead for the others
WAIT: Final = 6.5  # seconds after which nobody waits for a database any longer
Deed = Callable[[float], Awaitable[None]]

TABLES: Final[tuple[tuple[str, int, dict[str, Any]], ...]] = (
    # game, computer players, how it is played
    ("yahtzee", 0, {"clock": "fast", "absence": "never"}),
    ("king-of-tokyo", 1, {"clock": "none", "absence": "never"}),
    ("deadwood", 1, {"clock": "fast", "absence": "at once"}),
)


class World:
    """All of it. `history` is what happened."""

    def __init__(self, folder: Path, cluster: Cluster, bus: Bus | None, servers: int, seed: int) -> None:
        self.chance: Final = random.Random(seed)
        self.history: Final[list[Note]] = []
        self.happened: Final[Counter[str]] = Counter()
        self.exactly = ""  # what it was that happened last, if its name does not say so
        self._folder: Final = folder
        self._cluster: Final = cluster
        self._bus: Final = bus
        self._count: Final = servers
        self._nursery: Final = Nursery()
        self.servers: Final[list[Server]] = []
        self.thinkers: Final[list[Thinker]] = []
        self.lines: Final[dict[str, Line]] = {}  # by name: "database 0"
        self.guests: Final[list[Guest]] = []
        self.took: list[tuple[float, str]] = []  # how long all of a table needed after each fault
        self._order: Final[dict[str, dict[str, int]]] = {}
        self._name: Final = f"world_{seed}_{time.monotonic_ns()}"

    # --- the whole run ---

    async def run(self, deeds: list[str], longest: float) -> Kept:
        """So many things go wrong, one after the other; what is kept in the end."""
        try:
            await self._set_up()
            lives = [asyncio.create_task(guest.live()) for guest in self.guests]
            try:
                await self._got_on(lives)
                for deed in deeds:
                    await self._befall(deed, longest)
                    await self._got_on(lives)
            finally:
                while any(not life.done() for life in lives):
                    for life in lives:
                        life.cancel()
                    await asyncio.wait(lives, timeout=1.0)
            for child in (*self.servers, *self.thinkers):
                await asyncio.to_thread(child.end)
            return await self._kept()
        finally:
            await self._tear_down()

    async def _befall(self, deed: str, longest: float) -> None:
        """Something goes wrong, for a while, and is mended."""
        what = f"{deed}, number {self.happened.total() + 1}"
        self.happened[deed] += 1
        self._note("fault", what)
        self.exactly = ""
        await asyncio.wait_for(getattr(self, deed)(longest), 2 * PATIENCE)
        self._note("mended", what + self.exactly)

    def _note(self, kind: str, what: str) -> None:
        self.history.append(Note(asyncio.get_running_loop().time(), kind, facts={"fault": what}))

    async def _got_on(self, lives: list[asyncio.Task[None]]) -> None:
        """All of each table have seen what any of them had seen, and all tables play on and talk."""
        front = {guest.party: self._front(guest.party) for guest in self.guests}
        answers = self._sums("answers")
        lines = self._sums("lines")
        until = time.monotonic() + 3 * PATIENCE  # of which nobody needs much, but where all processors are busy
        while time.monotonic() < until:
            for life in lives:
                if life.done():
                    life.result()
            if (
                all(self._there(guest) >= front[guest.party] for guest in self.guests)
                and all(self._sums("answers")[party] > answers[party] for party in front)
                and all(self._sums("lines")[party] > lines[party] for party in front)
            ):
                return
            await asyncio.sleep(0.02)
        moved = [
            f"table {n}: {self._sums('answers')[party] - answers[party]} answers and "
            f"{self._sums('lines')[party] - lines[party]} lines since then"
            for n, party in enumerate(front, 1)
        ]
        raise AssertionError(
            f"they do not get on any more after {dict(self.happened)}: {moved}\n{self._how_it_stands()}"
        )

    def _sums(self, what: str) -> Counter[str]:
        found: Counter[str] = Counter()
        for guest in self.guests:
            found[guest.party] += getattr(guest, what)
        return found

    def _there(self, guest: Guest) -> tuple[int, int]:
        match, seq = guest.seen
        order = self._order.setdefault(guest.party, {"": -1})
        return order.setdefault(match, len(order) - 1), seq

    def _front(self, party: str) -> tuple[int, int]:
        return max(self._there(guest) for guest in self.guests if guest.party == party)

    def _how_it_stands(self) -> str:
        said = [
            f"{guest.name} is at {guest.seen} by {guest.at}, {guest.answers} answers; told {guest.said_by_server}"
            for guest in self.guests
        ]
        words = [f"{child.said.stem}: {child.words()[-2000:]}" for child in (*self.servers, *self.thinkers)]
        return "\n".join([*said, *words])

    # --- setting up, and looking at what is left ---

    async def _set_up(self) -> None:
        await asyncio.to_thread(self._everything().by_hand, f"CREATE DATABASE {self._name}")
        many = self._count > 1  # then somebody else thinks, and they talk to each other
        for number in range(self._count):
            settings = {"database": await self._way_to_the_database(f"database {number}")}
            settings |= {"bus": await self._way_to_the_bus(f"bus {number}")}
            thinkers = 0 if many else 1
            self.servers.append(Server(self._nursery, self._folder, number, thinkers=thinkers, **settings))
        if many:
            await self._ways_inside()
            for number in range(2):
                settings = {"database": await self._way_to_the_database(f"thinking {number}")}
                settings |= {"bus": await self._way_to_the_bus(f"bus of thinker {number}")}
                self.thinkers.append(Thinker(self._nursery, self._folder, number, **settings))
        for child in (*self.servers, *self.thinkers):
            await asyncio.to_thread(child.start)
        for number, (game, computers, rules) in enumerate(TABLES):
            await asyncio.to_thread(self._sit_down, number, game, computers, rules)

    async def _way(self, name: str, to: int | Path) -> int:
        line = self.lines[name] = Line(to)
        await line.start()
        return line.port

    async def _way_to_the_database(self, name: str) -> str:
        port = await self._way(name, self._cluster.folder / ".s.PGSQL.5432")
        return f"postgresql://postgres@127.0.0.1:{port}/{self._name}"

    async def _way_to_the_bus(self, name: str) -> str:
        return f"redis://127.0.0.1:{await self._way(name, self._bus.port)}" if self._bus is not None else ""

    async def _ways_inside(self) -> None:
        """Servers reach each other by lines of ours, for the database tells them those addresses."""
        await PostgresStorage(self._place().url).close()  # which makes the tables
        cases = ""
        for server in self.servers:
            port = await self._way(f"inside {server.number}", server.inside)
            cases += f" WHEN '127.0.0.1:{server.inside}' THEN '127.0.0.1:{port}'"
        for statement in (
            "CREATE FUNCTION our_lines() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"NEW.address := CASE NEW.address{cases} ELSE NEW.address END; RETURN NEW; END $$",
            "CREATE TRIGGER our_lines BEFORE INSERT ON processes FOR EACH ROW EXECUTE FUNCTION our_lines()",
        ):
            await asyncio.to_thread(self._place().by_hand, statement)

    def _everything(self) -> PostgresPlace:
        return PostgresPlace(self._cluster.url())

    def _place(self) -> PostgresPlace:
        return PostgresPlace(self._cluster.url(self._name))

    def _sit_down(self, number: int, game: str, computers: int, rules: dict[str, Any]) -> None:
        """Three people open a table, each by another door, and begin."""
        doors = [self.servers[at % self._count] for at in range(3)]
        browsers = [Browser(door.address) for door in doors]
        friends: list[Friend] = []
        try:
            level = next(each["levels"][0] for each in browsers[0].welcome["games"] if each["name"] == game)
            friends.append(open_table(browsers[0], game, computers=[level] * computers))
            for at, name in enumerate(("Ben", "Cy"), 1):
                friends.append(come(browsers[at], code_of(friends[0]), name))
            friends[0].do("set_rules", talk="text", **rules)
            for friend in friends[1:]:
                friend.do("ready", ready=True)
            friends[0].do("start")
            for at, friend in enumerate(friends):
                rest = [self.servers[(at + more) % self._count].address for more in range(self._count)]
                guest = Guest(
                    f"{friend.me['name']} of {number + 1}",
                    browsers[at].cookie,
                    friend.party,
                    rest,
                    self.history.append,
                    random.Random(self.chance.random()),
                )
                self.guests.append(guest)
        finally:
            for friend in friends:
                friend.close()
            for browser in browsers:
                browser.close()

    async def _kept(self) -> Kept:
        """What lies in the database, read as a server would: each log is played anew by the rules."""
        place = self._place()

        def rows(statement: str) -> list[tuple[Any, ...]]:
            return place.by_hand(statement)

        told_by = await asyncio.to_thread(rows, "SELECT party, body FROM party_lines ORDER BY party, n")
        commands = await asyncio.to_thread(rows, "SELECT match, id, seq FROM commands")
        played = await asyncio.to_thread(
            rows, "SELECT p.party, p.match FROM party_matches p JOIN matches m ON m.id = p.match ORDER BY m.number"
        )
        kept = Kept(logs={}, commands={}, events={}, lines={}, tables={})
        storage = PostgresStorage(place.url)
        opener = Opener(storage)
        try:
            for party, match_id in played:
                kept.tables.setdefault(party, []).append(match_id)
                opened = await opener.open(match_id)
                assert opened is not None
                assert opened.fits, "the rules lead elsewhere"
                kept.logs[match_id] = [entry.to_json() for entry in opened.match.log]
                found = [
                    event.model_dump()
                    for message in messages.events(opened.match, enumerate(opened.match.events), None)
                    for event in message.events
                ]
                kept.events[match_id] = {event["n"]: told(event) for event in found if is_public(event)}
                kept.commands[match_id] = [(id_, seq) for match, id_, seq in commands if match == match_id]
        finally:
            opener.close()
            await storage.close()
        for party, body in told_by:
            kept.lines.setdefault(party, []).append(json.loads(body))
        return kept

    async def _tear_down(self) -> None:
        for child in (*self.servers, *self.thinkers):
            with suppress(Exception):
                await asyncio.to_thread(child.kill)
        self._nursery.end()
        for line in self.lines.values():
            await line.end()
        self._cluster.thaw()
        await asyncio.to_thread(self._everything().by_hand, f"DROP DATABASE {self._name} WITH (FORCE)")

    def trouble(self) -> list[str]:
        """What servers have said that nobody should have to read."""
        said = [child.words() for child in (*self.servers, *self.thinkers)]
        return [words for words in said if "Traceback" in words]

    # --- what goes wrong ---

    def _a_server(self) -> Server:
        return self.chance.choice(self.servers)

    def _short(self, longest: float) -> float:
        return self.chance.uniform(0.1, longest)

    async def kill(self, longest: float) -> None:
        """The power of a server goes."""
        server = self._a_server()
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(self.chance.uniform(0.0, longest))
        await asyncio.to_thread(server.start)

    async def restart(self, longest: float) -> None:
        """A server is ended in good order, and another one started in its place."""
        server = self._a_server()
        await asyncio.to_thread(server.end)
        await asyncio.to_thread(server.start)

    async def stop(self, longest: float) -> None:
        """A server does nothing for a while, and knows nothing of that."""
        await self._stopped([self._a_server().pid], self._short(longest))

    async def stop_past_lease(self, longest: float) -> None:
        """A server does nothing for so long that others have taken over all it had."""
        await self._stopped([self._a_server().pid], LEASE + self.chance.uniform(1.0, 3.0))

    async def _stopped(self, pids: list[int | None], seconds: float) -> None:
        there = [pid for pid in pids if pid is not None]
        for pid in there:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            for pid in there:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    async def kill_database(self, longest: float) -> None:
        """The power of the database goes."""
        await asyncio.to_thread(self._cluster.stop, "immediate")
        await asyncio.sleep(self.chance.uniform(0.0, min(longest, 2.0)))
        await asyncio.to_thread(self._cluster.start)

    async def crash_database(self, longest: float) -> None:
        """One process of the database dies, and PostgreSQL recovers by itself."""
        *_, one = self._cluster.pids()
        with suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)

    async def stop_database(self, longest: float) -> None:
        """The database does nothing for a while."""
        await self._stopped(list(self._cluster.pids()), self._short(longest))

    async def silence_database(self, longest: float) -> None:
        """The database does nothing for longer than anybody waits for it."""
        await self._stopped(list(self._cluster.pids()), WAIT + self.chance.uniform(0.5, 2.0))

    async def _badly(self, kind: str, how: How, seconds: float) -> None:
        """Some lines of a kind are bad for a while: one, or all of them."""
        some = [line for name, line in self.lines.items() if name.startswith(kind)]
        if self.chance.random() < 0.7:
            some = [self.chance.choice(some)]
        for line in some:
            line.be(how, self.chance.uniform(0.02, 0.15))
        try:
            await asyncio.sleep(seconds)
        finally:
            for line in some:
                line.be("well")

    async def cut_database(self, longest: float) -> None:
        """Servers cannot reach the database."""
        await self._badly("database", "cut", self._short(longest))

    async def blink_database(self, longest: float) -> None:
        """All that is under way to the database breaks, and all is well again at once."""
        for _ in range(self.chance.randint(3, 8)):
            await self._badly("database", "cut", 0.0)
            await asyncio.sleep(self.chance.uniform(0.0, 0.1))

    async def freeze_database(self, longest: float) -> None:
        """Nothing arrives, and nobody is told."""
        await self._badly("database", "frozen", self._short(longest))

    async def freeze_and_cut_database(self, longest: float) -> None:
        """Nothing arrives, and then the line breaks: nobody knows what became of what was under way."""
        await self._badly("database", "frozen", self._short(min(longest, 1.0)))
        await self._badly("database", "cut", 0.0)

    async def slow_database(self, longest: float) -> None:
        """Everything takes its time."""
        await self._badly("database", "slow", self._short(longest))

    # Between servers, to the bus, and thinkers.

    async def cut_inside(self, longest: float) -> None:
        """Servers cannot reach each other."""
        await self._badly("inside", "cut", self._short(longest))

    async def freeze_inside(self, longest: float) -> None:
        """What servers say to each other does not arrive."""
        await self._badly("inside", "frozen", self._short(longest))

    async def slow_inside(self, longest: float) -> None:
        """It arrives late."""
        await self._badly("inside", "slow", self._short(longest))

    async def part(self, longest: float) -> None:
        """A server is cut off from everything but its guests, longer than the others wait for it."""
        number = self.chance.randrange(self._count)
        theirs = [f"database {number}", f"bus {number}", f"inside {number}"]
        cut = [line for name, line in self.lines.items() if name in theirs]
        how: How = self.chance.choice(["cut", "frozen"])
        for line in cut:
            line.be(how)
        try:
            await asyncio.sleep(LEASE + self.chance.uniform(0.5, 3.0))
        finally:
            for line in cut:
                line.be("well")

    async def kill_bus(self, longest: float) -> None:
        """The power of the bus goes."""
        assert self._bus is not None
        await asyncio.to_thread(self._bus.kill)
        await asyncio.sleep(self.chance.uniform(0.0, longest))
        await asyncio.to_thread(self._bus.start)

    async def cut_bus(self, longest: float) -> None:
        """Nobody can reach the bus."""
        await self._badly("bus", "cut", self._short(longest))

    async def freeze_bus(self, longest: float) -> None:
        """What is said on the bus does not arrive."""
        await self._badly("bus", "frozen", self._short(longest))

    async def kill_thinker(self, longest: float) -> None:
        """Whoever was thinking is dead."""
        thinker = self.chance.choice(self.thinkers)
        await asyncio.to_thread(thinker.kill)
        await asyncio.sleep(self.chance.uniform(0.0, longest))
        await asyncio.to_thread(thinker.start)

    async def stop_thinker(self, longest: float) -> None:
        """Whoever is thinking falls asleep, and finishes the thought much later."""
        await self._stopped([self.chance.choice(self.thinkers).pid], LEASE + self.chance.uniform(1.0, 3.0))

    async def kill_all(self, longest: float) -> None:
        """The power of all servers goes at once."""
        for server in self.servers:
            await asyncio.to_thread(server.kill)
        for server in self.servers:
            await asyncio.to_thread(server.start)

    async def twice(self, longest: float) -> None:
        """Something happens to a server while something else happens to the database."""
        one = self.chance.choice(["kill", "stop", "restart", "stop_past_lease"])
        rare = {"kill_database", "crash_database", "silence_database"}
        other = self.chance.choice([deed for deed in DATABASE if deed not in rare])
        self.exactly = f": {one} and {other}"
        await asyncio.gather(getattr(self, one)(longest), getattr(self, other)(min(longest, 2.0)))


DATABASE: Final = (
    "kill_database",
    "crash_database",
    "stop_database",
    "silence_database",
    "cut_database",
    "blink_database",
    "freeze_database",
    "freeze_and_cut_database",
    "slow_database",
)
SERVERS: Final = ("kill", "stop", "restart")
BETWEEN: Final = (
    "stop_past_lease",
    "cut_inside",
    "freeze_inside",
    "slow_inside",
    "part",
    "kill_thinker",
    "stop_thinker",
    "kill_all",
    "twice",
)
BUS: Final = ("kill_bus", "cut_bus", "freeze_bus")


def go(
    folder: Path,
    cluster: Cluster,
    bus: Bus | None = None,
    *,
    servers: int,
    seed: int,
    deeds: list[str],
    longest: float,
) -> World:
    """Let it all happen; the world afterwards. AssertionError, with the seed, if it cannot all be true."""
    solver.load("standard")  # once, and then kept on the disk: no stand-in has to wait until it is worked out
    world = World(folder, cluster, bus, servers, seed)
    kept = asyncio.run(world.run(deeds, longest))
    world.took = agreed(world.history, kept)
    found = problems(world.history, kept) + world.trouble()
    assert not found, f"seed {seed}, after {dict(world.happened)}:\n" + "\n".join(found[:20])
    return world
