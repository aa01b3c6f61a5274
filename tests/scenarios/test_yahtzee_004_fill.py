"""Seed 004, "Take a turn: filling a box": use case 004-3 and the rows 004-F1 to 004-F44."""

import pytest

from dicecup.games.yahtzee.scoring import BOXES, TITLES
from tests.scenarios.cases import case, row
from tests.scenarios.yahtzee import OPEN, before_roll, full_but, last_box, open_but, rolled, table


def fill(box: str, *dice: int) -> int:
    """What these dice bring in an open box."""
    game = rolled(*dice, rolls=3)
    game.do("fill", box)
    column = list(game.state.sheets[0].boxes)
    scored: int = column.pop(BOXES.index(box))
    assert column == [OPEN] * 12, "only the chosen box is filled"
    return scored


@case("004-3")
def test_any_empty_box_may_be_chosen_and_only_that_one_is_filled() -> None:
    assert fill("twos", 2, 2, 3, 4, 6) == 4
    assert [tuple(o) for o in rolled(2, 2, 3, 4, 6, rolls=3).pending.options] == [("fill", box) for box in BOXES]


@case("004-F1")
@pytest.mark.parametrize("box", BOXES)
def test_no_box_can_be_filled_before_the_first_roll(box: str) -> None:
    assert before_roll().refuses("fill", box) == "Roll the dice before you fill a box."


@pytest.mark.parametrize("rolls", [row("004-F2", 1), row("004-F3", 2), row("004-F4", 3)])
def test_after_each_roll_every_open_box_can_be_filled(rolls: int) -> None:
    for box in BOXES:
        game = rolled(1, 2, 2, 5, 6, rolls=rolls)
        assert game.offers("fill", box)
        game.do("fill", box)
        assert game.state.sheets[0].boxes[BOXES.index(box)] != OPEN


@case("004-F5")
@pytest.mark.parametrize("seats", [1, 2, 8])
def test_when_the_last_box_of_all_players_is_filled_the_game_ends(seats: int) -> None:
    game = last_box(*[full_but()] * (seats - 1), full_but("chance"), dice=[1, 2, 3, 4, 6])
    game.do("fill", "chance")
    assert game.pending is None
    assert game.match.outcome is not None
    assert game.match.outcome.scores == (*[5] * (seats - 1), 16)
    assert game.kinds()[-1] == "finished"
    assert game.match.why_not(("fill", "ones")) == "The game is over."


@case("004-F6")
def test_when_a_box_is_filled_the_next_players_turn_begins() -> None:
    game = rolled(1, 2, 3, 4, 6)
    game.do("fill", "chance")
    assert (game.pending.seat, game.pending.kind) == (1, "roll")
    assert (game.state.dice, game.state.rolls, game.state.turn) == ([], 0, 2)


@case("004-F6")
def test_after_the_last_seat_comes_the_first() -> None:
    game = table(None, None, None, phase="choose", turn=1, current=2, dice=[1, 2, 3, 4, 6], rolls=1)
    game.do("fill", "chance")
    assert (game.pending.seat, game.pending.kind) == (0, "roll")


@case("004-F6")
def test_a_single_player_is_always_the_next_player() -> None:
    game = table(None, phase="choose", turn=1, dice=[1, 2, 3, 4, 6], rolls=1)
    game.do("fill", "chance")
    assert (game.pending.seat, game.pending.kind) == (0, "roll")


@case("004-F6")
def test_the_game_goes_on_while_another_player_has_a_box_left() -> None:
    game = table(full_but("ones"), full_but("ones"), phase="choose", turn=25, dice=[1, 1, 3, 4, 6], rolls=3)
    game.do("fill", "ones")
    assert game.match.outcome is None
    assert (game.pending.seat, game.pending.kind) == (1, "roll")


@case("004-F5", "004-F6")
def test_the_game_does_not_end_before_everybody_has_filled_everything() -> None:
    """Not even in a position set up by hand, in which the next player has nothing left to fill."""
    game = table(full_but("ones", "twos"), full_but(), phase="choose", turn=25, dice=[1, 1, 3, 4, 6], rolls=3)
    game.do("fill", "ones")
    assert (game.pending.seat, game.pending.kind) == (0, "roll")
    game.then([2, 2, 1, 1, 1]).play("roll", ("fill", "twos"))
    assert game.match.outcome is not None


@pytest.mark.parametrize("box", [row(f"004-F{7 + i}", box) for i, box in enumerate(BOXES)])
@pytest.mark.parametrize("points", [0, None], ids=["with-zero", "with-points"])
def test_a_filled_box_cannot_be_filled_again(box: str, points: int | None) -> None:
    most = {"full_house": 25, "small_straight": 30, "large_straight": 40, "yahtzee": 50}
    upper = {name: 3 * face for face, name in enumerate(BOXES[:6], start=1)}
    held = 17 if box == "chance" else 0 if points == 0 else {**most, **upper}.get(box, 17)
    game = rolled(5, 5, 5, 5, 5, rolls=3, column=open_but(**{box: held}))
    assert not game.offers("fill", box)
    assert game.refuses("fill", box) == f"{TITLES[BOXES.index(box)]} is already filled, with {held}."


