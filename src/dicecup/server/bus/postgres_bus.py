"""The bus in the database that all processes share: LISTEN and NOTIFY, on a connection of its own.

Limits and counts are each process's own then: a statement for every request would cost more than they are worth.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from dicecup.server.bus.remote import Errand, Remote, Silent
from dicecup.server.store import postgres_lines as lines
from dicecup.server.store.postgres_words import address_of, driver, in_words, troubles

_CHANNEL: Final = "dicecup"
_NOTIFY: Final = "SELECT pg_notify($1, said) FROM unnest($2::text[]) AS said"
_SETTINGS: Final = {"application_name": "dicecup bus"}
_CONNECT: Final = 60.0  # seconds; `remote` has less patience


class PostgresBus(Remote):
    """News in a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        """SetupError, which tells nothing of it, if that is no address."""
        self._address: Final = address_of(url)
        driver()
        super().__init__(f"The bus in {self._address}")
        self._line: Any = None
        self._broken: asyncio.Future[None]

    async def _connect(self) -> None:
        self._broken = asyncio.get_running_loop().create_future()
        self._line = await lines.connect(self._address, _SETTINGS, timeout=_CONNECT)
        self._line.add_termination_listener(self._ended)
        await self._line.add_listener(_CHANNEL, self._said)

    def _said(self, _line: Any, _process: int, _channel: str, text: str) -> None:
        self.heard(text)

    def _ended(self, line: Any) -> None:
        if line is self._line and not self._broken.done():
            self._broken.set_result(None)

    async def _listen(self) -> None:
        await self._broken
        raise ConnectionResetError

    async def _carry(self, errands: Sequence[Errand]) -> None:
        await self._line.fetch(_NOTIFY, _CHANNEL, [errand.said[0] for errand in errands])

    async def _beat(self) -> None:
        await self._line.fetchval("SELECT 1")

    async def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.terminate()

    def _news(self, text: str) -> tuple[Any, ...]:
        return (text,)

    def _expected(self, error: Exception) -> bool:
        return isinstance(error, troubles())

    async def _why(self, error: BaseException) -> str:
        if isinstance(error, (TimeoutError, Silent)):
            return f"{self._name} does not answer."
        return f"{self._name} does not work. {in_words(error, self._address)}"
