"""Every kind of decision of every card of King of Tokyo has been on the screen, and was made there."""

from collections.abc import Collection
from functools import partial
from typing import Any, Final

import pytest
from playwright.sync_api import expect

import dicecup
from tests.page.conftest import DESKTOP, NOWHERE, PHONE, Open
from tests.page.player import audit, bring, choose, decision, fits, log_of, moved_on
from tests.page.recorded import Shopper
from tests.terminal.king_of_tokyo_positions import DECISIONS

pytestmark = pytest.mark.thorough

ONE_OF_EACH_KIND: Final = {asked.kind: name for name, asked in reversed(DECISIONS.items())}.values()
THE_OTHERS: Final = DECISIONS.keys() - set(ONE_OF_EACH_KIND)


@pytest.mark.parametrize(
    ("size", "names"),
    [
        pytest.param(DESKTOP, sorted(THE_OTHERS), id="desktop", marks=pytest.mark.soak),
        pytest.param(PHONE, ONE_OF_EACH_KIND, id="phone"),
        pytest.param(DESKTOP, DECISIONS, id="desktop, all of them", marks=pytest.mark.soak),
        pytest.param(PHONE, DECISIONS, id="phone, all of them", marks=pytest.mark.soak),
    ],
)
def test_every_decision_can_be_made(
    visit: Open, address: str, size: tuple[int, int], names: Collection[str]
) -> None:
    page = visit(NOWHERE, size=size)
    audited: set[str] = set()  # the whole table once, and of the other kinds what is asked
    for name in names:
        asked = DECISIONS[name]
        match = asked.match()
        before = sum("choice" in entry.to_json() for entry in match.log)
        found = bring(page, address, match)
        if asked.kind == "peeked":  # a secret: both players sit at this screen
            page.get_by_role("button", name="I am").click()
        expect(page.locator(".decide.mine .prompt"), name).to_be_visible()
        assert match.pending is not None
        expect(page.locator(".decide.mine .name"), name).to_have_text(match.names[match.pending.seat])
        fits(page)
        if size == PHONE and asked.kind not in audited:
            audit(page, "#decision" if audited else None)
            audited.add(asked.kind)
        was = decision(page)
        choose(page, asked.kind, asked.choice)
        moved_on(page, was)  # a choice has been acknowledged when the page moves on
        log = log_of(page, address, found)
        assert log[before:], f"{name}: nothing was chosen"
        assert log[before] == list(asked.choice), name


@pytest.mark.soak
def test_no_decision_is_missing_above() -> None:
    """Whatever is asked in some hundred games, and every card that is used in them, has been on the screen."""
    known = {asked.kind for asked in DECISIONS.values()}
    used = {asked.choice[1] for asked in DECISIONS.values() if asked.choice[0] == "use"}
    for seed in range(300):
        rules: dict[str, Any] = ({}, {"preset": "first-edition"}, {"dice_order": "choose"})[seed % 3]
        match, player = dicecup.new("king-of-tokyo", seats=2 + seed % 5, seed=seed, **rules), Shopper(seed=seed)
        for _ in range(900):
            if (ask := match.pending) is None:
                break
            assert ask.kind in known
            assert {option.args[0] for option in ask.options if option.verb == "use"} <= used
            fork = partial(match.fork, ask.seat)
            match.answer(player.decide(match.view(ask.seat), ask, fork), ask.seat)
