"""What can be typed after `dicecup database`: a part of `cli`."""

import asyncio
import time
from pathlib import Path
from typing import Annotated

import typer

from dicecup.cli_server import database_option, warn_of_password

app = typer.Typer(
    help="The games of a server: look them over, back them up, move them, clear old ones away.",
    no_args_is_help=True,
)
Database = Annotated[
    str,
    database_option("Of PostgreSQL: postgresql://user@host/name. Without it the file in the usual folder."),
]


def _usual() -> Path:
    from dicecup import saves
    from dicecup.server.store.opening import FILE

    return saves.home() / FILE


@app.callback()
def _root() -> None:
    warn_of_password()


@app.command()
def check(database: Database = "") -> None:
    """Look everything over: all checksums, and all that belongs together. A server may run meanwhile."""
    from dicecup.server.store.checking import look_over
    from dicecup.server.store.moving import place_of, snapshot

    place = place_of(database, _usual())
    with snapshot(place) as db:
        found = look_over(db)
    for problem in found.problems:
        typer.echo(problem)
    counts = found.counts
    typer.echo(
        f"{place}: {_many(counts.get('matches', 0), 'match', 'matches')}, "
        f"{_many(counts.get('parties', 0), 'party', 'parties')}, "
        f"{_many(counts.get('results', 0), 'result', 'results')}; "
        + (f"{_many(len(found.problems), 'problem', 'problems')}." if found.problems else "all is well.")
    )
    if found.problems:
        raise typer.Exit(1)


def _many(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file, such as games.sqlite3.")],
    database: Database = "",
) -> None:
    """Write everything into one file, as it is at one moment. A server may run meanwhile."""
    from dicecup.server.store.moving import back_up, place_of

    place = place_of(database, _usual())
    back_up(place, file)
    typer.echo(f"All of {place} is in {file}. It holds the secrets of running games: keep it to yourself.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup, of either kind of database.")],
    database: Database = "",
) -> None:
    """Put a backup into an empty database that no server uses."""
    from dicecup.server.store.moving import place_of
    from dicecup.server.store.moving import restore as put_back

    place = place_of(database, _usual())
    put_back(file, place)
    typer.echo(f"All of {file} is in {place}.")


@app.command()
def move(
    source: Annotated[
        str, typer.Option("--from", metavar="URL", help="Without it the file.", show_default=False)
    ] = "",
    target: Annotated[
        str, typer.Option("--to", metavar="URL", help="Without it the file.", show_default=False)
    ] = "",
) -> None:
    """Put everything into another, empty database: --to postgresql://..., or back with --from postgresql://..."""
    from dicecup.server.store.moving import move as put_over
    from dicecup.server.store.moving import place_of

    here, there = place_of(source, _usual()), place_of(target, _usual())
    put_over(here, there)
    typer.echo(f"All of {here} is in {there}. It is still in {here}, too: remove it there when you are sure.")


@app.command()
def clean(
    older_than: Annotated[str, typer.Option(metavar="AGE", help="Such as 365d, 52w or 1y.", show_default=False)],
    database: Database = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how many there are.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Clear matches away in which nothing has happened for so long; how they ended is kept.

    With PostgreSQL servers may run meanwhile: what they have open stays.
    """
    from dicecup.server.operation.keeping import age
    from dicecup.server.store.opening import open_storage
    from dicecup.server.store.storage import Fenced, MatchRow, Storage

    before = time.time() - age(older_than)

    async def work(storage: Storage) -> None:
        found = [row for row in await storage.older(before) if not row.problem]
        typer.echo(f"{_said(found)} since then.")
        if dry_run or not found:
            return
        if not yes and not typer.confirm("Clear them away for good?"):
            typer.echo("Nothing was changed.")
            return
        cleared = stay = 0
        for row in found:
            try:
                cleared += await _clear(storage, row.id)
            except Fenced:
                stay += 1
        typer.echo(f"{_many(cleared, 'match was', 'matches were')} cleared away.")
        if stay:
            typer.echo(f"{_many(stay, 'match stays', 'matches stay')}, open at a server. Try again later.")

    async def _clear(storage: Storage, match: str) -> bool:
        """False if somebody has played on while we asked; Fenced if a server has it."""
        if not (await storage.owners.own(unit := await storage.owners.unit_of(match))).here:
            raise Fenced(unit)
        row = await storage.find(match)
        if row is None or row.updated >= before:
            return False
        await storage.delete_match(match)
        return True

    def _said(found: list[MatchRow]) -> str:
        over = sum(row.summary.finished for row in found)
        all_ = _many(len(found), "match", "matches")
        return f"{all_} ({over} finished, {len(found) - over} not played to the end) in which nothing has happened"

    async def go() -> None:
        storage = open_storage(_usual().parent, database)
        try:
            await work(storage)
        finally:
            await storage.close()

    asyncio.run(go())
