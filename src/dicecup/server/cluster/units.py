"""Which unit a request is about, and who has it."""

import json
from typing import Any, Final

from dicecup.server.cluster.places import By, Found
from dicecup.server.matches import fingerprint
from dicecup.server.party import doors
from dicecup.server.store.owners import Owner
from dicecup.server.store.storage import Storage


class Units:
    """Finds them in the store, and takes those that nobody has."""

    def __init__(self, storage: Storage) -> None:
        self._storage: Final = storage

    async def owner(self, found: Found, body: bytes) -> Owner | None:
        """Who is to answer a request; None if it is about nothing that there is: then anybody can say so."""
        unit = await self._unit(found, body)
        return None if unit is None else await self._storage.owners.own(unit)

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
    return found if isinstance(found, str) and "\0" not in found else None
