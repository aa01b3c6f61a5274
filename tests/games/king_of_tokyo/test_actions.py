"""Numbers when packages bring cards: ours stay, theirs come after them."""

from collections.abc import Iterable
from typing import Any

import pytest

from dicecup.games.king_of_tokyo import actions, encoding
from dicecup.games.king_of_tokyo.cards.base import Card, KingPlay, Moment
from dicecup.games.king_of_tokyo.state import Held, KingState
from dicecup.table import Actions, Away, NotAllowed, Option
from dicecup.table.actions import Words


def numbered(seats: int = 3) -> list[str]:
    choices = Actions(actions.choices(seats), seats=seats)
    return [choices.name(number) for number in range(len(choices))]


@pytest.mark.usefixtures("cards_as_before")
def test_cards_of_a_package_only_add_numbers() -> None:
    before = numbered()

    class Aardvark(Card):
        name, cost, text = "Aardvark", 3, "Lick somebody, or dig."
        moments = ("buy",)

        def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
            return [self.option(held, "dig", text="dig")]

        def ways(self, seats: int) -> Iterable[Words]:
            return [("dig",), *(("lick", Away(step)) for step in range(1, seats))]

        def answers(self, seats: int) -> Iterable[Words]:
            return [("burrow",)]

    after = numbered()
    assert after[: len(before)] == before
    added = after[len(before) :]
    assert {"buy aardvark", "use aardvark dig", "use mimic dig", "use aardvark lick +2", "burrow"} <= set(added)
    assert {"copy +0 aardvark", "use mimic copy +2 aardvark", "use metamorph aardvark"} <= set(added)
    assert "use parasitic-tentacles +1 aardvark" in added
    sizes = {part.name: part.size for part in encoding.parts(3)}
    assert (sizes["market 0"], sizes["discard"]) == (67, 67), "and rows have room for them"


@pytest.mark.usefixtures("cards_as_before")
def test_a_card_that_does_not_list_its_ways_is_named() -> None:
    class Zebra(Card):
        name, cost, text = "Zebra", 3, "Do anything."
        moments = ("buy",)

        def offers(self, state: KingState, seat: int, held: Held, moment: Moment) -> list[Option]:
            return [self.option(held, "anything", text="do anything")]

        async def use(self, play: KingPlay, seat: int, held: Held, args: tuple[Any, ...]) -> None:
            held.used = True

    with pytest.raises(NotAllowed, match="with the card Zebra, which does not list its ways"):
        actions.choices(2)


def test_a_mimic_that_heals_has_the_number_of_a_die() -> None:
    choices = Actions(actions.choices(4), seats=4)
    assert choices.number(("use", "mimic", 2), 0) == choices.number(("use", "mimic", 2), 3)
    assert choices.name(choices.number(("use", "mimic", 2), 1)) == "use mimic 2"
    assert choices.name(choices.number(("use", "healing-ray", 2), 1)) == "use healing-ray +1"


@pytest.mark.parametrize("seats", [2, 6])
def test_stakes_end_at_ninety_nine(seats: int) -> None:
    choices = Actions(actions.choices(seats), seats=seats)
    assert choices.name(choices.number(("stake", 99), 1)) == "stake 99"
    with pytest.raises(NotAllowed):
        choices.number(("stake", 100), 1)
