"""An evening with friends: four browsers of all sizes and a terminal at one table, from a code to the next game.

One reloads, one is offline for a while, one leaves for ever, one comes late, one only looks on and tries to act,
and a stranger guesses codes. The server is killed in the middle of it. All that any of them is told is searched.
"""

import json
import re
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, WebSocket, expect

from dicecup.server.matches import fingerprint
from tests.page.conftest import DESKTOP, PHONE, Guest
from tests.page.player import audit, decide, decision, fits
from tests.page.table import plate
from tests.server.browser import Browser, Program
from tests.terminal.program import Pipe

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does")

TABLET: Final = (768, 1024)
LARGE: Final = (1920, 1080)
BROKEN: Final = "Connection lost."
_PATIENCE: Final = 60.0

# What a spectator says who has read the protocol; what the server answers.
_RAW: Final = """async ([url, hello, frames]) => {
    const line = new WebSocket(url), heard = [];
    await new Promise((go) => (line.onopen = go));
    line.onmessage = ({data}) => heard.push(JSON.parse(data));
    line.send(JSON.stringify(hello));
    for (const frame of frames) line.send(JSON.stringify(frame));
    const answered = () => heard.filter((each) => ['done', 'refused', 'mistake'].includes(each.type));
    const patience = performance.now() + 20000;
    while (answered().length < frames.length && performance.now() < patience)
        await new Promise((go) => setTimeout(go, 5));
    line.close();
    return answered().map((each) => each.type);
}"""

_STANDS: Final = """() => document.querySelector('.result') ? 'over'
    : document.querySelector('dialog[open] .btn.main') ? 'dialog'
    : document.querySelector('.decide.mine') ? 'asked' : ''"""


class Friend:
    """Somebody with a browser, and everything they were ever told."""

    def __init__(self, name: str, context: BrowserContext) -> None:
        self.name = name
        self.context = context
        self.page = context.new_page()
        self.frames: list[str] = []
        self.page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", lambda payload: self.frames.append(str(payload)))

    @property
    def token(self) -> str:
        """What the browser says who it is with."""
        return next(each["value"] for each in self.context.cookies() if "dicecup" in each["name"])

    @property
    def keys(self) -> list[str]:
        """What opens their seats."""
        kept = self.page.evaluate("JSON.parse(localStorage.getItem('dicecup.parties') ?? '{}')")
        return [each["key"] for each in kept.values() if each.get("key")]

    def mine(self) -> bool:
        return self.page.locator(".decide.mine").count() == 1

    def sees(self, name: str, words: str | re.Pattern[str]) -> None:
        expect(plate(self.page, name)).to_contain_text(words)


class Wire:
    """The way from one browser to the server, which can break: then nothing gets through, in either direction."""

    def __init__(self, address: str) -> None:
        self._to = address.removeprefix("http://").split(":")
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._broken = False
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                try:
                    far = socket.create_connection((self._to[0], int(self._to[1])))
                except OSError:  # the server is down
                    near.close()
                    continue
                self._open += [near, far]
                if self._broken:
                    self._close()
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while some := one.recv(65536):
                other.sendall(some)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _close(self) -> None:
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._open.clear()

    def cut(self) -> None:
        """Nothing gets through from now on."""
        self._broken = True
        self._close()

    def mend(self) -> None:
        """And now it does."""
        self._broken = False

    def close(self) -> None:
        self._listening.close()
        self._close()


class Terminal:
    """Somebody with `dicecup join`, who types whenever they are asked."""

    def __init__(self, link: str, name: str, answers: Callable[[str], str]) -> None:
        self.pipe = Pipe("join", link, "--name", name)
        self._answers = answers
        self.again = threading.Event()  # another game?
        self._thread = threading.Thread(target=self._play, daemon=True)
        self._thread.start()

    def _play(self) -> None:
        while (shown := self.pipe.until_prompt()).endswith(" > "):
            prompt = shown.rpartition("\n")[2]
            if prompt.startswith("Another game"):
                self.again.set()
            elif "waiting for" not in prompt:
                self.pipe.type(self._answers(prompt))

    def end(self) -> str:
        self.pipe.type("quit")
        self._thread.join(_PATIENCE)
        assert not self._thread.is_alive(), self.pipe.seen
        assert self.pipe.close() == 0
        return self.pipe.seen


def fill_boxes() -> Callable[[str], str]:
    boxes = cycle(range(1, 14))
    return lambda prompt: f"fill {next(boxes)}" if "fill a box" in prompt else ""


def end_turns() -> Callable[[str], str]:
    return lambda prompt: "" if "ready?" in prompt else "end"


