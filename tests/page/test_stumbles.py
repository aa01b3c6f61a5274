"""A computer player that fails: whoever plays against it is told that its move was made at random."""

import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from dicecup.server import pool
from dicecup.server.settings import Settings
from tests.page.conftest import Guest
from tests.page.player import audit, fits, known
from tests.server.browser import FAST, served


@pytest.mark.parametrize("reasons", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_a_computer_player_that_fails_is_named(
    guest: Guest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reasons: bool
) -> None:
    """At a server of its own: that of the other tests has computer players who think already."""
    script = tmp_path / "mind.py"
    script.write_text("raise SystemExit(3)")
    monkeypatch.setattr(pool, "COMMAND", (sys.executable, str(script)))
    with served(Settings(folder=tmp_path / "home", **FAST)) as address:  # type: ignore[arg-type]
        page = guest(likes={"reasons": reasons}).new_page()
        page.goto(address)
        known(page)
        seats = [{"player": "computer", "name": "Robo", "level": "easy"}, {"name": "Ann"}]
        body = {"game": "yahtzee", "seats": seats, "seed": 3, "options": {"start": "seat-order"}}
        reply = page.request.post(f"{address}/api/v1/matches", data=body)
        assert reply.ok, reply.text()
        page.goto(f"{address}/#/match/{reply.json()['match']}")
        told = "Something went wrong with the computer player Robo: this move was made at random."
        expect(page.get_by_role("alert").filter(has_text=told)).to_be_visible(timeout=60_000)
        expect(page.get_by_role("log").get_by_text(told).first).to_be_visible(timeout=60_000)
        fits(page)
        audit(page)
