"""How long one waits for one's next turn in a real browser, against three computer players.

The page's own tests add up what it means to wait (`src/dicecup/web/src/games/pace.test.ts`); here it is looked at
from outside, with everything that comes on top. A round begins when the next player has the turn, and ends when
one is asked again. While it lasts the page tells what happens, asks something in between (to leave Tokyo), or has
nothing to tell and waits for a computer player. How long those thought is said apart: they are ahead of the page.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

import pytest
from playwright.sync_api import Page, sync_playwright
from tests.page import chromium
from tests.server.browser import FAST, served

from benchmarks.page_frames import LIKES, PLAY, likes, sit
from dicecup.players import usual
from dicecup.server.settings import Settings
from dicecup.server.thinking import Decision, ThinkingPool

SIZE: Final = (1280, 800)
SPEEDS: Final = ("normal", "fast")
ROUNDS: Final = 6  # that are looked at
PATIENCE: Final = 180  # seconds in which as many are looked at as there are

# Which line of the log says whose turn it is or was, after whose a round begins, and after whose it can end.
LINES: Final = {
    "king-of-tokyo": ("turn", "Bo", "Ann"),
    "deadwood": ("turn", "Bo", "Ann"),
    "yahtzee": ("filled", "Ann", "Di"),
}

# Every round that was seen: from when to when, and for how many seconds the page did what.
_WATCH: Final = """([kind, first, last]) => {
    const decision = document.querySelector('#decision');
    let round = null;
    let before = performance.now();
    window.rounds = [];
    setInterval(() => {
        const at = performance.now();
        const passed = (at - before) / 1000;
        before = at;
        const lines = document.querySelectorAll(`.logside .log p.${kind}`);
        const whose = lines[lines.length - 1]?.querySelector('.who')?.textContent;
        const asked = decision.classList.contains('mine');
        if (!round) {
            if (whose === first && !asked) round = {told: 0, asked: 0, waited: 0, at: Date.now() / 1000};
            return;
        }
        if (whose === last && asked) {
            window.rounds.push({...round, until: Date.now() / 1000});
            round = null;
            return;
        }
        round[asked ? 'asked' : decision.querySelector('.way') ? 'told' : 'waited'] += passed;
    }, 20);
}"""


@contextmanager
def timed() -> Iterator[list[tuple[float, float]]]:
    """From when to when computer players thought."""
    found: list[tuple[float, float]] = []
    decide = ThinkingPool.decide

    async def slowly(self: ThinkingPool, *asked: Any) -> Decision:
        began = time.time()
        try:
            return await decide(self, *asked)
        finally:
            found.append((began, time.time()))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ThinkingPool, "decide", slowly)
        yield found


def watch(page: Page, address: str, game: str) -> list[dict[str, float]]:
    """Some rounds of a game that is played by a hand in the page."""
    sit(page, address, game, usual(game))
    page.evaluate(_WATCH, LINES[game])
    page.evaluate(PLAY)
    until = time.monotonic() + PATIENCE
    over = "!!document.querySelector('dialog[open]')"
    while page.evaluate("rounds.length") < ROUNDS and time.monotonic() < until and not page.evaluate(over):
        page.wait_for_timeout(250)
    seen: list[dict[str, float]] = page.evaluate("rounds")
    return seen


def report(game: str, speed: str, rounds: list[dict[str, float]], thought: list[tuple[float, float]]) -> None:
    """What a round took, and of what."""
    if not rounds:
        print(f"{game} {speed}: no round was played to its end")
        return
    middle = median(each["until"] - each["at"] for each in rounds)
    print(f"{game} {speed}: {middle:.1f} s, the median of {len(rounds)} rounds")
    since = 0.0
    for each in rounds:
        long = each["until"] - each["at"]
        minds = sum(end - begin for begin, end in thought if since <= begin < each["until"])
        since = each["until"]
        parts = ", ".join(f"{name} {each[name]:.1f}" for name in ("told", "asked", "waited"))
        print(
            f"    {long:5.1f} s: {parts}; computer players thought for {minds:.1f} since the round before",
            flush=True,
        )


def main() -> None:
    print(f"load averages before: {' '.join(f'{load:.1f}' for load in os.getloadavg())}, {os.cpu_count()} cores")
    with (
        tempfile.TemporaryDirectory() as home,
        timed() as thought,
        served(Settings(folder=Path(home), **FAST)) as address,  # type: ignore[arg-type]
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for game in sys.argv[1:] or list(LINES):
            for speed in SPEEDS:
                context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
                context.add_init_script(likes(LIKES | {"speed": speed, "opponents": speed}))
                thought.clear()
                try:
                    report(game, speed, watch(context.new_page(), address, game), thought)
                finally:
                    context.close()
        browser.close()


if __name__ == "__main__":
    main()
