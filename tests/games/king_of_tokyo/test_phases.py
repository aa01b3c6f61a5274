"""Turns that pass without a decision: a monster with no dice and no energy is not asked anything."""

import pytest

from tests.scenarios.king_of_tokyo.tokyo import CITY, load, monster, roll, table

QUIET = (1, 1, 2, 2, 3, 3)


def test_the_turn_of_a_monster_without_dice_passes_by_itself() -> None:
    game = table(None, monster(shrink=6), monster(shrink=7), monster(place=CITY))
    roll(game, *QUIET)
    assert game.state.active == 3
    assert game.kinds().count("no_dice") == 2


@pytest.mark.parametrize("clones", range(4))
def test_a_save_made_after_such_turns_is_the_same_match_however_often_it_was_cloned(clones: int) -> None:
    """Many phases begin there after the same number of answers; no matter where a copy starts."""
    shrunk = monster(shrink=6)
    game = table(None, shrunk, shrunk, shrunk, shrunk, shrunk, chance=[QUIET] * 9)
    for _ in range(9):
        for _ in range(clones):
            game.match.clone()
        game.do(*game.pending.options[-1])  # roll; keep all dice
        for _ in range(clones):
            game.match.clone()
        text = game.match.save()
        again = load(text)
        assert not again.notice
        assert again.save() == text
        assert game.match.clone().save() == text
