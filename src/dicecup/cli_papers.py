"""What can be typed after `dicecup` about a game that was played, by its record or save: a part of `cli`."""

import json
from pathlib import Path
from typing import Annotated

import typer

from dicecup.cli_options import Json, errors_as_json
from dicecup.saves import StorageError, Store, read_text, write_text

PaperName = Annotated[str, typer.Argument(metavar="FILE", help="A record or save: a file, or the name of a save.")]


def replay(
    file: PaperName,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter before each line.")] = False,
    start: Annotated[int, typer.Option("--from", min=1, metavar="N", help="Start at event number N.")] = 1,
    as_json: Json = False,
) -> None:
    """Tell a game again, event by event, from its record or save."""
    from dicecup.terminal import reading
    from dicecup.terminal.console import Console

    with errors_as_json(as_json):
        story = reading.read_story(_text_of(file), start)
    if as_json:
        for line in reading.replay_json(story, start):
            typer.echo(line)
    else:
        reading.replay(Console(), story, start=start, step=step)


def review(
    file: PaperName,
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Only what concerns one player, as they saw it.", show_default=False),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every decision, with what its options were worth, and every roll.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Say what choices and luck were worth in a finished game, and which choices cost most."""
    from dicecup import coach
    from dicecup.terminal import reviewing
    from dicecup.terminal.console import Console

    with errors_as_json(as_json):
        match = coach.read(_text_of(file))
        eyes = None if player is None else reviewing.find_player(match.names, player)
        found = reviewing.go_through(match, lambda said: typer.echo(said, err=True))
    if as_json:
        typer.echo(json.dumps(reviewing.to_json(found, eyes), ensure_ascii=False))
        return
    reviewing.Report(Console(), found, eyes).show(everything=everything)


def verify(
    file: PaperName,
    seal: Annotated[
        str | None,
        typer.Option("--seal", metavar="SEAL", help="The seal shown when the game began.", show_default=False),
    ] = None,
    nonce: Annotated[
        str | None,
        typer.Option(
            "--nonce", metavar="NONCE", help="The number you added to the dice, if you did.", show_default=False
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check every roll of a finished game by computing it again."""
    from dicecup.terminal import reading
    from dicecup.terminal.console import Console

    with errors_as_json(as_json, verified=False):
        finding = reading.verify(_text_of(file), seal, nonce)
    if as_json:
        typer.echo(json.dumps(finding.facts))
        return
    console = Console()
    for sentence in finding.sentences:
        console.paragraph(sentence)


def record(
    save: Annotated[str, typer.Argument(metavar="SAVE", help="The name of a save, or a file.")],
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write it; - prints it.", show_default=False),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it already exists.")] = False,
) -> None:
    """Write the record of a saved game, to show to others."""
    store = Store()
    match = store.read(store.find(save)).match
    if output == "-":
        typer.echo(match.record(), nl=False)
        return
    if output is None:
        path = store.write_record(match)
    else:
        path = Path(output)
        if path.exists() and not force:
            raise StorageError(f"{path} already exists. Choose another name, or add --force to replace it.")
        if not path.parent.is_dir():
            raise StorageError(f"There is no folder {path.parent}. Make it first, or choose another one.")
        write_text(path, match.record(), private=False)
    typer.echo(str(path))


def _text_of(name_or_file: str) -> str:
    return read_text(Store().find(name_or_file))
