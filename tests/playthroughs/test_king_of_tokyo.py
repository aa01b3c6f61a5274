"""Golden playthroughs of King of Tokyo; how they are regenerated is said in `test_playthroughs`."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dicecup
from dicecup.games.king_of_tokyo.cards.base import DECK
from dicecup.games.king_of_tokyo.view import KingView
from dicecup.table import Ask, Match, Option

HERE = Path(__file__).parent

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

    def decide(self, view: KingView, ask: Ask) -> Option:
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


def standing(view: KingView) -> Iterator[str]:
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
            view = match.view(None)
            assert isinstance(view, KingView)
            market = ", ".join(DECK[card].name for card in view.market if card)
            yield ""
            yield f"-- turn {turn}: {match.names[match.state.active]}; market: {market} --"
            yield from standing(view)
        seen = match.view(ask.seat)
        assert isinstance(seen, KingView)
        choice = players[ask.seat].decide(seen, ask)
        verbs = Counter(option.verb for option in ask.options)
        offered = ", ".join(verb if count == 1 else f"{count} {verb}" for verb, count in verbs.items())
        yield f"{match.names[ask.seat]} [{ask.kind}: {offered}] {' '.join(map(str, choice))}"
        for event in match.answer(choice, ask.seat):
            yield f"    {event}"
    view = match.view(None)
    assert isinstance(view, KingView)
    yield ""
    yield f"outcome: {match.outcome}"
    yield from standing(view)
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
