"""A master's roll-outs are compiled by a process in the background: what is said if it comes to nothing.

The processes are real ones, and stand for those that compile.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dicecup import extras
from dicecup.batch import compiling
from dicecup.players import attempts, readiness
from dicecup.players.deadwood import rollouts as deadwood
from dicecup.players.king_of_tokyo import rollouts as king_of_tokyo
from dicecup.players.readiness import AGAIN, BROKEN, SOON, Notice, get_ready, why_not
from dicecup.table import SetupError
from dicecup.table.errors import MissingPart

SLEEPS = (sys.executable, "-c", "import time; time.sleep(600)")
KILLED = "compiling its roll-outs was killed, perhaps for lack of memory"
ENDED = "compiling its roll-outs was ended before it was done, perhaps for lack of memory"


class Compilers:
    """Roll-outs that are kept in a folder, and the processes that compile them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.started: list[subprocess.Popen[bytes]] = []
        self.prepare: Callable[[], None] = lambda: None

    def possible(self) -> bool:
        return True

    def functions(self) -> Any:
        return SimpleNamespace(kept=self.folder)

    def ask(self, *words: str) -> str:
        """Why the roll-outs cannot begin yet."""
        return readiness.why_not(self, words or SLEEPS)

    def until(self, *words: str) -> str:
        """The same, when nobody compiles any more."""
        patience = time.monotonic() + 60
        while (why := self.ask(*words)) == SOON or why.endswith(AGAIN):
            assert time.monotonic() < patience, "it is still said to be compiled"
            time.sleep(0.005)
        return why

    def later(self) -> None:
        """An hour has passed, and some seconds."""
        for path in self.folder.glob("*"):
            then = path.stat().st_mtime - 3610
            os.utime(path, (then, then))


@pytest.fixture
def compilers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Compilers]:
    monkeypatch.undo()  # what keeps everybody from compiling
    found = Compilers(tmp_path / "compiled" / "rollouts-0")
    begin = subprocess.Popen

    def remember(*words: Any, **how: Any) -> Any:
        found.started.append(begin(*words, **how))
        return found.started[-1]

    monkeypatch.setattr(subprocess, "Popen", remember)
    yield found
    for each in found.started:
        each.kill()
        each.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is told there what a program was ended by")
def test_a_compiler_that_is_killed_is_not_said_to_compile_for_ever(compilers: Compilers) -> None:
    assert compilers.ask() == SOON
    compilers.started[0].kill()
    assert compilers.until() == KILLED
    assert len(compilers.started) == 1, "nobody tries again at once"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_another_signal_is_named(compilers: Compilers) -> None:
    assert compilers.ask() == SOON
    compilers.started[0].send_signal(signal.SIGTERM)
    assert compilers.until() == "compiling its roll-outs was ended by SIGTERM"


def test_one_that_ends_without_a_word_has_failed(compilers: Compilers) -> None:
    """A module that cannot be imported, say: it never came to where errors are noted."""
    assert compilers.until(sys.executable, "-c", "raise SystemExit(3)") == "its roll-outs could not be compiled"
    assert compilers.until(sys.executable, "-c", "") == "its roll-outs could not be compiled"
    assert len(compilers.started) == 1


def test_a_program_that_cannot_even_be_started_has_failed(compilers: Compilers) -> None:
    why = compilers.ask(str(compilers.folder / "no such program"))
    assert "No such file or directory" in why
    assert compilers.started == []


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is told there what a program was ended by")
def test_it_is_tried_again_after_a_while_and_each_time_after_a_longer_one(compilers: Compilers) -> None:
    waits = []
    for times in range(1, 8):
        why = compilers.ask()
        assert (why == SOON) if times == 1 else (why == f"{KILLED}; {AGAIN}")
        assert len(compilers.started) == times
        compilers.started[-1].kill()
        assert compilers.until() == KILLED
        stopped = attempts.last_stopped(compilers.folder)
        assert stopped is not None
        assert stopped.times == times
        waits.append(next(wait for wait in range(60, 7200, 60) if not _is_fresh_after(stopped, wait)))
        compilers.later()
    assert waits == [120, 240, 480, 960, 1920, 3600, 3600]
    assert len(list(compilers.folder.glob("stopped-*"))) == 1


def _is_fresh_after(stopped: attempts.Stopped, seconds: float) -> bool:
    return stopped._replace(since=time.time() - seconds).is_fresh


