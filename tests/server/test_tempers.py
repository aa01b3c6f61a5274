"""Computer players of one level as different people, at a server's tables."""

from typing import Any

import pytest

from dicecup import players
from tests.server.browser import Browser


def sit(ann: Browser, game: str = "king-of-tokyo", **wish: Any) -> dict[str, Any]:
    """The computer player's seat, as the page gets it."""
    seats = [{"name": "Ann", "player": "person"}, {"name": "Kraken", "player": "computer", **wish}]
    match = ann.post("/matches", {"game": game, "seats": seats})["match"]
    with ann.sit(match) as page:
        found: dict[str, Any] = page.state["seats"][1]
        return found


def test_everybody_is_told_what_can_be_chosen(ann: Browser) -> None:
    offered = {each["name"]: each["tempers"] for each in ann.get("/hello")["games"]}
    assert list(offered["king-of-tokyo"]) == ["brawler", "racer", "shopper", "turtle", "schemer"]
    assert offered["yahtzee"] == {}


@pytest.mark.parametrize("game", ["king-of-tokyo", "deadwood"])
def test_a_computer_player_is_somebody_unless_it_is_to_be_nobody(ann: Browser, game: str) -> None:
    tempers = players.tempers_of(game)
    assert tempers is not None
    seat = sit(ann, game, level="medium")
    assert seat["level"] == "medium"
    assert seat["temper"] in tempers.words
    chosen = list(tempers.words)[2]
    assert (sit(ann, game, level="hard", temper=chosen)["level"], chosen) == ("hard", chosen)
    assert sit(ann, game, level="hard", temper=chosen)["temper"] == chosen
    assert sit(ann, game, level="hard", temper="plain")["temper"] == "plain"
    assert sit(ann, game, level=f"hard-{chosen}")["temper"] == chosen


def test_one_about_as_good_as_you_has_a_temper_as_well(ann: Browser) -> None:
    seat = sit(ann, level="even", temper="brawler")
    assert (seat["level"], seat["temper"]) == ("even-25", "brawler")


def test_without_tempers_there_are_none(ann: Browser) -> None:
    assert sit(ann, "yahtzee", level="hard")["temper"] is None


@pytest.mark.parametrize(
    ("game", "wish", "said"),
    [
        ("king-of-tokyo", {"level": "hard", "temper": "sleepy"}, "They are: brawler, racer"),
        ("yahtzee", {"level": "hard", "temper": "brawler"}, "no computer player with the temper 'brawler'"),
        ("king-of-tokyo", {"player": "person", "temper": "brawler"}, "has no level"),
    ],
)
def test_what_nobody_can_be_is_refused(ann: Browser, game: str, wish: dict[str, Any], said: str) -> None:
    seats = [{"name": "Ann", "player": "person"}, {"name": "Bo", "player": "computer", **wish}]
    status, why = ann.refusal("POST", "/matches", {"game": game, "seats": seats})
    assert status == 400
    assert said in why


def test_each_monster_has_its_own(ann: Browser) -> None:
    seats = [{"name": name, "player": "computer", "level": "easy"} for name in ("Kraken", "The King")]
    match = ann.post("/matches", {"game": "king-of-tokyo", "seats": [*seats], "seed": 3})["match"]
    with ann.sit(match) as page:
        before = [seat["temper"] for seat in page.state["seats"]]
    assert before == ["turtle", "brawler"]
