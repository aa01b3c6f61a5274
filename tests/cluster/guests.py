"""People who play through anything: they come back, to whichever server is there, and repeat what got no answer.

Each table has one guest at each server. A guest has two lines open, as a page has: to the match and to the party.
"""

import asyncio
import json
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.cluster.history import Note

_BROKEN: Final = (WebSocketException, OSError, EOFError, TimeoutError)
_PATIENCE: Final = (1.5, 6.0)  # seconds for an answer: at first, and at most when nothing ever comes
_PAUSE: Final = (0.02, 0.2)  # seconds before the next decision
_QUIET: Final = (0.3, 1.5)  # seconds before the next thing is said
_UNDO: Final = 0.06  # how often somebody thinks better of it
_LAZY: Final = 0.04  # how often somebody lets the time run out, where there is a clock


class Guest:
    """Somebody at a table."""

    def __init__(
        self,
        name: str,
        cookie: str,
        party: str,
        servers: Sequence[str],
        note: Callable[[Note], None],
        chance: random.Random,
    ) -> None:
        self.name: Final = name
        self._cookie: Final = cookie
        self.party: Final = party
        self._servers: Final = servers  # the first is the one it likes best
        self._note: Final = note
        self._chance: Final = chance
        self._ids = 0
        self.match = ""  # that the party plays
        self.state: dict[str, Any] = {}
        self.seen = ("", 0)  # match, and how far
        self.answers = 0
        self.lines = 0
        self.said_by_server: set[str] = set()  # reasons why something was refused
        self.at: dict[str, str] = {}  # the server at the other end of each line

    # --- lines ---

    async def live(self) -> None:
        """Play and talk, until somebody ends it."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self._stay("parties", self._talk))
            both.create_task(self._stay("matches", self._play))

    async def _stay(self, kind: str, do: Callable[["_Wire"], Any]) -> None:
        """Have a line of this kind, always; at the server one likes best, if it is there."""
        tries, patience = 0, _PATIENCE[0]
        while True:
            where = self.party if kind == "parties" else self.match
            if not where:
                await asyncio.sleep(0.05)
                continue
            server = self._servers[tries % len(self._servers)]
            wire = _Wire(self, where, server, patience)
            home = server == self._servers[0]
            staying = asyncio.timeout(None if home else self._chance.uniform(4.0, 8.0))
            try:
                async with staying:
                    await wire.open(f"/api/v1/{kind}/{where}/socket", self._cookie)
                    self.at[kind] = server
                    await do(wire)
                tries = 0
            except _BROKEN:
                if staying.expired():
                    tries = 0
                    continue
                tries = 1 if wire.heard and tries == 0 else tries + 1
                patience = _PATIENCE[0] if wire.heard else min(_PATIENCE[1], patience * 1.3)
                await asyncio.sleep(self._chance.uniform(0.05, 0.25))
            finally:
                self.at.pop(kind, None)
                await wire.close()

    @property
    def at_home(self) -> bool:
        """Whether both lines lead to the server that it likes best."""
        return list(self.at.values()) == [self._servers[0]] * 2

    def note(self, kind: str, where: str, **facts: Any) -> None:
        self._note(Note(asyncio.get_running_loop().time(), kind, self.name, where, facts))

    def new_id(self) -> str:
        self._ids += 1
        return f"{self.name}-{self._ids}"

    # --- at the match ---

    _open: dict[str, Any] | None = None  # a command that nobody has answered yet
    _of = ""  # and the match that it is of

    async def _play(self, wire: "_Wire") -> None:
        match = wire.where
        self.state = {}
        await wire.say(type="hello", last_seq=None)
        await wire.until(lambda: bool(self.state))
        if self._of != match:
            self._open = None
        while self.match == match:
            if self._open is not None:
                await self._insist(wire)
            elif self.state["outcome"] is None and (ask := self.state["ask"]) is not None and ask["mine"]:
                await self._decide(wire)
            else:
                await wire.hear_something()

    async def _decide(self, wire: "_Wire") -> None:
        seq = self.state["seq"]
        pause = self._chance.uniform(*_PAUSE)
        if self.state["clock"] is not None and self._chance.random() < _LAZY:
            pause = 30.0
        until = asyncio.get_running_loop().time() + pause
        while (left := until - asyncio.get_running_loop().time()) > 0 and self.state["seq"] == seq:
            await wire.hear_something(left)
        ask = self.state["ask"]
        if self.state["seq"] != seq or ask is None or not ask["mine"]:
            return
        command: dict[str, Any] = {"type": "answer", "id": self.new_id(), "seq": seq}
        if self.state["can_undo"]["ok"] and self._chance.random() < _UNDO:
            command["type"] = "undo"
        else:
            command["choice"] = self._chance.choice(ask["options"])["choice"]
        self._open, self._of = command, wire.where

    async def _insist(self, wire: "_Wire") -> None:
        """Say it until there is an answer, be it on this line or on the next one."""
        command = self._open
        assert command is not None
        self.note("said", wire.where, **command)
        answer = await wire.ask(command)
        self._open = None
        if answer["type"] == "done":
            self.answers += 1
            await wire.until(lambda: self.state["seq"] >= answer["seq"])

    # --- at the table ---

    _word: dict[str, Any] | None = None

    async def _talk(self, wire: "_Wire") -> None:
        await wire.say(type="enter", last_line=0)
        while True:
            if self._word is None:
                quiet = asyncio.get_running_loop().time() + self._chance.uniform(*_QUIET)
                while (left := quiet - asyncio.get_running_loop().time()) > 0:
                    await wire.hear_something(left)
                id_ = self.new_id()
                over = self.state.get("outcome") and self.seen[0] == self.match
                self._word = (
                    {"type": "again", "id": id_} if over else {"type": "say", "id": id_, "text": f"{id_}!"}
                )
            self.note("said", wire.where, **self._word)
            answer = await wire.ask(self._word)
            self.lines += answer["type"] == "done" and self._word["type"] == "say"
            self._word = None

    # --- what is heard ---

    def take(self, wire: "_Wire", message: dict[str, Any]) -> None:
        """Write it down, and know it."""
        kind, where = message["type"], wire.where
        if kind == "state" or (kind == "refused" and "state" in message):
            state = message if kind == "state" else message["state"]
            self.note("state", where, seq=state["seq"])
            if kind == "state" or state["seq"] >= self.state["seq"]:
                self.state = state
            if self.seen[0] != where or self.seen[1] < state["seq"]:
                self.seen = (where, state["seq"])
        if kind == "events":
            for event in message["events"]:
                if is_public(event):
                    self.note("event", where, n=event["n"], told=told(event))
        if kind == "lines":
            for line in message["lines"]:
                self.note("line", where, n=line["n"], told=line)
        if kind == "pong":
            self.note("pong", where)
        if kind == "party":
            self.match = message["match"] or ""
        if kind in {"done", "refused"}:
            self.note(kind, where, **{name: message[name] for name in ("id", "seq", "reason") if name in message})
            if kind == "refused":
                self.said_by_server.add(message["reason"])


def is_public(event: dict[str, Any]) -> bool:
    """Whether everybody is told the same of it."""
    return event["kind"] != "hidden" and not event.get("private") and event.get("audience") is None


def told(event: dict[str, Any]) -> list[Any]:
    """What everybody is told."""
    return [event["kind"], event.get("seat"), event.get("text")]


class _Wire:
    """A line to a server."""

    def __init__(self, guest: Guest, where: str, server: str, patience: float) -> None:
        self._guest: Final = guest
        self.where: Final = where
        self._server: Final = server
        self._patience: Final = patience
        self._socket: ClientConnection | None = None
        self.heard = 0  # messages

    async def open(self, path: str, cookie: str) -> None:
        self._guest.note("dialled", self.where, server=self._server)
        self._socket = await connect(
            self._server.replace("http", "ws", 1) + path,
            additional_headers={"cookie": cookie},
            open_timeout=self._patience,
            ping_interval=None,
            max_size=None,
            proxy=None,
            compression=None,
        )

    async def close(self) -> None:
        if self._socket is not None:
            self._socket.transport.abort()  # the line is gone from one moment to the next
            with suppress(*_BROKEN):
                await self._socket.wait_closed()

    async def say(self, **frame: Any) -> None:
        assert self._socket is not None
        async with asyncio.timeout(self._patience):  # not wait_for, which may miss that it is over
            await self._socket.send(json.dumps(frame))

    async def _hear(self, timeout: float) -> dict[str, Any]:
        assert self._socket is not None
        async with asyncio.timeout(timeout):
            text = await self._socket.recv()
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "bye":
            raise EOFError(message["reason"])
        assert message["type"] != "mistake", message
        self.heard += 1
        self._guest.take(self, message)
        return message

    async def hear_something(self, seconds: float = 1.0) -> None:
        """Wait for a while for whatever comes; if nothing does, ask whether anybody is there."""
        with suppress(TimeoutError):
            await self._hear(max(0.001, min(seconds, 1.0)))
            return
        if seconds >= 1.0:
            await self.say(type="ping")
            await self.answer(lambda message: message["type"] == "pong")

    async def until(self, fits: Callable[[], bool]) -> None:
        if not fits():
            await self.answer(lambda _: fits())

    async def ask(self, command: dict[str, Any]) -> dict[str, Any]:
        await self.say(**command)
        return await self.answer(lambda message: message.get("id") == command["id"])

    async def answer(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        until = asyncio.get_running_loop().time() + self._patience
        while True:
            message = await self._hear(until - asyncio.get_running_loop().time())
            if fits(message):
                return message
