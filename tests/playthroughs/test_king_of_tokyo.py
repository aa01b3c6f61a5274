"""Golden playthroughs of King of Tokyo; how they are regenerated is said in `test_playthroughs`."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.view import KingView
from dicecup.table import Ask, Match, Option
from tests.playthroughs.golden import compare, told

PLAYTHROUGHS: dict[str, dict[str, Any]] = {
    "king-of-tokyo-2-players": {
        "game": "king-of-tokyo",
        "names": ("Ann", "Ben"),
        "seed": 52,
    },
    "king-of-tokyo-6-players": {
        "game": "king-of-tokyo",
        "names": ("Ann", "Ben", "Kraken", "Dan", "Eve", "Fay"),
        "seed": 88,
        "turn_order": "by-roll",
    },
}


class Mover:
    """Plays as a child might: more of what it has, the dearest card it can pay, away when it hurts."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def decide(self, view: KingView, ask: Ask, fork: object) -> Option:
        rng, me = self._rng, view.monsters[ask.seat]
        uses = [option for option in ask.options if option.verb == "use"]
        if uses and rng.random() < 0.4:
            return rng.choice(uses)
        others = [option for option in ask.options if option.verb != "use"] or uses
        buys = [option for option in others if option.verb == "buy"]
        if buys:
            return max(buys, key=lambda option: (DECK[str(option[1])].cost, option))
        if ask.kind == "yield":
            return others[1 if me.hearts <= 5 else 0]
        if ask.kind == "dice":
            wanted = max(sorted(set(view.dice)), key=lambda face: (view.dice.count(face), rng.random()))
            if me.hearts <= 3 and me.place == "outside" and 4 in view.dice:
                wanted = 4
            kept = [slot for slot, die in enumerate(view.dice) if die in (wanted, 5)]
            return ask.find(("keep", *kept)) or others[-1]
        return rng.choice(others)


def everybody(view: KingView) -> Iterator[str]:
    """Everybody in one line each."""
    for name, monster in zip(view.names, view.monsters, strict=True):
        if not monster.hearts:
            yield f"    {name}: out"
            continue
        cards = ", ".join(DECK[held.card].name for held in monster.cards)
        counters = (
            f", poison {monster.poison}, shrink {monster.shrink}" if monster.poison or monster.shrink else ""
        )
        yield (
            f"    {name}: {monster.hearts} hearts, {monster.stars} stars, {monster.energy} energy, {monster.place}"
            f"{counters}{': ' + cards if cards else ''}"
        )


def turn(match: Match[Any]) -> Iterator[str]:
    view = match.view(None)
    assert isinstance(view, KingView)
    market = ", ".join(DECK[card].name for card in view.market if card)
    yield f"-- turn {view.turn}: {match.names[match.state.active]}; market: {market} --"
    yield from everybody(view)


def end(match: Match[Any]) -> Iterator[str]:
    view = match.view(None)
    assert isinstance(view, KingView)
    yield from everybody(view)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_game_goes_as_it_went(name: str, pytestconfig: pytest.Config) -> None:
    compare(name, told(PLAYTHROUGHS[name], Mover, turn=turn, end=end), pytestconfig)
