"""Views in words, for people and language models; and in pictures, for notebooks."""

import random
import re
from html.parser import HTMLParser
from typing import Any

import pytest

import dicecup
from dicecup.table import Checkpoint, Match, Secret
from dicecup.table.picture import Drawn, card, grid, joined, line
from dicecup.testing import start
from tests.scenarios.king_of_tokyo.tokyo import monster, table
from tests.table import hush

GAMES = ("yahtzee", "deadwood", "king-of-tokyo")
NASTY = ['<img src=x onerror="x">', "</style><script>", "&amp;'\"", "{0}%s"]


def standing(game: str, answers: int, seed: int = 5) -> Match[Any]:
    """A game some way on, among people with nasty names."""
    match, rng = dicecup.new(game, names=NASTY[:3], seed=seed), random.Random(seed)
    for _ in range(answers):
        if match.pending is not None:
            match.answer(rng.choice(match.pending.options))
    return match


class Tags(HTMLParser):
    """What a browser would make of a piece of HTML."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.said = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("answers", [0, 40, 100_000])
def test_a_picture_is_whole_fetches_nothing_and_believes_no_name(game: str, answers: int) -> None:
    match = standing(game, answers if game != "deadwood" or answers < 1_000 else 3_000)
    for text in (match._repr_html_(), match.view(1)._repr_html_()):
        seen = Tags(text)
        assert seen.open == []
        assert set(seen.tags) <= {*("div", "style", "h4", "p", "b", "table", "tr", "th", "td"), *SVG}
        assert seen.attributes <= {
            *("class", "style", "role", "aria-label", "width", "height", "viewbox"),
            *DRAWING,
        }
        assert not re.search(r"https?:|//|@import|url\(", text)
        assert all(name in seen.said for name in NASTY[:3])


SVG = ("svg", "rect", "circle", "path", "text")
DRAWING = (
    "x",
    "y",
    "rx",
    "fill",
    "stroke",
    "stroke-width",
    "cx",
    "cy",
    "r",
    "d",
    "text-anchor",
    "font-size",
    "font-weight",
)


def test_a_picture_has_both_themes() -> None:
    text = dicecup.new("yahtzee")._repr_html_()
    assert "prefers-color-scheme:dark" in text
    assert '[data-jp-theme-light="false"]' in text


def test_a_game_that_draws_nothing_is_shown_field_by_field() -> None:
    game = hush.HUSH
    match: Match[Any] = Match(game, Checkpoint(game.setup(("Ann", "<i>"), game.options()), 0), Secret(seed=1))
    assert "&lt;i&gt;" in match._repr_html_() + match.view(1)._repr_html_()
    assert "deck" in Tags(match._repr_html_()).said
    assert "points: [0, 0]" in match.describe(0)


def test_text_is_escaped_once() -> None:
    assert joined(["<", Drawn("<br>")]) == "&lt; <br>"
    assert line("") == ""
    assert grid(["<a>"], [["<b>", "<c>"]]).count("&lt;") == 3
    assert "&lt;x&gt;" in card("<x>", "<y>")


def test_a_turn_of_yahtzee_in_words() -> None:
    game = start("yahtzee", names=("Ann", "Ben"), options={"start": "seat-order"}, chance=[[6, 6, 6, 1, 2]])
    game.match.answer("roll")
    said = game.match.describe(0)
    assert said.startswith("Yahtzee. You are Ann (seat 0).\nRules: standard. Turn 1, phase choose.\n")
    assert "Dice: die 1 shows 6, die 2 shows 6, die 3 shows 6, die 4 shows 1, die 5 shows 2." in said
    assert "three_of_a_kind 21" in said
    assert "You are asked (choose): " in said
    assert "\n- keep 0 1 2: hold dice 1, 2 and 3, roll the rest" in said  # the text counts as the view does
    assert "Ann (seat 0) is asked (choose): " in game.match.describe(1)
    assert "You are watching." in game.match.describe()


def test_a_private_question_is_not_told_to_others() -> None:
    game = hush.HUSH
    for seed in range(40):
        match: Match[Any] = Match(
            game, Checkpoint(game.setup(("Ann", "Ben"), game.options()), 0), Secret(seed=seed)
        )
        while match.pending is not None and not match.pending.private:
            swap = match.pending.find("swap")
            match.answer(swap or match.pending.options[0])
        if match.pending is not None:
            asked = match.pending.seat
            assert "is asked something in private" in match.describe(1 - asked)
            assert "You are asked" in match.describe(asked)
            return
    raise AssertionError("nobody was ever asked anything in private")


def test_the_end_is_told() -> None:
    said = standing("yahtzee", 100_000).describe(0)
    assert "The game is over (highest score). Won by: " in said


def test_where_nobody_wins_that_is_told() -> None:
    low = monster(hearts=3)
    owner = monster(hearts=3, energy=4, stars=19)
    game = table(owner, low, low, phase="buy", market=["high-altitude-bombing"], chance=["wings"])
    game.do("buy", "high-altitude-bombing")
    assert "The game is over (nobody survived). Won by: nobody. Scores: " in game.match.describe(0)
    assert "Won by nobody" in Tags(game.match._repr_html_()).said


def test_alone_nobody_wins_and_nobody_is_told_so() -> None:
    match = dicecup.new("yahtzee", seats=1, seed=1)
    while match.pending is not None:
        match.answer(match.pending.options[0])
    assert match.outcome is not None
    over = f"The game is over ({match.outcome.reason}). Scores: Player 1 {match.outcome.scores[0]}."
    assert match.describe(0).endswith(over)
    assert "Won by" not in Tags(match._repr_html_()).said


@pytest.mark.parametrize("game", GAMES)
def test_words_are_terse(game: str) -> None:
    for answers in (0, 30, 80):
        assert len(standing(game, answers).describe(0)) < 8_000
