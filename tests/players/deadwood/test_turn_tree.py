"""Looking ahead to the end of the turn."""

import numpy as np
import pytest

from dicecup.batch.deadwood import rows
from dicecup.batch.deadwood.lot import AREA_NAMES, BUDGET, SCENE_NAMES, SCENES, STARS
from dicecup.games.deadwood import odds
from dicecup.players.deadwood.turn_tree import ROLLS, Tree, back_up, expand, new_tree, sample_rolls
from tests.players.deadwood.positions import wander

LAW = SCENE_NAMES.index("law-and-the-old-west-20")  # budget 3: Rug Merchant 1, Banker 2, Talking Mule 5
SALOON, BANK, TRAILERS, OFFICE = map(AREA_NAMES.index, ("saloon", "bank", "trailers", "casting-office"))


def tree_of(row: list[int]) -> Tree:
    cards = [scene for scene in range(SCENES) if not row[rows.SEEN + scene]]
    tree = new_tree(4096)
    spare, found = [[0] * rows.WIDTH for _ in range(3)], [[0] * rows.MOST for _ in range(3)]
    expand(row, cards, len(cards), sample_rolls(), ROLLS, tree, spare, found)
    return tree


def worths(tree: Tree, values: np.ndarray) -> dict[int, float]:
    worth = np.zeros(tree.size[3])
    back_up(tree, values, 0, np.zeros(tree.size[1]), np.zeros(tree.size[2]), worth)
    return dict(zip(tree.option[: tree.size[3]].tolist(), worth.tolist(), strict=True))


@pytest.mark.parametrize("seats", [2, 5])
def test_every_option_is_looked_at_and_its_chances_add_up(seats: int) -> None:
    found = [0] * rows.MOST
    for row in wander(seats, 5, share=0.05):
        tree = tree_of(row)
        assert tree.option[: tree.size[3]].tolist() == found[: rows.options(row, found)]
        assert list(worths(tree, np.ones(tree.size[0])).values()) == pytest.approx([1.0] * int(tree.size[3]))


def test_every_leaf_is_the_end_of_the_turn() -> None:
    for row in wander(3, 6, share=0.05):
        tree = tree_of(row)
        for leaf in tree.rows[: tree.size[0]].tolist():
            assert leaf[rows.ACTIVE] != row[rows.ACTIVE] or leaf[rows.DAY] != row[rows.DAY]


def test_acting_has_two_cases_and_a_wrap_its_dice() -> None:
    row = rows.first_morning(2)
    row[rows.SCENE + SALOON], row[rows.SEEN + LAW], row[rows.SHOT + SALOON] = LAW, 1, 2
    row[rows.ACTOR + rows.AREA], row[rows.ACTOR + rows.ROLE] = SALOON, 0
    tree = tree_of(row)
    credit = tree.rows[: tree.size[0], rows.ACTOR + rows.CREDITS]
    assert worths(tree, credit.astype(float))[rows.ACT] == pytest.approx(2 * float(odds.success(3)))
    row[rows.SHOT + SALOON] = 1
    tree = tree_of(row)
    dollars = tree.rows[: tree.size[0], rows.ACTOR + rows.DOLLARS].astype(float)
    share = float(odds.success(3) * odds.bonus(3, 3)[2])
    assert worths(tree, dollars)[rows.ACT] == pytest.approx(share, abs=0.1)


def test_a_new_card_may_be_any_that_nobody_has_seen() -> None:
    """A player who only wants the Talking Mule finds it with one card in forty, and needs the rank."""
    row = rows.first_morning(2)
    for rank, chance in ((5, 1 / SCENES), (4, 0.0)):
        row[rows.ACTOR + rows.RANK] = rank
        tree = tree_of(row)
        leaves = tree.rows[: tree.size[0]]
        mule = (leaves[:, rows.SCENE + SALOON] == LAW) & (leaves[:, rows.ACTOR + rows.ROLE] == 2)
        assert worths(tree, mule.astype(float))[rows.MOVE + SALOON] == pytest.approx(chance)


def test_a_purchase_looks_on_to_the_move_and_the_role_after_it() -> None:
    row = rows.first_morning(2)
    ranch = AREA_NAMES.index("ranch")
    row[rows.ACTOR + rows.AREA], row[rows.ACTOR + rows.CREDITS] = OFFICE, 10
    row[rows.SCENE + ranch], row[rows.SEEN + LAW] = LAW, 1
    tree = tree_of(row)
    leaves = tree.rows[: tree.size[0]]
    third = (leaves[:, rows.ACTOR + rows.AREA] == ranch) & (leaves[:, rows.ACTOR + rows.ROLE] == STARS + 2)
    found = worths(tree, third.astype(float))
    assert found[rows.UPGRADE + 2 * 3 + 1] == 1.0
    assert found[rows.UPGRADE + 2 * 2 + 1] == 0.0
    assert found[rows.MOVE + ranch] == 0.0


def test_a_move_into_the_office_looks_on_to_the_purchase() -> None:
    row = rows.first_morning(2)
    row[rows.ACTOR + rows.AREA], row[rows.ACTOR + rows.CREDITS] = AREA_NAMES.index("ranch"), 10
    row[rows.SHOT + AREA_NAMES.index("ranch")] = 0
    tree = tree_of(row)
    rank = tree.rows[: tree.size[0], rows.ACTOR + rows.RANK]
    assert worths(tree, (rank == 3).astype(float))[rows.MOVE + OFFICE] == 1.0


def test_sample_rolls_fall_and_have_the_right_means() -> None:
    rolls = sample_rolls()
    for budget in set(BUDGET.tolist()):
        for used in (2, 4, ROLLS):
            some = rolls[budget, :used, :budget]
            assert (np.diff(some, axis=1) <= 0).all()
            exact = [float(mean) for mean in odds.dice_in_order(budget)]
            assert np.abs(some.mean(axis=0) - exact).max() < (0.6 if used < ROLLS else 0.3)
