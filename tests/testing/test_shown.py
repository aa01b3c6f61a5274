"""How a view is drawn by a screen that does not know the game is checked by the conformance kit, too."""

from collections.abc import Mapping

import pytest

import dicecup
from dicecup import games
from dicecup.server import catalogue
from dicecup.table import Shown
from dicecup.testing import check_game
from dicecup.testing.promises import Nonconformance
from dicecup.testing.shown import untold
from tests.table.hush import Hush


def showing(hints: Mapping[str, Shown]) -> Hush:
    """Hush, with hints."""

    class Drawn(Hush):
        shown = hints

    return Drawn()


def test_a_game_may_say_how_it_is_drawn() -> None:
    hints = {
        "own": Shown("fact", "Your card", says={0: "none"}),
        "points": Shown("track", "Points", upto=9),
        "known": Shown("table", "Cards you have seen"),
        "current": Shown("hidden"),
    }
    assert check_game(showing(hints), games=3) > 0


@pytest.mark.parametrize(
    ("hints", "said"),
    [
        ({"hand": Shown("fact")}, "'hand', which `shown` names, is a field of the view"),
        ({"points": Shown("dice")}, "the dice in 'points' have the faces 1 to 6"),
        ({"deck": Shown("per seat")}, "'deck' has an entry for each seat"),
        ({"points": Shown("table")}, "'points' is a mapping"),
        ({"points": Shown("track")}, "'points' is a track that ends somewhere"),
        ({"points": Shown("track", upto="goal")}, "'points' is a track that ends somewhere"),
    ],
)
def test_what_does_not_fit_the_view_is_found(hints: Mapping[str, Shown], said: str) -> None:
    with pytest.raises(Nonconformance) as found:
        check_game(showing(hints), games=3)
    assert said in str(found.value)


@pytest.mark.parametrize("name", ["yahtzee", "king-of-tokyo", "deadwood"])
def test_our_games_say_it_of_all_they_show(name: str) -> None:
    """So no name out of a program is ever read by a player."""
    match = dicecup.new(name, seats=2, seed=1)
    assert untold(games.find(name), match.view(0).to_json()) == []


def test_a_page_is_told_with_the_rules() -> None:
    told = catalogue.rules("yahtzee")
    assert told.shown["dice"] == {"kind": "dice"}
    assert told.shown["sheets.boxes"]["says"] == {"-1": ""}
    assert told.shown["sheets.boxes"]["labels"][0] == "Ones"
    assert told.called["full_house"] == "Full house"
