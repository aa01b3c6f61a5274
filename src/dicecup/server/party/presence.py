"""Who is here: somebody is as long as a page of theirs is open, and for a moment after. Never on the disk."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from dicecup.server.clock import Clock
from dicecup.server.limits import Count

_BLINK: Final = 3.0  # seconds: who loads the page anew is not away


class Attendance:
    """The open pages of each guest; `changed` is told of everybody who comes or goes."""

    def __init__(self, clock: Clock, changed: Callable[[str], None]) -> None:
        self._clock: Final = clock
        self._changed: Final = changed
        self._pages: Final = Count()
        self._opened: Final = clock.now()
        self._away: Final[dict[str, float]] = {}
        self._leaving: Final[dict[str, asyncio.Task[None]]] = {}

    @contextmanager
    def page(self, guest: str) -> Iterator[None]:
        """A page of a guest is open."""
        new = not self.here(guest)
        self._pages.add(guest)
        if (leaving := self._leaving.pop(guest, None)) is not None:
            leaving.cancel()
        self._away.pop(guest, None)
        if new:
            self._changed(guest)
        try:
            yield
        finally:
            self._pages.add(guest, -1)
            if not self._pages.of(guest):
                self._leaving[guest] = asyncio.create_task(self._blink(guest))

    async def _blink(self, guest: str) -> None:
        await self._clock.sleep(_BLINK)
        self._leaving.pop(guest, None)
        self._away[guest] = self._clock.now()
        self._changed(guest)

    def here(self, guest: str) -> bool:
        """Whether this guest is here."""
        return bool(guest) and (self._pages.of(guest) > 0 or guest in self._leaving)

    def away_since(self, guest: str) -> float | None:
        """Since when this guest is not; None: they are. Who never came is away since there is this party."""
        return None if self.here(guest) else self._away.get(guest, self._opened)

    @property
    def anybody(self) -> bool:
        """Whether anybody is."""
        return self._pages.total > 0 or bool(self._leaving)

    def close(self) -> None:
        """Wait for nobody any more."""
        for task in self._leaving.values():
            task.cancel()
