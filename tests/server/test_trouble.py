"""A disk that is full or read-only, a match that is damaged: what is said, and that nothing is lost.

Ports, folders and databases that keep a server from starting are in test_run.py, saves in test_saves.py.
"""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from dicecup.server.settings import Settings
from tests.processes import PYTHON
from tests.server.browser import FAST, Browser, Program, served

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="as Linux does it")


@contextmanager
def full_disk(program: Program) -> Iterator[None]:
    """No file of the server's process can be written to, as on a full disk."""
    import resource

    assert program.pid is not None
    hard = resource.prlimit(program.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.prlimit(program.pid, resource.RLIMIT_FSIZE, (hard, hard))


@linux
def test_a_disk_that_is_full_while_games_are_played(tmp_path: Path) -> None:
    with Program(tmp_path) as program, Browser(program.address) as ann:
        alone = ann.new("yahtzee", "Ann", "Bo", seed=1, start="seat-order")
        against = ann.new("king-of-tokyo", "Ann", "=", seed=1, start="seat-order")
        with ann.sit(alone) as page, ann.sit(against) as other:
            page.answer("roll")
            before = page.state
            with full_disk(program):
                reply = page.answer("fill", "chance", id_="again")
                assert reply["type"] == "refused"
                assert str(tmp_path / "server.sqlite3") in reply["reason"]
                assert "Free some space" in reply["reason"]
                assert reply["state"] == before, "nothing has changed"
                for path, body in (
                    ("/matches", {"game": "yahtzee", "seats": [{"name": "Ann"}]}),
                    (f"/matches/{alone}/save", {"name": "now"}),
                ):
                    status, reason = ann.refusal("POST", path, body)
                    assert status == 503
                    assert str(tmp_path) in reason
                ask = other.until_mine()
                assert ask is not None
                assert other.answer(*ask["options"][0]["choice"])["type"] == "refused"
            assert page.answer("fill", "chance", id_="again")["type"] == "done", "the same command, given again"
            assert other.answer(*ask["options"][0]["choice"])["type"] == "done"
            assert [match["match"] for match in ann.get("/matches")] == [against, alone], "and no half of a match"
            states = [page.state, other.state]
        program.kill()
        program.start()
        with ann.sit(alone) as page, ann.sit(against) as other:
            assert page.state == states[0]
            assert other.state["seq"] >= states[1]["seq"]
        assert "Traceback" not in program.stop()


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder nobody can write to. Root can anywhere, but for a disk that cannot be written at all."""
    folder.mkdir()
    if os.geteuid():
        folder.chmod(0o500)
        yield
        return
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", folder], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.thorough
@linux
def test_a_folder_that_is_read_only(tmp_path: Path) -> None:
    with read_only(tmp_path / "home"):
        done = subprocess.run(
            [*PYTHON, "-m", "dicecup", "serve", "--port", "0"],
            env={**os.environ, "DICECUP_HOME": str(tmp_path / "home")},
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"dicecup: The games of the server cannot be kept in {tmp_path}")
    assert "Change the rights of that folder, or set DICECUP_HOME to another one." in " ".join(done.stderr.split())
    assert "Errno" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("damage", ["UPDATE log SET body = '{}'", "UPDATE matches SET paper = substr(paper, 20)"])
def test_a_match_that_is_damaged_is_told_and_can_be_cleared_away(tmp_path: Path, damage: str) -> None:
    settings: Any = Settings(folder=tmp_path, **FAST)  # type: ignore[arg-type]
    with served(settings) as address, Browser(address) as ann:
        well, ill = (ann.new("yahtzee", "Ann") for _ in range(2))
        for match in (well, ill):
            with ann.sit(match) as page:
                page.answer("roll")
        known = dict(ann.http.cookies)
    with sqlite3.connect(tmp_path / "server.sqlite3") as db:
        column = "match" if "log" in damage else "id"
        db.execute(f"{damage} WHERE {column} = ?", (ill,))
    db.close()
    with served(settings) as address, Browser(address) as ann, Browser(address) as ben:
        ann.http.cookies.clear()
        ann.http.cookies.update(known)
        with ann.sit(well) as page:
            assert page.answer("fill", "chance")["type"] == "done", "the others are well"
        told = _turned_away(ann, ill)
        assert told["again"] is False, "coming back would not help"
        assert "damaged" in told["reason"]
        assert "clear this match away" in told["reason"]
        assert ann.refusal("GET", f"/matches/{ill}/export")[0] == 503
        assert ben.refusal("DELETE", f"/matches/{ill}")[0] == 404, "it is not his to know of"
        assert ann.http.delete(f"/matches/{ill}").status_code == 204
        assert [match["match"] for match in ann.get("/matches")] == [well]


def _turned_away(guest: Browser, match: str) -> dict[str, Any]:
    with guest.dial(match) as line:
        told: dict[str, Any] = json.loads(line.recv(60))
        with pytest.raises(ConnectionClosed):
            line.recv(60)
    return told
