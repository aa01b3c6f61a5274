"""Everything in here, and every program it starts, finds Farkle; nothing else does."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.farkle import installed as example


@pytest.fixture(scope="package", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    package = example.build(tmp_path_factory.mktemp("farkle"))
    with example.installed(package):
        yield package
