"""Players of other people sit apart: they reach nothing but what they are given, and whoever is late is ended."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from dicecup.arena import Result, apart, company, compete
from dicecup.arena.report import tournament
from dicecup.table import SetupError
from tests.processes import PYTHON

posix = pytest.mark.skipif(os.name != "posix", reason="signals and groups of processes")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

BOTS: Final = '''
import gc, json, os, random, subprocess, sys, threading, time

def fill(view, ask):
    worth = view.preview()
    return max((o for o in ask.options if o.verb == "fill"), key=lambda option: worth[option.args[0]])

class Fill:
    def decide(self, view, ask, fork):
        return fill(view, ask)

class Noisy(Fill):
    def decide(self, view, ask, fork):
        print("{\\"loud\\": 1}")
        os.write(1, b"and louder\\n")
        subprocess.run([sys.executable, "-c", "print('and its children')"])
        return fill(view, ask)

class Bare(Fill):
    """Lets nothing end it."""
    def decide(self, view, ask, fork):
        while True:
            try:
                time.sleep(0.01)
            except:
                pass

class Spinning(Fill):
    """Lets nobody else have a go, signals included."""
    def decide(self, view, ask, fork):
        import signal
        for each in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(each, signal.SIG_IGN)
        return sum(range(10**12))

class Deaf(Fill):
    """Wants a fork and does not listen."""
    def decide(self, view, ask, fork):
        fork._line.send_bytes(b'{"fork": true}')
        time.sleep(60)

class Chatty(Fill):
    """Says more than anybody wants to hear."""
    def decide(self, view, ask, fork):
        return ("fill", "x" * 10**7)

class Deep(Fill):
    def decide(self, view, ask, fork):
        fork._line.send_bytes(b"[" * 60_000)
        time.sleep(60)

class Greedy(Fill):
    def decide(self, view, ask, fork):
        import numpy
        mine = numpy.empty(int(0.6 * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")), numpy.uint8)
        return fill(view, ask)

class Recursive(Fill):
    def decide(self, view, ask, fork):
        return self.decide(view, ask, fork)

class Interrupted(Fill):
    def decide(self, view, ask, fork):
        raise KeyboardInterrupt

class Unspeakable(Exception):
    def __str__(self):
        raise SystemExit

class Mute(Fill):
    def decide(self, view, ask, fork):
        raise Unspeakable

class Closing(Fill):
    """Closes whatever there is to close."""
    def decide(self, view, ask, fork):
        os.closerange(0, 100)
        return fill(view, ask)

class Vandal(Fill):
    """Changes everything there is in its process."""
    def decide(self, view, ask, fork):
        import dicecup.games.yahtzee.rules as rules
        import dicecup.table.ask as asking, dicecup.table.match as matches, dicecup.players as players
        choice = fill(view, ask)
        rules.points = lambda *_, **__: 999
        matches.Match.answer = matches.Match.why_not = lambda *_, **__: None
        asking.Ask.find = lambda *_: None
        players.make = None
        random.seed(1); os.chdir("/"); sys.stdout.close()
        threading.Thread(target=time.sleep, args=(60,)).start()
        for thing in gc.get_objects():
            if type(thing).__name__ == "Match":
                os._exit(7)  # a match that is not its own fork
        return tuple(choice)

class Old(Fill):
    """Answers the question before this one."""
    last = None
    def decide(self, view, ask, fork):
        choice, self.last = self.last or fill(view, ask), fill(view, ask)
        return choice

class Forking(Fill):
    """Looks ahead, and finds the same in the same fork."""
    def decide(self, view, ask, fork):
        one, other = fork(3), fork(3)
        assert one is not other and one.save() == other.save() and fork(4).save() != one.save()
        assert one.pending == ask and one.view(ask.seat) == view
        while one.pending:
            one.answer(one.pending.options[-1])
        return fill(view, ask)

class Sometimes(Fill):
    def decide(self, view, ask, fork):
        if sum(view.dice) < 9:
            os._exit(9)
        return fill(view, ask)

class NoDecide: pass
class NotAMethod:
    decide = 7
class Broken(Fill):
    def __init__(self):
        raise ValueError("no way")
class Exiting(Fill):
    def __init__(self):
        os._exit(3)
'''


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "apartbots.py").write_text(BOTS)
    (tmp_path / "loud.py").write_text("raise SystemExit('not for you')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


def run(tmp_path: Path, *seats: str, games: int = 4, **more: Any) -> Result:
    names = [f"apartbots.{seat}" if seat[0].isupper() else seat for seat in seats]
    return compete("yahtzee", names, games=games, seed=5, folder=tmp_path / "arena", **more)


def faults(result: Result) -> set[tuple[str, str]]:
    return {(name.rpartition(".")[2], why) for name, why in result.faults}


# --- whoever fails ---


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("Bare", "It took longer than 1 seconds to decide."),
        ("Deaf", "It took longer than 1 seconds to decide."),
        pytest.param("Spinning", "It took longer than 1 seconds to decide.", marks=posix),
        ("Chatty", "The process died while it was deciding."),
        ("Deep", "Its answer could not be understood."),
        pytest.param("Greedy", "It failed: MemoryError: Unable to allocate", marks=linux),
        ("Recursive", "It failed: RecursionError: maximum recursion depth exceeded"),
        ("Interrupted", "It failed: KeyboardInterrupt"),
        ("Mute", "It failed: Unspeakable: <Unspeakable>"),
        ("Closing", "The process died while it was deciding."),
        ("Old", "It answered fill"),
    ],
)
@pytest.mark.thorough
def test_whoever_fails_loses_and_nobody_else(kind: str, reason: str, tmp_path: Path) -> None:
    result = run(tmp_path, kind, "easy", games=2, seconds=1 if "longer" in reason else 60)
    assert [one.share for one in result.standings] == [0, 1]
    assert result.faults.total() == 2
    assert all(name == kind and why.startswith(reason) for name, why in faults(result))


def test_a_player_that_ends_its_process_loses_those_games_only(tmp_path: Path) -> None:
    result = run(tmp_path, "Sometimes", "random", games=8, jobs=2)
    assert faults(result) == {("Sometimes", "The process died while it was deciding.")}
    assert 0 < result.standings[0].faults < 8
    assert result.standings[1].faults == 0


def test_what_a_player_changes_it_changes_for_itself(tmp_path: Path) -> None:
    """Also the same class in another seat; and it finds no match in its process, even by the garbage collector."""
    plain = run(tmp_path, "Fill", "Fill", "easy", games=3)
    tried = run(tmp_path, "Vandal", "Vandal", "easy", games=3)
    assert not tried.faults
    assert [game.scores for games in tried.groups.values() for game in games] == [
        game.scores for games in plain.groups.values() for game in games
    ]


def test_a_player_gets_forks_and_they_are_its_own(tmp_path: Path) -> None:
    result = run(tmp_path, "Forking", "Fill", games=2)
    assert not result.faults


def test_where_they_sit_does_not_matter(tmp_path: Path) -> None:
    alone, together = run(tmp_path / "a", "Fill", "random"), run(tmp_path / "b", "Fill", "random", jobs=2)
    assert [one.points for one in alone.standings] == [one.points for one in together.standings]


def test_times_are_those_of_clocks_and_of_processors(tmp_path: Path) -> None:
    class_ = """
