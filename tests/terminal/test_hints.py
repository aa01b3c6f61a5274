"""Computer players in the terminal: how good they are, what they say, and what they would do in your place."""

import io
import random
import re
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

import dicecup
from dicecup import players
from dicecup.players import Advisor, make
from dicecup.saves import PERSON, Table
from dicecup.table import SetupError
from dicecup.terminal.console import Console
from dicecup.terminal.screen import screen_for
from dicecup.terminal.seats import Seat, leaves_open, read_level, read_seats
from tests.terminal.helpers import Person, solo
from tests.terminal.program import autosave, lines, run

# --- hints ---


def test_alone_a_hint_is_in_points(tmp_path: Path) -> None:
    shown = solo(tmp_path).types("hint", "", "hint", "hint all")
    assert re.search(r"Roll the dice\. With perfect play you can expect 245\.87 points in the end\.", shown)
    assert re.search(r"^     best  hold ", shown, re.MULTILINE)
    assert re.search(r"^ +-\d\.\d\d  hold ", shown, re.MULTILINE)
    assert re.search(
        r"^A minus shows how many points it costs\. All \d+ choices: hint all\.$", shown, re.MULTILINE
    )
    few, everything = shown.split("A minus shows")
    assert everything.count("\n  ") > few.count("\n  ")


@pytest.mark.usefixtures("spread_scores")
def test_against_others_a_hint_is_a_chance_to_win(tmp_path: Path) -> None:
    match = dicecup.new("yahtzee", names=["Ann", "Ben"], seed=5, start="seat-order")
    shown = Person(tmp_path, match, words=True).types("hint", "", "hint")
    assert re.search(r"Roll the dice\. With the best choice your chance to win is 5\d%\.", shown)
    assert re.search(r"^ +-\d\.\d%  hold ", shown, re.MULTILINE)
    assert re.search(r"fill \w[\w ]* with \d+", shown)


@pytest.mark.parametrize("game", ["king-of-tokyo"])
def test_there_is_a_hint_at_every_decision_and_it_fits(game: str) -> None:
    out = io.StringIO()
    screen = screen_for(dicecup.games.find(game), Console(out, io.StringIO()))
    best, rng = make(game, "hard"), random.Random(5)
    assert isinstance(best, Advisor)
    match, kinds = dicecup.new(game, seats=3, seed=6, start="seat-order"), set()
    while (ask := match.pending) is not None:
        view = match.view(ask.seat)
        if ask.kind not in kinds or rng.random() < 0.1:
            advice = best.advise(view, ask, partial(match.fork, ask.seat))
            screen.advice(view, advice, everything=ask.kind not in kinds)
        kinds.add(ask.kind)
        match.answer(rng.choice(ask.options))
    assert len(kinds) > 3
    text = out.getvalue()
    assert re.search(
        r"With the (best|advised) choice your chance to win is (\d+|less than 1|more than 99)%\.", text
    )
    assert max(map(len, text.splitlines())) <= 80


def test_a_hint_is_for_your_own_decision(tmp_path: Path) -> None:
    match = dicecup.new("yahtzee", names=["Ann", "Ben"], seed=5, start="seat-order")
    person = Person(tmp_path, Table(match, ("easy", PERSON)))
    from dicecup.table import NotAllowed
    from dicecup.terminal import commands

    with pytest.raises(NotAllowed, match="It is Ann's decision now; hints are for yours"):
        commands.hint(person.session, "")


# --- reasons ---


def test_computer_players_say_why_until_they_are_told_not_to(tmp_path: Path) -> None:
    match = dicecup.new("yahtzee", names=["Ann", "Ben"], seed=5, start="seat-order")
    person = Person(tmp_path, Table(match, (PERSON, "easy")), words=True)
    shown = person.types("", "chance", "reasons off", "", "ones", "reasons sometimes", "", "reasons", "", "twos")
    turns = shown.split("Ann fills")
    said = [re.findall(r"^Ben: \"(.*)\"$", turn, re.MULTILINE) for turn in turns]
    assert said[1]
    assert not said[2]
    assert said[3]
    assert "Computer players keep quiet." in shown
    assert "Computer players say why: (1) on or (2) off?" in shown
    assert "Computer players say why they do what they do." in shown


