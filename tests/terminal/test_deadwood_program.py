"""Deadwood through the real program: whole games, and leaving in mid-turn."""

import io
import re
from functools import partial
from pathlib import Path

import pytest

import dicecup
from dicecup.saves import PERSON, Store, Table
from dicecup.terminal.console import Console
from dicecup.terminal.session import Session
from tests.scenarios.deadwood.lot import NAMES
from tests.terminal.helpers import flat
from tests.terminal.program import autosave, invoke, lines, play


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


def test_a_whole_game_by_always_the_first_choice(home: Path) -> None:
    seats = ["--seat", "Ann", "--seat", "random"]
    shown = play(partial(answer, last=False), "deadwood", *seats, "--option", "stall_turns=8")
    check_end(shown)
    assert "Day 3 of 3" in shown
    [record] = (home / "records").iterdir()
    assert "and all are right" in flat(invoke("verify", str(record)))
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


@pytest.mark.thorough
@pytest.mark.parametrize("people", [1, 8])
def test_a_whole_game_of_eight_by_always_the_last_choice(
    people: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(
        Store, "write", lambda *_: None
    )  # hundreds of answers, each on the disk at once, take a while
    match = dicecup.new("deadwood", names=NAMES, seed=people, bonus="occupied", stall_turns=16)
    screen = Screen()
    table = Table(match, (PERSON,) * people + ("random",) * (8 - people))
    Session(Console(screen, screen), Store(tmp_path), table).play()
    assert match.outcome is not None
    check_end(screen.everything)
    assert "Day 4 of 4" in screen.everything


def test_two_to_eight_players(home: Path) -> None:
    """002-9: any other number is refused with a message."""
    one = invoke("play", "deadwood", "--seat", "Ann", code=1)
    nine = invoke("play", "deadwood", *["--seat", "random"] * 9, code=1)
    assert "2 to 8 players" in one
    assert "2 to 8 players" in nine


def test_a_number_of_players_is_enough(home: Path) -> None:
    """002-9, step 3: the players say how many they are."""
    typed = ["1", "9", "999999999999", "0", "-3", "2.5", "-1.5", "2,5", "½", "3", "", "", "", "players", "quit"]
    shown = invoke("play", "deadwood", typed=lines(*typed))
    for number in (1, 9, 0, "-3", "2.5", "-1.5", "½"):
        assert f"Deadwood is for 2 to 8 players; {number} is not possible." in shown
    assert "Deadwood with Player 1, Computer" in shown
    table = autosave(home, "deadwood")
    assert table.match.names == ("Player 1", "Computer", "Computer 2")
    assert table.players[0] == PERSON
    assert PERSON not in table.players[1:]


def test_the_end_of_the_input_in_mid_turn_loses_nothing(home: Path) -> None:
    begin = ["play", "deadwood", "--seat", "Ann", "--seat", "Ben", "--seed", "3", "--option", "start=seat-order"]
    shown = invoke(*begin, typed=lines("hotel"))
    assert "--continue" in shown
    left = autosave(home, "deadwood")
    assert left.match.pending is not None
    assert left.match.pending.options[0].verb == "take"
    again = invoke("play", "deadwood", "--continue")
    role = next(line for line in shown.splitlines() if "      1  take " in line)
    assert role in again
    assert "Ann, take a role or end the turn > " in again
    assert autosave(home, "deadwood").match.save() == left.match.save()


def test_undo_up_to_a_card_that_was_turned_up(home: Path) -> None:
    begin = ["play", "deadwood", "--seat", "Ann", "--seat", "Ben", "--seed", "3", "--option", "start=seat-order"]
    shown = invoke(*begin, typed=lines("hotel", "faro", "undo", "undo", "where", "quit"))
    assert shown.count("Ann, take a role or end the turn > ") == 4
    assert "Ann is at the Hotel." in shown
