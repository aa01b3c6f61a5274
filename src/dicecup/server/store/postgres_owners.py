"""Who owns what in PostgreSQL: leases with tokens. A lease lasts as long as its process beats (`postgres_heart`).

Whenever a unit changes hands its token grows. Whatever is written of a unit goes through `write`, which compares
name and token in the same transaction: so a process that was taken for dead, and does not know it yet, spoils
nothing.
"""

import asyncio
import logging
import random
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import AsyncExitStack, suppress
from typing import Any, Final, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import dicecup
from dicecup.saves import StorageError
from dicecup.server.store import postgres_heart
from dicecup.server.store.owners import Ask, Dropped, Needed, Owner, Woken
from dicecup.server.store.postgres_connections import Connections
from dicecup.server.store.postgres_heart import Heart
from dicecup.server.store.postgres_sweep import TAKEN, Sweep
from dicecup.server.store.postgres_units import (
    FENCE,
    FIRST,
    FREE,
    LATELY,
    MISSED,
    NEW,
    TAKE,
    THERE,
    UNIT,
    WHOSE,
    newer,
)
from dicecup.server.store.storage import Elsewhere, Fenced

_TRIES: Final = 5
_PATIENCE: Final = 4.0  # seconds for somebody who waits
_BEGINS: Final = 30.0  # seconds for a server that starts
_LETS_GO: Final = 6.0  # seconds that others have for it: whoever dies is dead by then
_LOOKS_AGAIN: Final = 0.1  # seconds
_log: Final = logging.getLogger("dicecup.server")
T = TypeVar("T")


class Hold(NamedTuple):
    """A unit that is ours, as long as the process has this name."""

    process: str
    token: int


async def _nothing_there(_units: Collection[str]) -> None:
    """Nothing is in memory, and nothing is opened."""


