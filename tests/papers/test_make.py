"""The papers of the next release can be made, and are read by the release that made them."""

import os
import subprocess
from pathlib import Path

import pytest

import dicecup
from tests.papers import boxes
from tests.processes import PYTHON

ROOT = Path(__file__).parents[2]


@pytest.mark.soak
def test_the_papers_of_this_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = subprocess.run(
        [*PYTHON, "tests/papers/make.py", "this", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src")))},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    monkeypatch.setattr(boxes, "_HERE", tmp_path)
    assert (tmp_path / "this.tar.xz").stat().st_size < 300_000
    for paper in boxes.papers("this", "record"):
        if paper.finished:
            assert dicecup.verify(paper.text).words == ()
    assert boxes.database("this")
