"""The chance to win against others: true distributions, ties, certain ends, and the same choices in bulk."""

from collections.abc import Mapping

import numpy as np
import pytest

from dicecup.games.yahtzee import solver
from dicecup.games.yahtzee.scoring import BOXES
from dicecup.games.yahtzee.solver import Rules, Solver, backends, outlook
from dicecup.games.yahtzee.solver.card import read_card
from dicecup.games.yahtzee.solver.contest import Wants, contest, draw_luck
from dicecup.games.yahtzee.solver.winning import one_card

pytestmark = pytest.mark.thorough

FULL = dict(zip(BOXES, (3, 6, 9, 12, 15, 18, 22, 0, 25, 30, 0, 0, 20), strict=True))  # 195 with the bonus
CARDS: list[Mapping[str, int]] = [
    FULL,
    {"twos": 6, "chance": 22, "yahtzee": 0, "large_straight": 40},
    {box: points for box, points in FULL.items() if box != "yahtzee"},
    {box: points for box, points in FULL.items() if box not in ("sixes", "four_of_a_kind", "yahtzee")},
]


def without(*boxes: str) -> dict[str, int]:
    return {box: points for box, points in FULL.items() if box not in boxes}


@pytest.mark.parametrize("card", CARDS, ids=len)
def test_quantiles_are_those_of_the_exact_distribution(card: Mapping[str, int], spread_scores: Solver) -> None:
    winning = spread_scores.winning()
    [found] = winning.final(one_card(read_card(winning.model, card)))
    exact = np.cumsum(spread_scores.distribution(card).probabilities)
    expected = np.searchsorted(exact / exact[-1], (np.arange(64) + 0.5) / 64)
    assert np.abs(found - expected).max() <= 1  # single precision may shift a quantile by a point
    assert np.count_nonzero(found != expected) <= 2


def test_every_card_has_its_own_quantiles(spread_scores: Solver) -> None:
    winning = spread_scores.winning()
    number = outlook.numbering(winning.model)
    assert number.max() + 1 == len(winning.steps) == 357_568 + 64  # the latter are full cards
    means = np.cumsum(winning.steps, axis=1, dtype=np.int64).mean(axis=1)
    there = np.flatnonzero(number >= 0)
    away = means[number[there]] - winning.values.reshape(-1)[there]
    assert np.abs(away).max() < 2.5


def test_a_full_card_against_a_full_card_is_decided(spread_scores: Solver) -> None:
    for others, chance in ((FULL, 0.5), ({**FULL, "chance": 19}, 1.0), ({**FULL, "chance": 21}, 0.0)):
        thoughts = spread_scores.think(without("chance"), rivals=[(others, 0)])
        worth = thoughts.boxes((5, 5, 4, 4, 2))["chance"] + thoughts.base
        assert worth == pytest.approx(chance, abs=1e-4)


def test_with_one_box_left_the_chance_is_exact(spread_scores: Solver) -> None:
    # A Yahtzee in three rolls: 4.6029 %. Nothing else helps.
    thoughts = spread_scores.think(without("yahtzee"), rivals=[({**FULL, "chance": 30}, 0)])
    assert thoughts.start + thoughts.base == pytest.approx(0.046029, abs=1e-5)
    # Whoever ties gets half.
    thoughts = spread_scores.think(without("yahtzee"), rivals=[({**FULL, "yahtzee": 50}, 0)])
    assert thoughts.start + thoughts.base == pytest.approx(0.046029 / 2, abs=1e-5)
    # Whoever ties with two rivals gets a third, with seven an eighth.
    for rivals in (2, 7):
        thoughts = spread_scores.think(without("yahtzee"), rivals=[({**FULL, "yahtzee": 50}, 0)] * rivals)
        assert thoughts.start + thoughts.base == pytest.approx(0.046029 / (rivals + 1), abs=1e-5)


