"""The longest a page keeps anybody waiting for its next frame, while the most happens on it.

Chromium's own tracing says how long every task of the page's main thread took. No frame can be drawn before the
task that is under way is done, so the longest task is the longest frame. Two other processes keep two cores busy.
"""

import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import CDPSession, Page, sync_playwright
from tests.page import chromium
from tests.page.player import decide, known
from tests.server.browser import FAST, served

from dicecup.server.settings import Settings

GOAL: Final = 50  # milliseconds
SIZES: Final = {"desktop": (1280, 800), "phone": (390, 844)}
SECONDS: Final = 25  # for which each game is watched
BUSY: Final = 2  # processes that do something else
GAMES: Final = {"king-of-tokyo": ("turn", 4), "deadwood": ("wraps", 2), "yahtzee": ("filled", 4)}
LIKES: Final = {"speed": "normal", "opponents": "normal", "guard": 0, "sound": False, "toured": list(GAMES)}
TASK: Final = "RunTask"  # what the main thread does at a time
CATEGORIES: Final = ["disabled-by-default-devtools.timeline", "devtools.timeline", "toplevel", "__metadata"]


def _work() -> None:
    while True:
        sum(at * at for at in range(10_000))


@contextmanager
def busy() -> Iterator[None]:
    """Other work on as many cores."""
    workers = [multiprocessing.Process(target=_work, daemon=True) for _ in range(BUSY)]
    for each in workers:
        each.start()
    yield
    for each in workers:
        each.terminate()


class Trace:
    """What the browser says about its own work."""

    def __init__(self, line: CDPSession) -> None:
        self._line = line
        self._events: list[dict[str, Any]] = []
        self._done = False
        line.on("Tracing.dataCollected", lambda told: self._events.extend(told["value"]))
        line.on("Tracing.tracingComplete", self._complete)
        line.send(
            "Tracing.start", {"traceConfig": {"includedCategories": CATEGORIES}, "transferMode": "ReportEvents"}
        )

    def _complete(self, _told: object) -> None:
        self._done = True

    def end(self, page: Page) -> tuple[list[float], list[float], list[tuple[float, str]]]:
        """Milliseconds of every task of the page's main thread, by clock and by processor; the longest parts."""
        self._line.send("Tracing.end")
        patience = time.monotonic() + 60
        while not self._done and time.monotonic() < patience:
            page.wait_for_timeout(50)
        page_threads = {
            (event["pid"], event["tid"])
            for event in self._events
            if event["name"] == "thread_name" and event["args"].get("name") == "CrRendererMain"
        }
        ours = [event for event in self._events if (event["pid"], event["tid"]) in page_threads and "dur" in event]
        tasks = [event["dur"] / 1000 for event in ours if event["name"].endswith(TASK)]
        parts = [(event["dur"] / 1000, event["name"]) for event in ours if not event["name"].endswith(TASK)]
        worked = [event["tdur"] / 1000 for event in ours if event["name"].endswith(TASK) and "tdur" in event]
        return tasks, worked, sorted(parts, reverse=True)[:4]


def watch(page: Page, address: str, game: str) -> None:
    """Play for a while with whatever is marked, against three computer players."""
    page.goto(address)
    known(page)
    seats: list[dict[str, str]] = [{"name": "Ann", "player": "person"}]
    seats += [{"name": name, "player": "computer", "level": "easy"} for name in ("Bo", "Cy", "Di")]
    reply = page.request.post(f"{address}/api/v1/matches", data={"game": game, "seats": seats, "seed": 3})
    page.goto(f"{address}/#/match/{reply.json()['match']}")
    page.locator("#decision").wait_for()


def play(page: Page, game: str) -> int:
    """How often what is to be seen was seen."""
    kind, _ = GAMES[game]
    seen, count, until = set[str](), 0, time.monotonic() + SECONDS
    while time.monotonic() < until:
        if page.locator(".decide.mine").count():
            decide(page, count)
            count += 1
        page.wait_for_timeout(150)
        seen |= set(page.locator(f".log .{kind}").evaluate_all("lines => lines.map(line => line.dataset.n)"))
    return len(seen)


def measure(size: str, game: str, address: str) -> tuple[float, int, int]:
    """The longest task, how many took too long, and how often what is to be seen was seen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height})
        kept = json.dumps(json.dumps(LIKES))
        context.add_init_script(f"localStorage.setItem('dicecup.settings', {kept})")
        page = context.new_page()
        watch(page, address, game)
        page.wait_for_timeout(1500)  # the table is laid; what comes now is the game
        trace = Trace(browser.new_browser_cdp_session())
        seen = play(page, game)
        tasks, worked, longest = trace.end(page)
        browser.close()
    for ms, name in longest:
        print(f"    {ms:6.1f} ms {name}")
    late = sum(ms > GOAL for ms in worked)
    print(f"    processor time: longest {max(worked, default=0):.0f} ms, {late} over {GOAL} ms")
    return max(tasks), sum(ms > GOAL for ms in tasks), seen


def main() -> None:
    print(f"load averages before: {' '.join(f'{load:.1f}' for load in os.getloadavg())}, {os.cpu_count()} cores")
    wanted = sys.argv[1:] or list(GAMES)
    with tempfile.TemporaryDirectory() as home, served(Settings(folder=Path(home), **FAST)) as address, busy():  # type: ignore[arg-type]
        for game in wanted:
            for size in SIZES:
                longest, late, seen = measure(size, game, address)
                verdict = f"{late} over {GOAL} ms" if late else f"none over {GOAL} ms"
                print(
                    f"{game} {size}: longest {longest:.0f} ms, {verdict}; {GAMES[game][0]} seen {seen} times",
                    flush=True,
                )


if __name__ == "__main__":
    main()
