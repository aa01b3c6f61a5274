"""Who may write what: each unit of a store has one owner at a time, wherever requests about it come in.

A unit is a party with all its matches, or a match without a party. Its owner is the one process that has it in
memory: it carries out commands, and drives computer players, clocks and stand-ins. Whatever is written of a unit
is written by its owner, and the store compares that in the same transaction: whoever was taken for dead spoils
nothing.
"""

import secrets
from collections.abc import Awaitable, Callable, Collection
from typing import Final, NamedTuple, Protocol


class Owner(NamedTuple):
    """A process that has a unit, and where the others reach it."""

    process: str
    address: str = ""  # host:port of its inside door; none: nobody reaches it (a command that tidies up, say)
    version: str = ""  # of Dicecup
    here: bool = False  # whether it is this process


Dropped = Callable[[Collection[str]], Awaitable[None]]
"""Told of units that are not ours any more: whatever is in memory of them goes, and who looks at it comes back."""
Woken = Callable[[Collection[str]], Awaitable[None]]
"""Told of units that were a dead process's and are ours now, with something going on: open them."""
Ask = Callable[[Owner, Collection[str]], Awaitable[bool]]
"""Asks another process to let go of units (`give_up` there); False if it does not, or cannot be reached."""
Needed = Callable[[str], bool]
"""Whether anything of a unit is in memory here."""


class Owners(Protocol):
    """Who has what."""

    @property
    def process(self) -> str:
        """The name of this process: another one whenever it starts, or has been taken for dead."""
        ...

    @property
    def beats(self) -> bool:
        """Whether the others can know that this process is alive; if not, it is not ready for anybody."""
        ...

    @property
    def apart(self) -> float:
        """How many seconds the clock of this computer is ahead of the store's; less than none: behind."""
        ...

    @property
    def units(self) -> int:
        """How many units this process has."""
        ...

    async def begin(self, address: str, dropped: Dropped, woken: Woken, ask: Ask) -> None:
        """Be there from now on, for others at this address; own nothing yet."""
        ...

    async def key(self) -> bytes:
        """32 random bytes that all processes of this store know, and nobody else; the first makes them."""
        ...

    def spares(self, needed: Needed) -> None:
        """Let go of what is not needed any more, in time."""
        ...

    async def unit_of(self, match_id: str) -> str:
        """The unit of a match: its party, or itself."""
        ...

    async def own(self, unit: str) -> Owner:
        """Take a unit unless somebody alive has it, and say who has it then."""
        ...

    async def whose(self, unit: str) -> Owner | None:
        """Who has a unit; None if nobody alive does."""
        ...

    def holds(self, unit: str) -> bool:
        """Whether this process has a unit for certain, and has not been silent so long that others take it."""
        ...

    def held(self) -> list[str]:
        """All units that this process has."""
        ...

    async def gather(self, units: Collection[str]) -> bool:
        """Have all of these for a moment, whoever has them now; False if somebody does not let go."""
        ...

    async def give_up(self, units: Collection[str]) -> None:
        """Let go of these: whoever is asked for them next has them."""
        ...

    def leave(self) -> None:
        """Take nothing more, for this process ends soon: `own` names another living process where it would take.

        StorageError if there is none. What it has it keeps until it is given up.
        """
        ...

    async def all(self) -> list[Owner]:
        """Every process that is alive, this one included."""
        ...

    async def end(self) -> None:
        """Let go of everything, and be there no more."""
        ...


class Alone:
    """A store that one process has to itself: everything is its own."""

    process: Final = "alone"
    beats: Final = True
    apart: Final = 0.0  # it has no clock
    units: Final = 0  # nobody counts them

    def __init__(self) -> None:
        self._key: Final = secrets.token_bytes(32)

    async def begin(self, address: str, dropped: Dropped, woken: Woken, ask: Ask) -> None:
        """Nobody asks."""

    async def key(self) -> bytes:
        """Nobody else knows it."""
        return self._key

    def spares(self, needed: Needed) -> None:
        """There is nobody else."""

    async def unit_of(self, match_id: str) -> str:
        """As good as any."""
        return match_id

    async def own(self, unit: str) -> Owner:
        """It has everything."""
        return Owner(self.process, here=True)

    async def whose(self, unit: str) -> Owner | None:
        """It has everything."""
        return Owner(self.process, here=True)

    def holds(self, unit: str) -> bool:
        """It has everything."""
        return True

    def held(self) -> list[str]:
        """Nobody counts them."""
        return []

    async def gather(self, units: Collection[str]) -> bool:
        """It has everything."""
        return True

    async def give_up(self, units: Collection[str]) -> None:
        """There is nobody else."""

    def leave(self) -> None:
        """There is nobody else."""

    async def all(self) -> list[Owner]:
        """There is nobody else."""
        return [Owner(self.process, here=True)]

    async def end(self) -> None:
        """Nobody is waiting."""
