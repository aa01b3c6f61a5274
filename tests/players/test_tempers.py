"""The same strength as different people: levels with a temper."""

from typing import Any

import pytest

import dicecup
from dicecup import games, players
from dicecup.players import Advice, forks
from dicecup.players.king_of_tokyo import tempers
from dicecup.players.tempers import PLAIN, Tempered, by_the_numbers
from dicecup.table import Ask, Match, Option, SetupError
from dicecup.testing import check_player

GAMES = [each.game.name for each in games.manifests() if players.tempers_of(each.game.name)]
EVERY = [(game, temper) for game in GAMES for temper in getattr(players.tempers_of(game), "words", ())]


def test_king_of_tokyo_and_deadwood_have_them() -> None:
    assert GAMES == ["king-of-tokyo", "deadwood"]
    assert players.parted("king-of-tokyo", "hard-brawler") == ("hard", "brawler")
    assert players.parted("king-of-tokyo", "even-23-turtle") == ("even-23", "turtle")
    assert players.parted("deadwood", "medium-plain") == ("medium", PLAIN)
    for game, name in (
        ("king-of-tokyo", "hard"),
        ("king-of-tokyo", "hard-climber"),  # of the other game
        ("king-of-tokyo", "additive-brawler"),  # a reference never changes
        ("king-of-tokyo", "-brawler"),
        ("yahtzee", "hard-brawler"),
        ("deadwood", "hard-1"),
    ):
        assert players.parted(game, name) == (name, "")
    assert players.plays("king-of-tokyo", "easy-schemer")
    assert not players.plays("yahtzee", "easy-schemer")
    with pytest.raises(SetupError, match="There is no computer player 'hard-climber'"):
        players.make("king-of-tokyo", "hard-climber")


@pytest.mark.parametrize("game", GAMES)
def test_whoever_sits_down_has_a_temper_of_their_own(game: str) -> None:
    match = dicecup.new(game, seats=4, seed=1)
    tempers = players.tempers_of(game)
    assert tempers is not None
    found = [players.at_table(game, match.state, seat, "hard") for seat in range(4)]
    assert found == [players.at_table(game, match.state, seat, "hard") for seat in range(4)]
    assert all(players.plays(game, name) and players.parted(game, name)[1] in tempers.words for name in found)
    assert len(set(found)) > 1
    for chosen in ("hard-plain", "hard-" + next(iter(tempers.words)), "random", "planner", "mybots.Thrifty"):
        assert players.at_table(game, match.state, 0, chosen) == chosen
    assert players.parted(game, players.at_table(game, match.state, 0, "even-20"))[0] == "even-20"


def test_each_monster_has_its_own() -> None:
    match = dicecup.new("king-of-tokyo", seats=6, seed=1, names=[f"Nobody {n}" for n in range(6)])
    found = {players.at_table("king-of-tokyo", match.state, seat, "hard") for seat in range(6)}
    assert found == {f"hard-{temper}" for temper in ("brawler", "racer", "shopper", "turtle", "schemer")}


@pytest.mark.parametrize(("game", "temper"), EVERY)
def test_it_says_what_the_level_says_and_gives_little_away(game: str, temper: str) -> None:
    plain, tempered = players.make(game, "hard", 1), players.make(game, f"hard-{temper}", 1)
    assert isinstance(plain, players.Advisor)
    assert isinstance(tempered, Tempered)
    match = dicecup.new(game, seats=3, seed=5)
    differs = 0
    for _ in range(60):
        match.answer_forced()
        if (ask := match.pending) is None:
            break
        view, fork = match.view(ask.seat), forks(match, ask.seat)
        said, mine = plain.advise(view, ask, fork), tempered.advise(view, ask, fork)
        assert {one.option: one.value for one in mine} == {one.option: one.value for one in said}
        assert [one.value for one in mine[1:]] == sorted((one.value for one in mine[1:]), reverse=True)
        leaning = {one.option: one.value - one.care for one in said}
        assert leaning[said[0].option] - leaning[mine[0].option] <= 0.06
        differs += mine[0].option != said[0].option
        assert tempered.decide(view, ask, fork) == mine[0].option
        match.answer(mine[0].option)
    assert differs <= 20, "it is still Hard"


