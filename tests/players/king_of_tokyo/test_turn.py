"""The turn program against published and brute-force numbers."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from dicecup.players.king_of_tokyo.turn import Floats, Turn, table

CLAW = 5


def stars(dice: int) -> Floats:
    counts = table(dice).finals
    return sum(np.where(counts[:, f] >= 3, f + counts[:, f] - 2, 0) for f in range(3)) * 1.0  # type: ignore[return-value]


@pytest.mark.parametrize(("dice", "mean"), [(5, 1.5520), (6, 2.2357), (7, 2.9907), (8, 3.8380), (9, 4.7151)])
def test_greedy_stars(dice: int, mean: float) -> None:
    assert Turn(table(dice), stars(dice)).start() == pytest.approx(mean, abs=5e-5)


@pytest.mark.parametrize(("rolls", "mean"), [(1, 0.401878), (2, 1.343343), (3, 2.235742), (4, 2.949736)])
def test_more_rolls_mean_more_stars(rolls: int, mean: float) -> None:
    assert Turn(table(6), stars(6)).start(rolls) == pytest.approx(mean, abs=5e-7)


def test_greedy_claws() -> None:
    dice = table(6)
    claws = dice.finals[:, CLAW]
    assert Turn(dice, claws.astype(np.float64)).start() == pytest.approx(91 / 36)
    chances = [float(Turn(dice, (claws >= least).astype(np.float64)).start()) for least in range(1, 7)]
    assert chances == pytest.approx([0.962439, 0.798372, 0.499771, 0.209929, 0.051675, 0.005591], abs=5e-7)


def test_surprising_keeps() -> None:
    dice = table(6)
    kept = Turn(dice, stars(6)).kept(2)
    assert kept[dice.keep([3, 3])] == pytest.approx(2.8056753)
    assert kept[dice.keep([1, 1, 1, 1])] == pytest.approx(2.611, abs=1e-3)
    assert kept[dice.keep([3, 3, 2, 2])] == pytest.approx(2.643, abs=1e-3)

    def best(shown: list[int]) -> list[int]:
        places = dice.keeps[dice.final(shown)]
        counts = dice.counts[places[kept[places].argmax()]]
        return [face + 1 for face in range(6) for _ in range(counts[face])]

    assert best([1, 1, 1, 1, 3, 3]) == [3, 3]
    assert best([1, 1, 2, 2, 2, 3]) == [2, 2, 2]
    assert best([1, 4, 4, 5, 5, 6]) == []
    assert best([3, 3, 2, 2, 5, 6]) == [3, 3]


def test_four_dice_by_brute_force() -> None:
    dice = table(4)
    worth = np.random.default_rng(4).random(len(dice.finals))

    @cache
    def value(shown: tuple[int, ...], rolls: int) -> float:
        if not rolls:
            return float(worth[dice.final(shown)])
        return max(keep(tuple(d for d, kept in zip(shown, mask, strict=True) if kept), rolls) for mask in MASKS)

    @cache
    def keep(kept: tuple[int, ...], rolls: int) -> float:
        if len(kept) == 4:
            return float(worth[dice.final(kept)])
        thrown = product(range(1, 7), repeat=4 - len(kept))
        return float(np.mean([value(tuple(sorted(kept + new)), rolls - 1) for new in thrown]))

    turn = Turn(dice, worth)
    assert turn.start(3) == pytest.approx(keep((), 3))
    for shown in [(1, 2, 3, 4), (6, 6, 6, 6), (1, 1, 5, 6)]:
        assert turn.value(2)[dice.final(shown)] == pytest.approx(value(shown, 2))


MASKS = list(product((False, True), repeat=4))


def test_several_columns_follow_the_first() -> None:
    dice = table(5)
    mine = np.random.default_rng(1).random(len(dice.finals))
    both = Turn(dice, np.column_stack([mine, 1 - mine]))
    assert both.start()[0] == pytest.approx(Turn(dice, mine).start())
    assert both.start().sum() == pytest.approx(1)


def test_threes_rolled_again_for_nothing() -> None:
    dice = table(1)
    worth = np.array([0.0, 1.0, 0.5, 0.0, 0.0, 0.0])
    # A 3 is worth more than what follows from rolling it again (1/5), so it stays.
    assert dice.without_threes(worth)[2] == 0.5
    worth[2] = 0.1
    assert dice.without_threes(worth)[2] == pytest.approx(0.2)


def test_changing_a_die() -> None:
    dice = table(2)
    worth = np.zeros(len(dice.finals))
    worth[dice.final([1, 6])] = 1
    changed = dice.changed(worth)
    assert changed[dice.final([1, 2])] == 1
    assert changed[dice.final([2, 3])] == 0
    assert dice.changed(worth, (0,))[dice.final([6, 4])] == 1
    assert dice.changed(worth, (0,))[dice.final([1, 4])] == 0


def test_an_extra_roll_is_bought_when_it_helps() -> None:
    dice = table(1)
    worth = np.array([0.0, 0, 0, 0, 0, 1])
    turn = Turn(dice, worth, [worth - 0.1])
    assert turn.value(0)[dice.final([1])] == pytest.approx(1 / 6 - 0.1)
    assert turn.value(0)[dice.final([6])] == 1


def test_no_dice_at_all() -> None:
    assert Turn(table(0), np.array([0.25])).start() == 0.25
