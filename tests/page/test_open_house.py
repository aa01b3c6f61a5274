"""What a package from outside brings, in the browser; `tests/newcomers` plays it everywhere else."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.newcomers import open_house
from tests.page.conftest import Guest
from tests.page.player import known, play_on, settled
from tests.server.browser import Program

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", open_house.environment(tmp_path_factory.mktemp("site"))["PYTHONPATH"])
        with Program(tmp_path_factory.mktemp("server")) as program:
            yield program


def test_a_game_with_the_new_house_rule_and_a_new_game_in_the_browser(guest: Guest, server: Program) -> None:
    page = guest(likes={"toured": ["tokyo-nights", "pig", "king-of-tokyo"]}).new_page()
    page.goto(server.address)
    known(page)
    page.get_by_role("link", name="Play Tokyo Nights").click()
    page.locator("summary").filter(has_text="House rules").click()
    page.get_by_role("group", name="pay day").get_by_text("Monsters begin with 5 energy.").click()
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    expect(page.get_by_role("log").first).to_be_visible()
    assert play_on(page) > 3
    page.goto(server.address)
    page.get_by_role("link", name="Play Pig").click()
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    page.get_by_role("button", name=re.compile("roll the die", re.IGNORECASE)).click()
    expect(page.get_by_role("log").first).to_contain_text("rolls")


def test_the_new_card_lies_in_the_market_and_can_be_read(guest: Guest, server: Program) -> None:
    page = guest().new_page()
    page.goto(f"{server.address}/#/play/king-of-tokyo")
    page.get_by_role("button", name="Start the game").click()
    settled(page)
    card = page.get_by_role("region", name="Market").get_by_text("Tip-Off").first
    for _ in range(30):
        if card.count():
            break
        page.goto(f"{server.address}/#/play/king-of-tokyo")
        page.get_by_role("button", name="Start the game").click()
        settled(page)
    expect(card).to_be_visible()