import time
class Sleepy:
    def decide(self, view, ask, fork):
        time.sleep(0.02)
        return ask.options[-1]
"""
    (tmp_path / "sleepybots.py").write_text(class_)
    result = compete("yahtzee", ["sleepybots.Sleepy"], games=1, seed=1, folder=tmp_path)
    [sleepy] = json.loads(json.dumps(result.to_json()))["standings"]
    assert sleepy["ms"]["p50"] > 18
    assert sleepy["processor_ms"]["p50"] < 15


# --- before the first game ---


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("apartbots.NoDecide", "What apartbots.NoDecide makes is not a player: it has no method decide."),
        ("apartbots.NotAMethod", "What apartbots.NotAMethod makes is not a player: its decide is not a method."),
        ("apartbots.Broken", "apartbots.Broken cannot be made: ValueError: no way"),
        ("apartbots.Exiting", "apartbots.Exiting ended its process while it was being made."),
        ("apartbots.Nobody", "apartbots.Nobody cannot be imported: there is no Nobody in apartbots."),
        ("loud.Bot", "loud.Bot cannot be imported: SystemExit: not for you"),
        ("no_such_module.Bot", "cannot be imported: ModuleNotFoundError"),
        ("apartbots.BOTS.x", "cannot be imported: ModuleNotFoundError"),
    ],
)
def test_what_is_no_player_is_refused_before_the_first_game(name: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError) as refusal:
        compete("yahtzee", [name, "random"], games=2, folder=tmp_path)
    assert reason in str(refusal.value)
    assert not list(tmp_path.glob("*.jsonl"))
    assert not company._sitting, "and nobody is left sitting"


def test_one_that_is_never_ready_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "endless.py").write_text("import time\nwhile True: time.sleep(1)")
    monkeypatch.setattr(apart, "STARTING", 1.0)
    with pytest.raises(SetupError, match=r"endless.Bot was not ready within 1 seconds."):
        compete("yahtzee", ["endless.Bot"], games=1, folder=tmp_path)


# --- as a program ---


def arena(tmp_path: Path, *words: str) -> tuple[list[str], dict[str, str]]:
    command = [*PYTHON, "-m", "dicecup", "arena", "yahtzee", *words]
    return command, {**os.environ, "DICECUP_HOME": str(tmp_path / "home")}


def test_what_a_player_prints_is_not_in_the_json(tmp_path: Path) -> None:
    command, env = arena(tmp_path, "--seats", "apartbots.Noisy", "--games", "1", "--json")
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["games"] == 1
    for word in ("loud", "and louder", "and its children"):
        assert word in done.stderr


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def descendants(pid: int) -> Iterator[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    for child in map(int, children.read_text(encoding="ascii").split() if children.exists() else ()):
        yield child
        yield from descendants(child)


def until(true: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


@linux
@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.thorough
def test_no_process_is_left_when_the_arena_is_ended(tmp_path: Path, by: signal.Signals, jobs: str) -> None:
    command, env = arena(tmp_path, "--seats", "apartbots.Bare,easy", "--time", "300", "--jobs", jobs)
    program = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        bots = 1 + (int(jobs) > 1) * int(jobs)

        def deciding() -> bool:
            named = [pid for pid in descendants(program.pid) if _session(pid) == pid]
            return len(named) >= bots

        until(deciding)
        started = [program.pid, *descendants(program.pid)]
        program.send_signal(by)
        program.wait(60)
        until(lambda: not any(map(alive, started)))
    finally:
        program.kill()
        program.wait()


def _session(pid: int) -> int:
    try:
        return os.getsid(pid)
    except OSError:
        return -1


@linux
def test_workers_of_a_simulation_end_with_it(tmp_path: Path) -> None:
    command = [*PYTHON, "-m", "dicecup", "simulate", "deadwood", "--games", "1000000", "--jobs", "2"]
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: len(list(descendants(program.pid))) >= 2)
        time.sleep(1)
        started = list(descendants(program.pid))
        program.kill()
        program.wait(60)
        until(lambda: not any(map(alive, started)))
    finally:
        program.kill()
        program.wait()


# --- alone at the table ---


def test_alone_at_the_table_points_count(tmp_path: Path) -> None:
    result = run(tmp_path, "Fill", games=5)
    head, line = tournament(result)[1:3]
    assert head.split()[:5] == ["player", "points", "+-error", "fewest", "most"]
    [one] = result.standings
    assert line.split()[1] == f"{one.points:.1f}"
    assert "%" not in head + line
    facts = one.to_json()
    assert (facts["share"], facts["wins"], facts["interval"], facts["rating"]) == (None,) * 4
    assert facts["points"] > 100
    assert facts["points_error"] > 0


def test_the_fixture_is_python() -> None:
    compile(textwrap.dedent(BOTS), "apartbots", "exec")
