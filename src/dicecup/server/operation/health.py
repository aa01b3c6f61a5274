"""Is it well? `/healthz`: the process is alive. `/readyz`: it can do its work, or the reasons why not."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import dicecup
from dicecup.saves import StorageError

HEALTHZ: Final = "/healthz"
READYZ: Final = "/readyz"
PATIENCE: Final = 2.0  # seconds for the store to answer
_HOLDS: Final = 1.0  # seconds for which an answer is good: whoever asks often asks the store no more often

ENDING: Final = "This process is ending."
NO_STORE: Final = "The store does not answer."
SILENT: Final = "The other processes do not hear from this one."
NO_BUS: Final = "The bus does not work: what other processes have to tell comes a few seconds late."
CLOCKS: Final = (
    "The clocks of this computer and of another server are more than a minute apart, so neither takes what the "
    "other passes on. Let both be set by the network."
)
ITS_CLOCK: Final = (
    "The clock of this computer and that of the database are {:.0f} seconds apart. Let both be set by the network."
)

SAME_DOOR: Final = (
    "Another server says that it is reached at the same place as this one. Give each an --inside of its own."
)
UNREACHED: Final = (
    "Another server cannot be reached from here, so whoever comes in here does not get to its tables. --inside "
    "names an address of each server that all others can reach."
)


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether to send people here; `warnings` are no reason not to. Anybody may read it: it tells no addresses."""

    reasons: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reasons

    def to_json(self) -> dict[str, object]:
        """In words."""
        return {
            "ready": self.ready,
            "version": dicecup.__version__,
            "reasons": list(self.reasons),
            "warnings": list(self.warnings),
        }


class Health:
    """How this process is. `store` is asked something, `beats` and `bus` are looked at."""

    def __init__(
        self, store: Callable[[], Awaitable[object]], beats: Callable[[], bool], bus: Callable[[], bool]
    ) -> None:
        self._store: Final = store
        self._beats: Final = beats
        self._bus: Final = bus
        self.thinking: Callable[[], str] = lambda: ""  # what is wrong with it, if anything
        self.others: Callable[[], list[str]] = list  # what is wrong between this process and others, in words
        self._asked: asyncio.Task[bool] | None = None
        self._until = 0.0
        self.leaving = False  # it ends soon: nobody should be sent here any more

    async def look(self) -> Readiness:
        """How it is now."""
        reasons = [ENDING] if self.leaving else []
        if not await self._store_answers():
            reasons.append(NO_STORE)
        if not self._beats():
            reasons.append(SILENT)
        warnings = [] if self._bus() else [NO_BUS]
        if why := self.thinking():  # people can play all the same
            warnings.append(why)
        warnings += self.others()
        return Readiness(tuple(reasons), tuple(warnings))

    async def _store_answers(self) -> bool:
        """As of a moment ago; all who ask at once ask once."""
        if self._asked is None or (self._asked.done() and time.monotonic() >= self._until):
            self._asked = asyncio.create_task(self._ask())
        return await asyncio.shield(self._asked)

    async def _ask(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store()
        except (StorageError, TimeoutError):
            return False
        finally:
            self._until = time.monotonic() + _HOLDS
        return True
