"""How a player outside is named: `exec:node bot.js`, `exec+sandbox:./bot`, `ws://localhost:9000`, `llm:...`."""

import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from dicecup.players.outside.limits import NO_MORE_THAN, USUAL, sandboxed
from dicecup.players.outside.line import Line
from dicecup.table import SetupError
from dicecup.table.errors import shown

EXEC: Final = "exec:"
LIMITED: Final = "exec+limits:"
SANDBOXED: Final = "exec+sandbox:"
SOCKETS: Final = ("ws:", "wss:")
MODELS: Final = "llm:"
_PROGRAMS: Final = (EXEC, LIMITED, SANDBOXED)


def is_outside(name: str) -> bool:
    """Whether this names a program to run, or a socket or a language model to talk to."""
    return name.startswith((*_PROGRAMS, *SOCKETS, MODELS))


@dataclass(frozen=True, slots=True)
class Spec:
    """A player outside, by its name; `start` runs it, or calls it."""

    name: str
    start: Callable[[], Line]
    seconds: float | None = None  # for a decision, if it says so itself


def read(name: str) -> Spec:
    """The player of this name; SetupError, with what would be right, if there can be none. Nothing is started."""
    if not name.isprintable():
        raise SetupError(f"{shown(name)} cannot name a player: it has characters that cannot be printed.")
    if name.startswith(SOCKETS):
        return Spec(name, _socket(name))
    if name.startswith(MODELS):
        from dicecup.players.outside.llm import address, model

        found = address.read(name)
        return Spec(name, lambda: model.Model(found), found.seconds)
    scheme, _, typed = name.partition(":")
    return Spec(name, _program(name, f"{scheme}:", typed))


def _program(name: str, scheme: str, typed: str) -> Callable[[], Line]:
    try:
        command = shlex.split(typed)
    except ValueError as error:
        raise SetupError(f"{name} cannot be run: {str(error).lower()}.") from None
    if not command:
        raise SetupError(f"Say which program to run, such as {scheme}node bot.js.")
    if sys.platform == "win32":
        raise SetupError(f"{name} cannot be run on Windows. Let the bot listen at a socket: ws://localhost:9000.")
    if shutil.which(command[0]) is None:
        raise SetupError(f"{name} cannot be run: there is no program {shown(command[0])} here.")
    from dicecup.players.outside.program import Program, environment

    if scheme == SANDBOXED:
        command = sandboxed(name, command)
    limits = USUAL if scheme == EXEC else NO_MORE_THAN
    passed = environment(trusted=scheme == EXEC)
    return lambda: Program(command, limits, passed)


def _socket(name: str) -> Callable[[], Line]:
    from dicecup.players.outside.web import Socket, check  # takes a while to import

    check(name)
    return lambda: Socket(name)
