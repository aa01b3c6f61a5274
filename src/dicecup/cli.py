"""The one command, `dicecup`: what can be typed after it. The rooms do the work."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

import dicecup
from dicecup import DicecupError, games
from dicecup.cli_benchmark import benchmark
from dicecup.cli_database import app as database
from dicecup.cli_options import ClusterAt, Jobs, Json, errors_as_json
from dicecup.cli_papers import record, replay, review, verify
from dicecup.cli_puzzles import app as puzzles
from dicecup.cli_ratings import compare_levels
from dicecup.cli_server import join, serve, think
from dicecup.files import check_place
from dicecup.saves import Store
from dicecup.terminal import streams

app = typer.Typer(
    help="Dice board games at one table.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_GAME: Final = typer.Argument(
    metavar="GAME", help="Such as yahtzee; 'dicecup games' lists all.", show_default=False
)
GameName = Annotated[str, _GAME]
AnyGame = Annotated[str | None, _GAME]
HouseRules = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="A house rule, such as rules=official; 'dicecup games GAME' lists them. May be repeated.",
        show_default=False,
    ),
]


def main() -> None:
    """Run the command; whatever Dicecup refuses is one line on stderr and exit code 1."""
    # Our matrices are small: on a busy machine more threads only wait for each other, ten times as long.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.exit(streams.run(lambda: app(prog_name="dicecup")))


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version of Dicecup.", is_eager=True)
    ] = False,
) -> None:
    if version:
        typer.echo(f"dicecup {dicecup.__version__}")
        raise typer.Exit


@app.command()
def play(
    game: AnyGame = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHO",
            help="One seat, in order: a name for a person, 'computer' or a level (such as easy or hard) for a "
            "computer player, NAME=LEVEL for one with a name, NAME=mybots.MyBot or 'NAME=exec:node bot.js' for "
            "your own. May be repeated.",
            show_default=False,
        ),
    ] = None,
    people: Annotated[
        int | None, typer.Option(min=0, max=64, metavar="N", help="How many people play, without names.")
    ] = None,
    computers: Annotated[
        int | None, typer.Option(min=0, max=64, metavar="N", help="How many computer players there are.")
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL",
            help="How good the computer players are, such as easy, medium or hard.",
            show_default="medium",
        ),
    ] = None,
    reasons: Annotated[
        bool, typer.Option("--reasons/--no-reasons", help="Whether computer players say why they do things.")
    ] = True,
    option: HouseRules = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Roll the same dice every time; such a game cannot be verified."),
    ] = None,
    go_on: Annotated[bool, typer.Option("--continue", "-c", help="Continue the last game.")] = False,
    load: Annotated[
        str | None, typer.Option(metavar="SAVE", help="Continue a saved game: its name, or a file.")
    ] = None,
    words: Annotated[
        bool, typer.Option("--words", help="Say everything in sentences, draw nothing (for screen readers).")
    ] = False,
) -> None:
    """Play a game. Without options it asks who plays."""
    from dicecup.terminal.console import Console
    from dicecup.terminal.setup import Wishes, sit_down

    new = bool(seat or option) or any(given is not None for given in (seed, people, computers, level))
    if seat and (people is not None or computers is not None):
        raise typer.BadParameter(
            "--seat names every seat; --people and --computers count them. Use one of the two."
        )
    if ((go_on or load) and new) or (go_on and load):
        raise typer.BadParameter(
            "A saved game has its own players, rules and dice: use --continue or --load on its own."
        )
    wishes = Wishes(
        game=game,
        seats=seat or (),
        people=people,
        computers=computers,
        level=level,
        options=option,
        seed=seed,
        go_on=go_on,
        load=load,
    )
    session = sit_down(Console(words=words), Store(), wishes)
    if session is not None:  # else the person has left, which is no failure
        session.reasons = reasons
        session.play()


app.command()(join)


for _command in (replay, review, verify, record):
    app.command()(_command)


@app.command()
def simulate(
    game: GameName,
    count: Annotated[int, typer.Option("--games", "-n", min=1, metavar="N", help="How many games.")] = 100_000,
    player: Annotated[
        str | None, typer.Option(metavar="WHO", help="perfect or random.", show_default="the best there is")
    ] = None,
    rules: Annotated[
        str | None, typer.Option(metavar="RULES", help="Short for --option rules=RULES.", show_default=False)
    ] = None,
    option: HouseRules = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Play the same games every time.", show_default=False)
    ] = None,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", "-j", min=1, max=256, metavar="N", help="How many processes to use, for the random player."
        ),
    ] = 1,
    as_json: Json = False,
) -> None:
    """Play many games and say how the scores are spread. Ctrl-C stops and reports what was played."""
    from dicecup.arena import report, simulation
    from dicecup.arena.progress import bar
    from dicecup.terminal.setup import read_options

    words = [*(option or ()), *([f"rules={rules}"] if rules else ())]
    with errors_as_json(as_json), bar(count) as (done, say, _):
        options = read_options(games.find(game), words)
        result = simulation.simulate(
            game, games=count, player=player, options=options, seed=seed, jobs=jobs, done=done, say=say
        )
    if as_json:
        typer.echo(json.dumps(result.to_json()))
        return
    for line in report.report(result):
        typer.echo(line)


@app.command()
def arena(
    game: GameName,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,...",
            help="Who plays: levels (such as easy, medium, hard), reference players, or your own by import path, "
            "such as mypackage.MyBot, or by what runs it, such as 'exec:node bot.js'.",
            show_default="the best level and the weakest",
        ),
    ] = None,
    count: Annotated[
        int, typer.Option("--games", "-n", min=1, metavar="N", help="How many games, at least.")
    ] = 200,
    jobs: Jobs = 1,
    cluster: ClusterAt = None,
    option: HouseRules = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Roll the same dice every time.", show_default=False)
    ] = None,
    seconds: Annotated[
        float,
        typer.Option("--time", min=0.001, metavar="SECONDS", help="A player who thinks longer than this loses."),
    ] = 10,
    luck: Annotated[
        bool,
        typer.Option(
            "--luck", help="Show what the choices were worth without the luck of the dice, where that is known."
        ),
    ] = False,
    test: Annotated[
        str | None,
        typer.Option(
            metavar="LOW,HIGH",
            help="Stop as soon as it is clear which of two shares of wins the first player is nearer to, "
            "such as 0.5,0.52.",
            show_default=False,
        ),
    ] = None,
    bulk: Annotated[
        bool, typer.Option("--bulk", help="In step, without the engine: for games and players that can.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue where the last run of these players stopped.")
    ] = False,
    records: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep all games in this folder, to learn from.", show_default=False),
    ] = None,
    values: Annotated[
        bool, typer.Option("--values", help="With --records: also what players think of their options.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Let computer players play many games: everybody in every seat, with the same dice.

    Ctrl-C stops and reports what was played; --resume continues.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # or many processes would be in each other's way
    from dicecup.arena import compete, report
    from dicecup.arena.progress import bar
    from dicecup.players.own import split_players
    from dicecup.terminal.setup import read_options
    from dicecup.work.cluster import joined

    with errors_as_json(as_json), joined(cluster), bar(count) as (done, say, _):
        result = compete(
            game,
            split_players(seats) if seats else None,
            games=count,
            options=read_options(games.find(game), option or ()),
            seed=seed,
            seconds=seconds,
            judged=luck,
            bulk=bulk,
            jobs=jobs,
            test=_two_shares(test),
            resume=resume,
            records=records,
            values=values,
            done=done,
            say=say,
        )
    if as_json:
        typer.echo(json.dumps(result.to_json()))
        return
    for line in report.tournament(result):
        typer.echo(line)


@app.command()
def ladder(
    game: GameName,
    count: Annotated[
        int, typer.Option("--games", "-n", min=2, metavar="N", help="How many duels each pair of players has.")
    ] = 100,
    seats: Annotated[
        str | None, typer.Option(metavar="N,N,...", help="How many seats the tables have.", show_default="2,3,4,6")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,...",
            help="Only these; with --ratings others stay.",
            show_default="all there are",
        ),
    ] = None,
    jobs: Jobs = 1,
    cluster: ClusterAt = None,
    option: HouseRules = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Roll the same dice every time.")] = 1,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The page; each game has a part of it.")
    ] = Path("docs/strength.md"),
    ratings: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Only compare the levels, for the ratings of people, and write this."),
    ] = None,
    errors: Annotated[
        bool, typer.Option("--errors", help="With --ratings: keep the levels, measure what errors do to a player.")
    ] = False,
) -> None:
    """Let all computer players of a game play against each other; write a page with tables and a picture.

    Ctrl-C stops, and writes what has been played so far.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from dicecup.arena.ladder import climb
    from dicecup.arena.progress import bar
    from dicecup.arena.strength import describe, write
    from dicecup.players.own import split_players
    from dicecup.terminal.setup import read_options
    from dicecup.work.cluster import joined

    options = read_options(games.find(game), option or ())  # whether there is such a game comes first
    if ratings is not None:
        check_place(ratings)
        with joined(cluster):
            names = split_players(players) if players else ()
            compare_levels(game, count, _sizes(seats), names, jobs, seed, ratings, errors=errors)
        return
    check_place(output)
    with joined(cluster), bar() as (done, say, plan):
        result = climb(
            game,
            games=count,
            sizes=_sizes(seats),
            names=split_players(players) if players else None,
            options=options,
            seed=seed,
            jobs=jobs,
            plan=plan,
            done=done,
            say=say,
        )
    if not result.games:
        typer.echo("No game was finished.")
        return
    typed = f"dicecup ladder {game} --games {count} --seed {seed}"
    typed += "".join(f" --{name} {value}" for name, value in (("seats", seats), ("players", players)) if value)
    typed += "".join(f" --option {word}" for word in option or ())
    write(result, output, typed)
    for line in describe(result, typed, f"{output.stem}-{game}.svg"):
        typer.echo(line)


