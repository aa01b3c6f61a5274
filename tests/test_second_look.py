"""A test that fails gets a second look, and a broken one does not get through."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLUGINS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}  # to read all takes longest
STEADY = "def test_it(): assert {}"
UNSTEADY = """
from pathlib import Path
def test_it():
    seen = Path("seen").exists()
    Path("seen").touch()
    assert seen
"""


def look(folder: Path, text: str, status: str = "1", also: int = 0) -> subprocess.CompletedProcess[str]:
    (folder / "test_one.py").write_text(text)
    (folder / "pytest.ini").write_text("[pytest]\n")
    env = {"PYTHONPATH": str(ROOT), "PATH": "", **PLUGINS}
    subprocess.run([sys.executable, "-m", "pytest", "-q"], cwd=folder, env=env, capture_output=True, check=False)
    cache = folder / ".pytest_cache/v/cache/lastfailed"
    if also:
        cache.write_text(
            json.dumps({**json.loads(cache.read_text()), **{f"x.py::{n}": True for n in range(also)}})
        )
    words = [sys.executable, "-m", "tests.second_look", status]
    return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_what_passes_alone_is_green_and_named(tmp_path: Path) -> None:
    found = look(tmp_path, UNSTEADY)
    assert found.returncode == 0, found.stdout + found.stderr
    assert "UNSTEADY" in found.stdout
    assert "test_one.py::test_it" in found.stdout


@pytest.mark.parametrize(
    ("text", "status", "also"),
    [
        (STEADY.format("False"), "1", 0),  # broken
        (UNSTEADY, "3", 0),  # not all were run
        (UNSTEADY, "1", 5),  # too many for an accident
        (STEADY.format("True"), "1", 0),  # something else failed
    ],
)
def test_anything_else_stays_red(tmp_path: Path, text: str, status: str, also: int) -> None:
    found = look(tmp_path, text, status, also)
    assert found.returncode == 1
    assert "UNSTEADY" not in found.stdout
