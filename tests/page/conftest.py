"""A server, a browser, and a page that shows everything at once: no animation, no sound."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from dicecup.server import live
from dicecup.server.page import folder
from dicecup.server.settings import Settings
from tests.lacking import lacking
from tests.page import chromium
from tests.server.browser import FAST, served
from tests.server.conftest import cluster, database

__all__ = ["cluster", "database"]  # for pages of servers that share one

DESKTOP: Final = (1280, 800)
PHONE: Final = (390, 844)
SMALL: Final = (320, 640)
NOWHERE: Final = "about:blank"  # where a new page is, before something is brought to it

LIKES: Final = {
    "speed": "off",
    "sound": False,
    "askBeforeStopping": False,
    "guard": 0,  # and what has just come up can be pressed at once
    "skipForced": False,  # every decision is made by the test
    "toured": ["king-of-tokyo", "deadwood", "yahtzee"],
}
# The numbers a browser adds to the dice of its matches: the same in every run.
_NONCES: Final = """
let drawn = %d;
crypto.getRandomValues = (into) => into.map(() => (drawn = (drawn * 1103515245 + 12345) % 2147483648) >> 16);
"""
# Nobody looks: everything is laid out and painted, but no pixel is filled until an audit asks for colours.
_UNSEEN: Final = """
const unseen = new CSSStyleSheet();
unseen.replaceSync('html:not([data-seen]) { opacity: 0 }');
document.adoptedStyleSheets.push(unseen);
"""
_IGNORED: Final = (
    *("Failed to load resource", "WebSocket connection to"),  # a server that is gone on purpose
    "The Cross-Origin-Opener-Policy header has been ignored",  # which is only for https
    "Service Worker registration blocked",  # below
)
# Names that lead here. A page from there has come without https from another computer, and browsers give it less;
# one from 127.0.0.1 is as good as with https.
_NAMES: Final = "--host-resolver-rules=MAP *.test 127.0.0.1"

_PATIENCE: Final = 20_000  # milliseconds; the machine may be busy
expect.set_options(timeout=_PATIENCE)

Guest = Callable[..., BrowserContext]
Open = Callable[..., Page]


def _missing() -> str:
    if not (folder() / "index.html").is_file():
        return "The page is not built: make page."
    return "" if chromium.find() else "There is no Chromium: make test gets one where it may."


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for the tests of the page, and gone after them: as long as it is there, nobody else may run a loop."""
    if missing := _missing():
        lacking(missing)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox", _NAMES])
        yield found
        found.close()


@pytest.fixture(scope="package")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="package")
def address(home: Path) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live, "_GRACE", 0.0)  # nobody here thinks better of it when a turn has ended by itself
        with served(Settings(folder=home, **FAST)) as where:  # type: ignore[arg-type]
            yield where


@pytest.fixture
def guest(browser: Browser, dice_of_its_own: bool) -> Iterator[Guest]:
    """Makes browsers of their own, each somebody else; fails the test if a page of theirs complained."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(_IGNORED):
            complaints.append(message.text)

    def watch(page: Page) -> None:
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))

    def make(size: tuple[int, int] = DESKTOP, likes: dict[str, Any] | None = None, **more: Any) -> BrowserContext:
        more.setdefault("reduced_motion", "reduce")
        more.setdefault("service_workers", "block")  # nothing is kept for another time
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
        context.set_default_timeout(_PATIENCE)
        kept = json.dumps(json.dumps({**LIKES, **(likes or {})}))
        context.add_init_script(
            "if (location.protocol.startsWith('http') && !localStorage.getItem('dicecup.settings'))"
            f" localStorage.setItem('dicecup.settings', {kept})"
        )
        context.add_init_script(f"{{ {_UNSEEN} }}")
        if dice_of_its_own:
            context.add_init_script(_NONCES.replace("%d", str(len(contexts))))
        context.on("page", watch)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert not complaints, complaints


@pytest.fixture
def visit(guest: Guest, address: str) -> Open:
    """A page of a new guest, on the main menu or where `to` says: `NOWHERE`, if a match is brought to it next."""

    def go(to: str = "", size: tuple[int, int] = DESKTOP, **more: Any) -> Page:
        page = guest(size, **more).new_page()
        if to != NOWHERE:
            page.goto(f"{address}/{to}")
        return page

    return go
