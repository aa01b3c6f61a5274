"""Every kind of decision of every card of King of Tokyo has been on the screen, and was made there."""

import pytest
from playwright.sync_api import expect

from tests.page.conftest import DESKTOP, PHONE, Open
from tests.page.player import audit, bring, choose, fits, log_of
from tests.terminal.king_of_tokyo_positions import DECISIONS


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_decision_can_be_made(visit: Open, address: str, size: tuple[int, int]) -> None:
    page = visit(size=size)
    audited: set[str] = set()
    for name, asked in DECISIONS.items():
        match = asked.match()
        before = sum("choice" in entry.to_json() for entry in match.log)
        found = bring(page, address, match)
        if asked.kind == "peeked":  # a secret: both players sit at this screen
            page.get_by_role("button", name="I am").click()
        expect(page.locator(".decide.mine .prompt"), name).to_be_visible()
        assert match.pending is not None
        expect(page.locator(".decide.mine .name"), name).to_have_text(match.names[match.pending.seat])
        fits(page)
        if size == DESKTOP and asked.kind not in audited:
            audit(page)
            audited.add(asked.kind)
        choose(page, asked.kind, asked.choice)
        log = []
        for _ in range(40):
            log = log_of(page, address, found)
            if len(log) > before:
                break
            page.wait_for_timeout(50)
        assert log[before:], f"{name}: nothing was chosen"
        assert log[before] == list(asked.choice), name
