"""Somebody's own players by name: `mybots.Thrifty`, `mybots:Net?weights=net.npz`, `exec:node bot.js`.

Whoever runs the program may name such a player, and nobody else: to make one runs whatever is there.
"""

import inspect
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from dicecup.players.outside import Bot, OutsidePlayer, is_outside, read
from dicecup.players.player import Player
from dicecup.players.seated import close
from dicecup.table import SetupError
from dicecup.table.errors import said, shown

_TRUE: Final = ("1", "true", "yes", "on")
_FALSE: Final = ("0", "false", "no", "off")
_SEED: Final = "seed"


def is_own(name: str) -> bool:
    """Whether this can be a player of somebody's own; no level or reference has such a name."""
    return "." in name or ":" in name


def split_players(text: str) -> list[str]:
    """Players as typed, with commas between; a comma within quotes is part of a command."""
    parts, quote = [""], ""
    for letter in text:
        if letter == "," and not quote:
            parts.append("")
            continue
        if letter in "\"'" and quote in ("", letter):
            quote = "" if quote else letter
        parts[-1] += letter
    return parts


def maker(name: str) -> Callable[[int], Player]:
    """What makes the player from a seed; SetupError, in a line, if there is nothing that could.

    This imports, and so runs, whatever is there. A program outside is not run before it is needed.
    """
    if is_outside(name):
        spec = read(name)
        return lambda seed: OutsidePlayer(Bot(spec.start), seed, spec.seconds)
    where, _, query = name.partition("?")
    module, _, what = where.replace(":", ".").rpartition(".")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # as with python -m: what lies here can be named
    try:
        there = import_module(module)
    except BaseException as error:  # whatever somebody's module does when it is imported
        raise SetupError(f"{where} cannot be imported: {said(error)}") from error
    found = getattr(there, what, None)
    if found is None:
        raise SetupError(f"{where} cannot be imported: there is no {what} in {module}.")
    return made_by(where, found, _parameters(where, query))


def check(name: str) -> None:
    """SetupError, in a line, if there is no such player. A program outside is not run for that."""
    make = maker(name)
    if not is_outside(name):
        close(make(0))


def made_by(name: str, found: object, given: Mapping[str, str] | None = None) -> Callable[[int], Player]:
    """What makes the player from a seed, of a class or function that may take one or not.

    `given`: parameters as they were typed. With them the seed goes to the one called seed, else to the first.
    """
    if not callable(found):
        raise SetupError(f"{name} is not a class, nor a function that makes a player.")
    takes = _taken(found)
    if not given:
        return lambda seed: _made(name, found, (seed,) if takes else (), {})
    words = _converted(name, takes, given)
    seeded = _SEED in takes and _SEED not in given
    return lambda seed: _made(name, found, (), {**words, _SEED: seed} if seeded else words)


def _taken(found: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    for names_are_known in (True, False):
        try:
            return inspect.signature(found, eval_str=names_are_known).parameters
        except Exception:  # noqa: S112 - an annotation may be anything, and not everything tells what it takes
            continue
    return {}


def _parameters(name: str, query: str) -> dict[str, str]:
    """What is written after the question mark: `weights=net.npz&depth=3`; %26 is an ampersand."""
    found: dict[str, str] = {}
    for part in filter(None, query.split("&")):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier() or key in found:
            raise SetupError(
                f"Parameters of {name} are written NAME=VALUE, each once, with & between; {shown(part)} is not."
            )
        found[key] = unquote(value)
    return found


def _converted(name: str, takes: Mapping[str, inspect.Parameter], given: Mapping[str, str]) -> dict[str, object]:
    """Parameters as what they are annotated: numbers, yes or no, and paths; all others are texts."""
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    known = {key: each.annotation for key, each in takes.items() if each.kind in kinds}
    anything = any(each.kind is inspect.Parameter.VAR_KEYWORD for each in takes.values())
    words: dict[str, object] = {}
    for key, value in given.items():
        if key not in known and not anything:
            raise SetupError(f"{name} takes no parameter {key!r}; it takes: {', '.join(known) or 'none'}.")
        try:
            words[key] = _as(known.get(key), value)
        except ValueError:
            raise SetupError(f"The parameter {key!r} of {name} cannot be {shown(value)}.") from None
    return words


def _as(annotation: object, value: str) -> object:
    if annotation is bool:
        if value.casefold() not in (*_TRUE, *_FALSE):
            raise ValueError
        return value.casefold() in _TRUE
    kind = next((each for each in (int, float, Path) if annotation is each), None)
    return value if kind is None else kind(value)


def _made(name: str, make: Callable[..., Any], seed: tuple[int, ...], words: Mapping[str, object]) -> Player:
    try:
        player = make(*seed, **words)
        decide = getattr(player, "decide", None)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise SetupError(f"{name} cannot be made: {said(error)}") from error
    if decide is None:
        raise SetupError(f"What {name} makes is not a player: it has no method decide.")
    if not callable(decide):
        raise SetupError(f"What {name} makes is not a player: its decide is not a method.")
    made: Player = player
    return made
