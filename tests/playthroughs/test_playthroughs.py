"""Golden playthroughs: whole games as readable text, so that a change of the rules shows as a diff in review.

A game is played by random players from a fixed seed; every decision with its options, every event as a spectator
reads it, and the final record's facts are written down. After a change that is meant to change them:

    pytest tests/playthroughs --regenerate

and read the diff before it is committed.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from dicecup.players import RandomPlayer
from dicecup.table import Ask, Match, Option, View
from tests.playthroughs.golden import compare, told

PLAYTHROUGHS: dict[str, dict[str, Any]] = {
    "yahtzee-standard-1-player": {"game": "yahtzee", "names": ("Ann",), "seed": 1},
    "yahtzee-official-3-players": {
        "game": "yahtzee",
        "names": ("Ann", "Ben", "Cleo"),
        "seed": 243,
        "rules": "official",
    },
}


class Mover:
    """Mostly rolls for more of the face it has most of, and sometimes does anything: to see more of the game."""

    def __init__(self, seed: int) -> None:
        self._random = RandomPlayer(seed)

    def decide(self, view: View, ask: Ask, fork: Any) -> Any:
        dice = list(getattr(view, "dice", ()))
        if dice and view.turn % 4 and ask.options[0].verb == "keep":
            most = max(sorted(set(dice)), key=dice.count)
            return ask.find(("keep", *(slot for slot, die in enumerate(dice) if die == most)))
        if dice and view.turn % 4:
            worth: dict[str, int] = view.to_json()["preview"]
            return ask.find(("fill", max(worth, key=lambda box: (worth[box], box))))
        return self._random.decide(view, ask, fork)


def turn(match: Match[Any]) -> Iterator[str]:
    assert match.pending is not None
    yield f"-- turn {match.state.turn}: {match.names[match.pending.seat]} --"


def decision(match: Match[Any], ask: Ask, choice: Option) -> str:
    fills = sum(option.verb == "fill" for option in ask.options)
    offered = f"{len(ask.options) - fills} other, {fills} boxes" if fills else f"{len(ask.options)}"
    return f"{match.names[ask.seat]} [{ask.kind}; {offered}]: {' '.join(map(str, choice))}"


def end(match: Match[Any]) -> Iterator[str]:
    for name, sheet in zip(match.names, match.state.sheets, strict=True):
        yield f"{name}: {' '.join(map(str, sheet.boxes))}; extra Yahtzees {sheet.extra_yahtzees}"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_game_goes_as_it_went(name: str, pytestconfig: pytest.Config) -> None:
    compare(name, told(PLAYTHROUGHS[name], Mover, turn=turn, end=end, decision=decision), pytestconfig)
