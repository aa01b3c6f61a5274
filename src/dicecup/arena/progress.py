"""A bar while games are played."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Count = Callable[[int], None]
Say = Callable[[str], None]


@contextmanager
def bar(games: int | None = None) -> Iterator[tuple[Count, Say, Count]]:
    """A bar on stderr, if that is a terminal: tell it of games played, of what takes long, of games in all."""
    if not sys.stderr.isatty():
        yield (lambda count: None), (lambda text: None), (lambda total: None)
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("games", total=games)
        yield (
            lambda count: shown.advance(task, count),
            shown.console.print,
            lambda total: shown.update(task, total=total),
        )
