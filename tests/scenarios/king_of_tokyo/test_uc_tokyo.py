"""King of Tokyo, use cases about Tokyo: entering, attack, yielding, dying, winning (UC 13, 16, 18, 19, 21-24)."""

import pytest

from tests.scenarios.king_of_tokyo.tokyo import (
    BAY,
    CITY,
    CLAW,
    ENERGY,
    HEART,
    OUTSIDE,
    each,
    monster,
    roll,
    table,
)

QUIET = (1, 1, 2, 2, 3, 3)


# --- UC 13: enter Tokyo City ---


@pytest.mark.parametrize("dice", [QUIET, (CLAW,) * 6, (HEART,) * 6], ids=["nothing", "claws", "hearts"])
def test_uc13_whoever_finds_tokyo_city_empty_must_enter_it(dice: tuple[int, ...]) -> None:
    game = table(None, None, None)
    roll(game, *dice)
    assert each(game, "place") == [CITY, OUTSIDE, OUTSIDE]
    assert game.state.monsters[0].stars == 1
    assert "Ann enters Tokyo City." in game.told()


def test_uc13_1a_the_first_player_of_the_game_enters() -> None:
    game = table(None, None, phase="start", turn=1)
    roll(game, *QUIET)
    assert each(game, "place") == [CITY, OUTSIDE]


def test_uc13_1b_claws_of_the_first_turn_have_no_effect() -> None:
    game = table(None, None, None)
    roll(game, *[CLAW] * 6)
    assert each(game, "hearts") == [10, 10, 10]
    assert "attacks" not in game.kinds()


def test_uc13_1c_with_five_or_six_and_the_city_taken_the_bay_is_entered() -> None:
    game = table(None, monster(place=CITY), None, None, None)
    roll(game, *QUIET)
    assert each(game, "place") == [BAY, CITY, OUTSIDE, OUTSIDE, OUTSIDE]
    assert game.state.monsters[0].stars == 1


def test_uc13_the_city_goes_before_the_bay() -> None:
    game = table(None, None, None, None, None, None)
    for _ in range(3):
        roll(game, *QUIET)
    assert each(game, "place") == [CITY, BAY, OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE]


def test_uc13_a_monster_in_the_bay_stays_there_when_the_city_is_empty() -> None:
    game = table(monster(place=BAY), None, None, None, None)
    roll(game, *QUIET)
    assert each(game, "place")[0] == BAY
    roll(game, *QUIET)
    assert each(game, "place") == [BAY, CITY, OUTSIDE, OUTSIDE, OUTSIDE]


# --- UC 16: smash attack ---


def test_uc16_2a_from_the_city_the_claws_hit_all_outside() -> None:
    game = table(monster(place=CITY), None, None, None)
    roll(game, CLAW, CLAW, *QUIET[:4])
    assert each(game, "hearts") == [10, 8, 8, 8]
    assert game.pending.kind == "roll"  # nobody may yield


def test_uc16_2b_from_the_bay_too() -> None:
    game = table(monster(place=BAY), monster(place=CITY), None, None, None)
    roll(game, CLAW, *QUIET[:5])
    assert each(game, "hearts") == [10, 10, 9, 9, 9]


def test_uc16_2c_from_outside_they_hit_city_and_bay() -> None:
    game = table(None, monster(place=CITY), None, None, monster(place=BAY))
    roll(game, CLAW, *QUIET[:5])
    assert each(game, "hearts") == [10, 9, 10, 10, 9]


def test_uc16_2d_nobody_in_the_same_place_is_hurt() -> None:
    game = table(None, None, monster(place=CITY))
    roll(game, CLAW, CLAW, CLAW, 1, 2, 3)
    assert each(game, "hearts") == [10, 10, 7]


@pytest.mark.parametrize(("mine", "other"), [(CITY, BAY), (BAY, CITY)])
def test_uc16_city_and_bay_are_both_in_tokyo_and_do_not_hurt_each_other(mine: str, other: str) -> None:
    game = table(monster(place=mine), monster(place=other), None, None, None)
    roll(game, CLAW, CLAW, *QUIET[:4])
    assert each(game, "hearts") == [10, 10, 8, 8, 8]


@pytest.mark.parametrize(("mine", "other"), [(CITY, BAY), (BAY, CITY)])
def test_uc16_with_bay_separate_they_are_places_of_their_own(mine: str, other: str) -> None:
    game = table(monster(place=mine), monster(place=other), None, None, None, options={"bay": "separate"})
    roll(game, CLAW, CLAW, *QUIET[:4])
    assert each(game, "hearts") == [10, 8, 8, 8, 8]
    assert (game.pending.seat, game.pending.kind) == (1, "yield")
    game.do("yield")
    assert each(game, "place") == [CITY, OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE]  # and the Bay is empty now
    assert game.state.monsters[0].stars == 0  # nobody entered


