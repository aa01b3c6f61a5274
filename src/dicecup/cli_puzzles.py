"""What can be typed after `dicecup puzzles`: a part of `cli`."""

import os
from collections import Counter
from pathlib import Path
from typing import Annotated, Final

import typer

from dicecup import DicecupError, games
from dicecup.cli_options import ClusterAt, Jobs
from dicecup.files import check_place

app = typer.Typer(
    help="Puzzles: find the choice. They are played in the browser; here they are counted and made.",
    no_args_is_help=True,
)
_PROCESSORS: Final = os.cpu_count() or 1
_GAME: Final = typer.Argument(metavar="GAME", help="'dicecup games' lists them.", show_default=False)


@app.command("list")
def count_them() -> None:
    """How many puzzles there are, by game and theme."""
    from dicecup.coach.puzzles import book

    for name in games.names():
        puzzles = book(name)
        if puzzles:
            themes = ", ".join(f"{n} {theme}" for theme, n in Counter(one.theme for one in puzzles).most_common())
            ratings = f"rated {puzzles[0].rating} to {puzzles[-1].rating}"
            typer.echo(f"{games.find(name).title}: {len(puzzles)} puzzles, {ratings} ({themes})")


@app.command("make")
def make_some(
    game: Annotated[str, _GAME],
    output: Annotated[Path, typer.Option(metavar="FILE", help="The book to write, such as more.json.gz.")],
    puzzles: Annotated[int, typer.Option(min=1, max=10_000, metavar="N", help="How many.")] = 300,
    seats: Annotated[
        str, typer.Option(metavar="N,N", help="How many play in the games they are found in.")
    ] = "2,3,4",
    seed: Annotated[int, typer.Option(metavar="N", help="Other games, other puzzles.")] = 1,
    minutes: Annotated[float, typer.Option(min=0, metavar="N", help="Stop after so many.")] = 1e6,
    jobs: Jobs = _PROCESSORS,
    cluster: ClusterAt = None,
) -> None:
    """Find puzzles in games between computer players, and write a book of them. This takes long.

    Ctrl-C stops, and writes what has been found so far.
    """
    from dicecup.coach.puzzles import packed
    from dicecup.training.puzzles import make_book
    from dicecup.work.cluster import joined

    try:
        sizes = [int(word) for word in seats.split(",")]
    except ValueError:
        raise typer.BadParameter("--seats takes numbers, such as 2,4.") from None
    for size in sizes:
        if size not in games.find(game).seats:
            raise DicecupError(f"Nobody plays {games.find(game).title} with {size} players.")
    check_place(output)
    with joined(cluster):
        found = make_book(game, puzzles, sizes, seed, jobs, minutes, lambda text: typer.echo(text, err=True))
    try:
        output.write_bytes(packed(found))
    except OSError as error:
        raise DicecupError(f"{output} cannot be written: {error.strerror}.") from None
    typer.echo(f"{len(found)} puzzles are in {output}.")
