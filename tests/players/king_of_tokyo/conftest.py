"""Monsters in Tokyo."""

import pytest

from dicecup.players import readiness


@pytest.fixture(autouse=True)
def nobody_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks whether roll-outs are compiled sets nobody going: that would take processors from other tests."""
    monkeypatch.setattr(readiness, "is_ours_to_begin", lambda folder: False)
