"""Solvers of both rule sets, each made once."""

import pytest

from dicecup.games.yahtzee import solver
from dicecup.games.yahtzee.solver import Rules, Solver


@pytest.fixture(scope="session", params=["standard", "official"])
def rules(request: pytest.FixtureRequest) -> Rules:
    name: Rules = request.param
    return name


@pytest.fixture(scope="session")
def s(rules: Rules) -> Solver:
    return solver.load(rules, backend="numpy")
