"""An endpoint for every test."""

from collections.abc import Iterator

import pytest

from dicecup.players.outside.llm import chat
from tests.players.llm.endpoint import Endpoint, listening


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits in tests, unless that is the point."""
    monkeypatch.setattr(chat, "_FIRST_PAUSE", 0.001)


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with listening() as found:
        yield found
