"""House rules."""

import re
from dataclasses import dataclass
from typing import Any, Literal

import pytest

import dicecup
from dicecup import games
from dicecup.table import Options, SetupError, setting


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Options):
    goal: int = setting(20, "points to win")
    cards: bool = setting(True, "whether cards are sold")
    bay: Literal["auto", "always"] = setting(
        "auto",
        "when the bay is open",
        group="The bay",
        says={"always": "The bay stays open.", "auto": "The bay opens by itself."},
    )
    most: Literal[1, 2] = setting(1, "how many")


def test_options_have_defaults() -> None:
    assert Rules.parse({}) == Rules(start="first-roll", goal=20, cards=True, bay="auto", most=1)


def test_options_can_be_looked_up() -> None:
    found = {each.name: each for each in Rules.settings()}
    assert list(found) == ["start", "goal", "cards", "bay", "most"]
    assert found["start"].choices == ("first-roll", "seat-order")
    assert found["goal"].choices == ()
    assert found["cards"].choices == (False, True)
    assert found["bay"].default == "auto"
    assert found["goal"].sentence == "points to win"
    assert found["goal"].say(7) == "Points to win: 7."
    assert found["bay"].say("always") == "The bay stays open."
    assert list(Rules.grouped()) == ["", "Start and finish", "The bay"]
    assert [each.name for each in Rules.grouped()[""]] == ["goal", "cards", "most"]


def test_a_rule_that_says_something_says_it_of_every_choice() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Silent(Options):
        bay: Literal["auto", "always"] = setting("auto", "the bay", says={"auto": "The bay opens by itself."})

    with pytest.raises(AssertionError, match="bay says too much or too little"):
        Silent.settings()


@pytest.mark.parametrize("name", ["yahtzee", "king-of-tokyo", "deadwood"])
def test_every_house_rule_of_ours_has_a_heading_and_sentences(name: str) -> None:
    """A page shows nothing else; without a heading are only those that everybody should see."""
    options = games.find(name).options
    alone = {each.name for each in options.settings() if not each.group}
    assert alone <= {"preset", "cards"}
    for each in options.settings():
        assert each.says or not each.choices, each.name
        for sentence in each.says:
            assert sentence[0].isupper() or sentence[0].isdigit()
            assert sentence[-1] == "."
            assert not re.search(r"\w_\w|\w=\w", sentence), "no names of settings"


def test_options_are_parsed() -> None:
    rules = Rules.parse({"goal": 0, "cards": False, "bay": "always", "start": "seat-order", "most": 2})
    assert (rules.goal, rules.cards, rules.bay, rules.start, rules.most) == (0, False, "always", "seat-order", 2)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"gaol": 3}, "There is no option 'gaol'. Did you mean 'goal'?"),
        ({"xyz": 3}, "There is no option 'xyz'. The options are: start, goal, cards, bay, most."),
        ({"goal": -1}, "goal must be a whole number from 0; -1 is not."),
        ({"goal": "3"}, "goal must be a whole number from 0; '3' is not."),
        ({"goal": True}, "goal must be a whole number from 0; True is not."),
        ({"goal": 2.0}, r"goal must be a whole number from 0; 2\.0 is not."),
        ({"cards": 1}, "cards must be one of False, True; 1 is not."),
        ({"cards": "yes"}, "cards must be one of False, True; 'yes' is not."),
        ({"bay": "never"}, "bay must be one of auto, always; 'never' is not."),
        ({"bay": None}, "bay must be one of auto, always; None is not."),
        ({"bay": []}, "bay must be one of"),
        ({"most": True}, "most must be one of 1, 2; True is not."),
        ({"most": 1.0}, "most must be one of 1, 2"),
    ],
)
def test_wrong_options_are_refused_with_what_would_be_right(given: dict[str, Any], words: str) -> None:
    with pytest.raises(SetupError, match=words):
        Rules.parse(given)


def test_options_survive_json() -> None:
    rules = Rules.parse({"goal": 7, "bay": "always"})
    assert Rules.from_json(rules.to_json()) == rules


def test_a_game_is_set_up_with_them() -> None:
    match = dicecup.new("yahtzee", seats=2, rules="official", start="seat-order")
    assert match.state.options.official
    with pytest.raises(SetupError, match="Did you mean 'rules'"):
        dicecup.new("yahtzee", rule="official")


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("Ann", "ann"), "Every player needs a different name"),
        (("Ann", " "), "1 to 30 printable characters"),
        (("Ann", "x" * 31), "1 to 30 printable characters"),
        (("Ann", "\x1b[2J"), "1 to 30 printable characters"),
    ],
)
def test_names_are_checked(names: tuple[str, ...], words: str) -> None:
    with pytest.raises(SetupError, match=words):
        dicecup.new("yahtzee", names=names)


def test_names_are_trimmed() -> None:
    assert dicecup.new("yahtzee", names=("  Ann   Lee ", "Ben")).names == ("Ann Lee", "Ben")


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"game": "chess"}, "There is no game called 'chess'. The games are: yahtzee"),
        ({"game": None}, "There is no game called None"),
        ({"game": "yahtzee", "seats": 2, "names": ("Ann",)}, "2 seats need 2 names; 1 were given"),
        ({"game": "yahtzee", "seed": "7"}, "A seed is a whole number, not '7'"),
        ({"game": "yahtzee", "seed": True}, "A seed is a whole number, not True"),
    ],
)
def test_what_cannot_be_set_up_is_refused(keywords: dict[str, Any], words: str) -> None:
    with pytest.raises(SetupError, match=words):
        dicecup.new(**keywords)
