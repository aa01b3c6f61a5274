"""The deck: 66 cards of 64 names, each with its cost and a text."""

import pytest

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.cards.deck import CARDS
from dicecup.games.king_of_tokyo.state import KingOptions

KEEP = {
    "Acid Attack": 6, "Alien Metabolism": 3, "Alpha Monster": 5, "Armor Plating": 4, "Background Dweller": 4,
    "Burrowing": 5, "Camouflage": 3, "Complete Destruction": 3, "Dedicated News Team": 3, "Eater of the Dead": 4,
    "Energy Hoarder": 3, "Even Bigger": 4, "Extra Head": 7, "Fire Breathing": 4, "Freeze Time": 5,
    "Friend of Children": 3, "Giant Brain": 5, "Gourmet": 4, "Healing Ray": 4, "Herbivore": 5, "Herd Culler": 3,
    "It Has a Child": 7, "Jets": 5, "Made in a Lab": 2, "Metamorph": 3, "Mimic": 8, "Monster Batteries": 3,
    "Nova Breath": 7, "Omnivore": 4, "Opportunist": 3, "Parasitic Tentacles": 4, "Plot Twist": 3,
    "Poison Quills": 3, "Poison Spit": 4, "Psychic Probe": 3, "Rapid Healing": 3, "Regeneration": 4,
    "Rooting for the Underdog": 3, "Shrink Ray": 6, "Smoke Cloud": 4, "Solar Powered": 2, "Spiked Tail": 5,
    "Stretchy": 3, "Telepath": 4, "Urbavore": 4, "We're Only Making It Stronger": 3, "Wings": 6,
}  # fmt: skip
DISCARD = {
    "Apartment Building": 5, "Commuter Train": 4, "Corner Store": 3, "Drop from High Altitude": 5, "Energize": 8,
    "Evacuation Orders": 7, "Fire Blast": 3, "Frenzy": 7, "Gas Refinery": 6, "Heal": 3,
    "High Altitude Bombing": 4, "Jet Fighters": 5, "National Guard": 3, "Nuclear Power Plant": 6, "Skyscraper": 6,
    "Tanks": 4, "Vast Storm": 6,
}  # fmt: skip
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
    assert len(CARDS) == 66
    assert {card.name for card in DECK.values()} == {*KEEP, *DISCARD}
    assert len(KEEP) + len(DISCARD) == 64


def test_two_cards_come_twice() -> None:
    assert {name for name in CARDS if name.endswith("-2")} == {"extra-head-2", "evacuation-orders-2"}


@pytest.mark.parametrize("card", CARDS)
def test_name_cost_kind_and_text(card: str) -> None:
    found = DECK[card]
    assert found.cost_in(KingOptions()) == {**KEEP, **DISCARD}[found.name]
    assert found.keep == (found.name in KEEP)
    assert found.other_name == SECOND_EDITION.get(found.name, "")
    assert found.text[0].isupper()
    assert found.text.endswith(".")


def test_the_first_editions_batteries_cost_2() -> None:
    options = KingOptions.parse({"preset": "first-edition"})
    changed = {name for name, card in DECK.items() if card.cost_in(options) != card.cost_in(KingOptions())}
    assert changed == {"monster-batteries"}
    assert DECK["monster-batteries"].cost_in(options) == 2
