"""The notebooks of the first steps run from the first cell to the last, with the core alone, and are clean."""

import ast
import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.test_house import ROOT

NOTEBOOKS: Final = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
named = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.stem))


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found


def code(path: Path) -> list[str]:
    return ["".join(cell["source"]) for cell in cells(path) if cell["cell_type"] == "code"]


def test_there_are_three_and_a_page_names_them() -> None:
    page = (NOTEBOOKS[0].parent / "README.md").read_text(encoding="utf-8")
    assert len(NOTEBOOKS) == 3
    assert all(f"]({path.name})" in page for path in NOTEBOOKS)


@named
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    assert notebook["cells"][0]["cell_type"] == "markdown"
    for cell in notebook["cells"]:
        assert set(cell) == {"cell_type", "id", "metadata", "source"} | (
            {"execution_count", "outputs"} if cell["cell_type"] == "code" else set()
        )
        assert not cell["metadata"]
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


@named
def test_a_notebook_is_short_and_imports_nothing_but_dicecup(path: Path) -> None:
    assert path.stat().st_size < 10_000
    for cell in code(path):
        for node in ast.walk(ast.parse(cell)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = (
                    [node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]
                )
                assert {name.split(".")[0] for name in names} <= {"dicecup", "random", "statistics"}


@named
@pytest.mark.thorough
def test_a_notebook_runs_from_the_first_cell_to_the_last(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    space: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(code(path), 1):
        tree = ast.parse(cell)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{path.name} cell {number}", "exec"), space)
        if isinstance(last, ast.Expr):  # what a notebook shows
            assert repr(eval(compile(ast.Expression(last.value), f"{path.name} cell {number}", "eval"), space))
