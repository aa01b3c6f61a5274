"""The example package: a game that somebody else could have written, and its own tests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import dicecup
from dicecup import games
from tests.farkle.installed import EXAMPLE
from tests.packages import NO_PLUGINS

pytestmark = pytest.mark.thorough


def test_its_name_under_the_entry_point_is_all_it_takes(installed: Path) -> None:
    assert games.names()[-1] == "farkle"
    assert games.find("farkle").title == "Farkle"
    match = dicecup.new("farkle", seats=3, seed=1)
    assert sys.modules[type(match.game).__module__].__file__ == str(installed / "dicecup_farkle" / "game.py")


def test_its_own_tests_are_green(installed: Path) -> None:
    own = [str(EXAMPLE / "tests"), "--rootdir", str(EXAMPLE), "-c", os.devnull, "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *own],
        env={**os.environ, **NO_PLUGINS},
        cwd=EXAMPLE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
