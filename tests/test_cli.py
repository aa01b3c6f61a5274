"""The real program, from outside: whole games through pipes, leaving and coming back, files good and bad."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dicecup
from dicecup.cli import app
from dicecup.saves import PERSON, Store, Table
from tests.processes import PYTHON

PROGRAM = [*PYTHON, "-m", "dicecup.cli"]
FILL_ALL = [line for number in range(1, 14) for line in ("", f"fill {number}")]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICECUP_HOME", str(tmp_path))
    return tmp_path


def run(
    *arguments: str, typed: str | bytes = "", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    raw = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=raw,
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "1", **(env or {})},
        timeout=60,
        check=False,
    )
    result = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in result.stdout + result.stderr, result.stderr
    return result


def lines(*typed: str) -> str:
    return "".join(line + "\n" for line in typed)


def autosave(home: Path) -> Table:
    store = Store(home)
    return store.read(store.autosave("yahtzee"))


def a_record(home: Path, *, seed: int | None, finished: bool = True) -> Path:
    match = dicecup.new("yahtzee", names=["Ann"], seed=seed)
    for choice in [c for box in _boxes() for c in ("roll", ("fill", box))][: None if finished else 7]:
        match.answer(choice)
    store = Store(home)
    store.write(store.named("game"), Table(match, (PERSON,)))
    return store.write_record(match)


def _boxes() -> list[str]:
    from dicecup.games.yahtzee.scoring import BOXES

    return list(BOXES)


# --- whole games ---


def test_a_person_against_a_computer_from_the_first_roll_to_the_record(home: Path) -> None:
    done = run(
        "play", "yahtzee", "--seat", "Ann", "--seat", "computer", "--seed", "4", typed=lines("", *FILL_ALL, "n")
    )
    assert done.returncode == 0, done.stderr
    assert "Ann, press Enter to roll for the first turn" in done.stdout
    assert done.stdout.count("Computer fills") == 13
    assert done.stdout.count("Ann fills") == 13
    assert re.search(r"The game is over: Ann \d+, Computer \d+\. (Ann|Computer) wins\.", done.stdout)
    assert max(map(len, done.stdout.splitlines()), default=0) <= 80 + len(str(home))
    [record] = (home / "records").iterdir()
    checked = run("verify", str(record))
    assert checked.returncode == 0
    assert "reproducible but not verifiable" in checked.stdout
    told = run("replay", str(record))
    assert told.stdout.count("Computer fills") == 13


def test_without_options_a_few_enters_and_the_game_begins(home: Path) -> None:
    done = run("play", typed=lines("", "", "", ""))
    assert "Welcome to Dicecup. Which game?" in done.stdout
    assert "Yahtzee with Player 1 and Computer (perfect computer player)" in done.stdout
    assert "Player 1 rolls" in done.stdout
    assert "The dice are sealed" in done.stdout
    assert autosave(home).players == (PERSON, "perfect")
    again = run("play", typed=lines("what", "", "log"))
    assert "You left a game: Yahtzee, Player 1 and Computer (perfect), " in again.stdout
    assert "Please type y or n." in again.stdout
    new = run(
        "play", typed=lines("n", "9", "yaht", "Ann, , Ben", "rules=officious", "?", "rules=official", "", "")
    )
    assert "Please type a number from 1 to 2, or a name." in new.stdout
    assert "rules is one of standard, official" in new.stdout
    assert "The game before is kept: dicecup play --load yahtzee-previous" in new.stdout
    assert autosave(home).match.view().to_json()["rules"] == "official"


def test_bad_answers_to_the_questions_are_asked_again(home: Path) -> None:
    done = run(
        "play",
        "yahtzee",
        typed=lines("Ann, ann", "a,b,c,d,e,f,g,h,i", "Ann=wizard", "\x1b[31m", "Ann", "x", "", ""),
    )
    assert "Every player needs a different name." in done.stdout
    assert "1 to 8 players" in done.stdout
    assert "no computer player 'wizard'" in done.stdout
    assert "printable" in done.stdout
    assert "NAME=VALUE" in done.stdout
    assert "Ann rolls" in done.stdout
    assert "\x1b" not in done.stdout


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
    assert "“quit” is a command. Please take another name." in done.stdout
    assert "“Scores” is a command." in done.stdout
    assert done.stdout.count("Please type a number") == 1
    assert done.stdout.count("Who plays?") == 2
    assert "rules: standard or official" in done.stdout
    assert done.stdout.count("“help” tells more") == 3
    assert done.stdout.endswith("No game was started.\n")
    assert not (home / "saves").exists()


@pytest.mark.parametrize("typed", [[], [""], ["", ""], ["quit"], ["", "q"], ["", "", "exit"]])
def test_leaving_before_the_game_is_no_failure(home: Path, typed: list[str]) -> None:
    assert "No game was started." in invoke("play", typed=lines(*typed))


def test_quit_and_help_where_a_game_was_left(home: Path) -> None:
    run("play", "yahtzee", "--seat", "Ann", "--seed", "7", typed="")
    shown = invoke("play", typed=lines("help", "load", "quit"))
    assert "Enter goes on at that table" in shown
    assert "“load” is for a game that has begun" in shown
    assert autosave(home).match.names == ("Ann",)
    assert [each.name for each in Store(home).entries()] == ["yahtzee-autosave"]


def test_python_m_dicecup(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dicecup", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"dicecup {dicecup.__version__}\n"


def test_computers_among_themselves_need_nobody(home: Path) -> None:
    done = run("play", "yahtzee", "--people", "0", "--computers", "2", "--seed", "1")
    assert done.returncode == 0
    assert "Another game" not in done.stdout
    assert re.search(r"Computer( 2)? wins\.|share the win", done.stdout)


def test_words_for_screen_readers(home: Path) -> None:
    done = run("play", "yahtzee", "--seat", "Ann", "--words", "--seed", "2", typed=lines("", "scores"))
    assert "You can fill: 1 Ones" in done.stdout
    assert not set("┌─│●") & set(done.stdout)


def test_ascii_dice_where_the_encoding_has_no_others(home: Path) -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = run("play", "yahtzee", "--seat", "Ann", typed=lines("", "help", "x"), env=ascii_only)
    assert done.returncode == 0
    assert "+-------+" in done.stdout
    assert done.stdout.isascii()


def test_any_bytes_may_be_typed(home: Path) -> None:
    typed = b"\n\xff\xfe\x00 \xc3\n" + bytes(range(1, 256)) + b"\n" + b"9" * 100_000 + b"\nchance\n"
    done = run("play", "yahtzee", "--seat", "Ann", typed=typed)
    assert done.returncode == 0
    assert "Ann fills Chance" in done.stdout


# --- leaving and coming back ---


@pytest.mark.parametrize("typed", [[], [""], ["", "135"], ["", "135", "stop"], ["", "chance"]])
def test_the_end_of_input_leaves_a_game_that_goes_on_at_the_same_decision(home: Path, typed: list[str]) -> None:
    done = run("play", "yahtzee", "--seat", "Ann", "--seed", "7", typed=lines(*typed))
    assert done.returncode == 0
    assert "Your game is saved. Go on with: dicecup play yahtzee --continue" in done.stdout
    left = autosave(home).match
    run("play", "--continue", typed="")
    assert autosave(home).match.save() == left.save()


class Pipe:
    """The program with a person who waits for each prompt."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.seen = ""

    def wait_for(self, text: str) -> None:
        assert self.process.stdout is not None
        end = time.monotonic() + 30
        while text not in self.seen:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            assert ready, f"{text!r} did not come: {self.seen}"
            chunk = os.read(self.process.stdout.fileno(), 65536)
            assert chunk, f"{text!r} did not come: {self.seen}"
            self.seen += chunk.decode()

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def close(self) -> int:
        try:
            rest, _ = self.process.communicate(timeout=30)
        finally:
            self.process.kill()
        self.seen += rest.decode()
        assert "Traceback" not in self.seen, self.seen
        return self.process.returncode


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
        assert "Go on with: dicecup play yahtzee --continue" in pipe.seen
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
    assert "Go on with" in text_seen
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
        assert "to go on with" in done.stderr


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
    assert "being played already" in invoke("play", "--continue", code=1)
    first.type("chance")
    first.wait_for("Ann fills Chance")
    second.process.kill()  # the system frees its slot
    second.close()
    assert "Ben rolls" in invoke("play", "--continue", typed="quit\n")
    shown = invoke("play", "yahtzee", typed="\nquit\n")
    assert "You left a game: Yahtzee, Ben, turn 1." in shown
    assert "Go on with: dicecup play --load yahtzee-autosave-2" in shown
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
    assert done.stdout.count("it is not saved") == 1
    assert "Ann fills Chance" in done.stdout


