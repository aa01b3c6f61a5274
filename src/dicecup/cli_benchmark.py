"""`dicecup benchmark`: how good a player is, by a suite that is always the same."""

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from dicecup.cli_options import ClusterAt, Jobs, Json, errors_as_json
from dicecup.files import check_place, write_text
from dicecup.table import SetupError


def benchmark(
    player: Annotated[
        str,
        typer.Argument(metavar="PLAYER", help="A level, mybots.MyBot, 'exec:node bot.js', ws:LINK or llm:LINK."),
    ],
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Only these games.", show_default="all")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A few games, to try it out.")] = False,
    jobs: Jobs = 1,
    cluster: ClusterAt = None,
    seconds: Annotated[
        float,
        typer.Option("--time", min=0.001, metavar="SECONDS", help="Who thinks longer than this loses."),
    ] = 10,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write it; the report beside it, as .md."),
    ] = Path("benchmark.json"),
    resume: Annotated[bool, typer.Option("--resume", help="Continue where the last run stopped.")] = False,
    as_json: Json = False,
) -> None:
    """Measure a computer player: fixed opponents and dice, a rating, and how accurate it is.

    Ctrl-C stops and reports what was played; --resume continues.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from dicecup.arena import benchmark as suite
    from dicecup.arena.progress import bar
    from dicecup.work.cluster import joined

    with errors_as_json(as_json):
        page = output.with_suffix(".md")
        if page == output:
            raise SetupError(f"{page} is where the report goes. Name another file, such as {output.stem}.json.")
        check_place(output)
    with errors_as_json(as_json), joined(cluster), bar() as (done, say, plan):
        found = suite.benchmark(
            player,
            game or (),
            quick=quick,
            seconds=seconds,
            jobs=jobs,
            resume=resume,
            plan=plan,
            done=done,
            say=say,
        )
        data, lines = found.to_json(), suite.report(found)
        write_text(output, json.dumps(data, indent=1) + "\n", private=False)
        write_text(page, "\n".join(lines) + "\n", private=False)
    if as_json:
        typer.echo(json.dumps(data))
        return
    for line in lines:
        typer.echo(line)
