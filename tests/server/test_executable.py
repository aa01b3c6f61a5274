"""The one-file program, on a machine without Python: `make soak` builds it first, for that takes a minute."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from dicecup.server.settings import PORT
from tests.lacking import lacking
from tests.server.browser import PATIENCE, Browser

PROGRAM: Final = Path(__file__).parents[2] / "dist" / "dicecup"

pytestmark = [pytest.mark.soak, pytest.mark.skipif(sys.platform == "win32", reason="ends it as Unix does")]


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """An environment in which no other program can be found, and folders of its own."""
    if not PROGRAM.is_file():
        lacking("There is no program: make executable.")
    folders = {name: str(tmp_path / name.lower()) for name in ("HOME", "TMPDIR", "DICECUP_HOME", "DICECUP_CACHE")}
    for folder in folders.values():
        Path(folder).mkdir()
    return {"PATH": str(tmp_path / "nowhere"), **folders}


@contextmanager
def started(bare: dict[str, str], *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The program and its address. It has to end by itself; it is not killed unless the test has failed."""
    began = time.monotonic()
    process = subprocess.Popen(
        [PROGRAM, *words],
        env=bare,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        assert said.startswith("Dicecup is at http://127.0.0.1:"), said + process.stdout.read()
        print(f"{PROGRAM.stat().st_size / 2**20:.1f} MiB, ready after {time.monotonic() - began:.2f} s")
        yield process, said.split()[3].rstrip("/")
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
        assert "Traceback" not in process.stdout.read()
        assert list(Path(bare["TMPDIR"]).iterdir()) == [], "it has cleared away what it had unpacked"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # it is two processes: one unpacks, one plays
        process.communicate()


def play(ann: Browser, game: str, decisions: int, match: str | None = None) -> tuple[str, dict[str, Any]]:
    """A few decisions against a computer player; the match, and where it stands then."""
    match = match or ann.new(game, "Ann", "=")
    with ann.sit(match) as page:
        for _ in range(decisions):
            ask = page.until_mine()
            assert ask is not None
            assert page.answer(*ask["options"][0]["choice"])["type"] == "done"
        page.until_mine()
        assert {entry["kind"] for entry in page.events.values()}
        return match, page.state


def test_a_few_moves_in_every_game_then_both_ways_to_end_it(bare: dict[str, str]) -> None:
    games = ("yahtzee", "king-of-tokyo", "deadwood")
    with started(bare, "serve", "--port", "0") as (process, address), Browser(address) as ann:
        page = ann.http.get(address + "/")
        assert page.status_code == 200
        assert "<title>Dicecup" in page.text
        assert ann.get("/games/deadwood/rules")["scenes"], "data files are in it"
        stood = [play(ann, game, 4) for game in games]
        known = dict(ann.http.cookies)
        process.send_signal(signal.SIGTERM)
    with started(bare, "serve", "--port", "0") as (_, address), Browser(address) as ann:
        ann.http.cookies.clear()
        ann.http.cookies.update(known)
        for match, state in stood:
            with ann.sit(match) as again:
                assert again.state == state, "it goes on where it stood"
        play(ann, games[1], 3, stood[1][0])
        ann.post("/exit")


def test_a_double_click_opens_the_menu(bare: dict[str, str], tmp_path: Path) -> None:
    with socket.socket() as free:
        if free.connect_ex(("127.0.0.1", PORT)) == 0:
            pytest.skip(f"Something listens at port {PORT} already.")
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" "$LD_LIBRARY_PATH" > {seen}\n')
    browser.chmod(0o755)
    with started({**bare, "BROWSER": str(browser)}) as (_, address), Browser(address) as ann:
        until = time.monotonic() + PATIENCE
        while not seen.exists() and time.monotonic() < until:
            time.sleep(0.05)
        assert seen.read_text().split() == [f"http://127.0.0.1:{PORT}/"], "and none of our libraries in its way"
        ann.post("/exit")


def test_with_words_it_is_the_command(bare: dict[str, str]) -> None:
    """Games in several processes are the hard part: each of them is this program once more."""
    words = ("arena", "king-of-tokyo", "--games", "2", "--jobs", "2", "--seats", "easy,easy", "--json")
    done = subprocess.run([PROGRAM, *words], env=bare, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"games": 2' in done.stdout
    kept = Path(bare["DICECUP_CACHE"])
    perfect = ("arena", "yahtzee", "--games", "2", "--seats", "hard,easy", "--json")
    done = subprocess.run([PROGRAM, *perfect], env=bare, capture_output=True, text=True, check=False)
    assert (done.returncode, list(kept.iterdir())) == (0, []), "its tables are in it, none is computed"
    wrong = subprocess.run([PROGRAM, "replay", "nothing"], env=bare, capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert wrong.stderr.startswith("dicecup: ")
