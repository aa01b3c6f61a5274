"""The deck: 66 cards of 64 names, each with its cost and a text."""

import pytest

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.options import KingOptions
from tests.games.king_of_tokyo.box import BOX, DISCARD, KEEP

SECOND_EDITION = {
    "Alien Metabolism": "Alien Origin",
    "Dedicated News Team": "Media-Friendly",
    "Drop from High Altitude": "Death From Above",
    "Fire Blast": "Flame Thrower",
    "Monster Batteries": "Battery Monster",
    "Omnivore": "Detritivore",
    "Tanks": "Tank",
    "Telepath": "Energy Drink",
}


def test_66_cards_of_64_names() -> None:
    assert len(BOX) == 66
    assert {*BOX} <= {*DECK}
    assert {DECK[card].name for card in BOX} == {*KEEP, *DISCARD}
    assert len(KEEP) + len(DISCARD) == 64


def test_two_cards_come_twice() -> None:
    assert {name for name in BOX if name.endswith("-2")} == {"extra-head-2", "evacuation-orders-2"}


@pytest.mark.parametrize("card", BOX)
def test_name_cost_kind_and_text(card: str) -> None:
    found = DECK[card]
    assert found.cost_in(KingOptions()) == {**KEEP, **DISCARD}[found.name]
    assert found.keep == (found.name in KEEP)
    assert found.other_name == SECOND_EDITION.get(found.name, "")
    assert found.text[0].isupper()
    assert found.text.endswith(".")


def test_the_first_editions_batteries_cost_2() -> None:
    options = KingOptions.parse({"preset": "first-edition"})
    changed = {name for name in BOX if (card := DECK[name]).cost_in(options) != card.cost_in(KingOptions())}
    assert changed == {"monster-batteries"}
    assert DECK["monster-batteries"].cost_in(options) == 2
