"""Chance in public: who wants to decide how it falls, or to go through all there is, can."""

import copy
import pickle
import random
from fractions import Fraction
from typing import Any

import pytest

import dicecup
from dicecup import IllegalChoice, NotAllowed, SaveError, SetupError
from dicecup.players import RandomPlayer, play
from dicecup.table import Chance, Checkpoint, Draw, Match, Roll, RulesError, Secret, papers
from dicecup.table.retrace import again, stops
from dicecup.testing import start
from tests.table import hush

GAMES = ("yahtzee", "deadwood", "king-of-tokyo")


def opened(game: str = "yahtzee", **more: Any) -> Match[Any]:
    return dicecup.new(game, **{"seats": 2, "seed": 3, "chance": "open", "start": "seat-order", **more})


def rolling() -> Match[Any]:
    """Yahtzee, with five dice in the air."""
    match = opened()
    match.answer("roll")
    return match


def point_of(match: Match[Any]) -> Chance[Any]:
    assert match.pending_chance is not None
    return match.pending_chance


def settle_all(match: Match[Any]) -> None:
    while match.pending_chance is not None:
        match.settle()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_the_same_secret_gives_the_same_game_either_way(game: str, seed: int) -> None:
    usual = dicecup.new(game, seats=3, seed=seed)
    public = dicecup.new(game, seats=3, seed=seed, chance="open")
    rng = random.Random(seed)
    settle_all(public)
    while usual.pending is not None:
        assert public.pending == usual.pending
        choice = rng.choice(usual.pending.options)
        usual.answer(choice)
        public.answer(choice)
        settle_all(public)
    assert public.record() == usual.record()
    assert dicecup.verify(public.record()).by_hand == 0


def test_it_stops_where_chance_decides() -> None:
    match = rolling()
    assert (match.pending, match.outcome) == (None, None)
    assert isinstance(match.pending_chance, Roll)
    assert repr(match) == "<Match yahtzee, 2 seats: chance to decide 1/0/roll/1>"
    assert match.view(0).dice == ()  # type: ignore[attr-defined]
    match.settle((6, 6, 6, 1, 2))
    assert match.pending is not None
    assert match.view(0).dice == (6, 6, 6, 1, 2)  # type: ignore[attr-defined]


def test_a_match_can_begin_with_chance() -> None:
    match = dicecup.new("king-of-tokyo", chance="open")
    drawn = []
    while isinstance(match.pending_chance, Draw):
        drawn.append(len(list(match.pending_chance.outcomes())))
        match.settle()
    assert drawn == [66, 65, 64]
    assert match.pending is not None


@pytest.mark.parametrize("point", [Roll("k", range(5)), Roll("k", range(9)), Roll("k", (3,), 4), Draw("k", "aab")])
def test_what_can_fall_adds_up_to_one(point: Chance[Any]) -> None:
    assert sum(chance for _, chance in point.outcomes()) == Fraction(1)
    assert all(point.decode(result) == result for result, _ in point.outcomes())


@pytest.mark.parametrize(
    "result", [(1, 2, 3, 4), (0, 1, 2, 3, 4), [1, 2, 3, 4, 7], "66612", 6, (1.0,) * 5, object()]
)
def test_what_cannot_fall_is_refused_and_changes_nothing(result: Any) -> None:
    match = rolling()
    before = match.save()
    with pytest.raises(IllegalChoice, match=r"^(5 dice are rolled here|A die shows 1 to 6), not .*\.$"):
        match.settle(result)
    assert match.save() == before
    match.settle()


def test_when_nothing_is_to_be_settled() -> None:
    match = opened()
    with pytest.raises(NotAllowed, match="Chance has nothing to decide now"):
        match.settle()


def test_nobody_can_answer_while_chance_decides() -> None:
    match = rolling()
    with pytest.raises(IllegalChoice, match="Chance decides now, and nobody is asked"):
        match.answer("roll")
    assert match.answer_forced() == []


def test_nothing_is_taken_back_while_chance_decides() -> None:
    match = rolling()
    assert match.why_no_undo() == "That cannot be taken back: chance is about to decide."
    with pytest.raises(NotAllowed, match="about to decide"):
        match.undo()


def test_copies_wait_where_the_original_does() -> None:
    match = rolling()
    copies = [match.clone(), copy.deepcopy(match), pickle.loads(pickle.dumps(match)), dicecup.load(match.save())]
    for twin in copies:
        assert twin.chance_open
        assert point_of(twin).key == "1/0/roll/1"
        twin.settle((1, 1, 1, 1, 1))
    assert len({twin.save() for twin in copies}) == 1
    assert point_of(match).key == "1/0/roll/1"
    assert [past.pending.kind for past in match.walk() if past.pending] == ["roll"]
    assert [past.pending_chance is None for past in again(match)] == [True, False]
    assert len(list(stops(match))) == 2


