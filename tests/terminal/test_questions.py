"""A question asked back is remembered: what is typed next answers it, and is not taken for something else."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

import dicecup
from dicecup.table import Match
from dicecup.testing import start
from tests.scenarios.deadwood.lot import fresh
from tests.scenarios.king_of_tokyo.tokyo import monster
from tests.scenarios.king_of_tokyo.tokyo import table as tokyo
from tests.terminal.deadwood_positions import at_ranch, at_saloon, in_office, working
from tests.terminal.helpers import Person, answers, at, flat
from tests.terminal.king_of_tokyo_positions import DECISIONS, rolled
from tests.terminal.test_session import BareSession
from tests.terminal.test_yahtzee_input import table as yahtzee

DICE: Final = [6, 1, 6, 2, 6]


def ranch() -> Any:
    """Two places to go and two roles of the same name: numbers could mean all sorts of things."""
    game = at_ranch()
    game.match.state.moved = False
    return game


def tokyo_dice(*cards: str) -> Any:
    return rolled(tokyo(monster(*cards, energy=9), None), 1, 1, 2, 4, 5, 6)


class Asked(NamedTuple):
    """A line that needs a question back, a part of the question, and what answers mean; nothing for: no choice."""

    position: Callable[[], Any]
    line: str
    question: str
    answers: dict[str, tuple[Any, ...]]


RANK_4, RANK_5 = ("upgrade", 4, "credits"), ("upgrade", 5, "credits")
DOLLARS, CREDITS = ("upgrade", 3, "dollars"), ("upgrade", 3, "credits")
BANK, STORE, TRAILERS = ("move", "bank"), ("move", "general-store"), ("move", "trailers")
SAUCY = ("take", "set", 1)
SIXES = ("keep", 0, 2, 4)
TWIST = ("use", "plot-twist", 2, 6)
STAR, EXTRA = ("take", "card", 1), ("take", "set", 0)
ASKED: Final = {
    "upgrade": Asked(
        lambda: in_office(0, 20, rank=3), "upgrade", "rank 4 for 15 credits or rank 5 for 20 credits. Which one?",
        {"4": RANK_4, "5": RANK_5, "rank 4": RANK_4, "15": RANK_4, "20 credits": RANK_5, "rank 5 please": RANK_5},
    ),
    "upgrade, where a rank is also a price": Asked(
        lambda: in_office(0, 20), "upgrade", "rank 2 for 5 credits, rank 3 for 10 credits",
        {"5": RANK_5, "rank 5": RANK_5, "2": ("upgrade", 2, "credits"), "10": ("upgrade", 3, "credits")},
    ),
    "upgrade 3": Asked(
        lambda: in_office(10, 10), "upgrade 3", "rank 3 for $10 or rank 3 for 10 credits. Which one?",
        {"dollars": DOLLARS, "$": DOLLARS, "$10": DOLLARS, "dol": DOLLARS,
         "credits": CREDITS, "cred": CREDITS, "10 credits": CREDITS, "with dollars": DOLLARS},
    ),
    "move": Asked(
        at_saloon, "move", "Where to: (1) Main Street, (2) the General Store, (3) the Bank or (4) the Trailers?",
        {"1": ("move", "main-street"), "(2)": STORE, "#3": BANK, "4.": TRAILERS,
         "Bank": BANK, "the bank": BANK, "t": TRAILERS, "store": STORE,
         "move bank": BANK},
    ),
    "a place that is not there": Asked(
        at_saloon, "move atlantis", "no place called “atlantis”. Here: (1) Main Street", {"3": BANK},
    ),
    "shot in leg": Asked(
        ranch, "shot in leg", "(1) Shot in Leg (star, rank 4) or (2) Shot in Leg (extra, rank 1). Which one?",
        {"star": STAR, "extra": EXTRA, "1": STAR, "2": EXTRA, "rank 4": STAR, "rank 1": EXTRA, "the star": STAR,
         "e": EXTRA, "card": STAR, "set": EXTRA, "shot in leg star": STAR},
    ),
    "take": Asked(ranch, "take", "Which role: (1) Shot in Leg", {"1": STAR, "saucy": SAUCY}),
    "a word of a role": Asked(
        ranch, "fred", "If you mean Saucy Fred (extra, rank 2), type “take saucy fred”.",
        {"yes": ("take", "set", 1), "y": ("take", "set", 1)},
    ),
    "move 1": Asked(ranch, "move 1", "If you mean that, type the number alone.", {"yes": STAR}),
    "act twice": Asked(lambda: working(1), "act twice", "want to act, type “act” alone.", {"yes": ("act",)}),
    "$5": Asked(lambda: in_office(40, 9), "$5", "type “upgrade 5”.", {"yes": ("upgrade", 5, "dollars")}),
    "hold": Asked(
        lambda: yahtzee(DICE), "hold", "Hold which dice?",
        {"1 3": ("keep", 0, 2), "13": ("keep", 0, 2), "sixes": SIXES, "none": ("keep",),
         "all": ("keep", 0, 1, 2, 3, 4), "hold 2": ("keep", 1)},
    ),
    "keep": Asked(
        lambda: yahtzee(DICE), "keep", "Keep which faces?",
        {"6 6": ("keep", 0, 2), "1": ("keep", 1), "sixes": SIXES, "2 1": ("keep", 1, 3)},
    ),
    "fill": Asked(
        lambda: yahtzee(DICE), "fill", "Fill which box?",
        {"4": ("fill", "fours"), "6": ("fill", "sixes"), "13": ("fill", "chance"), "fh": ("fill", "full_house")},
    ),
    "roll": Asked(lambda: yahtzee(DICE), "roll", "Roll which dice?", {"2 4": SIXES, "all": ("keep",)}),
    "die 6": Asked(
        lambda: yahtzee(DICE), "6", "There is no die 6.",
        {"1": SIXES, "2": ("fill", "sixes"), "keep": SIXES, "box": ("fill", "sixes")},
    ),
    "faces as places": Asked(lambda: yahtzee(DICE), "66", "type “keep 6 6”", {"yes": ("keep", 0, 2)}),
    "box 7": Asked(lambda: yahtzee(DICE), "7", "type “fill 7”", {"y": ("fill", "three_of_a_kind")}),
    "one or all": Asked(
        lambda: yahtzee(DICE), "keep 6", "Keep (1) only one 6 or (2) all 3 of them?",
        {"1": ("keep", 0), "2": SIXES, "one": ("keep", 0), "all": SIXES, "all 3": SIXES},
    ),
    "nothing for it": Asked(lambda: yahtzee(DICE, 3), "12", "type “fill 12”", {"yes": ("fill", "yahtzee")}),
    "three": Asked(
        lambda: yahtzee(DICE), "three", "(1) Threes (3s) or (2) Three of a kind (3k). Which one?",
        {"1": ("fill", "threes"), "2": ("fill", "three_of_a_kind"), "3k": ("fill", "three_of_a_kind"),
         "kind": ("fill", "three_of_a_kind"), "threes": ("fill", "threes")},
    ),
    "Tokyo: keep": Asked(tokyo_dice, "keep", "Keep which dice?", {"1 2": ("keep", 0, 1), "claws": ("keep", 5)}),
    "Tokyo: roll": Asked(tokyo_dice, "roll", "Roll which dice?", {"6": ("keep", 0, 1, 2, 3, 4), "all": ("keep",)}),
    "Tokyo: all ones": Asked(tokyo_dice, "11", "type “1s”", {"yes": ("keep", 0, 1)}),
    "Tokyo: places or faces": Asked(
        tokyo_dice, "2 claws", "Are the numbers places or faces: (1) places, “keep 2 6” or (2) faces",
        {"1": ("keep", 1, 5), "places": ("keep", 1, 5), "2": ("keep", 2, 5), "faces": ("keep", 2, 5)},
    ),
    "Plot Twist": Asked(
        DECISIONS["plot twist"].match, "p", "Plot Twist: which die, and to what?",
        {"3 claw": TWIST, "1 heart": ("use", "plot-twist", 0, 4)},
    ),
    "Plot Twist on a die": Asked(
        DECISIONS["plot twist"].match, "plot twist 3", "Plot Twist: what should die 3 turn to?",
        {"claw": TWIST, "h": ("use", "plot-twist", 2, 4)},
    ),
    "use": Asked(DECISIONS["plot twist"].match, "use", "Use what?", {"plot twist 3 claw": TWIST}),
    "parasitic tentacles": Asked(
        DECISIONS["parasitic tentacles"].match, "tentacles", "That can mean (1)",
        {"jets": ("use", "parasitic-tentacles", 1, "jets")},
    ),
}  # fmt: skip


def person(home: Path, asked: Asked) -> Person:
    game = asked.position()
    return at(home, game)


def chosen(who: Person, before: int) -> tuple[Any, ...] | None:
    made = [entry["choice"] for entry in answers(who.match)[before:] if "choice" in entry]
    return tuple(made[0]) if made else None


@pytest.mark.parametrize("name", ASKED)
def test_the_next_line_answers_it(name: str, tmp_path: Path) -> None:
    """By its number in the question, in words of it, by a beginning; and nothing happens before."""
    asked = ASKED[name]
    for line, choice in asked.answers.items():
        who = person(tmp_path, asked)
        before = len(who.match.log)
        shown = flat(who.types(asked.line)).translate(str.maketrans('"', "”"))
        assert flat(asked.question).replace("“", "”") in shown, shown
        assert len(who.match.log) == before
        shown = who.types(asked.line, line)
        assert chosen(who, before) == choice, (line, shown)


NO_ANSWERS: Final = ("banana", "99", "0", "-1", "2.5", "٣", "²", "1e3", "9" * 60, "🎲", "not that", "what?")


@pytest.mark.parametrize("name", ASKED)
def test_what_is_no_answer_does_nothing_and_the_question_stays(name: str, tmp_path: Path) -> None:
    """Above all no number: the choices have numbers too, and other things would be done than were asked about."""
    asked = ASKED[name]
    line, choice = next(iter(asked.answers.items()))
    for nonsense in NO_ANSWERS:
        who = person(tmp_path, asked)
        before = len(who.match.log)
        who.types(asked.line, nonsense)
        assert len(who.match.log) == before, nonsense
    who = person(tmp_path, asked)
    before = len(who.match.log)
    shown = who.types(asked.line, "banana", "99", "-1", "🎲", line)
    assert chosen(who, before) == choice, shown


@pytest.mark.parametrize("name", ASKED)
def test_somebody_may_look_around_before_answering(name: str, tmp_path: Path) -> None:
    asked = ASKED[name]
    line, choice = next(iter(asked.answers.items()))
    who = person(tmp_path, asked)
    before = len(who.match.log)
    shown = flat(who.types(asked.line, "help", "log", "dice", "reasons on", line))
    assert chosen(who, before) == choice
    assert shown.count(flat(asked.question).replace("“", '"').replace("”", '"')) == 5  # and is reminded each time


@pytest.mark.parametrize("name", ["upgrade", "move", "hold", "three", "Plot Twist"])
@pytest.mark.parametrize("away", ["", "no", "never mind", "cancel"])
def test_enter_gives_it_up_and_does_nothing_else(name: str, away: str, tmp_path: Path) -> None:
    """Even where Enter means something at the decision itself."""
    asked = ASKED[name]
    who = person(tmp_path, asked)
    before = len(who.match.log)
    shown = who.types(asked.line, away)
    assert "Nothing was done." in shown
    assert len(who.match.log) == before
    assert shown.rstrip().split("\n")[-3].count("answer") == 0  # the usual prompt again


def test_given_up_numbers_are_choices_again(tmp_path: Path) -> None:
    who = at(tmp_path, at_saloon())
    who.types("move", "", "1")
    assert chosen(who, 0) == ("take", "set", 1)


def test_what_is_clearly_something_else_is_that(tmp_path: Path) -> None:
    who = at(tmp_path, at_saloon())
    who.types("move", "end")
    assert chosen(who, 0) == ("end",)
    who = at(tmp_path, at_saloon())
    who.types("move", "take", "")  # the only role: no question
    assert chosen(who, 0) == ("take", "set", 1)


def test_but_words_that_could_be_meant_as_an_answer_are_asked_about(tmp_path: Path) -> None:
    """Whoever is asked which dice to hold, and types a box, might not want to fill it."""
    who = at(tmp_path, yahtzee(DICE))
    before = len(who.match.log)
    assert 'Do you mean "full house"?' in who.types("hold", "full house", "")
    assert len(who.match.log) == before
    who.types("hold", "full house", "yes")
    assert chosen(who, before) == ("fill", "full_house")


def test_a_new_question_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    who = at(tmp_path, in_office(0, 20))
    who.types("upgrade", "move", "1")
    assert chosen(who, 0) == ("move", "train-station")


def test_an_answer_that_fits_several_is_asked_back_about_those(tmp_path: Path) -> None:
    who = at(tmp_path, in_office(18, 15, rank=2))
    shown = flat(who.types("upgrade", "3", "credits"))
    assert "That can mean rank 3 for $10, rank 3 for 10 credits, rank 4 for $18 or rank 4 for 15 credits." in shown
    assert "That can mean rank 3 for $10 or rank 3 for 10 credits. Which one?" in shown
    assert chosen(who, 0) == ("upgrade", 3, "credits")


def test_one_answer_after_the_other(tmp_path: Path) -> None:
    who = at(tmp_path, DECISIONS["plot twist"].match())
    before = len(who.match.log)
    who.types("use", "plot twist", "3", "claw")
    assert chosen(who, before) == TWIST


def test_whoever_only_asked_why_does_not_buy(tmp_path: Path) -> None:
    """The answer belongs behind the command that was typed."""
    who = at(tmp_path, in_office(0, 20, rank=3))
    shown = flat(who.types("why upgrade", "4"))
    assert "You can: buy rank 4 for 15 credits." in shown
    assert chosen(who, 0) is None


@pytest.mark.parametrize(
    ("position", "typed", "said"),
    [
        (lambda: tokyo(monster("jets"), monster("wings")), ("deck zoe", "2"), "Wings"),
        (lambda: tokyo(monster("jets"), monster("wings")), ("deck zoe", "ben"), "Wings"),
        (lambda: tokyo(None, None), ("card", "jets"), "Jets, cost 5"),
        (lambda: start("yahtzee", seats=2, phase="roll", turn=1), ("card zoe", "2"), "Player 2's scorecard"),
        (lambda: fresh(2), ("hlep", "yes"), "The rules of Deadwood"),
        (lambda: fresh(2), ("reasons maybe", "off"), "Computer players keep quiet."),
    ],
)
def test_commands_ask_back_as_well(
    position: Callable[[], Any], typed: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    shown = at(tmp_path, position()).types(*typed)
    assert said in shown


def test_an_undo_takes_the_question_with_it(tmp_path: Path) -> None:
    """There is another decision now, and its numbers are its own."""
    who = at(tmp_path, yahtzee(DICE))
    who.types("stop")
    assert "no rolls left" in who.types("12", "undo", "show", "12")  # the places of two dice
    assert chosen(who, 0) == ("keep", 0, 1, 2, 3, 4)
    assert answers(who.match)[-2]["choice"] == ["keep", 0, 1]


def test_whoever_leaves_comes_back_to_the_decision_itself(tmp_path: Path) -> None:
    who = at(tmp_path, at_saloon())
    who.types("move", "quit")
    who.types("1")
    assert chosen(who, 0) == ("take", "set", 1)


def test_every_game_asks_back_with_numbers(tmp_path: Path) -> None:
    """A game without a screen of its own too."""
    match: Match[Any] = dicecup.new("yahtzee", names=["Ann"], seed=5)
    bare = BareSession(tmp_path, match)
    bare.types("", "fill t", "2")
    assert [entry["choice"] for entry in answers(match) if "choice" in entry][-1] == ["fill", "threes"]
