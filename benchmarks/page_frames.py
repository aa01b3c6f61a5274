"""The longest a page keeps anybody waiting for its next frame, while the most happens on it.

Chromium's own tracing says how long every task of the page's main thread took, and what it did. No frame can be
drawn before the task that is under way is done, so the longest task is the longest frame. Two other processes keep
two cores busy: by the clock a task takes longer than it works, the more the busier the machine is. Both are said:
the time of the processor, which says what the page costs wherever it is measured, and the time on the clock, which
means something only if nobody else is at work.

Every game is watched twice: a while against three computer players, then its great moment, from shortly before it.
Whoever plays sits in the page itself: questions from outside would be measured as well.
"""

import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import CDPSession, Page, sync_playwright
from tests.page import chromium
from tests.page.player import CHOOSE, bring, known
from tests.page.test_deadwood_drama import last_shot
from tests.page.test_yahtzee import FIVE_FIVES
from tests.server.browser import FAST, served

import dicecup
from dicecup.server.settings import Settings
from dicecup.table import Match
from dicecup.testing import start

GOAL: Final = 50  # milliseconds
SIZES: Final = {"desktop": (1280, 800), "phone": (390, 844)}
SECONDS: Final = 25  # for which each game is watched
MOMENT: Final = 12  # seconds for its great moment
BUSY: Final = 2  # processes that do something else
CATEGORIES: Final = ["disabled-by-default-devtools.timeline", "devtools.timeline", "toplevel", "__metadata"]

# What the browser calls its work, and what that is.
WORK: Final = {
    "FunctionCall": "script",
    "TimerFire": "script",
    "EvaluateScript": "script",
    "EventDispatch": "script",
    "FireAnimationFrame": "script",
    "UpdateLayoutTree": "style",
    "Layout": "layout",
    "PrePaint": "paint",
    "Paint": "paint",
    "Layerize": "layers",
    "UpdateLayer": "layers",
    "Commit": "layers",
    "HitTest": "pointer",
}

# Takes whatever is marked, as long as it is here.
PLAY: Final = f"""() => {{
    {CHOOSE}
    let count = 0;
    window.hand = setInterval(() => {{
        if (document.querySelector('dialog[open]')) return;
        if (!document.querySelector('#decision')?.classList.contains('mine')) return;
        const {{first, then}} = choose(count++);
        first?.click();
        if (then) setTimeout(() => document.querySelector('.press.main')?.click(), 100);
    }}, 250);
}}"""


def king() -> Match[Any]:
    """Six claws out of Tokyo: one falls, the others reel, houses crumble."""
    monsters = [{"place": "city", "hearts": 9}, {"hearts": 6}, {"hearts": 8}, {"hearts": 10}]
    position: dict[str, Any] = {"phase": "dice", "dice": [6] * 6, "rolls_left": 1, "monsters": monsters, "turn": 5}
    return start("king-of-tokyo", seats=4, **position).match.clone()


def deadwood() -> Match[Any]:
    """A wrap, its bonus dice, the night and the next day."""
    return last_shot().match.clone()


def yahtzee() -> Match[Any]:
    """Five of a kind at the first roll."""
    return dicecup.new("yahtzee", seats=1, seed=FIVE_FIVES, start="seat-order")


@dataclass(frozen=True)
class Show:
    """A game: what is counted in it, its great moment, how it is brought about, and what is seen of it."""

    counted: str
    moment: Callable[[], Match[Any]]
    press: str
    seen: str


GAMES: Final = {
    "king-of-tokyo": Show(".log .turn", king, ".press[data-press=stop]", ".log .eliminated"),
    "deadwood": Show(".log .turn", deadwood, ".press[data-press=act]", ".log .wraps"),
    "yahtzee": Show(".log .filled", yahtzee, ".press.main", ".log .rolled"),
}
LIKES: Final[dict[str, object]] = {
    "speed": "normal",
    "opponents": "normal",
    "guard": 0,
    "sound": False,
    "askBeforeStopping": False,
    "skipForced": False,
    "toured": list(GAMES),
}


def _work() -> None:
    while True:
        sum(at * at for at in range(10_000))


@contextmanager
def busy() -> Iterator[None]:
    """Other work on as many cores."""
    workers = [multiprocessing.Process(target=_work, daemon=True) for _ in range(BUSY)]
    for each in workers:
        each.start()
    try:
        yield
    finally:
        for each in workers:
            each.terminate()


@dataclass
class Task:
    """What the main thread did in one go: milliseconds by the clock and of the processor, and of that for what."""

    clock: float
    processor: float
    parts: dict[str, float]
    at: float  # seconds after the first of them

    def __str__(self) -> str:
        most = sorted(self.parts.items(), key=lambda part: -part[1])
        return ", ".join(f"{name} {ms:.0f}" for name, ms in most if ms >= 1)