def test_what_a_dead_process_has_left_behind_is_seen(compilers: Compilers) -> None:
    """The machine was switched off while it compiled: nobody was there to see that."""
    compiling.make_room(compilers.folder)
    (compilers.folder / "begun").touch()
    assert compilers.ask() == SOON, "for it may still live"
    assert compilers.started == []
    compilers.later()
    assert compilers.ask() == f"{ENDED}; {AGAIN}"
    assert len(compilers.started) == 1


def test_a_cache_that_was_cleared_away_is_made_again(compilers: Compilers) -> None:
    """It was said that nothing can be kept, as long as the program ran."""
    assert compilers.ask() == SOON
    stamp = (compilers.folder / "code.py").stat().st_mtime
    for path in compilers.folder.iterdir():
        path.unlink()
    compilers.folder.rmdir()
    compilers.folder.parent.rmdir()
    assert compilers.ask() == SOON
    assert len(compilers.started) == 2
    assert (compilers.folder / "code.py").stat().st_mtime == stamp, "or what is kept there would not be found"


def test_what_was_compiled_into_a_folder_that_has_gone_is_not_taken_for_whole(
    compilers: Compilers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was kept before is missing, and a table would have waited for it."""

    def cleared_away() -> None:
        compilers.folder.rename(compilers.folder.with_name("elsewhere"))
        compiling.make_room(compilers.folder)

    monkeypatch.setattr(os, "nice", lambda much: much)
    monkeypatch.setattr(attempts, "_BEAT", 0.001)
    compilers.prepare = cleared_away
    with pytest.raises(SetupError, match="Not all that was compiled has been kept in"):
        readiness.behind_everything(compilers)
    assert not attempts.is_whole(compilers.folder)
    compilers.prepare = lambda: None
    readiness.behind_everything(compilers)
    assert compilers.ask() == ""


def test_a_cache_where_nothing_can_be_written_says_so(compilers: Compilers) -> None:
    compilers.folder.parent.touch()  # a file, as nobody can forbid root to write into a folder
    assert re.fullmatch(r"its compiled code cannot be kept \(.*; DICECUP_CACHE can .*\)", compilers.ask())
    assert compilers.started == []


def test_too_little_memory_is_told(compilers: Compilers, monkeypatch: pytest.MonkeyPatch) -> None:
    def crowded() -> None:
        raise MemoryError

    monkeypatch.setattr(os, "nice", lambda much: much)
    assert compilers.ask() == SOON
    compilers.prepare = crowded
    with pytest.raises(MemoryError):
        readiness.behind_everything(compilers)
    assert compilers.ask() == "there is not enough memory to compile its roll-outs"


def test_who_waits_hears_each_of_these_once_and_says_them_once() -> None:
    now = {"why": SOON}
    heard: list[str] = []
    notice = Notice("Deadwood", lambda: now["why"])
    said = []
    course = [SOON, SOON, KILLED, KILLED, f"{KILLED}; {AGAIN}", KILLED, "", ""]
    for at, now["why"] in enumerate(course):
        told = [notice.note(b"%d" % at, heard.append, first=at == 0) for _ in range(2)]
        assert told[0] == told[1], "asked twice, it says the same"
        said.append(told[0])
    assert said == [
        *(f"as Hard for now: {SOON}", ""),
        *(f"as Hard for now: {KILLED}", ""),
        *(f"as Hard for now: {KILLED}; {AGAIN}", ""),
        *("as a master from here on", ""),
    ]
    assert heard == [
        f"The master of Deadwood plays as Hard does: {SOON}.",
        f"The master of Deadwood plays as Hard does: {KILLED}.",
        f"The master of Deadwood plays as Hard does: {KILLED}; {AGAIN}.",
        "The master of Deadwood does not play as Hard any more: all is compiled.",
    ]


@pytest.mark.parametrize("error", [ImportError("Numba needs NumPy 2.3 or less.\nGot 2.4."), OSError("no libllvm")])
def test_a_numba_that_does_not_work_here_is_as_good_as_none(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as one that is older than the NumPy beside it: it is found, and then it cannot be imported."""

    def fails(module: str) -> Any:
        raise error

    monkeypatch.setattr(extras, "import_module", fails)
    assert extras.has("numba")
    assert not extras.works("numba")
    for game in (deadwood, king_of_tokyo):
        assert not game.possible()
        assert why_not(game, ()) == BROKEN
        with pytest.raises(MissingPart, match=r"^Numba is installed, but it does not work here: "):
            get_ready(game)
