"""The one command, `dicecup`: what can be typed after it. The rooms do the work."""

import sys
from typing import Annotated

import typer

import dicecup
from dicecup import DicecupError
from dicecup.saves import Store

app = typer.Typer(
    help="Dice board games at one table.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str | None, typer.Argument(metavar="[GAME]", help="Such as yahtzee.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def main() -> None:
    """Run the command; whatever Dicecup refuses is one line on stderr and exit code 1."""
    try:
        app(prog_name="dicecup")
    except DicecupError as error:
        _complain(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has gone; Python would complain about that once more while it shuts down.
        sys.stdout = None
        sys.exit(1)
    except OSError as error:
        _complain(
            f"{error.strerror or error}: {error.filename}" if error.filename else str(error.strerror or error)
        )


def _complain(reason: str) -> None:
    sys.stderr.write(f"dicecup: {' '.join(reason.split())}\n")
    sys.exit(1)


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Say which Dicecup this is.", is_eager=True)] = False,
) -> None:
    if version:
        typer.echo(f"dicecup {dicecup.__version__}")
        raise typer.Exit


@app.command()
def play(
    game: GameName = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHO",
            help="One seat, in order: a name for a person, “computer” for a computer player, "
            "NAME=computer for one with a name. May be repeated.",
            show_default=False,
        ),
    ] = None,
    people: Annotated[int | None, typer.Option(min=0, max=64, help="So many persons, without names.")] = None,
    computers: Annotated[int | None, typer.Option(min=0, max=64, help="So many computer players.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            metavar="NAME=VALUE",
            help="A house rule, such as rules=official; “dicecup games GAME” lists them. May be repeated.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The same dice every time; such a game cannot be verified.")
    ] = None,
    go_on: Annotated[bool, typer.Option("--continue", "-c", help="Go on with the last game.")] = False,
    load: Annotated[
        str | None, typer.Option(metavar="SAVE", help="Go on with a save: its name, or a file.")
    ] = None,
    words: Annotated[
        bool, typer.Option("--words", help="Say everything in sentences, draw nothing (for screen readers).")
    ] = False,
) -> None:
    """Play a game. Without options it asks who plays."""
    from dicecup.terminal.console import Console
    from dicecup.terminal.setup import Wishes, sit_down

    new = bool(seat or option) or any(given is not None for given in (seed, people, computers))
    if seat and (people is not None or computers is not None):
        raise typer.BadParameter(
            "--seat names every seat; --people and --computers count them. Use one of the two."
        )
    if ((go_on or load) and new) or (go_on and load):
        raise typer.BadParameter("A saved game has its players, rules and dice: --continue or --load stand alone.")
    wishes = Wishes(
        game=game,
        seats=seat or (),
        people=people,
        computers=computers,
        options=option,
        seed=seed,
        go_on=go_on,
        load=load,
    )
    session = sit_down(Console(words=words), Store(), wishes)
    if session is None:
        raise typer.Exit(1)
    session.play()


if __name__ == "__main__":
    main()
