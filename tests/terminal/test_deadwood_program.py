"""Deadwood through the real program: whole games, leaving in mid-turn, and the session of the reference page."""

import io
import os
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

import dicecup
from dicecup.saves import PERSON, Store, Table
from dicecup.terminal.console import Console
from dicecup.terminal.session import Session
from tests.scenarios.deadwood.lot import NAMES
from tests.terminal.program import PROGRAM

GOLDEN: Final = Path(__file__).with_name("transcript_deadwood.txt")


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "DICECUP_HOME": str(home), "PYTHONUTF8": "1", "COLUMNS": "80"}


def run(home: Path, *arguments: str, typed: list[str] | None = None) -> str:
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input="".join(line + "\n" for line in typed or []).encode(),
        capture_output=True,
        env=environment(home),
        check=False,
        timeout=60,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.stdout.decode() + done.stderr.decode()


def answer(shown: str, *, last: bool) -> str:
    """The first or the last of the choices that are on the screen since the last prompt."""
    prompt = shown.splitlines()[-1]
    if "Another game" in prompt:
        return "n"
    if "press Enter to act" in prompt:
        return ""
    listed = re.findall(r"^ +(\d+)  (?:take|act|rehearse|buy|move)|^  move  (\d+)", shown, re.MULTILINE)
    numbers: list[str] = [one or other for one, other in listed] or ["end"]
    return numbers[-1 if last else 0]


def play(home: Path, *arguments: str) -> str:
    """Answer prompt after prompt, as a person would, until the program ends."""
    program = subprocess.Popen(
        [*PROGRAM, "play", "deadwood", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(home),
    )
    assert program.stdin is not None
    assert program.stdout is not None
    everything, new = "", b""
    prompts = 0
    with program:
        while chunk := os.read(program.stdout.fileno(), 65536):
            new += chunk
            if new.endswith(b" > "):
                shown = new.decode()
                everything, new = everything + shown, b""
                prompts += 1
                assert prompts < 3_000, everything[-2000:]
                program.stdin.write(f"{answer(shown, last=False)}\n".encode())
                program.stdin.flush()
    assert program.returncode == 0
    return everything + new.decode()


def test_a_whole_game_by_always_the_first_choice(tmp_path: Path) -> None:
    shown = play(tmp_path, "--seat", "Ann", "--seat", "random", "--option", "stall_turns=20")
    check_end(shown)
    assert "Day 3 of 3" in shown
    [record] = (tmp_path / "records").iterdir()
    assert "and all are right" in " ".join(run(tmp_path, "verify", str(record)).split())
    match = dicecup.verify(record.read_text("utf-8")).match
    assert match.outcome is not None
    assert match.commitment is not None


def check_end(shown: str) -> None:
    assert re.search(r"wins? with|share the win with", shown)
    assert "The game is over." in shown
    assert "5 x rank" in shown
    assert max(map(len, shown.partition("The record")[0].splitlines())) <= 80


class Screen(io.StringIO):
    """What is printed; and a person who types an answer to whatever is new on it."""

    def __init__(self) -> None:
        super().__init__()
        self.new: list[str] = []
        self.everything = ""

    def write(self, text: str) -> int:
        self.new.append(text)
        return len(text)

    def readline(self, *_: object) -> str:  # type: ignore[override]
        shown = "".join(self.new)
        self.everything += shown
        self.new = []
        return answer(shown, last=True) + "\n"


@pytest.mark.parametrize("people", [1, 8])
def test_a_whole_game_of_eight_by_always_the_last_choice(
    people: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(Store, "write", lambda *_: None)  # 1,000 answers, each on the disk at once, take a while
    match = dicecup.new("deadwood", names=NAMES, seed=people, bonus="occupied")
    screen = Screen()
    table = Table(match, (PERSON,) * people + ("random",) * (8 - people))
    Session(Console(screen, screen), Store(tmp_path), table).play()
    assert match.outcome is not None
    check_end(screen.everything)
    assert "Day 4 of 4" in screen.everything


def test_two_to_eight_players(tmp_path: Path) -> None:
    """002-9: any other number is refused with a message."""
    one = run(tmp_path, "play", "deadwood", "--seat", "Ann")
    nine = run(tmp_path, "play", "deadwood", *["--seat", "random"] * 9)
    assert "2 to 8 players" in one
    assert "2 to 8 players" in nine


def test_a_number_of_players_is_enough(tmp_path: Path) -> None:
    """002-9, step 3: the players say how many they are."""
    typed = ["1", "9", "999999999999", "0", "3", "", "", "", "players", "quit"]
    shown = run(tmp_path, "play", "deadwood", typed=typed)
    for number in (1, 9, 0):
        assert f"Deadwood is for 2 to 8 players; {number} is not possible." in shown
    assert "Deadwood with Player 1, Computer" in shown
    table = Store(tmp_path).read(Store(tmp_path).autosave("deadwood"))
    assert table.match.names == ("Player 1", "Computer", "Computer 2")
    assert table.players[0] == PERSON
    assert PERSON not in table.players[1:]


def test_the_end_of_the_input_in_mid_turn_loses_nothing(tmp_path: Path) -> None:
    begin = ["play", "deadwood", "--seat", "Ann", "--seat", "Ben", "--seed", "3", "--option", "start=seat-order"]
    shown = run(tmp_path, *begin, typed=["hotel"])
    assert "--continue" in shown
    store = Store(tmp_path)
    left = store.read(store.autosave("deadwood"))
    assert left.match.pending is not None
    assert left.match.pending.options[0].verb == "take"
    again = run(tmp_path, "play", "deadwood", "--continue")
    role = next(line for line in shown.splitlines() if "      1  take " in line)
    assert role in again
    assert "Ann, take a role or end the turn > " in again
    assert store.read(store.autosave("deadwood")).match.save() == left.match.save()


def test_undo_up_to_a_card_that_was_turned_up(tmp_path: Path) -> None:
    begin = ["play", "deadwood", "--seat", "Ann", "--seat", "Ben", "--seed", "3", "--option", "start=seat-order"]
    shown = run(tmp_path, *begin, typed=["hotel", "faro", "undo", "undo", "where", "quit"])
    assert shown.count("Ann, take a role or end the turn > ") == 4
    assert "Ann is at the Hotel." in shown


# --- the session of the reference page ---

COMMAND = ["play", "deadwood", "--seat", "Ann", "--seat", "Ben", "--seed", "15"]
TYPED = ["bank", "saloon", "banker", "rug", "move", "saloon", "take rug merchant", "farmer", "take farmer", "act"]
TYPED += ["why end", "rehearse", "scenes", "act", "players", "why upgrade 2", "quit"]


def test_a_session_reads_as_it_did(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    shown = run(tmp_path, *COMMAND, typed=TYPED)
    text = "\n".join([f"$ dicecup {' '.join(COMMAND)}", *(line.rstrip() for line in shown.splitlines())]) + "\n"
    if pytestconfig.getoption("--regenerate"):
        GOLDEN.write_text(text, "utf-8")
    assert text == GOLDEN.read_text("utf-8")


def test_the_reference_page_shows_this_session() -> None:
    page = Path(__file__).parents[2] / "docs" / "terminal.md"
    assert GOLDEN.read_text("utf-8") in page.read_text("utf-8")
