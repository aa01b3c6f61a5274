"""A batch plays what the engine plays: the same decisions, masks, observations, dice and points."""

from collections import Counter
from typing import Any, Final

import pytest

import dicecup.batch
from tests.batch.beside import any_house, busily, buying, hunting, play

DEADWOOD: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"bonus": "occupied"},
    {"stall_turns": 12, "start": "seat-order"},
    {"stall_turns": 0, "bonus": "occupied"},
)
YAHTZEE: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"rules": "official"},
    {"rules": "official", "start": "seat-order"},
)
KING: Final[tuple[dict[str, Any], ...]] = (
    {"cards": False},
    {"cards": False, "preset": "first-edition"},
    {"cards": False, "win": "at-once", "tie": "active-first", "dice_order": "choose"},
    {"cards": False, "turn_order": "by-roll", "bay": "separate", "tokyo_stars": "end", "dice_order": "choose"},
    {
        "cards": False,
        "bay": "separate",
        "bay_attacker": "stays",
        "bay_closing": "outside",
        "two_player": "energy",
        "start": "seat-order",
        "win": "at-once",
    },
)


CARDS: Final[tuple[dict[str, Any], ...]] = ({}, {"preset": "first-edition"}, *map(any_house, range(6)))
TABLES: Final = [
    *(("deadwood", seats, house) for seats in range(2, 9) for house in DEADWOOD),
    *(("king-of-tokyo", seats, house) for seats in range(2, 7) for house in KING),
    *(("king-of-tokyo", seats, house) for seats in range(2, 7) for house in CARDS),
    *(("yahtzee", seats, house) for seats in range(1, 9) for house in YAHTZEE),
]


HOW: Final = {"deadwood": busily, "king-of-tokyo": buying, "yahtzee": hunting}
HAPPENS: Final = {
    "deadwood": {"bonus_dice", "no_bonus", "upgrades", "day_over", "stalled", "begins", "rehearses", "ends"},
    "king-of-tokyo": {
        *("order_tie", "seated", "enters", "leaves", "moves", "moves_up", "stays", "eliminated", "buys", "sweeps"),
        *("peeked", "filled", "used_up", "camouflage", "shielded", "marked", "burns", "more_claws", "more_rolls"),
        *("extra_roll", "changed", "rerolled", "discount"),
    },
    "yahtzee": {"order_tie", "begins", "stopped", "joker", "yahtzee_bonus", "upper_bonus"},
}


def beside(
    name: str, seats: int, house: dict[str, Any], games: int, ended: int, seed: int, every: int
) -> Counter[str]:
    batch = dicecup.batch.make(name, games=games, seats=seats, seed=seed, **house)
    return play(batch, HOW[name], seed, ended, every)


@pytest.mark.parametrize("name", dicecup.batch.names())
def test_a_batch_plays_what_the_engine_plays(name: str) -> None:
    """Some games with every number of seats and by all house rules; every eleventh observation is looked at."""
    told: Counter[str] = Counter()
    for number, (game, seats, house) in enumerate(TABLES):
        if game == name:
            told += beside(name, seats, house, games=3, ended=4, seed=number, every=11)
    assert told["finished"] >= 4 * 24
    assert HAPPENS[name] <= told.keys(), "or not all of it was compared"


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "seats", "house"), TABLES, ids=str)
def test_thousands_of_games(name: str, seats: int, house: dict[str, Any]) -> None:
    assert beside(name, seats, house, games=10, ended=40, seed=100 + seats, every=5)["finished"] >= 40


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seats", "house"), TABLES, ids=str)
def test_tens_of_thousands_of_games(name: str, seats: int, house: dict[str, Any]) -> None:
    assert beside(name, seats, house, games=20, ended=500, seed=1000 + seats, every=5)["finished"] >= 500
