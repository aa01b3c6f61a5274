"""Scores counted, against the standard library."""

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.arena import Tally
from dicecup.arena.tally import PERCENTILES

SCORES = st.lists(st.integers(0, 1575), min_size=1, max_size=200)


@given(scores=SCORES)
def test_mean_and_spread(scores: list[int]) -> None:
    tally = Tally(scores)
    assert tally.count == len(scores)
    assert tally.mean == pytest.approx(statistics.fmean(scores))
    assert tally.deviation == pytest.approx(statistics.pstdev(scores))
    assert (tally.lowest, tally.highest) == (min(scores), max(scores))


@given(scores=SCORES, percent=st.integers(1, 100))
def test_percentiles_are_scores_that_so_many_do_not_exceed(scores: list[int], percent: int) -> None:
    found = Tally(scores).percentile(percent)
    assert found in scores
    assert sum(score <= found for score in scores) * 100 >= percent * len(scores)
    assert sum(score < found for score in scores) * 100 < percent * len(scores)


@given(scores=SCORES, more=SCORES)
def test_counting_in_parts_is_counting_together(scores: list[int], more: list[int]) -> None:
    tally = Tally(scores)
    tally.add({score: more.count(score) for score in more})
    assert tally.to_json() == Tally(scores + more).to_json()


@given(scores=SCORES)
def test_the_histogram_shows_every_score_once_and_fits_the_line(scores: list[int]) -> None:
    lines = Tally(scores).histogram()
    assert 1 <= len(lines) <= 22
    assert all(len(line) <= 80 for line in lines)
    shares = [float(line.split()[-1].rstrip("%")) for line in lines]
    assert sum(shares) == pytest.approx(100, abs=0.05 * len(lines) + 0.01)
    assert max(line.count("#") for line in lines) == 40


def test_one_score_and_none() -> None:
    assert Tally([7]).deviation == 0
    assert Tally([7]).histogram(width=5) == ["    7 ##### 100.0%"]
    assert Tally().histogram() == []
    with pytest.raises(ValueError, match="no scores"):
        Tally().percentile(50)
    assert list(PERCENTILES) == sorted(PERCENTILES)
