"""Solving Yahtzee exactly, against yatzy-solver (Rust), one core, same run.

Both solve the same rules to the same values. Everything is pinned to one core; times are processor time, rounds
are interleaved and the fastest of each side counts, since other work on the machine can only slow a round down.
Numba's compile time is measured apart.
"""

import os
import tempfile
import time
from collections.abc import Callable

import numpy as np
import yatzy_solver

from dicecup.games.yahtzee import solver
from dicecup.games.yahtzee.scoring import BOXES
from dicecup.games.yahtzee.solver import Solver, backends
from dicecup.games.yahtzee.solver.dice import KEEPS, ROLLS
from dicecup.games.yahtzee.solver.model import MODELS

ROUNDS = 3
SAME_RULES = {"standard": "american+no-bonus", "official": "american+forced-joker"}
SIX_OPEN = {
    "ones": 3,
    "twos": 6,
    "threes": 9,
    "sixes": 18,
    "four_of_a_kind": 0,
    "small_straight": 30,
    "yahtzee": 50,
}


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def full_solve() -> None:
    fast = backends.numba()
    first = seconds(lambda: fast.solve(MODELS["standard"]))
    print(f"Numba: first solve in a fresh process {first:.1f} s (compiles, or reads what was compiled before)")
    for rules, model in MODELS.items():
        variant = yatzy_solver.Variant(SAME_RULES[rules])
        sides: dict[str, Callable[[], object]] = {
            "yatzy-solver": lambda variant=variant: yatzy_solver.Solver.build(variant),  # type: ignore[misc]
            "Numba": lambda model=model: fast.solve(model),  # type: ignore[misc]
            "NumPy": lambda model=model: backends.NUMPY.solve(model),  # type: ignore[misc]
        }
        best = dict.fromkeys(sides, float("inf"))
        for _ in range(ROUNDS):
            for name, work in sides.items():
                best[name] = min(best[name], seconds(work))
        theirs = best.pop("yatzy-solver")
        ours = ", ".join(f"{name} {t:.2f} s ({theirs / t:.1f} times faster)" for name, t in best.items())
        print(f"full solve, {rules}: yatzy-solver {theirs:.2f} s; {ours}")


def one_decision(s: Solver) -> None:
    random = np.random.default_rng(1)
    times = []
    for _ in range(500):
        filled = {box: 0 for box in BOXES[:12] if random.random() < 0.5}
        dice, rolls_left = KEEPS[random.integers(ROLLS)], int(random.integers(1, 3))
        times.append(seconds(lambda: s.ranked(filled, dice, rolls_left)))  # noqa: B023
    micro = np.percentile(times, [0, 50, 99]) * 1e6
    print(
        f"one ranked() call, NumPy: best {micro[0]:.0f}, median {micro[1]:.0f}, 99th percentile {micro[2]:.0f} us"
    )


def bulk_play(s: Solver, plain: Solver) -> None:
    s.simulate(1000, seed=0)
    million = min(seconds(lambda: s.simulate(1_000_000, seed=1)) for _ in range(ROUNDS))
    slow = seconds(lambda: plain.simulate(1_000_000, seed=1))
    print(f"a million perfect games, {s.rules}: Numba {million:.2f} s, NumPy {slow:.1f} s")
    theirs = yatzy_solver.Solver.build(yatzy_solver.Variant(SAME_RULES[s.rules]))
    few = min(seconds(lambda: theirs.simulate(3000, seed=1)) for _ in range(ROUNDS))
    print(f"  yatzy-solver: {3000 / few:,.0f} games/s; Numba {1e6 / million:,.0f}; NumPy {1e6 / slow:,.0f}")


def score_distribution(s: Solver, plain: Solver) -> None:
    s.distribution({"chance": 20, **SIX_OPEN})
    for name, one in (("Numba", s), ("NumPy", plain)):
        six = min(seconds(lambda: one.distribution(SIX_OPEN)) for _ in range(ROUNDS))  # noqa: B023
        empty = seconds(lambda: _empty(one))  # noqa: B023
        print(
            f"score distribution, {s.rules}, {name}: empty card {empty:.1f} s, six boxes open {six * 1e3:.0f} ms"
        )


def _empty(s: Solver) -> None:
    """The empty card's distribution, computed anew."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DICECUP_CACHE"] = folder
        scores = s.distribution({})
        os.environ.pop("DICECUP_CACHE")
    print(f"  mean {scores.mean:.6f}, standard deviation {scores.sd:.4f}, median {scores.percentile(50)}")


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    full_solve()
    for rules in MODELS:
        s, plain = solver.load(rules, backend="numba"), solver.load(rules, backend="numpy")
        one_decision(plain)
        bulk_play(s, plain)
        score_distribution(s, plain)


if __name__ == "__main__":
    main()
