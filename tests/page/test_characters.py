"""Cards have pictures, and monsters have characters: what is drawn, and what is said in whose voice."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Open
from tests.page.player import fits, known, settled

_DRAWN: Final = """() => [...document.querySelectorAll('article.card')].map((card) =>
    card.querySelectorAll('.picture svg path').length)"""


def _match(page: Page, address: str, seed: int) -> None:
    """Three computer players take their turns before somebody is asked."""
    seats: list[dict[str, str]] = [{"player": "computer", "level": "easy"} for _ in range(3)]
    facts = {"game": "king-of-tokyo", "seats": [*seats, {"name": "Ann", "player": "person"}], "seed": seed}
    known(page)
    reply = page.request.post(f"{address}/api/v1/matches", data={**facts, "options": {"start": "seat-order"}})
    assert reply.ok, reply.text()
    page.goto(f"{address}/#/match/{reply.json()['match']}")


def test_every_card_of_the_help_is_drawn_and_the_menu_fetches_no_picture(visit: Open) -> None:
    page = visit()
    known(page)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.reload()
    known(page)
    assert fetched
    assert not [url for url in fetched if "drawings" in url]
    page.goto(page.url.split("#")[0] + "#/help/king-of-tokyo")
    expect(page.locator("article.card")).to_have_count(64)
    expect(page.locator("article.card .emblem")).to_have_count(0)
    assert min(page.evaluate(_DRAWN)) > 4
    assert len([url for url in fetched if "drawings" in url and url.endswith(".js")]) == 1
    page.set_viewport_size({"width": 320, "height": 640})
    fits(page)


@pytest.mark.thorough
def test_monsters_of_computer_players_make_remarks_in_the_log_and_over_their_heads(
    visit: Open, address: str
) -> None:
    page = visit(likes={"speed": "fast", "opponents": "fast"}, reduced_motion="no-preference")
    _match(page, address, seed=2)
    bubble = page.locator(".scene .bubble")
    expect(bubble).to_be_visible()
    said = bubble.inner_text()
    expect(page.locator(".scene [aria-hidden=true] .bubble")).to_have_count(1)  # the log is for ears
    settled(page)
    remark = page.locator(".logside").get_by_text(re.compile(f": “{re.escape(said)}”$"))
    expect(remark).to_have_count(1)
    lines = page.locator(".logside .why")
    remarks = [line for line in lines.all_inner_texts() if re.match(r"[A-Z][\w ]+: “", line)]
    page.reload()
    settled(page)
    expect(remark).to_have_count(1)
    assert [line for line in lines.all_inner_texts() if re.match(r"[A-Z][\w ]+: “", line)] == remarks
    expect(bubble).to_have_count(0)  # nobody says again what was said


def test_who_wants_no_remarks_reads_none(visit: Open, address: str) -> None:
    page = visit(likes={"remarks": False, "reasons": False})
    _match(page, address, seed=2)
    settled(page)
    expect(page.locator(".logside .log p")).not_to_have_count(0)
    expect(page.locator(".logside .why")).to_have_count(0)
