"""`rules="official"`: 100 points for each further Yahtzee, and the forced joker."""

import pytest

from dicecup.games.yahtzee.scoring import BOXES
from dicecup.testing import Scripted, start
from tests.scenarios.yahtzee import OPEN, full_but, last_box, open_but, rolled

LOWER = BOXES[6:]


def official(*dice: int, column: list[int], rolls: int = 3) -> Scripted:
    return rolled(*dice, rolls=rolls, column=column, rules="official")


def fills(game: Scripted) -> list[str]:
    return [str(option[1]) for option in game.pending.options if option.verb == "fill"]


# --- the bonus ---


def test_a_further_yahtzee_earns_100_when_the_yahtzee_box_holds_50() -> None:
    game = official(4, 4, 4, 4, 4, column=open_but(yahtzee=50))
    game.do("fill", "fours")
    sheet = game.state.sheets[0]
    assert (sheet.boxes[3], sheet.extra_yahtzees, sheet.total) == (20, 1, 50 + 20 + 100)
    assert game.told()[-2:] == [
        "Ann fills Fours as a joker with 20.",
        "Another Yahtzee: Ann gets 100 bonus points.",
    ]


def test_the_bonus_is_earned_in_the_lower_section_as_well() -> None:
    game = official(4, 4, 4, 4, 4, column=open_but(yahtzee=50, fours=12))
    game.do("fill", "large_straight")
    assert game.state.sheets[0].extra_yahtzees == 1
    assert game.state.sheets[0].total == 50 + 12 + 40 + 100


def test_and_even_when_the_joker_is_worth_0() -> None:
    game = official(4, 4, 4, 4, 4, column=full_but("sixes", yahtzee=50))
    game.do("fill", "sixes")
    assert game.state.sheets[0].boxes[5] == 0
    assert game.state.sheets[0].extra_yahtzees == 1


def test_every_further_yahtzee_earns_it_again() -> None:
    game = last_box(full_but("fives", "sixes", yahtzee=50), dice=[6, 6, 6, 6, 6], rules="official")
    game.do("fill", "sixes")
    game.then([5, 5, 5, 5, 5]).play("roll", ("fill", "fives"))
    assert game.match.outcome is not None
    assert game.match.outcome.scores == (50 + 30 + 25 + 5 + 200,)


def test_the_first_yahtzee_earns_no_bonus() -> None:
    game = official(4, 4, 4, 4, 4, column=open_but())
    game.do("fill", "yahtzee")
    assert game.state.sheets[0].total == 50
    assert game.state.sheets[0].extra_yahtzees == 0


def test_no_bonus_when_the_yahtzee_box_holds_0_but_still_a_joker() -> None:
    game = official(4, 4, 4, 4, 4, column=open_but(yahtzee=0, fours=12))
    assert fills(game) == [box for box in LOWER if box != "yahtzee"]
    game.do("fill", "large_straight")
    sheet = game.state.sheets[0]
    assert (sheet.boxes[10], sheet.extra_yahtzees, sheet.total) == (40, 0, 52)
    assert "yahtzee_bonus" not in game.kinds()


def test_the_bonus_does_not_count_towards_the_upper_bonus() -> None:
    column = full_but("sixes", ones=3, twos=6, threes=9, fours=12, fives=14 + 1, yahtzee=50)
    game = last_box(column, dice=[6, 6, 1, 1, 1], rules="official")
    game.do("fill", "sixes")
    assert game.match.outcome is not None
    assert game.match.outcome.scores == (57 + 50 + 5,)


# --- the joker ---


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("held", [0, 50])
def test_a_joker_must_go_to_its_own_upper_box_while_that_is_open(face: int, held: int) -> None:
    game = official(*[face] * 5, column=open_but(yahtzee=held))
    assert fills(game) == [BOXES[face - 1]]
    title = BOXES[face - 1].capitalize()
    assert game.refuses("fill", "chance") == f"A further Yahtzee is a joker: it must go to {title}."
    game.do("fill", BOXES[face - 1])
    assert game.state.sheets[0].boxes[face - 1] == 5 * face