# --- replay, verify, record ---


def invoke(*arguments: str, code: int = 0, typed: str = "") -> str:
    """Run a small command inside this process."""
    result = CliRunner().invoke(app, list(arguments), input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        assert isinstance(result.exception, dicecup.DicecupError), result.exception
        assert code == 1
        return str(result.exception)
    assert result.exit_code == code, result.output
    return result.output


def test_verify_says_what_it_found(home: Path) -> None:
    path = a_record(home, seed=None)
    text = invoke("verify", str(path))
    assert "All 13 results of chance were computed again" in text
    assert "fits the seal" in text
    assert str(json.loads(path.read_text())["body"]["commitment"]) in text
    facts = json.loads(invoke("verify", str(path), "--json"))
    assert facts["verified"]
    assert facts["committed"]
    assert facts["results"] == 13
    assert "13 results" in invoke("verify", "game")  # a save, by its name


def test_verify_finds_a_loaded_die(home: Path) -> None:
    from dicecup.table import papers

    path = a_record(home, seed=None)
    body = json.loads(path.read_text())["body"]
    body["log"][1]["result"] = [6, 6, 6, 6, 6]
    path.write_text(papers.seal(papers.RECORD, body))
    assert "not the one the secret gives" in invoke("verify", str(path), code=1)
    answer = json.loads(invoke("verify", str(path), "--json", code=1))
    assert not answer["verified"]
    done = run("verify", str(path))
    assert done.returncode == 1
    assert done.stderr.startswith("dicecup: The result of")
    assert done.stderr.count("\n") == 1


def test_an_unfinished_game_can_be_replayed_but_not_verified(home: Path) -> None:
    path = a_record(home, seed=None, finished=False)
    assert "not over" in invoke("verify", str(path), code=1)
    for file in (str(path), "game"):
        told = invoke("replay", file)
        assert "Ann fills Threes" in told
        assert "The game is not over yet." in told


def test_replay_in_steps_from_a_number_and_as_json(home: Path) -> None:
    path = str(a_record(home, seed=3))
    events = [json.loads(line) for line in invoke("replay", path, "--json").splitlines()]
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    assert {"kind", "text"} <= events[0].keys()
    last = invoke("replay", path, "--from", str(len(events)))
    assert last.splitlines()[-1].endswith(events[-1]["text"])
    assert "there is no number" in invoke("replay", path, "--from", "999", code=1)
    stepped = invoke("replay", path, "--step", typed="\n\nq\n")
    assert "Ann fills Ones" not in stepped
    assert "Ann rolls" in stepped


def test_records_of_saves(home: Path, tmp_path: Path) -> None:
    a_record(home, seed=None)
    out = tmp_path / "shared.json"
    assert invoke("record", "game", "-o", str(out)).strip() == str(out)
    assert "13 results" in invoke("verify", str(out))
    assert "there already" in invoke("record", "game", "-o", str(out), code=1)
    invoke("record", "game", "-o", str(out), "--force")
    assert json.loads(invoke("record", "game", "-o", "-"))["format"] == "dicecup-record"
    assert Path(invoke("record", "game").strip()).parent == home / "records"


@pytest.mark.parametrize("command", ["replay", "verify", "record"])
@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"format":"dicecup-save","version":2,"body":{}}'])
def test_bad_files_are_one_clear_line(home: Path, command: str, content: bytes) -> None:
    file = home / "bad.json"
    file.write_bytes(content)
    assert len(invoke(command, str(file), code=1)) > 20
    assert "no such file" in invoke(command, str(home / "none.json"), code=1)
    assert "not a file" in invoke(command, str(home), code=1)