class _Fixed:
    """Says what it was told to."""

    def __init__(self, *values: float) -> None:
        self.options = [Option("do", number) for number in range(len(values))]
        self.values = values

    def decide(self, view: Any, ask: Any, fork: Any) -> Option:
        return self.options[0]

    def advise(self, view: Any, ask: Any, fork: Any) -> list[Advice]:
        best = max(self.values)
        return [
            Advice(option, value, best - value, "so")
            for option, value in zip(self.options, self.values, strict=True)
        ]


def test_a_taste_says_what_it_was_held_against() -> None:
    """The level compares its choice with what tempts; where a temper chose, nothing was compared."""
    fixed = _Fixed(0.5, 0.495)
    match: Match[Any] = dicecup.new("yahtzee", seats=2, seed=1)
    advice = fixed.advise(None, None, None)

    def told(mine: str, best: str, said: str = "", note: str = "") -> Advice:
        first, second = (one._replace(note=note) for one in advice)
        first, second = first._replace(reason=best), second._replace(reason=mine, said=said)
        fixed.advise = lambda *_: [first, second]  # type: ignore[method-assign]
        likes = {fixed.options[1]: 1.0}
        tempered = Tempered(fixed, lambda *_: likes, "I like it", 1, beside=by_the_numbers)
        return tempered.advise(match.view(0), match.pending, forks(match, 0))[0]  # type: ignore[arg-type]

    assert told("keep this: 1", "keep that: 2; instead of this: +1").reason == (
        "keep this: 1; by the numbers: keep that: 2 – I like it"
    )
    assert told("this; not that", "that").reason == "this; not that – I like it", "it has been compared"
    assert told("this", "that " * 40).reason == "this – I like it", "there is no room"
    assert told("this", "that", "This it is.").said == "This it is. I like it."
    note = "as Hard for now: there is no memory; it is being tried once more"
    assert told("this", "that", note=note).aloud == f"this; by the numbers: that – I like it ({note})", (
        "what a master says of itself is said once, and whole"
    )
    assert told("this", "that", "This it is.", note).aloud == f"This it is. I like it. I play {note}."


@pytest.mark.parametrize(("game", "temper"), [("king-of-tokyo", "brawler"), ("deadwood", "extra")])
def test_what_it_was_held_against_is_what_the_level_would_do(game: str, temper: str) -> None:
    plain, tempered = players.make(game, "hard", 1), players.make(game, f"hard-{temper}", 1)
    assert isinstance(plain, players.Advisor)
    assert isinstance(tempered, Tempered)
    match, compared = dicecup.new(game, seats=3, seed=7 if game == "king-of-tokyo" else 4), 0
    for _ in range(150):
        match.answer_forced()
        if (ask := match.pending) is None or compared == 2:
            break
        seen = match.view(ask.seat), ask, forks(match, ask.seat)
        said, mine = plain.advise(*seen)[0], tempered.advise(*seen)[0]
        if mine.option != said.option and "; " in mine.reason:
            would = said.reason.partition(";")[0]
            compared += would in mine.reason.partition("; ")[2]
        match.answer(said.option)
    assert compared == 2


def _first(likes: float, *values: float) -> Advice:
    fixed = _Fixed(*values)
    match: Match[Any] = dicecup.new("yahtzee", seats=2, seed=1)
    tempered = Tempered(fixed, lambda *_: {fixed.options[1]: likes}, "I like it", 1)
    return tempered.advise(match.view(0), match.pending, forks(match, 0))[0]  # type: ignore[arg-type]


def test_what_somebody_is_fond_of_decides_where_little_is_between() -> None:
    liked = _first(1.0, 0.5, 0.495)
    assert (liked.option, liked.value, liked.reason) == (Option("do", 1), 0.495, "so – I like it")
    assert _first(1.0, 0.5, 0.48).option == Option("do", 0), "a point is not two"


