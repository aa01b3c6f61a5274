"""What a server writes down about itself: as sentences, or as one JSON object a line. Never anybody's secret.

Tokens, cookies, codes, invites, passwords, names and what people say are in no line: requests are named by their
route and not by their address, and of an error only its kind and its place are told, since its words may hold
what somebody typed. On a computer of one's own, errors are told in full.
"""

import json
import logging
import re
import sys
import time
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final, Literal, get_args

from dicecup.saves import StorageError
from dicecup.server.settings import Settings
from dicecup.table import SetupError
from dicecup.table.errors import shown

Kind = Literal["text", "json"]
REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""The id of the request, or of the socket, that whatever is done now is done for."""
FIELDS: Final = ("method", "route", "status", "seconds", "match", "party", "kind", "outcome", "game")
"""What a line may say besides its message: give them as `extra`."""

_ABOUT: Final = re.compile(r"(match|party) %s\b")
_FRAME: Final = re.compile(r'\s*File "([^"]+)", line (\d+), in (\S+)')
_MOST_CAUSES: Final = 5
_log: Final = logging.getLogger("dicecup.server")


def kind(text: str) -> Kind:
    """How to write things down, as it was typed; SetupError if there is no such way."""
    for each in get_args(Kind):
        if text == each:
            return each  # type: ignore[no-any-return]
    raise SetupError(f"Logs are written as text or json, not as {shown(text)}.")


def begin(settings: Settings) -> None:
    """Write things down that way from now on; text on a computer of one's own needs nothing."""
    if plain(settings):
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if settings.log == "json" else Sentences())
    logging.getLogger().addHandler(handler)
    if settings.log == "json":
        logging.getLogger("dicecup").setLevel(logging.INFO)


def plain(settings: Settings) -> bool:
    """Whether everything is told as it comes: nobody plays here but whoever reads it."""
    return settings.log == "text" and settings.local and not settings.database


def say(settings: Settings, words: str) -> None:
    """Say something to whoever has started the program."""
    if settings.log == "json":
        note(words)
    else:
        print(words, flush=True)


def note(message: str, **facts: object) -> None:
    """Something that has happened in order: only for those who collect such things."""
    if _log.isEnabledFor(logging.INFO):
        _log.info(message, extra={name: value for name, value in facts.items() if value not in (None, "")})


class Sentences(logging.Formatter):
    """For people who read the log of a server that is not their own computer's alone."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and where it went wrong below."""
        error = _error(record)
        if error is None:
            return message_of(record)
        return "\n".join((message_of(record), *(f"  {each['type']}: {' < '.join(each['at'])}" for each in error)))


class JsonLines(logging.Formatter):
    """For programs."""

    def format(self, record: logging.LogRecord) -> str:
        """One object on one line."""
        at = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "time": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "message": message_of(record),
        }
        if request := REQUEST.get():
            line["request"] = request
        if isinstance(record.msg, str) and (about := _ABOUT.match(record.msg)) and isinstance(record.args, tuple):
            line[about[1]] = str(record.args[0])
        line.update((name, value) for name in FIELDS if (value := getattr(record, name, None)) is not None)
        if (error := _error(record)) is not None:
            line["error"] = error
        return json.dumps(line, ensure_ascii=False, default=str)


def message_of(record: logging.LogRecord) -> str:
    """What a line says, without the words of errors that may be anybody's."""
    if record.name == "asyncio":  # it adds what a task was about
        return str(record.msg).partition("\n")[0] % (record.args or ())
    args = record.args
    if isinstance(args, tuple) and args:
        args = tuple(map(_spoken, args))
    return str(record.msg) % args if args else str(record.msg)


def _spoken(thing: object) -> object:
    """What a line says of something. The words of an error may be somebody's; a store's are about its disk."""
    if isinstance(thing, str) and "Traceback (most recent call last)" in thing:
        return without_words(thing)
    return (
        type(thing).__name__ if isinstance(thing, BaseException) and not isinstance(thing, StorageError) else thing
    )


def _error(record: logging.LogRecord) -> list[dict[str, Any]] | None:
    """What went wrong, and because of what: kinds and places, the innermost place first."""
    if not record.exc_info or record.exc_info[1] is None:
        return None
    return [
        {"type": type(each).__name__, "at": [_place(*frame) for frame in reversed(_frames(each))][:20]}
        for each in _chain(record.exc_info[1])
    ]


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    for _ in range(_MOST_CAUSES):
        if error is None:
            return
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _frames(error: BaseException) -> list[tuple[str, int, str]]:
    return [(each.filename, each.lineno or 0, each.name) for each in traceback.extract_tb(error.__traceback__)]


def _place(file: str, line: int | str, name: str) -> str:
    """Such as `ledger.py:116 change`: where the package lies is nobody's business."""
    _, found, inner = file.replace("\\", "/").rpartition("/dicecup/")
    return f"{inner if found else file.replace(chr(92), '/').rpartition('/')[2]}:{line} {name}"


def without_words(trace: str) -> str:
    """A traceback that comes from another process as text: kinds and places alone."""
    lines = trace.splitlines()
    places = [_place(*found.groups()) for line in lines if (found := _FRAME.match(line))]
    kind = lines[-1].partition(":")[0].rpartition(".")[2] if lines else ""
    return " < ".join([kind if kind.isidentifier() else "an error", *reversed(places[-10:])])


def since(begun: float) -> float:
    """Seconds since then (by `time.perf_counter`), as they are written down."""
    return round(time.perf_counter() - begun, 4)
