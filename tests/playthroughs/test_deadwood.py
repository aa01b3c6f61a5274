"""Golden playthroughs of Deadwood; how they are regenerated is said in `test_playthroughs`."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from dicecup.games.deadwood.data import AREAS, OFFICE, PRICES, SCENES
from dicecup.games.deadwood.odds import STEPS, success
from dicecup.games.deadwood.view import DeadwoodView
from dicecup.table import Ask, Match, Option
from tests.playthroughs.golden import compare, told

PLAYTHROUGHS: dict[str, dict[str, Any]] = {
    "deadwood-2-players": {"game": "deadwood", "names": ("Ann", "Ben"), "seed": 3},
    "deadwood-8-players": {
        "game": "deadwood",
        "names": ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal"),
        "seed": 5,
        "bonus": "occupied",
        "stall_turns": 12,
    },
}


class Mover:
    """Takes the best role it can get, acts when the odds are even, and walks to work or to the office."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def decide(self, view: DeadwoodView, ask: Ask, fork: object) -> Option:
        if self._rng.random() < 0.05:  # to see more of the game
            return self._rng.choice(ask.options)
        by_verb: dict[str, list[Option]] = {}
        for option in ask.options:
            by_verb.setdefault(option.verb, []).append(option)
        if ask.kind == "work":
            me = view.actors[ask.seat]
            budget = SCENES[view.scenes[me.area]].budget
            return ask.options[0 if success(budget, me.chips) >= 0.5 else -1]
        for verb, best in (("upgrade", -1), ("take", 0)):
            if verb in by_verb:
                return by_verb[verb][best]
        moves = by_verb.get("move", [])
        goals = self._goals(view, ask.seat)
        if not moves or not goals or view.actors[ask.seat].area in goals:
            return self._rng.choice(ask.options)
        return min(moves, key=lambda move: (min(STEPS[str(move[1])][goal] for goal in goals), self._rng.random()))

    def _goals(self, view: DeadwoodView, seat: int) -> list[str]:
        """Where it would like to be."""
        me = view.actors[seat]
        higher = PRICES.get(me.rank + 1)
        if higher and view.day < view.days and (me.dollars >= higher.dollars or me.credits >= higher.credits):
            return [OFFICE]
        return [
            area
            for area, left in view.shots.items()
            if left and any(role.rank <= me.rank and role.seat is None for role in view.roles(area))
        ]


def everybody(view: DeadwoodView) -> Iterator[str]:
    """Everybody in one line each."""
    for seat, actor in enumerate(view.actors):
        role = view.role(seat)
        playing = f" as {role.name} ({role.on} {role.slot}, rank {role.rank})" if role else ""
        chips = f", practice {actor.chips}" if actor.chips else ""
        yield (
            f"    {view.names[seat]}: rank {actor.rank}, ${actor.dollars}, {actor.credits} credits, "
            f"{AREAS[actor.area].name}{playing}{chips}"
        )


def turn(match: Match[Any]) -> Iterator[str]:
    view = match.view(None)
    assert isinstance(view, DeadwoodView)
    if view.turn % 10 == 1:  # a turn is short
        left = ", ".join(f"{AREAS[area].name} {shots}" for area, shots in view.shots.items() if shots)
        yield f"-- turn {view.turn}, day {view.day}; shots: {left} --"
        yield from everybody(view)


def end(match: Match[Any]) -> Iterator[str]:
    view = match.view(None)
    assert isinstance(view, DeadwoodView)
    yield from everybody(view)
    yield f"    never seen: {', '.join(view.unseen)}"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_game_goes_as_it_went(name: str, pytestconfig: pytest.Config) -> None:
    compare(name, told(PLAYTHROUGHS[name], Mover, turn=turn, end=end), pytestconfig)
