"""docs/first-card.md, followed to the letter: what it says to write is written, what it says to type is typed."""

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packages import NO_PLUGINS, python
from tests.test_house import ROOT

pytestmark = pytest.mark.thorough

GUIDE = ROOT / "docs" / "first-card.md"
_NEVER = shutil.ignore_patterns("web", "static", "__pycache__", "*.egg-info", ".*")
_FILE = re.compile(r"^`(\S+)`\n\n```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_TYPED = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What somebody who follows the guide has before them, without the page."""
    for folder in ("src", "tests", "examples"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=_NEVER)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def commands(block: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each command of a block, what is typed while it runs, and what it is to say."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *lines = part.splitlines()
        yield (
            command,
            [line[2:] for line in lines if line.startswith("> ")],
            [line for line in lines if not line.startswith("> ")],
        )


def run(checkout: Path, command: str, typed: list[str]) -> str:
    """What a command of the guide says; `.venv` is the environment that these tests run in."""
    tool, *words = shlex.split(command)
    module = {".venv/bin/python": []}.get(tool, ["-m", tool.removeprefix(".venv/bin/")])
    places = {"PYTHONPATH": str(checkout / "src"), "DICECUP_HOME": str(checkout / "home"), **NO_PLUGINS}
    return python({**os.environ, **places}, *module, *words, typed="\n".join([*typed, ""]), folder=checkout)


def test_the_guide_leads_to_a_card_on_the_table(checkout: Path) -> None:
    guide = GUIDE.read_text()
    files = _FILE.findall(guide)
    assert len(files) == 2
    for path, text in files:
        (checkout / path).write_text(text)
    done = 0
    for block in _TYPED.findall(guide):
        for command, typed, expected in commands(block):
            said = run(checkout, command, typed)
            rest = said
            for line in expected:
                assert line in rest, f"{command} says:\n{said}"
                rest = rest[rest.index(line) + len(line) :]
            done += 1
    assert done == 5, "every command of the guide was run"


def test_without_the_card_its_test_fails(checkout: Path) -> None:
    """So it was the card that made the difference."""
    _, (path, text) = _FILE.findall(GUIDE.read_text())
    (checkout / path).write_text(text)
    with pytest.raises(AssertionError, match="suburban-life"):
        run(checkout, f".venv/bin/python -m pytest -q {path}", [])
