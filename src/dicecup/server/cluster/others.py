"""What a process asks of all others: to let go of something, and which tables they have that anybody may join."""

import asyncio
import json
from collections.abc import Collection
from contextlib import suppress
from typing import Any, Final

from dicecup.saves import StorageError
from dicecup.server.cluster import inside, passing
from dicecup.server.cluster.forwarding import Exchange
from dicecup.server.cluster.vouching import Word
from dicecup.server.party.open_tables import Listed
from dicecup.server.store.owners import Owner, Owners
from dicecup.server.wire import party as said
from dicecup.table import NotAllowed

_PATIENCE: Final = 3.0  # seconds: what somebody has to say who is slower is left out
_JOIN: Final = b"/api/v1/join"
_MOST: Final = 2**20  # bytes of an answer


class Others:
    """All other processes that are alive."""

    def __init__(self, owners: Owners, exchange: Exchange) -> None:
        self._owners: Final = owners
        self._exchange: Final = exchange

    async def let_go(self, owner: Owner, units: Collection[str]) -> bool:
        """Ask another process to let go of units; False if it does not, or cannot be reached."""
        found = await self._ask(owner, "POST", inside.GIVE_UP.encode(), Word(), json.dumps(sorted(units)).encode())
        return found is not None and found[0] == 204

    async def expect(self, guest: str) -> None:
        """Somebody is about to be forgotten here: all others hear of it, as far as they can be reached."""
        await asyncio.gather(
            *(self._ask(owner, "POST", inside.EXPECT.encode(), Word(guest)) for owner in await self._reachable())
        )

    async def _reachable(self) -> list[Owner]:
        try:
            return [owner for owner in await self._owners.all() if not owner.here and owner.address]
        except StorageError:  # nobody can tell who there is
            return []

    async def tables(self) -> list[Listed]:
        """The tables of others that anybody may join, and when they were opened."""
        others = await self._reachable()
        answers = await asyncio.gather(
            *(self._ask(owner, "GET", inside.TABLES.encode(), Word()) for owner in others)
        )
        found: list[Listed] = []
        for owner, answer in zip(others, answers, strict=True):
            if answer is None or answer[0] != 200:
                continue
            listed: list[dict[str, Any]] = json.loads(answer[1])
            for each in listed:
                with suppress(ValueError, KeyError):  # of another version, perhaps
                    found.append(Listed(each["opened"], owner, said.OpenTable.model_validate(each["table"])))
        return found

    async def join(self, owner: Owner, wanted: said.Join, guest: str) -> said.Joined:
        """Go in at a table of another process; NotAllowed, with what it says, if that cannot be."""
        found = await self._ask(owner, "POST", _JOIN, Word(guest), wanted.model_dump_json().encode())
        if found is None or found[0] != 201:
            raise NotAllowed("Somebody was faster.")
        return said.Joined.model_validate_json(found[1])

    async def _ask(
        self, owner: Owner, method: str, target: bytes, word: Word, body: bytes = b""
    ) -> tuple[int, bytes] | None:
        """Status and body of an answer; None if there is none in time."""
        kind = [(b"content-type", b"application/json")]
        headers = kind + self._exchange.headers(owner, method, target, body, word)
        got = b""
        with suppress(passing.Unreached, passing.Unanswered, passing.Broken, TimeoutError):
            async with (
                asyncio.timeout(_PATIENCE),
                passing.asked(self._exchange.lines, owner, method, target, headers, body) as answer,
            ):
                async for piece in answer.pieces:
                    got += piece
                    if len(got) > _MOST:
                        return None
                return answer.status, got
        return None
