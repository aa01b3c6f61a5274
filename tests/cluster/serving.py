"""Several server processes that share one database, as several computers would: each with a folder of its own."""

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.server.browser import Program


@contextmanager
def servers(database: str, folder: Path, count: int = 2, **settings: Any) -> Iterator[list[Program]]:
    """So many of them on a database of PostgreSQL, all of them there; each can be killed and started again."""
    with ExitStack() as stack:
        # All of them import everything at the same time; then one after the other begins.
        programs = [Program(folder / str(number), database=database, **settings) for number in range(1, count + 1)]
        for program in programs:
            stack.callback(program.__exit__)
        for program in programs:
            program.start()
        yield programs


@contextmanager
def frozen(program: Program) -> Iterator[None]:
    """It does nothing for a while: one can connect to it, and nobody answers; then it goes on."""
    assert program.pid is not None
    os.kill(program.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(program.pid, signal.SIGCONT)
