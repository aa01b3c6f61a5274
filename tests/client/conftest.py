"""One server for the tests of the client: guests leave each other's tables alone."""

from collections.abc import Iterator

import pytest

from dicecup.server.settings import Settings
from tests.server.browser import FAST, served


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(Settings(folder=tmp_path_factory.mktemp("server"), **FAST)) as where:  # type: ignore[arg-type]
        yield where
