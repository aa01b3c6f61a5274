"""What can be typed in Yahtzee, and what it means."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecup.games.yahtzee.scoring import BOXES, TITLES
from dicecup.terminal.questions import Unclear
from dicecup.terminal.yahtzee.input import SHORT_NAMES, understand
from dicecup.testing import start
from tests.terminal import helpers


def table(dice: list[int] | None = None, rolls: int = 1, **boxes: int) -> Any:
    column = [boxes.get(box, -1) for box in BOXES]
    if dice is None:
        return start("yahtzee", seats=1, phase="roll", turn=1, sheets=[{"boxes": column}])
    return start("yahtzee", seats=1, phase="choose", turn=1, dice=dice, rolls=rolls, sheets=[{"boxes": column}])


def meant(line: str, dice: list[int] | None = None, rolls: int = 1, **boxes: int) -> tuple[Any, ...]:
    return helpers.meant(table(dice, rolls, **boxes).match, line)


def asks_back(line: str, dice: list[int] | None = None, rolls: int = 1, **boxes: int) -> str:
    return helpers.asks_back(table(dice, rolls, **boxes).match, line)


DICE = [6, 1, 6, 2, 6]


@pytest.mark.parametrize(
    ("line", "slots"),
    [
        ("135", (0, 2, 4)),
        ("531", (0, 2, 4)),
        ("1 3 5", (0, 2, 4)),
        ("1, 3,5", (0, 2, 4)),
        ("1+3+5", (0, 2, 4)),
        ("hold 1 3 5", (0, 2, 4)),
        ("HOLD 135", (0, 2, 4)),
        ("h 1 and 3 and 5", (0, 2, 4)),
        ("hold dice 1 3 and 5", (0, 2, 4)),
        ("keep 6 6 6", (0, 2, 4)),
        ("keep 666", (0, 2, 4)),
        ("keep 6 6", (0, 2)),
        ("keep sixes", (0, 2, 4)),
        ("hold sixes", (0, 2, 4)),
        ("hold 6s and ones", (0, 1, 2, 4)),
        ("keep 6s", (0, 2, 4)),
        ("keep all the sixes", (0, 2, 4)),
        ("keep 1", (1,)),
        ("keep 2 1", (1, 3)),
        ("keep 6s and 2", (0, 2, 3, 4)),
        ("roll 2 4", (0, 2, 4)),
        ("roll 24", (0, 2, 4)),
        ("4", (3,)),
        ("roll all", ()),
        ("hold none", ()),
        ("keep nothing", ()),
        ("roll 1 2 3 4 5", ()),
        ("stop", (0, 1, 2, 3, 4)),
        ("hold all", (0, 1, 2, 3, 4)),
        ("12345", (0, 1, 2, 3, 4)),
    ],
)
def test_dice_to_hold(line: str, slots: tuple[int, ...]) -> None:
    assert meant(line, DICE) == ("keep", *slots)
    assert meant(line, DICE, rolls=2) == ("keep", *slots)


@pytest.mark.parametrize(
    ("line", "box"),
    [
        ("fours", "fours"),
        ("Fours", "fours"),
        ("fill fours", "fours"),
        ("fill 4", "fours"),
        ("f 4", "fours"),
        ("4s", "fours"),
        ("4k", "four_of_a_kind"),
        ("4 of a kind", "four_of_a_kind"),
        ("four of a kind", "four_of_a_kind"),
        ("Four-of-a-kind", "four_of_a_kind"),
        ("three o", "three_of_a_kind"),
        ("fill 7", "three_of_a_kind"),
        ("aces", "ones"),
        ("fh", "full_house"),
        ("full", "full_house"),
        ("sm", "small_straight"),
        ("large straight", "large_straight"),
        ("ya", "yahtzee"),
        ("y", "yahtzee"),
        ("c", "chance"),
        ("chance box", "chance"),
        ("take chance", "chance"),
        ("score 13", "chance"),
    ],
)
def test_boxes(line: str, box: str) -> None:
    assert meant(line, DICE) == ("fill", box)
    assert meant(line, DICE, rolls=3) == ("fill", box)


def test_after_the_last_roll_a_bare_number_is_a_box() -> None:
    assert meant("6", DICE, rolls=3) == ("fill", "sixes")
    assert meant("13", DICE, rolls=3) == ("fill", "chance")


def test_a_zero_by_a_bare_number_needs_a_word_because_dice_may_be_meant() -> None:
    assert "type “fill 12”" in asks_back("12", DICE, rolls=3)
    assert meant("fill 12", DICE, rolls=3) == ("fill", "yahtzee")
    assert "1 to 13" in asks_back("135", DICE, rolls=3)


@pytest.mark.parametrize("line", ["", "r", "roll", "ROLL", "roll all"])
def test_enter_rolls_when_the_dice_are_in_the_cup(line: str) -> None:
    assert meant(line) == ("roll",)


def test_what_is_too_early_is_handed_to_the_rules_which_say_why() -> None:
    held = ("hold 1", "hold 6", "hold 2 9", "hold x", "keep 6", "keep 9", "hold", "keep", "roll 6")
    for line in (*held, "135", "1", "6", "66", "99"):
        for early_or_late, reason in (((), "before the first roll"), ((DICE, 3), "no rolls left")):
            game = table(*early_or_late)
            if early_or_late and line.isdecimal():
                continue  # a box
            assert reason in (game.match.why_not(helpers.meant(game.match, line)) or ""), line
    assert meant("fours") == ("fill", "fours")
    assert "Press Enter" in asks_back("three")
    assert "Press Enter" in asks_back("what?")


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("", "Type the places"),
        ("roll", "Roll which dice?"),
        ("hold", "Hold which dice?"),
        ("keep", "Keep which faces?"),
        ("fill", "Fill which box?"),
        ("three", "(1) Threes (3s) or (2) Three of a kind (3k)"),
        ("four", "(1) Fours (4s) or (2) Four of a kind (4k)"),
        ("s", "(1) Sixes (6s) or (2) Small straight (ss)"),
        ("666", "type “keep 6 6 6”"),
        ("66", "type “keep 6 6”"),
        ("6", "“keep sixes”"),
        ("113", "each die once"),
        ("7", "the box Three of a kind, type “fill 7”"),
        ("13 13", "each die once"),
        ("0", "places 1 to 5"),
        ("99", "places 1 to 5"),
        ("fill 14", "1 to 13"),
        ("fill 0", "1 to 13"),
        ("keep 6", "only one 6 or (2) all 3 of them?"),
        ("keep 5", "there is none"),
        ("keep 2 2", "there is only 1"),
        ("keep 6 6 6 6", "there are only 3"),
        ("keep aces", "not a face"),
        ("hold banana", "not places"),
        ("banana", "neither dice nor a box"),
        ("fill banana", "neither dice nor a box"),
        ("!", "neither dice nor a box"),
    ],
)
def test_what_is_unclear_is_asked_back(line: str, question: str) -> None:
    assert question in asks_back(line, DICE)


def test_a_beginning_that_fits_two_boxes_means_the_one_that_is_open() -> None:
    assert meant("three", DICE, threes=9) == ("fill", "three_of_a_kind")
    assert meant("four", DICE, four_of_a_kind=0) == ("fill", "fours")
    assert "Which one?" in asks_back("t", DICE, threes=9, twos=2)  # one letter is too little to write with ink


@given(dice=st.lists(st.integers(1, 6), min_size=5, max_size=5))
def test_every_choice_can_be_typed(dice: list[int]) -> None:
    game = table(dice)
    view, ask = game.match.view(0), game.pending
    typed = {
        ("keep", *slots): "".join(str(slot + 1) for slot in slots)
        for n in range(6)
        for slots in combinations(range(5), n)
    }
    typed["keep",] = "roll all"
    for words in ([f"fill {n}" for n in range(1, 14)], SHORT_NAMES, TITLES):
        typed.update({("fill", box): word for box, word in zip(BOXES, words, strict=True)})
        assert {tuple(understand(view, ask, line)) for line in typed.values()} == set(ask.options)
        assert all(tuple(understand(view, ask, line)) == choice for choice, line in typed.items())


WORDS = st.sampled_from(
    [
        "hold",
        "keep",
        "roll",
        "fill",
        "all",
        "none",
        "1",
        "23",
        "66",
        "4s",
        "three",
        "of",
        "a",
        "²",
        "+",
        "-1",
        "0" * 5000,
    ]
)


@given(line=st.text(max_size=30) | st.lists(WORDS, max_size=5).map(" ".join), rolls=st.integers(0, 3))
def test_no_line_does_more_than_ask_back(line: str, rolls: int) -> None:
    game = table(DICE if rolls else None, rolls)
    try:
        choice = understand(game.match.view(0), game.pending, line)
    except Unclear:
        return
    assert game.match.why_not(tuple(choice)) != ""
