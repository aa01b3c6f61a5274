"""Bots outside in the arena: whoever fails loses, nobody is left running, and no bot rolls the dice in advance."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.arena import Result, company, compete
from dicecup.arena.report import tournament
from dicecup.arena.simulation import mixed
from dicecup.players.own import split_players
from dicecup.table import SetupError
from tests.lacking import lacking
from tests.players.bots import Kennel, until
from tests.players.llm.endpoint import listening
from tests.processes import PYTHON

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a program outside needs Linux or macOS")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"


@pytest.fixture
def kennel(tmp_path: Path) -> Kennel:
    return Kennel(tmp_path)


def run(kennel: Kennel, *seats: str, games: int = 2, game: str = "yahtzee", **more: Any) -> Result:
    more.setdefault("seconds", 300)
    return compete(game, seats, games=games, seed=5, folder=kennel.folder / "arena", **more)


def needs(program: str) -> None:
    """Skip where this is not there; in CI it must be."""
    if shutil.which(program) is None:
        lacking(f"There is no {program} here, so its example is not played.")


# --- the examples ---


@pytest.mark.parametrize("bot", ["first.py", "steady.js", "last.c", "zero.sh"])
def test_every_example_plays_whole_games(bot: str, kennel: Kennel) -> None:
    runs = {"py": f"{sys.executable} ", "js": "node ", "c": "", "sh": "sh "}[bot.rpartition(".")[2]]
    program = EXAMPLES / bot
    if bot.endswith(".c"):
        needs("cc")
        program = kennel.folder / "last"
        subprocess.run(["cc", "-Wall", "-Werror", "-o", program, EXAMPLES / bot], check=True)
    else:
        needs(runs.split()[0])
    for game in ("yahtzee", "king-of-tokyo", "deadwood"):
        result = run(kennel, f"exec:{runs}{program}", "random", game=game)
        assert result.games == 2
        assert not result.faults


# --- whoever fails ---


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("garbage", "It said “roll them all ?[31m!”, which is not JSON."),
        ("exits", "It ended with status 1."),
        ("nothing", "It took longer than 0.5 seconds to decide."),
    ],
)
def test_whoever_fails_loses_and_nobody_else(mode: str, reason: str, kennel: Kennel) -> None:
    name = kennel.name(mode)
    result = run(kennel, name, "easy", seconds=0.5 if mode == "nothing" else 300)
    assert [one.share for one in result.standings] == [0, 1]
    assert {who for who, _ in result.faults} == {name}
    assert all(why.startswith(reason) for _, why in result.faults)
    assert any(name in line and reason in line for line in tournament(result))
    assert kennel.all_gone()


def test_one_that_dies_once_in_each_game_goes_on(kennel: Kennel) -> None:
    result = run(kennel, kennel.name("exits once"), "random")
    assert not result.faults
    assert len(kennel.noted("pids")) == 2, "and then it is one for all games"


def test_the_same_bot_twice_is_two_processes(kennel: Kennel) -> None:
    name = kennel.name("fine")
    result = run(kennel, name, name)
    assert not result.faults
    assert len(kennel.noted("pids")) == 2


def test_what_cannot_play_is_refused_before_the_first_game(kennel: Kennel) -> None:
    for name, reason in (
        (kennel.name("old protocol"), "It speaks version 0 of the protocol; this is 1."),
        ("exec:no-such-program", "cannot be run: there is no program 'no-such-program' here."),
        ("ws://127.0.0.1:9", "Nobody answers at ws://127.0.0.1:9"),
    ):
        with pytest.raises(SetupError) as refusal:
            run(kennel, name, "easy")
        assert reason in str(refusal.value)
        assert not company._sitting
    assert kennel.all_gone()


def test_a_bot_cannot_roll_the_dice_in_advance(kennel: Kennel) -> None:
    """Everybody's seed follows from that of the match; what a bot gets must not be that one, nor lead to it."""
    run(kennel, kennel.name("fine"), "random", games=4)
    told = [json.loads(line)["seed"] for line in kennel.noted("games")]
    secrets = [mixed(5, group) for group in range(2)]
    assert len(set(told)) == 2, "the same one in both games of a group"
    for seed in told:
        assert all(abs(seed - secret) > 1000 for secret in secrets)
        real = dicecup.new("yahtzee", seats=2, seed=secrets[0], start="seat-order")
        guess = dicecup.new("yahtzee", seats=2, seed=seed, start="seat-order")
        for match in (real, guess):
            match.answer("roll")
            match.answer(("keep",))
        assert real.view(0) != guess.view(0)


