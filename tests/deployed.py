"""What `compose.yaml`, `Containerfile` and the units of systemd say, read as those who run them read it."""

import re
import shlex
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final, NamedTuple

import typer.main
import yaml

from dicecup.cli import app
from tests.test_house import ROOT

OWN: Final = ("server-1", "server-2", "thinker")
"""The services that are Dicecup."""
GIVEN: Final = {"DICECUP_NAME": "localhost", "POSTGRES_PASSWORD": "elephant", "VALKEY_PASSWORD": "canary"}
"""What somebody wrote into .env."""

_VARIABLE: Final = re.compile(r"\$(?:(\$)|\{(\w+)(?::?([-?])([^}]*))?\}|(\w+))")


class Missing(Exception):  # noqa: N818
    """A variable that has to be given, and is not."""


def filled(text: str, given: dict[str, str]) -> str:
    """A text of compose.yaml with its variables filled in."""

    def value(found: re.Match[str]) -> str:
        dollar, braced, kind, rest, bare = found.groups()
        name = braced or bare
        if dollar:
            return "$"
        if given.get(name):
            return given[name]
        if kind == "-":
            return str(rest)
        raise Missing(f"{name}: {rest or 'it has no default'}")

    return _VARIABLE.sub(value, text)


def compose(given: dict[str, str] = GIVEN) -> dict[str, Any]:
    """The whole file, anchors and variables resolved."""

    def resolved(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: resolved(value) for key, value in node.items()}
        if isinstance(node, list):
            return [resolved(each) for each in node]
        return filled(node, given) if isinstance(node, str) else node

    read: dict[str, Any] = resolved(yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8")))
    return read


class Instruction(NamedTuple):
    """One line of a Containerfile."""

    word: str
    rest: str
    stage: int


def containerfile() -> list[Instruction]:
    """Its instructions, each with the stage it belongs to, counted from 0."""
    lines = (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
    found: list[Instruction] = []
    stage = -1
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            stage += word == "FROM"
            found.append(Instruction(word, rest.strip(), stage))
    return found


def goes_along(path: str) -> bool:
    """Whether a file of this folder is there when an image is built, as .containerignore has it."""
    lines = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    kept = True
    for line in lines:
        rule = line.strip().removeprefix("!").removeprefix("**/")
        parts = path.split("/")
        above = ["/".join(parts[: n + 1]) for n in range(len(parts))]
        anywhere = line.strip().startswith("**/") and rule in parts
        if line.strip() and not line.startswith("#") and (anywhere or any(fnmatchcase(a, rule) for a in above)):
            kept = line.startswith("!")
    return kept


def unit(name: str) -> dict[str, list[str]]:
    """The settings of a unit of systemd, each with all its values."""
    found: dict[str, list[str]] = {}
    for line in (ROOT / "deploy" / name).read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "#[":
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


def unit_command(name: str) -> tuple[Path, list[str]]:
    """What a unit starts, with the variables it sets itself filled in: the program, and the words after it."""
    facts = unit(name)
    own = dict(each.split("=", 1) for line in facts.get("Environment", []) for each in shlex.split(line))
    [command] = facts["ExecStart"]
    words = [part for word in command.split() for part in (own[word[1:]].split() if word[0] == "$" else [word])]
    return Path(words[0]), words[1:]


def understood(words: list[str]) -> dict[str, Any]:
    """What the words after `dicecup` mean to it; an error if it knows no such option."""
    group: Any = typer.main.get_command(app)
    with group.commands[words[0]].make_context(words[0], list(words[1:])) as context:
        return dict(context.params)


def seconds(text: str) -> float:
    """Of a duration such as 30s or 1m."""
    number, unit_ = re.fullmatch(r"(\d+)(s|m)?", text).groups()  # type: ignore[union-attr]
    return float(number) * (60 if unit_ == "m" else 1)
