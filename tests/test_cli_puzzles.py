"""`dicecup puzzles`: counting them, and making a book."""

from pathlib import Path

from typer.testing import CliRunner

from dicecup.cli import app
from dicecup.coach.puzzles import unpacked

RUN = CliRunner()


def test_how_many_puzzles_are_there() -> None:
    told = RUN.invoke(app, ["puzzles", "list"])
    assert told.exit_code == 0
    assert [line.split(":")[0] for line in told.output.splitlines()] == ["Yahtzee", "King of Tokyo", "Deadwood"]
    assert "300 puzzles, rated " in told.output


def test_a_book_of_my_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.json.gz"
    words = ["puzzles", "make", "yahtzee", "--output", str(file), "--puzzles", "2", "--seats", "1", "--jobs", "1"]
    assert f"2 puzzles are in {file}." in RUN.invoke(app, words).output.replace("\n", " ")
    assert len(unpacked(file.read_bytes())) == 2


def test_what_cannot_be_is_said_in_words(tmp_path: Path) -> None:
    file = str(tmp_path / "mine.json.gz")
    wrong = RUN.invoke(app, ["puzzles", "make", "yahtzee", "--output", file, "--seats", "99"])
    assert wrong.exit_code == 1
    assert "Nobody plays Yahtzee with 99 players." in str(wrong.exception)
    assert RUN.invoke(app, ["puzzles", "make", "chess", "--output", file]).exit_code == 1
    missing = str(tmp_path / "no" / "such" / "folder.json.gz")
    words = ["puzzles", "make", "yahtzee", "--output", missing, "--puzzles", "1", "--seats", "1", "--jobs", "1"]
    assert "cannot be written" in str(RUN.invoke(app, words).exception)