def test_a_reason_is_said_once_and_before_what_is_done(tmp_path: Path) -> None:
    match = dicecup.new("yahtzee", names=["Ann", "Ben"], seed=5, start="seat-order")
    shown = Person(tmp_path, Table(match, (PERSON, "easy")), words=True).types("", "chance")
    told = shown.splitlines()
    first = next(number for number, line in enumerate(told) if line.startswith('Ben: "'))
    assert told[first + 1].startswith(("Ben holds", "Ben fills"))
    said = [line for line in told if line.startswith('Ben: "')]
    assert all(one != other for one, other in pairwise(said))


def test_nobody_tells_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicecup.terminal.session.is_open", lambda match, seat: False)
    match = dicecup.new("yahtzee", names=["Ann", "Ben"], seed=5, start="seat-order")
    shown = Person(tmp_path, Table(match, (PERSON, "easy")), words=True).types("", "chance")
    assert "Ben fills" in shown
    assert 'Ben: "' not in shown


# --- levels ---


def test_a_temper_and_a_rating_are_typed_like_a_level() -> None:
    """They sat down as a person called hard-brawler, and the game waited for that person."""
    kinds = ["hard-brawler", "Easy-Plain", "even-23", "even-23-turtle", "hard-chance"]
    typed = read_seats("king-of-tokyo", kinds)
    assert [seat.player for seat in typed] == [each.casefold() for each in kinds]
    with pytest.raises(SetupError, match=r"temper 'climber' here\. The tempers are: brawler, .*, plain, chance\."):
        read_seats("king-of-tokyo", ["Kraken=hard-climber"])


def test_levels_are_typed_as_seats() -> None:
    typed = ["Ann", "computer", "Kraken=hard", "easy", "Bob = Random", "Zoe=additive"]
    assert read_seats("king-of-tokyo", typed) == [
        Seat("Ann", PERSON),
        Seat("Computer", "medium"),
        Seat("Kraken", "hard"),
        Seat("Computer 2", "easy"),
        Seat("Bob", "random"),
        Seat("Zoe", "additive"),
    ]
    assert read_seats("yahtzee", ["Additive"]) == [Seat("Additive", PERSON)]
    assert [seat.player for seat in read_seats("yahtzee", ["computer", "x=computer", "hard"], "easy")] == [
        "easy",
        "easy",
        "hard",
    ]
    with pytest.raises(
        SetupError, match="The players are: computer, easy, medium, hard, random, single-plan, score-max, hard-1"
    ):
        read_seats("yahtzee", ["Ann=wizard"])


def test_a_game_without_levels_has_the_random_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["dicecup.players.levels"], "levels", lambda game: ())
    assert players.offered("yahtzee") == ("random",)
    assert read_seats("yahtzee", ["computer"]) == [Seat("Computer", "random")]


def test_a_level_may_be_shortened() -> None:
    assert [read_level("yahtzee", word) for word in ("h", "Medium", "EASY")] == ["hard", "medium", "easy"]
    for word in ("", "x", "harder"):
        with pytest.raises(SetupError, match="The computer plays easy, medium or hard here"):
            read_level("yahtzee", word)
    assert leaves_open(["Ann", "Bob=Computer"])
    assert not leaves_open(["Ann", "Bob=hard", "easy"])


def test_the_questions_ask_for_a_level(home: Path) -> None:
    done = run("play", "yahtzee", typed=lines("Ann, computer", "?", "wizard", "e", "", ""))
    assert "“computer” is a computer player, “hard” a hard one." in " ".join(done.stdout.split())
    assert "How good is the computer, easy, medium or hard? [Enter: medium] > " in done.stdout
    assert "Easy follows a simple plan" in done.stdout
    assert "The computer plays easy, medium or hard here, not 'wizard'." in done.stdout
    assert autosave(home).players == (PERSON, "easy")
    said = run("play", "yahtzee", "--level", "easy", "--no-reasons", "--people", "1", "--computers", "2")
    assert "Computer 2 (easy computer player)" in " ".join(said.stdout.split())
    assert "The computer plays" in run("play", "yahtzee", "--level", "best", "--computers", "1").stderr


def test_a_save_of_an_earlier_version_has_its_player_still(tmp_path: Path) -> None:
    match = dicecup.new("yahtzee", names=["Ann", "Ben"], seed=5, start="seat-order")
    person = Person(tmp_path, Table(match, (PERSON, "perfect")))
    assert type(person.session._minds[1]) is type(make("yahtzee", "hard"))