@pytest.mark.parametrize(
    ("box", "dice", "points"),
    [
        row("004-F20", "ones", (2, 3, 4, 5, 6), 0),
        row("004-F21", "ones", (1, 1, 4, 5, 6), 2),
        row("004-F22", "twos", (1, 3, 4, 5, 6), 0),
        row("004-F23", "twos", (2, 1, 2, 5, 6), 4),
        row("004-F24", "threes", (1, 2, 4, 5, 6), 0),
        row("004-F25", "threes", (3, 3, 1, 3, 6), 9),
        row("004-F26", "fours", (1, 2, 3, 5, 6), 0),
        row("004-F27", "fours", (4, 4, 4, 4, 6), 16),
        row("004-F28", "fives", (1, 2, 3, 4, 6), 0),
        row("004-F29", "fives", (5, 5, 5, 5, 5), 25),
        row("004-F30", "sixes", (1, 2, 3, 4, 5), 0),
        row("004-F31", "sixes", (1, 6, 3, 6, 5), 12),
        row("004-F32", "three_of_a_kind", (1, 1, 2, 2, 6), 0),
        row("004-F33", "three_of_a_kind", (1, 6, 6, 2, 6), 21),
        row("004-F34", "four_of_a_kind", (4, 4, 4, 2, 2), 0),
        row("004-F35", "four_of_a_kind", (4, 4, 4, 1, 4), 17),
        row("004-F36", "full_house", (3, 3, 2, 2, 1), 0),
        row("004-F37", "full_house", (3, 2, 3, 2, 3), 25),
        row("004-F38", "small_straight", (1, 2, 3, 5, 6), 0),
        row("004-F39", "small_straight", (4, 1, 3, 2, 6), 30),
        row("004-F40", "large_straight", (1, 2, 3, 4, 6), 0),
        row("004-F41", "large_straight", (5, 2, 4, 3, 1), 40),
        row("004-F42", "yahtzee", (6, 6, 6, 6, 5), 0),
        row("004-F43", "yahtzee", (2, 2, 2, 2, 2), 50),
        row("004-F44", "chance", (1, 3, 3, 5, 6), 18),
    ],
)
def test_what_a_box_is_worth(box: str, dice: tuple[int, ...], points: int) -> None:
    assert fill(box, *dice) == points


# --- and what else people ask about the boxes ---


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_is_five_of_a_kind_a_full_house_no(face: int) -> None:
    assert fill("full_house", *[face] * 5) == 0


@pytest.mark.parametrize("dice", [(6, 6, 6, 6, 1), (1, 1, 2, 2, 3), (1, 1, 1, 2, 3)])
def test_what_else_is_no_full_house(dice: tuple[int, ...]) -> None:
    assert fill("full_house", *dice) == 0


def test_five_of_a_kind_is_also_four_and_three_of_a_kind() -> None:
    assert fill("three_of_a_kind", 6, 6, 6, 6, 6) == 30
    assert fill("four_of_a_kind", 6, 6, 6, 6, 6) == 30


def test_a_full_house_is_also_three_of_a_kind_with_all_dice_counted() -> None:
    assert fill("three_of_a_kind", 2, 2, 5, 5, 5) == 19


@pytest.mark.parametrize(
    "dice",
    [
        (1, 2, 3, 4, 6),
        (1, 2, 3, 4, 1),
        (1, 2, 3, 4, 3),
        (5, 3, 2, 4, 2),
        (2, 3, 4, 5, 5),
        (6, 5, 1, 4, 3),
        (3, 4, 4, 5, 6),
        (1, 2, 3, 4, 5),
        (2, 3, 4, 5, 6),
    ],
)
def test_a_small_straight_lies_anywhere_among_the_five_dice(dice: tuple[int, ...]) -> None:
    assert fill("small_straight", *dice) == 30


@pytest.mark.parametrize("dice", [(1, 2, 3, 5, 6), (1, 2, 4, 5, 6), (1, 3, 4, 5, 1), (6, 1, 2, 3, 3)])
def test_a_straight_does_not_go_round_the_corner_or_over_a_gap(dice: tuple[int, ...]) -> None:
    assert fill("small_straight", *dice) == 0
    assert fill("large_straight", *dice) == 0


def test_both_large_straights_count() -> None:
    assert fill("large_straight", 1, 2, 3, 4, 5) == 40
    assert fill("large_straight", 6, 5, 4, 3, 2) == 40


def test_one_die_is_enough_in_the_upper_section() -> None:
    assert fill("sixes", 1, 2, 3, 4, 6) == 6


def test_a_box_that_does_not_exist_is_named_as_such() -> None:
    reason = rolled(1, 2, 3, 4, 5).refuses("fill", "two_pairs")
    assert reason.startswith("There is no box 'two_pairs'. The boxes are ones, twos,")


def test_dice_are_worth_the_same_in_any_order() -> None:
    assert fill("full_house", 6, 1, 6, 1, 6) == fill("full_house", 1, 1, 6, 6, 6) == 25


def test_before_it_is_filled_every_open_box_shows_what_it_would_bring() -> None:
    view = rolled(5, 5, 5, 2, 2, column=open_but(fives=20, chance=17)).match.view(0)
    assert view.to_json()["preview"] == {
        "ones": 0,
        "twos": 4,
        "threes": 0,
        "fours": 0,
        "sixes": 0,
        "three_of_a_kind": 19,
        "four_of_a_kind": 0,
        "full_house": 25,
        "small_straight": 0,
        "large_straight": 0,
        "yahtzee": 0,
    }


def test_a_box_just_filled_can_be_taken_back_until_the_next_roll() -> None:
    game = rolled(1, 2, 3, 4, 6, chance=[[1, 1, 1, 1, 1]])
    game.do("fill", "chance")
    game.match.undo(0)
    assert game.state.sheets[0].boxes == [OPEN] * 13
    assert game.state.dice == [1, 2, 3, 4, 6]
    game.do("fill", "small_straight")
    game.do("roll")
    with pytest.raises(Exception, match="dice have been rolled"):
        game.match.undo(0)
