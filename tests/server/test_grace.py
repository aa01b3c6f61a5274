"""A turn that ends by itself leaves a moment to take the choice back, before computer players go on."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from dicecup.saves import PERSON, Table
from dicecup.server import live, wire
from tests.scenarios.deadwood.lot import HAT, actor, table
from tests.server.inside import Ear, at_a_server


def go_to_the_trailers(tmp_path: Path, after: Any, *, grace: bool = True) -> Any:
    """Ann has nothing to do there; `after` says what comes then."""
    match = table(actor("saloon"), None, scenes={"saloon": HAT}).match.clone()

    async def work(matches: Any, _storage: Any) -> Any:
        created = await matches._seat(Table(match, (PERSON, "easy")), "ann", ())
        playing = await matches.find(created.match, "ann")
        ear = Ear()
        playing.listeners.add(ear)
        await playing.hello(ear, None)
        to: list[str | int] = ["move", "trailers"]
        await playing.command(ear, wire.Answer(type="answer", id="a", seq=playing.seq, choice=to, grace=grace))
        return await after(playing, ear)

    return at_a_server(tmp_path, work)


async def undo(playing: Any, ear: Ear) -> Any:
    await asyncio.sleep(1)  # by then a computer player would have gone on
    await playing.command(ear, wire.Undo(type="undo", id="u", seq=playing.seq))
    return playing.match.state.actors[0].area, playing.state("ann").notice


async def wait(playing: Any, ear: Ear) -> Any:
    noticed = " ".join(one.notice for one in ear.heard if one.type == "state")
    for _ in range(1200):
        if playing.match.pending.seat == 0:
            break
        await asyncio.sleep(0.05)
    return noticed, playing.match.pending.seat, playing.state("ann").notice


def test_it_can_be_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_GRACE", 600.0)
    area, notice = go_to_the_trailers(tmp_path, undo)
    assert area == "saloon"
    assert "your turn is over" not in notice


def test_then_the_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_GRACE", 0.3)
    noticed, seat, notice = go_to_the_trailers(tmp_path, wait)
    assert "There is nothing left to do, so your turn is over. You can still undo for a moment." in noticed
    assert seat == 0
    assert "your turn is over" not in notice


async def hurry(playing: Any, ear: Ear) -> Any:
    await playing.go_on("somebody", playing.seq)
    await playing.go_on("ann", playing.seq - 1)  # said of something else
    assert playing.in_grace()
    await playing.go_on("ann", playing.seq)
    return await wait(playing, ear)


def test_whoever_wants_to_go_on_does_not_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_GRACE", 600.0)
    _, seat, notice = go_to_the_trailers(tmp_path, hurry)
    assert seat == 0
    assert "your turn is over" not in notice


def test_a_program_that_does_not_wish_it_does_not_wait(tmp_path: Path) -> None:
    noticed, _, _ = go_to_the_trailers(tmp_path, wait, grace=False)
    assert "your turn is over" not in noticed
