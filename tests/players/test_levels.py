"""Computer players by name."""

import json
from functools import partial
from typing import Any

import pytest

import dicecup
from dicecup.players import Advice, Advisor, Noisy, Unit, best, levels, make, ranked, references
from dicecup.table import Ask, Option, SetupError
from dicecup.testing import check_player
from dicecup.testing.promises import Nonconformance

KNOWN = ("beginner", "easy", "medium", "hard", "master")
OPTIONS = tuple(Option("take", number) for number in range(5))


class Sure:
    """Advises by a table."""

    def __init__(self, *values: float, unit: Unit = "win") -> None:
        self._values = dict(zip(OPTIONS, values, strict=False))
        self._unit = unit

    def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
        return self.advise(view, ask, fork)[0].option

    def advise(self, view: Any, ask: Ask, fork: Any) -> list[Advice]:
        return ranked(self._values, {OPTIONS[0]: "it comes first"}, self._unit)


def ask_noisy(player: Noisy, turn: int = 1) -> list[Advice]:
    view = dicecup.new("yahtzee", seats=1, seed=1).view(0)
    view.turn = turn
    return player.advise(view, Ask(0, "take", OPTIONS, "Take?"), lambda seed: dicecup.new("yahtzee"))


def test_levels_go_from_weak_to_strong_and_every_game_has_a_random_player() -> None:
    for game in dicecup.games.names():
        assert list(levels(game)) == [level for level in KNOWN if level in levels(game)]
        assert best(game) == next(level for level in ("hard", "random") if level in (*levels(game), "random"))
        assert references(game)[0] == "random"
        for name in (*levels(game), *references(game)):
            assert hasattr(make(game, name, 3), "decide")


def test_every_level_of_yahtzee_gives_advice() -> None:
    assert all(isinstance(make("yahtzee", level), Advisor) for level in levels("yahtzee"))


@pytest.mark.parametrize("name", ["", "Hard", "levels", "../yahtzee", "nobody"])
def test_an_unknown_player_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(SetupError, match=r"The players are: .*hard, random, single-plan, score-max"):
        make("yahtzee", name)


@pytest.mark.parametrize("game", ["noisy", "player", "reference.yahtzee", "reference", "no such", ""])
def test_a_game_that_is_not_there_has_no_levels(game: str) -> None:
    assert levels(game) == ()
    with pytest.raises(SetupError, match="no game called"):
        make(game, "random")


def test_progress_reaches_the_mind_behind_the_noise() -> None:
    heard: list[str] = []
    player: Any = make("yahtzee", "medium", progress=heard.append)
    player.progress("so far")
    assert heard == ["so far"]


# --- noise ---


def test_a_noisy_player_errs_by_what_it_was_told_to() -> None:
    errors = [
        one.value - 0.5
        for turn in range(300)
        for one in ask_noisy(Noisy(Sure(0.5, 0.5, 0.5, 0.5, 0.5), sd=0.04, guard=0.1, seed=7), turn)
    ]
    mean = sum(errors) / len(errors)
    deviation = (sum((error - mean) ** 2 for error in errors) / len(errors)) ** 0.5
    assert abs(mean) < 0.004
    assert deviation == pytest.approx(0.04, rel=0.05)


def test_a_noisy_player_repeats_its_mistakes_and_another_seed_makes_others() -> None:
    player, twin, other = (Noisy(Sure(0.5, 0.49, 0.48), sd=0.05, guard=0.1, seed=seed) for seed in (1, 1, 2))
    assert ask_noisy(player) == ask_noisy(twin) == ask_noisy(player)
    assert any(ask_noisy(player, turn) != ask_noisy(other, turn) for turn in range(20))
    assert len({ask_noisy(player, turn)[0].option for turn in range(50)}) > 1


def test_nothing_beyond_the_guard_is_preferred_to_the_best_misjudged() -> None:
    player = Noisy(Sure(0.5, 0.39, 0.38), sd=5.0, guard=0.1)
    for turn in range(100):
        found = ask_noisy(player, turn)
        assert found[0].option == OPTIONS[0]
        assert [one.loss for one in found] == sorted(one.loss for one in found)


def test_noisy_chances_stay_chances_and_points_may_be_anything() -> None:
    for turn in range(50):
        assert all(0 <= one.value <= 1 for one in ask_noisy(Noisy(Sure(0.99, 0.01), sd=0.5, guard=1.0), turn))
    points = [
        one.value
        for turn in range(50)
        for one in ask_noisy(Noisy(Sure(0.5, 0.4, unit="points"), sd=5.0, guard=9.0), turn)
    ]
    assert min(points) < 0


def test_what_lies_beyond_the_guard_is_never_taken() -> None:
    player = Noisy(Sure(0.5, 0.45, 0.39), sd=5.0, guard=0.1)
    seen = [ask_noisy(player, turn) for turn in range(200)]
    assert all(one.option != OPTIONS[2] or one.value <= 0.39 for advice in seen for one in advice)
    assert {advice[0].option for advice in seen} == set(OPTIONS[:2])


def test_a_win_at_hand_is_never_missed() -> None:
    player = Noisy(Sure(1.0, 0.99), sd=0.5, guard=0.5)
    assert all(ask_noisy(player, turn)[0] == Advice(OPTIONS[0], 1.0, 0.0, "it comes first") for turn in range(50))


