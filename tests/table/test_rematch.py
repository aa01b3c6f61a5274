"""The next game at the same table, when its players change seats: what is theirs goes with them."""

from typing import Any

import pytest

import dicecup
from dicecup.players import RandomPlayer, play
from dicecup.table import Match, NotAllowed, SetupError


def finished(game: str, **more: Any) -> Match[Any]:
    match = dicecup.new(game, seed=5, names=("Ann", "Ben", "Cleo"), **more)
    return play(match, [RandomPlayer(seed=seed) for seed in (1, 2, 3)])


def test_a_scorecard_stays_with_its_player() -> None:
    match = finished("yahtzee")
    following = match.rematch(order=[1, 2, 0])
    assert following.names == ("Ben", "Cleo", "Ann")
    past = [sheet.past for sheet in match.rematch().state.sheets]
    assert [sheet.past for sheet in following.state.sheets] == [past[1], past[2], past[0]]
    again = dicecup.load(following.save())
    assert (again.names, again.state.to_json()) == (following.names, following.state.to_json())
    assert again.ordinary_start


def test_a_monster_stays_with_its_player() -> None:
    match = finished("king-of-tokyo", cast=("Kraken", "", "Giga Zaur"))
    following = match.rematch(order=[2, 0, 1])
    assert following.names == ("Cleo", "Ann", "Ben")
    was = [monster.character for monster in match.state.monsters]
    assert [monster.character for monster in following.state.monsters] == [was[2], was[0], was[1]]
    assert dicecup.load(following.save()).ordinary_start


def test_who_follows_from_the_names_needs_no_paper_in_any_order() -> None:
    match = finished("king-of-tokyo")
    assert match.game.carry(match.state) is None
    following = match.rematch(order=[2, 1, 0])
    was = {name: monster.character for name, monster in zip(match.names, match.state.monsters, strict=True)}
    now = {
        name: monster.character for name, monster in zip(following.names, following.state.monsters, strict=True)
    }
    assert now == was


def test_what_somebody_does_not_want_to_be_asked_goes_along() -> None:
    match = finished("king-of-tokyo")
    kind = next(iter(match.game.interrupts))
    match.never_ask(0, kind)
    following = match.rematch(order=[1, 0, 2])
    assert [kind in following.never_asked(seat) for seat in range(3)] == [False, True, False]


@pytest.mark.parametrize("order", [[0, 1], [0, 1, 1], [0, 1, 3], [1, 2, 3]])
def test_an_order_names_every_seat_once(order: list[int]) -> None:
    with pytest.raises(SetupError, match="each of them once"):
        finished("yahtzee").rematch(order=order)


def test_a_game_that_leaves_nothing_to_the_next_one_lets_everybody_sit_anywhere() -> None:
    assert finished("deadwood").rematch(order=[1, 0, 2]).names == ("Ben", "Ann", "Cleo")


def test_a_game_that_leaves_something_and_does_not_say_whose_it_is_keeps_its_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = finished("deadwood")
    monkeypatch.setattr(type(match.game), "carry", lambda _game, _state: None)
    with pytest.raises(NotAllowed, match="nobody can change seats"):
        match.rematch(order=[1, 0, 2])
    assert match.rematch(order=[0, 1, 2]).names == match.names
