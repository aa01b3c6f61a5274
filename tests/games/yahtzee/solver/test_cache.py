"""Tables on disk: damaged, cut short, foreign, unwritable, written by two at once."""

import gzip
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dicecup.games.yahtzee import solver
from dicecup.games.yahtzee.solver import backends, cache
from dicecup.games.yahtzee.solver.model import MODELS, Model
from dicecup.games.yahtzee.solver.solve_numpy import empty_table
from dicecup.games.yahtzee.solver.types import Floats

TABLE = np.arange(6.0).reshape(2, 3)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICECUP_CACHE", str(tmp_path / "tables"))
    return tmp_path / "tables"


def kept() -> tuple[Floats, bool]:
    """The table from `keep`, and whether it had to be computed."""
    computed = []

    def compute() -> Floats:
        computed.append(True)
        return TABLE.copy()

    return cache.keep("test", "standard", TABLE.shape, compute), bool(computed)


def test_a_table_is_computed_once() -> None:
    assert [kept()[1], kept()[1]] == [True, False]
    assert np.array_equal(kept()[0], TABLE)
    assert list(cache.folder().iterdir()) == [cache.path_of("test", "standard")]


def test_every_damage_is_noticed() -> None:
    kept()
    path = cache.path_of("test", "standard")
    good = path.read_bytes()
    damaged = [good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :] for at in range(len(good))]
    for raw in (*damaged, *(good[:end] for end in range(0, len(good), 7)), good + b"\0", b"hello", b""):
        path.write_bytes(raw)
        table, computed = kept()
        assert computed
        assert np.array_equal(table, TABLE)
        assert path.read_bytes() == good


def test_a_table_that_was_brought_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept()
    path, shipped = cache.path_of("test", "standard"), tmp_path / "shipped"
    shipped.mkdir()
    (shipped / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
    path.write_bytes(b"damaged")
    monkeypatch.setattr(cache, "_SHIPPED", shipped)
    table, computed = kept()
    assert (np.array_equal(table, TABLE), computed) == (True, False)
    (shipped / f"{path.name}.gz").write_bytes(b"damaged, too")
    assert kept()[1]


def test_other_version_rules_or_shape_are_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    kept()
    raw = cache.path_of("test", "standard").read_bytes()
    cache.path_of("test", "official").write_bytes(raw)
    assert cache.read("test", "official", TABLE.shape) is None
    assert cache.read("test", "standard", (3, 2)) is None
    monkeypatch.setattr(cache, "FORMAT", cache.FORMAT + 1)
    assert kept()[1]
    cache.path_of("test", "standard").write_bytes(raw)
    assert kept()[1]


def test_a_folder_that_cannot_be_written_to(folder: Path) -> None:
    folder.write_text("a file, where the folder should be")
    assert [kept()[1], kept()[1]] == [True, True]
    folder.unlink()
    cache.path_of("test", "standard").mkdir(parents=True)  # a folder, where the file should be
    assert [kept()[1], kept()[1]] == [True, True]
    assert list(folder.iterdir()) == [cache.path_of("test", "standard")]


def test_two_processes_at_once() -> None:
    code = (
        "import numpy as np; from dicecup.games.yahtzee.solver import cache\n"
        "table = np.arange(60000.0).reshape(2, 30000)\n"
        "for _ in range(60): cache.write('test', 'standard', table)\n"
        "assert np.array_equal(cache.read('test', 'standard', table.shape), table)"
    )
    both = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(2)]
    seen = 0
    while any(process.poll() is None for process in both):
        seen += cache.read("test", "standard", (2, 30000)) is not None
        assert seen == 0 or cache.path_of("test", "standard").exists()
    assert [process.wait() for process in both] == [0, 0]
    assert cache.read("test", "standard", (2, 30000)) is not None
    assert len(list(cache.folder().iterdir())) == 1


def test_load_computes_keeps_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    solved: list[str] = []

    def solve(model: Model) -> Floats:
        solved.append(model.rules)
        return empty_table(model)

    fake = replace(backends.NUMPY, solve=solve)
    monkeypatch.setattr(backends, "NUMPY", fake)
    monkeypatch.setattr(solver, "_loaded", {})
    first = solver.load("official", progress=said.append)
    assert solver.load("official", progress=said.append)._values is first._values
    assert solver.load("official") is solver.load("official")
    assert (solved, len(said)) == (["official"], 1)
    monkeypatch.setattr(solver, "_loaded", {})
    assert solver.load("official", progress=said.append) is not first
    path = cache.path_of("values", "official")
    path.write_bytes(path.read_bytes()[:-1])
    monkeypatch.setattr(solver, "_loaded", {})
    solver.load("official", progress=said.append)
    assert (solved, len(said)) == (["official", "official"], 2)


def test_tables_cannot_be_changed_by_accident() -> None:
    with pytest.raises(ValueError, match="read-only"):
        kept()[0][0, 0] = 1
    assert set(MODELS) == {"standard", "official"}


def test_numba_is_not_imported_until_needed() -> None:
    code = "import sys; from dicecup.games.yahtzee import solver; assert not {'numba', 'scipy'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
