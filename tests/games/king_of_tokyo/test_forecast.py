"""What it would bring to leave the dice as they lie."""

from typing import Any

import pytest

from dicecup.games.king_of_tokyo.state import BAY, CITY, CLAW, ENERGY, HEART, KingState
from dicecup.table import Match
from tests.scenarios.king_of_tokyo.tokyo import monster, table
from tests.terminal.king_of_tokyo_positions import DECISIONS, rolled


def foreseen(match: Match[KingState], seed: int = 1) -> str:
    assert match.pending is not None
    return match.game.forecast(match.fork(0, seed), match.pending)


IN_CITY = {"place": CITY}
BLANK = (2, 3, 1, 1, 2, 3)
ONE_CLAW = (2, 3, 1, 1, 2, CLAW)
ONE_DAMAGE = "1 damage to Ben (10 hearts)"


@pytest.mark.parametrize(
    ("mine", "others", "dice", "brings"),
    [
        ({}, [{}], (1, 1, 1, 1, ENERGY, HEART), "2 stars, 1 energy, then into Tokyo City for 1 star"),
        ({"hearts": 5}, [{}], (2, 3, 1, 1, HEART, HEART), "2 hearts, then into Tokyo City for 1 star"),
        ({"hearts": 5, **IN_CITY}, [{}], (2, 3, 1, 1, 2, HEART), "nothing (hearts do not heal in Tokyo)"),
        ({}, [IN_CITY], (2, 3, 1, 1, CLAW, CLAW), "2 damage to Ben (10 hearts)"),
        ({}, [IN_CITY], BLANK, "nothing"),
        ({}, [{}], ONE_CLAW, "then into Tokyo City for 1 star (claws hit nobody: Tokyo is empty)"),
        ({"cards": ["nova-breath"]}, [{}], ONE_CLAW,
         "1 damage to Ben (10 hearts), then into Tokyo City for 1 star"),
        (IN_CITY, [{}, {"hearts": 1}], ONE_CLAW, "1 damage to Ben (10 hearts) and Cleo (1 heart)"),
        ({}, [{**IN_CITY, "hearts": 1}, {}], ONE_CLAW,
         "1 damage to Ben (1 heart), then into Tokyo City for 1 star"),
        ({"poison": 1, "hearts": 5}, [IN_CITY], (2, 3, 1, 1, 2, HEART), "1 heart to use"),
        ({"cards": ["spiked-tail"]}, [IN_CITY], ONE_CLAW, "2 damage to Ben (10 hearts)"),
        ({"cards": ["gourmet"]}, [IN_CITY], (1, 1, 1, 3, 2, 3), "3 stars"),
        ({"cards": ["fire-breathing"]}, [IN_CITY, {}], ONE_CLAW,
         "2 damage to Ben (10 hearts), 1 damage to Cleo (10 hearts)"),
        ({"cards": ["herbivore", "energy-hoarder"], "energy": 6}, [IN_CITY], BLANK, "nothing"),
        ({"cards": ["plot-twist"]}, [IN_CITY], (2, 3, 1, 1, 2, ENERGY), "1 energy"),
        ({"cards": ["were-only-making-it-stronger"], "poison": 2}, [IN_CITY], BLANK, "nothing"),
        ({"cards": ["solar-powered", "friend-of-children"]}, [IN_CITY], BLANK, "nothing"),
        ({}, [{**IN_CITY, "cards": ["armor-plating"]}], ONE_CLAW, "nothing"),
        ({}, [{**IN_CITY, "cards": ["camouflage"]}], ONE_CLAW, ONE_DAMAGE),
        ({}, [{**IN_CITY, "cards": ["wings"], "energy": 2}], ONE_CLAW, ONE_DAMAGE),
        ({}, [{**IN_CITY, "cards": ["jets"]}], ONE_CLAW, ONE_DAMAGE),
        ({}, [IN_CITY, {"cards": ["psychic-probe"]}], ONE_CLAW, ONE_DAMAGE),
    ],
)  # fmt: skip
def test_what_stopping_would_bring(
    mine: dict[str, Any], others: list[dict[str, Any]], dice: tuple[int, ...], brings: str
) -> None:
    monsters = [
        monster(*each.get("cards", ()), **{k: v for k, v in each.items() if k != "cards"})
        for each in (mine, *others)
    ]
    match = rolled(table(*monsters), *dice).match
    before = match.save()
    for seed in range(5):  # whatever the dice of others would show
        assert foreseen(match, seed) == brings
    assert match.save() == before


@pytest.mark.parametrize("two_player", ["standard", "energy"])
def test_what_tokyo_pays_at_the_end_is_not_from_the_dice(two_player: str) -> None:
    owner = monster("urbavore", "friend-of-children", place=CITY)
    options = {"tokyo_stars": "end", "two_player": two_player}
    match = rolled(table(owner, None, options=options), *BLANK).match
    assert foreseen(match) == "nothing"


def test_the_forecast_with_five_monsters_counts_both_places() -> None:
    match = rolled(table(None, monster(place=CITY), monster(place=BAY), None, None), *[CLAW] * 6).match
    assert foreseen(match) == "6 damage to Ben (10 hearts) and Cleo (10 hearts)"


def test_only_decisions_about_dice_that_lie_there_have_one() -> None:
    for name, decision in DECISIONS.items():
        match = decision.match()
        assert bool(foreseen(match)) == (decision.kind in ("dice", "change", "probe")), name
