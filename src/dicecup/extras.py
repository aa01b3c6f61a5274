"""What `pip install dicecup` leaves out: who needs such a part says so here, and who lacks it is told its name.

What playing needs, in the terminal and from Python, is always there. Everything else is imported when it is used,
after `need`, or by `load`.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from dicecup import interrupts
from dicecup.table.errors import MissingPart


class Part(NamedTuple):
    """What a module belongs to."""

    called: str  # as it goes on after "This needs"
    extra: str  # as it is installed: pip install 'dicecup[EXTRA]'


_WEB: Final = Part("the web part", "web")
PARTS: Final[dict[str, Part]] = {
    **dict.fromkeys(("fastapi", "pydantic", "segno", "starlette", "uvicorn"), _WEB),
    "numba": Part("Numba", "fast"),
    "gymnasium": Part("Gymnasium", "research"),
    "pettingzoo": Part("PettingZoo", "research"),
    "pyspiel": Part("OpenSpiel", "research"),
    "asyncpg": Part("the PostgreSQL part", "postgres"),
    "redis": Part("the Redis part", "redis"),
    "mcp": Part("the MCP part", "mcp"),
    "ray": Part("Ray", "cluster"),
}
"""Every module that may be missing, by its name at the top; tests/test_core.py holds it to pyproject.toml."""


def has(module: str) -> bool:
    """Whether it is there."""
    return sys.modules.get(module) is not None or find_spec(module) is not None


def need(*modules: str) -> None:
    """MissingPart, which names what to install, unless all of these are there."""
    for module in modules:
        if not has(module):
            raise missing(module)


def works(module: str) -> bool:
    """Whether it is there and can be imported: some do not get along with what else is installed."""
    try:
        load(module)
    except MissingPart:
        return False
    return True


def load(module: str) -> Any:
    """A module, imported; MissingPart, which names what to install, if it is not there or does not work."""
    need(name := module.partition(".")[0])
    try:
        found = import_module(module)
    except (ImportError, OSError) as error:  # the latter if a library of the system's is missing
        why = " ".join(str(error).split()) or type(error).__name__
        called = PARTS[name].called
        said = f"{called[0].upper()}{called[1:]} is installed, but it does not work here: {why}"
        raise MissingPart(said) from error
    if name == "numba":
        interrupts.wait_for_llvm()
    return found


def missing(module: str) -> MissingPart:
    """What to say where this is missing."""
    part = PARTS[module]
    install = f"pip install 'dicecup[{part.extra}]'"
    if getattr(sys, "frozen", False):
        return MissingPart(
            f"The one-file program has not got {part.called}. Install Dicecup as a package: {install}"
        )
    return MissingPart(f"This needs {part.called}: {install}")
