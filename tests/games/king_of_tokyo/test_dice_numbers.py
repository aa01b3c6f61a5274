"""The dice of King of Tokyo in numbers: best play of one turn, computed from `Roll.outcomes` alone.

The expected numbers are those of the fact sheet; 2.235742, 1.343343, 0.401878 and 2.527778 are published ones.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from dicecup.table import Roll
from tests.scenarios.king_of_tokyo.tokyo import CITY, CLAW, monster, roll, table

Faces = tuple[int, ...]
Goal = Callable[[Faces], float]


@cache
def outcomes(dice: int) -> tuple[tuple[Faces, float], ...]:
    """What so many dice can show, and how likely."""
    return tuple((faces, float(chance)) for faces, chance in Roll("any", range(dice)).outcomes())


@cache
def keeps(faces: Faces) -> tuple[Faces, ...]:
    """All that can be kept of these dice; dice that show the same are the same."""
    return tuple({kept for size in range(len(faces) + 1) for kept in combinations(faces, size)})


def best_play(dice: int, rolls: int, goal: Goal) -> tuple[float, list[dict[Faces, float]]]:
    """The value of best play with so many rolls, and for each number of rolls left what each keep is worth."""
    worth = {faces: float(goal(faces)) for faces, _ in outcomes(dice)}
    kept_worth: list[dict[Faces, float]] = []
    for _ in range(rolls - 1):
        each = {
            kept: sum(chance * worth[tuple(sorted(kept + new))] for new, chance in outcomes(dice - len(kept)))
            for size in range(dice + 1)
            for kept, _ in outcomes(size)
        }
        kept_worth.append(each)
        worth = {faces: max(each[kept] for kept in keeps(faces)) for faces, _ in outcomes(dice)}
    return sum(chance * worth[faces] for faces, chance in outcomes(dice)), kept_worth


def stars(faces: Faces) -> int:
    """Stars for number triples."""
    return sum(face + faces.count(face) - 3 for face in (1, 2, 3) if faces.count(face) >= 3)


def any_triple(faces: Faces) -> bool:
    return stars(faces) > 0


def three_ones(faces: Faces) -> bool:
    return faces.count(1) >= 3


def one_two_three(faces: Faces) -> bool:
    return {1, 2, 3} <= set(faces)


def all_six_faces(faces: Faces) -> bool:
    return len(set(faces)) == 6


def no_claw(faces: Faces) -> bool:
    return CLAW not in faces


def stars_and_claws(faces: Faces) -> int:
    return stars(faces) + faces.count(CLAW)


BEST_PLAY: dict[tuple[Goal, int], dict[int, float]] = {  # by goal and dice, then by rolls
    (stars, 5): {1: 0.223380, 2: 0.854292, 3: 1.551999, 4: 2.168074},
    (stars, 6): {1: 0.401878, 2: 1.343343, 3: 2.235742, 4: 2.949736},
    (stars, 7): {3: 2.990659},
    (any_triple, 6): {1: 0.185571, 2: 0.537243, 3: 0.775300, 4: 0.896547},
    (any_triple, 7): {3: 0.894961},
    (any_triple, 8): {3: 0.957931},
    (three_ones, 6): {1: 0.062286, 2: 0.266047, 3: 0.499771, 4: 0.688908},
    (three_ones, 7): {3: 0.625571},
    (three_ones, 8): {3: 0.727492},
    (one_two_three, 6): {1: 0.243056, 2: 0.589574, 3: 0.795950, 4: 0.900788},
    (one_two_three, 7): {3: 0.877386},
    (one_two_three, 8): {3: 0.927213},
    (all_six_faces, 6): {1: 0.015432, 2: 0.088677, 3: 0.196829, 4: 0.310828},
    (all_six_faces, 7): {3: 0.437243},
    (all_six_faces, 8): {3: 0.634444},
    (no_claw, 6): {1: 0.334898, 2: 0.844488, 3: 0.972542},
    (stars_and_claws, 6): {1: 1.401878, 2: 2.636843, 3: 3.526203},
}


@pytest.mark.parametrize(("goal", "dice"), BEST_PLAY, ids=lambda part: getattr(part, "__name__", None))
def test_best_play_of_a_turn(goal: Goal, dice: int) -> None:
    for rolls, value in BEST_PLAY[goal, dice].items():
        assert best_play(dice, rolls, goal)[0] == pytest.approx(value, abs=6e-7)


def of_one_face(dice: int, rolls: int) -> list[Fraction]:
    """How many dice show a claw after so many rolls, when all claws are kept: exact chances by number."""
    chances = {0: Fraction(1)}
    for _ in range(rolls):
        after: Counter[int] = Counter()
        for have, chance in chances.items():
            for faces, likely in Roll("any", range(dice - have)).outcomes():
                after[have + faces.count(CLAW)] += chance * likely  # type: ignore[assignment]
        chances = {count: Fraction(chance) for count, chance in after.items()}
    return [chances.get(count, Fraction(0)) for count in range(dice + 1)]


@pytest.mark.parametrize(
    ("dice", "rolls", "mean", "shares"),
    [
        (5, 3, 2.106481, (0.064905, 0.236256, 0.343989, 0.250424, 0.091154, 0.013272)),
        (6, 3, 2.527778, (0.037561, 0.164067, 0.298601, 0.289842, 0.158254, 0.046084, 0.005591)),
        (7, 3, 2.949074, (0.021737, 0.110770, 0.241922, 0.293532, 0.213692, 0.093340, 0.022651, 0.002356)),
        (
            8,
            3,
            3.370370,
            (0.012579, 0.073261, 0.186668, 0.271789, 0.247328, 0.144044, 0.052432, 0.010906, 0.000992),
        ),
        (6, 1, 1.000000, (0.334898, 0.401878, 0.200939, 0.053584, 0.008038, 0.000643, 0.000021)),
        (6, 2, 1.833333, (0.112157, 0.296094, 0.325703, 0.191079, 0.063056, 0.011098, 0.000814)),
        (6, 4, 3.106481, (0.012579, 0.081030, 0.217484, 0.311320, 0.250675, 0.107650, 0.019262)),
    ],
)
def test_dice_that_show_one_chosen_face(dice: int, rolls: int, mean: float, shares: tuple[float, ...]) -> None:
    chances = of_one_face(dice, rolls)
    assert sum(chances) == 1
    expected = sum(count * chance for count, chance in enumerate(chances))
    assert expected == dice * (1 - Fraction(5, 6) ** rolls)
    assert float(expected) == pytest.approx(mean, abs=6e-7)
    assert [float(chance) for chance in chances] == pytest.approx(shares, abs=6e-7)


def test_at_least_so_many_of_one_face() -> None:
    chances = of_one_face(6, 3)
    at_least = [float(sum(chances[count:])) for count in range(1, 7)]
    assert at_least == pytest.approx((0.962439, 0.798372, 0.499771, 0.209929, 0.051675, 0.005591), abs=6e-7)
    assert sum(count * chance for count, chance in enumerate(chances)) == Fraction(91, 36)


@pytest.mark.parametrize(
    ("faces", "kept", "value"),
    [((1, 1, 1, 1, 3, 3), (3, 3), 2.8056753), ((1, 1, 1, 2, 2, 3), (2, 2, 3), 2.1527243)],
)
def test_the_best_keep_of_some_patterns(faces: Faces, kept: Faces, value: float) -> None:
    two_left = best_play(6, 3, stars)[1][1]
    best = max(keeps(faces), key=lambda each: two_left[each])
    assert best == kept
    assert two_left[best] == pytest.approx(value, abs=2e-7)


def test_the_game_scores_every_roll_of_six_dice_like_this() -> None:
    for faces, _ in outcomes(6):
        game = table(None, monster(place=CITY))
        roll(game, *faces)
        assert game.state.monsters[0].stars == stars(faces)
        assert 10 - game.state.monsters[1].hearts == faces.count(CLAW)
