"""Games through real sockets while everything goes wrong, and somebody who keeps the history.

Processes are killed, lines cut, the disk filled, rows of the database damaged. The historian hears all that any
player hears, and holds the server to one sentence: every answer that was acknowledged is in the log of every later
state that anybody is shown. Only a match that said it was damaged may go back, and not further than it said.
"""

import os
import random
import signal
import socket
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from websockets.exceptions import WebSocketException

from tests.server.browser import PATIENCE, Browser, Page, Program

TABLES: Final = (
    ("yahtzee", ("Ann", "Bo")),
    ("king-of-tokyo", ("Ann", "=", "Cy")),
    ("deadwood", ("Ann", "Bo", "Cy")),
    ("yahtzee", ("Ann",)),
    ("yahtzee", ("Ann", "Bo", "Cy")),
    ("king-of-tokyo", ("Ann", "Bo")),
)
_LINE: Final = (WebSocketException, OSError, EOFError)


class History:
    """What was acknowledged of one match, and what was told of it; AssertionError if that contradicts itself."""

    def __init__(self, match: str) -> None:
        self.match = match
        self._lock = threading.Lock()
        self.acknowledged: dict[str, int] = {}  # command -> the seq that was acknowledged
        self.events: dict[int, tuple[Any, ...]] = {}  # n -> what everybody was told
        self.seq = 0  # the latest state that anybody was shown
        self.rescued = 0

    def hear(self, message: dict[str, Any]) -> None:
        """Somebody was told this, on a line that was opened after all that was noted before."""
        with self._lock:
            if message["type"] == "done":
                old = self.acknowledged.setdefault(message["id"], message["seq"])
                assert old == message["seq"], f"{message['id']} was done at {old}, and now at {message['seq']}"
            if message["type"] == "state":
                self.seq = max(self.seq, message["seq"])
            if message["type"] == "events":
                for event in message["events"]:
                    self._told(event)

    def _told(self, event: dict[str, Any]) -> None:
        if event["kind"] == "hidden" or event.get("audience") is not None:
            return
        said = (event["kind"], event.get("seat"), event.get("text"))
        old = self.events.setdefault(event["n"], said)
        assert old == said, f"{self.match}: event {event['n']} was {old}, and now is {said}"

    def check(self, first: dict[str, Any], before: int) -> None:
        """The first state of a new line holds all that was acknowledged before it was opened."""
        assert first["seq"] >= before, f"{self.match}: {before} was acknowledged, and {first['seq']} is shown"

    def known(self) -> int:
        """So far the log had come, at least."""
        with self._lock:
            return max(self.seq, *self.acknowledged.values(), 0)

    def go_back(self) -> None:
        """The match was damaged, has said so, and goes on from an earlier moment: that is its history now."""
        with self._lock:
            self.rescued += 1
            self.acknowledged.clear()
            self.events.clear()
            self.seq = 0


