"""A whole server that keeps its games in PostgreSQL: it plays on, whichever of the two is killed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dicecup.server.settings import Settings
from dicecup.server.store.postgres_words import without_password
from dicecup.terminal.program import again
from tests.processes import PYTHON
from tests.server.browser import Browser, Program
from tests.server.postgres import Cluster
from tests.server.stores import PostgresPlace

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does")


@pytest.mark.thorough
def test_whoever_is_killed_every_acknowledged_answer_is_there(
    database: PostgresPlace, cluster: Cluster, tmp_path: Path
) -> None:
    with Program(tmp_path, database=database.url) as program, Browser(program.address) as ann:
        match = ann.new("yahtzee", "Ann", "Bo", start="seat-order")
        with ann.sit(match) as page:
            assert page.answer("roll", id_="first")["type"] == "done"
            cluster.stop("immediate")
            cluster.start()
            choice = page.state["ask"]["options"][0]["choice"]
            assert page.answer(*choice, id_="second")["type"] == "done"
            seq = page.state["seq"]
        program.kill()
        program.start()
        with ann.sit(match) as page:
            assert page.state["seq"] == seq
            assert page.answer(*choice, id_="second") == {"type": "done", "id": "second", "seq": seq}
        assert [each["match"] for each in ann.matches()] == [match]
    assert not list(tmp_path.glob("*.sqlite3")), "nothing is kept in a file"


def test_an_address_that_is_none_is_not_repeated() -> None:
    done = subprocess.run(
        [*PYTHON, "-m", "dicecup", "serve", "--port", "0"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"DICECUP_DATABASE": "postgresql://ann:hu/sh@db/games"},
    )
    assert done.returncode != 0
    assert "in a password has to be written as %23 %2F" in done.stderr
    assert "hu/sh" not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_whatever_is_told_of_how_it_was_started_has_no_password_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["dicecup", "serve", "--database", "postgresql://ann:hush@db/games"])
    assert again(without_password) == "dicecup serve --database postgresql://ann:...@db/games"
    assert "hush" not in repr(Settings(database="postgresql://ann:hush@db/games"))
