"""Options that several commands have, and `--json` for errors: a part of `cli`."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from dicecup import DicecupError

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, max=256, metavar="N", help="How many processes to use.")]
ClusterAt = Annotated[
    str | None,
    typer.Option("--cluster", metavar="HOST:PORT", help="Use the machines of a Ray cluster.", show_default=False),
]


@contextmanager
def errors_as_json(wanted: bool, **facts: object) -> Iterator[None]:
    """With --json what Dicecup refuses is an object as well: {"error": REASON}, with `facts`; exit code 1."""
    try:
        yield
    except DicecupError as error:
        if not wanted:
            raise
        word = getattr(error, "word", "")
        typer.echo(json.dumps({**facts, **({"words": [word]} if word else {}), "error": str(error)}))
        raise typer.Exit(1) from None
