"""A player of any strength: errors that make somebody as strong as a name says."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dicecup
from dicecup import games, players
from dicecup.players import even, forks, play
from dicecup.players.ratings import DUEL, Meeting, Yardstick, stepped, yardstick
from dicecup.players.yahtzee.perfect import PerfectYahtzee
from dicecup.table import SetupError

OURS = [manifest.game.name for manifest in games.manifests() if players.evens(manifest.game.name)]
STEPS = [(0.0, 33.0), (1.0, 25.0), (4.0, 15.0)]


def test_a_name_says_how_strong() -> None:
    assert even.strength("even-23") == 23
    for other in ("even", "even-0", "even-100", "even-2.5", "even-023", "even--3", "hard", "Even-23", "even-23 "):
        assert even.strength(other) is None
    assert [even.kind(level) for level in ("even-9", "even", "hard")] == ["even", "even", "hard"]


def test_nobody_is_stronger_than_without_errors_or_weaker_than_was_measured() -> None:
    assert even.called(60.0, STEPS) == "even-33"
    assert even.called(-4.0, STEPS) == "even-15"
    assert even.error_of(60.0, STEPS) == 0.0
    assert even.error_of(1.0, STEPS) == 4.0


@given(st.floats(15, 33), st.floats(15, 33))
def test_whoever_is_to_be_weaker_errs_more(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert even.error_of(low, STEPS) >= even.error_of(high, STEPS)
    assert even.error_of(25.0, STEPS) == 1.0
    assert even.error_of(29.0, STEPS) == pytest.approx(0.5)


def test_what_errors_do_follows_from_duels_with_levels() -> None:
    """Even with one level that is 25, and beaten by it in three of four games."""
    known = Yardstick(levels={"easy": 19.0, "medium": 25.0}, luck={2: DUEL})
    met = [Meeting(2, "misjudging-100", "medium", 1000, 500), Meeting(2, "misjudging-400", "medium", 1000, 250)]
    found = stepped(known, met)
    assert [much for much, _ in found.misjudged] == [1.0, 4.0]
    assert found.misjudged[0][1] == pytest.approx(25.0, abs=0.01)
    assert found.misjudged[1][1] == pytest.approx(25.0 - DUEL * 1.0986, abs=0.01)
    assert found.levels == known.levels
    lucky = [*met, Meeting(2, "misjudging-800", "medium", 10, 9)]
    weaker = [mu for _, mu in stepped(known, lucky).misjudged]
    assert weaker == sorted(weaker, reverse=True), "whoever errs more is never the stronger one"


@pytest.mark.parametrize("game", OURS)
def test_every_game_of_ours_has_such_players(game: str) -> None:
    assert OURS == ["yahtzee", "king-of-tokyo", "deadwood"]
    measured = yardstick(game)
    assert measured is not None
    much, ratings = zip(*measured.misjudged, strict=True)
    assert list(much) == sorted(much)
    assert much[0] == 0, "the strongest one errs by nothing"
    assert list(ratings) == sorted(ratings, reverse=True)
    levels = [measured.levels[each] for each in ("easy", "medium")]
    assert ratings[-1] < min(levels), "a beginner finds somebody as well"
    assert {each.seats for each in measured.erring} >= {2}
    for each in measured.erring:
        told = measured.chance(each)
        chance = (told * (1 - told) / each.games) ** 0.5
        assert abs(each.wins / each.games - told) < 0.05 + 3 * chance, "one number does not tell everything"
    assert players.plays(game, "even-23")
    assert not players.plays(game, "even-0")
    assert measured.knows("even-23")
    assert measured.rating("even-23").mu == 23


@pytest.mark.parametrize("game", OURS)
def test_it_sits_down_and_errs_in_the_same_way_every_time(game: str) -> None:
    def log() -> list[object]:
        match = dicecup.new(game, seats=2, seed=11, start="seat-order")
        sitting = [players.make(game, name, 5) for name in ("even-18", "even-24")]
        moves: list[object] = []
        for _ in range(25):
            ask = match.pending
            if ask is None:
                break
            moves.append(sitting[ask.seat].decide(match.view(ask.seat), ask, forks(match, ask.seat)))
            match.answer(moves[-1])
        return moves

    first = log()
    assert len(first) > 10
    assert first == log()


def test_a_weaker_one_gives_more_away() -> None:
    """By Yahtzee's exact values, over some games of each."""
    judge = PerfectYahtzee()

    def given_away(name: str) -> float:
        lost = 0.0
        for seed in range(4):
            match = dicecup.new("yahtzee", seats=1, seed=seed)
            player = players.make("yahtzee", name, seed)
            while (ask := match.pending) is not None:
                choice = player.decide(match.view(ask.seat), ask, forks(match, ask.seat))
                view: Any = match.view(ask.seat)
                lost += judge.loss(view, ask, choice)
                match.answer(choice)
        return lost

    assert given_away("even-28") < given_away("even-24") < given_away("even-17")


def test_what_no_name_says_is_nobody() -> None:
    with pytest.raises(SetupError, match="There is no computer player 'even-0'"):
        players.make("yahtzee", "even-0")
    with pytest.raises(SetupError, match="There is no computer player"):
        players.make("yahtzee", "even")


def test_whole_games_end() -> None:
    match = dicecup.new("yahtzee", seats=2, seed=3)
    assert play(match, [players.make("yahtzee", f"even-{n}", n) for n in (20, 27)]).outcome is not None