class Player(threading.Thread):
    """Plays one match for one guest, comes back when the line breaks, and sends again what was not answered."""

    def __init__(self, browser: Browser, history: History, seed: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.browser, self.history, self.over = browser, history, over
        self.chance = random.Random(seed)
        self.trouble: BaseException | None = None
        self.page: Page | None = None
        self.answers = 0
        self._open: dict[str, Any] | None = None  # a command that nobody has answered yet

    def run(self) -> None:
        try:
            while not self.over.is_set():
                try:
                    self._sit_down()
                except _LINE:
                    time.sleep(0.02)
        except BaseException as error:  # told to the test, in its own thread
            self.trouble = error

    def _sit_down(self) -> None:
        before, times = self.history.known(), self.history.rescued
        with Page(self.browser.dial(self.history.match)) as page:
            self.page = page
            page.say(type="hello", last_seq=None)
            state = self._until("state")
            if times == self.history.rescued:
                self.history.check(state, before)
            while not self.over.is_set() and not page.state["outcome"]:
                self._move(page)

    def _hear(self) -> dict[str, Any]:
        assert self.page is not None
        message = self.page.hear(1.0)
        self.history.hear(message)
        return message

    def _until(self, kind: str) -> dict[str, Any]:
        while (message := self._hear())["type"] != kind:
            if message["type"] == "bye":
                raise ConnectionResetError(message["reason"])
        return message

    def _move(self, page: Page) -> None:
        ask = page.state["ask"]
        if self._open is None and (ask is None or not ask["mine"]):
            with suppress(TimeoutError):
                self._hear()
            return
        if self._open is None:
            choice = self.chance.choice(ask["options"])["choice"]
            id_ = f"{self.chance.random()}"
            self._open = {"type": "answer", "id": id_, "seq": page.state["seq"], "choice": choice}
            if page.state["can_undo"]["ok"] and self.chance.random() < 0.1:
                self._open = {"type": "undo", "id": id_, "seq": page.state["seq"]}
        page.say(**self._open)
        while (message := self._hear()).get("id") != self._open["id"]:
            if message["type"] == "bye":
                raise ConnectionResetError(message["reason"])
        if message["type"] == "done":
            self.answers += 1
        else:
            assert message["type"] == "refused", message
            page.state = message["state"]
            time.sleep(0.002)
        self._open = None

    def cut(self) -> None:
        """The line is gone from one moment to the next, in the middle of whatever it was."""
        if self.page is not None:
            with suppress(OSError, AttributeError):
                self.page.socket.socket.shutdown(socket.SHUT_RDWR)


class Chaos:
    """A server, some tables, and what can happen to them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self.program = Program(folder)
        self.happened: Counter[str] = Counter()

    def run(self, rounds: int, deeds: list[str]) -> int:
        """So many things go wrong while matches are played; how many answers were acknowledged."""
        with self.program, Browser(self.program.address) as ann:
            self.ann = ann
            self.over = threading.Event()
            self.histories = [History(ann.new(game, *seats)) for game, seats in TABLES]
            self.players = [
                Player(ann, history, 2 * number + twin, self.over)
                for number, history in enumerate(self.histories)
                for twin in range(2)  # two screens of the same guest, which get into each other's way
            ]
            for player in self.players:
                player.start()
            try:
                for number in range(rounds):
                    self._wait_for_answers()
                    deed = deeds[number % len(deeds)]
                    self.happened[deed] += 1
                    getattr(self, deed)()
                self._wait_for_answers()
            finally:
                self.over.set()
                for player in self.players:
                    player.join(PATIENCE)
            self._check()
            self._again()
            for history in self.histories:
                with ann.sit(history.match) as page:
                    history.check(page.state, history.known())
            assert "Traceback" not in self.program.stop()
        return sum(player.answers for player in self.players)

    def _wait_for_answers(self) -> None:
        """Until somebody has got on, or all games are over."""
        wanted = sum(player.answers for player in self.players) + self.chance.randint(2, 8)
        until = time.monotonic() + PATIENCE
        while sum(player.answers for player in self.players) < wanted and time.monotonic() < until:
            self._check()
            if all(player.page and player.page.state.get("outcome") for player in self.players):
                return
            time.sleep(0.01)
        assert time.monotonic() < until, f"nobody gets on any more, after {dict(self.happened)}"

    def _check(self) -> None:
        for player in self.players:
            if player.trouble is not None:
                raise AssertionError(f"after {dict(self.happened)}: {player.trouble!r}") from player.trouble

    def _again(self) -> None:
        self.program.kill()
        self.program.start()

    # --- what goes wrong ---

    def kill(self) -> None:
        """The power goes."""
        self._again()

    def cut(self) -> None:
        """Some lines break while commands are on their way."""
        for player in self.chance.sample(self.players, 3):
            player.cut()

    def fill(self) -> None:
        """The disk is full, and again has room, from one moment to the next."""
        import resource

        assert self.program.pid is not None
        hard = resource.prlimit(self.program.pid, resource.RLIMIT_FSIZE)[1]
        for _ in range(self.chance.randint(4, 10)):
            # Held for a moment, so that everybody's commands are there at once and meet in one commit.
            os.kill(self.program.pid, signal.SIGSTOP)
            time.sleep(0.02)
            resource.prlimit(self.program.pid, resource.RLIMIT_FSIZE, (0, hard))
            os.kill(self.program.pid, signal.SIGCONT)
            time.sleep(self.chance.uniform(0.005, 0.05))
            if self.chance.random() < 0.05:
                self._again()  # and then the power goes as well
                return
            resource.prlimit(self.program.pid, resource.RLIMIT_FSIZE, (hard, hard))
            time.sleep(self.chance.uniform(0, 0.02))

    def damage(self) -> None:
        """A row changes on the disk: the match says so, and goes on from where it is good."""
        history = self.chance.choice(self.histories)
        spoilt: list[Callable[[sqlite3.Connection], Any]] = [
            lambda db: db.execute(
                "UPDATE log SET body = body || ' ' WHERE match = ?1 "
                "AND n = (SELECT max(n) FROM log WHERE match = ?1)",
                (history.match,),
            ),
            lambda db: db.execute("UPDATE matches SET turn = turn + 1 WHERE id = ?", (history.match,)),
            lambda db: db.execute("UPDATE seats SET name = 'x' WHERE match = ?", (history.match,)),
            lambda db: db.execute(
                "DELETE FROM log WHERE match = ?1 AND n > (SELECT max(n) - 3 FROM log WHERE match = ?1)",
                (history.match,),
            ),
        ]
        self.program.kill()
        db = sqlite3.connect(self.folder / "server.sqlite3")
        with db:
            self.chance.choice(spoilt)(db)
        db.close()
        self.program.start()
        status, reason = self.ann.refusal("GET", f"/matches/{history.match}/replay")
        assert (status, "damaged" in reason) == (503, True), "nobody may be shown what is not so"
        history.go_back()
        self.ann.post(f"/matches/{history.match}/rescue")
        with self.ann.sit(history.match) as page:
            assert "damaged" in page.state["notice"]