def _sizes(text: str | None) -> list[int] | None:
    try:
        return None if text is None else [int(word) for word in text.split(",")]
    except ValueError:
        raise typer.BadParameter("--seats takes numbers, such as 2,4.") from None


def _two_shares(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        low, high = (float(word) for word in text.split(","))
    except ValueError:
        raise typer.BadParameter("--test takes two shares of wins, such as 0.5,0.52.") from None
    return low, high


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []})
def train(
    context: typer.Context,
    game: GameName,
) -> None:
    """Train or tune computer players. The game says how: 'dicecup train GAME --help'."""
    if game in ("-h", "--help"):
        typer.echo("Usage: dicecup train GAME [OPTIONS]")
        typer.echo("The options depend on the game: dicecup train GAME --help")
        return
    manifest = games.manifest(game)
    try:
        main = manifest.part("training", "__call__")
        if main is None:
            raise DicecupError(f"There is nothing to train in {manifest.game.title}.")
        status = main(context.args) or 0
    except KeyboardInterrupt:  # while everything was still being imported; a training itself says where it stands
        typer.echo("Stopped before it began.", err=True)
        status = 130
    raise typer.Exit(status)


@app.command("mcp")
def speak_mcp() -> None:
    """Let a language model play: a server of the Model Context Protocol on standard input and output."""
    from dicecup.mcp.server import run

    run()


app.command()(benchmark)
app.command()(serve)
app.command()(think)
app.add_typer(puzzles, name="puzzles")
app.add_typer(database, name="database")


@app.command("games")
def list_games(game: AnyGame = None, as_json: Json = False) -> None:
    """List the games, or the house rules of one."""
    from dicecup.terminal import reading
    from dicecup.terminal.console import Console

    if as_json:
        with errors_as_json(True):
            found = [reading.game_facts(games.find(name)) for name in ([game] if game else games.names())]
        typer.echo(json.dumps(found[0] if game else found, indent=2))
    elif game:
        reading.list_options(Console(), games.find(game))
    else:
        reading.list_games(Console())


@app.command("saves")
def list_saves(as_json: Json = False) -> None:
    """List the saved games, newest first."""
    from dicecup.terminal import reading
    from dicecup.terminal.console import Console

    store = Store()
    with errors_as_json(as_json):
        entries = store.entries()
    if as_json:
        typer.echo(json.dumps([entry.to_json() for entry in entries], indent=2))
        return
    console = Console()
    reading.list_saves(console, entries)
    console.note(f"{'The saves are' if entries else 'No saves yet; they will be'} in {store.saves}")


if __name__ == "__main__":
    main()
