"""Friends who come over the network, each to the page of somebody else's computer."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from dicecup.server import network
from dicecup.server.settings import Settings
from tests.page.conftest import PHONE, Guest, Open
from tests.page.player import audit
from tests.page.test_waiting_room import TABLE, joined, look, opened
from tests.server.browser import FAST, LAN, served

NAME = "friends.test"


def begin(ann: Page, bob: Page) -> None:
    """From the waiting room to the table."""
    bob.get_by_role("button", name="I am ready").click()
    start = ann.get_by_role("button", name="Start the game")
    expect(start).not_to_have_attribute("aria-disabled", "true")
    start.click()
    for page in (ann, bob):
        expect(page).to_have_url(TABLE)
        expect(page.locator("#decision")).to_be_visible()


@pytest.mark.thorough
def test_let_in_and_sent_away(visit: Open, guest: Guest, address: str) -> None:
    """The switch is in the page of whoever sits at the computer; the others play where they are invited."""
    ann = visit()
    code = opened(ann, "Ann")
    switch = ann.get_by_role("switch", name="Let others in over the network")
    expect(switch).to_have_attribute("aria-checked", "false")
    # So far there is nothing to scan that a phone could open, and she reads why.
    shut = ann.get_by_text("Your friends can use these once they are let in.")
    square = ann.get_by_role("img", name=re.compile("^QR code"))
    expect(shut).to_be_visible()
    expect(square).to_have_count(0)
    look(ann)
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    outside = f"http://{LAN}:{urlsplit(address).port}"
    expect(ann.get_by_text(outside).first).to_be_attached()
    expect(shut).to_have_count(0)
    expect(square.first).to_have_accessible_name(re.compile(re.escape(outside)))
    look(ann)

    # On his phone Bob finds nothing but the way to the tables of others.
    bob = guest(PHONE).new_page()
    bob.goto(outside)
    expect(bob.get_by_text("You are a guest here")).to_be_visible()
    for name in ("Play with friends", "Load a game", re.compile("^Play ")):
        expect(bob.get_by_role("link", name=name)).to_have_count(0)
    look(bob)
    joined(bob, code, "Bob")
    audit(bob)
    begin(ann, bob)
    expect(bob.get_by_text(re.compile("somebody else.s computer"))).to_have_count(0)  # nothing was refused
    bob.get_by_role("button", name="Pause").click()
    expect(bob.get_by_role("link", name="Help")).to_be_visible()
    expect(bob.get_by_role("link", name="Load")).to_have_count(0)
    bob.keyboard.press("Escape")

    # Off again: he is told why, and Ann is still at the table.
    reply = ann.request.post(f"{address}/api/v1/friends", data={"on": False})
    assert reply.ok
    expect(bob.get_by_role("alert").filter(has_text=network.CLOSED)).to_be_visible()
    audit(bob)
    expect(ann.locator("#decision")).to_be_visible()


@pytest.mark.thorough
def test_a_page_that_came_without_https_from_another_computer(guest: Guest, tmp_path: Path) -> None:
    """Browsers keep some things from such a page; whoever plays does not notice."""
    limits: Any = FAST
    with served(Settings(folder=tmp_path, names=(NAME,), **limits)) as address:
        where = f"http://{NAME}:{urlsplit(address).port}"
        ann, bob = guest(PHONE).new_page(), guest(PHONE).new_page()
        for page in (ann, bob):
            page.goto(where)
            assert not page.evaluate("isSecureContext")
        code = opened(ann, "Ann")
        expect(ann.get_by_role("switch")).to_have_count(0)  # who can come was settled when the server was started
        ann.get_by_role("button", name="Copy link").first.click()
        expect(ann.get_by_text("Copied").first).to_be_visible()
        joined(bob, code, "Bob")
        begin(ann, bob)
