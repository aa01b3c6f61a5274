"""One cache folder for the whole test run, never the user's."""

from collections.abc import Iterator

import pytest

from dicecup.games.yahtzee import solver
from dicecup.games.yahtzee.solver import Rules, Solver


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    # The workers of pytest-xdist share the parent folder, and so the tables.
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DICECUP_CACHE", str(shared / "solver-cache"))
        yield


@pytest.fixture(scope="session", params=["standard", "official"])
def rules(request: pytest.FixtureRequest) -> Rules:
    name: Rules = request.param
    return name


@pytest.fixture(scope="session")
def s(rules: Rules, cache_folder: None) -> Solver:
    return solver.load(rules, backend="numpy")
