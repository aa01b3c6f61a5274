"""The page as an app of one's device: installed, open where no server answers, never out of date."""

import re
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from dicecup import games
from dicecup.server import page as pages
from dicecup.server.settings import Settings
from tests.page import icons
from tests.page.conftest import Guest
from tests.server.browser import FAST, served

# Until a worker is there that keeps the page and nothing else, under the name it should have. (A function that is
# waited for must not be async: what it returns is something, whatever comes of it.)
_KEPT: Final = """async wanted => {
    for (;;) {
        const {active} = await navigator.serviceWorker.ready;
        const names = (await caches.keys()).filter(name => name.startsWith('dicecup-'));
        const right = names.length === 1 && (!wanted || names[0] === wanted);
        if (right && active.state === 'activated' && await caches.match(new URL('/', location.href))) return;
        await new Promise(done => setTimeout(done, 20));
    }
}"""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server of its own, and the folder of its page, which can be another one after a while."""
    folder = tmp_path_factory.mktemp("renewed")
    shutil.copytree(pages.folder(), folder / "static")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "folder", lambda: folder / "static")
        with served(Settings(folder=folder / "games", **FAST)) as where:  # type: ignore[arg-type]
            yield where, folder / "static"


def settled_in(context: BrowserContext, where: str) -> Page:
    """A page whose worker has kept what it keeps."""
    page = context.new_page()
    page.goto(where)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate(_KEPT, "")
    page.reload()  # from now on the worker looks after it
    assert page.evaluate("!!navigator.serviceWorker.controller")
    return page


@pytest.mark.thorough
def test_where_no_server_answers_the_page_says_so_and_goes_on_when_one_does(
    guest: Guest, here: tuple[str, Path]
) -> None:
    where, _ = here
    context = guest(service_workers="allow")
    page = settled_in(context, where)
    context.set_offline(True)
    page.goto(f"{where}/#/play/yahtzee")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("Dicecup is not answering")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    assert page.evaluate("document.fonts.check('16px \"Figtree Variable\"')")
    context.set_offline(False)
    expect(page.get_by_role("heading", name=re.compile("Yahtzee"))).to_be_visible()


def test_a_page_that_was_kept_is_never_shown_beside_a_server_that_has_another(
    guest: Guest, here: tuple[str, Path]
) -> None:
    """Nor kept any longer than the server had it."""
    where, folder = here
    context = guest(service_workers="allow")
    page = settled_in(context, where)
    index, worker = folder / "index.html", folder / "worker.js"
    index.write_text(index.read_text().replace("<title>", '<meta name="renewed" content="yes" /><title>'))
    worker.write_text(re.sub(r'"[0-9a-f]{12}"', '"renewed"', worker.read_text(), count=1))
    page.reload()
    expect(page.locator("meta[name=renewed]")).to_have_count(1)
    page.evaluate("async () => void await (await navigator.serviceWorker.ready).update()")
    page.evaluate(_KEPT, "dicecup-renewed")
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("meta[name=renewed]")).to_have_count(1)


def test_what_a_phone_wants_to_know_of_an_app(address: str) -> None:
    reply = httpx.get(f"{address}/manifest.webmanifest")
    assert reply.headers["content-type"] == "application/manifest+json"
    told = reply.json()
    assert (told["start_url"], told["scope"], told["display"]) == ("./", "./", "standalone")
    assert [way["url"] for way in told["shortcuts"]] == [f"./#/play/{name}" for name in games.names()]
    assert '<link rel="manifest" href="./manifest.webmanifest"' in httpx.get(address).text
    sizes = {(icon["purpose"], icon["sizes"]) for icon in told["icons"] if icon["type"] == "image/png"}
    assert sizes == {(purpose, size) for purpose in ("any", "maskable") for size in ("192x192", "512x512")}
    for icon in told["icons"]:
        picture = httpx.get(f"{address}/{icon['src']}")
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", picture.content[16:24])
            assert f"{width}x{height}" == icon["sizes"]


def test_every_picture_that_is_drawn_for_it_is_there(address: str) -> None:
    for name in (*icons.PLAIN, *icons.FILLED):
        assert httpx.get(f"{address}/{name}").content[:4] == b"\x89PNG"
