"""The documents for people, and what stands in them to be typed: blocks of code, and commands."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import typer.main

from dicecup.cli import app
from tests.test_house import ROOT

_BLOCK: Final = re.compile(r"^( *)```([\w-]*)[^\n]*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_INLINE: Final = re.compile(r"(?<!`)`((?:\.venv/bin/|dist/)?dicecup [^`]+|make [a-z][^`]*)`(?!`)")
_ENDS: Final = {"|", ">", ">>", "&&", "||", ";", "&", "2>", "<"}
_BEFORE: Final = re.compile(r"\w+=\S*|sudo|time|nohup|exec|podman|docker|run")


def documents() -> list[Path]:
    """README, docs, and whatever else is written for people."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
    return sorted(each for each in found if "node_modules" not in each.parts and each.name != "CHANGELOG.md")


class Block(NamedTuple):
    """A block of code in a document."""

    document: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.document.relative_to(ROOT).as_posix()}:{self.line}"


def blocks() -> Iterator[Block]:
    """Every block of code."""
    for path in documents():
        text = path.read_text(encoding="utf-8")
        for found in _BLOCK.finditer(text):
            yield Block(path, text[: found.start(3)].count("\n") + 1, found[2], found[3])


def typed() -> Iterator[tuple[str, list[str]]]:
    """Where something to be typed stands, and its words, the program first."""
    for block in blocks():
        if block.language in ("console", "sh", "text", "bash"):
            text = block.text.replace("\\\n", " ")
            lines = [line[2:] for line in text.splitlines() if line.startswith("$ ")]
            for line in lines or (text.splitlines() if block.language in ("sh", "bash") else ()):
                yield from ((str(block), words) for words in _commands(line))
    for path in documents():
        text = _BLOCK.sub("", path.read_text(encoding="utf-8"))
        for found in _INLINE.finditer(text):
            yield from ((path.name, words) for words in _commands(" ".join(found[1].split())))


def _commands(line: str) -> Iterator[list[str]]:
    try:
        words = shlex.split(line, comments=True)
    except ValueError:  # an apostrophe in a sentence
        return
    command: list[str] = []
    for word in [*words, ";"]:
        if word in _ENDS:
            while command and _BEFORE.fullmatch(command[0]):
                command = command[1:]
            if command:
                yield [command[0].rpartition("/")[2], *command[1:]]
            command = []
        else:
            command.append(word)


def unknown(words: list[str]) -> str:
    """What of a command after `dicecup` there is not; nothing, if all is well."""
    group: Any = typer.main.get_command(app)
    left = list(words)
    while left and hasattr(group, "commands"):
        name = left.pop(0)
        if name.startswith("-") or name == "...":
            break
        if name not in group.commands:
            return f"no command {name}"
        group = group.commands[name]
    if getattr(group, "name", "") == "train":
        return ""  # the game says what can follow
    known = {option for each in group.params for option in (*each.opts, *each.secondary_opts)} | {"--help", "-h"}
    wrong = [word for word in left if re.match(r"--?[a-z]", word) and word.partition("=")[0] not in known]
    return f"no option {wrong[0]} of {group.name}" if wrong else ""