def test_uc16_with_bay_separate_those_outside_still_do_not_hurt_each_other() -> None:
    game = table(None, monster(place=CITY), monster(place=BAY), None, None, options={"bay": "separate"})
    roll(game, CLAW, *QUIET[:5])
    assert each(game, "hearts") == [10, 9, 9, 10, 10]


# --- UC 18: win by stars ---


def test_uc18_a_monster_alive_with_20_stars_at_the_end_of_the_turn_wins() -> None:
    game = table(monster(stars=18), monster(place=CITY))
    roll(game, 2, 2, 2, 1, 3, 3)
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (0,)
    assert game.match.outcome.reason == "20 stars"
    assert game.told()[-1] == "Ann wins!"


def test_uc18_by_default_the_turn_is_played_to_its_end_first() -> None:
    game = table(monster(stars=18, energy=2, place=CITY), None, phase="start")
    assert game.state.monsters[0].stars == 20
    assert game.pending.kind == "roll"
    roll(game, *QUIET)
    assert game.pending.kind == "buy"
    game.do("done")
    assert game.match.outcome is not None


def test_uc18_with_win_at_once_20_stars_as_the_turn_starts_are_enough() -> None:
    game = table(monster(stars=18, place=CITY), None, phase="start", options={"win": "at-once"})
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (0,)
    assert "rolled" not in game.kinds()


def test_uc18_with_win_at_once_the_stars_count_before_the_claws() -> None:
    game = table(
        monster(stars=18), monster("eater-of-the-dead", stars=17, place=CITY, hearts=9), monster(hearts=1),
        options={"win": "at-once"},
    )  # fmt: skip
    roll(game, 2, 2, 2, CLAW, CLAW, CLAW)
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (0,)
    assert each(game, "hearts") == [10, 9, 1]  # the attack did not happen any more


def test_uc18_with_win_at_once_buying_a_card_can_win() -> None:
    owner = monster(stars=17, energy=9)
    game = table(
        owner, monster("opportunist", energy=9, place=CITY), options={"win": "at-once"},
        market=["apartment-building", "jets", "tanks"], chance=["wings"],
    )  # fmt: skip
    roll(game, *QUIET)
    game.do("buy", "apartment-building")
    assert game.match.outcome is not None  # and nobody is asked about Wings any more


def test_uc18_with_win_at_once_a_card_does_all_it_does_before_anybody_wins() -> None:
    owner = monster(stars=16, hearts=4, energy=5)
    game = table(
        owner, monster(place=CITY), None, options={"win": "at-once"},
        market=["jet-fighters", "jets", "tanks"], chance=["wings"],
    )  # fmt: skip
    roll(game, *QUIET)
    game.do("buy", "jet-fighters")
    assert game.match.outcome is None
    assert not game.state.monsters[0].alive


def test_uc18_with_win_at_once_poison_comes_too_late() -> None:
    poisoned = monster("herbivore", stars=19, hearts=1, poison=1)
    game = table(poisoned, monster(place=CITY), None, options={"win": "at-once"})
    roll(game, *QUIET)
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (0,)
    late = table(poisoned, monster(place=CITY), None)
    roll(late, *QUIET)
    assert late.match.outcome is None
    assert not late.state.monsters[0].alive


# --- UC 19: last one standing ---


def test_uc19_the_last_monster_with_hearts_wins() -> None:
    game = table(None, monster(hearts=2, place=CITY), monster(hearts=0))
    roll(game, CLAW, CLAW, *QUIET[:4])
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (0,)
    assert game.match.outcome.reason == "last monster standing"
    assert game.told()[-2:] == ["Ben is out of the game.", "Ann wins!"]


def test_uc19_it_is_over_at_once_nobody_enters_or_buys() -> None:
    game = table(monster(energy=9), monster(hearts=1, place=CITY))
    roll(game, CLAW, *QUIET[:5])
    assert game.match.outcome is not None
    assert each(game, "place") == [OUTSIDE, OUTSIDE]


# --- UC 21, 22: losing all hearts ---


def test_uc21_a_player_without_hearts_is_removed() -> None:
    game = table(None, monster("wings", hearts=2, energy=1, place=CITY), None, None)
    roll(game, CLAW, CLAW, CLAW, 1, 2, 3)
    ben = game.state.monsters[1]
    assert (ben.hearts, ben.cards, ben.energy, ben.place) == (0, [], 0, OUTSIDE)
    assert "wings" in game.state.discard
    assert "Ben is out of the game." in game.told()
    assert game.state.active == 2  # Ben is passed over
    assert game.match.outcome is None


