"""Compiled code on disk: never believed where anything it follows from has changed, and never waited for twice."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

import dicecup.batch
from dicecup.batch import compiling, twin
from dicecup.batch.compiling import compiled, key_of
from tests.test_house import ROOT

SOURCE = """
import numpy as np
TABLE = np.array([1, 2, 3])
TIMES = 10

def inner(number):
    return TABLE[number] * TIMES

def outer(number):
    return inner(number) + 1
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    monkeypatch.setenv("DICECUP_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def modules() -> Iterator[list[str]]:
    """The names of modules that a test makes; they are gone afterwards."""
    names: list[str] = []
    yield names
    for name in names:
        sys.modules.pop(name, None)


def module(source: str, name: str = "some_functions") -> ModuleType:
    made = ModuleType(name)
    exec(source, vars(made))
    sys.modules[name] = made  # Numba looks there for what it has kept
    return made


def functions(source: str) -> list[FunctionType]:
    return compiling.functions_of(module(source))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("TABLE[number] * TIMES", "TABLE[number] + TIMES"),
        ("[1, 2, 3]", "[1, 2, 4]"),
        ("[1, 2, 3]", "[1.0, 2.0, 3.0]"),
        ("TIMES = 10", "TIMES = 11"),
        ("+ 1", "+ 2"),
        ("def inner(number)", "def inner(number, more=7)"),
    ],
)
def test_whatever_code_follows_from_names_its_folder(old: str, new: str, modules: list[str]) -> None:
    modules.append("some_functions")
    assert old in SOURCE
    assert key_of(functions(SOURCE)) == key_of(functions(SOURCE))
    assert key_of(functions(SOURCE)) != key_of(functions(SOURCE.replace(old, new)))


def test_a_changed_function_that_is_called_is_noticed(modules: list[str], folder: Path) -> None:
    """Which Numba's own cache would not: it looks at the file of the one that is called first."""
    modules.append("some_functions")
    for source, answer in ((SOURCE, 31), (SOURCE, 31), (SOURCE.replace("TIMES = 10", "TIMES = 20"), 61)):
        made = compiled(module(source), keep="some")
        assert made.outer(2) == answer
    kept = sorted((folder / "compiled").iterdir())
    assert len(kept) == 2
    assert all(list(each.rglob("*.nbc")) for each in kept), "what was compiled lies there"


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(
    modules: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    modules.append("some_functions")
    (tmp_path / "file").touch()
    monkeypatch.setenv("DICECUP_CACHE", str(tmp_path / "file" / "below"))
    made = compiled(module(SOURCE), keep="some")
    assert made.kept is None
    assert made.outer(0) == 11


def test_folders_that_nobody_has_used_for_long_are_taken_away(
    modules: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    modules.append("some_functions")
    old = compiled(module(SOURCE), keep="some").kept
    other = compiled(module(SOURCE.replace("10", "20")), keep="another").kept
    monkeypatch.setattr(compiling, "_FORGOTTEN", -1)  # everything is
    new = compiled(module(SOURCE.replace("10", "30")), keep="some").kept
    assert not old.exists()
    assert other.exists(), "not one of these"
    assert new.exists()


@pytest.mark.thorough
def test_a_line_says_that_something_is_compiled_and_only_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept is found by the next program; what is damaged is made again."""

    def make() -> list[str]:
        said: list[str] = []
        monkeypatch.setattr(twin, "_WARM", {})
        batch = dicecup.batch.make("yahtzee", games=2, seats=2, seed=1, progress=said.append)
        batch.step(batch.random_actions())
        assert (batch.chance[:, 0] > 0).all()
        return said

    first = make()
    assert first[0] == "Compiling batches of Yahtzee with Numba: once, ten seconds to a minute ..."
    assert first[1].startswith("Compiled in ")
    assert make() == []
    damaged = [path for path in folder.rglob("*.nbc") if path.stat().st_size > 1000]
    assert damaged
    for path in damaged:
        path.write_bytes(path.read_bytes()[:500])
    assert make()[0] == first[0]


@pytest.mark.thorough
def test_the_example_plays_its_steps(folder: Path) -> None:
    words = [sys.executable, "examples/million_steps.py", "yahtzee", "--steps", "60000", "--games", "200"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("60,000 steps in ")
    assert "games are over" in done.stdout
    assert done.stderr.startswith("Compiling batches of Yahtzee")


def test_functions_of_a_contract_are_those_of_the_game(modules: list[str]) -> None:
    modules += ["a_contract", "a_game", "some_loops"]
    contract = module("def points(number):\n    raise NotImplementedError\n", "a_contract")
    game = module("def points(number):\n    return 7 * number\n", "a_game")
    loops = module(
        "from a_contract import points\ndef total(number):\n    return points(number) + 1\n", "some_loops"
    )
    made: Any = compiled(game, loops, contract=contract, doors=(loops,))
    assert made.total(np.int64(3)) == 22
    assert made.total(2) == 15


def test_what_a_game_does_not_bring_the_contract_does(modules: list[str]) -> None:
    modules += ["a_contract", "a_game", "some_loops"]
    more = "def more(number):\n    return number + 1\n"
    contract = module(f"def points(number):\n    raise NotImplementedError\n{more}", "a_contract")
    game = module("def points(number):\n    return 7 * number\n", "a_game")
    source = "from a_contract import more, points\ndef total(number):\n    return more(points(number))\n"
    loops = module(source, "some_loops")
    assert compiled(game, loops, contract=contract, doors=(loops,)).total(np.int64(3)) == 22
