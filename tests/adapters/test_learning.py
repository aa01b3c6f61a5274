"""The recipe of docs/adapters.md learns, and what has learnt sits at a table."""

import importlib.util
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import dicecup
from dicecup import players

pytestmark = pytest.mark.thorough
NEEDS: Final = ()
RECIPE: Final = Path(__file__).parents[2] / "examples" / "learn_yahtzee.py"


@pytest.fixture(scope="module")
def recipe() -> Any:
    found = importlib.util.spec_from_file_location("learn_yahtzee", RECIPE)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_a_few_hundred_games_are_enough_to_beat_easy(
    recipe: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same dice every time: what comes out is known, and far from even."""
    weights = recipe.learn(200, 4, seed=1)
    assert capsys.readouterr().out.count("points a game") == 4
    np.savez(tmp_path / "yahtzee.npz", weights=weights)
    learnt = recipe.Learnt(str(tmp_path / "yahtzee.npz"))
    shares = []
    for seed in range(40):
        table = [learnt, players.make("yahtzee", "easy", seed)]
        seat = seed % 2
        match = players.play(dicecup.new("yahtzee", seats=2, seed=seed), table if seat == 0 else table[::-1])
        assert match.outcome is not None
        shares.append(match.outcome.shares[seat])
    assert sum(shares) / len(shares) > 0.6


def test_it_counts_dice_as_the_engine_does(recipe: Any) -> None:
    assert recipe.LIKELY.sum(1) == pytest.approx(1)
    assert recipe.ALLOWED.any(1).all()
    assert recipe.POINTS[recipe.BOXES.index("full_house"), recipe.FALL[1, 1, 3, 3, 3]] == 25