class PostgresOwners:
    """`Owners` in a database that any number of processes share."""

    def __init__(self, connections: Connections) -> None:
        self._connections: Final = connections
        self.version = dicecup.__version__
        self._heart: Heart | None = None
        self._sweep: Sweep | None = None
        self._held: Final[dict[str, Hold]] = {}
        self._units: Final[dict[str, str]] = {}  # of matches whose unit is held
        self._dropping: Final[dict[str, asyncio.Task[None]]] = {}
        self._locks: Final[WeakValueDictionary[str, asyncio.Lock]] = WeakValueDictionary()
        self._writing: Final[set[asyncio.Task[Any]]] = set()
        self._dropped: Dropped = _nothing_there
        self._ask: Ask | None = None
        self._needed: Needed | None = None
        self._leaving = self._ended = False

    # --- being there ---

    @property
    def process(self) -> str:
        """The name of this process: another one whenever it starts, or has been taken for dead."""
        return self._heart.name if self._heart is not None else ""

    @property
    def beats(self) -> bool:
        """Whether the others can know that this process is alive; if not, it is not ready for anybody."""
        return self._heart is not None and self._heart.beats

    @property
    def apart(self) -> float:
        """How many seconds the clock of this computer is ahead of the store's; less than none: behind."""
        return self._heart.apart if self._heart is not None else 0.0

    @property
    def units(self) -> int:
        """How many units this process has."""
        return len(self._held)

    async def begin(self, address: str, dropped: Dropped, woken: Woken, ask: Ask) -> None:
        """Be there from now on, for others at this address; own nothing yet."""
        await self.end()
        self._dropped, self._ask, self._leaving, self._ended = dropped, ask, False, False
        self._be_there(address)
        await self.beating(_BEGINS)
        self._sweep = Sweep(self._connections, self, woken)

    def _be_there(self, address: str = "") -> Heart:
        if self._ended:
            raise StorageError("The store is closed.")
        loop = asyncio.get_running_loop()

        def died() -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody has anything in memory
                loop.call_soon_threadsafe(self._died)

        if self._heart is None:
            self._heart = Heart(self._connections, address, self.version, died)
        return self._heart

    async def beating(self, patience: float = _PATIENCE) -> str:
        """The name under which this process is alive; StorageError if it cannot say so just now."""
        heart = self._be_there()  # whoever just writes something is somebody, too
        if not await heart.beating(patience):
            raise StorageError("The database cannot be reached just now. Try again in a moment.")
        return heart.name

    def _died(self) -> None:
        lost = [unit for unit, hold in self._held.items() if hold.process != self.process]
        self._drop(lost)

    async def end(self) -> None:
        """Let go of everything, and be there no more."""
        while self._writing:
            await asyncio.wait(self._writing)
        self._ended = True
        sweep, heart = self._sweep, self._heart
        self._sweep = self._heart = None
        self._held.clear()
        self._units.clear()
        if sweep is not None:
            await sweep.stop()
        if heart is not None:
            await heart.stop()

    def spares(self, needed: Needed) -> None:
        """Let go of what is not needed any more, in time."""
        self._needed = needed

    async def key(self) -> bytes:
        """32 random bytes that all processes of this store know, and nobody else; the first makes them."""
        fresh = secrets.token_bytes(32)

        async def job(db: Any) -> bytes:
            await db.execute("INSERT INTO shared VALUES ('key', $1) ON CONFLICT DO NOTHING", fresh)
            found: bytes = await db.fetchval("SELECT value FROM shared WHERE name = 'key'")
            return found

        return await self._connections.write(job)

    # --- who has what ---

    def holds(self, unit: str) -> bool:
        """Whether this process has a unit for certain, and has not been silent so long that others take it."""
        return self._hold(unit) is not None

    def _hold(self, unit: str) -> Hold | None:
        hold, heart = self._held.get(unit), self._heart
        alive = heart is not None and heart.beats and hold is not None and hold.process == heart.name
        return hold if alive and unit not in self._dropping else None

    def held(self) -> list[str]:
        """All that this process has."""
        return [unit for unit in self._held if self.holds(unit)]

    async def unit_of(self, match_id: str) -> str:
        """The unit of a match: its party, or itself."""
        known = self._units.get(match_id)
        if known is not None and self.holds(known):
            return known  # nobody else changes it
        found: str = await self._connections.ask(lambda db: db.fetchval(UNIT, match_id))
        if self.holds(found):
            self._units[match_id] = found
        return found

    def belongs(self, match_id: str, party: str) -> None:
        """A match is a party's from now on."""
        self._units[match_id] = party

    async def whose(self, unit: str) -> Owner | None:
        """Who has a unit; None if nobody alive does."""
        if self.holds(unit):
            return self._here()
        found = await self._find(unit)
        return self._owner(found) if found is not None and found["alive"] else None

    async def _find(self, unit: str) -> Any:
        return await self._connections.ask(lambda db: db.fetchrow(WHOSE, unit, postgres_heart.DEAD))

    def _here(self) -> Owner:
        return Owner(self.process, version=self.version, here=True)

    def _owner(self, found: Any) -> Owner:
        here = found["process"] == self.process
        return self._here() if here else Owner(found["process"], found["address"], found["runs"])

    async def all(self) -> list[Owner]:
        """Every process that is alive, this one included."""
        await self.beating()
        which = (
            "SELECT id AS process, address, version AS runs FROM processes "
            "WHERE beat > statement_timestamp() - make_interval(secs => $1) ORDER BY started, id"
        )
        found = await self._connections.ask(lambda db: db.fetch(which, postgres_heart.DEAD))
        return [self._owner(each) for each in found]

    # --- taking ---

    async def own(self, unit: str) -> Owner:
        """Take a unit unless somebody alive has it, and say who has it then."""
        if self.holds(unit):
            return self._here()
        async with self._locks.setdefault(unit, asyncio.Lock()):
            await self._forgotten(unit)
            return self._here() if self.holds(unit) else await self._take(unit)

    async def _forgotten(self, unit: str) -> None:
        """Whatever is in memory of a unit that was lost goes before it is taken again."""
        if unit in self._held and not self.holds(unit):
            self._drop([unit])
        if (dropping := self._dropping.get(unit)) is not None:
            await asyncio.wait([dropping])

    async def _take(self, unit: str) -> Owner:
        missing = 0
        for _ in range(_TRIES):
            me = await self.beating()
            found = await self._find(unit)
            if found is None:
                missing += 1
                if missing > 1:
                    return self._here()  # there is no such unit: nobody has it, and nobody needs to
                if self._leaving and await self._connections.ask(lambda db: db.fetchval(THERE, unit)):
                    return await self._another(self.version)
                token = await self._asked(FIRST, unit, me, self.version)
            elif found["alive"] and found["process"] != me:
                return self._owner(found)
            elif await self._is_missed(found["version"]):
                return await self._another(found["version"])
            elif self._leaving:
                return await self._another(self.version)
            elif found["process"] == me:
                token = found["token"]  # the news of it got lost
            else:
                token = await self._asked(TAKE, unit, me, self.version, found["token"], postgres_heart.DEAD)
            if token is not None:
                if found is not None and found["process"] not in (None, me):
                    TAKEN.add()
                self._held[unit] = Hold(me, token)
                if self.holds(unit):
                    return self._here()
        raise Elsewhere

    async def _asked(self, question: str, *facts: object) -> int | None:
        token: int | None = await self._connections.ask(lambda db: db.fetchval(question, *facts))
        return token

    def take_up(self, process: str, found: Collection[tuple[str, int]]) -> list[str]:
        """These were a dead process's, and are ours now."""
        self._held.update((unit, Hold(process, token)) for unit, token in found)
        return [unit for unit, _ in found if self.holds(unit)]

    async def _is_missed(self, version: str) -> bool:
        """Whether this version is too old for what another one has written, and one that is not will be back."""
        if not newer(version, self.version):
            return False
        lately = await self._connections.ask(lambda db: db.fetch(LATELY, MISSED))
        return any(not newer(version, each["version"]) for each in lately)

    async def _another(self, version: str) -> Owner:
        """Somebody else who may take what this version has written; the newest, for others may still be older."""
        can = [each for each in await self.all() if not each.here and not newer(version, each.version)]
        best = [each for each in can if each.address and not any(newer(one.version, each.version) for one in can)]
        if best:
            return random.choice(best)
        if newer(version, self.version):
            raise StorageError(
                "This table was played with a newer version of Dicecup. Come back in a moment: its server is "
                "being started. If it does not return, the table goes on here within ten minutes."
            )
        raise StorageError("This server is being restarted. Come back in a moment.")

    # --- letting go ---

    async def give_up(self, units: Collection[str]) -> None:
        """Let go of these: whoever is asked for them next has them."""
        async with AsyncExitStack() as still:
            for unit in sorted(units):
                await still.enter_async_context(self._locks.setdefault(unit, asyncio.Lock()))
            given = {unit: hold for unit in units if (hold := self._held.get(unit)) is not None}
            self._drop(given)
            for unit in given:
                await self._forgotten(unit)
            facts = [(unit, *hold) for unit, hold in given.items()]
            if facts:
                await self._connections.write(lambda db: db.executemany(FREE, facts))

    def leave(self) -> None:
        """Take nothing more, for this process ends soon: `own` names another living process where it would."""
        self._leaving = True

    def _drop(self, units: Iterable[str]) -> None:
        """These are not ours any more: what is in memory of them goes."""
        gone = [unit for unit in units if self._held.pop(unit, None) is not None]
        if not gone:
            return
        task = asyncio.create_task(self._tell_dropped(gone))
        for unit in gone:
            self._dropping[unit] = task
        for match in [match for match, unit in self._units.items() if unit in self._dropping]:
            del self._units[match]

    async def _tell_dropped(self, units: list[str]) -> None:
        try:
            await self._dropped(units)
        except Exception:
            _log.exception("What was in memory of lost tables could not be forgotten")
        finally:
            for unit in units:
                del self._dropping[unit]

    async def spare(self) -> None:
        """Let go of what is not needed any more."""
        if self._needed is not None:
            await self.give_up([unit for unit in self.held() if not self._needed(unit)])

    async def gather(self, units: Collection[str]) -> bool:
        """Have all of these for a moment, whoever has them now; False if somebody does not let go."""
        until = postgres_heart.now() + _LETS_GO
        while True:
            others: dict[Owner, list[str]] = {}
            for unit in sorted(set(units)):
                if not (owner := await self.own(unit)).here:
                    others.setdefault(owner, []).append(unit)
            if not others:
                return True
            if postgres_heart.now() > until:
                return False
            for owner, theirs in others.items():
                if self._ask is None or not await self._ask(owner, theirs):
                    await asyncio.sleep(_LOOKS_AGAIN)  # it may be dying, or ending

    # --- writing ---

    async def write(
        self,
        job: Callable[[Any], Awaitable[T]],
        *,
        matches: Collection[str] = (),
        units: Collection[str] = (),
        new: str | None = None,
    ) -> T:
        """Write something of these matches and units: all of it, or Fenced and nothing if any is not ours.

        What nobody has is taken first. `new`: a unit that comes to be by this, and is ours at once.
        """
        # To the end, whoever still waits for it.
        writing = asyncio.create_task(self._write(job, matches, units, new))
        self._writing.add(writing)
        writing.add_done_callback(self._writing.discard)
        return await asyncio.shield(writing)

    async def _write(
        self, job: Callable[[Any], Awaitable[T]], matches: Collection[str], units: Collection[str], new: str | None
    ) -> T:
        for _ in range(_TRIES):
            try:
                return await self._write_once(job, matches, units, new)
            except _Moved as moved:  # to a party, just now
                self._units.pop(moved.match, None)
        raise Elsewhere

    async def _write_once(
        self, job: Callable[[Any], Awaitable[T]], matches: Collection[str], units: Collection[str], new: str | None
    ) -> T:
        theirs = {match: await self.unit_of(match) for match in sorted(matches)}
        ours = {unit: await self._to_write(unit) for unit in sorted({*theirs.values(), *units})}
        me = await self.beating() if new is not None else ""

        async def fenced(db: Any) -> tuple[T, int | None]:
            for match, unit in theirs.items():
                await _compare(db, match, unit, ours[unit])
            for unit in sorted({*units} - {*theirs.values()}):
                await _compare(db, unit, unit, ours[unit])
            made = await db.fetchval(NEW, new, me, self.version) if new is not None else None
            return await job(db), made

        try:
            result, made = await self._connections.write(fenced)
        except Fenced as fence:
            if self._held.get(fence.unit) == ours.get(fence.unit):
                self._drop([fence.unit])
            raise
        if made is not None and new is not None:
            self._held[new] = Hold(me, made)
        return result

    async def _to_write(self, unit: str) -> Hold | None:
        """Our hold on a unit; None if there is no such unit."""
        if (hold := self._hold(unit)) is not None:
            return hold
        if unit in self._dropping or unit in self._held:
            raise Fenced(unit)  # whoever writes this has something in memory that is not ours any more
        owner = await self.own(unit)
        if not owner.here:
            raise Fenced(unit)
        return self._hold(unit)


class _Moved(Exception):  # noqa: N818
    """A match is another unit's now."""

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self.match: Final = match


async def _compare(db: Any, which: str, unit: str, hold: Hold | None) -> None:
    """Fenced unless the unit of a match, or of that name, is still ours."""
    found = await db.fetchrow(FENCE, which)
    if found is not None and found["unit"] != unit:
        raise _Moved(which)
    if (tuple(found)[1:] if found is not None else None) != hold:
        raise Fenced(unit)
