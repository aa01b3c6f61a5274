"""The two ways to compute: NumPy, always there, and Numba, many times faster once it has compiled."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from dicecup import extras
from dicecup.games.yahtzee.solver import distribution, policy, simulate, solve_numpy
from dicecup.games.yahtzee.solver.distribution import OptionChances, Push
from dicecup.games.yahtzee.solver.model import Model
from dicecup.games.yahtzee.solver.simulate import PlayTurn, Sort
from dicecup.games.yahtzee.solver.types import Backend, Floats


@dataclass(frozen=True)
class Engine:
    """One way to compute everything."""

    solve: Callable[[Model], Floats]
    option_chances: OptionChances
    push: Push
    sort: Sort
    play_turn: PlayTurn


NUMPY = Engine(solve_numpy.solve, policy.option_chances, distribution.push, simulate.by_state, simulate.play_turn)


@cache
def numba() -> Engine:
    """Numba, imported when first needed."""
    from dicecup.games.yahtzee.solver import distribution_numba, policy_numba, simulate_numba, solve_numba

    return Engine(
        solve_numba.solve,
        policy_numba.option_chances,
        distribution_numba.push,
        simulate_numba.by_state,
        simulate_numba.play_turn,
    )


def engine(backend: Backend, *, long: bool) -> Engine:
    """What to compute with. "auto" takes Numba, where it works, for long work only: it compiles first."""
    if backend == "numba":
        extras.need("numba")
        return numba()
    return numba() if backend == "auto" and long and extras.works("numba") else NUMPY
