"""The real program before a game and between games: set-up, leaving and coming back, what lies in the slots."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import dicecup
from dicecup.saves import PERSON, Store, Table
from tests.terminal.program import FILL_ALL, PROGRAM, Pipe, autosave, invoke, lines, run

# --- before the game ---


def test_commands_are_understood_before_the_game_too(home: Path) -> None:
    typed = [
        "hint",
        "help",
        "1",
        "quit, Ann",
        "Scores=computer",
        "save x",
        "card",
        "help",
        "Ann",
        "undo",
        "help",
        "quit",
    ]
    done = run("play", typed=lines(*typed))
    assert done.returncode == 0
    assert done.stdout.count("is for a game that has begun") == 4
    assert "“quit” is a command. Please choose another name." in done.stdout
    assert "“Scores” is a command." in done.stdout
    assert done.stdout.count("Please type a number") == 1
    assert done.stdout.count("Who plays?") == 2
    assert "rules: standard or official" in done.stdout
    assert done.stdout.count("“help” says more") == 3
    assert done.stdout.endswith("No game was started.\n")
    assert not (home / "saves").exists()


@pytest.mark.parametrize("typed", [[], [""], ["", ""], ["quit"], ["", "q"], ["", "", "exit"]])
def test_leaving_before_the_game_is_no_failure(home: Path, typed: list[str]) -> None:
    assert "No game was started." in invoke("play", typed=lines(*typed))


def test_quit_and_help_where_a_game_was_left(home: Path) -> None:
    run("play", "yahtzee", "--seat", "Ann", "--seed", "7", typed="")
    shown = invoke("play", typed=lines("help", "load", "quit"))
    assert "Enter continues at that table" in shown
    assert "“load” is for a game that has begun" in shown
    assert autosave(home).match.names == ("Ann",)
    assert [each.name for each in Store(home).entries()] == ["yahtzee-autosave"]


def test_python_m_dicecup(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dicecup", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"dicecup {dicecup.__version__}\n"


# --- leaving and coming back ---


@pytest.mark.parametrize("typed", [[], [""], ["", "135"], ["", "135", "stop"], ["", "chance"]])
def test_the_end_of_input_leaves_a_game_that_goes_on_at_the_same_decision(home: Path, typed: list[str]) -> None:
    done = run("play", "yahtzee", "--seat", "Ann", "--seed", "7", typed=lines(*typed))
    assert done.returncode == 0
    assert "Your game is saved. Continue with: dicecup play yahtzee --continue" in done.stdout
    left = autosave(home).match
    run("play", "--continue", typed="")
    assert autosave(home).match.save() == left.save()


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
def test_whatever_was_answered_survives_the_end_of_the_program(home: Path, number: signal.Signals) -> None:
    pipe = Pipe("play", "yahtzee", "--seat", "Ann", "--seed", "7")
    pipe.wait_for("roll > ")
    pipe.type("")
    pipe.wait_for("fill a box > ")
    pipe.type("keep nothing")
    pipe.wait_for("roll 2 of 3")
    pipe.process.send_signal(number)
    code = pipe.close()
    if number == signal.SIGINT:
        assert code == 0
        assert "Continue with: dicecup play yahtzee --continue" in pipe.seen
    match = autosave(home).match
    assert [entry.to_json()["choice"] for entry in match.log if "choice" in entry.to_json()] == [
        ["roll"],
        ["keep"],
    ]
    back = run("play", "--continue", typed="")
    shown = re.search(r"The dice show [\d ]+", pipe.seen.split("roll 2 of 3")[1])
    assert shown is not None
    assert shown.group() in back.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_in_a_real_terminal_with_ctrl_c(home: Path) -> None:
    import pty

    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, "play", "yahtzee", "--seat", "Ann", "--seed", "7"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "PYTHONUTF8": "1", "TERM": "xterm", "COLUMNS": "80", "NO_COLOR": ""},
        start_new_session=True,
    )
    os.close(terminal)
    seen = b""
    try:
        for text, typed in ((b"to roll > ", b"\n"), (b"fill a box > ", b"hold 1\n"), (b"roll 2 of 3", b"\x03")):
            end = time.monotonic() + 30
            while text not in seen:
                ready, _, _ = select.select([controller], [], [], max(0, end - time.monotonic()))
                assert ready, seen
                seen += os.read(controller, 65536)
            if typed == b"\x03":
                process.send_signal(signal.SIGINT)  # the terminal is not this process's own to press keys in
            else:
                os.write(controller, typed)
        while select.select([controller], [], [], 5)[0]:
            try:
                chunk = os.read(controller, 65536)
            except OSError:
                break
            if not chunk:
                break
            seen += chunk
        assert process.wait(30) == 0
    finally:
        process.kill()
        os.close(controller)
    text_seen = seen.decode()
    assert "┌───────┐" in text_seen
    assert "\x1b[1m" in text_seen  # colour is used where it can be
    assert "Continue with" in text_seen
    assert "Traceback" not in text_seen


# --- saves named on the command line ---


def test_load_by_name_and_by_file(home: Path, tmp_path: Path) -> None:
    run("play", "yahtzee", "--seat", "Ann", "--seed", "7", typed=lines("", "save friday", "chance"))
    by_name = run("play", "--load", "friday", typed="")
    assert "round 1 of 13, roll 1 of 3" in by_name.stdout
    by_file = run("play", "--load", str(home / "saves" / "friday.json"), typed="")
    assert "round 1 of 13, roll 1 of 3" in by_file.stdout
    missing = run("play", "--load", "monday")
    assert missing.returncode == 1
    assert missing.stderr.count("\n") == 1
    assert "There is no save called 'monday'" in missing.stderr
    listed = run("saves")
    assert "friday" in listed.stdout
    assert "Yahtzee, Ann, turn 1" in listed.stdout
    found = json.loads(run("saves", "--json").stdout)
    assert {entry["name"] for entry in found} >= {"friday", "yahtzee-autosave"}


def test_continue_with_nothing_to_continue(home: Path) -> None:
    for arguments in (["play", "--continue"], ["play", "yahtzee", "--continue"]):
        done = run(*arguments)
        assert done.returncode == 1
        assert "to continue" in done.stderr


@pytest.mark.parametrize(
    ("content", "reason"), [("{", "damaged"), ('{"format":"dicecup-save","version":9,"body":{}}', "newer Dicecup")]
)
def test_a_last_game_that_cannot_be_read(home: Path, content: str, reason: str) -> None:
    store = Store(home)
    store.write(store.autosave("yahtzee"), Table(dicecup.new("yahtzee", names=["Ann"], seed=1), (PERSON,)))
    store.autosave("yahtzee").write_text(content)
    for arguments in (["play", "--continue"], ["play", "yahtzee", "-c"]):
        message = invoke(*arguments, code=1)
        assert "yahtzee-autosave.json" in message
        assert reason in message
    shown = " ".join(invoke("play", "yahtzee", typed=lines("Ann", "", "quit")).split())
    assert "Your last game, in yahtzee-autosave.json, cannot be used." in shown
    assert reason in shown
    assert "The saved game that cannot be read is kept: yahtzee-unreadable.json" in shown
    assert (store.saves / "yahtzee-unreadable.json").read_text() == content
    assert autosave(home).match.names == ("Ann",)


def test_after_a_finished_game_the_next_column_is_offered(home: Path) -> None:
    start = ["play", "yahtzee", "--seat", "Ann", "--seed", "7"]
    invoke(*start, typed=lines(*FILL_ALL, "n"))
    again = invoke("play", "yahtzee", typed=lines("what", "", "card", "quit"))
    assert "You finished a game at this table: Yahtzee, Ann, finished." in again
    assert "Play the next one (column 2)? [Enter: yes, n: a new table] > " in again
    assert "column 2 of 6" in again
    assert autosave(home).match.number == 2
    invoke("play", "--continue", typed=lines(*FILL_ALL, "n"))
    new = invoke("play", typed=lines("n", "1", "Ben", "", "quit"))
    assert "(column 3)" in new
    assert "The game before is kept: dicecup play --load yahtzee-previous" in new
    assert autosave(home).match.names == ("Ben",)
    third = invoke("play", "--load", "yahtzee-previous", typed=lines("", "card", "quit"))
    assert "column 3 of 6" in third
    assert Store(home).read(Store(home).find("yahtzee-previous-2")).match.names == ("Ben",)


def test_two_sessions_at_once_keep_out_of_each_others_way(home: Path) -> None:
    start = ["play", "yahtzee", "--seed", "7", "--seat"]
    first = Pipe(*start, "Ann")
    first.wait_for("roll > ")
    second = Pipe(*start, "Ben")
    second.wait_for("roll > ")
    assert "This game is saved in yahtzee-autosave-2.json." in second.seen
    first.type("")
    first.wait_for("fill a box > ")
    second.type("")
    second.wait_for("fill a box > ")
    assert "already being played" in invoke("play", "--continue", code=1)
    first.type("chance")
    first.wait_for("Ann fills Chance")
    second.process.kill()  # the system frees its slot
    second.close()
    assert "Ben rolls" in invoke("play", "--continue", typed="quit\n")
    shown = invoke("play", "yahtzee", typed="\nquit\n")
    assert "You left a game: Yahtzee, Ben, turn 1." in shown
    assert "Continue with: dicecup play --load yahtzee-autosave-2" in shown
    first.type("quit")
    assert first.close() == 0
    assert "dicecup play yahtzee --continue" in first.seen
    assert "Ann fills Chance" in invoke("replay", "yahtzee-autosave")
    back = invoke("play", "--load", "yahtzee-autosave-2", typed="chance\nquit\n")
    assert "Ben fills Chance" in back
    assert {each.name for each in Store(home).entries()} == {"yahtzee-autosave", "yahtzee-autosave-2"}


def test_a_folder_that_cannot_be_used_does_not_stop_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("DICECUP_HOME", str(tmp_path / "file"))
    done = run("play", "yahtzee", "--seat", "Ann", typed=lines("", "chance"))
    assert done.returncode == 0
    assert done.stdout.count("it is not being saved") == 1
    assert "Ann fills Chance" in done.stdout


def test_whoever_comes_back_hears_what_the_computer_players_are(home: Path) -> None:
    """The names alone were said: whether Kraken was easy or a master had to be remembered."""
    begun = invoke("play", "king-of-tokyo", "--seat", "Ann", "--seat", "Kraken=hard", typed="quit\n")
    back = invoke("play", "--continue", typed="quit\n")
    for shown in (begun, back):
        assert "King of Tokyo with Ann and Kraken (hard computer player, a turtle)" in " ".join(shown.split())


def test_a_temper_drawn_by_chance_is_told_and_kept(home: Path) -> None:
    words = ["play", "king-of-tokyo", "--seat", "Ann", "--seat", "Kraken=hard-chance", "--seed", "7"]
    said = re.compile(r"Kraken \(hard computer player, an? (\w+)\)")
    shown = [invoke(*words, typed="quit\n"), invoke("play", "--continue", typed="quit\n")]
    drawn = [said.findall(" ".join(each.split()))[0] for each in shown]
    assert drawn[0] == drawn[1] != "chance"
    assert drawn[0] in said.findall(" ".join(invoke(*words, typed="quit\n").split())), (
        "the same seed, the same table"
    )