# --- the rest ---


def test_games_and_their_house_rules() -> None:
    assert "Yahtzee, 1 to 8 players" in invoke("games")
    text = invoke("games", "yahtzee")
    assert "rules: standard or official; normally standard." in text
    assert "--option" in text
    facts = json.loads(invoke("games", "yahtzee", "--json"))
    assert facts["seats"] == [1, 8]
    assert {option["name"] for option in facts["options"]} == {"start", "rules"}
    assert json.loads(invoke("games", "--json"))[0]["name"] == "yahtzee"
    assert "There is no game called 'go'" in invoke("games", "go", code=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "go"], "There is no game called 'go'"),
        (["play", "yahtzee", "--seat", "Ann", "--option", "rules=wild"], "rules is one of standard, official"),
        (["play", "yahtzee", "--seat", "Ann", "--option", "rule=official"], "Did you mean 'rules'?"),
        (["play", "yahtzee", "--seat", "Ann", "--seat", "ann"], "different name"),
        (["play", "yahtzee", "--seat", "Ann=wizard"], "computer, perfect, random"),
        (["play", "yahtzee", "--computers", "9"], "1 to 8 players"),
        (["play", "yahtzee", "--people", "0"], "1 to 8 players"),
        (["simulate", "yahtzee", "--games", "1", "--player", "wizard"], "perfect, random"),
        (["simulate", "yahtzee", "--rules", "wild"], "rules is one of"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(home: Path, arguments: list[str], message: str) -> None:
    assert message in invoke(*arguments, code=1)


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--seat", "Ann", "--people", "2"],
        ["play", "--continue", "--seed", "3"],
        ["play", "--continue", "--load", "x"],
        ["play", "--seed", "three"],
        ["simulate", "yahtzee", "--games", "0"],
        ["dance"],
        ["verify"],
    ],
)
def test_wrong_usage_is_exit_code_2(home: Path, arguments: list[str]) -> None:
    invoke(*arguments, code=2)


def test_the_version_and_help(home: Path) -> None:
    assert invoke("--version") == f"dicecup {dicecup.__version__}\n"
    assert "--seat" in invoke("play", "--help")
    assert "simulate" in invoke("--help")


def test_small_commands_do_not_load_what_is_heavy(home: Path) -> None:
    code = "import sys; sys.argv[1:] = {!r}\nfrom dicecup import cli\ntry: cli.main()\nexcept SystemExit: pass\n"
    code += "print([name for name in ('numpy', 'numba', 'rich') if name in sys.modules])"
    for arguments in (["--version"], ["games"], ["saves"]):
        done = subprocess.run(
            [sys.executable, "-c", code.format(arguments)], capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines()[-1] == "[]", done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to try")
def test_output_that_cannot_be_written(home: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*PROGRAM, "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "No space left" in done.stderr


def test_a_reader_that_leaves_early(home: Path) -> None:
    path = a_record(home, seed=3)
    command = f"'{sys.executable}' -m dicecup.cli replay '{path}' --json | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
