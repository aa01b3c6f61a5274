"""King of Tokyo, definition of done: set-up and dice, DoD-1 to DoD-17."""

from typing import Any

import pytest

import dicecup
from dicecup import SetupError
from tests.scenarios.king_of_tokyo.tokyo import (
    BAY,
    CITY,
    CLAW,
    ENERGY,
    HEART,
    NAMES,
    OUTSIDE,
    deal,
    each,
    finish,
    fresh,
    monster,
    roll,
    stop,
    table,
)

QUIET = (1, 1, 2, 2, 3, 3)
CLAWED = (CLAW, 1, 1, 2, 2, 3)


# --- game set-up ---


@pytest.mark.parametrize("seats", [0, 1, 7, 8])
def test_dod1_no_game_with_fewer_than_two_or_more_than_six(seats: int) -> None:
    with pytest.raises(SetupError, match="King of Tokyo is for 2 to 6 players"):
        dicecup.new("king-of-tokyo", seats=seats)
    with pytest.raises(SetupError, match="King of Tokyo is for 2 to 6 players"):
        dicecup.new("king-of-tokyo", names=(*NAMES, "Gus", "Hal")[:seats], seats=seats)


@pytest.mark.parametrize("seats", range(2, 7))
def test_dod1_two_to_six_can_play_a_whole_game(seats: int) -> None:
    match = finish(deal(seats, seed=seats))
    assert match.outcome is not None


@pytest.mark.parametrize("seats", range(2, 7))
def test_dod2_ten_hearts_and_nothing_else(seats: int) -> None:
    for one in fresh(seats).state.monsters:
        assert (one.hearts, one.stars, one.energy, one.cards) == (10, 0, 0, [])


def test_dod3_stars_do_not_go_below_zero() -> None:
    game = table(monster(energy=7), monster(stars=3), phase="buy", chance=["wings"])
    game.do("buy", "evacuation-orders")
    assert each(game, "stars")[1] == 0


def test_dod3_hearts_do_not_go_below_zero() -> None:
    game = table(None, monster(hearts=2, place=CITY), None)
    roll(game, *[CLAW] * 6)
    assert each(game, "hearts") == [10, 0, 10]
    assert "Ben loses 2 hearts to Ann's claws (now 0)." in game.told()


def test_dod3_energy_does_not_go_below_zero() -> None:
    game = table(monster(energy=2), monster(place=CITY), phase="buy", market=["heal", "jets", "tanks"])
    assert game.refuses("buy", "heal") == "Heal costs 3 energy; you have 2."


@pytest.mark.parametrize("what", ["hearts", "stars", "energy"])
def test_dod3_not_even_in_a_position_set_up_by_hand(what: str) -> None:
    with pytest.raises(ValueError, match=r"less than nothing|cannot have -1"):
        table(monster(**{what: -1}), None)


