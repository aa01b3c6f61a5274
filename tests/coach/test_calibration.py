"""benchmarks/calibration.py: what was foretold is counted right, and told right on its page."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks import calibration, calibration_page

from dicecup.players import best


@pytest.mark.thorough
def test_at_each_turn_the_chances_of_a_game_add_up_to_one_and_so_do_the_wins() -> None:
    told = calibration.one_game("king-of-tokyo", seats=2, seed=2)
    turns, decisions = told.pop("turns"), told.pop("decisions")
    count, foretold, happened = turns.sum(axis=0)
    assert count > 4
    assert foretold == pytest.approx(happened, abs=1e-4)
    assert happened == round(happened) >= count / 2  # turns; whoever cannot win any more is not counted
    assert decisions[:, calibration.COUNT].sum() > 0
    assert {"dice", "buy"} <= told.keys()
    assert sum(each[:, calibration.COUNT].sum() for each in told.values()) == decisions[:, calibration.COUNT].sum()
    for tenth, (many, said, _) in enumerate(turns):
        assert tenth / 10 * many - 1e-9 <= said <= (tenth + 1) / 10 * many + 1e-9


def test_first_turns_are_played_by_the_level_below_whoever_predicts() -> None:
    for game in ("king-of-tokyo", "deadwood", "yahtzee"):
        assert (best(game), calibration.below(game)) == ("hard", "medium"), "a master predicts nothing"


def test_the_page_says_by_how_much_a_tenth_was_off(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [{"from": tenth / 10, "count": 0} for tenth in range(10)]
    rows[3] = {"from": 0.3, "count": 1234, "predicted": 0.35, "actual": 0.31, "error": 0.012}
    probes = {"count": 199, "predicted": 0.3, "actual": 0.2, "error": 0.03}
    table = {"seats": 4, "games": 50, "turns": rows, "decisions": rows, "sorts": {"probe": probes}}
    page = tmp_path / "calibration.md"
    for seed in (1, 2):  # the second time in place of the first
        found = {"game": "king-of-tokyo", "player": "hard", "seed": seed, "tables": [table]}
        calibration_page.write(found, page)
    text = page.read_text()
    assert text.count("| 30 to 40 % | -4.0 ± 1.2 (1,234) |") == 2  # turns and decisions
    assert "| Psychic Probe: a die of another monster | -10.0 ± 3.0 (199) |" in text
    assert "50 with 4 seats; seed 2." in text
    assert "seed 1" not in text
    circles = (tmp_path / "calibration-king-of-tokyo.svg").read_text().count("<circle")
    assert circles == 2 + 2 + 1  # the legend, two kinds, and a sort with a hundred predictions


def test_the_error_counts_games_and_not_predictions() -> None:
    tally = calibration.Tally(2)
    for happened in (0.0, 1.0):
        told = np.zeros((calibration.TENTHS, 3))
        told[5] = 10, 5.5, 10 * happened  # ten predictions, of which all or none come true
        tally.add({"yield": told}, 0.1)
    assert tally.to_json()["sorts"]["yield"] == {
        "count": 20,
        "predicted": 0.55,
        "actual": 0.5,
        "error": pytest.approx((5.5**2 + 4.5**2) ** 0.5 / 20, abs=1e-5),
    }
