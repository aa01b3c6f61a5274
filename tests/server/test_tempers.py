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


@pytest.mark.parametrize("level", ["hard", "even"])
def test_what_chance_has_drawn_is_shown_and_kept(ann: Browser, level: str) -> None:
    seats = [{"name": "Ann"}, {"name": "Kraken", "player": "computer", "level": level, "temper": "chance"}]
    match = ann.post("/matches", {"game": "king-of-tokyo", "seats": seats})["match"]
    found = []
    for _ in range(2):
        with ann.sit(match) as page:
            found.append(page.state["seats"][1]["temper"])
    tempers = players.tempers_of("king-of-tokyo")
    assert tempers is not None
    assert found[0] in tempers.words
    assert found[0] == found[1]


def test_whoever_sets_a_match_up_is_told_what_each_is_like_by_itself(ann: Browser) -> None:
    """The page said "with a temper of its own", and not which."""
    before = len(ann.get("/matches"))
    seats = [{"name": "Ann"}, {"name": "Ben", "player": "computer", "character": "Kraken"}]
    wish = {"game": "king-of-tokyo", "seats": [{**seats[0], "character": "The King"}, seats[1]]}
    assert ann.post("/tempers", wish) == ["brawler", "turtle"]
    for name in ("Ada", "Boris", "Clara"):
        asked = {"game": "deadwood", "seats": [{"name": "Ann"}, {"name": name, "player": "computer"}]}
        assert ann.post("/tempers", asked)[1] == sit(ann, "deadwood", name=name)["temper"]
    assert ann.post("/tempers", {"game": "yahtzee", "seats": seats[:1]}) == []
    assert ann.refusal("POST", "/tempers", {"game": "deadwood", "seats": [{"name": "A"}, {"name": "a"}]})[0] == 400
    assert len(ann.get("/matches")) == before + 3, "nothing is made by asking"
