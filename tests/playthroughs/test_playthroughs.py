"""Golden playthroughs: whole games as readable text, so that a change of the rules shows as a diff in review.

A game is played by random players from a fixed seed; every decision with its options, every event as a spectator
reads it, and the final record's facts are written down. After a change that is meant to change them:

    pytest tests/playthroughs --regenerate

and read the diff before it is committed.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.players import RandomPlayer
from dicecup.table import Ask, Match, View

HERE = Path(__file__).parent

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


def told(match: Match[Any], keywords: dict[str, Any]) -> Iterator[str]:
    """The whole game, line by line."""
    yield f"dicecup.new({', '.join(f'{name}={value!r}' for name, value in keywords.items())})"
    yield ""
    for event in match.events:
        yield f"    {event}"
    players = [Mover(seat) for seat in range(len(match.names))]
    turn = 0
    while (ask := match.pending) is not None:
        if match.state.turn != turn:
            turn = match.state.turn
            yield ""
            yield f"-- turn {turn}: {match.names[ask.seat]} --"
        choice = players[ask.seat].decide(match.view(ask.seat), ask, partial(match.fork, ask.seat))
        fills = sum(option.verb == "fill" for option in ask.options)
        offered = f"{len(ask.options) - fills} other, {fills} boxes" if fills else f"{len(ask.options)}"
        yield f"{match.names[ask.seat]} [{ask.kind}; {offered}]: {' '.join(map(str, choice))}"
        for event in match.answer(choice, ask.seat):
            yield f"    {event}"
    assert match.outcome is not None
    yield ""
    yield f"outcome: {match.outcome}"
    for name, sheet in zip(match.names, match.state.sheets, strict=True):
        yield f"{name}: {' '.join(map(str, sheet.boxes))}; extra Yahtzees {sheet.extra_yahtzees}"
    yield f"answers: {len(match.log)}"
    yield f"last turn as a spectator saw it: {match.turn_hashes()[-1]['view']}"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_game_goes_as_it_went(name: str, pytestconfig: pytest.Config) -> None:
    keywords = PLAYTHROUGHS[name]
    text = "\n".join(told(dicecup.new(**keywords), keywords)) + "\n"
    path = HERE / f"{name}.txt"
    if pytestconfig.getoption("--regenerate"):
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()
