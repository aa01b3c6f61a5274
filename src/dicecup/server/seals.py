"""Secrets that are sealed and wait for their match: its guest sees the seal before adding to the dice."""

import json
import secrets
from typing import Final

from dicecup.server.store.seals import SealStorage, Waiting
from dicecup.table import Secret, SetupError


class Seals:
    """One for each guest; a new one takes the place of the one before."""

    def __init__(self, store: SealStorage) -> None:
        self._store: Final = store

    async def new(self, guest: str) -> tuple[str, Secret]:
        """Draw a secret for a guest; the name it is asked for by."""
        name, secret = secrets.token_urlsafe(16), Secret()
        await self._store.put(guest, Waiting(name, json.dumps(secret.reveal())))
        return name, secret

    async def take(self, guest: str, name: str, number: int = 1) -> Secret:
        """The secret of that name, for the how many-th game of a table; SetupError if it is not there."""
        found = await self._store.take(guest)
        if found is None or found.name != name:
            raise SetupError("The dice that were sealed for this game have been cleared away. Try again.")
        return Secret.from_json(json.loads(found.secret), number)
