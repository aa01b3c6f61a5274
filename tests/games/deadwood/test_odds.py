"""Deadwood in numbers: the tables of the fact sheet, exact, and that the game itself pays by them."""

from fractions import Fraction
from itertools import product

import pytest

from dicecup.games.deadwood.data import AREAS, SCENES
from dicecup.games.deadwood.odds import (
    STEPS,
    bonus,
    dice_in_order,
    rehearsals,
    success,
    turns,
    upgrade_gain,
)
from tests.scenarios.deadwood.lot import GUM, LAW, PAIL, actor, each, table


@pytest.mark.parametrize("budget", range(2, 7))
def test_success(budget: int) -> None:
    for chips in range(budget):
        assert success(budget, chips) == Fraction(min(6, 7 - budget + chips), 6)
        assert success(budget, chips) == Fraction(sum(die + chips >= budget for die in range(1, 7)), 6)
    assert success(budget, budget - 1) == 1


ORDERED = {
    2: (4.472, 2.528),
    3: (4.958, 3.500, 2.042),
    4: (5.245, 4.100, 2.900, 1.755),
    5: (5.431, 4.499, 3.500, 2.501, 1.569),
    6: (5.560, 4.784, 3.929, 3.071, 2.216, 1.440),
}


@pytest.mark.parametrize("dice", ORDERED)
def test_dice_in_order(dice: int) -> None:
    assert [float(mean) for mean in dice_in_order(dice)] == pytest.approx(ORDERED[dice], abs=6e-4)
    assert sum(dice_in_order(dice)) == Fraction(7, 2) * dice


BONUS = {
    2: ((7.0,), (4.472, 2.528), (4.472, 2.528, 0)),
    3: ((10.5,), (7.0, 3.5), (4.958, 3.5, 2.042)),
    4: ((14.0,), (8.145, 5.855), (7.0, 4.1, 2.9)),
    5: ((17.5,), (10.5, 7.0), (7.932, 6.068, 3.5)),
    6: ((21.0,), (11.705, 9.295), (8.631, 7.0, 5.369)),
}


@pytest.mark.parametrize("budget", BONUS)
@pytest.mark.parametrize("roles", [1, 2, 3])
def test_expected_bonus(budget: int, roles: int) -> None:
    expected = bonus(budget, roles)
    assert [float(dollars) for dollars in expected] == pytest.approx(BONUS[budget][roles - 1], abs=6e-4)
    assert sum(expected) == Fraction(7, 2) * budget


@pytest.mark.parametrize("scene", [GUM, PAIL, LAW])
def test_the_game_pays_just_that_over_all_throws(scene: str) -> None:
    budget, roles = {GUM: (2, 2), PAIL: (2, 1), LAW: (3, 3)}[scene]
    paid = [0] * roles
    for dice in product(range(1, 7), repeat=budget):
        stars = [actor("bank", ("card", slot), rank=6) for slot in range(roles)]
        game = table(*stars, *[None] * (roles == 1), scenes={"bank": scene}, chance=[[6], list(dice)])
        game.do("act")
        for place, dollars in enumerate(each(game, "dollars")[:roles][::-1]):
            paid[place] += dollars
    assert tuple(Fraction(dollars, 6**budget) for dollars in paid) == bonus(budget, roles)


TURNS = {  # by budget, for one, two and three shots
    2: (1.2, 2.4, 3.6),
    3: (1.5, 3.0, 4.5),
    4: (2.0, 4.0, 5.5),
    5: (3.0, 5.0, 6.5),
    6: (4.0, 6.0, 7.5),
}
REHEARSALS = {2: (0, 0, 0), 3: (0, 0, 0), 4: (0, 0, 1), 5: (0, 1, 2), 6: (1, 2, 3)}


@pytest.mark.parametrize("budget", TURNS)
def test_least_turns_for_an_actor_alone(budget: int) -> None:
    assert [float(turns(budget, shots)) for shots in (1, 2, 3)] == pytest.approx(TURNS[budget])
    assert tuple(rehearsals(budget, shots) for shots in (1, 2, 3)) == REHEARSALS[budget]
    for shots in (1, 2, 3):
        plans = [
            practised + shots / success(budget, practised) for practised in range(budget)
        ]  # all rehearsals first
        assert turns(budget, shots) == min(plans)
        assert rehearsals(budget, shots) == plans.index(min(plans))
        assert rehearsals(budget, shots, budget - 1) == 0
        assert turns(budget, shots, budget - 1) == shots
    assert turns(budget, 0) == 0


def test_points_of_a_purchase() -> None:
    assert [upgrade_gain(1, rank, "credits") for rank in range(2, 7)] == [0, 0, 0, 0, 0]
    assert [upgrade_gain(1, rank, "dollars") for rank in range(2, 7)] == [1, 0, -3, -8, -15]
    assert [upgrade_gain(rank, 6, "credits") for rank in range(1, 6)] == [-5 * (rank - 1) for rank in range(1, 6)]


def test_distances() -> None:
    from_trailers = {steps: {area for area in AREAS if STEPS["trailers"][area] == steps} for steps in range(5)}
    assert from_trailers == {
        0: {"trailers"},
        1: {"main-street", "saloon", "hotel"},
        2: {"jail", "general-store", "bank", "church"},
        3: {"train-station", "ranch", "secret-hideout"},
        4: {"casting-office"},
    }
    between = [STEPS[one][other] for one in AREAS for other in AREAS if one != other]
    assert max(between) == 4
    assert all(STEPS[one][other] == STEPS[other][one] for one in AREAS for other in AREAS)
    mean = Fraction(sum(between), len(between))
    assert float(mean) == pytest.approx(2.06, abs=0.01)  # 1.89 if staying where one is counts as well
    assert float(Fraction(sum(between), 144)) == pytest.approx(1.89, abs=0.01)


def test_the_fact_sheet_s_dashes_are_cards_that_do_not_exist() -> None:
    pairs = {(scene.budget, len(scene.roles)) for scene in SCENES.values()}
    assert pairs == {(2, 1), (2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (5, 2), (5, 3), (6, 2), (6, 3)}
