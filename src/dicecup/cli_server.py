"""What can be typed after `dicecup` to play with others: a part of `cli`."""

import sys
from typing import Annotated, Any

import typer


def database_option(words: str) -> Any:
    """Where a PostgreSQL is."""
    return typer.Option(metavar="URL", envvar="DICECUP_DATABASE", help=words, show_default=False)


def _bus_option(words: str) -> Any:
    """Where a bus is."""
    return typer.Option(metavar="URL", envvar="DICECUP_BUS", help=words, show_default=False)


def _log_option(words: str) -> Any:
    """How the log is written."""
    return typer.Option(metavar="text|json", envvar="DICECUP_LOG", help=words)


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 lets other computers in.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="The port to listen on; 0 finds a free one.")
    ] = 8765,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name that others reach it by. May be repeated.", show_default=False),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy to trust, or a range. May be repeated.", show_default=False),
    ] = None,
    friends: Annotated[
        bool, typer.Option("--friends", help="Let others in your network join your tables: shows the address.")
    ] = False,
    open_tables: Annotated[
        bool, typer.Option("--open-tables", help="Show all guests the tables that anybody may join.")
    ] = False,
    database: Annotated[str, database_option("Keep the games in PostgreSQL: postgresql://user@host/name.")] = "",
    room: Annotated[
        int,
        typer.Option(min=1, metavar="GIB", help="How much room all games may take together."),
    ] = 4,
    keep: Annotated[
        str,
        typer.Option(
            metavar="AGE",
            help="Clear matches away in which nothing has happened for so long, such as 365d.",
            show_default="keeps all",
        ),
    ] = "",
    bus: Annotated[
        str,
        _bus_option("Servers on the same database tell each other more in Redis or Valkey: redis://host."),
    ] = "",
    farewell: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=300,
            metavar="SECONDS",
            help="At the end, send pages to the other servers over so many seconds.",
            show_default="5, if there are others",
        ),
    ] = None,
    thinkers: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=256,
            metavar="N",
            help="How many processes think for computer players; 0 leaves that to 'dicecup think'.",
            show_default="one fewer than there are processors, at most 4",
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=WHO",
            help="Offer a computer player of your own besides, such as 'crunch=exec:node bot.js'; GAME/NAME=... "
            "for one game. May be repeated.",
            show_default=False,
        ),
    ] = None,
    log: Annotated[
        str,
        _log_option("How to write the log; json tells all requests."),
    ] = "text",
    inside: Annotated[
        str,
        typer.Option(
            metavar="HOST:PORT",
            envvar="DICECUP_INSIDE",
            help="Where other servers on the same database reach this one; never strangers.",
            show_default=False,
        ),
    ] = "",
    show: Annotated[bool, typer.Option("--open", help="Open it in a browser.")] = False,
) -> None:
    """Play in the browser: run the web server until Ctrl-C, or Exit in its menu."""
    from dicecup.players import hosted
    from dicecup.server.operation import keeping, logs
    from dicecup.server.run import serve as run
    from dicecup.server.settings import Settings, inside_door, known_as, listening_at, networks
    from dicecup.server.store.postgres_words import address_of, without_password
    from dicecup.table import SetupError
    from dicecup.terminal.program import again

    host, names, proxies = listening_at(host), known_as(name or ()), networks(trusted_proxy or ())
    hosted.read(player or ())  # or it is told what is wrong with it
    if database:
        address_of(database)  # or it is told what is wrong with it
    elif thinkers == 0:
        raise SetupError("Without --database nobody else can think: leave out --thinkers 0.")
    check_bus(bus, database)
    if inside:
        inside_door(inside)
    warn_of_password()
    settings = Settings(
        host=host,
        port=port,
        database=database,
        bus=bus,
        inside=inside,
        thinkers=thinkers,
        players=tuple(player or ()),
        names=names,
        proxies=proxies,
        log=logs.kind(log),
        room=room,
        keep=keeping.age(keep) if keep else None,
        farewell=farewell,
        again=again(without_password),
        friends=friends,
        open_tables=open_tables,
    )
    run(settings, show=show)


def think(
    database: Annotated[
        str, database_option("The database that the servers share: postgresql://user@host/name.")
    ] = "",
    bus: Annotated[
        str,
        _bus_option("The bus of the servers, if they have one: redis://host."),
    ] = "",
    processes: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=256,
            metavar="N",
            help="How many think at the same time.",
            show_default="as many as there are processors",
        ),
    ] = None,
    log: Annotated[
        str,
        _log_option("How to write the log."),
    ] = "text",
    check: Annotated[
        bool, typer.Option("--check", help="Only say whether anybody thinks there; status 1 if nobody does.")
    ] = False,
) -> None:
    """Think for the computer players of servers that share a database, until Ctrl-C."""
    import os

    from dicecup.server.operation import logs
    from dicecup.server.settings import Settings
    from dicecup.server.store.postgres_words import address_of
    from dicecup.server.thoughts import thinker
    from dicecup.table import SetupError

    if not database:
        raise SetupError("Say which database the servers share: --database postgresql://user@host/name.")
    address_of(database)  # or it is told what is wrong with it
    check_bus(bus, database)
    warn_of_password()
    settings = Settings(database=database, bus=bus, log=logs.kind(log))
    if check:
        typer.echo(thinker.check(settings))
    else:
        thinker.think(settings, processes or os.cpu_count() or 1)


def check_bus(bus: str, database: str) -> None:
    """SetupError unless this is the address of a bus, for a server that can have others beside it."""
    from dicecup.server.bus.address import address_of, driver
    from dicecup.table import SetupError

    if bus:
        address_of(bus)
        driver()
        if not database:
            raise SetupError(
                "A bus is for servers that share a database: give --database postgresql://... as well."
            )


def warn_of_password() -> None:
    """What is typed can be read by others, as long as the program runs."""
    if not (addresses := [word for word in sys.argv[1:] if "://" in word]):
        return  # and nobody need be able to read one
    from dicecup.server.store.postgres_words import has_password

    if any(map(has_password, addresses)):
        typer.echo(
            "Whoever uses this computer can read the password in the list of running programs. Put that of the "
            "database into PGPASSWORD or a file ~/.pgpass, or a whole address into DICECUP_DATABASE or "
            "DICECUP_BUS.",
            err=True,
        )


def join(
    link: Annotated[
        str,
        typer.Argument(
            metavar="LINK_OR_CODE", help="The link to a table, or its code: five letters.", show_default=False
        ),
    ],
    server: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where the server is, for a code.", show_default="this computer"),
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="What you are called there.", show_default=False)] = "",
    character: Annotated[
        str,
        typer.Option(metavar="NAME", help="Who you want to be, in a game that has monsters.", show_default=False),
    ] = "",
    words: Annotated[
        bool, typer.Option("--words", help="Say everything in sentences, draw nothing (for screen readers).")
    ] = False,
) -> None:
    """Sit down at a table that others play at in their browsers."""
    from dicecup.saves import Store
    from dicecup.terminal.console import Console
    from dicecup.terminal.join import join as sit_down

    sit_down(Console(words=words), Store(), link, server, name, character)
