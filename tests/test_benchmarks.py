"""benchmarks/: like is counted with like, a peer that raises ends nothing, and bounds are bounds."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from benchmarks import random_games
from benchmarks.race import Lap, Race

from dicecup import players
from dicecup.games.yahtzee.scoring import BOXES, UPPER, UPPER_GOAL
from dicecup.games.yahtzee.solver.card import Card
from dicecup.games.yahtzee.solver.endgame import endgame
from dicecup.games.yahtzee.solver.model import MODELS, OPTIONS
from dicecup.games.yahtzee.solver.solve_numpy import solve
from dicecup.games.yahtzee.solver.turn import start_worth
from dicecup.games.yahtzee.solver.winning import Winning
from dicecup.players import play
from dicecup.table import Choice, Match


def test_a_peer_that_raises_is_named_and_the_others_go_on() -> None:
    def steady(games: int, seed: int) -> Lap:
        return Lap(games * 3, games * 2, 0.5)

    def slower(games: int, seed: int) -> Lap:
        return Lap(games * 9, games, 0.5)

    def broken(games: int, seed: int) -> Lap:
        if seed == 2:
            raise ValueError("no legal actions")
        return Lap(games, games, 1.0)

    race = Race({"ours": (steady, 10)}, {"broken": (broken, 10), "slower": (slower, 10)})
    race.run(3)
    assert [len(race.laps[name]) for name in ("ours", "broken", "slower")] == [3, 1, 3]
    lines = race.table()
    assert "raised ValueError: no legal actions" in lines[2]
    assert lines[1].split()[:3] == ["ours", "60", "40"]
    assert "2.00 times as fast" in lines[3]  # in choices, not in answers


def test_what_we_raise_ourselves_is_not_passed_over() -> None:
    def broken(games: int, seed: int) -> Lap:
        raise ValueError("ours")

    with pytest.raises(ValueError, match="ours"):
        Race({"ours": (broken, 1)}, {}).run(1)


@pytest.mark.parametrize("game", ["deadwood", "king-of-tokyo", "yahtzee"])
def test_choices_are_those_among_two_options_or_more_in_both_loops(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lap = random_games.bare(game, 1, 1)
    assert 0 < lap.choices <= lap.answers
    finished: list[Match[Any]] = []

    def kept(match: Match[Any], bots: Sequence[players.Player]) -> Match[Any]:
        finished.append(play(match, bots))
        return finished[-1]

    monkeypatch.setattr(players, "play", kept)
    lap = random_games.seated(game, 1, 1)
    walked = [len(past.pending.options) for past in finished[0].walk() if past.pending]
    assert (lap.answers, lap.choices) == (len(walked), sum(many > 1 for many in walked))
    assert len(walked) == sum(isinstance(entry, Choice) for entry in finished[0].log)
    assert finished[0].outcome is not None


@pytest.mark.thorough
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_exact_chances_of_yahtzee_lie_between_floor_and_ceiling(rounds: int) -> None:
    from benchmarks import yahtzee_bounds  # which imports Numba

    model, rng = MODELS["standard"], random.Random(rounds)
    winning = Winning(model, solve(model), np.zeros(0, np.uint8))
    known = yahtzee_bounds.best_chances(model, len(BOXES) - rounds)

    def card(filled: int) -> Card:
        boxes = {box: rng.choice([points for own, points in OPTIONS if own == box]) for box in order[:filled]}
        upper = sum(points for box, points in boxes.items() if box in UPPER)
        return Card(sum(1 << box for box in boxes), min(upper, UPPER_GOAL), 100)

    def looked_at(mine: Card, other: Card) -> tuple[float, float, float]:
        known_end = endgame(model, mine, other, rounds, 10**9)
        assert known_end is not None
        options = known_end.options(mine, other)
        assert options is not None
        plain, rewarded = options[:, :, None]
        exact = float(start_worth(model, plain, rewarded, np.array([mine.row]))[0])
        low = 1 - yahtzee_bounds.knowing(known, other, yahtzee_bounds.spread(winning, mine))
        return low, exact, yahtzee_bounds.knowing(known, mine, yahtzee_bounds.spread(winning, other))

    between = 0
    for _ in range(8):
        order = rng.sample(range(len(BOXES)), len(BOXES))
        low, exact, high = looked_at(card(len(BOXES) - rounds), card(len(BOXES) - rounds))
        assert low - 1e-6 <= exact <= high + 1e-6
        between += 0.01 < exact < 0.99
        mine, other = card(len(BOXES) - 1), card(len(BOXES))
        _, exact, high = looked_at(mine, replace(other, points=108))
        assert exact == pytest.approx(high, abs=1e-6), "whoever has the last turn knows what the other has"
    assert between >= 3
