"""A bot in any language at a table in the terminal: `--seat "Bob=exec:node bot.js"`."""

import os
import shutil
from pathlib import Path

import pytest

from dicecup.players.outside import protocol
from dicecup.saves import Store
from dicecup.terminal.seats import read_seats
from tests.players.bots import Kennel
from tests.players.llm.endpoint import KEY, listening
from tests.terminal.program import FILL_ALL, autosave, run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a program outside needs Linux or macOS")


@pytest.fixture
def kennel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kennel:
    monkeypatch.setenv("DICECUP_HOME", str(tmp_path / "home"))
    return Kennel(tmp_path)


def play(*seats: str, typed: str = "") -> tuple[int, str, str]:
    words = [word for seat in seats for word in ("--seat", seat)]
    done = run("play", "yahtzee", *words, "--seed", "4", "--option", "start=seat-order", typed=typed)
    return done.returncode, done.stdout, " ".join(done.stderr.split())


def test_a_bot_plays_and_is_sent_home(kennel: Kennel) -> None:
    code, _, err = play(f"Bob={kennel.name('fine')}", "easy")
    assert (code, err) == (0, "")
    table = autosave(kennel.folder / "home")
    assert table.match.outcome is not None
    assert table.players == (kennel.name("fine"), "easy")
    heard = kennel.noted("heard")
    assert (heard[0], heard[-2:]) == ("hello", ["over", "bye"])
    assert kennel.all_gone()


def test_a_person_plays_another_game_with_the_same_bot(kennel: Kennel) -> None:
    lines = [*FILL_ALL, "", *FILL_ALL, "n"]  # Enter: another game
    code, _, err = play("Ann", f"Bob={kennel.name('fine')}", typed="\n".join(lines) + "\n")
    assert (code, err) == (0, "")
    heard = kennel.noted("heard")
    assert (heard.count("hello"), heard.count("game"), heard.count("over")) == (1, 2, 2)
    assert kennel.all_gone()


def test_a_person_who_leaves_sends_the_bot_home(kennel: Kennel) -> None:
    code, out, _ = play(f"Bob={kennel.name('fine')}", "Ann", typed="quit\n")
    assert code == 0
    assert "Your game is saved." in out
    assert kennel.noted("heard")[-2:] == ["over", "bye"]
    assert kennel.all_gone()


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("garbage", "failed: It said “roll them all ?[31m!”, which is not JSON."),
        (
            "exits",
            "failed: It ended with status 1. Its last words: “there is no way out” It had been started anew",
        ),
        ("old protocol", "failed: It speaks version 0 of the protocol; this is 1."),
        ("nothing", "failed: It took too long to answer."),
    ],
)
def test_one_that_fails_is_a_line_and_the_game_is_saved(
    mode: str, reason: str, kennel: Kennel, monkeypatch: pytest.MonkeyPatch
) -> None:
    if mode == "nothing":
        monkeypatch.setattr("dicecup.players.outside.player.PATIENCE", 0.3)
    code, _, err = play(f"Bob={kennel.name(mode)}", "easy")
    assert code == 1
    assert err.startswith("dicecup: Bob (exec:")
    assert reason in err
    assert autosave(kennel.folder / "home").match.pending is not None
    assert kennel.all_gone()


def test_a_language_model_plays_and_one_that_fails_is_a_line(
    kennel: Kennel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TINY_KEY", KEY)
    with listening() as endpoint:
        name = endpoint.name("key_env=TINY_KEY")
        code, _, err = play(f"Bob={name}", "easy")
        assert (code, err) == (0, "")
        assert autosave(kennel.folder / "home").match.outcome is not None
        endpoint.answers = lambda talk, number: talk.fail(402, f"no money for {KEY}")
        code, _, err = play("Ann", name, typed="\n".join(FILL_ALL[:2]) + "\n")
    assert code == 1
    assert err.startswith("dicecup: Computer (llm:http://127.0.0.1:")
    assert err.endswith("answered 402: “no money for ***”")
    for file in (kennel.folder / "home").rglob("*"):
        assert file.is_dir() or KEY not in file.read_text(encoding="utf-8")


def test_what_cannot_be_run_is_refused_before_the_game(kennel: Kennel) -> None:
    code, out, err = play("Ann", "Bob=exec:no-such-program")
    assert (code, out) == (1, "")
    assert err == "dicecup: exec:no-such-program cannot be run: there is no program 'no-such-program' here."
    assert not list((kennel.folder / "home").rglob("*.json")), "and no game was begun"


def test_ctrl_c_while_a_bot_thinks_ends_it(kennel: Kennel, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(protocol, "answer", interrupted)
    code, out, _ = play("Ann", f"Bob={kennel.name('fine')}", typed="\n".join(FILL_ALL[:2]) + "\n")
    assert code == 0
    assert "Your game is saved." in out
    assert kennel.noted("heard")[-1] == "decide"
    assert kennel.all_gone()


def test_a_save_from_elsewhere_runs_no_program(kennel: Kennel) -> None:
    play(f"Bob={kennel.name('fine')}", "easy")
    theirs = kennel.folder / "from-a-stranger.json"
    shutil.copy(Store(kennel.folder / "home").autosave("yahtzee"), theirs)
    before = kennel.noted("pids")
    done = run("play", "--load", str(theirs))
    assert done.returncode == 1
    assert "continuing it would run that as a program" in " ".join(done.stderr.split())
    assert kennel.noted("pids") == before


def test_a_command_is_taken_as_it_is_typed() -> None:
    """With its spaces, its signs and its commas; a seat without a name need not begin with =."""
    ann, bob, anonymous = read_seats("yahtzee", ["Ann", " Bob  Lee = exec:sh -c 'a  b=c'", "exec:sh -c x=y"])
    assert (ann.name, ann.player) == ("Ann", "person")
    assert (bob.name, bob.player) == ("Bob Lee", "exec:sh -c 'a  b=c'")
    assert (anonymous.name, anonymous.player) == ("Computer", "exec:sh -c x=y")
