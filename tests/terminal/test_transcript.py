"""A short session as a person sees it, word for word: a difference in review is a difference on the screen."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.terminal.program import PROGRAM

GOLDEN = Path(__file__).with_name("transcript.txt")
COMMAND = ["play", "yahtzee", "--seat", "Ann", "--seat", "computer", "--seed", "12"]
TYPED = ["", "", "hint", "123", "three", "small", "undo", "scores", "quit"]


@pytest.mark.usefixtures("spread_scores")  # for the hint, which is about winning
def test_a_session_reads_as_it_did(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    done = subprocess.run(
        [*PROGRAM, *COMMAND],
        input="".join(line + "\n" for line in TYPED).encode(),
        capture_output=True,
        env={**os.environ, "DICECUP_HOME": str(tmp_path), "PYTHONUTF8": "1"},
        check=True,
    )
    # The first run of a test session also says that it solves the game.
    lines = [line for line in done.stdout.decode().splitlines() if not line.startswith("Solving ")]
    text = "\n".join([f"$ dicecup {' '.join(COMMAND)}", *(line.rstrip() for line in lines)]) + "\n"
    if pytestconfig.getoption("--regenerate"):
        GOLDEN.write_text(text, "utf-8")
    assert text == GOLDEN.read_text("utf-8")


def test_the_reference_page_shows_this_session() -> None:
    page = Path(__file__).parents[2] / "docs" / "terminal.md"
    assert GOLDEN.read_text("utf-8") in page.read_text("utf-8")
