"""Bots of every kind of trouble, for tests: one program with a word for what it does wrong."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import dicecup
from dicecup.players import RandomPlayer, play
from dicecup.players.outside import Bot, OutsidePlayer, read
from dicecup.players.outside.line import Line
from dicecup.table import Match

_BOT: Final = r"""
import json, os, signal, subprocess, sys, time
mode, here, looked = sys.argv[1], sys.argv[2], False
def say(what):
    sys.stdout.write((what if isinstance(what, str) else json.dumps(what)) + "\n")
    sys.stdout.flush()
def note(word, what=""):
    try:
        with open(f"{here}/{word}", "a") as file:
            file.write(f"{what}\n")
    except OSError as error:
        if mode != "looks": raise
def mark(word):
    there = os.path.exists(f"{here}/{word}")
    note(word)
    return there
def forever():
    while True:
        time.sleep(60)
note("pids", os.getpid())
hello = {"type": "hello", "protocol": 1}
if mode == "silent": forever()
if mode == "chatty start": say("Welcome to my bot!")
if mode == "old protocol": hello["protocol"] = 0
if mode == "control name": hello["name"] = "\x1b[2J\x07"
if mode == "only deadwood": hello["games"] = ["deadwood"]
if mode == "ignores stdin":
    say(hello)
    forever()
for line in sys.stdin:
    message = json.loads(line)
    note("heard", message["type"])
    if message["type"] == "hello":
        note("environment", json.dumps(dict(os.environ)))
        say(hello)
        continue
    if message["type"] == "game":
        note("games", line.strip())
    if message["type"] == "bye":
        if mode == "stays":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            forever()
        break
    if message["type"] != "decide":
        continue
    answer = {"n": message["n"], "option": len(message["ask"]["options"]) - 1}
    if mode == "garbage": say("roll them all \x1b[31m!")
    if mode == "a list": say("[1, 2]")
    if mode == "not utf-8":
        sys.stdout.buffer.write(b"\xff\xfe{}\n")
        sys.stdout.buffer.flush()
    if mode == "huge": say("x" * 300_000)
    if mode == "endless":
        while True: sys.stdout.write("y" * 65536)
    if mode == "deep": say("[" * 60_000)
    if mode == "number": say({"n": message["n"], "option": 7_000})
    if mode == "negative": say({"n": message["n"], "option": -1})
    if mode == "true": say({"n": message["n"], "option": True})
    if mode == "words": say({"n": message["n"], "choice": ["fill", "\ud800 everything"]})
    if mode == "no choice": say({"n": message["n"], "choice": [[]]})
    if mode == "no number": say({"option": 0})
    if mode == "ahead": say({"n": message["n"] + 1, "option": 0})
    if mode == "nothing": forever()
    if mode == "stopped": os.kill(os.getpid(), signal.SIGSTOP)
    if mode == "babbles":
        while True: say({"n": 1, "option": 0})
    if mode == "empty lines":
        while True: say("")
    if mode == "twice": say(answer)
    if mode == "before": say({**answer, "n": answer["n"] - 1})
    if mode == "exits": sys.exit("there is no way out")
    if mode == "like node": sys.exit("Error: Cannot find module\n    at a place\n\nNode.js v20.20.2")
    if mode == "exits once" and message["events"] and not mark("exited"): os._exit(3)
    if mode == "closes":
        os.close(1)
        forever()
    if mode == "complains":
        for _ in range(40): os.write(2, b"never again " * 2_000 + b"\n")
    if mode == "children":
        for start in (False, True):
            child = subprocess.Popen(["sleep", "600"], start_new_session=start)
            note("pids", child.pid)
        mode = "patient"
    if mode == "eats memory": mine = bytearray(3 << 30)
    if mode == "writes":
        with open(f"{here}/large", "wb") as file:
            for _ in range(64): file.write(bytes(1 << 20))
    if mode == "looks" and not looked:
        def tried(what):
            try: return what() or "yes"
            except Exception as error: return type(error).__name__
        import socket
        note_ = {
            "home": tried(lambda: open(sys.argv[3]).read()),
            "write": tried(lambda: open(f"{here}/written", "w").write("x") and None),
            "temporary": tried(lambda: open("/tmp/written", "x").write("x") and os.remove("/tmp/written")),
            "network": tried(lambda: socket.create_connection(("127.0.0.1", int(sys.argv[4])), 5).close()),
            "processes": len([name for name in os.listdir("/proc") if name.isdigit()]),
            "environment": sorted(os.environ),
        }
        sys.stderr.write(json.dumps(note_) + "\n")
        sys.stderr.flush()
        looked = True
    say(answer)
"""


class Kennel:
    """A folder with the program, and what its bots have noted there."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        folder.joinpath("bot.py").write_text(_BOT)
        self._players: Final[list[OutsidePlayer]] = []

    def name(self, mode: str, scheme: str = "exec", *more: str) -> str:
        """What to write for a bot that does this."""
        words = " ".join(f"'{word}'" for word in (mode, str(self.folder), *more))
        return f"{scheme}:{sys.executable} -S {self.folder / 'bot.py'} {words}"

    def player(self, mode: str, scheme: str = "exec", *more: str, seconds: float = 300.0) -> OutsidePlayer:
        """One that does this."""
        self._players.append(OutsidePlayer(Bot(read(self.name(mode, scheme, *more)).start), seconds=seconds))
        return self._players[-1]

    def close(self) -> None:
        """End them all."""
        for player in self._players:
            player.close()

    def noted(self, word: str) -> list[str]:
        """What its bots have noted."""
        file = self.folder / word
        return file.read_text().split("\n")[:-1] if file.exists() else []

    def all_gone(self) -> bool:
        """Whether all processes that were noted have ended."""
        return not any(alive(int(pid)) for pid in self.noted("pids"))


def alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def until(true: Callable[[], object], seconds: float = 120) -> None:
    """Wait for a state."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def game(player: OutsidePlayer, name: str = "yahtzee", seed: int = 1) -> Match[Any]:
    """A whole game against the random player."""
    return play(dicecup.new(name, seats=2, seed=seed), [player, RandomPlayer()])


class Overheard:
    """A line that notes what is said on it."""

    def __init__(self, line: Line, said: list[str], heard: list[str]) -> None:
        self._line, self._said, self._heard = line, said, heard

    def say(self, text: str, until: float) -> None:
        self._said.append(text)
        self._line.say(text, until)

    def hear(self, until: float) -> str:
        self._heard.append(self._line.hear(until))
        return self._heard[-1]

    def last_words(self) -> str:
        return self._line.last_words()

    def close(self, grace: float) -> None:
        self._line.close(grace)
