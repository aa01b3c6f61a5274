"""The benchmark: the same figures again, going on, a rating that fits, and both papers."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dicecup.arena import benchmark as suite
from dicecup.cli import app
from dicecup.table import SetupError
from tests.arena.test_tournament import Crash, bot


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Two tables of two games; the coach says the same of all of them, and notes what it was asked."""
    asked: list[tuple[str, int]] = []

    def reviewed(paper: tuple[str, int]) -> suite.Reviewed:
        asked.append(paper)
        return suite.Reviewed(90.0 + len(asked), 0.1, -0.2, 1.0)

    monkeypatch.chdir(Path(__file__).parent.parent.parent)
    monkeypatch.setattr(suite, "QUICK", suite.Size(2, 2))
    monkeypatch.setattr(suite, "_tables", lambda game, player: iter([(player, "random"), (player, "easy")]))
    monkeypatch.setattr(suite, "_reviewed", reviewed)
    return asked


def figures(found: suite.Benchmark) -> Any:
    data = found.to_json()
    for part in data["games"]:
        for table in part["tables"]:
            del table["ms"]  # the only thing that is not the same every time
    return data


def test_the_same_figures_again_and_on_resume_nothing_is_reviewed_twice(
    tmp_path: Path, small: list[tuple[str, int]]
) -> None:
    first = suite.benchmark("single-plan", ["yahtzee"], quick=True, folder=tmp_path)
    assert first.complete
    assert first.suite == "cup-1-quick"
    assert len(small) == 4
    (part,) = figures(first)["games"]
    assert [table["opponents"] for table in part["tables"]] == [["random"], ["easy"]]
    assert [table["games"] for table in part["tables"]] == [2, 2]
    assert part["accuracy"]["value"] == 92.5
    assert part["accuracy"]["low"] < 92.5 < part["accuracy"]["high"]
    assert part["errors"]["value"] == pytest.approx(-0.2)
    again = suite.benchmark("single-plan", ["yahtzee"], quick=True, folder=tmp_path, resume=True)
    assert figures(again) == figures(first)
    assert len(small) == 4
    suite.benchmark("single-plan", ["yahtzee"], quick=True, folder=tmp_path)
    assert len(small) == 8, "without resume it begins anew"


def test_ctrl_c_reports_what_was_played_and_resume_goes_on(tmp_path: Path) -> None:
    def stop(count: int) -> None:
        if count:
            raise KeyboardInterrupt

    part = suite.benchmark("single-plan", ["yahtzee"], quick=True, folder=tmp_path, done=stop)
    assert not part.complete
    assert "Stopped early: --resume continues." in suite.report(part)
    whole = suite.benchmark("single-plan", ["yahtzee"], quick=True, folder=tmp_path, resume=True)
    assert whole.complete


def test_a_bot_that_fails_is_measured_all_the_same(tmp_path: Path) -> None:
    found = suite.benchmark(bot(Crash), ["yahtzee"], quick=True, folder=tmp_path)
    (part,) = found.to_json()["games"]
    assert [table["faults"] for table in part["tables"]] == [2, 2]
    assert part["accuracy"] is None
    assert "- Accuracy: not known, in 0 reviewed games" in suite.report(found)


def test_who_is_unknown_is_refused_before_anything_is_lost(tmp_path: Path) -> None:
    suite.benchmark("single-plan", ["yahtzee"], quick=True, folder=tmp_path)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(SetupError, match="no computer player 'nobody'"):
        suite.benchmark("nobody", ["yahtzee"], quick=True, folder=tmp_path)
    assert sorted(tmp_path.rglob("*")) == before


def test_ratings_fit_what_was_won() -> None:
    def rated(share: float, games: float, seats: int = 2) -> tuple[float, float, float]:
        value, low, high = suite._rating([(share, games, 30.0, 6.0, seats)])
        assert low is not None
        assert high is not None
        return value, low, high

    value, low, high = rated(0.5, 1000)
    assert value == pytest.approx(30, abs=0.3)
    assert low < value < high
    _, lower, higher = rated(0.5, 10)
    assert higher - lower > 3 * (high - low)
    assert rated(0.25, 1000, seats=4)[0] == pytest.approx(30, abs=0.3), "a quarter is an equal share of four"
    assert rated(1.0, 100)[1] > 40


def test_one_review_is_no_interval(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "_tables", lambda game, player: iter([(player, "random")]))
    monkeypatch.setattr(suite, "QUICK", suite.Size(2, 1))
    found = suite.benchmark("single-plan", ["yahtzee"], quick=True, folder=tmp_path)
    (part,) = found.to_json()["games"]
    assert part["accuracy"] == {"value": 91.0, "low": None, "high": None}
    assert "- Accuracy: 91.0, in 1 reviewed games" in suite.report(found)


def test_the_command_writes_both_papers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICECUP_HOME", str(tmp_path / "home"))
    paper = tmp_path / "bot.json"
    typed = ["benchmark", "single-plan", "yahtzee", "--quick", "--output", str(paper), "--json"]
    result = CliRunner().invoke(app, typed)
    assert result.exit_code == 0
    assert json.loads(result.stdout) == json.loads(paper.read_text(encoding="utf-8"))
    assert paper.with_suffix(".md").read_text(encoding="utf-8").startswith("# single-plan\n\nSuite cup-1-quick")


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("bot.md", "bot.md is where the report goes. Name another file, such as bot.json."),
        ("no/bot.json", "There is no folder"),
        (".", "is a folder. Name a file in it."),
    ],
)
def test_where_nothing_can_be_written_nothing_is_played(
    place: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suite, "benchmark", lambda *_, **__: pytest.fail("so much work for nothing"))
    done = CliRunner().invoke(app, ["benchmark", "easy", "--output", str(tmp_path / place), "--json"])
    assert done.exit_code == 1
    assert why in json.loads(done.stdout)["error"]


@pytest.mark.thorough
def test_the_coach_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(suite, "QUICK", suite.Size(2, 1))
    found = suite.benchmark("easy", ["deadwood"], quick=True, folder=tmp_path)
    (part,) = found.parts
    assert len(part.reviews) == len(part.results) == 4
    for one in part.reviews:
        assert one.accuracy is not None
        assert 0 < one.accuracy <= 100
        assert one.errors <= 0
