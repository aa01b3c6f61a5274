"""What `pip install dicecup` brings plays; whatever it leaves out is named in one line, wherever it is missing."""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import pytest
import typer.main
from packaging.requirements import Requirement

from dicecup import extras
from dicecup.cli import app
from tests.test_house import MODULES, ROOT, name_of, normal

PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FOR_WORK: Final = {"all", "bench", "dev", "docs", "executable"}
"""Extras that nobody's program imports from."""
IMPORTED_AS: Final = {"open-spiel": "pyspiel"}
BESIDE: Final = {"numpy", "starlette", "typing-extensions", "websockets"}
"""What comes with something else, or is always there."""
LINE: Final = re.compile(r"This needs [\w ]+: pip install 'dicecup\[(\w+)\]'")


def named(requirement: str) -> str:
    return normal(re.match(r"[\w.-]+", requirement)[0])  # type: ignore[index]


def core() -> set[str]:
    """The packages that playing needs, with all that these need."""
    found: set[str] = set()
    waiting = [Requirement(each) for each in PROJECT["dependencies"]]
    while waiting:
        needed = waiting.pop()
        if normal(needed.name) not in found and (needed.marker is None or needed.marker.evaluate({"extra": ""})):
            found.add(normal(needed.name))
            waiting += map(Requirement, metadata.requires(needed.name) or ())
    return found


@pytest.fixture(scope="module")
def modules() -> list[str]:
    """What can be imported where only the core is installed, by its name at the top."""
    ours = core()
    packages = metadata.packages_distributions()
    return [module for module, names in packages.items() if {normal(name) for name in names} & ours]


BARE: Final = """
import json, sys
from importlib.machinery import PathFinder

class Bare:
    "Finds the standard library, Dicecup and its core, whatever else is installed."
    there = {*sys.stdlib_module_names, "dicecup", *json.loads(sys.argv[1])}

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if path is None and name not in cls.there and not name.startswith("_"):
            return None
        return PathFinder.find_spec(name, path, target)

sys.meta_path[:] = [Bare if finder is PathFinder else finder for finder in sys.meta_path]
"""


