"""What the documents tell people to type works: Python runs as it stands, commands and options exist."""

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tests.documents import Block, blocks, typed, unknown
from tests.test_house import ROOT

ELSEWHERE: Final = {"docs/client.md": "tests/client/test_document.py"}
"""Documents with Python that needs company, and where it is run."""

HASHED: Final = (["dicecup", "nonces"], ["dicecup", "seed"])
"""Words that docs/fair-dice.md has under a hash, and nobody types."""

PYTHON: Final = [each for each in blocks() if each.language in ("python", "py", "python3", "pycon")]
TYPED: Final = list(typed())
TARGETS: Final = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.usefixtures("cards_as_before")
@pytest.mark.parametrize("block", [each for each in PYTHON if each.language == "python"], ids=str)
@pytest.mark.thorough
def test_python_runs_as_it_stands(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")  # documents speak from the project's folder
    monkeypatch.chdir(tmp_path)
    padded = "\n" * (block.line - 1) + block.text  # so that a traceback names the right line
    exec(compile(padded, block.document.name, "exec"), {"__name__": "__main__"})


def test_all_python_is_run_somewhere() -> None:
    assert sum(each.language == "python" for each in PYTHON) >= 17
    others = {each.document.relative_to(ROOT).as_posix() for each in PYTHON if each.language != "python"}
    assert others == set(ELSEWHERE)
    for document, test in ELSEWHERE.items():
        assert document.rpartition("/")[2] in (ROOT / test).read_text(encoding="utf-8")


def test_every_command_of_dicecup_that_is_shown_exists() -> None:
    shown = [(where, words[1:]) for where, words in TYPED if words[0] == "dicecup" and words[:2] not in HASHED]
    assert len(shown) > 100, "or nothing is found"
    wrong = [f"{where}: dicecup {' '.join(words)}: {what}" for where, words in shown if (what := unknown(words))]
    assert wrong == []


def test_a_command_that_there_is_not_would_be_noticed() -> None:
    assert unknown(["sarve"]) == "no command sarve"
    assert unknown(["serve", "--friends", "--prot", "80"]) == "no option --prot of serve"
    assert unknown(["puzzles", "make", "yahtzee", "--output", "x"]) == ""


def test_every_target_of_make_that_is_shown_exists() -> None:
    shown = [(where, word) for where, words in TYPED if words[0] == "make" for word in words[1:]]
    assert len(shown) > 20, "or nothing is found"
    named = [(where, word) for where, word in shown if re.fullmatch("[a-z]+", word)]
    assert [f"{where}: make {word}" for where, word in named if word not in TARGETS] == []


def test_every_extra_that_is_shown_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shown = [
        (where, extra)
        for where, words in TYPED
        for word in words
        for names in re.findall(r"(?:dicecup|\.)\[([\w,]+)\]", word)
        for extra in names.split(",")
    ]
    assert shown
    assert [each for each in shown if each[1] not in project["optional-dependencies"]] == []
