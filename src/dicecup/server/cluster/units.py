"""Which unit a request is about, and who has it.

What the store said is believed for a while: whoever has a unit by now says so on the bus, and whoever is sent to a
process that has it no more is told so there, and asks the store.
"""

import json
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, TypeVar

from dicecup.server.bus.bus import OWNER, Bus
from dicecup.server.cluster.places import By, Found
from dicecup.server.matches import fingerprint
from dicecup.server.party import doors
from dicecup.server.store.owners import Owner
from dicecup.server.store.storage import Storage

_LONGEST: Final = 200  # of anything that is named in a request
_LONE: Final = re.compile("[\ud800-\udfff]")  # halves of characters, which JSON can have in it and UTF-8 cannot
_BELIEVED: Final = 10.0  # seconds
_MOST: Final = 10_000
T = TypeVar("T")


class _Lately(Generic[T]):
    """What was noted last."""

    def __init__(self) -> None:
        self._notes: Final[OrderedDict[str, T]] = OrderedDict()

    def note(self, key: str, value: T) -> None:
        self._notes[key] = value
        self._notes.move_to_end(key)
        if len(self._notes) > _MOST:
            self._notes.popitem(last=False)

    def of(self, key: str) -> T | None:
        return self._notes.get(key)

    def forget(self, key: str) -> bool:
        return self._notes.pop(key, None) is not None


class _Known(NamedTuple):
    unit: str
    owner: Owner
    until: float


class Units:
    """Finds them in the store, and takes those that nobody has."""

    def __init__(self, storage: Storage, bus: Bus, now: Callable[[], float] = time.monotonic) -> None:
        self._storage: Final = storage
        self._bus: Final = bus
        self._now: Final = now
        self._elsewhere: Final[_Lately[_Known]] = _Lately()  # by what requests name
        self._moved: Final[_Lately[str]] = _Lately()  # units, and the processes that have them as was heard last
        bus.on(OWNER, self._heard)

    async def owner(self, found: Found, body: bytes, *, sure: bool = False) -> Owner | None:
        """Who is to answer a request; None if it is about nothing that there is: then anybody can say so.

        `sure`: it is looked up, whatever is believed.
        """
        owners = self._storage.owners
        if not sure and (known := self._believed(found)) is not None:
            return known
        unit = await self._unit(found, body) if _is_word(found.word) else None
        if unit is None:
            return None
        held = owners.holds(unit)
        owner = await owners.own(unit)
        if owner.here:
            self.forget(found)
            if not held:
                await self.took(unit)
        elif found.place.by in (By.MATCH, By.PARTY):
            self._elsewhere.note(found.word, _Known(unit, owner, self._now() + _BELIEVED))
            self._moved.note(unit, owner.process)
        return owner

    def _believed(self, found: Found) -> Owner | None:
        known = self._elsewhere.of(found.word) if found.place.by in (By.MATCH, By.PARTY) else None
        if known is None or known.until < self._now() or self._storage.owners.holds(known.unit):
            return None
        return known.owner if self._moved.of(known.unit) in (None, known.owner.process) else None

    def forget(self, found: Found) -> bool:
        """Believe no more what was noted about this; whether anything was."""
        return self._elsewhere.forget(found.word)

    async def took(self, unit: str) -> None:
        """Tell the others that a unit is ours now."""
        await self._bus.tell(OWNER, {"unit": unit, "process": self._storage.owners.process})

    def _heard(self, message: dict[str, Any]) -> None:
        match message:
            case {"unit": str(unit), "process": str(process)}:
                self._moved.note(unit, process)

    async def _unit(self, found: Found, body: bytes) -> str | None:
        owners = self._storage.owners
        match: str | None = None
        match found.place.by:
            case By.PARTY:
                return found.word
            case By.CODE:
                code = said(body, "code")
                return None if code is None else await self._storage.parties.behind(fingerprint(doors.read(code)))
            case By.MATCH:
                match = found.word
            case By.INVITE:
                match = await self._storage.invited(fingerprint(found.word))
            case By.ADOPTED:
                match = said(body, "match")
        return None if match is None else await owners.unit_of(match)


def said(body: bytes, name: str) -> str | None:
    """What a body says under a name, if it makes sense; whoever answers says what is wrong with it otherwise."""
    try:
        facts: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    found = facts.get(name) if isinstance(facts, dict) else None
    return found if isinstance(found, str) and _is_word(found) else None


def _is_word(text: str) -> bool:
    """Whether anything could be called so: nothing is looked for that no store could hold."""
    return len(text) <= _LONGEST and "\0" not in text and not _LONE.search(text)
