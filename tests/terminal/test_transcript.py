"""Short sessions as a person sees them, word for word: a difference in review is a difference on the screen."""

from pathlib import Path
from typing import Final

import pytest

from tests.terminal.program import lines, start

HERE: Final = Path(__file__).parent
SESSIONS: Final = {  # the command, and the lines that are typed
    "transcript": (
        "play yahtzee --seat Ann --seat computer --seed 12",
        "||hint|123|three|small|undo|scores|quit",
    ),
    "transcript_deadwood": (
        "play deadwood --seat Ann --seat Ben --seed 15",
        "bank|saloon|banker|rug|move|saloon|take rug merchant|farmer|take farmer|act|why end|rehearse|scenes|act|"
        "players|why upgrade 2|quit",
    ),
    "transcript_king_of_tokyo": (
        "play king-of-tokyo --seat Ann --seat Ben --seed 188",
        "|||energy|energy|card plot twist|buy drop|plot twist|||claws energy|stop|yield|||deck|stop|plot twist|"
        "3 claw|status|quit",
    ),
}


@pytest.mark.usefixtures("home", "spread_scores")  # for Yahtzee's hint, which is about winning
@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_reads_as_it_did(name: str, pytestconfig: pytest.Config) -> None:
    command, typed = SESSIONS[name]
    done = start(*command.split(), typed=lines(*typed.split("|")))
    # The first run of a test session also says that it solves the game.
    shown = [line.rstrip() for line in done.stdout.splitlines() if not line.startswith("Solving ")]
    text = "\n".join([f"$ dicecup {command}", *shown]) + "\n"
    golden = HERE / f"{name}.txt"
    if pytestconfig.getoption("--regenerate"):
        golden.write_text(text, "utf-8")
    assert (text, done.returncode) == (golden.read_text("utf-8"), 0)


@pytest.mark.parametrize("name", SESSIONS)
def test_the_reference_page_shows_this_session(name: str) -> None:
    page = HERE.parents[1] / "docs" / "terminal.md"
    assert (HERE / f"{name}.txt").read_text("utf-8") in page.read_text("utf-8")