def test_a_comma_within_quotes_is_part_of_a_command() -> None:
    assert split_players("""easy,exec:bot --names 'a,b' "c,'d",hard""") == [
        "easy",
        """exec:bot --names 'a,b' "c,'d\"""",
        "hard",
    ]


def test_a_language_model_plays_and_one_that_fails_loses(kennel: Kennel) -> None:
    with listening() as endpoint:
        name = endpoint.name(f"transcripts={kennel.folder / 'said'}")
        result = run(kennel, name, "random", games=4, jobs=2)
        assert not result.faults
        assert len([*(kennel.folder / "said").iterdir()]) == 4, "one for each game, whoever plays it"
        endpoint.answers = lambda talk, number: talk.fail(401, "spent")
        result = run(kennel, endpoint.name(), "easy")
    assert [one.share for one in result.standings] == [0, 1]
    assert all("answered 401: “spent”" in why for _, why in result.faults)
    with pytest.raises(SetupError, match=r"^llm:.*: Nobody answers at http://127\.0\.0\.1:[0-9]+/v1: "):
        run(kennel, endpoint.name(), "easy")


# --- nobody is left ---


@linux
@pytest.mark.parametrize("jobs", [1, 2])
def test_bots_are_sent_home_when_all_is_played(kennel: Kennel, jobs: int) -> None:
    run(kennel, kennel.name("fine"), "random", games=8, jobs=jobs)
    assert kennel.all_gone()
    heard = kennel.noted("heard")
    assert heard.count("bye") == len(kennel.noted("pids")), "and all were told"
    assert heard.count("over") == heard.count("game") == 8


@linux
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.thorough
def test_no_bot_is_left_when_the_arena_is_ended(kennel: Kennel, by: signal.Signals, jobs: str) -> None:
    words = ["--seats", f"{kennel.name('nothing')},easy", "--time", "300", "--jobs", jobs]
    env = {**os.environ, "DICECUP_HOME": str(kennel.folder / "home")}
    command = [*PYTHON, "-m", "dicecup", "arena", "yahtzee", *words]
    program = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: kennel.noted("heard").count("decide") >= int(jobs))
        program.send_signal(by)
        program.wait(120)
        until(kennel.all_gone)
    finally:
        program.kill()
        program.wait()


# --- players in Python have the same ---

STAYING = """
from pathlib import Path
log = Path(__file__).with_name("log")

class Plain:
    def __init__(self, seed=0):
        self.note("made")
    def note(self, word):
        with log.open("a") as file:
            file.write(word + "\\n")
    def decide(self, view, ask, fork):
        return ask.options[-1]
    def close(self):
        self.note("closed")

class Staying(Plain):
    def begin(self, place):
        self.note(f"begin {place.game} {len(place.names)}")
        self.heard = 0
    def hear(self, events):
        self.heard += len(events)
    def over(self, outcome):
        assert self.heard > 20
        self.note(f"over {len(outcome.scores)}")
"""


@pytest.fixture
def staying(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "stayingbots.py").write_text(STAYING)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path / "log"
    sys.modules.pop("stayingbots", None)


def test_a_player_with_begin_is_one_for_many_games(kennel: Kennel, staying: Path) -> None:
    assert not run(kennel, "stayingbots.Staying", "random").faults
    lines = staying.read_text().split("\n")[:-1]
    assert lines == ["made", *["begin yahtzee 2", "over 2"] * 2, "closed"]


def test_any_other_is_made_for_each_game_and_closed_after_it(kennel: Kennel, staying: Path) -> None:
    assert not run(kennel, "stayingbots.Plain", "random").faults
    lines = staying.read_text().split("\n")[:-1]
    assert lines == ["made", "closed"] * 3, "once to try it out"