def bare(code: str, modules: list[str], home: Path, *words: str) -> Any:
    """What a program prints as JSON on a computer that has only the core."""
    done = subprocess.run(
        [sys.executable, "-c", BARE + code, json.dumps(modules), *words],
        env={**os.environ, "DICECUP_HOME": str(home), "PYTHONWARNINGS": "ignore"},
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


# --- what is where ---


def test_every_extra_is_known_by_the_modules_it_brings() -> None:
    brought = {
        (IMPORTED_AS.get(named(each), named(each)), extra)
        for extra, packages in PROJECT["optional-dependencies"].items()
        if extra not in FOR_WORK
        for each in packages
        if named(each) not in BESIDE
    }
    assert brought == {(module, part.extra) for module, part in extras.PARTS.items() if module not in BESIDE}


def test_all_brings_everything_that_a_program_imports() -> None:
    [own] = PROJECT["optional-dependencies"]["all"]
    assert set(own.removeprefix("dicecup[").removesuffix("]").split(",")) == (
        set(PROJECT["optional-dependencies"]) - FOR_WORK
    )


def test_the_core_is_small() -> None:
    assert {named(each) for each in PROJECT["dependencies"]} == {
        "numpy", "platformdirs", "rich", "typer", "websockets",
    }  # fmt: skip


# --- importing ---

IMPORT_ALL: Final = """
from importlib import import_module
import dicecup

said = {}
for name in sys.argv[2:]:
    try:
        import_module(name)
    except dicecup.MissingPart as error:
        said[name] = str(error)
    except BaseException as error:
        said[name] = f"{type(error).__name__}: {error}"
print(json.dumps(said))
"""


def test_every_module_is_imported_or_names_what_it_lacks(modules: list[str], tmp_path: Path) -> None:
    names = [name_of(path) for path in MODULES if path.stem != "__main__"]
    said: dict[str, str] = bare(IMPORT_ALL, modules, tmp_path, *names)
    assert {name: line for name, line in said.items() if not LINE.fullmatch(line)} == {}
    assert len(said) > 50, "or nothing was missing"
    needing = {".".join(name.split(".")[:2]) for name in said}
    known = {
        "dicecup.adapters",
        "dicecup.batch",
        "dicecup.games",
        "dicecup.mcp",
        "dicecup.server",
        "dicecup.training",
    }
    assert needing <= known


# --- typing ---

RUN_ALL: Final = """
import contextlib, io
from dicecup.cli import app
from dicecup.terminal import streams

said, typed = [], json.loads(sys.argv[2])
for words in typed:
    sys.argv = ["dicecup", *words]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = streams.run(lambda: app(prog_name="dicecup"))
    said.append([code, err.getvalue().strip(), out.getvalue()])
print(json.dumps(said))
"""

PLAYS: Final[dict[str, str]] = {
    "play": "play yahtzee --computers 2 --people 0 --level easy --seed 1 --words",
    "join": "join http://127.0.0.1:9/#/join/AAAAA",
    "replay": "replay nothing",
    "review": "review nothing",
    "verify": "verify nothing",
    "record": "record nothing",
    "simulate": "simulate deadwood --games 1 --player random --seed 1",
    "arena": "arena king-of-tokyo --seats easy,easy --games 2 --seed 1",
    "benchmark": "benchmark nobody yahtzee --quick",
    "ladder": "ladder yahtzee --games 2 --players easy --output nowhere/here.md",
    "games": "games king-of-tokyo",
    "saves": "saves",
    "puzzles list": "puzzles list",
    "puzzles make": "puzzles make yahtzee --output puzzles.json.gz --puzzles 1 --games 1",
    "train": "train king-of-tokyo --help",
}
"""Commands for which the core is enough: what they do, or refuse, has nothing to do with what is installed."""

NEED: Final[dict[str, tuple[str, str]]] = {
    "mcp": ("mcp", "mcp"),
    "serve": ("serve", "web"),
    "think": ("think --database postgresql://ann@127.0.0.1:1/games", "web"),
    "database check": ("database check", "web"),
    "database backup": ("database backup games.sqlite3", "web"),
    "database restore": ("database restore games.sqlite3", "web"),
    "database move": ("database move --to postgresql://ann@127.0.0.1:1/games", "web"),
    "database clean": ("database clean --older-than 1y", "web"),
    "train deadwood": ("train deadwood network --rounds 1", "fast"),
    "arena with a master": ("arena deadwood --seats master,easy --games 2", "fast"),
    "ladder with a master": ("ladder king-of-tokyo --players easy,master --output here.md", "fast"),
}
"""Commands that need more, with the name of it."""


def commands(group: Any = None, above: tuple[str, ...] = ()) -> Iterator[str]:
    """Everything that can be typed after `dicecup`."""
    found: Any = group or typer.main.get_command(app)
    for name, command in found.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*above, name))
        else:
            yield " ".join((*above, name))


def test_every_command_is_tried_here() -> None:
    assert set(commands()) == {*PLAYS, *NEED} - {"train deadwood", "arena with a master", "ladder with a master"}


def test_every_command_does_its_work_or_names_what_it_lacks(modules: list[str], tmp_path: Path) -> None:
    typed = [*PLAYS.values(), *(words for words, _ in NEED.values())]
    typed += [f"{name} --help" for name in commands()]
    said = bare(RUN_ALL, modules, tmp_path, json.dumps([words.split() for words in typed]))
    found = dict(zip(typed, said, strict=True))
    assert {words: found[words] for words in PLAYS.values() if LINE.search(found[words][1])} == {}
    for words, extra in NEED.values():
        code, err, _ = found[words]
        assert code == 1, words
        lacks = LINE.fullmatch(err.removeprefix("dicecup: "))
        assert lacks, f"{words}: {err}"
        assert lacks[1] == extra
    assert not list(tmp_path.glob("*-training")), "and nothing is half done"
    for words, (code, err, out) in found.items():
        assert "Traceback" not in err, words
        assert "No module named" not in err + out, words
        if words.endswith("--help"):
            assert code == 0, words
