"""One server for most tests of a run: guests leave each other's matches alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dicecup.server.settings import Settings
from tests.server.browser import FAST, Browser, served


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="session")
def address(home: Path) -> Iterator[str]:
    with served(Settings(folder=home, **FAST)) as where:  # type: ignore[arg-type]
        yield where


@pytest.fixture
def ann(address: str) -> Iterator[Browser]:
    with Browser(address) as browser:
        yield browser


@pytest.fixture
def ben(address: str) -> Iterator[Browser]:
    with Browser(address) as browser:
        yield browser
