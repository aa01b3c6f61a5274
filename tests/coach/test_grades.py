"""Grades and accuracy: how much a choice gave away, in a word, and how well somebody played, in a number."""

import pytest

from dicecup.coach.grades import Grade, accuracy, grade
from dicecup.players import Unit


@pytest.mark.parametrize(
    ("unit", "losses"), [("win", (0.0, 0.006, 0.031, 0.061, 0.121)), ("points", (0.0, 0.3, 2.1, 5.1, 10.1))]
)
def test_the_more_is_given_away_the_worse_the_word(unit: Unit, losses: tuple[float, ...]) -> None:
    assert [grade(loss, unit) for loss in losses] == list(Grade)


def test_what_is_within_the_noise_is_no_fault() -> None:
    assert grade(0.031, "win", noise=0.04) is Grade.GOOD
    assert grade(0.061, "win", noise=0.04) is Grade.MISTAKE


def test_nobody_is_blamed_for_what_a_hint_would_have_named() -> None:
    assert [grade(loss, "win", 0.03, hinted=True) for loss in (0.0, 0.01, 0.04, 0.2)] == [
        *(Grade.BEST, Grade.GOOD, Grade.GOOD, Grade.GOOD)
    ]


@pytest.mark.parametrize("unit", ["win", "points"])
def test_whoever_gives_nothing_away_has_100_and_nobody_has_less_than_0(unit: Unit) -> None:
    assert accuracy([0.0, 0.0], unit, 2) == 100
    assert accuracy([1000.0], unit, 2) == pytest.approx(0, abs=0.01)
    assert accuracy([], unit, 2) is None


def test_a_mistake_costs_more_than_what_it_gives_away_in_small_change() -> None:
    for unit, mistake in (("win", 0.06), ("points", 5.0)):
        once, often = accuracy([mistake] + [0.0] * 9, unit, 2), accuracy([mistake / 10] * 10, unit, 2)  # type: ignore[arg-type]
        assert once is not None
        assert often is not None
        assert once < 95 < 97 < often


def test_a_chance_counts_against_a_fair_share_and_points_do_not() -> None:
    assert accuracy([0.04], "win", 2) == pytest.approx(accuracy([0.02], "win", 4))
    assert accuracy([4.0], "points", 1) == pytest.approx(50)