@pytest.mark.parametrize(
    ("box", "points"),
    [
        ("three_of_a_kind", 15),
        ("four_of_a_kind", 15),
        ("full_house", 25),
        ("small_straight", 30),
        ("large_straight", 40),
        ("chance", 15),
    ],
)
@pytest.mark.parametrize("held", [0, 50])
def test_else_it_goes_to_any_open_lower_box_and_counts_in_full_there(box: str, points: int, held: int) -> None:
    game = official(3, 3, 3, 3, 3, column=open_but(yahtzee=held, threes=9))
    assert fills(game) == [name for name in LOWER if name != "yahtzee"]
    assert game.refuses("fill", "sixes") == (
        "A further Yahtzee is a joker: it must go to the lower section while a box is open there."
    )
    assert game.match.view(0).to_json()["preview"][box] == points
    game.do("fill", box)
    assert game.state.sheets[0].boxes[BOXES.index(box)] == points


def test_else_it_is_a_zero_in_an_open_upper_box() -> None:
    game = official(3, 3, 3, 3, 3, column=full_but("ones", "sixes", yahtzee=50))
    assert fills(game) == ["ones", "sixes"]
    game.do("fill", "ones")
    assert game.state.sheets[0].boxes[0] == 0


def test_there_is_no_joker_while_the_yahtzee_box_is_open() -> None:
    game = official(3, 3, 3, 3, 3, column=open_but(threes=9))
    assert fills(game) == [box for box in BOXES if box != "threes"]
    game.do("fill", "large_straight")
    assert game.state.sheets[0].boxes[10] == 0
    assert "as a joker" not in game.told()[-1]


def test_a_yahtzee_may_be_written_elsewhere_first_and_the_yahtzee_box_is_then_still_open() -> None:
    game = official(3, 3, 3, 3, 3, column=open_but())
    game.do("fill", "threes")
    assert game.state.sheets[0].boxes[2] == 15
    assert game.state.sheets[0].boxes[11] == OPEN
    assert game.state.sheets[0].extra_yahtzees == 0


def test_a_joker_may_still_be_rolled_away() -> None:
    game = official(3, 3, 3, 3, 3, column=open_but(yahtzee=50), rolls=1).then([1, 2, 4, 5])
    game.do("keep", 0)
    assert game.state.dice == [3, 1, 2, 4, 5]
    assert len(fills(game)) == 12


def test_four_of_a_kind_is_no_joker() -> None:
    game = official(3, 3, 3, 3, 4, column=open_but(yahtzee=50, threes=9))
    assert fills(game) == [box for box in BOXES if box not in ("yahtzee", "threes")]
    game.do("fill", "large_straight")
    assert game.state.sheets[0].boxes[10] == 0


def test_five_of_a_kind_that_is_no_joker_is_no_full_house_either() -> None:
    game = official(3, 3, 3, 3, 3, column=open_but())
    game.do("fill", "full_house")
    assert game.state.sheets[0].boxes[8] == 0


# --- and without the option ---


@pytest.mark.parametrize("held", [0, 50])
def test_the_standard_rules_know_neither_bonus_nor_joker(held: int) -> None:
    game = rolled(3, 3, 3, 3, 3, rolls=3, column=open_but(yahtzee=held, threes=9))
    assert fills(game) == [box for box in BOXES if box not in ("yahtzee", "threes")]
    game.do("fill", "large_straight")
    sheet = game.state.sheets[0]
    assert (sheet.boxes[10], sheet.extra_yahtzees, sheet.total) == (0, 0, held + 9)
    assert game.told()[-1] == "Ann fills Large straight with 0."


def test_the_standard_rules_refuse_a_position_with_extra_yahtzees() -> None:
    with pytest.raises(ValueError, match="Extra Yahtzees count only by the official rules"):
        start("yahtzee", seats=1, sheets=[{"boxes": open_but(yahtzee=50), "extra_yahtzees": 1}])
