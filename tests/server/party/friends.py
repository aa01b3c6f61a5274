"""Friends around a table: browsers with a page at a party."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

from tests.server.browser import PATIENCE, Browser, Page


class Friend:
    """A browser that is in a party, with its page there."""

    def __init__(self, browser: Browser, joined: dict[str, Any]) -> None:
        self.browser = browser
        self.party: str = joined["party"]
        self.number: int = joined["person"]
        self.key: str = joined["key"]
        self.state: dict[str, Any] = {}
        self.lines: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self._ids = 0
        self.socket = self.dial()
        self.say(type="enter", last_line=0)
        self.until("party")

    def dial(self) -> ClientConnection:
        url = f"{self.browser.address}/api/v1/parties/{self.party}/socket".replace("http", "ws", 1)
        facts: Any = {"open_timeout": PATIENCE, "max_size": None, "proxy": None}
        socket: ClientConnection = connect(url, additional_headers={"cookie": self.browser.cookie}, **facts)
        return socket.__enter__()

    def again(self, last_line: int = 0) -> None:
        """Load the page anew."""
        self.close()
        self.socket = self.dial()
        self.say(type="enter", last_line=last_line)
        self.until("party")

    def say(self, **frame: Any) -> None:
        self.socket.send(json.dumps(frame))

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        if message["type"] == "party":
            self.state = message
        if message["type"] == "lines":
            self.lines += message["lines"]
        return message

    def until(self, kind: str, **facts: Any) -> dict[str, Any]:
        """The next message of a kind, and with these facts."""
        while True:
            message = self.hear()
            if message["type"] == kind and facts.items() <= message.items():
                return message

    def wait(self, fits: Any) -> dict[str, Any]:
        """The state, as soon as it is such."""
        while not fits(self.state):
            self.hear()
        return self.state

    def ask(self, type_: str, id_: str | None = None, **facts: Any) -> dict[str, Any]:
        """Say a command; the server's answer. All that came before it is heard."""
        self._ids += 1
        id_ = id_ or f"{self.number}-{self._ids}"
        self.say(type=type_, id=id_, **facts)
        while True:
            message = self.hear()
            if message.get("id") == id_:
                return message

    def do(self, type_: str, **facts: Any) -> None:
        """A command that has to work."""
        answer = self.ask(type_, **facts)
        assert answer["type"] == "done", answer

    def refused(self, type_: str, **facts: Any) -> str:
        """Why a command is refused."""
        answer = self.ask(type_, **facts)
        assert answer["type"] == "refused", answer
        return str(answer["reason"])

    def catch_up(self) -> dict[str, Any]:
        """The state after everything that has happened up to now."""
        self.say(type="ping")
        self.until("pong")
        return self.state

    @property
    def me(self) -> dict[str, Any]:
        return next(person for person in self.state["people"] if person["you"])

    def person(self, number: int) -> dict[str, Any]:
        return next(person for person in self.state["people"] if person["number"] == number)

    def notes(self) -> list[str]:
        return [line["text"] for line in self.lines if line["kind"] == "note"]

    def sit(self) -> Page:
        """A page at the match."""
        return self.browser.sit(self.state["match"])

    def close(self) -> None:
        with suppress(Exception):
            self.socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_table(browser: Browser, game: str = "yahtzee", name: str = "Ann", **more: Any) -> Friend:
    """Somebody opens a table."""
    return Friend(browser, browser.post("/parties", {"game": game, "name": name, **more}))


def code_of(friend: Friend, which: str = "table") -> str:
    """The five letters."""
    return str(friend.browser.get(f"/parties/{friend.party}/links")[which]["code"])


def link_of(friend: Friend, which: str = "table") -> str:
    """The long word of a link."""
    return str(friend.browser.get(f"/parties/{friend.party}/links")[which]["url"].rpartition("/")[2])


def come(browser: Browser, code: str, name: str = "Ben", **more: Any) -> Friend:
    """Somebody comes in."""
    return Friend(browser, browser.post("/join", {"code": code, "name": name, **more}))


@contextmanager
def browsers(address: str, count: int) -> Iterator[list[Browser]]:
    """So many of them."""
    found = [Browser(address) for _ in range(count)]
    try:
        yield found
    finally:
        for browser in found:
            browser.close()


def play_out(pages: list[Page]) -> None:
    """Everybody takes the last option, until the game is over."""
    while pages[0].state["outcome"] is None:
        for page in pages:
            ask = page.state["ask"]
            if ask and ask["mine"]:
                page.answer(*ask["options"][-1]["choice"])
        seq = max(page.state["seq"] for page in pages)
        for page in pages:
            while page.state["seq"] < seq:
                page.hear()
        mine = any(page.state["ask"] and page.state["ask"]["mine"] for page in pages)
        if not mine and pages[0].state["outcome"] is None:
            pages[0].hear()


def soon(fits: Callable[[], bool]) -> None:
    """Wait for something that happens in the server's thread."""
    until = time.monotonic() + 20
    while not fits() and time.monotonic() < until:
        time.sleep(0.01)
    assert fits()