def test_a_fork_waits_too_and_has_its_own_dice() -> None:
    match = rolling()
    fell = set()
    for seed in range(8):
        fork = match.fork(1, seed=seed)
        assert point_of(fork).key == "1/0/roll/1"
        fork.settle()
        fell.add(fork.view(0).dice)  # type: ignore[attr-defined]
    assert len(fell) > 4


def test_an_undo_before_the_dice_is_no_trouble_after_them() -> None:
    match = opened("deadwood")
    assert match.pending is not None
    match.answer(next(option for option in match.pending.options if option.verb == "move"))
    if match.pending_chance is not None:
        match.settle()
    assert dicecup.load(match.save()).save() == match.save()


def test_it_can_be_opened_and_closed_at_any_time() -> None:
    match, usual = (
        dicecup.new("yahtzee", seed=5, start="seat-order"),
        dicecup.new("yahtzee", seed=5, start="seat-order"),
    )
    match.open_chance()
    match.answer("roll")
    told = match.close_chance()
    assert [event.kind for event in told] == ["rolled"]
    usual.answer("roll")
    assert (match.save(), match.close_chance()) == (usual.save(), [])


def test_results_that_were_made_up_are_told_by_verify() -> None:
    match = opened(seats=1)
    while match.outcome is None:
        if match.pending_chance is not None:
            match.settle(next(point_of(match).outcomes())[0] if len(match.log) < 20 else None)
        else:
            assert match.pending is not None
            match.answer(match.pending.options[-1])
    for paper in (match.record(), match.save(), dicecup.load(match.save()).record()):
        verdict = dicecup.verify(paper)
        assert verdict.by_hand + verdict.results == sum(
            entry.to_json().get("chance") is not None for entry in match.log
        )
        assert verdict.by_hand > 3
        assert verdict.remarks == [f"Whoever played this game made up {verdict.by_hand} of its results."]


def test_saying_what_the_secret_says_is_not_making_it_up() -> None:
    usual, match = dicecup.new("yahtzee", seed=3, seats=2, start="seat-order"), rolling()
    usual.answer("roll")
    match.settle(list(usual.view(0).dice))  # type: ignore[attr-defined]
    assert match.origin.secret.by_hand == ()


@pytest.mark.parametrize("made_up", ["yes", [1], {"a": 1}])
def test_a_save_that_names_no_keys_is_none(made_up: Any) -> None:
    kind, body = papers.unwrap(rolling().save(), papers.SAVE)
    body["secret"]["by_hand"] = made_up
    with pytest.raises(SaveError, match="made up are named by their keys"):
        dicecup.load(papers.wrap(kind, body))


def test_a_save_says_who_settles_chance() -> None:
    kind, body = papers.unwrap(rolling().save(), papers.SAVE)
    with pytest.raises(SaveError, match="who settles chance"):
        dicecup.load(papers.wrap(kind, {**body, "chance": "mine"}))
    del body["chance"]
    told = dicecup.load(papers.wrap(kind, body))
    assert told.pending is not None
    assert told.notice, "and without it the last choice has to be made again"


def test_scripted_chance_stays_scripted() -> None:
    with pytest.raises(NotAllowed, match="comes from a script"):
        start("yahtzee").match.open_chance()


@pytest.mark.parametrize("chance", ["closed", None, 1])
def test_chance_is_settled_or_open(chance: Any) -> None:
    with pytest.raises(SetupError, match="Chance is settled or open"):
        dicecup.new("yahtzee", chance=chance)


def test_players_need_not_know() -> None:
    """They get forks in which chance is settled on the way, and `play` settles it for all."""
    match = opened("king-of-tokyo", seats=3)
    play(match, [RandomPlayer(seat) for seat in range(3)])
    assert match.outcome is not None


def test_rules_that_fail_over_a_result_leave_the_match_where_it_was() -> None:
    class Falls(hush.Hush):
        pass

    async def move(play: hush.HushPlay) -> None:
        if await Roll(f"{play.state.turn}/fall", (0,)) == (6,):
            raise KeyError("six")
        await hush.move(play)

    Falls.phases = {**hush.PHASES, "move": move}
    game = Falls()
    match: Match[Any] = Match(
        game, Checkpoint(game.setup(("Ann", "Ben"), game.options()), 0), Secret(seed=1), chance_open=True
    )
    while not point_of(match).key.endswith("fall"):
        match.settle()
    before = match.save()
    with pytest.raises(RulesError, match="six"):
        match.settle((6,))
    assert match.save() == before
    match.settle((5,))
    assert match.pending is not None or match.pending_chance is not None
