"""`dicecup puzzles`: counting them, and making a book."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from dicecup.cli import app
from dicecup.coach.puzzles import book, unpacked
from dicecup.training import puzzles

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


def test_what_cannot_be_is_said_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "mine.json.gz")
    wrong = RUN.invoke(app, ["puzzles", "make", "yahtzee", "--output", file, "--seats", "99"])
    assert wrong.exit_code == 1
    assert "Nobody plays Yahtzee with 99 players." in str(wrong.exception)
    assert RUN.invoke(app, ["puzzles", "make", "chess", "--output", file]).exit_code == 1
    missing = str(tmp_path / "no" / "such" / "folder.json.gz")
    monkeypatch.setattr(puzzles, "dig", lambda work: pytest.fail("so much work for nothing"))
    for place, why in ((missing, "There is no folder"), (str(tmp_path), "is a folder. Name a file in it.")):
        words = ["puzzles", "make", "yahtzee", "--output", place, "--puzzles", "1", "--seats", "1", "--jobs", "1"]
        assert why in str(RUN.invoke(app, words).exception)


def test_ctrl_c_keeps_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = book("yahtzee")[:2]
    dug: list[object] = []

    def dig(work: object) -> object:
        dug.append(work)
        if len(dug) > len(known):
            raise KeyboardInterrupt
        return [known[len(dug) - 1]]

    monkeypatch.setattr(puzzles, "dig", dig)
    path = tmp_path / "some.json.gz"
    typed = ["puzzles", "make", "yahtzee", "--output", str(path), "--jobs", "1"]
    assert RUN.invoke(app, typed).stdout == f"2 puzzles are in {path}.\n"
    path.unlink()
    assert RUN.invoke(app, typed).exit_code == 130, "nothing was found"
    assert not path.exists()
