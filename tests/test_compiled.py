"""The compiled wheel: built from this folder, unpacked, and held to what the pure package does."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import hatch_compiled
import pytest

from dicecup import games
from tests.test_house import ROOT

GAMES = "120"
"""So many games of each kind are played in both."""
# What concerns the engine: rules, papers, and games and cards that others have written in Python.
FOLDERS = ("table", "games", "papers", "farkle", "testing")

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `make compiled` does it, but for the page."""
    folder = tmp_path_factory.mktemp("compiled")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "SKIP_FRONTEND": "1", "DICECUP_COMPILED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [file] = folder.glob("*.whl")
    return file


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to import it from."""
    folder = tmp_path_factory.mktemp("site")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def python(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Python that finds this Dicecup first; what it makes of these words."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_is_for_this_python_and_has_all_that_was_to_be_compiled(wheel: Path) -> None:
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert f"-{version}-{version}-" in wheel.name
    assert "any" not in wheel.stem.split("-")
    names = set(zipfile.ZipFile(wheel).namelist())
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    assert {file.removesuffix(".py") + suffix for file in hatch_compiled.files(ROOT / "src")} <= names
    assert {*hatch_compiled.files(ROOT / "src"), f"dicecup__mypyc{suffix}"} <= names, "the source is there as well"


def test_nothing_compiled_is_left_in_the_source(wheel: Path) -> None:
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    assert not list((ROOT / "src").rglob(f"*{suffix}"))
    assert not (ROOT / "src/dicecup/table/annotations.json").exists()


def test_it_plays_the_very_same_games(site: Path) -> None:
    pure, compiled = (python(each, "-m", "tests.log_hashes", GAMES) for each in (ROOT / "src", site))
    assert (pure.returncode, pure.stderr) == (0, "pure\n")
    assert (compiled.returncode, compiled.stderr) == (0, "compiled\n")
    assert compiled.stdout == pure.stdout
    assert len(compiled.stdout.splitlines()) == len(games.names())


@pytest.mark.parametrize("folder", FOLDERS)
def test_it_passes_the_tests_of_the_engine(folder: str, site: Path) -> None:
    done = python(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", f"tests/{folder}")
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
