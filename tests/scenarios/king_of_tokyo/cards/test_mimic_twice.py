"""Mimic as a copy of a card that its owner has as well."""

from typing import Any

import pytest

from dicecup.games.king_of_tokyo.cards.base import DECK
from tests.scenarios.king_of_tokyo.cards.shop import NO_CLAW
from tests.scenarios.king_of_tokyo.cards.test_mimic import mimic
from tests.scenarios.king_of_tokyo.tokyo import CITY, HEART, monster, roll, table


class TestTwice:
    """Whoever has a card and a copy of it is not offered everything twice, where one does all that two can."""

    @pytest.mark.parametrize(
        ("card", "position"),
        [
            ("metamorph", {"phase": "sell"}),
            ("parasitic-tentacles", {"phase": "buy"}),
            ("rapid-healing", {"phase": "roll"}),
            ("wings", {"phase": "roll"}),
            ("telepath", {"phase": "dice", "dice": list(NO_CLAW), "rolls_left": 2}),
            ("background-dweller", {"phase": "dice", "dice": list(NO_CLAW), "rolls_left": 2}),
            ("stretchy", {"phase": "change", "dice": list(NO_CLAW)}),
            ("healing-ray", {"phase": "resolve", "dice": [HEART, 1, 1, 2, 2, 3]}),
        ],
    )
    def test_offered_once(self, card: str, position: dict[str, Any]) -> None:
        owner = monster(mimic(card), card, energy=9, hearts=5)
        game = table(owner, monster("jets", hearts=5, place=CITY), **position)
        used = {option[1] for option in game.pending.options if option[0] == "use"}
        assert used == {card}
        assert game.refuses("use", "mimic") == f"Mimic cannot be used now: {DECK[card].name} itself does the same."

    @pytest.mark.parametrize("card", ["herd-culler", "plot-twist"])
    def test_but_what_can_be_used_once_can_be_used_twice(self, card: str) -> None:
        game = roll(table(monster(mimic(card), card), monster(place=CITY)), *NO_CLAW)
        assert {option[1] for option in game.pending.options if option[0] == "use"} == {card, "mimic"}

    def test_the_copy_can_still_be_turned_to_another_card(self) -> None:
        owner = monster(mimic("rapid-healing"), "rapid-healing", energy=9, hearts=5)
        game = table(owner, monster("jets", place=CITY), phase="start")
        texts = [option.text for option in game.pending.options]
        assert texts == ["go on", "Mimic: copy Jets of Ben (1 energy)", "Rapid Healing: gain 1 heart (2 energy)"]

    def test_its_own_cards_are_called_so(self) -> None:
        owner = monster(mimic("jets"), "metamorph", energy=9)
        game = table(owner, monster("jets", place=CITY), phase="start")
        assert "Mimic: copy your Metamorph (1 energy)" in [option.text for option in game.pending.options]
