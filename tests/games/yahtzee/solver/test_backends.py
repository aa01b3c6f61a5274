"""NumPy and Numba give the same bits; bulk play and the distributions agree with the values."""

import sys
from importlib.util import find_spec

import numpy as np
import pytest

from dicecup import MissingPart
from dicecup.games.yahtzee import solver
from dicecup.games.yahtzee.scoring import UPPER_BONUS, UPPER_GOAL
from dicecup.games.yahtzee.solver import Rules, Solver, backends
from dicecup.games.yahtzee.solver.model import MODELS

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(find_spec("numba") is None, reason="Numba is not there"),
]

SOME = {"ones": 3, "twos": 6, "fives": 15, "four_of_a_kind": 0, "small_straight": 30, "yahtzee": 50}


@pytest.fixture(scope="module")
def fast(rules: Rules) -> Solver:
    return solver.load(rules, backend="numba")


@pytest.mark.soak  # both solve everything anew
def test_every_value_is_the_same_to_the_last_bit(s: Solver, rules: Rules) -> None:
    assert np.array_equal(backends.numba().solve(MODELS[rules]), s._values)


@pytest.mark.soak
def test_every_chance_is_the_same(s: Solver, rules: Rules) -> None:
    model = MODELS[rules]
    for filled in (0, 1, 6, 11, 12):
        rows, totals = (some[::97][:200] for some in model.states_with(filled))
        plain = backends.NUMPY.option_chances(model, s._values, rows, totals)
        quick = backends.numba().option_chances(model, s._values, rows, totals)
        assert np.abs(plain - quick).max() < 1e-15
        assert np.abs(plain.sum(axis=1) - 1).max() < 1e-14


def test_both_play_the_same_games(s: Solver, fast: Solver) -> None:
    games = s.simulate(3000, seed=5)
    assert np.array_equal(games, fast.simulate(3000, seed=5))
    assert not np.array_equal(games, fast.simulate(3000, seed=6))


PUBLISHED_SD = {"standard": 39.82, "official": 59.61}
# Half a minute on a busy machine: with the official rules only in soak runs.
each_rules = pytest.mark.parametrize("name", ["standard", pytest.param("official", marks=pytest.mark.soak)])


@each_rules
def test_simulation_agrees_with_the_exact_distribution(name: Rules) -> None:
    said: list[str] = []
    fast = solver.load(name, backend="numba")
    games = fast.simulate(200_000, seed=11, progress=said.append)
    assert said == ["200,000 of 200,000 games ..."]
    exact = fast.distribution({})
    assert exact.mean == pytest.approx(fast.expected_final({}), abs=1e-9)
    assert abs(games.mean() - exact.mean) < 4 * exact.sd / np.sqrt(len(games))
    for target in (150, 200, 250, 300):
        chance = exact.chance_of(target)
        assert abs(np.mean(games >= target) - chance) < 4 * np.sqrt(chance * (1 - chance) / len(games))
    assert exact.sd == pytest.approx(PUBLISHED_SD[name], abs=0.005)
    assert len(exact.probabilities) == {"standard": 376, "official": 1576}[name]


@pytest.mark.soak
@each_rules
def test_standard_deviation(name: Rules) -> None:
    said: list[str] = []
    fast = solver.load(name, backend="numba")
    for filled in (SOME, {**SOME, "chance": 20, "sixes": 24}):
        assert fast.sd(filled, progress=said.append) == pytest.approx(fast.distribution(filled).sd, abs=1e-9)
    assert fast.sd({}) == pytest.approx(PUBLISHED_SD[name], abs=0.005)
    assert len(said) <= 1


def test_both_distributions_are_the_same(s: Solver, fast: Solver) -> None:
    said: list[str] = []
    plain, quick = s.distribution(SOME, progress=said.append), fast.distribution(SOME)
    assert len(said) == 7
    assert np.abs(plain.probabilities - quick.probabilities).max() < 1e-14
    assert plain.mean == pytest.approx(s.expected_final(SOME), abs=1e-9)


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert backends.engine("auto", long=True) is backends.NUMPY
    with pytest.raises(MissingPart, match=r"This needs Numba: pip install .dicecup.fast"):
        backends.engine("numba", long=True)


@pytest.mark.soak
def test_a_million_games(fast: Solver) -> None:
    games = fast.simulate(3_000_000, seed=2)
    assert abs(games.mean() - fast.expected_final({})) < 4 * games.std() / np.sqrt(len(games))


@pytest.mark.soak
def test_every_state_against_yatzy_solver(s: Solver, rules: Rules) -> None:
    ys = pytest.importorskip("yatzy_solver")
    other = ys.Solver.build(ys.Variant("american+forced-joker" if rules == "official" else "american+no-bonus"))
    for filled in range(13):
        rows, totals = MODELS[rules].states_with(filled)
        armed = rows >= 1 << 13
        theirs = other.state_values((rows % (1 << 13)).astype(np.uint32), totals.astype(np.uint16), armed)
        ours = s._values[rows, totals] - np.where(
            totals == UPPER_GOAL, UPPER_BONUS, 0
        )  # they have paid it already
        assert np.abs(theirs - ours).max() < 1e-9
