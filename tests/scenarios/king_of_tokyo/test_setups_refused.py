"""King of Tokyo, set-ups that are refused: house rules, numbers of players and positions that cannot be."""

from typing import Any

import pytest

import dicecup
from dicecup.games.king_of_tokyo import KingOptions
from dicecup.table import SetupError
from tests.scenarios.king_of_tokyo.tokyo import BAY, CITY, monster, table


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"tokio_stars": "end"}, "There is no option 'tokio_stars'. Did you mean 'tokyo_stars'?"),
        ({"tokyo_stars": "middle"}, "tokyo_stars must be one of start, end; 'middle' is not."),
        ({"cards": "no"}, "cards must be one of False, True; 'no' is not."),
        ({"cards": 0}, "cards must be one of False, True; 0 is not."),
        (
            {"preset": "third-edition"},
            "preset must be one of second-edition, first-edition; 'third-edition' is not.",
        ),
        ({"preset": "first-edition", "enter": "never"}, "enter must be one of always, with-claw; 'never' is not."),
    ],
)
def test_a_house_rule_there_is_not_is_refused_with_what_would_be_right(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetupError) as refusal:
        KingOptions.parse(given)
    assert str(refusal.value) == reason


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_a_wrong_number_of_players_is_refused(seats: int) -> None:
    with pytest.raises(SetupError, match=f"King of Tokyo is for 2 to 6 players; {seats} is not possible"):
        dicecup.new("king-of-tokyo", seats=seats)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"monsters": [monster(hearts=11), None]}, "cannot have 11 hearts"),
        ({"monsters": [monster(stars=21), None]}, "cannot have 21 stars"),
        ({"monsters": [monster(hearts=0, energy=1), None]}, "out of the game and owns nothing"),
        ({"monsters": [monster("wings", hearts=0), None]}, "out of the game and owns nothing"),
        ({"monsters": [monster(place=CITY), monster(place=CITY)]}, "room for one monster in the City"),
        ({"monsters": [monster(place=BAY), None]}, "five or more"),
        ({"monsters": [monster(place="moon"), None]}, "no place 'moon'"),
        ({"monsters": [monster("skyscraper"), None]}, "Only keep cards"),
        ({"order": [0, 0]}, "sits at the table once"),
        ({"phase": "lunch"}, "no phase 'lunch'"),
        ({"active": 2}, "somebody at the table"),
        ({"dice": [7]}, "faces 1 to 6"),
        ({"dice": [1] * 10}, "at most nine dice"),
        ({"market": ["wings"], "discard": ["wings"]}, "exactly one place"),
        ({"market": ["wings", "jets", "tanks", "heal"]}, "three places"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position: dict[str, Any], reason: str) -> None:
    monsters = position.pop("monsters", [None, None])
    with pytest.raises(ValueError, match=reason):
        table(*monsters, **{"active": 0, "round_seat": 0, **position})
