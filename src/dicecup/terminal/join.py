"""Sitting down at a server's table: who one wants to be there."""

import queue
from collections.abc import Mapping, Sequence
from typing import Any

from dicecup import client
from dicecup.client import address
from dicecup.saves import Store
from dicecup.table.words import listed
from dicecup.terminal.commands import QUIT, Leave
from dicecup.terminal.console import Console, NoMoreInput
from dicecup.terminal.matching import find, plain
from dicecup.terminal.visit import Visit


def join(console: Console, store: Store, link: str, server: str | None, name: str, character: str) -> None:
    """Play at the table behind a link or code, until the person leaves."""
    way = address.read(link, server)
    there = client.Server(way.server)
    inbox: client.Inbox = queue.SimpleQueue()
    try:
        welcome = there.hello()
        console.listen(lambda line: inbox.put((None, {"type": "typed", "line": line})))
        party = way.party or _Doorstep(console, inbox, there).enter(way.code, name, character)
    except (Leave, NoMoreInput, KeyboardInterrupt):
        console.say()
        there.close()
        return
    except BaseException:
        there.close()
        raise
    if there.kept.trouble:
        console.paragraph(f"You can play, but your seat is not remembered here. {there.kept.trouble}")
    Visit(console, store, client.Table(there, party, inbox=inbox), welcome).run()


class _Doorstep:
    """Before one goes in: what is behind the door, and who one wants to be."""

    def __init__(self, console: Console, inbox: client.Inbox, server: client.Server) -> None:
        self._console = console
        self._inbox = inbox
        self._server = server

    def enter(self, code: str, name: str, character: str) -> str:
        """Go in; the id of the party."""
        door = self._server.knock(code)
        self._describe(door)
        if door["member"] is not None and door["opens"] != "seat":
            self._console.say("Welcome back.")
            return str(door["member"])
        while True:
            given = bool(name) or door["opens"] == "seat"
            try:
                wanted = name if given else self._ask("Your name > ")
                who = character or self._character(door["characters"] if door["opens"] == "table" else ())
                return str(self._server.join(code, wanted, who)["party"])
            except client.Refused as refusal:
                if given or refusal.status not in (400, 409, 422):
                    raise
                self._console.paragraph(str(refusal))

    def _describe(self, door: Mapping[str, Any]) -> None:
        others = [name for name in door["people"] if name not in (door["host"], door["name"])]
        table = f"{door['title']} at the table of {door['host']}{f' with {listed(others)}' if others else ''}."
        self._console.head(table)
        if door["opens"] == "seat":
            self._console.say(f"This is the seat of {door['name']}.")
        elif door["opens"] == "watching":
            self._console.say("This link is for watching.")
        elif door["begun"]:
            self._console.say("The game has begun.")

    def _character(self, free: Sequence[str]) -> str:
        """One of those that nobody has taken yet; "": whoever is left."""
        while free:
            self._console.paragraph(f"You can be {listed(free, 'or')}.")
            typed = self._ask("Who do you want to be? [Enter: anybody] > ")
            found = find(plain(typed), free, lambda each: [each])
            if not typed:
                break
            if len(found) == 1:
                return found[0]
            self._console.say(f"That can be {listed(found, 'or')}." if found else "Nobody is called so.")
        return ""

    def _ask(self, prompt: str) -> str:
        self._console.prompt(prompt)
        while True:
            try:
                _, message = self._inbox.get(timeout=0.5)  # so that Ctrl-C is heard on every system
            except queue.Empty:
                continue
            line: str | None = message["line"]
            if line is None:
                raise NoMoreInput
            self._console.echo(line)
            if line.casefold() in QUIT:
                raise Leave
            return line