def test_a_point_is_no_win_at_hand() -> None:
    """The value 1 is certain victory among chances, and next to nothing among points."""
    player = Noisy(Sure(1.0, 0.9, unit="points"), sd=5.0, guard=5.0)
    assert {ask_noisy(player, turn)[0].option for turn in range(50)} == set(OPTIONS[:2])


# --- advice ---


def test_what_would_be_chosen_comes_first_and_values_are_told_as_they_are() -> None:
    """The second option looks better, by less than what it takes to leave the plan."""
    found = ranked(dict(zip(OPTIONS, (0.5, 0.506, 0.4), strict=False)), care=dict.fromkeys(OPTIONS[1:], 0.01))
    assert [one.option for one in found] == [OPTIONS[0], OPTIONS[1], OPTIONS[2]]
    assert [one.value for one in found] == [0.5, 0.506, 0.4]
    assert [one.loss for one in found] == pytest.approx([0.006, 0.0, 0.106])


def test_advice_crosses_processes_by_name() -> None:
    ask = Ask(0, "take", OPTIONS, "Take?")
    one = Advice(OPTIONS[2], 17.5, 0.25, "for the bonus", "points", 0.5, "I want the bonus.", "for fun")
    written = one.to_json()
    assert written == {
        **{"option": ["take", 2], "value": 17.5, "loss": 0.25, "reason": "for the bonus"},
        **{"unit": "points", "care": 0.5, "said": "I want the bonus.", "note": "for fun"},
    }
    assert Advice.from_json(json.loads(json.dumps(written)), ask) == one
    del written["said"], written["note"]  # as a worker wrote it that is older
    assert Advice.from_json(written, ask) == one._replace(said="", note="")


def test_what_is_said_aloud_has_the_note_in_it() -> None:
    one = Advice(OPTIONS[2], 17.5, 0.25, "for the bonus")
    assert one.aloud == "for the bonus"
    assert one._replace(said="I want the bonus.").aloud == "I want the bonus."
    noted = one._replace(note="as Hard for now")
    assert noted.aloud == "for the bonus (as Hard for now)"
    assert noted._replace(reason="").aloud == "(as Hard for now)"
    assert noted._replace(said="I want the bonus.").aloud == "I want the bonus. I play as Hard for now."


@pytest.mark.parametrize(
    "change",
    [
        {"option": ["take", 9]},
        {"option": "take"},
        {"value": "much"},
        {"value": float("nan")},
        {"loss": float("inf")},
        {"reason": None},
        {"unit": "stars"},
        {"unit": None},
        {"said": None},
    ],
)
def test_what_is_no_advice_is_not_taken_for_it(change: dict[str, Any]) -> None:
    written = Advice(OPTIONS[2], 17.5, 0.25, "for the bonus", "points").to_json() | change
    with pytest.raises(ValueError, match="is no advice here"):
        Advice.from_json(written, Ask(0, "take", OPTIONS, "Take?"))


@pytest.mark.usefixtures("spread_scores")
@pytest.mark.parametrize(("seats", "unit"), [(1, "points"), (2, "win")])
def test_the_unit_of_advice_follows_from_what_the_player_wants(seats: int, unit: Unit) -> None:
    match = dicecup.new("yahtzee", seats=seats, seed=1, start="seat-order")
    match.answer("roll")
    ask = match.pending
    assert ask is not None
    for name, wants in (("hard", unit), ("score-max", "points")):
        player: Any = make("yahtzee", name)
        assert {one.unit for one in player.advise(match.view(0), ask, partial(match.fork, 0))} == {wants}


# --- the kit for players ---


class Forgetful:
    """Plays something else each time it is asked."""

    def __init__(self) -> None:
        self._asked = 0

    def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
        self._asked += 1
        return ask.options[self._asked % len(ask.options)]


class Modest(Sure):
    """Knows better than it plays."""

    def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
        return ask.options[0]

    def advise(self, view: Any, ask: Ask, fork: Any) -> list[Advice]:
        return ranked({option: float(number) for number, option in enumerate(ask.options)}, unit="points")


class Cheat:
    """Does what is best for the dice to come."""

    def decide(self, view: Any, ask: Ask, fork: Any) -> Option:
        peeked = fork.func.__self__.clone()  # what no player may do
        peeked.answer(ask.options[0])
        return ask.options[peeked.view(ask.seat).dice[-1] % len(ask.options)] if peeked.pending else ask.options[0]


@pytest.mark.parametrize(
    ("make_player", "promise"),
    [
        (lambda seed: Forgetful(), "asked again, a player says the same"),
        (lambda seed: Modest(), "a player follows its own best advice"),
        (lambda seed: Cheat(), "a choice does not depend on what is hidden"),
        (lambda seed: Sure(0.5, 0.4), "advice names options only"),
    ],
)
def test_the_kit_finds_bad_players(make_player: Any, promise: str) -> None:
    with pytest.raises(Nonconformance, match=promise):
        check_player("yahtzee", make_player, seats=[2], look=1.0)


def test_the_kit_has_nothing_to_say_against_the_random_player() -> None:
    assert check_player("yahtzee", partial(make, "yahtzee", "random"), seats=[1, 3]) > 40
    assert check_player("king-of-tokyo", partial(make, "king-of-tokyo", "random"), seats=[4]) > 40
