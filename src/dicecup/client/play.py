"""Sitting down at a table, and letting a program play there."""

import os
from collections.abc import Callable
from typing import Any

from dicecup.client import address
from dicecup.client.errors import Refused
from dicecup.client.line import Message
from dicecup.client.server import Server
from dicecup.client.table import Choice, Table

Decide = Callable[[dict[str, Any]], Choice]
"""Gets the `state` in which it is asked, and gives the `choice` of one of the options of `state["ask"]`."""


def join(
    link_or_code: str,
    *,
    server: str | None = None,
    name: str = "",
    character: str = "",
    folder: str | os.PathLike[str] | None = None,
) -> Table:
    """Sit down at the table behind a link, or behind a code at a server.

    Whoever sits there already comes back to the same seat. `folder`: where this guest is remembered, if not where
    Dicecup keeps its files.
    """
    way = address.read(link_or_code, server)
    there = Server(way.server, folder)
    try:
        there.hello()
        party = way.party or enter(there, way.code, name, character)
    except BaseException:
        there.close()
        raise
    return Table(there, party)


def enter(server: Server, code: str, name: str = "", character: str = "") -> str:
    """Go in, unless one is in already; the id of the party."""
    door = server.knock(code)
    if door["member"] is not None and door["opens"] != "seat":
        return str(door["member"])
    return str(server.join(code, name, character)["party"])


def play(
    link_or_code: str,
    decide: Decide,
    *,
    server: str | None = None,
    name: str = "",
    character: str = "",
    games: int = 1,
    folder: str | os.PathLike[str] | None = None,
) -> list[Message]:
    """Let `decide` play so many games at a table, from the waiting room to the end; how they ended.

    Each outcome has `winners`, `scores` and `reason`, and beside them `seat`, which was one's own.
    """
    with join(link_or_code, server=server, name=name, character=character, folder=folder) as table:
        return play_at(table, decide, games)


def play_at(table: Table, decide: Decide, games: int = 1) -> list[Message]:
    """The same at a table where one sits already."""
    ended: dict[str, Message] = {}
    while len(ended) < games:
        me, state, ask = table.me, table.state, table.ask
        if table.party is not None and table.party["stage"] == "waiting" and me is not None and not me["ready"]:
            table.ready()
        elif ask is not None and state is not None:
            _decide(table, state, decide)
            continue
        elif state is not None and state["outcome"] is not None:
            ended[str(table.match)] = {**state["outcome"], "seat": state["viewer"]}
            if len(ended) == games:
                break
        table.next()
    return list(ended.values())


def _decide(table: Table, state: Message, decide: Decide) -> None:
    try:
        table.answer(decide(state))
    except Refused:
        assert table.state is not None
        if table.state["seq"] == state["seq"]:  # else somebody was quicker: a clock, or the same guest elsewhere
            raise
