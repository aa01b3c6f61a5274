"""What always holds in Deadwood: random games with two to eight players and all house rules mixed."""

import json
import random
from typing import Any, Final

import pytest

import dicecup
from dicecup.games.deadwood import GAME, DeadwoodState, DeadwoodView
from dicecup.games.deadwood.data import SCENES
from dicecup.games.deadwood.legal import options
from dicecup.games.deadwood.refusals import VERBS, refusals
from dicecup.table import Ask, Checkpoint, Event, Luck, Match, Secret
from dicecup.testing import check_game
from tests.games.deadwood.invariants import check_state
from tests.scenarios.deadwood.lot import NAMES

QUICK: Final = range(0, 24, 8)
LONG: Final = range(1_000, 4_000, 100)  # 3,000 games


def draw(rng: random.Random) -> dict[str, Any]:
    """Names and options of one game."""
    return {
        "names": NAMES[: rng.randint(2, 8)],
        "options": {
            "start": rng.choice(("first-roll", "seat-order")),
            "bonus": rng.choice(("all", "occupied")),
            "stall_turns": rng.choice((0, 200, 200, 3, 12)),
        },
    }


def draw_short(rng: random.Random) -> dict[str, Any]:
    """The same, but days end early: the kit looks at every decision from many sides."""
    asked = draw(rng)
    return {**asked, "options": {**asked["options"], "stall_turns": 4}}


def deal(seed: int) -> Match[DeadwoodState]:
    """The game of this number."""
    asked = draw(random.Random(seed))
    state = GAME.setup(asked["names"], GAME.options.parse(asked["options"]))
    return Match(GAME, Checkpoint(state, 0), Secret(seed=seed))


def check_ask(match: Match[DeadwoodState], ask: Ask) -> None:
    state = match.state
    assert ask.seat == state.active
    assert ask.kind == state.phase
    assert bool(state.actors[ask.seat].on) == (ask.kind == "work")
    assert ask.prompt[0].isupper()
    assert ask.prompt[-1] == "."
    assert len({option.text for option in ask.options}) == len(ask.options), "options that differ read differently"
    assert ask.options != (("end",),), "nobody is asked when only the end of the turn is left"
    view = match.view(ask.seat)
    assert isinstance(view, DeadwoodView)
    assert options(view) == ask.options, "a view knows what can be done"
    possible = {option.verb for option in ask.options}
    why = refusals(view)
    assert list(why) == list(VERBS)
    for verb, reason in why.items():
        assert (reason is None) == (verb in possible)
        if reason is not None:
            assert reason == match.why_not((verb,))
            assert reason[0].isupper()
            assert reason[-1] in ".!"
            assert len(reason) < 150


def check_words(events: list[Event]) -> None:
    for event in events:
        text = str(event)
        assert text[0].isupper() or text[0].isdigit() or text[0] == "“", text
        assert text[-1] in ".!", text
        assert "  " not in text


def check_books(match: Match[DeadwoodState], before: list[tuple[int, int, int]], events: list[Event]) -> None:
    """Every dollar, credit and rank that changes hands is told."""
    after = [[*each] for each in before]
    for event in events:
        data = event.data
        if event.kind == "paid":
            after[data["seat"]][0] += data["dollars"]
            after[data["seat"]][1] += data["credits"]
        elif event.kind == "bonus" and data["seat"] is not None:
            after[data["seat"]][0] += data["dollars"]
        elif event.kind == "upgrades":
            after[data["seat"]][data["currency"] == "credits"] -= data["paid"]
            after[data["seat"]][2] = data["rank"]
    assert [tuple(each) for each in after] == purses(match)


def purses(match: Match[DeadwoodState]) -> list[tuple[int, int, int]]:
    return [(actor.dollars, actor.credits, actor.rank) for actor in match.state.actors]


def check_end(match: Match[DeadwoodState]) -> None:
    state, outcome = match.state, match.outcome
    assert outcome is not None
    assert state.day == state.days == (3 if len(state.actors) <= 3 else 4)
    scores = [actor.dollars + actor.credits + 5 * actor.rank for actor in state.actors]
    assert list(outcome.scores) == scores
    assert [seat for seat, score in enumerate(scores) if score == max(scores)] == list(outcome.winners)
    keys = [entry.key for entry in match.log if isinstance(entry, Luck)]
    assert len(set(keys)) == len(keys)
    turned = [event.data["scene"] for event in match.events if event.kind == "turned_up"]
    assert len(set(turned)) == len(turned), "no card comes back"
    assert sorted([*turned, *state.unseen]) == list(SCENES)
    assert sum(event.kind == "day_over" for event in match.events) == state.days


def play(seed: int) -> Match[DeadwoodState]:
    """One random game, looked at from all sides at every decision."""
    match = deal(seed)
    rng = random.Random(-seed)
    check_words(match.events)
    early = [json.dumps(event.to_json(), allow_nan=False) for event in match.events]
    while (ask := match.pending) is not None:
        assert len(match.log) < 20_000, "the game ends"
        check_state(match.state)
        check_ask(match, ask)
        if rng.random() < 0.02:
            match.game.check(match.checkpoint().state)
        before = purses(match)
        events = match.answer(rng.choice(ask.options))
        check_words(events)
        check_books(match, before, events)
        early += [json.dumps(event.to_json(), allow_nan=False) for event in events]
    check_state(match.state)
    match.game.check(match.state)
    check_end(match)
    again = [json.dumps(event.to_json(), allow_nan=False) for event in match.events]
    assert again == early, "what was told does not change any more"
    return match


def play_many(seeds: range) -> None:
    for seed in seeds:
        try:
            play(seed)
        except Exception as error:
            error.add_note(f"in game number {seed}")
            raise


@pytest.mark.thorough
@pytest.mark.parametrize("first", QUICK)
def test_what_always_holds(first: int) -> None:
    play_many(range(first, first + QUICK.step))


@pytest.mark.soak
@pytest.mark.parametrize("first", LONG)
def test_what_always_holds_in_thousands_of_games(first: int) -> None:
    play_many(range(first, first + LONG.step))


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_it_keeps_the_promises_of_the_table(seed: int) -> None:
    assert check_game(GAME, games=1, seed=seed, make=draw_short, thorough=0.04) > 100


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 20))
def test_it_keeps_the_promises_of_the_table_in_many_games(seed: int) -> None:
    check_game(GAME, games=4, seed=seed, make=draw, thorough=0.1)


def test_random_games_see_every_kind_of_event_and_decision_and_scene() -> None:
    """Otherwise the tests above would prove less than they say."""
    kinds, asked, scenes = set(GAME.phrases), {"turn", "work"}, set(SCENES)
    for seed in range(20):
        match = deal(seed)
        rng = random.Random(-seed)
        while (ask := match.pending) is not None:
            asked -= {ask.kind}
            match.answer(rng.choice(ask.options))
        kinds -= {event.kind for event in match.events}
        scenes -= set(match.state.out)
    assert (kinds, asked, scenes) == (set(), set(), set())


def test_the_first_option_every_time_is_a_game_too() -> None:
    for seats in range(2, 9):
        match = dicecup.new("deadwood", seats=seats, seed=seats)
        while match.pending:
            match.answer(match.pending.options[0])
        assert match.outcome is not None
