"""Servers that cannot reach each other: `/readyz` warns whoever runs them, before anybody who plays notices."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from dicecup.server.cluster import neighbours
from dicecup.server.cluster.neighbours import Neighbours
from dicecup.server.operation.health import SAME_DOOR, UNREACHED
from dicecup.server.settings import Settings
from dicecup.server.store import postgres_heart
from dicecup.server.store.owners import Owner
from tests.cluster.programs import free_port
from tests.cluster.test_clocks_apart import warnings
from tests.server.browser import FAST, PATIENCE, running
from tests.server.outside import until
from tests.server.stores import PostgresPlace

HERE = "10.0.0.3:8766"


class _Owners:
    """Who is alive, as a test has it."""

    def __init__(self, *others: Owner) -> None:
        self.others = others

    async def all(self) -> list[Owner]:
        return [Owner("me", HERE, here=True), *self.others]


def looks(owners: _Owners, answers: bool, times: int) -> Neighbours:
    async def go() -> Neighbours:
        async def answer(_address: str) -> bool:
            return answers

        found = Neighbours(owners, HERE, answer)  # type: ignore[arg-type]
        for _ in range(times):
            await found.look()
        return found

    return asyncio.run(go())


def test_who_cannot_be_reached_is_told_once_and_only_if_it_stays_so(caplog: pytest.LogCaptureFixture) -> None:
    other = Owner("other", "127.0.0.1:43211")
    with caplog.at_level(logging.WARNING):
        assert looks(_Owners(other), answers=False, times=1).troubles() == [], "it may just be dying"
        assert not caplog.records
        assert looks(_Owners(other), answers=False, times=4).troubles() == [UNREACHED]
    [told] = caplog.messages
    assert "It is other, at 127.0.0.1:43211." in told
    assert looks(_Owners(other), answers=True, times=4).troubles() == []


def test_whoever_has_gone_is_not_spoken_of() -> None:
    owners = _Owners(Owner("other", "127.0.0.1:43211"), Owner("twin", HERE))

    async def go() -> None:
        async def answer(_address: str) -> bool:
            return False

        found = Neighbours(owners, HERE, answer)  # type: ignore[arg-type]
        for _ in range(2):
            await found.look()
        assert found.troubles() == [SAME_DOOR, UNREACHED]
        owners.others = ()
        await found.look()
        assert found.troubles() == []

    asyncio.run(go())


def test_a_command_that_tidies_up_has_no_door_and_need_not_have_one() -> None:
    assert looks(_Owners(Owner("clean", "")), answers=False, times=4).troubles() == []


@pytest.mark.parametrize("same", [True, False])
def test_another_computer_with_the_same_configuration(
    database: PostgresPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same: bool
) -> None:
    """Both say that they are reached on their own computer, where the other one cannot be."""
    monkeypatch.setattr(neighbours, "_EVERY", 0.02)
    for name in ("DEAD", "SILENT"):
        monkeypatch.setattr(postgres_heart, name, 10 * PATIENCE)
    door = f"127.0.0.1:{free_port()}"
    settings: dict[str, Any] = {"folder": tmp_path, "database": database.url, "thinkers": 1, **FAST}
    with running(Settings(inside=door, **settings)) as server:
        address = server.address.rstrip("/")
        assert warnings(address) == []
        there = door if same else f"127.0.0.1:{free_port()}"
        database.by_hand(f"INSERT INTO processes (id, address, version) VALUES ('elsewhere', '{there}', '0.1.0')")
        until(lambda: warnings(address) == [SAME_DOOR if same else UNREACHED])
        database.by_hand("DELETE FROM processes WHERE id = 'elsewhere'")
        until(lambda: warnings(address) == [])
