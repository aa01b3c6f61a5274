"""Intervals, ratings, tests and clocks: figures that others have published, or that can be worked out by hand."""

import random
import signal
import time

import pytest
from openskill.models import PlackettLuce

from dicecup.arena.clock import Clock
from dicecup.arena.sitter import TimeUp, limit
from dicecup.arena.statistics import Sequential, wilson, worth
from dicecup.players.rating import Rating, rate, rated


@pytest.mark.parametrize(
    ("games", "low", "high"), [(1_000, 48.9, 55.1), (5_000, 50.6, 53.4), (10_000, 51.0, 53.0)]
)
def test_intervals_of_52_percent(games: int, low: float, high: float) -> None:
    assert [round(100 * edge, 1) for edge in wilson(0.52, games)] == [low, high]


def test_intervals_at_the_edges() -> None:
    assert list(wilson(0, 10)) == pytest.approx([0, 0.278], abs=1e-3)
    assert list(wilson(1, 10)) == pytest.approx([0.722, 1], abs=1e-3)


def test_games_with_the_same_dice_are_worth_more_if_the_dice_cancel_out() -> None:
    apart = [0.0, 1.0] * 50
    assert worth(apart, 1) == pytest.approx(100, rel=0.02)
    assert worth([0.5, 0.5, 0.5, 1.0, 0.0] * 20, 2) > 200
    assert worth([0.5] * 20, 2) == 800
    assert worth([0.5] * 2, 2) == 8
    assert worth([1.0] * 20, 2) == 40
    assert worth([0.7], 2) == 2


def test_ratings_are_those_of_openskill() -> None:
    """Of players that do not get better: tau=0."""
    theirs, rng = PlackettLuce(tau=0), random.Random(3)
    for _ in range(200):
        before = [Rating(rng.uniform(10, 40), rng.uniform(0.5, 8.3)) for _ in range(rng.randint(2, 6))]
        ranks = [rng.randint(0, 3) for _ in before]
        teams = [[theirs.rating(mu=each.mu, sigma=each.sigma)] for each in before]
        for mine, [its] in zip(rated(before, ranks), theirs.rate(teams, ranks=[*map(float, ranks)]), strict=True):
            assert (mine.mu, mine.sigma) == pytest.approx((its.mu, its.sigma))


def test_whoever_wins_more_is_rated_higher_and_two_seats_are_one_player() -> None:
    rng = random.Random(4)
    games = [(("good", "bad", "bad"), [1, 2, 2] if rng.random() < 0.6 else [2, 1, 2]) for _ in range(300)]
    ratings = rate(games)
    assert ratings["good"].mu > ratings["bad"].mu + 1
    assert ratings["good"].sigma < 2


@pytest.mark.parametrize(("truth", "verdict"), [(0.5, "low"), (0.52, "high")])
def test_the_sequential_test_is_right_and_needs_as_many_games_as_published(truth: float, verdict: str) -> None:
    rng = random.Random(11)
    verdicts, counts = [], []
    for _ in range(60):
        test, count, found = Sequential(0.5, 0.52), 0, None
        while found is None:
            found, count = test.add(float(rng.random() < truth)), count + 1
        verdicts.append(found)
        counts.append(count)
    assert verdicts.count(verdict) >= 52
    assert 2_300 < sum(counts) / len(counts) < 4_200


def test_the_sequential_test_does_not_jump_to_conclusions() -> None:
    test = Sequential(0.5, 0.52)
    assert [test.add(1.0) for _ in range(19)] == [None] * 19
    assert any(test.add(1.0) == "high" for _ in range(200))


def test_a_clock_knows_its_percentiles_and_survives_a_file() -> None:
    clock = Clock()
    for ms in range(1, 1001):
        clock.add(ms / 1000)
    for again in (clock, Clock.from_json(clock.to_json())):
        assert again.decisions == 1000
        assert again.percentile(50) == pytest.approx(0.5, rel=0.06)
        assert again.percentile(99) == pytest.approx(0.99, rel=0.06)
    clock.update(Clock.from_json({"80": 9_000}))
    assert clock.percentile(50) == pytest.approx(100, rel=0.06)
    clock.add(0.0)
    with pytest.raises(ValueError, match="no decisions"):
        Clock().percentile(50)


def _stubborn() -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            time.sleep(0.01)
        except Exception:
            continue


def test_a_limit_ends_what_takes_too_long_even_if_it_does_not_want_to() -> None:
    with pytest.raises(TimeUp), limit(0.05):
        _stubborn()
    with limit(60):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0), "the bell does not ring any more"