def test_who_needs_more_takes_the_risk_and_who_is_ahead_does_not(spread_scores: Solver) -> None:
    mine, dice = without("chance"), (6, 6, 6, 5, 5)
    for rival, kept, chance in (
        (29, (5, 6, 6, 6), 1 / 12),
        (27, (5, 5, 6, 6, 6), 1.0),
        (28, (5, 5, 6, 6, 6), 0.5),
    ):
        thoughts = spread_scores.think(mine, rivals=[({**FULL, "chance": rival}, 0)])
        keeps = thoughts.keeps(dice, 1)
        best = max(keeps, key=keeps.__getitem__)
        assert best == kept
        assert keeps[best] + thoughts.base == pytest.approx(chance, abs=1e-4)


def test_where_nothing_can_be_lost_any_more_points_decide(spread_scores: Solver) -> None:
    low: dict[str, int] = dict.fromkeys(BOXES, 0) | {"chance": 5}
    sure = spread_scores.think(without("sixes", "chance"), rivals=[(low, 0)])
    alone = spread_scores.think(without("sixes", "chance"))
    for dice in ((6, 6, 2, 1, 1), (6, 5, 5, 4, 3), (1, 2, 3, 4, 6)):
        for rolls_left in (1, 2):
            best, other = sure.keeps(dice, rolls_left), alone.keeps(dice, rolls_left)
            assert max(best, key=best.__getitem__) == max(other, key=other.__getitem__)


def test_hopes_are_chances(spread_scores: Solver) -> None:
    thoughts = spread_scores.think(without("yahtzee", "sixes"))
    hopes = thoughts.hopes([(6, 6, 6, 6), (6, 6, 6, 6, 6), ()], 1)
    assert hopes[6, 6, 6, 6]["yahtzee"] == pytest.approx(1 / 6)
    assert hopes[6, 6, 6, 6]["sixes"] == pytest.approx(5 / 6)
    assert hopes[6, 6, 6, 6, 6]["yahtzee"] == pytest.approx(1)
    assert all(0 <= sum(chances.values()) <= 1 + 1e-12 for chances in hopes.values())


def test_nothing_is_left_to_think_about_on_a_full_card(spread_scores: Solver) -> None:
    with pytest.raises(ValueError, match="The card is full"):
        spread_scores.think(FULL)


@pytest.mark.parametrize("games", [400, pytest.param(4_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("seats", [2, 3])
def test_whoever_wants_to_win_wins_more_than_whoever_wants_points(
    seats: int, games: int, spread_scores: Solver
) -> None:
    luck = draw_luck(games, seats, seed=5)
    shares = []
    for seat in range(seats):  # the same dice for every seat
        scores = contest(
            spread_scores.winning(),
            [Wants.TO_WIN if seat == other else Wants.POINTS for other in range(seats)],
            luck,
        )
        best = scores == scores.max(axis=0)
        shares.append(best[seat] / best.sum(axis=0))
    assert np.mean(shares) > 1 / seats


def test_in_bulk_whoever_wants_points_plays_like_the_perfect_player(spread_scores: Solver) -> None:
    luck = draw_luck(2_000, 1, seed=3)
    [scores] = contest(spread_scores.winning(), [Wants.POINTS], luck)
    assert abs(scores.mean() - spread_scores.expected_final({})) < 4 * scores.std() / np.sqrt(len(scores))
    pytest.importorskip("numba")
    fast = backends.numba()
    [again] = contest(spread_scores.winning(), [Wants.POINTS], luck, (fast.sort, fast.play_turn))
    assert np.array_equal(scores, again)


@pytest.mark.soak
@pytest.mark.parametrize("rules", ["standard", "official"])
def test_both_backends_spread_scores_alike(rules: Rules) -> None:
    mind = solver.load(rules)
    plain, quick = (
        outlook.steps(mind._model, mind._values, engine.option_chances)
        for engine in (backends.NUMPY, backends.numba())
    )
    assert np.array_equal(plain, quick)
