"""What if nobody can read what the program says: a full disk, a pipe without a reader, a stream that is closed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.games.yahtzee import solver
from dicecup.saves import PERSON, Store, Table
from tests.terminal.program import run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork")

FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to try")
COMMANDS = [
    "--help",
    "--version",
    "play --help",
    "play",
    "play yahtzee --seat Ann",
    "play yahtzee --people 0 --computers 1 --level easy --seed 1",
    "play deadwood --people 2",
    "play king-of-tokyo --people 2",
    "replay game",
    "replay game --json",
    "review game",
    "review nothing --json",
    "verify game",
    "verify game --json",
    "verify nothing --json",
    "record game --output -",
    "record game",
    "simulate yahtzee --player random --games 2",
    "simulate yahtzee --player random --games 2 --json",
    "arena yahtzee --seats easy,random --games 2",
    "arena yahtzee --seats easy,random --games 2 --json",
    "ladder yahtzee --players easy,random --seats 2 --games 2 --output {home}/strength.md",
    "benchmark --help",
    "mcp --help",
    "train --help",
    "train king-of-tokyo --help",
    "train deadwood ship --help",
    "join --help",
    "serve --port 0",
    "serve --port 0 --help",
    "think --help",
    "games",
    "games --json",
    "games king-of-tokyo",
    "saves",
    "saves --json",
]
WHY = {
    "full": "dicecup: The output could not be written: No space left on device.\n",
    "unread": "dicecup: The output could not be written: nobody is reading it any more.\n",
    "closed": "dicecup: The output could not be written: it is closed.\n",
}

# Starts once, then forks for each command. At its end each flushes as Python does when it shuts down; the rest of
# that would take longer than all the commands.
_MANY = """
import json, os, sys, tempfile
from dicecup import cli
import dicecup.arena.strength, dicecup.players.yahtzee.easy, dicecup.server.run, dicecup.terminal.setup
import dicecup.training.deadwood, dicecup.training.king_of_tokyo.run, numpy
for name in dicecup.games.names(): dicecup.games.find(name)
found = []
for stdout, stderr, words in json.load(sys.stdin):
    said = tempfile.TemporaryFile()
    if not (child := os.fork()):
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(said.fileno(), 2)
        for number, name, kind in ((1, "stdout", stdout), (2, "stderr", stderr)):
            if kind == "full":
                os.dup2(os.open("/dev/full", os.O_WRONLY), number)
            elif kind == "unread":
                reader, writer = os.pipe()
                os.close(reader)
                os.dup2(writer, number)
            elif kind == "closed":
                os.close(number)
                setattr(sys, name, None)
        sys.argv = ["dicecup", *words]
        try:
            cli.main()
        except SystemExit as end:
            code = end.code
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except Exception:
            code = 120
        os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    said.seek(0)
    found.append((code, said.read().decode()))
print(json.dumps(found))
"""


def ends(cases: list[tuple[str, str, list[str]]], interpreter: tuple[str, ...] = ()) -> list[tuple[int, str]]:
    """Exit code and complaints of commands whose stdout and stderr are as said."""
    done = subprocess.run(
        [sys.executable, *interpreter, "-c", _MANY],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(code, said) for code, said in json.loads(done.stdout.splitlines()[-1])]


@pytest.fixture
def saved(home: Path) -> Path:
    """A folder with a finished game called `game`. Yahtzee is solved, or a review would say that it does that."""
    solver.load("standard")
    match = dicecup.new("yahtzee", names=["Ann"])
    while match.pending:
        match.answer(match.pending.options[-1])
    store = Store(home)
    store.write(store.named("game"), Table(match, (PERSON,)))
    return home


@FULL
@pytest.mark.parametrize(
    "interpreter", [(), pytest.param(("-u",), marks=pytest.mark.soak)], ids=["buffered", "unbuffered"]
)
@pytest.mark.thorough
def test_every_command_says_so_in_one_line_and_fails(saved: Path, interpreter: tuple[str, ...]) -> None:
    words = [[word.format(home=saved) for word in command.split()] for command in COMMANDS]
    cases = [(kind, "", each) for kind in WHY for each in words]
    expected = [(1, WHY[kind]) for kind, _, _ in cases]
    # Where complaints cannot be written either, the exit code tells.
    cases += [(out, err, ["games"]) for out in WHY for err in WHY]
    expected += [(1, "")] * 9
    cases += [("", err, each) for err in WHY for each in (["games"], ["verify", "nothing"])]
    expected += [(0, ""), (1, "")] * 3
    found = ends(cases, interpreter)
    wrong = [(case, end) for case, end, right in zip(cases, found, expected, strict=True) if end != right]
    assert not wrong


@FULL
@pytest.mark.parametrize(
    ("kind", "program"),
    [
        ("full", "-m dicecup"),
        ("full", "-u -m dicecup"),
        ("full", "-m dicecup.onefile"),
        ("unread", "-m dicecup"),
        ("closed", "-m dicecup"),
    ],
)
def test_to_its_very_end(home: Path, kind: str, program: str) -> None:
    """No status 120, and nothing about exceptions that were ignored."""
    where = {"full": "> /dev/full", "unread": "> >(true)", "closed": ">&-"}[kind]
    wait = "sleep 0.2; " if kind == "unread" else ""
    script = f"{{ {wait}'{sys.executable}' {program} games; }} {where}"
    done = subprocess.run(
        ["bash", "-c", script], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, WHY[kind])


def test_every_command_there_is_has_been_tried() -> None:
    from dicecup.cli import app

    there = {command.name or command.callback.__name__ for command in app.registered_commands}  # type: ignore[union-attr]
    assert there <= {command.partition(" ")[0] for command in COMMANDS}


def test_a_stream_that_was_closed_leaves_no_room_for_a_file_of_ours(home: Path) -> None:
    """A save that is opened as number 2 would get every complaint written into it."""
    code = (
        "import os, sys; from dicecup.terminal import streams\n"
        "def look():\n"
        "    number = os.open(os.devnull, os.O_RDONLY)\n"
        "    print(number > 2, repr(sys.stdin.read()), file=sys.stderr if sys.stdout is None else sys.stdout)\n"
        "sys.exit(streams.run(look))\n"
    )
    script = '"$0" -c "$1" <&- 2>&-'
    done = subprocess.run(
        ["bash", "-c", script, sys.executable, code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "True ''\n")


def test_a_closed_input_is_one_that_has_ended(home: Path) -> None:
    script = '"$0" -m dicecup play yahtzee --seat Ann --seed 1 <&-'
    done = subprocess.run(["bash", "-c", script, sys.executable], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Ann" in done.stdout


def test_a_reader_that_leaves_early_is_told_of_in_one_line(saved: Path) -> None:
    script = '"$0" -m dicecup replay game --json | head -1; exit "${PIPESTATUS[0]}"'
    done = subprocess.run(["bash", "-c", script, sys.executable], capture_output=True, text=True, check=False)
    assert json.loads(done.stdout)["number"] == 1
    assert done.stderr in (WHY["unread"], "")  # it may all have gone into the pipe before head left
    assert done.returncode == (1 if done.stderr else 0)


def test_a_file_that_cannot_be_written_is_not_taken_for_the_output(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_space(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device", "/somewhere/file")

    monkeypatch.setattr("dicecup.terminal.reading.list_games", no_space)
    done = run("games")
    assert (done.returncode, done.stderr) == (1, "dicecup: No space left on device: /somewhere/file\n")
