"""From the start of the command to the menu on the screen, and what the first page costs.

The browser is open already, as it is for most people; it has seen nothing of the page before.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright
from tests.page import chromium

ROUNDS: Final = 5


@contextmanager
def command() -> Iterator[tuple[float, str]]:
    """The command on an empty folder: when it was started, and its address."""
    with tempfile.TemporaryDirectory() as home:
        began = time.time()
        process = subprocess.Popen(
            [sys.executable, "-m", "dicecup", "serve", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "DICECUP_HOME": home},
        )
        assert process.stdout is not None
        try:
            yield began, process.stdout.readline().split()[3]
        finally:
            process.terminate()
            process.communicate()


def visit(browser: Browser, began: float, address: str) -> dict[str, float]:
    """Look at the menu for the first time; milliseconds, and what came over the line."""
    listening = time.time()
    context = browser.new_context()
    page = context.new_page()
    line = context.new_cdp_session(page)
    got: list[Any] = []
    line.on("Network.loadingFinished", lambda each: got.append(each))  # noqa: PLW0108 - it takes no builtin
    line.send("Network.enable")
    page.goto(address)
    page.get_by_role("link", name="Play Yahtzee").wait_for()
    shown = time.time()
    origin, painted = page.evaluate(
        "[performance.timeOrigin, performance.getEntriesByName('first-contentful-paint')[0].startTime]"
    )
    page.wait_for_load_state("networkidle")
    context.close()
    return {
        "command to listening": (listening - began) * 1000,
        "command to first paint": origin + painted - began * 1000,
        "command to menu": (shown - began) * 1000,
        "page to first paint": painted,
        "requests": len(got),
        "kB": sum(each["encodedDataLength"] for each in got) / 1000,
    }


def main() -> None:
    print(f"load averages before: {' '.join(f'{load:.1f}' for load in os.getloadavg())}, {os.cpu_count()} cores")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        browser.new_context().new_page().close()
        rounds = []
        for _ in range(ROUNDS):
            with command() as (began, address):
                rounds.append(visit(browser, began, address))
        browser.close()
    for what in rounds[0]:
        found = [each[what] for each in rounds]
        unit = "" if what in ("requests", "kB") else " ms"
        print(f"{what}: {statistics.median(found):.0f}{unit}  (from {min(found):.0f} to {max(found):.0f})")


if __name__ == "__main__":
    main()
