"""Secrets that are sealed and wait for their match: its guest sees the seal before adding to the dice."""

import secrets
import time
from collections import OrderedDict
from typing import Final

from dicecup.table import Secret, SetupError

_MOST: Final = 10_000  # of all guests
_PATIENCE: Final = 600.0  # seconds


class Seals:
    """One for each guest; a new one takes the place of the one before."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, tuple[str, Secret, float]] = OrderedDict()

    def new(self, guest: str) -> tuple[str, Secret]:
        """Draw a secret for a guest; the name it is asked for by."""
        self._waiting.pop(guest, None)
        if len(self._waiting) >= _MOST:
            self._waiting.popitem(last=False)
        name, secret = secrets.token_urlsafe(16), Secret()
        self._waiting[guest] = name, secret, time.monotonic()
        return name, secret

    def take(self, guest: str, name: str, number: int = 1) -> Secret:
        """The secret of that name, for the how many-th game of a table; SetupError if it is not there."""
        found = self._waiting.pop(guest, None)
        if found is None or found[0] != name or time.monotonic() - found[2] > _PATIENCE:
            raise SetupError("The dice that were sealed for this game have been cleared away. Try again.")
        return found[1].numbered(number)
