"""The role planner: its prices, its small exact program, and what it does with them."""

import hashlib
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.lot import AREA_NAMES, BONUS, BUDGET, SCENE_NAMES, SETS, STARS
from dicecup.games.deadwood import odds
from dicecup.players.deadwood import planner
from dicecup.players.deadwood.planner import Taste, best_plan, best_roles, choose, role_worth, tables
from dicecup.players.deadwood.planner_weights import TASTES
from tests.players.deadwood.positions import wander

PLAIN = Taste(turn=2.0, early=0.5, rank=2.0, price=1.0, hope=0.25, mates=0.5, late=0.5)
LAW = SCENE_NAMES.index("law-and-the-old-west-20")  # budget 3: Rug Merchant 1, Banker 2, Talking Mule 5
SALOON, BANK = AREA_NAMES.index("saloon"), AREA_NAMES.index("bank")


def test_with_free_turns_a_role_brings_its_pay_and_with_dear_ones_it_is_done_in_the_fewest() -> None:
    free, dear = tables(Taste(turn=0.0, early=0.0)), tables(Taste(turn=1000.0, early=0.0))
    for budget, shots in product(range(2, 7), (1, 2, 3)):
        assert free.work[0, 0, budget, shots, 0] == pytest.approx(2 * shots)
        turns = float(odds.turns(budget, shots))
        assert dear.work[0, 0, budget, shots, 0] == pytest.approx(2 * shots - 1000 * turns)
        for chips in range(budget - 1):
            acts = odds.rehearsals(budget, shots, chips) == 0
            ties = Fraction(1) / odds.success(budget, chips) + odds.turns(
                budget, shots - 1, chips
            ) == 1 + odds.turns(budget, shots, chips + 1)
            assert ties or dear.practise[0, 0, budget, shots, chips] != acts


def test_early_turns_may_have_another_price() -> None:
    assert tables(PLAIN).turn.tolist() == [2.0, 2.5, 3.0, 3.5]


def open_saloon() -> list[int]:
    row = rows.first_morning(2)
    row[rows.SCENE + SALOON], row[rows.SEEN + LAW] = LAW, 1
    row[rows.ACTOR + rows.AREA] = SALOON
    return row


def test_a_star_counts_on_its_share_and_an_extra_on_company() -> None:
    row, t = open_saloon(), tables(PLAIN)
    days, shots = 2, int(row[rows.SHOT + SALOON])
    star = role_worth(row, SALOON, LAW, 0, 0, 0, days, t)
    assert star == pytest.approx(t.work[days, 0, 3, shots, 0] + float(odds.bonus(3, 3)[2]))
    alone = role_worth(row, SALOON, LAW, STARS, 0, 0, days, t)
    joined = role_worth(row, SALOON, LAW, STARS, 0, 0b1, days, tables(Taste(turn=2.0, early=0.5, mates=0.0)))
    assert alone == pytest.approx(t.work[days, 1, 3, shots, 0] + 0.25 * 1)
    assert joined == pytest.approx(t.work[days, 1, 3, shots, 0] + 1)


def test_other_actors_take_shots_away() -> None:
    row, t = open_saloon(), tables(PLAIN)
    two_others = role_worth(row, SALOON, LAW, 0, 0, 0b11000, 2, t)
    assert two_others == pytest.approx(t.work[2, 0, 3, 1, 0] + float(odds.bonus(3, 3)[2]))


def test_best_roles_know_ranks_and_what_is_taken() -> None:
    row, t, found = open_saloon(), tables(PLAIN), [0.0] * SETS
    best_roles(row, 1, t, found)
    assert found[SALOON] == pytest.approx(
        max(role_worth(row, SALOON, LAW, role, 0, 0, 2, t) for role in (0, STARS))
    )
    assert found[BANK] == pytest.approx(t.fresh[2, 1, BANK])
    best_roles(row, 6, t, found)
    assert found[SALOON] == pytest.approx(
        max(role_worth(row, SALOON, LAW, role, 0, 0, 2, t) for role in (0, 1, 2, 3, 4))
    )


def test_a_face_down_card_is_the_average_of_all() -> None:
    t = tables(PLAIN)
    row = rows.first_morning(2)
    mean = 0.0
    for scene in range(len(SCENE_NAMES)):
        able = [role for role in range(STARS) if rows.role_rank(BANK, scene, role) <= 2] + [STARS]
        mean += max(role_worth(row, BANK, scene, role, 0, 0, 0, t) for role in able) / len(SCENE_NAMES)
    assert t.fresh[0, 2, BANK] == pytest.approx(mean)


def test_the_way_is_paid_in_turns() -> None:
    roles = np.full(SETS, planner.NOTHING)
    roles[BANK] = 10.0
    here = AREA_NAMES.index("trailers")
    assert best_plan(here, 1, planner.NOTHING, roles, 2.0) == pytest.approx(10 - 2 * 2)
    assert best_plan(BANK, 1, planner.NOTHING, roles, 2.0) == pytest.approx(10 - 2)
    assert best_plan(BANK, 0, planner.NOTHING, roles, 2.0) == pytest.approx(10)
    assert best_plan(here, 1, 20.0, roles, 2.0) == pytest.approx(20 - 4 * 2)


def test_a_rank_is_worth_the_days_that_are_left() -> None:
    t, row = tables(PLAIN), rows.first_morning(2)
    assert planner.rank_worth(row, 1, 3, 10, t) == pytest.approx((2.0 * 3 + 5) * 2 - 10)
    assert planner.best_rank(row, 1, 3, 4, t) == planner.NOTHING
    assert planner.best_rank(row, 1, 4, 4, t) == pytest.approx(2.0 * 3 + 5 - 4)
    assert planner.best_rank(row, 1, 4, 25, t) == pytest.approx((2.0 * 3 + 5) * 5 - 25)


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_a_planner_always_does_something_legal(seats: int) -> None:
    t, found, roles = tables(PLAIN), [0] * rows.MOST, [0.0] * SETS
    for row in wander(seats, 1):
        before = row.copy()
        option = choose(row, t, found, roles)
        assert row == before
        assert option in found[: rows.options(row, found)]


def test_a_planner_buys_when_it_stands_in_the_office_with_the_money() -> None:
    row = rows.first_morning(2)
    row[rows.ACTOR + rows.AREA], row[rows.ACTOR + rows.CREDITS] = AREA_NAMES.index("casting-office"), 12
    assert choose(row, tables(PLAIN), [0] * rows.MOST, [0.0] * SETS) == rows.UPGRADE + 2 * 3 + 1


def test_prospects_are_those_of_the_role_or_of_the_best_plan() -> None:
    row, t = open_saloon(), tables(PLAIN)
    free = planner.prospects(row, 0, t)
    row[rows.ACTOR + rows.ROLE] = 0
    assert planner.prospects(row, 0, t) == pytest.approx(role_worth(row, SALOON, LAW, 0, 0, 0, 2, t))
    assert free == 0.0  # at these prices nothing is worth a turn
    assert BUDGET[LAW] == 3
    assert BONUS[3, 3, 2] == pytest.approx(float(odds.bonus(3, 3)[2]))


def test_the_reference_never_changes() -> None:
    """Strengths are measured against the planner, so its choices stay what they are at every table."""
    digest = hashlib.sha256()
    for seats in range(2, 9):
        t = tables(TASTES[seats])
        chosen = [choose(row, t, [0] * rows.MOST, [0.0] * SETS) for row in wander(seats, 9, share=0.1)]
        digest.update(bytes(str(chosen), "ascii"))
    assert digest.hexdigest()[:16] == "b7efdb86b5e8ef8e"
