"""What a server does, measured: commands that people give, decisions that are taken, work of the store."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from dicecup.saves import StorageError
from dicecup.server.operation import logs, measures
from dicecup.table import DicecupError

MOVES: Final = measures.counter("dicecup_moves_total", "Decisions that were taken, and by whom.", "game", "by")
_COMMANDS: Final = measures.counter(
    "dicecup_commands_total", "Commands, and what came of them.", "kind", "outcome"
)
_COMMAND: Final = measures.histogram("dicecup_command_seconds", "From a command to its answer.", "kind")
_WORK: Final = measures.histogram("dicecup_store_seconds", "Work of the store, waiting included.", "what")
_FAILED: Final = measures.counter("dicecup_store_errors_total", "Work that the store could not do.", "what")


@contextmanager
def carried_out(kind: str, begun: float, *, match: str = "", party: str = "") -> Iterator[None]:
    """While a command is carried out that came in at `begun` (by `time.perf_counter`)."""
    outcome = "done"
    try:
        yield
    except StorageError:
        outcome = "not kept"
        raise
    except DicecupError:
        outcome = "refused"
        raise
    except BaseException:
        outcome = "failed"
        raise
    finally:
        _COMMANDS.add(kind, outcome)
        _COMMAND.observe(time.perf_counter() - begun, kind)
        logs.note("command", kind=kind, outcome=outcome, seconds=logs.since(begun), match=match, party=party)


@contextmanager
def work(what: str) -> Iterator[None]:
    """While the store reads or writes."""
    begun = time.perf_counter()
    try:
        yield
    except StorageError:
        _FAILED.add(what)
        raise
    finally:
        _WORK.observe(time.perf_counter() - begun, what)
