import warnings
from collections.abc import Iterator

import pytest

from dicecup import extras
from tests.lacking import lacking

ALL = [
    (game, seats)
    for game, both in (("yahtzee", (1, 3)), ("king-of-tokyo", (2, 6)), ("deadwood", (2, 8)))
    for seats in both
]


@pytest.fixture(autouse=True)
def _what_it_needs(request: pytest.FixtureRequest) -> Iterator[None]:
    """`make thorough` installs what is needed here. Whoever has not got it is told so; in CI that is a failure."""
    for library in request.module.NEEDS:
        if not extras.has(library):
            lacking(str(extras.missing(library)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        yield


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if {"game", "seats"} <= set(metafunc.fixturenames):
        metafunc.parametrize(("game", "seats"), ALL)
