"""How good somebody is at puzzles: a rating that finds out, and a streak of days."""

from random import Random

import pytest

from dicecup.server.puzzles.solver import HIGHEST, LOWEST, START, WIDEST, Solver, rated, streaks


def solves(random: Random, strength: float, puzzle: float) -> bool:
    return random.random() < 1 / (1 + 10 ** ((puzzle - strength) / 400))


@pytest.mark.parametrize("strength", [700, 1000, 1300, 1600])
def test_it_finds_out_how_strong_somebody_is(strength: float) -> None:
    """Twenty people of one strength, two hundred puzzles each: on average they are rated right."""
    ratings = []
    for seed in range(20):
        random, solver = Random(seed), Solver()
        for _ in range(200):
            puzzle = min(1500, max(900, solver.rating + random.uniform(-100, 100)))
            solver = solver.after(puzzle, solved=solves(random, strength, puzzle))
        ratings.append(solver.rating)
        assert abs(solver.rating - strength) < 4 * solver.deviation, (seed, solver)
    assert sum(ratings) / len(ratings) == pytest.approx(strength, abs=60)


def test_whoever_always_or_never_solves_them_stays_within_bounds() -> None:
    best, worst = (rated([(1200, solved)] * 5000) for solved in (True, False))
    assert START < best.rating <= HIGHEST
    assert LOWEST <= worst.rating < START


def test_a_hard_one_solved_says_more_than_an_easy_one() -> None:
    new = Solver()
    hard, easy = (new.after(puzzle, solved=True).rating - START for puzzle in (1500, 900))
    assert hard > easy > 0
    assert new.after(900, solved=False).rating < new.after(1500, solved=False).rating < START


def test_the_surer_a_rating_is_the_less_it_moves() -> None:
    solver, steps = Solver(), []
    for number in range(40):
        after = solver.after(1200, solved=number % 2 == 0)
        steps.append(abs(after.rating - solver.rating))
        assert after.deviation <= solver.deviation
        solver = after
    assert steps[-1] < steps[0] / 4
    assert steps[-1] > 2, "and whoever gets better is believed"


def test_nobody_who_has_tried_nothing_is_known() -> None:
    assert rated([]) == Solver(START, WIDEST)


@pytest.mark.parametrize(
    ("days", "now", "most"),
    [
        ([], 0, 0),
        (["2026-03-01"], 1, 1),
        (["2026-02-28"], 1, 1),  # today is still to come
        (["2026-02-27"], 0, 1),
        (["2026-03-01", "2026-02-28", "2026-02-27"], 3, 3),
        (["2026-03-01", "2026-02-27", "2026-02-26", "2026-02-25"], 1, 3),
        (["2026-02-28", "2026-02-28", "2026-02-27"], 2, 2),  # two games on one day
    ],
)
def test_a_streak_is_days_in_a_row_up_to_today_or_yesterday(days: list[str], now: int, most: int) -> None:
    assert streaks(days, "2026-03-01") == (now, most)
