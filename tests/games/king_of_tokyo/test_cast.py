"""Who is called how, and who is which monster, are two things."""

from typing import Any

import pytest

import dicecup
from dicecup.players import RandomPlayer, play
from dicecup.table import Match, SetupError


def who(match: Match[Any]) -> dict[str, str]:
    return dict(zip(match.names, (monster.character for monster in match.state.monsters), strict=True))


def test_whoever_is_called_like_a_monster_is_that_one_and_the_others_get_the_rest() -> None:
    match = dicecup.new("king-of-tokyo", names=("Ann", "kraken", "Ben"), seed=1)
    assert who(match) == {"Ann": "Alienoid", "kraken": "Kraken", "Ben": "Cyber Bunny"}


def test_everybody_can_choose_a_monster_whatever_the_name() -> None:
    match = dicecup.new(
        "king-of-tokyo", names=("Ann", "Ben", "Kraken", "Cleo"), cast=("Kraken", "the king", "", "")
    )
    assert who(match) == {"Ann": "Kraken", "Ben": "The King", "Kraken": "Alienoid", "Cleo": "Cyber Bunny"}


def test_the_choice_stays_with_the_table_and_in_its_papers() -> None:
    match = dicecup.new("king-of-tokyo", names=("Ann", "Ben"), cast=("Kraken", "Giga Zaur"))
    play(match, [RandomPlayer(seed=1), RandomPlayer(seed=2)])
    chosen = {"Ann": "Kraken", "Ben": "Giga Zaur"}
    assert who(match) == who(match.rematch()) == who(dicecup.load(match.rematch().save())) == chosen
    assert dicecup.verify(match.record()).ordinary_start
    assert (
        dicecup.new("king-of-tokyo", seats=2, seed=1).game.carry(dicecup.new("king-of-tokyo", seats=2).state)
        is None
    )


@pytest.mark.parametrize(
    ("cast", "why"),
    [
        (("Kraken", "kraken"), "Two players cannot be the same monster."),
        (("Krake", ""), "There is no monster 'Krake'. There is: Alienoid, Cyber Bunny,"),
        (("Kraken",), "`cast` has a text for each player"),
        (("Kraken", 3), "`cast` has a text for each player"),
        ("Kraken", "`cast` lists who each player is"),
    ],
)
def test_what_cannot_be_is_refused(cast: Any, why: str) -> None:
    with pytest.raises(SetupError) as refused:
        dicecup.new("king-of-tokyo", names=("Ann", "Ben"), cast=cast)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    "carry", [{"characters": ["Kraken", "Kraken"]}, {"characters": ["Kraken"]}, {"x": 1}, [1]]
)
def test_a_paper_in_which_that_makes_no_sense_is_refused(carry: Any) -> None:
    match = dicecup.new("king-of-tokyo", names=("Ann", "Ben"), seed=1)
    with pytest.raises(ValueError, match="a monster for each player, none twice"):
        match.game.setup(match.names, match.state.options, carry)


def test_other_games_have_nobody_to_choose() -> None:
    with pytest.raises(SetupError, match="There is nobody to choose in Yahtzee"):
        dicecup.new("yahtzee", names=("Ann", "Ben"), cast=("Kraken", ""))
