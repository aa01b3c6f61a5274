"""A server whose time is the test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dicecup.server.settings import Settings
from tests.server.browser import FAST, Browser, served
from tests.server.party.sundial import Sundial


@pytest.fixture
def sundial() -> Sundial:
    return Sundial()


@pytest.fixture
def timeless(tmp_path: Path, sundial: Sundial) -> Iterator[str]:
    """The address of a server at which no time passes but what the test lets pass."""
    with served(Settings(folder=tmp_path, clock=sundial, **FAST)) as where:  # type: ignore[arg-type]
        yield where


@pytest.fixture
def people(timeless: str) -> Iterator[list[Browser]]:
    """Four browsers at it."""
    found = [Browser(timeless) for _ in range(4)]
    yield found
    for browser in found:
        browser.close()
