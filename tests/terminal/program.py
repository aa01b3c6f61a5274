"""The real program, typed into and read: inside this process, and from outside where that makes a difference."""

import io
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from dicecup.cli import main
from dicecup.saves import Store, Table
from tests.processes import PYTHON

PROGRAM = [*PYTHON, "-c", "from dicecup.cli import main; main()"]  # calls itself just dicecup
PLAIN = {"PYTHONUTF8": "1", "COLUMNS": "80"}
FILL_ALL = [line for number in range(1, 14) for line in ("", f"fill {number}")]


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command inside this process: all but starting it is real, and it takes no time to start."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    code = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "80")
        patch.setattr(sys, "argv", ["-c", *arguments])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    shown, complaint = (stream.buffer.getvalue().decode() for stream in (out, err))
    return subprocess.CompletedProcess(list(arguments), code, shown, complaint)


def start(
    *arguments: str, typed: str | bytes = "", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    done = subprocess.run(
        [*PROGRAM, *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env={**os.environ, **PLAIN, **(env or {})},
        timeout=60,
        check=False,
    )
    result = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in result.stdout + result.stderr, result.stderr
    return result


def invoke(*arguments: str, code: int = 0, typed: str = "") -> str:
    """Run a command that ends with this code; returns everything it prints."""
    done = run(*arguments, typed=typed)
    assert done.returncode == code, done
    return done.stdout + done.stderr


def lines(*typed: str) -> str:
    return "".join(line + "\n" for line in typed)


def autosave(home: Path, game: str = "yahtzee") -> Table:
    store = Store(home)
    return store.read(store.autosave(game))


class Pipe:
    """The program with a person who waits for each prompt."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, **PLAIN},
        )
        self.seen = ""

    def wait_for(self, text: str) -> None:
        assert self.process.stdout is not None
        end = time.monotonic() + 60
        while text not in self.seen:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            assert ready, f"{text!r} did not come: {self.seen}"
            chunk = os.read(self.process.stdout.fileno(), 65536)
            assert chunk, f"{text!r} did not come: {self.seen}"
            self.seen += chunk.decode()

    def until_prompt(self) -> str:
        """What is new, up to the next prompt or the end."""
        assert self.process.stdout is not None
        new = b""
        while not new.endswith(b" > ") and (chunk := os.read(self.process.stdout.fileno(), 65536)):
            new += chunk
        self.seen += new.decode()
        return new.decode()

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def close(self) -> int:
        try:
            rest, _ = self.process.communicate(timeout=60)
        finally:
            self.process.kill()
        self.seen += rest.decode()
        assert "Traceback" not in self.seen, self.seen
        return self.process.returncode


def play(answer: Callable[[str], str], *arguments: str) -> str:
    """A whole game in the real program: prompt after prompt is answered, as a person would, until it ends."""
    pipe = Pipe("play", *arguments)
    prompts = 0
    while prompts < 3_000 and (shown := pipe.until_prompt()).endswith(" > "):
        pipe.type(answer(shown))
        prompts += 1
    assert pipe.close() == 0
    return pipe.seen
