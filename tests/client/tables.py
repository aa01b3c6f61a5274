"""Somebody who opens a table and plays there, as a browser would: a client in a thread of its own."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Self

from dicecup import client

PATIENCE = 60.0  # seconds; the machine may be busy


def anything(seed: int = 1) -> Callable[[dict[str, Any]], list[str | int]]:
    """A bot that takes any of the options."""
    rng = random.Random(seed)

    def decide(state: dict[str, Any]) -> list[str | int]:
        choice: list[str | int] = rng.choice(state["ask"]["options"])["choice"]
        return choice

    return decide


def open_table(address: str, folder: Path, game: str = "yahtzee", **more: Any) -> client.Table:
    """A table of Ann's, with her at it."""
    server = client.Server(address, folder)
    server.hello()
    joined = server.post("/parties", {"game": game, "name": "Ann", **more})
    server.kept.keep("seats", joined["party"], joined["key"])
    table = client.Table(server, joined["party"])
    wait(table, lambda: table.party is not None)
    return table


def links(table: client.Table) -> Any:
    return table.server.get(f"/parties/{table.id}/links")


def wait(table: client.Table, fits: Callable[[], Any]) -> None:
    """Take in what happens until it is as wanted."""
    until = time.monotonic() + PATIENCE
    while not fits():
        assert time.monotonic() < until, "it did not happen"
        table.next(0.2)


def bot(link: str, **more: Any) -> "Future[list[client.Message]]":
    """A bot that plays at a table while the test goes on; it ends with the tests, whatever happens."""
    playing: Future[list[client.Message]] = Future()

    def play() -> None:
        try:
            playing.set_result(client.play(link, anything(2), name="Robo", **more))
        except BaseException as trouble:
            playing.set_exception(trouble)

    threading.Thread(target=play, daemon=True).start()
    return playing


class Ann:
    """The host of a table: begins as soon as everybody is ready, plays, and says again when a game is over.

    `slowly`: seconds that each of her decisions takes. What goes wrong in her thread is raised at the end.
    """

    def __init__(
        self,
        address: str,
        folder: Path,
        game: str = "yahtzee",
        *,
        slowly: float = 0.0,
        people: int = 2,
        **more: Any,
    ) -> None:
        self.table = open_table(address, folder, game, **more)
        self.links = links(self.table)
        self.people = people
        self.heard: list[dict[str, Any]] = []
        self.wishes: list[Callable[[client.Table], None]] = []  # what she does next, at the table
        self._slowly = slowly
        self._decide = anything()
        self._over = threading.Event()
        self._trouble: list[BaseException] = []
        self._thread = threading.Thread(target=self._run)

    @property
    def link(self) -> str:
        return str(self.links["table"]["url"])

    def _run(self) -> None:
        try:
            while not self._over.is_set():
                message = self.table.next(0.05)
                if message is not None:
                    self.heard.append(message)
                while self.wishes:
                    self.wishes.pop(0)(self.table)
                self._step(self.table)
        except BaseException as trouble:
            self._trouble.append(trouble)

    def _step(self, table: client.Table) -> None:
        party, me = table.party, table.me
        assert party is not None
        assert me is not None
        sitting = [each for each in party["people"] if each["role"] == "player"]
        if party["stage"] == "waiting" and not me["ready"]:
            table.ready()
        elif (
            party["stage"] == "waiting" and len(sitting) == self.people and all(each["ready"] for each in sitting)
        ):
            table.command("start")
        elif table.ask is not None and table.state is not None:
            if self._over.wait(self._slowly):
                return
            state = table.state
            try:
                table.answer(self._decide(state))
            except client.Refused:
                assert table.state["seq"] > state["seq"]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join(PATIENCE)
        self.table.close()
        if self._trouble:
            raise self._trouble[0]