def fight() -> Callable[[str], str]:
    """Keep what was rolled, never yield, and do nothing else that does not have to be done."""

    def typed(prompt: str) -> str:
        if "keep dice" in prompt:
            return "stop"
        return "stay" if "Stay or yield?" in prompt else "1" if "Enter" not in prompt else ""

    return typed


TYPED: Final = {"Deadwood": end_turns, "Yahtzee": fill_boxes, "King of Tokyo": fight}


def soon(fits: Callable[[], object], why: str) -> None:
    until = time.monotonic() + _PATIENCE
    while not fits():
        assert time.monotonic() < until, why
        time.sleep(0.02)


class Evening:
    """The table, and who is at it."""

    def __init__(self, guest: Guest, folder: Path, program: Program, game: str) -> None:
        self.guest = guest
        self.folder = folder
        self.program = program
        self.game = game
        self.wire = Wire(program.address)
        self.friends: dict[str, Friend] = {}
        self.terminal: Terminal | None = None
        self.secrets: set[str] = set()  # of the dice: nobody may ever be told
        self._count = 0

    def comes(self, name: str, size: tuple[int, int], by: str = "", **more: Any) -> Friend:
        friend = self.friends[name] = Friend(name, self.guest(size, **more))
        friend.page.goto(by or self.program.address)
        return friend

    def note_secrets(self) -> None:
        """Read in the database what is to come."""
        with closing(sqlite3.connect(self.folder / "server.sqlite3")) as db:
            bodies = [body for (body,) in db.execute("SELECT body FROM parties UNION ALL SELECT body FROM papers")]
        found = {key for body in bodies for key in re.findall(r'"key": ?"([0-9a-f]{64})"', body)}
        assert found, "a game or a waiting room always has some"
        self.secrets |= found

    def links(self, friend: Friend) -> dict[str, Any]:
        party = next(
            iter(friend.page.evaluate("Object.keys(JSON.parse(localStorage.getItem('dicecup.parties')))"))
        )
        reply = friend.page.request.get(f"{self.program.address}/api/v1/parties/{party}/links")
        assert reply.ok
        return dict(reply.json())

    def asked(self, *friends: Friend) -> Friend | None:
        return next((friend for friend in friends or self.friends.values() if friend.mine()), None)

    def one_decision(self, *, idle: bool = False) -> bool:
        """Wait until somebody with a browser is asked, who decides; False: the game is over."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            for friend in self.friends.values():
                match friend.page.evaluate(_STANDS):
                    case "over":
                        return False
                    case "dialog":
                        friend.page.locator("dialog[open] .btn.main").first.click()
                    case "asked":
                        self._decide(friend, idle)
                        return True
        raise AssertionError(f"nothing happens: {self.terminal and self.terminal.pipe.seen[-1_000:]}")

    def _decide(self, friend: Friend, idle: bool) -> None:
        before = decision(friend.page)
        end = friend.page.locator(".press", has_text="End turn")
        if idle and end.count():
            end.click()
        else:
            decide(friend.page, self._count)
        self._count += 1
        soon(lambda: not friend.mine() or decision(friend.page) != before, f"{friend.name} waits: {before}")

    def same_decision(self) -> tuple[str, list[str]]:
        """Where everybody stands: whose turn it is, and what each reads about it."""
        asked = self.asked()
        assert asked is not None
        return asked.name, [decision(friend.page) for friend in self.friends.values()]


# --- the way in ---


def open_table(evening: Evening) -> tuple[Friend, str]:
    """Ann opens a table with rules of its own; its code."""
    ann = evening.comes("Ann", DESKTOP)
    page = ann.page
    page.get_by_role("link", name="Play with friends").click()
    page.get_by_role("radio", name=evening.game).check()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_text("Rules of this table").click()
    page.get_by_role("radio", name="A computer player decides for them at once").check()
    page.get_by_label("Empty chairs stay free for whoever comes late").check()
    if evening.game == "Deadwood":  # whoever does nothing ends the day soon
        page.get_by_label("Idle turns in a row").fill("4")
        page.keyboard.press("Tab")
    while page.locator(".chairs > li").count() < 5:
        count = page.locator(".chairs > li").count()
        page.get_by_role("button", name="Add a chair").click()
        expect(page.locator(".chairs > li")).to_have_count(count + 1)
    audit(page)
    letters = page.locator(".letters").first.locator(".letter")
    expect(letters).to_have_count(5)
    return ann, "".join(letters.all_inner_texts())


def come_by_code(friend: Friend, code: str) -> None:
    page = friend.page
    page.get_by_role("link", name="Join with a code").click()
    page.get_by_label("The five letters of the code").fill(f"{code[:2].lower()} {code[2:].lower()}")
    page.keyboard.press("Enter")
    sit_down(friend)
    page.get_by_role("button", name="I am ready").click()


def sit_down(friend: Friend, button: str = "Sit down") -> None:
    friend.page.get_by_label("Your name").fill(friend.name)
    friend.page.get_by_role("button", name=button).click()


# --- what nobody may be told ---


def search(evening: Evening) -> None:
    """Nobody was told who others are to the server, what opens their seats, the ways in, or the dice to come."""
    doors = []
    with closing(sqlite3.connect(evening.folder / "server.sqlite3")) as db:
        for (body,) in db.execute("SELECT body FROM parties"):
            book = json.loads(body)
            doors += [book[each] for each in ("code", "table", "watching_code", "watching") if book[each]]
    for friend in evening.friends.values():
        told = "\n".join(friend.frames)
        assert len(friend.frames) > 5, f"{friend.name} was told nothing, so nothing was searched"
        for word in doors:
            assert word not in told, f"{friend.name} was told a way in"
        for secret in evening.secrets:
            assert secret not in told, f"{friend.name} was told the dice to come"
        for other in evening.friends.values():
            for word in (other.token, *other.keys):
                assert word not in told, f"{friend.name} was told what {other.name} has for the server alone"
                assert fingerprint(word) not in told, f"{friend.name} was told who {other.name} is to the server"


def guess(evening: Evening, code: str) -> None:
    """A stranger tries codes, and learns nothing but that there is a limit."""
    with Browser(evening.program.address) as stranger:
        tried = [code, *(f"{code[:4]}{letter}" for letter in "BCDFGHJKMNPR" if letter != code[4])]
        answers = [stranger.refusal("POST", "/join", {"code": each, "name": "Eve"}) for each in tried]
        assert answers[0][0] == 404, "the code is dead as soon as the game has begun"
        assert len({reason for status, reason in answers if status == 404}) == 1
        assert answers[-1][0] == 429


def try_to_act(evening: Evening, wil: Friend) -> None:
    """Whoever looks on has read the protocol, and sends what they like."""
    asked = evening.asked()
    assert asked is not None
    match = wil.page.url.rpartition("/")[2]
    seq = json.loads(next(frame for frame in reversed(wil.frames) if '"type":"state"' in frame))["seq"]
    choices = [["end"], ["roll"], ["act"], ["move", "saloon"]]
    answers = [{"type": "answer", "id": f"a{n}", "seq": seq, "choice": each} for n, each in enumerate(choices)]
    base = f"{evening.program.address}/api/v1".replace("http", "ws", 1)
    hello = {"type": "hello", "last_seq": None}
    frames = [*answers, {"type": "undo", "id": "u", "seq": seq}]
    before = evening.same_decision()
    told = wil.page.evaluate(_RAW, [f"{base}/matches/{match}/socket", hello, frames])
    assert set(told) == {"refused"}
    party = wil.page.evaluate("Object.keys(JSON.parse(localStorage.getItem('dicecup.parties')))[0]")
    commands = [
        *({"type": kind, "id": kind} for kind in ("start", "again", "to_waiting_room", "stand_up")),
        *({"type": "turn_away", "id": f"t{n}", "person": n} for n in (1, 2)),
        *({"type": "take_chair", "id": f"c{n}", "chair": n} for n in (0, 1)),
        {"type": "set_rules", "id": "r", "absence": "never"},
    ]
    told = wil.page.evaluate(_RAW, [f"{base}/parties/{party}/socket", {"type": "enter", "last_line": 0}, commands])
    assert told == ["refused"] * len(commands)
    assert evening.same_decision() == before


# --- the evening ---


@pytest.fixture
def evening(guest: Guest, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    folder = tmp_path / "server"
    with Program(folder) as program:
        evening = Evening(guest, folder, program, request.param)
        with closing(evening.wire):
            yield evening
            if evening.terminal is not None:
                evening.terminal.pipe.process.kill()


@pytest.mark.soak  # what of it can go wrong alone is tried alone: test_waiting_room.py, test_at_the_table.py
@pytest.mark.parametrize("evening", ["Deadwood", "Yahtzee", "King of Tokyo"], indirect=True)
def test_an_evening_with_friends(evening: Evening) -> None:
    ann, code = open_table(evening)
    ben, uma = evening.comes("Ben", PHONE, has_touch=True), evening.comes("Uma", TABLET, evening.wire.address)
    come_by_code(ben, code)
    fits(ben.page)
    audit(ben.page)
    come_by_code(uma, code)
    links = evening.links(ann)
    tom = evening.terminal = Terminal(links["table"]["url"], "Tom", TYPED[evening.game]())
    expect(ann.page.locator(".chairs > li").filter(has_text="Tom")).to_contain_text(re.compile("(?<!not )ready"))
    evening.note_secrets()
    ann.page.get_by_role("button", name="Start the game").click()
    for friend in (ann, ben, uma):
        expect(friend.page.locator("#decision")).to_be_visible()
        expect(friend.page.locator(".plates > li")).to_have_count(5)
    evening.note_secrets()

    # A stranger guesses; somebody looks on, and is refused whatever they try.
    guess(evening, code)
    wil = evening.comes("Wil", (1024, 768))
    wil.page.goto(links["watching"]["url"])
    sit_down(wil, "Watch")
    expect(wil.page.get_by_text("You are watching.").first).to_be_visible()
    assert evening.one_decision()
    soon(evening.asked, "somebody with a browser is asked")
    try_to_act(evening, wil)

    # One comes late, by the link, and takes the chair that was left for her.
    zoe = evening.comes("Zoe", LARGE)
    zoe.page.goto(links["table"]["url"])
    sit_down(zoe)
    expect(zoe.page.locator("#decision")).to_be_visible()
    note = ann.page.get_by_role("log").first.get_by_text(re.compile("^Zoe plays .+ from now on"))
    expect(note).to_be_visible()
    seat = re.findall("Zoe plays (.+) from", note.inner_text())[0]  # what the chair was called when the game began
    ann.sees(seat, "here")
    assert evening.one_decision()

    # One loads the page again and is where he was.
    soon(evening.asked, "somebody with a browser is asked")
    told = decision(ben.page)
    ben.page.reload()
    expect(ben.page.locator("#decision")).to_be_visible()
    soon(lambda: decision(ben.page) == told, f"{told} / {decision(ben.page)}")

    # The power goes, and everybody is back at the same decision by themselves.
    before = evening.same_decision()
    evening.program.kill()
    for friend in evening.friends.values():
        expect(friend.page.get_by_text(BROKEN).first).to_be_visible()
    evening.program.start()
    for friend in evening.friends.values():
        expect(friend.page.get_by_text(BROKEN)).to_have_count(0)
    soon(lambda: evening.asked() is not None and evening.same_decision() == before, f"{before}")
    search(evening)

    # One is offline for a while: the others see it, and a computer player decides until she is back.
    uma.context.set_offline(True)  # new connections, that is; those that are open break with the wire
    evening.wire.cut()
    ann.sees("Uma", "away")
    del evening.friends["Uma"]
    for _ in range(40):
        if plate(ann.page, "Uma").get_by_text("a computer player decides").count():
            break
        assert evening.one_decision()
    ann.sees("Uma", "a computer player decides")
    evening.friends["Uma"] = uma
    evening.wire.mend()
    uma.context.set_offline(False)
    ann.sees("Uma", "here")
    expect(uma.page.get_by_text(BROKEN)).to_have_count(0)

    # One leaves for ever, and has no seat any more.
    ben.page.get_by_role("button", name="Who is at the table").click()
    ben.page.get_by_role("button", name="Leave for good").click()
    ben.page.get_by_role("button", name="Leave", exact=True).click()
    expect(ben.page).to_have_url(re.compile("#/$"))
    search(evening)
    left = evening.friends.pop("Ben")
    ann.sees("Ben", "Medium")
    gone = "Ben has left: a computer player takes the seat over."
    expect(ann.page.get_by_role("log").first.get_by_text(gone)).to_be_visible()

    # The rest play to the end, and then once more.
    for _ in range(400):
        evening.note_secrets()
        if not evening.one_decision(idle=True):
            break
    for friend in evening.friends.values():
        expect(friend.page.locator(".result")).to_be_visible()
    audit(ann.page)
    tom.again.wait(_PATIENCE)
    expect(ann.page.locator(".result")).to_contain_text("This evening")
    evening.note_secrets()
    ann.page.locator(".result").get_by_role("button", name=re.compile("^Play again")).click()
    for friend in evening.friends.values():
        expect(friend.page.locator(".result")).to_have_count(0)
        expect(friend.page.locator("#decision")).to_be_visible()
    assert len({friend.page.url.partition("#")[2] for friend in evening.friends.values()}) == 1
    for name in ("Ann", "Uma", "Tom", "Zoe"):
        ann.sees(name, "here")
    evening.note_secrets()
    assert len(evening.secrets) >= 2, "each game has its own"
    search(evening)
    evening.friends = {"Ben": left}
    search(evening)
    assert "Another game" in tom.end()
    assert "Traceback" not in evening.program.stop()
