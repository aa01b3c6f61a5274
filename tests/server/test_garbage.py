"""Garbage: matches leave none, and what others leave is collected when nobody waits."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

import dicecup
from dicecup.server import garbage
from dicecup.server.garbage import Garbage


@pytest.fixture
def by_hand() -> Iterator[None]:
    """Nothing is collected but by us."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("game", ["yahtzee", "king-of-tokyo", "deadwood"])
@pytest.mark.usefixtures("by_hand")
def test_a_match_goes_as_soon_as_nobody_holds_it(game: str) -> None:
    match = dicecup.new(game, seats=2, seed=1)
    for _ in range(60):
        if match.pending is None:
            break
        match.answer(match.pending.options[-1])
        match.view(0).to_json()
        match.fork(0, seed=1).answer_forced()
        match.clone()
    copy = dicecup.load(match.save())
    left = [weakref.ref(match), weakref.ref(copy)]
    del match, copy
    assert [ref() for ref in left] == [None, None]


class Knot:
    """Something that only the collector can clear away."""

    def __init__(self) -> None:
        self.itself = self


def test_the_old_are_collected_when_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "_LOOK", 0.01)
    monkeypatch.setattr(garbage, "_SOON", 0.05)
    monkeypatch.setattr(garbage, "_ALL", 1)

    async def run() -> weakref.ref[Any]:
        async with Garbage():
            assert gc.get_freeze_count() > 0
            knot = weakref.ref(Knot())
            for _ in range(3_000):
                if knot() is None:
                    break
                await asyncio.sleep(0.01)
            return knot

    assert asyncio.run(run())() is None
