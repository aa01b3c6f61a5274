"""The games in OpenSpiel: its own tests pass, and its own algorithms play."""

import random
from typing import Any, Final

import numpy as np
import pytest

pytestmark = pytest.mark.thorough
NEEDS: Final = ("pyspiel",)


def load(game: str, **parameters: Any) -> Any:
    import pyspiel

    import dicecup.adapters.openspiel  # noqa: F401 - it makes the games known

    return pyspiel.load_game(f"dicecup_{game.replace('-', '_')}", parameters)


def play(game: Any, bots: Any, rng: random.Random) -> Any:
    """A game between bots, to its end."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return state


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("yahtzee", 1),
        ("yahtzee", 3),
        ("king-of-tokyo", 2),
        ("deadwood", 2),
        pytest.param("king-of-tokyo", 6, marks=pytest.mark.soak),
        pytest.param("deadwood", 8, marks=pytest.mark.soak),  # a random game has thousands of choices
    ],
)
def test_openspiels_own_test_passes(name: str, players: int) -> None:
    import pyspiel

    pyspiel.random_sim_test(load(name, players=players), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", ["yahtzee", "king-of-tokyo", "deadwood"])
def test_states_survive_being_written_down(game: str) -> None:
    """Forty decisions in: the state that is read again is the same, and goes on in the same way."""
    import pyspiel

    found = load(game, players=2)
    state, rng = found.new_initial_state(), random.Random(1)
    for _ in range(40):
        outcomes = (
            [each for each, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        )
        state.apply_action(rng.choice(outcomes))
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(found, state))
    copy = state.clone()
    for other in (again, copy):
        assert str(other) == str(state)
        assert other.history() == state.history()
        assert other.match.state.to_json() == state.match.state.to_json()
    moves = copy.legal_actions() if not copy.is_chance_node() else [copy.chance_outcomes()[0][0]]
    copy.apply_action(moves[0])
    assert state.history() == again.history() != copy.history()


def test_chance_is_exact(game: str, seats: int) -> None:
    state, rng, points = load(game, players=seats).new_initial_state(), random.Random(2), 0
    for _ in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            points += 1
            chances = [chance for _, chance in state.chance_outcomes()]
            assert sum(chances) == pytest.approx(1)
            assert min(chances) > 0
            state.apply_action(rng.choices(range(len(chances)), chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert points > 5


def test_what_a_player_sees_is_the_engines_row_and_hides_what_it_does() -> None:
    state, rng = load("king-of-tokyo", players=3).new_initial_state(), random.Random(3)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    for seat in range(3):
        row = np.array(state.observation_tensor(seat), np.float32)
        assert np.array_equal(row, state.match.game.encode(state.match.view(seat), state.match.pending))
        assert str(state.match.view(seat).names[0]) in state.observation_string(seat)
    assert state.information_state_string(0) == state.information_state_string(1)  # nothing is hidden yet


def test_house_rules_and_rewards_are_parameters() -> None:
    import pyspiel

    game = load("yahtzee", players=1, rewards="points", start="seat-order")
    state = play(game, [_First()], random.Random(4))
    assert state.returns() == [float(score) for score in state.match.outcome.scores]
    assert state.match.state.options.start == "seat-order"
    for wrong in ({"players": 30}, {"start": "backwards"}):
        with pytest.raises((pyspiel.SpielError, Exception)):
            load("king-of-tokyo", **wrong)


class _First:
    def step(self, state: Any) -> int:
        return int(state.legal_actions()[0])


def test_openspiels_tree_search_plays(game: str, seats: int) -> None:
    from open_spiel.python.algorithms import mcts

    found = load(game, players=seats)
    rollout = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(found, 1.4, 3, rollout, random_state=np.random.RandomState(2))
    state, rng = found.new_initial_state(), random.Random(5)
    chosen = 0
    while chosen < 3:
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(bot.step(state))
            chosen += 1
    assert len(state.history()) > 3


@pytest.mark.parametrize("name", ["yahtzee", "king-of-tokyo", "deadwood"])
def test_openspiels_counterfactual_regret_plays(name: str) -> None:
    from open_spiel.python import policy
    from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

    np.random.seed(1)
    game = load(name, players=2)
    solver = OutcomeSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    learnt: policy.Policy = solver.average_policy()
    state, rng = game.new_initial_state(), random.Random(6)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            likely = learnt.action_probabilities(state)
            assert set(likely) == set(state.legal_actions())
            state.apply_action(rng.choices([*likely], [*likely.values()])[0])
    assert sum(state.returns()) == pytest.approx(1)
