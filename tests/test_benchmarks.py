"""benchmarks/race.py and what runs in it: like is counted with like, and a peer that raises ends nothing."""

from collections.abc import Sequence
from typing import Any

import pytest
from benchmarks import random_games
from benchmarks.race import Lap, Race

from dicecup import players
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
