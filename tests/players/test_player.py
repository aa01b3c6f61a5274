"""Players: they see their view and forks, and repeat themselves."""

from typing import Any

import pytest

import dicecup
from dicecup.players import Player, RandomPlayer, play
from dicecup.players.player import favourite, ranked
from dicecup.table import Ask, Choice, IllegalChoice, Match, Option
from dicecup.table.state import Outcome
from tests.table.games import deal, luck, snapshot


class Watcher:
    """Remembers what it was shown, and takes the last option."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Ask]] = []
        self.forks: list[Match[Any]] = []

    def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
        self.asked.append((view, ask))
        self.forks.append(fork(3))
        return ask.options[-1]


def test_a_random_game_is_played_to_its_end_and_repeats() -> None:
    games = [play(dicecup.new("yahtzee", seats=2, seed=4), [RandomPlayer(1), RandomPlayer(2)]) for _ in range(2)]
    assert games[0].outcome is not None
    assert snapshot(games[0]) == snapshot(games[1])


def test_another_seed_plays_another_game_with_the_same_dice() -> None:
    one, other = (play(dicecup.new("yahtzee", seats=1, seed=4), [RandomPlayer(seed)]) for seed in (1, 2))
    assert [entry.to_json() for entry in one.log] != [entry.to_json() for entry in other.log]
    assert luck(one)[0] == luck(other)[0]


def test_a_random_player_takes_all_options_in_turn() -> None:
    taken = set()
    for seed in range(400):
        ask = Ask(0, "choose", tuple(Option("keep", i) for i in range(6)), "Keep?")
        view = dicecup.new("yahtzee", seats=1, seed=1).view(0)
        taken.add(RandomPlayer(seed).decide(view, ask, lambda seed: dicecup.new("yahtzee")))
    assert len(taken) == 6


def test_players_are_asked_only_where_there_is_a_choice_and_see_their_own_view() -> None:
    players = [Watcher(), Watcher()]
    play(dicecup.new("yahtzee", seats=2, seed=4), players)
    for seat, player in enumerate(players):
        assert all(len(ask.options) > 1 for _, ask in player.asked)
        assert all(view.seat == seat and ask.seat == seat for view, ask in player.asked)


def test_whoever_watches_sees_every_decision_before_it_is_made_and_changes_nothing() -> None:
    seen: list[tuple[int, str]] = []

    def watch(match: Match[Any], ask: Ask) -> None:
        assert match.pending is ask
        assert len(ask.options) > 1
        seen.append((len(match.log), ask.kind))
        match.clone().answer(ask.options[0])

    watched = play(dicecup.new("yahtzee", seats=2, seed=3), [RandomPlayer(1)] * 2, watch)
    alone = play(dicecup.new("yahtzee", seats=2, seed=3), [RandomPlayer(1)] * 2)
    assert watched.log == alone.log
    own = [at for at, entry in enumerate(alone.log) if isinstance(entry, Choice) and not entry.forced]
    assert [at for at, _ in seen] == own


def test_a_shared_win_is_shared_and_who_plays_for_nothing_gets_nothing() -> None:
    def shares(*winners: int) -> tuple[float, ...]:
        return Outcome(winners=winners, scores=(3, 3, 1), reason="").shares

    assert shares(0, 1) == (0.5, 0.5, 0.0)
    assert shares(2) == (0.0, 0.0, 1.0)
    assert shares() == (0.0, 0.0, 0.0)


def test_forks_handed_to_a_player_hide_what_it_cannot_know() -> None:
    players = [Watcher(), Watcher(), Watcher()]
    match = play(deal(seats=3, gentle=True), players)
    assert match.outcome is not None
    for seat, player in enumerate(players):
        for (view, ask), fork in zip(player.asked, player.forks, strict=True):
            assert fork.view(seat) == view
            assert fork.pending is not None
            assert fork.pending.options == ask.options
            assert fork._secret is not match._secret


def test_every_seat_needs_a_player() -> None:
    with pytest.raises(ValueError, match="2 seats need 2 players; there are 1"):
        play(dicecup.new("yahtzee", seats=2), [RandomPlayer()])


def test_a_player_cannot_cheat() -> None:
    class Cheat:
        def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
            return Option("fill", "everything")

    players: list[Player] = [Cheat()]
    with pytest.raises(IllegalChoice, match="There is no box 'everything'"):
        play(dicecup.new("yahtzee", seats=1, seed=1), players)


def test_the_best_advice_comes_first_by_however_little() -> None:
    little, more, most = (Option("do", value) for value in ("little", "more", "most"))
    # As the hard player of Yahtzee had them near the end of a game: both are missing the same to the best.
    values = {little: 0.0013013116157162433, more: 0.0013013116157162435, most: 0.0013013116157162435 + 0.006}
    advice = ranked(values)
    assert advice[1].loss == advice[2].loss
    assert [one.option for one in advice] == [most, more, little]
    assert [one.option for one in ranked({little: 1.0, more: 1.0})] == [little, more]


def test_somebodys_favourite_is_what_is_best_less_the_care_and_of_what_is_alike_the_first() -> None:
    little, more, most = (Option("do", value) for value in ("little", "more", "most"))
    values = {little: 0.4, more: 0.5, most: 0.51}
    assert favourite(values) == most
    assert favourite(values, {most: 0.02}) == more
    assert favourite({little: 0.1 + 0.2, more: 0.3}) == favourite({little: 0.3, more: 0.1 + 0.2}) == little
    assert ranked(values, care={most: 0.02, more: 0.2})[0].option == most
