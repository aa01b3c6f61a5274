"""House rule dice_order=choose: the roller says what resolves next, and is asked only where it can matter."""

from typing import Any

import pytest

from tests.scenarios.king_of_tokyo.tokyo import CITY, CLAW, ENERGY, HEART, each, monster, roll, table


def order_of(*dice: int, options: dict[str, Any] | None = None, seats: tuple[Any, ...]) -> list[str]:
    """What the roller may choose to resolve first; nothing if it is not asked."""
    game = roll(table(*seats, options={"dice_order": "choose", **(options or {})}), *dice)
    if game.pending is None or game.pending.kind != "resolve":
        return []
    return [str(option[1]) for option in game.pending.options if option[0] == "resolve"]


IN_CITY = monster(place=CITY)
HEARTS_AND_ENERGY = (HEART, ENERGY, 1, 1, 2, 2)


@pytest.mark.parametrize(
    ("dice", "seats", "asked"),
    [
        ((CLAW, ENERGY, HEART, 1, 2, 3), (monster(hearts=5), IN_CITY), ["hearts", "energy", "claws"]),
        ((CLAW, ENERGY, HEART, 1, 1, 1), (monster(hearts=5), IN_CITY), ["stars", "hearts", "energy", "claws"]),
        # numbers without a triple bring no stars, except with a card for them
        ((ENERGY, HEART, 1, 2, 3, 3), (monster(), IN_CITY), []),
        ((ENERGY, HEART, 1, 2, 3, 3), (monster("omnivore"), IN_CITY), ["stars", "energy"]),
        ((ENERGY, HEART, 1, 2, 3, 3), (monster("omnivore", stars=20), IN_CITY, None), []),
        # hearts do nothing in Tokyo, nor for a monster that has them all
        (HEARTS_AND_ENERGY, (monster(hearts=5, poison=1, place=CITY), None), []),
        (HEARTS_AND_ENERGY, (monster(hearts=5), None), ["hearts", "energy"]),
        (HEARTS_AND_ENERGY, (monster(shrink=0, poison=1), None), ["hearts", "energy"]),
        (HEARTS_AND_ENERGY, (monster("healing-ray", place=CITY), monster(hearts=5)), ["hearts", "energy"]),
        (HEARTS_AND_ENERGY, (monster("healing-ray", place=CITY), None), []),
        # claws that reach nobody, and cards that add none now
        ((CLAW, ENERGY, 1, 1, 2, 2), (None, None), []),
        ((CLAW, ENERGY, 1, 1, 2, 2), (monster("alpha-monster"), None), ["energy", "claws"]),
        ((CLAW, ENERGY, 1, 1, 2, 2), (monster("fire-breathing"), None), ["energy", "claws"]),
        ((ENERGY, ENERGY, 1, 1, 2, 2), (monster("burrowing"), IN_CITY), []),
        ((ENERGY, ENERGY, 1, 1, 2, 2), (monster("burrowing", place=CITY), None), ["energy", "claws"]),
        ((ENERGY, ENERGY, 1, 1, 2, 2), (monster("poison-quills"), IN_CITY), []),
        ((ENERGY, 2, 2, 2, 1, 1), (monster("poison-quills"), IN_CITY), ["stars", "energy", "claws"]),
    ],
)
def test_asks_only_about_what_would_do_something(
    dice: tuple[int, ...], seats: tuple[Any, ...], asked: list[str]
) -> None:
    assert order_of(*dice, seats=seats) == asked


def test_fire_breathing_of_the_first_edition_needs_somebody_attacked() -> None:
    options = {"fire_breathing": "attacked"}
    assert order_of(CLAW, ENERGY, 1, 1, 2, 2, seats=(monster("fire-breathing"), None), options=options) == []


def test_hearts_wait_until_they_can_heal() -> None:
    """Ann has all her hearts; whom her claws drive out of Tokyo is burrowing, and the hearts come after that."""
    game = table(None, monster("burrowing", place=CITY), options={"dice_order": "choose"})
    roll(game, CLAW, HEART, ENERGY, 1, 1, 2)
    game.do("resolve", "claws")
    game.do("yield")
    assert each(game, "hearts")[0] == 9
    game.do("resolve", "hearts")
    assert (each(game, "hearts")[0], each(game, "energy")[0]) == (10, 1)


def test_claws_that_reach_nobody_still_lead_into_tokyo() -> None:
    options = {"dice_order": "choose", "enter": "with-claw"}
    game = roll(table(None, None, options=options), CLAW, ENERGY, 1, 1, 2, 2)
    assert each(game, "place")[0] == CITY