def test_a_win_at_hand_is_taken_and_little_counts_where_little_is_left() -> None:
    assert _first(9.0, 1.0, 0.999).option == Option("do", 0)
    assert _first(1.0, 0.99, 0.985).option == Option("do", 0)
    assert _first(1.0, 0.01, 0.005).option == Option("do", 0)


def test_a_brawler_stays_where_a_turtle_leaves() -> None:
    stays = dict.fromkeys(("brawler", "turtle"), 0)
    minds = {temper: players.make("king-of-tokyo", f"hard-{temper}", 1) for temper in stays}
    easy, asked = players.make("king-of-tokyo", "easy", 1), 0

    def watch(match: Match[Any], ask: Ask) -> None:
        nonlocal asked
        if ask.kind == "yield":
            asked += 1
            for temper, mind in minds.items():
                chosen = mind.decide(match.view(ask.seat), ask, forks(match, ask.seat))
                stays[temper] += chosen.verb == "stay"

    for seed in range(8):
        players.play(dicecup.new("king-of-tokyo", seats=3, seed=seed), [easy] * 3, watch)
    assert 0 < stays["turtle"] < stays["brawler"] <= asked


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "temper"), EVERY)
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_they_play_whole_games_at_every_level(game: str, temper: str, level: str) -> None:
    assert check_player(game, lambda seed: players.make(game, f"{level}-{temper}", seed), seats=[2, 4]) > 50


def _says(temper: str, reason: str, verb: str = "keep") -> str:
    """What somebody with a temper says who does what they are fond of, for that reason."""
    fixed = _Fixed(0.5, 0.499)
    fixed.options = [Option(verb, number) for number in (0, 1)]
    liking = tempers.LIKINGS[temper]
    match: Match[Any] = dicecup.new("yahtzee", seats=2, seed=1)
    advice = [one._replace(reason=reason) for one in fixed.advise(None, None, None)]
    fixed.advise = lambda *_: advice  # type: ignore[method-assign]
    words = tempers.TEMPERS.words[temper]
    likes = {fixed.options[1]: 1.0}
    tempered = Tempered(fixed, lambda *_: likes, words, 1, lambda chosen: tempers.fits(liking, chosen))
    return tempered.advise(match.view(0), match.pending, forks(match, 0))[0].reason  # type: ignore[arg-type]


def test_nobody_speaks_of_a_fight_who_keeps_dice_for_hearts() -> None:
    fight = "– I never could resist a fight"
    for hearts in ("keep the 1 and a heart: about 2.2 hearts", "stop: a heart and 2 energy"):
        assert _says("brawler", hearts) == hearts
    assert _says("racer", "keep two claws: about 1.5 energy; instead of two 3s: -0.4 stars").endswith("-0.4 stars")
    assert _says("brawler", "keep two hearts and a claw: about 2.8 damage").endswith(fight)
    assert _says("brawler", "keep the claw: 12% to knock out Ben").endswith(fight)
    assert _says("turtle", "keep two hearts: about 2.2 hearts").endswith("– safety first")
    assert _says("schemer", "keep two hearts: about 2.2 hearts").endswith("– I have something in mind")
    assert _says("brawler", "stay: 6 hearts left", "stay").endswith(fight)


@pytest.mark.parametrize("game", GAMES)
def test_by_chance_it_is_any_of_them(game: str) -> None:
    match = dicecup.new(game, seats=2, seed=1)
    tempers = players.tempers_of(game)
    assert tempers is not None
    sits = [
        players.at_table(game, match.state, 0, "even-20-chance", lambda all_: list(all_)[-1]),
        *(players.at_table(game, match.state, 1, "hard-chance") for _ in range(60)),
    ]
    drawn = [players.parted(game, name) for name in sits]
    assert drawn[0] == ("even-20", list(tempers.words)[-1])
    assert {level for level, _ in drawn[1:]} == {"hard"}
    assert len({temper for _, temper in drawn[1:]}) > 1
    assert all(temper in tempers.words for _, temper in drawn)
    assert isinstance(players.make(game, "hard-chance", 3), Tempered), "and from Python by its seed"
