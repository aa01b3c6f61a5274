"""The real program, from outside: started, typed into and read."""

import os
import select
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from typer.testing import CliRunner

import dicecup
from dicecup.cli import app
from dicecup.saves import Store, Table
from tests.processes import PYTHON

PROGRAM = [*PYTHON, "-c", "from dicecup.cli import main; main()"]  # calls itself just dicecup
FILL_ALL = [line for number in range(1, 14) for line in ("", f"fill {number}")]


def run(
    *arguments: str, typed: str | bytes = "", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    raw = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=raw,
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "1", **(env or {})},
        timeout=60,
        check=False,
    )
    result = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in result.stdout + result.stderr, result.stderr
    return result


def lines(*typed: str) -> str:
    return "".join(line + "\n" for line in typed)


def autosave(home: Path) -> Table:
    store = Store(home)
    return store.read(store.autosave("yahtzee"))


class Pipe:
    """The program with a person who waits for each prompt."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.seen = ""

    def wait_for(self, text: str) -> None:
        assert self.process.stdout is not None
        end = time.monotonic() + 30
        while text not in self.seen:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            assert ready, f"{text!r} did not come: {self.seen}"
            chunk = os.read(self.process.stdout.fileno(), 65536)
            assert chunk, f"{text!r} did not come: {self.seen}"
            self.seen += chunk.decode()

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def close(self) -> int:
        try:
            rest, _ = self.process.communicate(timeout=30)
        finally:
            self.process.kill()
        self.seen += rest.decode()
        assert "Traceback" not in self.seen, self.seen
        return self.process.returncode


def invoke(*arguments: str, code: int = 0, typed: str = "") -> str:
    """Run a small command inside this process."""
    result = CliRunner().invoke(app, list(arguments), input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        assert isinstance(result.exception, dicecup.DicecupError), result.exception
        assert code == 1
        return str(result.exception)
    assert result.exit_code == code, result.output
    return result.output