@pytest.mark.parametrize("seats", [5, 6])
def test_dod4_three_places_with_five_or_six(seats: int) -> None:
    game = table(*[None] * seats)
    for _ in range(seats):
        roll(game, *QUIET)
    assert each(game, "place") == [CITY, BAY] + [OUTSIDE] * (seats - 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dod5_two_places_with_two_to_four(seats: int) -> None:
    game = table(*[None] * seats)
    for _ in range(seats):
        roll(game, *QUIET)
    assert each(game, "place") == [CITY] + [OUTSIDE] * (seats - 1)


def test_dod5_or_when_only_four_are_still_alive() -> None:
    game = table(None, monster(place=CITY), monster(hearts=0), None, monster(hearts=0), None)
    roll(game, *QUIET)
    assert each(game, "place")[0] == OUTSIDE


def test_dod6_three_cards_are_turned_up_before_anything_else() -> None:
    game = fresh(2, cards=("wings", "jets", "tanks"))
    assert game.state.market == ["wings", "jets", "tanks"]
    assert game.kinds() == ["revealed"] * 3


def test_dod7_most_claws_begins_and_the_tied_roll_again() -> None:
    dice = [[CLAW] * count + [HEART] * (6 - count) for count in (2, 3, 3, 1, 4)]
    game = fresh(3, *dice)
    game.play(*["roll"] * 3)
    assert game.told()[-1] == "Ben and Cleo are tied and roll again."
    assert game.pending.seat == 1
    game.play("roll", "roll")
    assert "Cleo goes first." in game.told()
    assert game.state.active == 2


def test_dod7_over_and_over_until_one_is_ahead() -> None:
    dice = [[CLAW] * count + [HEART] * (6 - count) for count in (2, 2, 0, 0, 6, 6, 3, 2)]
    game = fresh(2, *dice)
    game.play(*["roll"] * 8)
    assert game.state.active == 0
    assert game.kinds().count("order_tie") == 3


def test_dod8_clockwise_from_whoever_begins() -> None:
    dice = [[CLAW] * count + [HEART] * (6 - count) for count in (0, 1, 5, 2)]
    game = fresh(4, *dice)
    game.play(*["roll"] * 4)
    turns = []
    for _ in range(6):
        turns.append(game.state.active)
        roll(game, *QUIET)
    assert turns == [2, 3, 0, 1, 2, 3]


# --- dice ---


@pytest.mark.parametrize("seat", range(6))
def test_dod9_everybody_rolls_six_dice(seat: int) -> None:
    game = table(*[None] * 6, active=seat, chance=[[1] * 6])
    game.do("roll")
    assert len(game.state.dice) == 6


@pytest.mark.parametrize("face", range(1, 7))
def test_dod10_six_faces_three_numbers_heart_energy_claw(face: int) -> None:
    game = table(monster(hearts=2), monster(hearts=10, place=CITY))
    roll(game, *[face] * 6)
    ann, ben = game.state.monsters
    gained = (ann.stars, ann.hearts - 2, ann.energy, 10 - ben.hearts)
    assert gained == [(4, 0, 0, 0), (5, 0, 0, 0), (6, 0, 0, 0), (0, 6, 0, 0), (0, 0, 6, 0), (0, 0, 0, 6)][face - 1]


EXTRA_DICE: list[str | dict[str, Any]] = ["extra-head", "extra-head-2", {"card": "mimic", "acts_as": "extra-head"}]


@pytest.mark.parametrize("cards", range(4))
def test_dod11_cards_give_more_dice_and_nine_are_the_most(cards: int) -> None:
    game = table(monster(*EXTRA_DICE[:cards]), None, chance=[[1] * (6 + cards)])
    game.do("roll")
    assert len(game.state.dice) == 6 + cards
    assert stop(game).state.monsters[0].stars == 1 + 3 + cards + 1  # seven 1s: 5 stars, and one for entering


def test_dod11_permanently() -> None:
    game = table(monster("extra-head"), monster(place=CITY))
    for _ in range(3):
        roll(game, *QUIET, 1)
        roll(game, *QUIET)
    assert each(game, "stars")[0] == 3


def test_dod12_two_more_rolls_of_any_dice() -> None:
    game = table(None, None, chance=[[1, 2, 3, 4, 5, 6], [1, 2], [3, 3, 3]])
    game.do("roll")
    game.do("keep", 0, 1, 2, 3)
    assert game.state.dice == [1, 2, 3, 4, 1, 2]
    game.do("keep", 1, 2, 5)
    assert game.state.active == 1
    assert [event.data["dice"] for event in game.match.events if event.kind == "rolled"][-1] == (3, 2, 3, 3, 3, 2)


@pytest.mark.parametrize("rolls", [1, 2])
def test_dod12_rolling_no_dice_again_accepts_the_roll(rolls: int) -> None:
    game = table(None, None, chance=[[1, 2, 3, 4, 5, 6]] * rolls)
    game.do("roll")
    if rolls == 2:
        game.do("keep")
    stop(game)
    assert game.state.active == 1


@pytest.mark.parametrize(
    ("dice", "stars"),
    [
        ((1, 1, 1, 2, 3, 4), 1),
        ((2, 2, 2, 1, 3, 4), 2),
        ((3, 3, 3, 1, 2, 4), 3),
        ((1, 1, 1, 1, 2, 3), 2),
        ((3, 3, 3, 3, 3, 3), 6),
        ((1, 1, 1, 3, 3, 3), 4),
        ((1, 1, 2, 2, 3, 3), 0),
    ],
)
def test_dod13_triples_and_more(dice: tuple[int, ...], stars: int) -> None:
    game = table(None, monster(place=CITY))
    roll(game, *dice)
    assert each(game, "stars")[0] == stars


def test_dod14_claws_cost_a_heart_each_to_those_elsewhere() -> None:
    game = table(monster(place=CITY), None, monster(hearts=2), None)
    roll(game, CLAW, CLAW, CLAW, 1, 2, 3)
    assert each(game, "hearts") == [10, 7, 0, 7]


def test_dod14_the_dead_lose_nothing_more() -> None:
    game = table(monster(place=CITY), None, monster(hearts=0))
    roll(game, *CLAWED)
    assert each(game, "hearts") == [10, 9, 0]
    assert "Cleo" not in "".join(line for line in game.told() if "attacks" in line)


@pytest.mark.parametrize(("before", "after"), [(1, 4), (8, 10), (10, 10)])
def test_dod15_hearts_up_to_ten(before: int, after: int) -> None:
    game = table(monster(hearts=before), monster(place=CITY))
    roll(game, HEART, HEART, HEART, 1, 2, 3)
    assert each(game, "hearts")[0] == after


def test_dod15_what_does_not_happen_is_not_told() -> None:
    game = table(monster(stars=20), monster(place=CITY), phase="resolve", dice=[1, 1, 1, HEART, HEART, HEART])
    assert not {"hearts", "stars"} & set(game.kinds())  # all hearts and all stars there are


def test_dod15_twelve_with_even_bigger() -> None:
    game = table(monster("even-bigger", hearts=10), monster(place=CITY))
    roll(game, HEART, HEART, HEART, 1, 2, 3)
    assert each(game, "hearts")[0] == 12


def test_dod16_energy_has_no_upper_limit() -> None:
    game = table(monster(energy=997), monster(place=CITY))
    roll(game, *[ENERGY] * 6)
    assert each(game, "energy")[0] == 1003


def test_dod17_then_the_next_player_has_the_dice() -> None:
    game = table(None, None, None)
    roll(game, *QUIET)
    assert (game.pending.seat, game.pending.kind) == (1, "roll")
    assert game.state.dice == []
