"""Games in bulk: repeatable, independent of processes, and as good as the solver says."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dicecup.arena import players, simulate
from dicecup.arena.report import report
from dicecup.arena.simulation import _batches
from dicecup.table import DicecupError, SetupError
from dicecup.work import Workers, insist, workers
from tests.processes import PYTHON


def test_the_same_seed_plays_the_same_games_in_however_many_processes() -> None:
    alone = simulate("yahtzee", games=230, player="random", seed=9)
    together = simulate("yahtzee", games=230, player="random", seed=9, jobs=2)
    other = simulate("yahtzee", games=230, player="random", seed=10)
    assert alone.tally.to_json() == together.tally.to_json()
    assert alone.tally.to_json() != other.tally.to_json()
    assert alone.complete
    assert alone.games == 230


@pytest.mark.parametrize("games", [10_000, pytest.param(70_000, marks=pytest.mark.soak)])
def test_the_perfect_player_reaches_its_expectation(games: int) -> None:
    heard: list[int] = []
    result = simulate("yahtzee", games=games, seed=3, done=heard.append)
    assert result.player == "perfect"
    assert heard == [games]
    assert abs(result.tally.mean - 245.87) < 4 * result.tally.error
    assert abs(result.tally.deviation - 39.82) < 4 * 39.82 / (2 * games) ** 0.5
    assert json.loads(json.dumps(result.to_json()))["games"] == games


def test_a_game_of_several_seats_is_one_game() -> None:
    heard: list[int] = []
    result = simulate("king-of-tokyo", games=3, seed=3, done=heard.append)
    assert heard == [3]
    assert (result.games, result.wanted, result.seats, result.tally.count) == (3, 3, 2, 6)
    assert result.complete
    facts = result.to_json()
    assert (facts["games"], facts["seats"], sum(facts["scores"].values())) == (3, 2, 6)
    lines = report(replace(result, seconds=0.5))
    assert lines[0].startswith("3 games of king-of-tokyo")
    assert any("(6 scores)" in line for line in lines)
    assert any("(6 games a second)" in line for line in lines)


@pytest.mark.parametrize("kind", [KeyboardInterrupt, RuntimeError])
def test_whatever_ends_it_ends_its_processes(kind: type[BaseException]) -> None:
    def stop(_: int) -> None:
        raise kind

    before = set(multiprocessing.active_children())
    with suppress(RuntimeError):
        simulate("yahtzee", games=100_000, player="random", seed=1, jobs=2, done=stop)
    assert set(multiprocessing.active_children()) <= before


@pytest.mark.thorough
def test_house_rules_are_played() -> None:
    standard = simulate("yahtzee", games=3000, seed=3)
    official = simulate("yahtzee", games=3000, seed=3, options={"rules": "official"})
    assert official.options["rules"] == "official"
    assert official.tally.mean > standard.tally.mean + 3


def test_ctrl_c_keeps_what_was_played() -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    result = simulate("yahtzee", games=1000, player="random", seed=1, done=stop)
    assert result.games == 100
    assert not result.complete
    assert report(result)[0] == "Stopped early: 100 of 1,000 games."


def test_ctrl_c_before_anything_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    from dicecup.games.yahtzee import solver

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solver, "load", stop)
    result = simulate("yahtzee", games=10, seed=1)
    assert report(result) == ["No game was finished."]
    assert result.to_json()["games"] == 0


def test_the_report_fits_a_terminal() -> None:
    lines = report(simulate("yahtzee", games=300, player="random", seed=1))
    assert all(len(line) <= 80 for line in lines)
    assert "300 games of yahtzee by the random player" in lines[0]


def test_what_cannot_be_simulated() -> None:
    with pytest.raises(SetupError, match="perfect, random"):
        simulate("yahtzee", games=1, player="wizard")
    with pytest.raises(SetupError, match="at least one"):
        simulate("yahtzee", games=0)
    with pytest.raises(SetupError, match="no game called"):
        simulate("go", games=1)
    assert players("deadwood") == ["random"]


def test_batches_cover_all_games_once() -> None:
    for games in (1, 99, 100, 101, 1000):
        parts = list(_batches(games, (10, 100)))
        assert [number for first, count in parts for number in range(first, first + count)] == list(range(games))


def alive(group: int) -> bool:
    """Whether any process of a group is still there, after a moment to go."""
    for _ in range(600):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.1)
    return True


# Says when it has been read: before that Ctrl-C ends Python, not the program.
_READ = "import sys; from dicecup import cli; print('read', file=sys.stderr, flush=True); cli.main()"


def interrupted(jobs: str, after: float) -> dict[str, Any]:
    """What the program reports when Ctrl-C comes so many seconds after it has begun."""
    words = ["simulate", "yahtzee", "--games", "10000000", "--player", "random", "--jobs", jobs, "--json"]
    process = subprocess.Popen(
        [*PYTHON, "-c", _READ, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stderr is not None
        assert process.stderr.readline() == "read\n"
        time.sleep(after)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the group
        out, errors = process.communicate(timeout=60)
        assert not alive(process.pid), "some process of the program is still there"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert "Traceback" not in errors, errors
    if process.returncode == 130:  # it came before the first game
        return {"complete": False, "games": 0}
    assert process.returncode == 0
    facts: dict[str, Any] = json.loads(out)
    return facts


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_at_the_command_line_reports_what_was_played(processes: str) -> None:
    for seconds in (2, 5, 15):  # the longer ones for a busy machine that has not finished a batch yet
        facts = interrupted(processes, seconds)
        assert not facts["complete"]
        if facts["games"]:
            return
    raise AssertionError("nothing was played at all")


def deadly(part: tuple[Path, int]) -> int:
    """Dies the first time it is asked for a part, and works the second time."""
    folder, number = part
    mark = folder / str(number)
    if number % 3 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def doomed(part: int) -> int:
    os._exit(part)


def test_what_was_done_counts_even_if_a_process_dies_at_that_very_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    def both_at_once(waiting: Iterable[Future[int]], return_when: str) -> Any:
        wait(waiting)
        ordered = sorted(waiting, key=lambda each: each.exception() is None)  # the dead one is seen first
        return SimpleNamespace(done=ordered)

    monkeypatch.setattr(workers, "wait", both_at_once)
    results = Workers(2)._spread(mortal, enumerate([0.0, 0.5]))
    assert next(results) == (0, 0.0)
    with pytest.raises(BrokenProcessPool):
        next(results)


def mortal(seconds: float) -> float:
    """Dies if it has to work."""
    if seconds:
        time.sleep(seconds)
        os._exit(1)
    return seconds


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_processes_that_are_ended_from_outside_are_started_again(tmp_path: Path) -> None:
    parts = [(tmp_path, number) for number in range(1, 5)]
    assert sorted(result for _, result in insist(deadly, parts, 2)) == [1, 2, 3, 4]
    with pytest.raises(DicecupError, match="keep being stopped from outside"):
        list(insist(doomed, [1, 2], 2))
