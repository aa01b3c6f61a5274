"""The games as environments of PettingZoo: its own tests, and what an agent may rely on."""

import random
from typing import Any, Final

import numpy as np
import pytest

from dicecup.table import IllegalChoice, NotAllowed, SetupError

pytestmark = pytest.mark.thorough
NEEDS: Final = ("pettingzoo", "gymnasium")


def table(game: str, **wanted: Any) -> Any:
    from dicecup.adapters import pettingzoo

    return pettingzoo.env(game, **wanted)


def play(env: Any, seed: int = 1) -> tuple[dict[str, float], int]:
    """A whole game of random choices: what everybody was paid, and how many choices there were."""
    env.reset(seed=seed)
    rng, steps = random.Random(seed), 0
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, _, info = env.last()
        paid[agent] += reward
        if over:
            env.step(None)
            continue
        env.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
        steps += 1
    return paid, steps


def test_pettingzoos_own_tests_pass(game: str, seats: int) -> None:
    from pettingzoo.test import api_test, seed_test
    from pettingzoo.test.render_test import render_test

    api_test(table(game, seats=seats), num_cycles=400)
    seed_test(lambda: table(game, seats=seats), num_cycles=150)
    render_test(lambda render_mode: table(game, seats=seats, render_mode=render_mode))


def test_whoever_wins_is_paid_one_and_nobody_else_anything() -> None:
    env = table("king-of-tokyo", seats=3)
    for seed in range(5):
        paid, _ = play(env, seed)
        outcome = env.unwrapped._desk.match.outcome
        assert list(paid.values()) == pytest.approx(list(outcome.shares))


def test_points_are_paid_when_they_are_made() -> None:
    env = table("yahtzee", seats=2, rewards="points")
    paid, _ = play(env)
    assert list(paid.values()) == list(env.unwrapped._desk.match.outcome.scores)


def test_an_agent_sees_what_its_seat_sees() -> None:
    """The row and the mask are the engine's own; whoever is not asked can choose nothing."""
    env = table("deadwood", seats=3)
    env.reset(seed=4)
    match = env.unwrapped._desk.match
    asked = match.pending.seat
    for seat, agent in enumerate(env.possible_agents):
        assert np.array_equal(env.observe(agent), match.game.encode(match.view(seat), match.pending))
        mask = env.infos[agent]["action_mask"]
        legal = match.game.actions(3).legal(match.pending) if seat == asked else []
        assert np.flatnonzero(mask).tolist() == sorted(legal)


def test_a_choice_that_cannot_be_made_is_refused_and_changes_nothing() -> None:
    env = table("yahtzee", seats=2)
    env.reset(seed=1)
    match = env.unwrapped._desk.match
    before = match.save()
    illegal = int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0])
    for action in (illegal, -1, 10_000, "roll", 1.5, None, True):
        with pytest.raises(IllegalChoice):
            env.step(action)
    assert match.save() == before


def test_house_rules_are_options_and_mistakes_are_told_before_anything_begins() -> None:
    match_options = table("king-of-tokyo", seats=2, start="seat-order")
    match_options.reset(seed=1)
    assert match_options.unwrapped._desk.match.state.options.start == "seat-order"
    for wrong in ({"seats": 9}, {"rewards": "stars"}, {"no_such_rule": 1}, {"render_mode": "film"}):
        with pytest.raises(SetupError):
            table("king-of-tokyo", **wrong)
    with pytest.raises(SetupError, match="no game called"):
        table("chess")


def test_before_reset_and_after_the_end_there_is_nothing_to_do() -> None:
    from dicecup.adapters import pettingzoo

    env = pettingzoo.raw_env("yahtzee", seats=1)
    with pytest.raises(NotAllowed, match="reset"):
        env.step(0)
    play(env)
    with pytest.raises(NotAllowed, match="reset"):
        env.step(0)


def test_resets_go_on_to_other_games_and_a_seed_repeats_all_of_them() -> None:
    env = table("yahtzee", seats=1)
    first = []
    for _ in range(2):
        env.reset(seed=5)
        rows = [env.observe("player_0").tobytes()]
        for _ in range(3):
            env.reset()
            rows.append(env.observe("player_0").tobytes())
        first.append(rows)
    assert first[0] == first[1]
    assert len(set(first[0])) > 1


def test_nobody_is_asked_where_there_is_no_choice() -> None:
    env = table("deadwood", seats=2)
    env.reset(seed=2)
    for _ in range(100):
        agent = env.agent_selection
        assert env.infos[agent]["action_mask"].sum() > 1
        env.step(int(np.flatnonzero(env.infos[agent]["action_mask"])[-1]))


def test_it_is_rendered_in_the_words_of_the_game() -> None:
    env = table("yahtzee", seats=2, render_mode="ansi")
    env.reset(seed=1)
    match = env.unwrapped._desk.match
    assert env.render() == match.describe(match.pending.seat)


def test_a_seed_of_numpy_is_that_seed() -> None:
    env = table("deadwood", seats=np.int64(3))
    rows = []
    for seed in (5, np.int64(5)):
        env.reset(seed=seed)
        rows.append(env.last()[0])
    assert (rows[0] == rows[1]).all()
    with pytest.raises(SetupError, match="whole number"):
        env.reset(seed=1.5)
