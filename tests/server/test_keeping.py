"""How long a server keeps matches: as long as it is told, and how they ended for ever."""

import asyncio
import time
from typing import Any

import pytest

from dicecup.server.clock import Clock
from dicecup.server.operation import keeping
from dicecup.server.operation.keeping import Keeping, age
from dicecup.server.store.owners import Owner
from dicecup.table import SetupError
from tests.server.stores import Place, more, row, using

HOUR = 3600.0
RESULT = '{"kind":"yahtzee"}'


class Later(Clock):
    """So much later; nobody waits."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def now(self) -> float:
        return time.time() + self._seconds

    async def sleep(self, seconds: float) -> None:
        """It is over already."""


class Tables(set[str]):
    """Matches in memory."""

    def __init__(self, *there: str) -> None:
        super().__init__(there)
        self.closed: list[str] = []

    def close_one(self, match_id: str, reason: str) -> None:
        assert "cleared away" in reason
        self.closed.append(match_id)


def clear(storage: Any, tables: Tables, after: float, keep: float = HOUR) -> Keeping:
    return Keeping(storage, tables, lambda _: None, Later(after), keep)  # type: ignore[arg-type]


def test_old_matches_go_and_how_they_ended_stays(place: Place) -> None:
    async def go(storage: Any) -> None:
        await storage.add_match(row("over"))
        await storage.append(more([], "a", match="over", result=RESULT))
        await storage.add_match(row("idle"))
        tables = Tables()
        assert await clear(storage, tables, HOUR / 2).round() == 0
        assert await clear(storage, tables, 2 * HOUR).round() == 2
        assert await storage.find("over") is None
        assert await storage.find("idle") is None
        assert tables.closed == ["over", "idle"]
        (result,) = await storage.results_of("ann", None, 10)
        assert (result.match, result.there) == ("over", False)

    using(place, go)


def test_more_than_are_looked_at_at_once_and_some_that_stay(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_PAGE", 2)

    async def go(storage: Any) -> None:
        for n in range(7):
            await storage.add_match(row(f"m{n}"))
        # Damaged: nobody knows how old it is.
        await asyncio.to_thread(place.by_hand, "UPDATE matches SET game = 'another' WHERE id = 'm0'")
        assert await clear(storage, Tables("m1", "m2"), 2 * HOUR).round() == 4
        left = [match_id for _, match_id in await storage.idle(time.time() + 9, (0.0, ""), 10)]
        assert left == ["m0", "m1", "m2"], "those whom somebody looks at, and what is damaged"

    using(place, go)


def test_what_another_process_has_is_left_to_it(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def elsewhere(_self: object, _unit: str) -> Owner:
        return Owner("another", "127.0.0.1:1")

    async def go(storage: Any) -> None:
        await storage.add_match(row("m"))
        monkeypatch.setattr(type(storage.owners), "own", elsewhere)
        assert await clear(storage, Tables(), 2 * HOUR).round() == 0
        assert await storage.find("m") is not None

    using(place, go)


@pytest.mark.parametrize(("text", "seconds"), [("1h", 3600), ("2d", 172_800), ("1w", 604_800), ("1y", 31_536_000)])
def test_how_an_age_is_written(text: str, seconds: int) -> None:
    assert age(text) == seconds


@pytest.mark.parametrize("text", ["", "d", "0d", "365", "1 d", "-1d", "1.5d", "ten years"])
def test_what_is_no_age(text: str) -> None:
    with pytest.raises(SetupError, match="written like 365d"):
        age(text)