class Trace:
    """What the browser says about its own work."""

    def __init__(self, line: CDPSession) -> None:
        self._line = line
        self.events: list[dict[str, Any]] = []
        self._done = False
        line.on("Tracing.dataCollected", lambda told: self.events.extend(told["value"]))
        line.on("Tracing.tracingComplete", self._complete)
        line.send(
            "Tracing.start", {"traceConfig": {"includedCategories": CATEGORIES}, "transferMode": "ReportEvents"}
        )

    def _complete(self, _told: object) -> None:
        self._done = True

    def end(self, page: Page) -> list[Task]:
        """Every task of the page's main thread."""
        self._line.send("Tracing.end")
        patience = time.monotonic() + 60
        while not self._done and time.monotonic() < patience:
            page.wait_for_timeout(50)
        threads = {
            (event["pid"], event["tid"])
            for event in self.events
            if event["name"] == "thread_name" and event["args"].get("name") == "CrRendererMain"
        }
        ours = [each for each in self.events if (each["pid"], each["tid"]) in threads and "dur" in each]
        return _tasks(sorted(ours, key=lambda event: (event["ts"], -event["dur"])))


def _worked(event: dict[str, Any]) -> float:
    """Milliseconds of the processor; its clock is coarse, and nobody works longer than it takes."""
    return float(min(event.get("tdur", 0), event["dur"])) / 1000


def _tasks(events: list[dict[str, Any]]) -> list[Task]:
    """Events in the order in which they began, put together as tasks."""
    found: list[Task] = []
    within: list[tuple[float, str]] = []  # until when something lasts, and what it is
    for event in events:
        while within and within[-1][0] <= event["ts"]:
            within.pop()
        ms, around = _worked(event), within[-1][1] if within else "other"
        name = WORK.get(event["name"], around)
        if not within:
            at = (event["ts"] - events[0]["ts"]) / 1e6
            found.append(Task(event["dur"] / 1000, ms, {name: ms}, at))
        elif name != around:
            parts = found[-1].parts
            parts[around] -= ms
            parts[name] = parts.get(name, 0) + ms
        within.append((event["ts"] + event["dur"], name))
    return found


def likes(kept: dict[str, object]) -> str:
    """A script that has a page begin with these settings."""
    return f"localStorage.setItem('dicecup.settings', {json.dumps(json.dumps(kept))})"


def sit(page: Page, address: str, game: str, level: str = "easy") -> None:
    """A game against three computer players."""
    page.goto(address)
    known(page)
    seats: list[dict[str, str]] = [{"name": "Ann", "player": "person"}]
    seats += [{"name": name, "player": "computer", "level": level} for name in ("Bo", "Cy", "Di")]
    reply = page.request.post(f"{address}/api/v1/matches", data={"game": game, "seats": seats, "seed": 3})
    page.goto(f"{address}/#/match/{reply.json()['match']}")
    page.locator("#decision").wait_for()


def measure(page: Page, address: str, game: str, line: CDPSession) -> tuple[list[Task], int, int]:
    """What was done, and how often what is to be seen was seen: turns, and the great moment."""
    show = GAMES[game]
    sit(page, address, game)
    page.wait_for_timeout(1500)  # the table is laid; what comes now is the game
    trace = Trace(line)
    page.evaluate(PLAY)
    page.wait_for_timeout(SECONDS * 1000)
    tasks = trace.end(page)
    page.evaluate("clearInterval(hand)")
    counted = page.locator(show.counted).count()
    bring(page, address, show.moment())
    page.locator(show.press).first.wait_for()
    page.wait_for_timeout(1500)
    trace = Trace(line)
    page.locator(show.press).first.click()
    page.wait_for_timeout(MOMENT * 1000)
    tasks += trace.end(page)
    return tasks, counted, page.locator(show.seen).count()


def report(game: str, size: str, tasks: list[Task], counted: int, seen: int) -> None:
    """The figures of a game at a size, and what its longest tasks did."""
    long = sorted(tasks, key=lambda task: -task.processor)[:4]
    clock = max((task.clock for task in tasks), default=0)
    late = [sum(task.processor > GOAL for task in tasks), sum(task.clock > GOAL for task in tasks)]
    print(
        f"{game} {size}: longest {long[0].processor:.0f} ms of the processor ({late[0]} over {GOAL}), "
        f"{clock:.0f} ms by the clock ({late[1]} over {GOAL}); {counted} turns, great moment seen {seen} times"
    )
    for task in long:
        print(
            f"    {task.processor:5.1f} ms, {task.clock:5.1f} by the clock, at {task.at:4.1f} s: {task}",
            flush=True,
        )


def main() -> None:
    print(f"load averages before: {' '.join(f'{load:.1f}' for load in os.getloadavg())}, {os.cpu_count()} cores")
    wanted = sys.argv[1:] or list(GAMES)
    with (
        tempfile.TemporaryDirectory() as home,
        served(Settings(folder=Path(home), **FAST)) as address,  # type: ignore[arg-type]
        sync_playwright() as playwright,
        busy(),
    ):
        for game in wanted:
            for size, (width, height) in SIZES.items():
                browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
                context = browser.new_context(viewport={"width": width, "height": height})
                context.add_init_script(likes(LIKES))
                line = browser.new_browser_cdp_session()
                try:
                    report(game, size, *measure(context.new_page(), address, game, line))
                finally:
                    browser.close()


if __name__ == "__main__":
    main()
