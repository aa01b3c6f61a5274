"""Seed 004, "Finish game": use case 004-4 and the rows 004-E1 to 004-E4."""

import pytest

from dicecup.games.yahtzee.scoring import BOXES
from tests.scenarios.cases import COVERED, case, row
from tests.scenarios.yahtzee import full_but, last_box

# The upper section without sixes, for the sums 57, 58, 59 once the three sixes are in.
UPPER = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15}


@case("004-4")
def test_the_final_score_of_everybody_is_shown_and_the_winner_named() -> None:
    game = last_box(full_but(sixes=18), full_but("sixes", yahtzee=50), dice=[6, 6, 1, 2, 3])
    game.do("fill", "sixes")
    assert game.match.outcome is not None
    assert game.match.outcome.scores == (23, 67)
    assert game.told()[-1] == "The game is over: Ann 23, Ben 67. Ben wins."


@case("004-E1")
def test_with_one_player_no_winner_is_announced() -> None:
    game = last_box(full_but("chance"), dice=[1, 2, 3, 4, 6])
    game.do("fill", "chance")
    assert game.match.outcome is not None
    assert game.match.outcome.winners == ()
    assert game.match.outcome.reason == "final score"
    assert game.told()[-1] == "The game is over. Final score: 16."


@case("004-E2")
@pytest.mark.parametrize("winner", [0, 1, 2])
def test_with_several_players_the_one_with_the_highest_score_wins(winner: int) -> None:
    columns = [full_but(large_straight=40 if seat == winner else 0) for seat in range(2)]
    game = last_box(*columns, full_but("yahtzee"), dice=[3, 3, 3, 3, 3 if winner == 2 else 4])
    game.do("fill", "yahtzee")
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (winner,)
    assert game.match.outcome.reason == "highest score"
    assert game.told()[-1].endswith(f"{('Ann', 'Ben', 'Cleo')[winner]} wins.")


@pytest.mark.parametrize(
    ("upper", "bonus"), [row("004-E3", 62, 0), row("004-E4", 63, 35), row("004-E4", 64, 35), row("004-E3", 18, 0)]
)
def test_the_upper_bonus_is_35_from_63_on(upper: int, bonus: int) -> None:
    # Three sixes are still missing; 63 with them is three of each face.
    filled = {62: {**UPPER, "ones": 2}, 63: UPPER, 64: {**UPPER, "ones": 4}, 18: {}}[upper]
    game = last_box(full_but("sixes", **filled, large_straight=40), dice=[6, 6, 6, 2, 1])
    game.do("fill", "sixes")
    assert sum(game.state.sheets[0].boxes[:6]) == upper
    assert game.match.outcome is not None
    assert game.match.outcome.scores == (upper + 40 + 5 + bonus,)
    assert ("upper_bonus" in game.kinds()) is bool(bonus)


@case("004-E4")
def test_the_bonus_is_announced_once_in_the_turn_in_which_it_is_reached() -> None:
    game = last_box(full_but("ones", "sixes", **{**UPPER, "ones": 0}, chance=20), dice=[6, 6, 6, 6, 1])
    game.do("fill", "sixes")
    assert game.told()[-1] == "Ann reaches 63 in the upper section: 35 bonus points."
    assert game.match.view().to_json()["sheets"][0]["total"] == 6 + 9 + 12 + 15 + 24 + 20 + 35
    game.then([1, 1, 2, 3, 4]).do("roll")
    game.do("fill", "ones")
    assert game.kinds().count("upper_bonus") == 1


@case("004-4")
def test_ties_name_all_who_have_the_highest_score() -> None:
    game = last_box(full_but(yahtzee=50), full_but(large_straight=40), full_but("yahtzee"), dice=[4, 4, 4, 4, 4])
    game.do("fill", "yahtzee")
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (0, 2)
    assert game.match.outcome.reason == "shared highest score"
    assert game.told()[-1] == "The game is over: Ann 55, Ben 45, Cleo 55. Ann and Cleo share the win."


@case("004-4")
def test_all_players_may_share_the_win() -> None:
    game = last_box(full_but(), full_but(), full_but("ones"), dice=[2, 2, 3, 4, 4])
    game.do("fill", "ones")
    assert game.match.outcome is not None
    assert game.match.outcome.winners == (0, 1, 2)
    assert game.told()[-1].endswith("Ann, Ben and Cleo share the win.")


@case("004-4")
def test_the_bonus_can_decide_the_game() -> None:
    game = last_box(
        full_but(**UPPER, sixes=12, yahtzee=50),
        full_but("sixes", **UPPER, large_straight=40),
        dice=[6, 6, 6, 1, 1],
    )
    game.do("fill", "sixes")
    assert game.match.outcome is not None
    assert game.match.outcome.scores == (112, 143)
    assert game.match.outcome.winners == (1,)


@case("004-4")
def test_the_best_possible_column_by_the_standard_rules_is_375() -> None:
    best = [5, 10, 15, 20, 25, 30, 30, 30, 25, 30, 40, 50, 30]
    game = last_box([*best[:12], -1], dice=[6, 6, 6, 6, 6])
    game.do("fill", "chance")
    assert game.match.outcome is not None
    assert game.match.outcome.scores == (sum(best) + 35,) == (375,)
    assert game.state.sheets[0].boxes == best
    assert len(BOXES) == 13


def test_no_case_of_the_seed_is_without_a_test() -> None:
    from tests.scenarios import (  # noqa: F401 - importing them fills COVERED
        test_yahtzee_004_fill,
        test_yahtzee_004_roll,
        test_yahtzee_004_start,
    )

    rows = {"S": 7, "R": 12, "F": 44, "E": 4}
    wanted = {f"004-{number}" for number in (1, 2, 3, 4)}
    wanted |= {f"004-{letter}{number}" for letter, count in rows.items() for number in range(1, count + 1)}
    assert wanted <= COVERED
