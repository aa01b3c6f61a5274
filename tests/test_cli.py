"""The real program, from outside: whole games through pipes, files good and bad, everything but coming back."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dicecup
from dicecup.saves import PERSON, Store, Table
from tests.terminal.program import FILL_ALL, autosave, invoke, lines, run, start


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
    done = start(
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
    done = run("play", typed=lines("", "", "", "", ""))
    assert "Welcome to Dicecup. Which game?" in done.stdout
    assert "Yahtzee with Player 1 and Computer (medium computer player)" in done.stdout
    assert "Player 1 rolls" in done.stdout
    assert "The dice are sealed" in done.stdout
    assert autosave(home).players == (PERSON, "medium")
    again = run("play", typed=lines("what", "", "log"))
    assert "You left a game: Yahtzee, Player 1 and Computer (medium), " in again.stdout
    assert "Please type y or n." in again.stdout
    new = run(
        "play", typed=lines("n", "9", "yaht", "Ann, , Ben", "rules=officious", "?", "rules=official", "", "")
    )
    assert "Please type a number from 1 to 3, or a name." in new.stdout
    assert "rules must be one of standard, official" in new.stdout
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


def test_computers_among_themselves_need_nobody(home: Path) -> None:
    done = run("play", "yahtzee", "--people", "0", "--computers", "2", "--level", "easy", "--seed", "1")
    assert done.returncode == 0
    assert "Another game" not in done.stdout
    assert re.search(r"Computer( 2)? wins\.|share the win", done.stdout)


def test_words_for_screen_readers(home: Path) -> None:
    done = run("play", "yahtzee", "--seat", "Ann", "--words", "--seed", "2", typed=lines("", "scores"))
    assert "You can fill: 1 Ones" in done.stdout
    assert not set("┌─│●") & set(done.stdout)


def test_ascii_dice_where_the_encoding_has_no_others(home: Path) -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = start("play", "yahtzee", "--seat", "Ann", typed=lines("", "help", "x"), env=ascii_only)
    assert done.returncode == 0
    assert "+-------+" in done.stdout
    assert done.stdout.isascii()


def test_any_bytes_may_be_typed(home: Path) -> None:
    typed = b"\n\xff\xfe\x00 \xc3\n" + bytes(range(1, 256)) + b"\n" + b"9" * 100_000 + b"\nchance\n"
    done = start("play", "yahtzee", "--seat", "Ann", typed=typed)
    assert done.returncode == 0
    assert "Ann fills Chance" in done.stdout


# --- replay, verify, record ---


def test_verify_says_what_it_found(home: Path) -> None:
    path = a_record(home, seed=None)
    text = invoke("verify", str(path))
    assert "All 13 results of chance were worked out again" in text
    assert "fits the seal" in text
    assert str(json.loads(path.read_text())["body"]["commitment"]) in text
    facts = json.loads(invoke("verify", str(path), "--json"))
    assert facts["verified"]
    assert facts["committed"]
    assert facts["results"] == 13
    assert "13 results" in invoke("verify", "game")  # a save, by its name


def test_verify_knows_the_number_that_a_player_added(tmp_path: Path) -> None:
    match = dicecup.new("yahtzee", names=["Ann", "Ben"], start="seat-order")
    match.stir(1, "be" * 32)
    while match.pending:
        match.answer(match.pending.options[-1])
    path = tmp_path / "stirred.json"
    path.write_text(match.record())
    assert "were added to the dice, in this order, by Ben." in invoke("verify", str(path))
    assert "Yours is among them" in invoke("verify", str(path), "--nonce", "BE" * 32)
    assert "was not added" in invoke("verify", str(path), "--nonce", "ab" * 32, code=1)


def test_verify_finds_a_loaded_die(home: Path) -> None:
    from dicecup.table import papers

    path = a_record(home, seed=None)
    body = json.loads(path.read_text())["body"]
    body["log"][1]["result"] = [6, 6, 6, 6, 6]
    path.write_text(papers.wrap(papers.RECORD, body))
    assert "not the one the secret gives" in invoke("verify", str(path), code=1)
    answer = json.loads(invoke("verify", str(path), "--json", code=1))
    assert not answer["verified"]
    done = start("verify", str(path))
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
    assert "already exists" in invoke("record", "game", "-o", str(out), code=1)
    invoke("record", "game", "-o", str(out), "--force")
    assert json.loads(invoke("record", "game", "-o", "-"))["format"] == "dicecup-record"
    assert Path(invoke("record", "game").strip()).parent == home / "records"


def test_a_record_makes_no_folders(home: Path, tmp_path: Path) -> None:
    a_record(home, seed=None)
    assert "There is no folder" in invoke("record", "game", "-o", str(tmp_path / "no" / "x.json"), code=1)
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["verify", "nope"], "no save called 'nope'"),
        (["replay", "nope"], "no save called 'nope'"),
        (["replay", "game", "--from", "99999"], "there is no number 99999"),
        (["games", "go"], "There is no game called 'go'"),
        (["simulate", "go"], "There is no game called 'go'"),
        (["simulate", "yahtzee", "--rules", "wild"], "rules must be one of"),
    ],
)
def test_with_json_errors_are_json_too(home: Path, arguments: list[str], reason: str) -> None:
    a_record(home, seed=3)
    answer = json.loads(invoke(*arguments, "--json", code=1))
    assert reason in answer["error"]
    assert answer.get("verified") is (False if arguments[0] == "verify" else None)


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
        (
            ["play", "yahtzee", "--seat", "Ann", "--option", "rules=wild"],
            "rules must be one of standard, official",
        ),
        (["play", "yahtzee", "--seat", "Ann", "--option", "rule=official"], "Did you mean 'rules'?"),
        (["play", "yahtzee", "--seat", "Ann", "--seat", "ann"], "different name"),
        (["play", "yahtzee", "--seat", "Ann=wizard"], "computer, easy, medium, hard, random"),
        (["play", "yahtzee", "--computers", "9"], "1 to 8 players"),
        (["play", "yahtzee", "--people", "0"], "1 to 8 players"),
        (["simulate", "yahtzee", "--games", "1", "--player", "wizard"], "perfect, random"),
        (["simulate", "yahtzee", "--rules", "wild"], "rules must be one of"),
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


# --- training ---


def test_training_is_up_to_the_game(home: Path) -> None:
    assert "dicecup train GAME" in run("train", "--help").stdout
    refused = run("train", "yahtzee", "--anything")
    assert (refused.returncode, refused.stderr) == (1, "dicecup: There is nothing to train in Yahtzee.\n")
    assert "There is no game called 'chess'" in run("train", "chess").stderr


# --- the arena ---


def test_the_arena_reports_to_people_and_programs(home: Path) -> None:
    done = run("arena", "yahtzee", "--seats", "easy,random", "--games", "6", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "Yahtzee, 2 seats: 6 games, 3 groups of 2 with the same dice, seed 3"
    assert re.search(r"^  easy +100\.0% ", done.stdout, re.MULTILINE)
    again = run("arena", "yahtzee", "--seats", "easy,random", "--games", "8", "--resume", "--json")
    facts = json.loads(again.stdout)
    assert (facts["games"], facts["seed"], facts["complete"]) == (8, 3, True)
    assert [one["name"] for one in facts["standings"]] == ["easy", "random"]


def test_the_arena_refuses_in_words(home: Path) -> None:
    refused = run("arena", "yahtzee", "--seats", "easy,nobody")
    assert refused.returncode == 1
    assert refused.stderr.startswith(
        "dicecup: There is no computer player 'nobody'. The players are: easy, medium, hard"
    )
    as_json = run("arena", "yahtzee", "--seats", "easy,random", "--resume", "--json")
    assert "There is nothing to resume" in json.loads(as_json.stdout)["error"]
    assert run("arena", "yahtzee", "--test", "much").returncode == 2


def test_the_ladder_writes_its_page(home: Path) -> None:
    page = home / "strength.md"
    done = run(
        "ladder", "yahtzee", "--players", "easy,random", "--seats", "2", "--games", "2", "--output", str(page)
    )
    assert done.returncode == 0, done.stderr
    assert "| easy | 100.0 (" in page.read_text(encoding="utf-8")
    assert (home / "strength-yahtzee.svg").exists()
    assert "There is no folder" in run("ladder", "yahtzee", "--output", str(home / "no" / "page.md")).stderr
    assert "is a folder" in run("ladder", "yahtzee", "--ratings", str(home)).stderr
    wrong = run("ladder", "chess", "--output", str(home / "no" / "page.md")).stderr
    assert "chess" in wrong, "the game is what is wrong first"
    assert "folder" not in wrong
    assert run("ladder", "yahtzee", "--seats", "two").returncode == 2