def test_uc21_by_a_card_as_well() -> None:
    game = table(monster(energy=6), monster(hearts=3, place=CITY), None, market=["gas-refinery"], chance=["wings"])
    roll(game, *QUIET)
    game.do("buy", "gas-refinery")
    assert each(game, "hearts") == [10, 0, 7]
    assert each(game, "place") == [OUTSIDE] * 3  # nobody takes the place now
    roll(game, *QUIET)
    assert each(game, "place") == [OUTSIDE, OUTSIDE, CITY]


def test_uc21_a_dead_players_turn_never_comes_again() -> None:
    game = table(monster(hearts=0), None, None, active=1)
    turns = []
    for _ in range(5):
        turns.append(game.state.active)
        roll(game, *QUIET)
    assert turns == [1, 2, 1, 2, 1]


@pytest.mark.parametrize("alive", [6, 5])
def test_uc22_1a_when_only_four_are_left_the_bay_is_no_longer_there(alive: int) -> None:
    game = table(
        None, monster(place=CITY), monster(place=BAY), monster(hearts=1), None, *[None] * (alive - 5), active=1
    )
    roll(game, CLAW, *QUIET[:5])
    assert not game.state.monsters[3].alive
    assert each(game, "place")[2] == (BAY if alive == 6 else OUTSIDE)
    roll(game, *QUIET)  # Cleo
    for _ in range(alive - 3):
        roll(game, *QUIET)
    assert each(game, "place").count(BAY) == (1 if alive == 6 else 0)


def test_uc22_1a_with_the_city_empty_the_monster_of_the_bay_moves_there_without_a_star() -> None:
    game = table(monster(energy=4), None, monster(place=BAY), monster(hearts=2), None, phase="buy",
                 market=["fire-blast", "jets", "tanks"], chance=["wings"])  # fmt: skip
    game.do("buy", "fire-blast")
    assert each(game, "place")[2] == CITY
    assert game.state.monsters[2].stars == 0
    assert "Tokyo Bay closes: Cleo moves to Tokyo City." in game.told()


def test_uc22_the_game_goes_on_with_the_number_of_players_that_are_left() -> None:
    game = table(monster(place=CITY), monster(hearts=1), monster(hearts=1), None, None, None)
    roll(game, CLAW, *QUIET[:5])
    assert sum(each.alive for each in game.state.monsters) == 4
    assert game.state.active == 3
    roll(game, *QUIET)
    assert BAY not in each(game, "place")


# --- UC 23, 24: leave or stay ---


@pytest.mark.parametrize("place", [CITY, BAY])
def test_uc23_a_monster_hit_in_tokyo_may_yield_and_the_attacker_takes_its_place(place: str) -> None:
    game = table(None, monster(place=place), monster(place=BAY if place == CITY else CITY), None, None)
    roll(game, CLAW, *QUIET[:5])
    for seat in (1, 2) if place == CITY else (2, 1):  # City first
        assert (game.pending.seat, game.pending.kind) == (seat, "yield")
        game.do("yield" if seat == 1 else "stay")
    assert each(game, "place")[:2] == [place, OUTSIDE]
    assert each(game, "hearts")[1] == 9  # yielding takes nothing back
    assert game.state.monsters[0].stars == 1


def test_uc23_when_both_yield_the_attacker_takes_the_city_and_the_bay_is_empty() -> None:
    game = table(None, monster(place=CITY), monster(place=BAY), None, None)
    roll(game, CLAW, *QUIET[:5])
    game.play("yield", "yield")
    assert each(game, "place") == [CITY, OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE]


def test_uc23_one_who_has_yielded_gets_no_stars_at_its_next_turn() -> None:
    game = table(None, monster(place=CITY), None)
    roll(game, CLAW, *QUIET[:5])
    game.do("yield")
    assert (game.state.active, game.state.monsters[1].stars) == (1, 0)


@pytest.mark.parametrize("place", [CITY, BAY])
def test_uc24_a_monster_that_stays_stays_and_the_attacker_remains_outside(place: str) -> None:
    game = table(None, monster(place=place), monster(place=BAY if place == CITY else CITY), None, None)
    roll(game, CLAW, *QUIET[:5])
    game.play("stay", "stay")
    assert each(game, "place")[:2] == [OUTSIDE, place]
    assert game.state.monsters[0].stars == 0
    assert "Ben stays in Tokyo." in game.told()


def test_uc24_without_an_attack_nobody_is_asked() -> None:
    game = table(None, monster(place=CITY), None)
    roll(game, *[ENERGY] * 5, HEART)
    assert game.pending.seat == 0
    assert each(game, "place")[1] == CITY


def test_uc24_nobody_may_stay_or_yield_who_was_hit_outside() -> None:
    game = table(monster(place=CITY), None, None)
    roll(game, CLAW, *QUIET[:5])
    assert (game.pending.seat, game.pending.kind) == (1, "roll")
    assert game.refuses("yield") == "You are not in Tokyo."
