"""The command to go on with is the one that was typed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dicecup.onefile import UNTYPED
from dicecup.terminal.program import again, command


@pytest.fixture
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "my venv" / "bin"
    folder.mkdir(parents=True)
    for name in ("dicecup", "python"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    return folder


@pytest.mark.skipif(os.name != "posix", reason="paths as a POSIX shell has them")
def test_as_a_program_on_the_path_or_not(bin_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [str(bin_folder / "dicecup"), "play"])
    assert command() == "'my venv/bin/dicecup'"
    monkeypatch.chdir(bin_folder)
    assert command() == "./dicecup"
    monkeypatch.chdir(Path(__file__).parent)
    assert command() == f"'{bin_folder}/dicecup'"
    monkeypatch.setenv("PATH", str(bin_folder))
    assert command() == "dicecup"


@pytest.mark.skipif(os.name != "posix", reason="paths as a POSIX shell has them")
def test_as_a_module(bin_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/dicecup/__main__.py"])
    assert command() == "'my venv/bin/python' -m dicecup"
    monkeypatch.setenv("PATH", str(bin_folder))
    assert command() == "python -m dicecup"


def test_from_anywhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    for argv in ([], ["-c"], ["/usr/bin/pytest"]):
        monkeypatch.setattr(sys, "argv", argv)
        assert command() == "dicecup"


@pytest.mark.skipif(os.name != "posix", reason="paths as a POSIX shell has them")
def test_how_to_start_it_again(bin_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the page says when the program has ended: `make play`, a command, the module, one file."""
    monkeypatch.delenv("DICECUP_AGAIN", raising=False)
    monkeypatch.setattr(sys, "argv", [str(bin_folder / "dicecup"), "serve", "--port", "0", "--name", "my pc"])
    assert again() == "'my venv/bin/dicecup' serve --port 0 --name 'my pc'"
    monkeypatch.setattr(sys, "argv", ["/somewhere/dicecup/__main__.py", "serve", "--open"])
    assert again() == "'my venv/bin/python' -m dicecup serve --open"
    monkeypatch.chdir(bin_folder)
    monkeypatch.setattr(sys, "argv", ["./dicecup", "serve", "--open"])
    assert again() == "./dicecup serve --open"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "argv", ["./dicecup", *UNTYPED])
    assert again() == "./dicecup", "double-clicked, or typed without anything"
    monkeypatch.setenv("DICECUP_AGAIN", "make play")
    assert again() == "make play"


def test_make_says_that_it_is_make() -> None:
    makefile = Path(__file__).parents[2] / "Makefile"
    (line,) = [line for line in makefile.read_text().splitlines() if "serve --open" in line]
    assert "DICECUP_AGAIN='make play'" in line


@pytest.mark.thorough
def test_what_is_said_can_be_typed(tmp_path: Path) -> None:
    def run(line: str) -> str:
        done = subprocess.run(
            line, shell=True, input="\n", capture_output=True, text=True, env=environment, cwd=tmp_path, check=True
        )
        return done.stdout

    environment = {**os.environ, "DICECUP_HOME": str(tmp_path), "PYTHONUTF8": "1"}
    shown = run(f"'{sys.executable}' -m dicecup play yahtzee --seat Ann --seed 7")
    line = shown.partition("Continue with: ")[2]
    assert line.rstrip().endswith(" -m dicecup play yahtzee --continue")
    assert "What happened last" in run(line)
